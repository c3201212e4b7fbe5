import KioskInput
import KioskSystem
import Testing
import TouchKitContacts

@Suite("Evdev node")
struct EvdevNodeTests {
    private func refusal(_ path: String) -> LinuxError? {
        do {
            let node = try EvdevNode(path: path)
            Issue.record("\(path) is \(node.description.name)")
            return nil
        } catch {
            return error
        }
    }

    @Test("What isn't there, or is no evdev node, is refused with its path and the cause.")
    func refusals() {
        #expect(
            refusal("/dev/input/event9999")
                == LinuxError(operation: "open", code: .notFound, path: "/dev/input/event9999"))
        #expect(refusal("/dev/null")?.operation == "EVIOCGID")
        #expect(refusal("/dev/null")?.path == "/dev/null")
    }

    @Test("Of a node that udev doesn't know there are no properties.")
    func properties() {
        #expect(UdevProperties(node: "/dev/input/event9999").all.isEmpty)
    }
}
