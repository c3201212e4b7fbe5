import KioskDisplay
import KioskSystem
import Testing
import TouchKitGeometry
import TouchKitRaster

/// Drivers and displays with unusual features, modes and connections.
@Suite("KMS display: hardware")
struct KMSDisplayHardwareTests {
    typealias Card = SimulatedDRMDevice.Card
    typealias ConnectorModel = SimulatedDRMDevice.ConnectorModel

    private func makeCard(_ change: (inout Card) -> Void) -> Card {
        var card = Card()
        change(&card)
        return card
    }

    /// Returns the error of opening a display, and checks that nothing leaks.
    private func openingError(
        _ card: Card, prepare: (SimulatedDRMDevice) -> Void = { _ in }
    ) throws -> DisplayError {
        var device: SimulatedDRMDevice?
        let error = try displayError {
            _ = try KMSDisplayStage(card) {
                device = $0
                prepare($0)
            }
        }
        #expect(device?.leaks == [])
        return error
    }

    private func presentedCalls(_ stage: KMSDisplayStage, frames: Int) throws -> [String] {
        for _ in 0..<frames {
            #expect(["pending", "shown"].contains(try stage.present()))
            try stage.completeFlip()
        }
        return stage.device.takeCalls()
    }

    // MARK: Drivers

    @Test("Each missing feature of a driver is replaced")
    func missingFeatures() throws {
        for (card, calls) in [
            (makeCard { $0.hasDamageClips = false }, ["commit 800x480 1", "commit flip 2 #1"]),
            (makeCard { $0.isAtomic = false }, ["setCRTC 800x480 1", "flip 2 #1"]),
            (makeCard { $0.hasUniversalPlanes = false }, ["setCRTC 800x480 1", "flip 2 #1"]),
            (
                makeCard {
                    $0.isAtomic = false
                    $0.hasPageFlips = false
                },
                ["setCRTC 800x480 1", "flip 2 #1", "setCRTC 800x480 2", "dirty 2 clips 2"]
            ),
        ] {
            let stage = try KMSDisplayStage(card)
            let frames = calls.count == 4 ? 3 : 2
            #expect(try presentedCalls(stage, frames: frames) == calls)
            #expect(stage.releaseDisplay() == [])
        }
    }

    @Test("A driver without vblanks completes flips immediately and accepts front-buffer ink")
    func withoutVblank() throws {
        let stage = try KMSDisplayStage(makeCard { $0.hasVblank = false })
        #expect(try !stage.display.hasVblank)
        _ = try stage.present()
        #expect(try stage.present() == "pending")
        _ = stage.device.takeCalls()
        try stage.display.flushFrontBuffers(damage: KMSDisplayStage.damage)
        #expect(stage.device.takeCalls() == ["dirty 2 clips 2"])
        #expect(try stage.display.readFlipEvents() == KMSDisplayStage.now)
    }

    @Test("A CRTC that is off at start has vblanks")
    func crtcOff() throws {
        let stage = try KMSDisplayStage { $0.disableCRTC() }
        #expect(try stage.display.hasVblank)
        #expect(try stage.display.lastVblankTime() == nil)
        _ = try stage.present()
        #expect(try stage.display.lastVblankTime() == SimulatedDRMDevice.vblankTime)
        _ = stage.device.takeCalls()
        #expect(stage.releaseDisplay() == [])
        #expect(stage.device.takeCalls() == ["setCRTC off"], "the CRTC is off again")
    }

    @Test("The dirty ioctl alone has no vblanks")
    func dirtyWithoutVblanks() throws {
        #expect(try !KMSDisplayStage(method: .dirty).display.hasVblank)
    }

    @Test("A plane without a supported format is an error")
    func unsupportedFormats() throws {
        #expect(try openingError(makeCard { $0.formats = ["NV12"] }).reason == .failed)
    }

    @Test("A plane that the console has rotated is shown upright, and rotated again at the end")
    func rotation() throws {
        let upsideDown: UInt64 = 4
        for (method, isAtomic, calls) in [
            (PresentMethod.atomic, true, ["commit 800x480 1"]),
            (.legacyFlip, true, ["rotation 1", "setCRTC 800x480 1"]),
            (.atomic, false, ["rotation 1", "setCRTC 800x480 1"]),
        ] {
            let card = makeCard {
                $0.rotation = upsideDown
                $0.isAtomic = isAtomic
            }
            let stage = try KMSDisplayStage(card, method: method)
            _ = try stage.present()
            #expect(stage.device.takeCalls() == calls)
            #expect(stage.device.rotation == 1)
            #expect(stage.releaseDisplay() == [])
            #expect(stage.device.takeCalls() == ["setCRTC 640x400 90", "rotation 4"])
        }
    }

    // MARK: Buffers

