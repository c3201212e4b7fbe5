import Foundation
import KioskDisplay
import KioskInput
import KioskRuntime
import KioskSystem
import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport
import touchtracker

/// What `touchtracker devices` prints, for made-up machines.
@Suite("Devices report")
struct DevicesReportTests {
    private static func card(master: FileHolders? = nil) -> CardReport {
        let modes = [
            CardListing.Mode(DisplayMode(width: 800, height: 480), isPreferred: true),
            CardListing.Mode(DisplayMode(width: 640, height: 480)),
        ]
        return CardReport(
            path: "/dev/dri/card1", name: "/dev/dri/by-path/platform-gpu-card",
            content: .parts(
                CardReport.Parts(
                    driver: "vc4",
                    connectors: [
                        CardReport.Connector(name: "HDMI-A-1", connection: .notConnected),
                        CardReport.Connector(
                            name: "DSI-1", connection: .connected, panelOrientation: .rightUp,
                            modes: modes),
                    ], formats: ["XR24", "RG16"], master: master)))
    }

    private static func mouse(_ name: String) -> InputReport {
        InputReport(
            InputReport.Facts(
                node: "/dev/input/event0", name: name,
                properties: UdevProperties([
                    UdevProperties.Property(key: "ID_INPUT", value: "1"),
                    UdevProperties.Property(key: "ID_INPUT_MOUSE", value: "1"),
                ]),
                taken: InputDevice(
                    id: DeviceID(rawValue: 1), name: name, sysname: "event0",
                    path: "/dev/input/event0", kind: .pointer)))
    }

    private static let noBacklight = BacklightReport.Ability.cannot(
        cause: "no backlight", remedy: "buy one")

    private static func report(
        master: FileHolders? = nil, devices: [InputReport] = [],
        backlight: BacklightReport = BacklightReport(
            dims: .can(name: "10-0045", how: "31 steps"),
            goesOff: .can(name: "10-0045", how: "by bl_power"))
    ) -> DevicesReport {
        DevicesReport(
            display: DisplayInventory(DisplayRequest(), cards: [card(master: master)]),
            backlight: backlight, input: InputInventory(devices: devices))
    }

