import KioskInput
import KioskSystem
import Testing
import TouchKitContacts
import TouchKitGeometry

/// What is said of an input device.
@Suite("Input report")
struct InputReportTests {
    typealias Axis = EvdevDescription.AbsoluteAxis

    static let panel = EvdevDescription(
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

    private func facts(_ keys: [String: String], refusal: Errno? = nil) -> InputReport.Facts {
        InputReport.Facts(
            node: "/dev/input/event3", name: "Panel",
            description: refusal == nil ? Self.panel : nil, properties: properties(keys),
            refusal: refusal, group: "input")
    }

    private func device(_ kind: InputDevice.Kind) -> InputDevice {
        InputDevice(
            id: DeviceID(rawValue: 1), name: "Panel", sysname: "event3", path: "/dev/input/event3",
            kind: kind, calibration: TouchCalibration(a: -1, b: 0, c: 1, d: 0, e: 1, f: 0),
            slotCount: 10)
    }

    private func line(_ facts: InputReport.Facts) -> String? {
        InputReport(facts).reason.map { $0.cause + ($0.remedy.map { "; \($0)" } ?? "") }
    }

    private static let touchscreen = ["ID_INPUT": "1", "ID_INPUT_TOUCHSCREEN": "1"]

    @Test("A touchscreen that the kiosk takes needs no words; its calibration is the kiosk's.")
    func touchscreen() {
        var facts = facts(Self.touchscreen)
        facts.taken = device(.touch)
        let report = InputReport(facts)
        #expect(report.kind == .touchscreen)
        #expect(report.use == .touch)
        #expect(report.reason == nil)
        #expect(report.seat == "seat0")
        #expect(report.calibration.a == -1)
        #expect(report.axisX?.maximum == 4_095)
        #expect(report.axisX?.millimetres == 157.5)
        #expect(report.axisY?.millimetres == nil)
    }

    @Test("A pointer and a touchpad are used, as one finger.")
    func pointers() {
        for (key, kind) in [
            ("ID_INPUT_MOUSE", InputReport.Kind.pointer), ("ID_INPUT_TOUCHPAD", .touchpad),
            ("ID_INPUT_POINTINGSTICK", .pointer),
        ] {
            var facts = facts(["ID_INPUT": "1", key: "1"])
            facts.taken = device(.pointer)
            #expect(InputReport(facts).kind == kind)
            #expect(InputReport(facts).use == .pointer)
            #expect(line(facts) == "used as one finger while its button is down")
        }
    }

    @Test("What is no touchscreen says what it is, and asks for no permission.")
    func others() {
        for (key, said) in [
            ("ID_INPUT_KEYBOARD", "not a touchscreen: a keyboard"),
            ("ID_INPUT_TABLET", "not a touchscreen: a tablet with a pen"),
            ("ID_INPUT_TABLET_PAD", "not a touchscreen: a tablet with a pen"),
            ("ID_INPUT_KEY", "not a touchscreen"), ("ID_INPUT_SWITCH", "not a touchscreen"),
        ] {
            var facts = facts(["ID_INPUT": "1", key: "1"], refusal: .permissionDenied)
            #expect(line(facts) == said)
            facts.refusal = nil
            facts.taken = device(.other)
            #expect(line(facts) == said)
            #expect(InputReport(facts).use == nil)
        }
    }

    @Test("A touchscreen that isn't taken says why: seat, udev's rules, permission, in that order.")
    func reasons() {
        var keys = Self.touchscreen
        #expect(
            line(facts(keys))
                == "libinput doesn't take it; libinput debug-events --verbose says why"
        )
        #expect(
            line(facts(keys, refusal: .permissionDenied))
                == "this user may not open it; add the user to the group input")
        keys["LIBINPUT_IGNORE_DEVICE"] = "1"
        #expect(
            line(facts(keys, refusal: .permissionDenied))
                == "a udev rule hides it from libinput; "
                + "take LIBINPUT_IGNORE_DEVICE out of that rule")
        keys["ID_SEAT"] = "seat1"
        #expect(
            line(facts(keys))
                == "it belongs to seat1, the kiosk reads seat0; "
                + "take ID_SEAT out of its udev rule (loginctl flush-devices)")
        #expect(InputReport(facts(keys)).seat == "seat1")
        keys = Self.touchscreen.merging(["LIBINPUT_IGNORE_DEVICE": "0"]) { $1 }
        #expect(line(facts(keys))?.hasPrefix("libinput doesn't take it") == true)
    }

    @Test("A device that udev hasn't classified says so, and is named by what it can do.")
    func unclassified() {
        var facts = facts([:])
        #expect(InputReport(facts).kind == .touchscreen)
        #expect(line(facts)?.hasPrefix("udev can't tell what it is") == true)
        facts.isInitialized = false
        #expect(
            line(facts) == "udev hasn't looked at it yet (no ID_INPUT); "
                + "is systemd-udevd running? then: udevadm trigger --subsystem-match=input")
        func kind(_ codes: [UInt16: [UInt16]], _ properties: [UInt16] = []) -> InputReport.Kind {
            facts.description?.codes = codes
            facts.description?.axes = [:]
            facts.description?.properties = properties
            return InputReport(facts).kind
        }
        #expect(kind([1: [0x14a]], [1]) == .touchscreen)
        #expect(kind([1: [0x14a]], [0]) == .touchpad)
        #expect(kind([1: [0x140, 0x14a]]) == .tablet)
        #expect(kind([1: [0x110], 2: [0, 1]]) == .pointer)
        #expect(kind([1: Array(1...0x30)]) == .keyboard)
        #expect(kind([1: [0x74]]) == .other)
    }

    @Test("Of udev's properties those that decide about touch are kept, in udev's order.")
    func properties() {
        let all = [
            "DEVNAME", "WL_OUTPUT", "ID_INPUT", "MAJOR", "LIBINPUT_CALIBRATION_MATRIX", "ID_PATH",
            "ID_SEAT", "ID_BUS",
        ]
        let kept = UdevProperties(all.map { UdevProperties.Property(key: $0, value: "1") }).forTouch
        #expect(
            kept.all.map(\.key) == [
                "WL_OUTPUT", "ID_INPUT", "LIBINPUT_CALIBRATION_MATRIX", "ID_PATH", "ID_SEAT",
            ])
        #expect(kept["MAJOR"] == nil)
    }
}

