import Foundation
import KioskSystem
import Testing

@Suite("Device monitor")
struct DeviceMonitorTests {
    @Test("Without hotplug events next() returns nil, and deinit closes the descriptor.")
    func noEvents() throws {
        var link = ""
        var socket: String?
        do {
            let monitor = try DeviceMonitor(subsystem: "drm")
            link = "/proc/self/fd/\(monitor.descriptor)"
            socket = try FileManager.default.destinationOfSymbolicLink(atPath: link)
            #expect(fcntl(monitor.descriptor, F_GETFD) & FD_CLOEXEC != 0)
            #expect(monitor.next() == nil)
        }
        // Another test may have opened a descriptor with the same number.
        #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: link)) != socket)
    }
}
