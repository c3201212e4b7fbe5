import KioskInput
import KioskSystem
import Testing
import TouchKitContacts

@Suite("Evdev node")
struct EvdevNodeTests {
    private func openError(_ path: String) -> LinuxError? {
        do {
            let node = try EvdevNode(path: path)
            Issue.record("opened \(path): \(node.description.name)")
            return nil
        } catch {
            return error
        }
    }

    @Test("A missing node and a node without evdev cause an error with path and cause.")
    func failures() {
        #expect(
            openError("/dev/input/event9999")
                == LinuxError(operation: "open", code: .notFound, path: "/dev/input/event9999"))
        #expect(openError("/dev/null")?.operation == "EVIOCGID")
        #expect(openError("/dev/null")?.path == "/dev/null")
    }

    @Test("A node that udev does not know has no properties.")
    func properties() {
        #expect(UdevProperties(node: "/dev/input/event9999").all.isEmpty)
    }
}