    @Test("A driver whose buffers are too small for the mode is an error")
    func smallBuffers() throws {
        for card in [
            makeCard { $0.pitch = { width, _ in width * 3 } }, makeCard { $0.missingBytes = 1 },
        ] {
            let error = try openingError(card)
            #expect(error.reason == .failed)
            #expect(error.cause.contains("its driver simulated created a buffer of"))
        }
        let padded = try KMSDisplayStage(makeCard { $0.pitch = { width, _ in width * 4 + 256 } })
        #expect(try padded.display.buffer(0).bytesPerRow == 3_456)
    }

    @Test("The second buffer is created after the first frame, which fails if that is impossible")
    func secondBuffer() throws {
        let stage = try KMSDisplayStage()
        #expect(stage.device.buffers.count == 1)
        #expect(try stage.present() == "shown")
        #expect(stage.device.buffers.count == 2)
        #expect(try stage.display.buffer(1).base != stage.display.buffer(0).base)
        for call in [
            SimulatedDRMDevice.Call.createDumbBuffer, .addFramebuffer, .mapDumbBuffer,
        ] {
            let failing = try KMSDisplayStage()
            failing.device.errors = [call: [.noSpace]]
            #expect(try failing.present() == "failed")
            #expect(failing.device.buffers.count == 1)
        }
    }

    @Test("An error of the first buffer releases everything")
    func refusedBuffers() throws {
        for call in [
            SimulatedDRMDevice.Call.createDumbBuffer, .addFramebuffer, .mapDumbBuffer,
        ] {
            let code = Errno.noSpace
            #expect(try openingError(Card()) { $0.errors = [call: [code]] }.reason == .failed)
        }
        #expect(try openingError(makeCard { $0.hasDumbBuffers = false }).reason == .failed)
    }

    // MARK: Modes

    private func connected(_ modes: [DRMMode]) -> Card {
        makeCard { $0.connectors[0].modes = modes }
    }

    @Test("Modes without pixels are ignored")
    func emptyModes() throws {
        let empty = DRMMode(width: 0, height: 0, isPreferred: true)
        let flat = DRMMode(width: 800, height: 0)
        let stage = try KMSDisplayStage(
            connected([empty, flat, DRMMode(width: 640, height: 480)]))
        #expect(try stage.display.mode.name == "640x480@60")
        #expect(try stage.display.checkConnection() == .unchanged)
        #expect(try openingError(connected([empty, flat])).reason == .notReady)
    }

    @Test("A mode that exceeds the driver's memory is an error")
    func hugeMode() throws {
        let huge = DRMMode(width: .max, height: .max)
        #expect(huge.displayMode.width == 65_535)
        let error = try openingError(connected([huge]))
        #expect(error.cause.hasPrefix("creating a dumb buffer failed"))
    }

    @Test("Sixteen connectors: the connected one is driven by an unused CRTC")
    func sixteenConnectors() throws {
        let card = makeCard {
            $0.connectors = (1...16).map { number in
                ConnectorModel(
                    name: "DP-\(number)", isExternal: true,
                    status: number == 16 ? .connected : number == 7 ? .unknown : .notConnected,
                    modes: number == 16 ? [DRMMode(width: 1_024, height: 768)] : [])
            }
            $0.crtcCount = 3
        }
        let stage = try KMSDisplayStage(card)
        #expect(try stage.display.name == "/simulated/card0 DP-16")
        #expect(try stage.display.turnsOnSlowly)
        #expect(try presentedCalls(stage, frames: 1) == ["commit 1024x768 1"])
        #expect(stage.device.routes == [300: 400, 315: 401])
        #expect(stage.device.shown == [400: SimulatedDRMDevice.consoleFramebuffer, 401: 1])
        #expect(stage.releaseDisplay() == [])
        #expect(stage.device.shown == [400: SimulatedDRMDevice.consoleFramebuffer])
    }

    @Test("The CRTC and the plane that already show a picture are used before unused ones")
    func currentCRTCAndPlane() throws {
        var card = SimulatedDRMDevice.Card()
        card.crtcCount = 2
        card.sharesPlanes = true
        let stage = try KMSDisplayStage(card) {
            $0.routes = [300: 401]
            $0.shown = [401: SimulatedDRMDevice.consoleFramebuffer]
        }
        #expect(try presentedCalls(stage, frames: 1) == ["commit 800x480 1"])
        #expect(stage.device.routes == [300: 401])
        #expect(stage.device.shown == [401: 1])
        #expect(stage.releaseDisplay() == [])
    }

    // MARK: Hotplug and DRM master

