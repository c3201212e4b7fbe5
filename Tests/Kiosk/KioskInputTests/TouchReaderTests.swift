import Glibc
import KioskInput
import KioskSystem
import Testing

@Suite("Touch reader")
struct TouchReaderTests {
    @Test("A machine without touch devices is no error: they may come later.")
    func withoutDevices() throws {
        let reader = try TouchReader(log: Log())
        try reader.dispatch { _ in }
        #expect(reader.descriptor >= 0)
    }

    @Test("It can be suspended and resumed, again and again, with nothing plugged in.")
    func suspending() throws {
        let reader = try TouchReader(log: Log())
        for _ in 0..<3 {
            reader.suspend()
            try reader.dispatch { _ in }
            try reader.resume()
            try reader.dispatch { _ in }
        }
    }

    @Test("One device that isn't there, or is none, is named with its cause and its remedy.")
    func oneDevice() throws {
        func error(_ path: String) -> String? {
            do {
                _ = try TouchReader(grabbing: path, log: Log())
                return nil
            } catch {
                return "\(error)"
            }
        }
        for path in ["/dev/input/event-of-nobody", "/dev/null", "/", ""] {
            #expect(
                error(path) == "touch input: \(path) can't be read as a touch device; "
                    + "touchtracker devices lists those that can")
        }
    }

    @Test("A seat that nobody has is an idle one, not an error: udev may fill it.")
    func otherSeat() throws {
        let reader = try TouchReader(seat: "seat-of-nobody", log: Log())
        try reader.dispatch { _ in Issue.record("an event of a seat without devices") }
    }
}

@Suite("Refused node")
struct RefusedNodeTests {
    private func line(_ code: Int32, group: String?) -> String {
        RefusedNode(path: "/dev/input/event3", code: Errno(rawValue: code)).complaint(group: group)
    }

    @Test("Each refusal is told with its cause and its remedy, in one line.")
    func lines() {
        #expect(
            line(EACCES, group: "input")
                == "/dev/input/event3: this user may not open it; add the user to the group input")
        #expect(
            line(EACCES, group: "touch")
                == "/dev/input/event3: this user may not open it; add the user to the group touch")
        #expect(
            line(EACCES, group: nil)
                == "/dev/input/event3: this user may not open it; add the user to the group input")
        #expect(
            line(EACCES, group: "root")
                == "/dev/input/event3: this user may not open it; "
                + "let a udev rule give it to the group input")
        #expect(
            line(EPERM, group: "input")
                == "/dev/input/event3: the service's device policy forbids it; "
                + "its unit needs DeviceAllow=char-input rw")
        #expect(
            line(EBUSY, group: "input")
                == "/dev/input/event3: another program keeps it for itself; stop that program")
        #expect(
            line(EMFILE, group: "input")
                == "/dev/input/event3: it can't be opened: Too many open files; "
                + "see the kernel's log (journalctl -k)")
    }
}
