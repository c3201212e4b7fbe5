import Foundation
import KioskDisplay
import KioskInput
import KioskRuntime
import KioskSystem
import KioskYAML
import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerTestSupport

/// Tests the output of `touchtracker devices` for simulated machines.
@Suite("Devices report")
struct DevicesReportTests {
    private static func card(competitors: OpenFileProcesses? = nil) -> CardDiagnostics {
        let modes = [
            CardCandidate.Mode(DisplayMode(width: 800, height: 480), isPreferred: true),
            CardCandidate.Mode(DisplayMode(width: 640, height: 480)),
        ]
        return CardDiagnostics(
            path: "/dev/dri/card1", name: "/dev/dri/by-path/platform-gpu-card",
            content: .details(
                CardDiagnostics.Details(
                    driver: "vc4",
                    connectors: [
                        CardDiagnostics.Connector(name: "HDMI-A-1", status: .notConnected),
                        CardDiagnostics.Connector(
                            name: "DSI-1", status: .connected, panelOrientation: .rightUp,
                            modes: modes),
                    ], formats: ["XR24", "RG16"], competitors: competitors)))
    }

    private static func mouse(_ name: String) -> InputDeviceDiagnostics {
        InputDeviceDiagnostics(
            InputDeviceDiagnostics.ProbeResult(
                node: "/dev/input/event0", name: name,
                properties: UdevProperties([
                    UdevProperties.Property(key: "ID_INPUT", value: "1"),
                    UdevProperties.Property(key: "ID_INPUT_MOUSE", value: "1"),
                ]),
                inputDevice: InputDevice(
                    id: DeviceID(rawValue: 1), name: name, path: "/dev/input/event0",
                    kind: .pointer)))
    }

    private static let noBacklight = BacklightReport.Availability.unavailable(
        cause: "no backlight", remedy: "buy one")

    private static func report(
        _ criteria: DisplayCriteria = DisplayCriteria(),
        competitors: OpenFileProcesses? = nil, devices: [InputDeviceDiagnostics] = [],
        kioskDisplay: String? = nil,
        backlight: BacklightReport = BacklightReport(
            dimming: .available(name: "10-0045", method: "31 steps"),
            switchingOff: .available(name: "10-0045", method: "by bl_power"))
    ) -> DevicesReport {
        DevicesReport(
            display: DisplayInventory(criteria, cards: [card(competitors: competitors)]),
            backlight: backlight, input: InputInventory(devices: devices),
            kioskDisplay: kioskDisplay)
    }

