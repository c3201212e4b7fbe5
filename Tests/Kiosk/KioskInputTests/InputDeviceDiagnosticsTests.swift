import KioskInput
import KioskSystem
import Testing
import TouchKitContacts
import TouchKitGeometry

@Suite("Input device diagnostics")
struct InputDeviceDiagnosticsTests {
    typealias Axis = EvdevDescription.AbsoluteAxis

    static let touchscreenDescription = EvdevDescription(
        name: "Panel",
        identity: EvdevDescription.Identity(bus: 3, vendor: 1, product: 2, version: 3),
        codes: [0: [0], 1: [0x14a], 3: [0, 1, 0x2f, 0x35, 0x36, 0x39]],
        axes: [
            0: Axis(minimum: 0, maximum: 1), 1: Axis(minimum: 0, maximum: 1),
            0x2f: Axis(minimum: 0, maximum: 9),
            0x35: Axis(minimum: 0, maximum: 4_095, resolution: 26),
            0x36: Axis(minimum: 0, maximum: 4_095, resolution: 0),
            0x39: Axis(minimum: 0, maximum: 65_535),
        ], properties: [1])

    private func properties(_ keys: [String: String]) -> UdevProperties {
        UdevProperties(
            keys.sorted { $0.key < $1.key }.map {
                UdevProperties.Property(key: $0.key, value: $0.value)
            })
    }

    private func probe(
        _ keys: [String: String], openError: Errno? = nil
    ) -> InputDeviceDiagnostics.ProbeResult {
        InputDeviceDiagnostics.ProbeResult(
            node: "/dev/input/event3", name: "Panel",
            description: openError == nil ? Self.touchscreenDescription : nil,
            properties: properties(keys),
            openError: openError, group: "input")
    }

    private func device(_ kind: InputDevice.Kind) -> InputDevice {
        InputDevice(
            id: DeviceID(rawValue: 1), name: "Panel", path: "/dev/input/event3",
            kind: kind, calibration: TouchCalibration(a: -1, b: 0, c: 1, d: 0, e: 1, f: 0),
            slotCount: 10)
    }

    private func reason(_ probe: InputDeviceDiagnostics.ProbeResult) -> String? {
        InputDeviceDiagnostics(probe).reason.map { $0.cause + ($0.remedy.map { "; \($0)" } ?? "") }
    }

    private static let touchscreen = ["ID_INPUT": "1", "ID_INPUT_TOUCHSCREEN": "1"]

    @Test("A touchscreen in use has no reason and the kiosk's calibration.")
    func touchscreen() {
        var result = probe(Self.touchscreen)
        result.inputDevice = device(.touch)
        let diagnostics = InputDeviceDiagnostics(result)
        #expect(diagnostics.kind == .touchscreen)
        #expect(diagnostics.use == .touch)
        #expect(diagnostics.reason == nil)
        #expect(diagnostics.seat == "seat0")
        #expect(diagnostics.calibration.a == -1)
        #expect(diagnostics.axisX?.maximum == 4_095)
        #expect(diagnostics.axisX?.millimeters == 157.5)
        #expect(diagnostics.axisY?.millimeters == nil)
    }

    @Test("A mouse and a touchpad are used as pointers.")
    func pointers() {
        for (key, kind) in [
            ("ID_INPUT_MOUSE", InputDeviceDiagnostics.Kind.pointer),
            ("ID_INPUT_TOUCHPAD", .touchpad),
            ("ID_INPUT_POINTINGSTICK", .pointer),
        ] {
            var result = probe(["ID_INPUT": "1", key: "1"])
            result.inputDevice = device(.pointer)
            #expect(InputDeviceDiagnostics(result).kind == kind)
            #expect(InputDeviceDiagnostics(result).use == .pointer)
            #expect(reason(result) == "used as one finger while its button is down")
        }
    }

    @Test("The reason of another device is its kind, not a missing permission.")
    func others() {
        for (key, expected) in [
            ("ID_INPUT_KEYBOARD", "not a touchscreen: a keyboard"),
            ("ID_INPUT_TABLET", "not a touchscreen: a tablet with a pen"),
            ("ID_INPUT_TABLET_PAD", "not a touchscreen: a tablet with a pen"),
            ("ID_INPUT_KEY", "not a touchscreen"), ("ID_INPUT_SWITCH", "not a touchscreen"),
        ] {
            var result = probe(["ID_INPUT": "1", key: "1"], openError: .permissionDenied)
            #expect(reason(result) == expected)
            result.openError = nil
            result.inputDevice = device(.other)
            #expect(reason(result) == expected)
            #expect(InputDeviceDiagnostics(result).use == nil)
        }
    }

