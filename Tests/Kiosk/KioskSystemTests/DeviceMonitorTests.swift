import Glibc
import KioskSystem
import Testing

@Suite("Device monitor")
struct DeviceMonitorTests {
    @Test("Without hotplug events next() returns nil, and deinit closes the descriptor.")
    func noEvents() throws {
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
