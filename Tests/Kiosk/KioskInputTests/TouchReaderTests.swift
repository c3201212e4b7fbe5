import Glibc
import KioskInput
import KioskSystem
import Testing

@Suite("Touch reader")
struct TouchReaderTests {
    @Test("A machine without touch devices causes no error.")
    func withoutDevices() throws {
        let reader = try TouchReader(log: Log())
        try reader.dispatch { _ in }
        #expect(reader.descriptor >= 0)
    }

    @Test("A reader without devices can be suspended and resumed repeatedly.")
    func suspending() throws {
        let reader = try TouchReader(log: Log())
        for _ in 0..<3 {
            reader.suspend()
            try reader.dispatch { _ in }
            try reader.resume()
            try reader.dispatch { _ in }
        }
    }

    @Test("A missing or unsuitable single device causes an error with a remedy.")
    func oneDevice() throws {
        func error(_ path: String) -> String? {
            do {
                _ = try TouchReader(grabbing: path, log: Log())
                return nil
            } catch {
                return "\(error)"
            }
        }
        for path in ["/dev/input/event-missing", "/dev/null", "/", ""] {
            #expect(
                error(path) == "touch input: \(path): libinput does not accept the device; "
                    + "run touchtracker devices to list the usable devices")
        }
    }

    @Test("An unknown seat causes no error, because udev may assign devices to the seat.")
    func otherSeat() throws {
        let reader = try TouchReader(seat: "unknown-seat", log: Log())
        try reader.dispatch { _ in Issue.record("an event of a seat without devices") }
    }
}

@Suite("Node open failure")
struct NodeOpenFailureTests {
    private func message(_ code: Int32, group: String?) -> String {
        NodeOpenFailure(path: "/dev/input/event3", code: Errno(rawValue: code))
            .message(group: group)
    }

    @Test("The message contains the path, the cause and the remedy.")
    func messages() {
        #expect(
            message(EACCES, group: "input")
                == "/dev/input/event3: this user has no permission to open the node; "
                + "add the user to the group input")
        #expect(
            message(EACCES, group: "touch")
                == "/dev/input/event3: this user has no permission to open the node; "
                + "add the user to the group touch")
        #expect(
            message(EACCES, group: nil)
                == "/dev/input/event3: this user has no permission to open the node; "
                + "add the user to the group input")
        #expect(
            message(EACCES, group: "root")
                == "/dev/input/event3: this user has no permission to open the node; "
                + "assign the node to the group input with a udev rule")
        #expect(
            message(EPERM, group: "input")
                == "/dev/input/event3: the service's device policy forbids access; "
                + "add DeviceAllow=char-input rw to the unit")
        #expect(
            message(EBUSY, group: "input")
                == "/dev/input/event3: another program has grabbed the device; stop that program")
        #expect(
            message(EMFILE, group: "input")
                == "/dev/input/event3: cannot open: Too many open files; "
                + "see the kernel log (journalctl -k)")
    }
}
