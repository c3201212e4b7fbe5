import Glibc

/// Sends the service's state to systemd with the protocol of sd_notify(3). Sends nothing if systemd
/// did not start the process.
package struct SystemdNotifier: Sendable {
    private let address: UnixSocketAddress?
    /// The interval within which systemd requires a watchdog keep-alive (`WatchdogSec=`), in
    /// microseconds, or `nil` if systemd requires none.
    package let watchdogMicroseconds: Int64?

    /// Creates a notifier.
    ///
    /// - Parameters:
    ///   - socketAddress: The value of `NOTIFY_SOCKET`, or `nil` without systemd. A leading `@`
    ///     denotes an abstract address. An address that is too long for a socket counts as `nil`.
    ///   - watchdogMicroseconds: The watchdog interval, or `nil` for none.
    package init(socketAddress: String?, watchdogMicroseconds: Int64? = nil) {
        address = socketAddress.flatMap { UnixSocketAddress(path: $0) }
        self.watchdogMicroseconds = watchdogMicroseconds
    }

    /// Returns the watchdog interval that applies to this process, in microseconds, or `nil`.
    ///
    /// A child process that inherited the variables of a service is not subject to the watchdog.
    /// The corresponding C function is `sd_watchdog_enabled(3)`.
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
    /// `INVOCATION_ID` would not be sufficient, because a login shell inherits it from its getty.
    package var isEnabled: Bool { address != nil }

    /// Notifies systemd that the service is ready, with a status for `systemctl status`.
    package func notifyReady(status: String) {
        send("READY=1\nSTATUS=\(status)")
    }

    /// Sends the status that `systemctl status` shows.
    package func notify(status: String) {
        send("STATUS=\(status)")
    }

    /// Sends a watchdog keep-alive.
    package func notifyWatchdog() {
        send("WATCHDOG=1")
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
        let number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { return }
        let descriptor = OwnedDescriptor(owning: number)
        let socket = descriptor.number
        var message = message
        message.withUTF8 { bytes in
            _ = address.withSocketAddress {
                sendto(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL), $0, $1)
            }
        }
    }
}
