import Foundation
import Testing
import TouchTrackerTestSupport

/// Tests the script that binds touchscreen drivers again, in folders that stand for sysfs.
@Suite("Rebind script")
struct RebindScriptTests {
    private static let script = Repository.root.appendingPathComponent(
        "board/package/rootfs/usr/libexec/touchtracker/rebind-touchscreens")
    private let folder = TemporaryFolder()

    init() throws {
        try folder.makeFolder("bus/i2c/devices")
    }

    private func addDevice(_ id: String, name: String) throws {
        try folder.write("\(name)\n", to: "bus/i2c/devices/\(id)/name")
    }

    private func addDriver(_ driver: String, boundTo id: String? = nil) throws {
        let path = "bus/i2c/drivers/\(driver)"
        for attribute in ["bind", "unbind"] { try folder.write("", to: "\(path)/\(attribute)") }
        if let id { try folder.makeFolder("\(path)/\(id)") }
    }

    private func run() throws -> Program {
        try Program.run([Self.script.path, folder.path], executable: "/bin/sh")
    }

    @Test("A bound touchscreen is unbound and bound, other devices are left alone")
    func bound() throws {
        try addDevice("11-005d", name: "gt911")
        try addDevice("11-0045", name: "touchscreen-panel-regulator-v2")
        try addDriver("Goodix-TS", boundTo: "11-005d")
        let program = try run()
        #expect(program.status == 0)
        #expect(program.output == "touchscreen 11-005d: bound to Goodix-TS\n")
        #expect(try folder.text("bus/i2c/drivers/Goodix-TS/unbind") == "11-005d\n")
        #expect(try folder.text("bus/i2c/drivers/Goodix-TS/bind") == "11-005d\n")
    }

    @Test("A touchscreen whose driver failed at the start is only bound")
    func failed() throws {
        try addDevice("10-0038", name: "edt-ft5406")
        try addDriver("edt_ft5x06")
        #expect(try run().status == 0)
        #expect(try folder.text("bus/i2c/drivers/edt_ft5x06/unbind") == "")
        #expect(try folder.text("bus/i2c/drivers/edt_ft5x06/bind") == "10-0038\n")
    }

    @Test("Without a touchscreen of a known driver, the script exits with 69 and one line")
    func none() throws {
        #expect(try run().status == 69)
        try addDevice("1-0050", name: "24c32")
        try addDevice("11-005d", name: "gt911")
        let program = try run()
        #expect(program.status == 69)
        #expect(program.errors.split(separator: "\n").count == 1)
    }

    @Test("A driver that refuses the device is reported with 74")
    func refused() throws {
        try addDevice("11-005d", name: "gt911")
        try addDriver("Goodix-TS")
        try FileManager.default.removeItem(
            atPath: "\(folder.path)/bus/i2c/drivers/Goodix-TS/bind")
        try folder.makeFolder("bus/i2c/drivers/Goodix-TS/bind")
        let program = try run()
        #expect(program.status == 74)
        #expect(program.errors.contains("touchscreen 11-005d: cannot be bound to Goodix-TS"))
    }
}
