import KioskInput
import KioskSystem
import Testing
import TouchKitContacts
import TouchTrackerTestSupport

/// Tests how the sampling of touchscreens is read from sysfs, in trees of real boards.
@Suite("Touch sampling in sysfs")
struct TouchSamplingTests {
    private static let goodix = "11-005d Goodix Capacitive TouchScreen"
    private let folder = TemporaryFolder()

    init() throws {
        try addDevice("event0", name: Self.goodix, bus: "0018")
    }

    private func addDevice(_ event: String, name: String, bus: String) throws {
        let device = "sys/class/input/\(event)/device"
        try folder.write("\(name)\n", to: "\(device)/name")
        try folder.write("\(bus)\n", to: "\(device)/id/bustype")
        try folder.write("2\n", to: "\(device)/properties")
    }

    private func addPolling() throws {
        for (attribute, value) in [("poll", "17"), ("min", "0"), ("max", "17")] {
            try folder.write("\(value)\n", to: "sys/class/input/event0/device/\(attribute)")
        }
    }

    /// Adds the device's node in the device tree.
    private func addDeviceTree(properties: [String]) throws {
        let tree = "sys/class/input/event0/device/device/of_node"
        for property in properties { try folder.write("x", to: "\(tree)/\(property)") }
    }

    private func sampling(name: String = goodix, bus: UInt16 = 0x18) -> TouchSampling {
        TouchSampling(
            node: "/dev/input/event0", name: name, bus: bus,
            files: SystemFiles(root: folder.path))
    }

    @Test("The attributes of the input poller give the interval and its range")
    func attribute() throws {
        try addPolling()
        try addDeviceTree(properties: ["reg"])
        #expect(sampling() == .polled(TouchPolling(milliseconds: 17, range: 0...17)))
    }

    @Test("Without the attribute, a device tree without interrupts means a fixed interval")
    func deviceTree() throws {
        try addDeviceTree(properties: ["compatible", "reg"])
        #expect(sampling() == .polled(TouchPolling(milliseconds: 17)))
    }

    @Test(
        "An interrupt in the device tree means that the driver does not poll",
        arguments: ["interrupts", "interrupts-extended"])
    func interrupt(property: String) throws {
        try addDeviceTree(properties: ["compatible", property])
        #expect(sampling() == .interrupts)
    }

    @Test("Without attribute and device tree, the driver's name decides")
    func nameOnly() {
        #expect(
            sampling() == .polledIfRegular(TouchPolling(milliseconds: 17, range: 0...17)))
        #expect(sampling(name: "Panel", bus: 3) == .interrupts)
    }

    @Test("Invalid attributes are ignored, and polling that is off counts as no polling")
    func invalid() throws {
        try addPolling()
        try addDeviceTree(properties: ["interrupts"])
        for text in ["0", "", "quick", "-1"] {
            try folder.write("\(text)\n", to: "sys/class/input/event0/device/poll")
            #expect(sampling() == .interrupts, "\(text)")
        }
        try folder.write("17\n", to: "sys/class/input/event0/device/poll")
        try folder.write("20\n", to: "sys/class/input/event0/device/min")
        #expect(sampling() == .polled(TouchPolling(milliseconds: 17)))
    }

    @Test("All touchscreens are listed as udev has classified them, with their USB devices")
    func list() throws {
        try addPolling()
        try addDevice("event10", name: "adc-keys", bus: "0019")
        try folder.write("0\n", to: "sys/class/input/event10/device/properties")
        try addDevice("event2", name: "Goodix Active Pen", bus: "0018")
        try folder.write("13:66\n", to: "sys/class/input/event2/dev")
        try addDevice("event3", name: "USB Panel", bus: "0003")
        try folder.write("13:67\n", to: "sys/class/input/event3/dev")
        try folder.write("222a\n", to: "sys/class/input/event3/device/idVendor")
        try folder.write("E:ID_INPUT=1\nE:ID_INPUT_TABLET=1\n", to: "run/udev/data/c13:66")
        try folder.write("I:1\nE:ID_INPUT_TOUCHSCREEN=1\n", to: "run/udev/data/c13:67")
        try folder.makeFolder("sys/class/input/mouse0")
        let found = ConnectedTouchscreen.all(in: SystemFiles(root: folder.path))
        #expect(found.map(\.name) == [Self.goodix, "USB Panel"])
        #expect(
            found.map(\.sampling) == [
                .polled(TouchPolling(milliseconds: 17, range: 0...17)), .interrupts,
            ])
        #expect(found.map(\.usbDevice) == [nil, "/sys/class/input/event3/device"])
    }
}
