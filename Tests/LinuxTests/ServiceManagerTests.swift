import Foundation
import Glibc
import Linux
import Testing

@Suite("Service manager")
struct ServiceManagerTests {
    /// A local datagram socket that reads what a service says.
    private final class Listener {
        private let descriptor: OwnedDescriptor

        init(_ path: String) {
            descriptor = OwnedDescriptor(
                owning: socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0))
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            let bytes = Array(path.utf8)
            withUnsafeMutableBytes(of: &address.sun_path) { target in
                target.copyBytes(from: bytes)
                if bytes[0] == UInt8(ascii: "@") { target[0] = 0 }
            }
            let length = socklen_t(2 + bytes.count)
            let number = descriptor.number
            _ = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(number, $0, length)
                }
            }
        }

        func next() -> String {
            var bytes = [UInt8](repeating: 0, count: 512)
            let count = recv(descriptor.number, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
        }
    }

    @Test(
        "It says that it is ready, and that it stops, to a path or to an abstract socket.",
        arguments: ["", "@"])
    func speaks(prefix: String) {
        let name = "notify-\(getpid())-\(prefix.isEmpty ? "path" : "abstract")"
        let path = prefix + (prefix.isEmpty ? NSTemporaryDirectory() : "touchtracker-") + name
        defer { unlink(path) }
        let listener = Listener(path)
        let service = ServiceManager(address: path)
        service.notifyReady(status: "drawing")
        #expect(listener.next() == "READY=1\nSTATUS=drawing")
        service.notifyStopping()
        #expect(listener.next() == "STOPPING=1")
        service.notify(status: "waiting")
        #expect(listener.next() == "STATUS=waiting")
        service.notifyWatchdog()
        #expect(listener.next() == "WATCHDOG=1")
    }

    @Test("Signs of life are owed where the manager asks this very process for them.")
    func watchdog() {
        func interval(_ microseconds: String?, _ process: String?) -> Int64? {
            ServiceManager.watchdog(microseconds: microseconds, process: process)
        }
        #expect(interval("10000000", nil) == 10_000_000)
        #expect(interval("10000000", "\(getpid())") == 10_000_000)
        // A child that inherited the variables isn't meant.
        #expect(interval("10000000", "\(getppid())") == nil)
        #expect(interval("10000000", "nobody") == nil)
        for nonsense in [nil, "", "0", "-5", "soon", "99999999999999999999"] {
            #expect(interval(nonsense, nil) == nil)
        }
    }

    @Test(
        "Without a manager, or with an address that is none, nothing is said and nothing breaks.",
        arguments: [nil, "", "/nowhere/at/all", String(repeating: "x", count: 300)])
    func staysSilent(address: String?) {
        ServiceManager(address: address).notifyReady(status: "drawing")
    }
}
