import Glibc
import KioskSystem
import Testing

/// Tests run where there is no virtual terminal; what happens on one is tested on a board.
@Suite("Console")
struct ConsoleTests {
    @Test("Who runs on no virtual terminal has no console, and nothing to give back.")
    func none() throws {
        #expect(try Console() == nil)
        #expect(try Console.restoreText() == nil)
        #expect(try Console.restoreText(at: "/dev/null") == nil)
        #expect(throws: LinuxError.self) { try Console.restoreText(at: "/dev/nothing") }
    }
}

@Suite("Device monitor")
struct DeviceMonitorTests {
    @Test("It opens, says nothing where nothing happens, and closes what it opened.")
    func silent() throws {
        var number: Int32 = -1
        do {
            let monitor = try DeviceMonitor(subsystem: "drm")
            number = monitor.descriptor
            #expect(fcntl(number, F_GETFD) & FD_CLOEXEC != 0)
            #expect(monitor.next() == nil)
        }
        #expect(fcntl(number, F_GETFD) == -1)
    }
}
