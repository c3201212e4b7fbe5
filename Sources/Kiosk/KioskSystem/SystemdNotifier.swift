import Glibc

/// A sender of the service's state to systemd, with the protocol that sd_notify(3) documents. If
/// systemd expects no notifications from the process, the methods have no effect.
package struct SystemdNotifier: Sendable {
    private let address: UnixSocketAddress?
    /// The interval within which systemd requires a watchdog keep-alive (`WatchdogSec=`), in
    /// microseconds, or `nil` if systemd requires no keep-alives.
    package let watchdogMicroseconds: Int64?

    /// Creates a notifier.
    ///
    /// - Parameters:
    ///   - socketAddress: The value of `NOTIFY_SOCKET`, or `nil` if the variable is not set. A
    ///     leading `@` denotes an abstract address. An address that is too long for a socket is
    ///     treated as `nil`.
    ///   - watchdogMicroseconds: The watchdog interval in microseconds, or `nil` if systemd
    ///     requires no keep-alives.
    package init(socketAddress: String?, watchdogMicroseconds: Int64? = nil) {
        address = socketAddress.flatMap { UnixSocketAddress(path: $0) }
        self.watchdogMicroseconds = watchdogMicroseconds
    }

    /// Returns the watchdog interval for this process in microseconds, or `nil` if systemd requires
    /// no keep-alives from this process.
    ///
    /// A child process inherits the environment variables of a service, but systemd requires no
    /// keep-alives from the child. The corresponding C function is `sd_watchdog_enabled(3)`.
    ///
    /// - Parameters:
    ///   - microseconds: The value of `WATCHDOG_USEC`, or `nil` if it is not set.
    ///   - processID: The value of `WATCHDOG_PID`, or `nil` if it is not set.
    package static func watchdogInterval(microseconds: String?, processID: String?) -> Int64? {
        guard let text = microseconds, let value = Int64(text), value > 0 else { return nil }
        if let processID, Int32(processID) != getpid() { return nil }
        return value
    }

    /// Whether systemd started this process as a service of `Type=notify`.
    ///
    /// The value depends on `NOTIFY_SOCKET` and not on `INVOCATION_ID`, because a login shell
    /// inherits `INVOCATION_ID` from the getty service.
    package var isEnabled: Bool { address != nil }

    /// Notifies systemd that the service is ready, and sends the status text that `systemctl
    /// status` shows.
    package func notifyReady(status: String) {
        send("READY=1\nSTATUS=\(status)")
    }

    /// Sends the status text that `systemctl status` shows.
    package func notify(status: String) {
        send("STATUS=\(status)")
    }

    /// Sends a watchdog keep-alive to systemd.
    package func notifyWatchdog() {
        send("WATCHDOG=1")
    }

    /// Sends a watchdog keep-alive, and sets the interval within which systemd requires the next
    /// ones, in microseconds.
    package func setWatchdogInterval(microseconds: Int64) {
        send("WATCHDOG_USEC=\(microseconds)\nWATCHDOG=1")
    }

    /// Notifies systemd that the service is stopping.
    package func notifyStopping() {
        send("STOPPING=1")
    }

    /// Sends one message and ignores errors, so that the kiosk works without systemd.
    ///
    /// A message of at most 15 bytes, such as the keep-alive, does not allocate. The corresponding
    /// C function is `sendto(2)`.
    private func send(_ message: String) {
        guard let address else { return }
        let rawDescriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard rawDescriptor >= 0 else { return }
        let descriptor = OwnedDescriptor(owning: rawDescriptor)
        let socket = descriptor.number
        var message = message
        message.withUTF8 { bytes in
            _ = address.withSocketAddress {
                sendto(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL), $0, $1)
            }
        }
    }
}
