import Foundation
import Glibc
import KioskSystem
import Testing

@Suite("Service manager")
struct ServiceManagerTests {
    /// A local datagram socket that reads what a service says.
    private final class Listener {
        private let descriptor: OwnedDescriptor

        init(_ path: String) throws {
            descriptor = OwnedDescriptor(
                owning: socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0))
            let address = try #require(LocalAddress(path: path))
            let number = descriptor.number
            #expect(address.use { bind(number, $0, $1) } == 0)
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
    func speaks(prefix: String) throws {
        let name = "notify-\(getpid())-\(prefix.isEmpty ? "path" : "abstract")"
        let path = prefix + (prefix.isEmpty ? NSTemporaryDirectory() : "touchtracker-") + name
        defer { unlink(path) }
        let listener = try Listener(path)
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