    @Test("Changes of the connector are reported, also while a flip is pending")
    func connections() throws {
        let changes: [(DisplayConnection, (SimulatedDRMDevice) -> Void)] = [
            (.unchanged, { _ in }),
            (.gone, { $0.card.connectors[0].status = .notConnected }),
            (.gone, { $0.isUnplugged = true }),
            (.changed, { $0.card.connectors[0].linkStatus = 1 }),
            (.changed, { $0.card.connectors[0].orientation = 1 }),
            (.changed, { $0.card.connectors[0].modes = [DRMMode(width: 640, height: 480)] }),
            (.changed, { $0.card.connectors[0].modes = [] }),
        ]
        for isFlipping in [false, true] {
            for (connection, change) in changes {
                let stage = try KMSDisplayStage()
                _ = try stage.present()
                if isFlipping { _ = try stage.present() }
                change(stage.device)
                #expect(try stage.display.checkConnection() == connection)
                #expect(stage.releaseDisplay() == [])
            }
        }
    }

    @Test("After another program was the DRM master, the next frame sets the mode")
    func lostMaster() throws {
        for method in PresentMethod.allCases {
            let stage = try KMSDisplayStage(method: method)
            _ = try stage.present()
            stage.device.seizeMaster()
            #expect(try stage.present() == "taken", "\(method)")
            try stage.display.suspend()
            let error = try displayError { try stage.display.resume() }
            #expect(error.reason == .taken)
            stage.device.hasOtherMaster = false
            try stage.display.resume()
            _ = stage.device.takeCalls()
            #expect(try stage.present() == "shown")
            #expect(
                stage.device.takeCalls()
                    == [method == .atomic ? "commit 800x480 1" : "setCRTC 800x480 1"])
            #expect(stage.releaseDisplay() == [])
        }
    }

    @Test("Remaining the DRM master is an error; closing the display then restores the screen")
    func remainingMaster() throws {
        let stage = try KMSDisplayStage()
        _ = try stage.present()
        _ = stage.device.takeCalls()
        stage.device.errors = [.dropMaster: [.permissionDenied]]
        let error = try displayError { try stage.display.suspend() }
        #expect(error.reason == .failed)
        #expect(stage.device.isMaster)
        #expect(stage.releaseDisplay() == [])
        #expect(stage.device.takeCalls() == ["setCRTC 640x400 90"])
    }

    @Test("The first card without another DRM master is used; if all have one, opening fails")
    func severalCards() throws {
        let taken = SimulatedDRMDevice(path: "/simulated/card0")
        let free = SimulatedDRMDevice(path: "/simulated/card1")
        taken.seizeMaster()
        let devices = ["/simulated/card0": taken, "/simulated/card1": free]
        let list = DRMDeviceList(paths: { devices.keys.sorted() + ["/simulated/card2"] }) {
            (path) throws(Errno) in
            guard let device = devices[path] else { throw .permissionDenied }
            return device
        }
        let name = try KMSDisplay(DisplayCriteria(), on: list).name
        #expect(name == "/simulated/card1 DSI-1")
        #expect(free.leaks == [])
        free.seizeMaster()
        let error = try displayError {
            _ = try KMSDisplay(DisplayCriteria(), on: list)
        }
        #expect(error.reason == .taken)
        #expect(error.subject == "/simulated/card0")
    }

    @Test("A connected display is found on any permitted connector, also without modes")
    func connectedDisplay() {
        let device = SimulatedDRMDevice(
            makeCard {
                $0.connectors.append(SimulatedDRMDevice.ConnectorModel())
                $0.connectors[0].status = .notConnected
                $0.connectors[1].name = "HDMI-A-1"
            })
        func isConnected(_ criteria: DisplayCriteria = DisplayCriteria()) -> Bool {
            KMSDisplay.isConnected(for: criteria, on: device.list)
        }
        #expect(isConnected())
        #expect(isConnected(DisplayCriteria(connector: "HDMI-A-1")))
        #expect(!isConnected(DisplayCriteria(connector: "DSI-1")))
        // The kernel lists the modes when the DRM master probes the connector.
        device.card.connectors[1].modes = []
        #expect(isConnected())
        device.card.connectors[1].status = .notConnected
        #expect(!isConnected())
        #expect(device.takeCalls() == [])
    }

    @Test("Probing reports each card's features and drops DRM master")
    func probing() throws {
        let device = SimulatedDRMDevice(makeCard { $0.formats = ["RG16", "XR24"] })
        var cards = CardDiagnostics.all(for: DisplayCriteria(), on: device.list)
        var content = try #require(cards.first).content
        guard case .details(let details) = content else {
            Issue.record("\(content)")
            return
        }
        #expect(!device.isMaster)
        #expect(details.formats == ["RG16", "XR24"])
        #expect(details.isAtomic && details.hasDumbBuffers && details.competitors == nil)
        #expect(details.connectors.map(\.candidate.name) == ["DSI-1"])
        device.seizeMaster()
        cards = CardDiagnostics.all(for: DisplayCriteria(), on: device.list)
        content = try #require(cards.first).content
        guard case .details(let taken) = content else {
            Issue.record("\(content)")
            return
        }
        #expect(taken.competitors != nil)
    }
}
