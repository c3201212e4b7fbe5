import Foundation
import KioskSystem
import Testing
import TouchTrackerTestSupport

@Suite("Systemd notifier")
struct SystemdNotifierTests {
    private let folder = TemporaryFolder()

    @Test(
        "Notifications are sent to a path or to an abstract socket.",
        arguments: [false, true])
    func sendsNotifications(isAbstract: Bool) throws {
        let path = isAbstract ? "@touchtracker-\(UUID().uuidString)" : "\(folder.path)/notify"
        let receiver = try NotificationReceiver(path)
        let notifier = SystemdNotifier(socketAddress: path)
        notifier.notifyReady(status: "drawing")
        #expect(receiver.next() == "READY=1\nSTATUS=drawing")
        notifier.notifyStopping()
        #expect(receiver.next() == "STOPPING=1")
        notifier.notify(status: "waiting")
        #expect(receiver.next() == "STATUS=waiting")
        notifier.notifyWatchdog()
        #expect(receiver.next() == "WATCHDOG=1")
        notifier.setWatchdogInterval(microseconds: 60_000_000)
        #expect(receiver.next() == "WATCHDOG_USEC=60000000\nWATCHDOG=1")
    }

    @Test("The watchdog interval applies only if systemd expects keep-alives from this process.")
    func watchdog() {
        func interval(_ microseconds: String?, _ processID: String?) -> Int64? {
            SystemdNotifier.watchdogInterval(microseconds: microseconds, processID: processID)
        }
        #expect(interval("10000000", nil) == 10_000_000)
        #expect(interval("10000000", "\(getpid())") == 10_000_000)
        // A child process inherits the variables, but is not subject to the watchdog.
        #expect(interval("10000000", "\(getppid())") == nil)
        #expect(interval("10000000", "no number") == nil)
        for invalid in [nil, "", "0", "-5", "soon", "99999999999999999999"] {
            #expect(interval(invalid, nil) == nil)
        }
    }

    @Test(
        "Without systemd, or with an invalid address, notifications have no effect.",
        arguments: [nil, "", "/nowhere/at/all", String(repeating: "x", count: 300)])
    func noSystemd(address: String?) {
        let notifier = SystemdNotifier(socketAddress: address)
        #expect(notifier.isEnabled == (address == "/nowhere/at/all"))
        notifier.notifyReady(status: "drawing")
    }
}