    @Test("What would be used is marked; everything else has its reason; the end sums it up.")
    func text() {
        let holders = FileHolders(found: [FileHolders.Holder(name: "sway", process: 7)])
        #expect(
            Self.report(master: holders, devices: [Self.mouse("Mouse")]).text == """
                Displays
                  /dev/dri/card1, driver vc4, /dev/dri/by-path/platform-gpu-card
                    another program holds the display: sway (process 7); stop it first, for instance with systemctl stop touchtracker
                     HDMI-A-1  not connected; plug a display in
                  -> DSI-1     connected, panel right side up: 800x480@60
                      modes   800x480@60 (preferred), 640x480@60
                      formats XR24, RG16

                Screen care
                  -> dim-after            10-0045, 31 steps
                  -> backlight-off-after  10-0045, by bl_power
                  -> screen-off-after     DSI-1, in an atomic commit

                Input devices
                  -> /dev/input/event0  Mouse, pointer
                       used as one finger while its button is down

                display: /dev/dri/by-path/platform-gpu-card: another program holds the display: sway (process 7); stop it first, for instance with systemctl stop touchtracker
                touch:   no touchscreen is plugged in; plug one in; until then Mouse (/dev/input/event0) works as one finger

                """)
    }

    @Test("A machine with nothing gets two lines that say what to do.")
    func nothing() {
        let report = DevicesReport(
            display: DisplayInventory(DisplayRequest(), cards: []),
            backlight: BacklightReport(dims: Self.noBacklight, goesOff: Self.noBacklight),
            input: InputInventory(devices: []))
        #expect(!report.isUsable)
        #expect(
            report.text.contains(
                """
                Screen care
                     dim-after            no backlight; buy one
                     backlight-off-after  no backlight; buy one
                     screen-off-after     there is no display that would be used; see above

                """))
        #expect(
            report.text.hasSuffix(
                """
                display: /dev/dri: this machine has no graphics card; connect a display, or draw in memory with --display headless:800x480
                touch:   no touchscreen is plugged in; plug one in (a mouse works as one finger)

                """))
    }

    @Test("A device's name begins no line and commands no terminal.")
    func names() {
        let text = Self.report(devices: [Self.mouse("A\nB\u{1B}[2JC")]).text
        #expect(text.contains("  -> /dev/input/event0  A B [2JC, pointer\n"))
    }

    @Test("JSON tells the same, and who holds the display only where that is known.")
    func json() throws {
        func read(_ report: DevicesReport) throws -> [String: Any] {
            try #require(
                try JSONSerialization.jsonObject(with: Data(report.json.text.utf8))
                    as? [String: Any])
        }
        let holders = FileHolders(found: [FileHolders.Holder(name: "sway", process: 7)])
        let all = try read(Self.report(master: holders, devices: [Self.mouse("A\nB")]))
        let display = try #require(all["display"] as? [String: Any])
        #expect(display["usable"] as? Bool == false)
        #expect(display["connector"] as? String == "DSI-1")
        #expect(display["mode"] as? String == "800x480@60")
        #expect(display["format"] as? String == "xrgb8888")
        let card = try #require((all["cards"] as? [[String: Any]])?.first)
        #expect(card["openedBy"] as? NSArray == [["name": "sway", "process": 7]])
        #expect(card["formats"] as? [String] == ["XR24", "RG16"])
        let connectors = try #require(card["connectors"] as? [[String: Any]])
        #expect(connectors.map { $0["wouldBeUsed"] as? Bool } == [false, true])
        #expect(connectors.map { $0["connection"] as? String } == ["not connected", "connected"])
        #expect(connectors[1]["panelOrientation"] as? String == "Right Side Up")
        #expect((connectors[1]["modes"] as? [Any])?.count == 2)
        let device = try #require((all["inputDevices"] as? [[String: Any]])?.first)
        #expect(device["name"] as? String == "A\nB")
        #expect(device["usedAs"] as? String == "pointer")
        #expect(device["x"] is NSNull)
        let care = try #require(all["screenCare"] as? [String: [String: Any]])
        #expect(care["dim"]?["possible"] as? Bool == true)
        #expect(care["backlightOff"]?["how"] as? String == "by bl_power")
        #expect(care["screenOff"]?["device"] as? String == "DSI-1")
        let unknown = try read(
            Self.report(
                master: FileHolders(isComplete: false),
                backlight: BacklightReport(dims: Self.noBacklight, goesOff: Self.noBacklight)))
        let dim = (unknown["screenCare"] as? [String: [String: Any]])?["dim"]
        #expect(dim?["possible"] as? Bool == false && dim?["cause"] as? String == "no backlight")
        let held = try #require((unknown["cards"] as? [[String: Any]])?.first)
        #expect(held["canBeMastered"] as? Bool == false)
        #expect(held["openedBy"] is NSNull)
    }

    /// A panel that udev corrects, at a place that has a name.
    private static let panel = InputReport(
        InputReport.Facts(
            node: "/dev/input/event1", name: "Panel",
            taken: InputDevice(
                id: DeviceID(rawValue: 1), name: "Panel", sysname: "event1",
                path: "/dev/input/event1", kind: .touch,
                calibration: TouchCalibration(a: -1, b: 0, c: 1, d: 0, e: 1, f: 0),
                key: DeviceKey(bus: 3, vendor: 1, product: 2, path: "usb-1"))))

    @Test("A calibration says where it comes from; one that was found on the board comes first.")
    @MainActor
    func calibrations() throws {
        let folder = try TemporaryFolder()
        func report() -> DevicesReport {
            DevicesReport(
                display: DisplayInventory(DisplayRequest(), cards: []),
                backlight: BacklightReport(dims: Self.noBacklight, goesOff: Self.noBacklight),
                input: InputInventory(devices: [Self.panel]), kept: KeptTouch(folder: folder.path)
            )
        }
        func device() throws -> [String: Any] {
            let all = try JSONSerialization.jsonObject(with: Data(report().json.text.utf8))
            return try #require(
                ((all as? [String: Any])?["inputDevices"] as? [[String: Any]])?.first)
        }
        #expect(report().text.contains("calibration -1 0 1 0 1 0\n"))
        #expect(try device()["calibrationFrom"] as? String == "udev")
        let kept = KeptCalibrations(file: "\(folder.path)/\(CalibrationFile.name)")
        _ = kept.keep(
            TouchCalibration(a: 0, b: 1, c: 0, d: -1, e: 0, f: 1),
            for: Self.panel.key, name: "Panel")
        kept.finishWriting()
        #expect(report().text.contains("calibration 0 1 0 -1 0 1 (found on the board)\n"))
        #expect(try device()["calibrationFrom"] as? String == "board")
        #expect(try device()["calibration"] as? [Double] == [0, 1, 0, -1, 0, 1])
        try folder.write("devices: 5", to: CalibrationFile.name)
        #expect(report().text.contains("calibration -1 0 1 0 1 0\n"))
        #expect(
            report().text.contains(
                "calibrations that were found on the board aren't known: \(folder.path)/"))
    }

    @Test("Words that don't fit a line go on below the first of them.")
    func wrapping() {
        let words = (1...40).map { "800x\($0)@60" }
        let lines = DevicesReport.list("    modes ", words)
        #expect(lines.count > 3)
        #expect(lines.allSatisfy { $0.count <= 100 })
        #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("          800x") })
        #expect(
            lines.joined(separator: " ").split(separator: " ").dropFirst()
                == words.joined(separator: ", ").split(separator: " ")[...])
    }
}