    @Test("Selected devices are marked, all others have a reason, and the end is a summary")
    func text() {
        let holders = OpenFileProcesses(processes: [OpenFileProcesses.Process(name: "sway", id: 7)])
        #expect(
            Self.report(competitors: holders, devices: [Self.mouse("Mouse")]).text == """
                Displays
                  /dev/dri/card1, driver vc4, /dev/dri/by-path/platform-gpu-card
                    another program holds the display: sway (process 7); stop it first, for instance with systemctl stop touchtracker
                     HDMI-A-1  not connected; connect a display
                  -> DSI-1     connected, panel right side up: 800x480@60
                      modes   800x480@60 (preferred), 640x480@60
                      formats XR24, RG16

                Screen power
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

    @Test("Without devices, two lines name the remedies")
    func nothing() {
        let report = DevicesReport(
            display: DisplayInventory(DisplayCriteria(), cards: []),
            backlight: BacklightReport(dimming: Self.noBacklight, switchingOff: Self.noBacklight),
            input: InputInventory(devices: []))
        #expect(!report.isUsable)
        #expect(
            report.text.contains(
                """
                Screen power
                     dim-after            no backlight; buy one
                     backlight-off-after  no backlight; buy one
                     screen-off-after     no usable display; see above

                """))
        #expect(
            report.text.hasSuffix(
                """
                display: /dev/dri: this machine has no graphics card; connect a display, or draw in memory with --display headless:800x480
                touch:   no touchscreen is plugged in; plug one in (a mouse works as one finger)

                """))
    }

    @Test("Control characters in a device's name are removed")
    func names() {
        let text = Self.report(devices: [Self.mouse("A\nB\u{1B}[2JC")]).text
        #expect(text.contains("  -> /dev/input/event0  A B [2JC, pointer\n"))
    }

    @Test("JSON has the same content, and the display's user only if it is known")
    func json() throws {
        func read(_ report: DevicesReport) throws -> [String: Any] {
            try jsonObject(report.json.text)
        }
        let holders = OpenFileProcesses(processes: [OpenFileProcesses.Process(name: "sway", id: 7)])
        let all = try read(Self.report(competitors: holders, devices: [Self.mouse("A\nB")]))
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
        let screenPower = try #require(all["screenCare"] as? [String: [String: Any]])
        #expect(screenPower["dim"]?["possible"] as? Bool == true)
        #expect(screenPower["backlightOff"]?["how"] as? String == "by bl_power")
        #expect(screenPower["screenOff"]?["device"] as? String == "DSI-1")
        let unknown = try read(
            Self.report(
                competitors: OpenFileProcesses(isComplete: false),
                backlight: BacklightReport(
                    dimming: Self.noBacklight, switchingOff: Self.noBacklight)))
        let dim = (unknown["screenCare"] as? [String: [String: Any]])?["dim"]
        #expect(dim?["possible"] as? Bool == false && dim?["cause"] as? String == "no backlight")
        let held = try #require((unknown["cards"] as? [[String: Any]])?.first)
        #expect(held["canBeMastered"] as? Bool == false)
        #expect(held["openedBy"] is NSNull)
    }

    @Test("Beside the running kiosk, the display is usable; a foreign program still holds it")
    func besideKiosk() throws {
        let kiosk = OpenFileProcesses(
            processes: [OpenFileProcesses.Process(name: "touchtracker", id: 7)])
        let beside = Self.report(
            competitors: kiosk, devices: [Self.touchscreen],
            kioskDisplay: "/dev/dri/card1 DSI-1 800x480@60 xrgb8888")
        #expect(beside.isUsable)
        #expect(beside.text.contains("\n    the kiosk draws on this card\n"))
        #expect(!beside.text.contains("another program"))
        #expect(
            beside.text.contains(
                "display: used by the kiosk, which draws on /dev/dri/card1 DSI-1 800x480@60"))
        #expect(try isUsedByKiosk(beside))
        // Without a touchscreen, a healthy kiosk is not usable.
        #expect(
            !Self.report(
                competitors: kiosk, kioskDisplay: "/dev/dri/card1 DSI-1 800x480@60 xrgb8888"
            ).isUsable)
        let other = Self.report(competitors: kiosk, devices: [Self.touchscreen])
        #expect(!other.isUsable)
        #expect(other.text.contains("another program holds the display: touchtracker (process 7)"))
        #expect(try !isUsedByKiosk(other))
    }

    @Test("Beside a kiosk on another card, a format that the display lacks is an error")
    func missingFormatBesideKiosk() {
        let report = Self.report(
            DisplayCriteria(format: .argb8888), devices: [Self.touchscreen],
            kioskDisplay: "/dev/dri/card0 HDMI-A-1 800x480@60 xrgb8888")
        #expect(!report.isUsable)
        #expect(report.text.contains("DSI-1: it has no format argb8888; use one of"))
        #expect(!report.text.contains("used by the kiosk"))
    }

    private func isUsedByKiosk(_ report: DevicesReport) throws -> Bool {
        let json = try jsonObject(report.json.text)
        let display = try #require(json["display"] as? [String: Any])
        return try #require(display["usedByKiosk"] as? Bool)
    }

    /// A touchscreen with a calibration by udev, at a named connector.
    private static let touchscreen = InputDeviceDiagnostics(
        InputDeviceDiagnostics.ProbeResult(
            node: "/dev/input/event1", name: "Panel",
            inputDevice: InputDevice(
                id: DeviceID(rawValue: 1), name: "Panel", path: "/dev/input/event1",
                kind: .touch,
                calibration: TouchCalibration(a: -1, b: 0, c: 1, d: 0, e: 1, f: 0),
                key: DeviceKey(bus: 3, vendor: 1, product: 2, path: "usb-1"))))

    @Test("A calibration is printed with its source, and one made on the board takes precedence")
    @MainActor
    func calibrations() throws {
        let folder = TemporaryFolder()
        func report() -> DevicesReport {
            DevicesReport(
                display: DisplayInventory(DisplayCriteria(), cards: []),
                backlight: BacklightReport(
                    dimming: Self.noBacklight, switchingOff: Self.noBacklight),
                input: InputInventory(devices: [Self.touchscreen]),
                calibrations: StoredCalibrations(folder: folder.path)
            )
        }
        func device() throws -> [String: Any] {
            let all = try jsonObject(report().json.text)
            return try #require((all["inputDevices"] as? [[String: Any]])?.first)
        }
        #expect(report().text.contains("calibration -1 0 1 0 1 0\n"))
        #expect(try device()["calibrationFrom"] as? String == "udev")
        let store = CalibrationStore(file: "\(folder.path)/\(CalibrationFile.name)")
        _ = store.store(
            TouchCalibration(a: 0, b: 1, c: 0, d: -1, e: 0, f: 1),
            for: Self.touchscreen.key, name: "Panel")
        store.finishWriting()
        #expect(report().text.contains("calibration 0 1 0 -1 0 1 (found on the board)\n"))
        #expect(try device()["calibrationFrom"] as? String == "board")
        #expect(try device()["calibration"] as? [Double] == [0, 1, 0, -1, 0, 1])
        try folder.write("devices: 5", to: CalibrationFile.name)
        #expect(report().text.contains("calibration -1 0 1 0 1 0\n"))
        #expect(
            report().text.contains(
                "calibrations made on the board cannot be read: \(folder.path)/"))
    }

    @Test("The poll interval of a polled touchscreen is printed, with its effect")
    func polling() throws {
        var device = Self.touchscreen
        device.sampling = .polled(TouchPolling(milliseconds: 17, range: 0...17))
        let report = Self.report(devices: [device])
        #expect(
            report.text.contains(
                "       polled every 17 ms: adds up to 17 ms of latency; touch-poll-ms: 8 halves it\n"
            ))
        let all = try jsonObject(report.json.text)
        let entry = (all["inputDevices"] as? [[String: Any]])?.first
        #expect(
            entry?["polling"] as? [String: Int]
                == ["milliseconds": 17, "minimum": 0, "maximum": 17])
        #expect(!Self.report(devices: [Self.touchscreen]).text.contains("polled"))
    }

    @Test("Long lists are wrapped below their first element")
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
