import KioskDisplay
import KioskSystem
import Testing
import TouchKitGeometry
import TouchKitRaster

/// Cards, connectors and displays as the drivers of boards describe them (docs/boards.md).
@Suite("KMS display: boards")
struct KMSDisplayBoardTests {
    typealias Card = SimulatedDRMDevice.Card
    typealias ConnectorModel = SimulatedDRMDevice.ConnectorModel

    private func card(_ connectors: [ConnectorModel]) -> Card {
        var card = Card()
        card.connectors = connectors
        card.crtcCount = connectors.count
        return card
    }

    private func connector(
        _ name: String, _ status: ConnectorStatus = .connected,
        modes: [DRMMode] = [DRMMode(width: 720, height: 1_280, isPreferred: true)],
        isExternal: Bool = false, hasEDID: Bool = true
    ) -> ConnectorModel {
        var connector = ConnectorModel(
            name: name, isExternal: isExternal, status: status, modes: modes)
        connector.hasEDID = hasEDID
        return connector
    }

    private func list(_ devices: [SimulatedDRMDevice]) -> DRMDeviceList {
        DRMDeviceList(paths: { devices.map(\.path) }) { (path) throws(Errno) in
            guard let device = devices.first(where: { $0.path == path }) else { throw .notFound }
            return device
        }
    }

    private func openedName(
        _ devices: [SimulatedDRMDevice], _ criteria: DisplayCriteria = DisplayCriteria()
    ) throws -> String {
        try KMSDisplay(criteria, on: list(devices)).name
    }

    // MARK: Modes

    @Test(
        "The display has the rate of its mode, which need not be 60 Hz",
        arguments: [UInt32(24), 30, 50, 75, 120])
    func refreshRate(hertz: UInt32) throws {
        let mode = DRMMode(width: 800, height: 480, refreshHertz: hertz, isPreferred: true)
        let stage = try KMSDisplayStage(card([connector("DSI-1", modes: [mode])]))
        #expect(try stage.display.mode.refreshMillihertz == Int(hertz) * 1_000)
        #expect(try stage.display.hasVblank)
        #expect(try stage.present() == "shown")
        #expect(try stage.present() == "pending")
        #expect(stage.releaseDisplay() == [])
    }

    @Test("If no mode is preferred, the first one of the driver is used")
    func noPreferredMode() throws {
        let modes = [
            DRMMode(width: 1_024, height: 600), DRMMode(width: 1_920, height: 1_080),
            DRMMode(width: 640, height: 480),
        ]
        let stage = try KMSDisplayStage(
            card([connector("HDMI-A-1", modes: modes, isExternal: true)]))
        #expect(try stage.display.mode.width == 1_024)
        #expect(stage.releaseDisplay() == [])
    }

    // MARK: EDID

    @Test("A display without EDID is used at start, and is not waited for on a panel")
    func noEDID() throws {
        var criteria = DisplayCriteria()
        let fallback = [DRMMode(width: 1_024, height: 768)]
        let monitor = SimulatedDRMDevice(
            card([connector("HDMI-A-1", modes: fallback, isExternal: true, hasEDID: false)]))
        #expect(try openedName([monitor]) == "/simulated/card0 HDMI-A-1")
        // While a display is connected, its EDID may be late.
        criteria.waitsForEDID = true
        let error = try displayError { _ = try openedName([monitor], criteria) }
        #expect(error.reason == .notReady)
        #expect(monitor.leaks == [])
        let panel = SimulatedDRMDevice(card([connector("DSI-1", hasEDID: false)]))
        #expect(try openedName([panel], criteria) == "/simulated/card0 DSI-1")
    }

    // MARK: Cards and connectors

    @Test("Two cards, of which the second has the panel: vc4 and rp1-dsi on a Raspberry Pi 5")
    func secondCard() throws {
        let hdmi = SimulatedDRMDevice(
            card([
                connector("HDMI-A-1", .notConnected, modes: [], isExternal: true),
                connector("HDMI-A-2", .notConnected, modes: [], isExternal: true),
            ]), path: "/simulated/card1")
        let dsi = SimulatedDRMDevice(card([connector("DSI-2")]), path: "/simulated/card2")
        var render = Card()
        render.connectors = []
        render.crtcCount = 0
        let v3d = SimulatedDRMDevice(render, path: "/simulated/card0")
        for order in [[v3d, hdmi, dsi], [dsi, v3d, hdmi]] {
            #expect(try openedName(order) == "/simulated/card2 DSI-2")
        }
        #expect(hdmi.leaks == [] && dsi.leaks == [])
    }

    @Test("A writeback connector, listed before the panel, is no display")
    func writeback() throws {
        // The kernel lists it only to clients that request it; its status is unknown.
        let device = SimulatedDRMDevice(
            card([connector("Writeback-1", .unknown, modes: []), connector("DSI-1")]))
        #expect(try openedName([device]) == "/simulated/card0 DSI-1")
        let only = SimulatedDRMDevice(card([connector("Writeback-1", .unknown, modes: [])]))
        let error = try displayError { _ = try openedName([only]) }
        #expect(error.reason == .notConnected)
        #expect(only.leaks == [])
    }

    @Test("A connector that appears 10 s after the card is found by the next attempt")
    func lateConnector() throws {
        let device = SimulatedDRMDevice(
            card([connector("HDMI-A-1", .notConnected, modes: [], isExternal: true)]))
        for _ in 0..<40 {
            let error = try displayError { _ = try openedName([device]) }
            #expect(error.reason == .notConnected)
        }
        #expect(device.leaks == [])
        device.card.connectors.append(connector("DSI-1"))
        device.card.crtcCount = 2
        #expect(try openedName([device]) == "/simulated/card0 DSI-1")
        #expect(device.leaks == [])
    }

    // MARK: Formats and buffers

    @Test("RGB565 alone works with each way of presenting, without vblanks too")
    func onlyRGB565() throws {
        for method in PresentMethod.allCases {
            for hasVblank in [true, false] {
                var card = card([
                    connector("SPI-1", modes: [DRMMode(width: 320, height: 240)])
                ])
                card.formats = ["RG16"]
                card.hasVblank = hasVblank
                let stage = try KMSDisplayStage(card, method: method)
                #expect(try stage.display.format == .rgb565)
                #expect(try stage.display.buffer(0).bytesPerRow == 640)
                for _ in 0..<3 {
                    #expect(["shown", "pending"].contains(try stage.present()))
                    try stage.completeFlip()
                }
                #expect(stage.releaseDisplay() == [], "\(method)")
            }
        }
    }
}
