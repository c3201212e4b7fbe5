import Glibc

/// What a service tells systemd (sd_notify(3)); without systemd nothing is said.
///
/// Reads the environment: the protocol hands its socket over there.
package struct ServiceManager: Sendable {
    private let address: LocalAddress?
    /// Within so many microseconds the manager wants a sign of life (`WatchdogSec=`), or it
    /// restarts the service; nil where it doesn't ask for any.
    package let watchdogMicroseconds: Int64?

    /// Speaks to the manager that started this process, if there is one.
    package init() {
        func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
        self.init(
            address: variable("NOTIFY_SOCKET"),
            watchdogMicroseconds: Self.watchdog(
                microseconds: variable("WATCHDOG_USEC"), process: variable("WATCHDOG_PID")))
    }

    /// Speaks to a socket; an address that begins with `@` is an abstract one, and one that is too long for
    /// a socket is none.
    package init(address: String?, watchdogMicroseconds: Int64? = nil) {
        self.address = address.flatMap { LocalAddress(path: $0) }
        self.watchdogMicroseconds = watchdogMicroseconds
    }

    /// What sd_watchdog_enabled(3) makes of the two variables: a child that inherited them isn't
    /// meant.
    package static func watchdog(microseconds: String?, process: String?) -> Int64? {
        guard let text = microseconds, let value = Int64(text), value > 0 else { return nil }
        if let process, Int32(process) != getpid() { return nil }
        return value
    }

    /// Whether a manager started this process as a service that tells it how it is (`Type=notify`).
    ///
    /// `$INVOCATION_ID` wouldn't tell: a login on a console inherits that of its getty.
    package var isPresent: Bool { address != nil }

    /// The service is up.
    package func notifyReady(status: String) {
        send("READY=1\nSTATUS=\(status)")
    }

    /// What the service is about, for `systemctl status`.
    package func notify(status: String) {
        send("STATUS=\(status)")
    }

    /// A sign of life.
    package func notifyWatchdog() {
        send("WATCHDOG=1")
    }

    /// The service is going down.
    package func notifyStopping() {
        send("STOPPING=1")
    }

    /// Says one state; a manager that isn't there any more is no reason to stop. A short one allocates nothing:
    /// signs of life are given all day.
    private func send(_ state: String) {
        guard let address else { return }
        let number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { return }
        let descriptor = OwnedDescriptor(owning: number)
        let socket = descriptor.number
        var state = state
        state.withUTF8 { bytes in
            _ = address.use {
                sendto(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL), $0, $1)
            }
        }
    }
}
