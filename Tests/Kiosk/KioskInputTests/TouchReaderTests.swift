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
    private static let noPermission = "this user has no permission to open the node; "

    @Test(
        "The message contains the path, the cause and the remedy.",
        arguments: [
            (EACCES, "input", "\(noPermission)add the user to the group input"),
            (EACCES, "touch", "\(noPermission)add the user to the group touch"),
            (EACCES, nil, "\(noPermission)add the user to the group input"),
            (EACCES, "root", "\(noPermission)assign the node to the group input with a udev rule"),
            (
                EPERM, "input",
                "the service's device policy forbids access; "
                    + "add DeviceAllow=char-input rw to the unit"
            ),
            (EBUSY, "input", "another program has grabbed the device; stop that program"),
            (
                EMFILE, "input",
                "cannot open: Too many open files; see the kernel log (journalctl -k)"
            ),
        ] as [(Int32, String?, String)])
    func messages(code: Int32, group: String?, expected: String) {
        let failure = NodeOpenFailure(path: "/dev/input/event3", code: Errno(rawValue: code))
        #expect(failure.message(group: group) == "/dev/input/event3: \(expected)")
    }
}