/// What is said of all of them together.
@Suite("Input inventory")
struct InputInventoryTests {
    private func report(
        _ kind: InputReport.Kind, use: InputDevice.Kind?, reason: InputReport.Reason? = nil
    ) -> InputReport {
        var report = InputReport(
            InputReport.Facts(node: "/dev/input/event1", name: "Some Device"))
        report.kind = kind
        report.use = use
        report.reason = reason
        return report
    }

    private func line(_ inventory: InputInventory) -> String? {
        inventory.reason.map { $0.cause + ($0.remedy.map { "; \($0)" } ?? "") }
    }

    @Test("With a touchscreen that is used, nothing is amiss.")
    func usable() {
        let devices = [report(.keyboard, use: nil), report(.touchscreen, use: .touch)]
        #expect(line(InputInventory(devices: devices)) == nil)
    }

    @Test("Without one: what to do, and that a mouse works meanwhile.")
    func missing() {
        #expect(
            line(InputInventory(devices: [report(.keyboard, use: nil)]))
                == "no touchscreen is plugged in; plug one in (a mouse works as one finger)")
        #expect(
            line(InputInventory(devices: [report(.pointer, use: .pointer)]))
                == "no touchscreen is plugged in; "
                + "plug one in; until then Some Device (/dev/input/event1) works as one finger")
    }

    @Test("A touchscreen that can't be used is no missing one: its own reason is told.")
    func refused() {
        let reason = InputReport.Reason("cause", "remedy")
        let devices = [
            report(.pointer, use: .pointer), report(.touchscreen, use: nil, reason: reason),
        ]
        #expect(line(InputInventory(devices: devices)) == "/dev/input/event1: cause; remedy")
        let error = InputError(cause: "udev can't be used", remedy: "is udev running?")
        #expect(
            line(InputInventory(devices: [], trouble: error))
                == "udev can't be used; is udev running?")
    }
}