    @Test("The reasons of an unused touchscreen are ordered: seat, udev rule, permission.")
    func reasons() {
        var keys = Self.touchscreen
        #expect(
            reason(probe(keys))
                == "libinput does not accept the device; see the output of libinput debug-events --verbose"
        )
        #expect(
            reason(probe(keys, openError: .permissionDenied))
                == "this user has no permission to open the node; add the user to the group input")
        keys["LIBINPUT_IGNORE_DEVICE"] = "1"
        #expect(
            reason(probe(keys, openError: .permissionDenied))
                == "a udev rule hides the device from libinput; "
                + "remove LIBINPUT_IGNORE_DEVICE from that rule")
        keys["ID_SEAT"] = "seat1"
        #expect(
            reason(probe(keys))
                == "the device belongs to seat1, the kiosk reads seat0; "
                + "remove ID_SEAT from the device's udev rule (loginctl flush-devices)")
        #expect(InputDeviceDiagnostics(probe(keys)).seat == "seat1")
        keys = Self.touchscreen.merging(["LIBINPUT_IGNORE_DEVICE": "0"]) { $1 }
        #expect(reason(probe(keys))?.hasPrefix("libinput does not accept the device") == true)
    }

    @Test("A device that udev has not classified is classified by its event codes.")
    func unclassified() {
        var result = probe([:])
        #expect(InputDeviceDiagnostics(result).kind == .touchscreen)
        #expect(reason(result)?.hasPrefix("udev has not classified the device") == true)
        result.isInitialized = false
        #expect(
            reason(result) == "udev has not processed the device yet (no ID_INPUT); "
                + "check that systemd-udevd runs; then: udevadm trigger --subsystem-match=input")
        func kind(_ codes: [UInt16: [UInt16]], _ properties: [UInt16] = [])
            -> InputDeviceDiagnostics.Kind
        {
            result.description?.codes = codes
            result.description?.axes = [:]
            result.description?.properties = properties
            return InputDeviceDiagnostics(result).kind
        }
        #expect(kind([1: [0x14a]], [1]) == .touchscreen)
        #expect(kind([1: [0x14a]], [0]) == .touchpad)
        #expect(kind([1: [0x140, 0x14a]]) == .tablet)
        #expect(kind([1: [0x110], 2: [0, 1]]) == .pointer)
        #expect(kind([1: Array(1...0x30)]) == .keyboard)
        #expect(kind([1: [0x74]]) == .other)
    }

    @Test("forTouch contains the properties that affect touch input, in udev's order.")
    func properties() {
        let all = [
            "DEVNAME", "WL_OUTPUT", "ID_INPUT", "MAJOR", "LIBINPUT_CALIBRATION_MATRIX", "ID_PATH",
            "ID_SEAT", "ID_BUS",
        ]
        let touchProperties = UdevProperties(
            all.map { UdevProperties.Property(key: $0, value: "1") }
        ).forTouch
        #expect(
            touchProperties.all.map(\.key) == [
                "WL_OUTPUT", "ID_INPUT", "LIBINPUT_CALIBRATION_MATRIX", "ID_PATH", "ID_SEAT",
            ])
        #expect(touchProperties["MAJOR"] == nil)
    }
}

@Suite("Input inventory")
struct InputInventoryTests {
    private func device(
        _ kind: InputDeviceDiagnostics.Kind, use: InputDevice.Kind?,
        reason: InputDeviceDiagnostics.Reason? = nil
    ) -> InputDeviceDiagnostics {
        var diagnostics = InputDeviceDiagnostics(
            InputDeviceDiagnostics.ProbeResult(node: "/dev/input/event1", name: "Some Device"))
        diagnostics.kind = kind
        diagnostics.use = use
        diagnostics.reason = reason
        return diagnostics
    }

    private func reasonText(_ inventory: InputInventory) -> String? {
        inventory.reason.map { $0.cause + ($0.remedy.map { "; \($0)" } ?? "") }
    }

    @Test("With a touchscreen in use there is no reason.")
    func usable() {
        let devices = [device(.keyboard, use: nil), device(.touchscreen, use: .touch)]
        #expect(reasonText(InputInventory(devices: devices)) == nil)
    }

    @Test("Without a touchscreen the remedy mentions a mouse.")
    func missing() {
        #expect(
            reasonText(InputInventory(devices: [device(.keyboard, use: nil)]))
                == "no touchscreen is plugged in; plug one in (a mouse works as one finger)")
        #expect(
            reasonText(InputInventory(devices: [device(.pointer, use: .pointer)]))
                == "no touchscreen is plugged in; "
                + "plug one in; until then Some Device (/dev/input/event1) works as one finger")
    }

    @Test("The reason of an unused touchscreen takes precedence over a missing one.")
    func unused() {
        let reason = InputDeviceDiagnostics.Reason("cause", "remedy")
        let devices = [
            device(.pointer, use: .pointer), device(.touchscreen, use: nil, reason: reason),
        ]
        #expect(reasonText(InputInventory(devices: devices)) == "/dev/input/event1: cause; remedy")
        let error = InputError(cause: "cannot use udev", remedy: "check that systemd-udevd runs")
        #expect(
            reasonText(InputInventory(devices: [], error: error))
                == "cannot use udev; check that systemd-udevd runs")
    }
}
