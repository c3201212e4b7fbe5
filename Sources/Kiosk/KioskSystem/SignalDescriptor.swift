import CTouchTrackerLinux
import Glibc

/// A file descriptor from which an event loop reads blocked signals.
package final class SignalDescriptor {
    /// A signal that an event loop can handle.
    package enum Signal: Sendable {
        /// `SIGTERM`: The service manager requests that the process exit.
        case terminate
        /// `SIGINT`: The user pressed Ctrl+C.
        case interrupt
        /// `SIGHUP`: The terminal was closed.
        case hangUp
        /// `SIGUSR1`: The kernel requests a VT switch away from the process's virtual terminal
        /// (`Console`).
        case consoleRelease
        /// `SIGUSR2`: The process's virtual terminal is active again (`Console`).
        case consoleAcquire

        /// The signals that request the process to exit.
        package static let exitRequests: [Signal] = [.terminate, .interrupt, .hangUp]

        /// The signal number.
        fileprivate var number: Int32 {
            switch self {
            case .terminate: SIGTERM
            case .interrupt: SIGINT
            case .hangUp: SIGHUP
            case .consoleRelease: SIGUSR1
            case .consoleAcquire: SIGUSR2
            }
        }

        /// Unblocks the signal and ends the process with the signal's default action, so that the
        /// parent process receives the signal as the exit reason.
        ///
        /// The corresponding C function is `raise(3)`.
        package func endProcess() -> Never {
            var set = SignalDescriptor.set(of: [self])
            Glibc.signal(number, SIG_DFL)
            pthread_sigmask(SIG_UNBLOCK, &set, nil)
            raise(number)
            // Reached only if the signal's default action does not end the process.
            _exit(128 + number)
        }
    }

    private let ownedDescriptor: OwnedDescriptor
    private let signals: [Signal]
    /// The calling thread's signal mask before this object was created.
    private var previousMask = sigset_t()

    /// The file descriptor that is readable while a signal is pending.
    package var descriptor: Int32 { ownedDescriptor.number }

    /// Blocks `signals` on the calling thread and opens a descriptor from which they can be read.
    ///
    /// The signals stay blocked as long as this object exists, so a second signal cannot interrupt
    /// the caller's cleanup. `deinit` discards pending signals that were not blocked before this
    /// initializer was called, and restores the previous signal mask. The corresponding C functions
    /// are `pthread_sigmask(3)` and `signalfd(2)`.
    package init(_ signals: [Signal]) throws(LinuxError) {
        self.signals = signals
        var set = SignalDescriptor.set(of: signals)
        var mask = sigset_t()
        ownedDescriptor = OwnedDescriptor(
            owning: try performSystemCall("signalfd") {
                signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
            })
        pthread_sigmask(SIG_BLOCK, &set, &mask)
        previousMask = mask
    }

    deinit {
        // A pending signal would end the process as soon as the signal is unblocked.
        var previousMask = previousMask
        var discarded = Self.set(
            of: signals.filter { sigismember(&previousMask, $0.number) == 0 })
        var noTimeout = timespec()
        while sigtimedwait(&discarded, nil, &noTimeout) > 0 {}
        pthread_sigmask(SIG_SETMASK, &previousMask, nil)
    }

    /// Blocks the signals in `Signal.exitRequests` on the calling thread, so that they stay pending
    /// until a `SignalDescriptor` reads them. New threads inherit the signal mask.
    ///
    /// The corresponding C function is `pthread_sigmask(3)`.
    package static func blockExitRequests() {
        changeExitRequestMask(SIG_BLOCK)
    }

    /// Unblocks the signals in `Signal.exitRequests` on the calling thread. The default action of a
    /// pending signal ends the process.
    ///
    /// The corresponding C function is `pthread_sigmask(3)`.
    package static func unblockExitRequests() {
        changeExitRequestMask(SIG_UNBLOCK)
    }

    private static func changeExitRequestMask(_ operation: Int32) {
        // An array would initialize much of the Swift runtime before the signals are blocked.
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGTERM)
        sigaddset(&set, SIGINT)
        sigaddset(&set, SIGHUP)
        pthread_sigmask(operation, &set, nil)
    }

    fileprivate static func set(of signals: [Signal]) -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal.number) }
        return set
    }

    /// Ignores `SIGPIPE`, so that writing to a pipe or socket without a reader fails with `EPIPE`
    /// instead of ending the process.
    ///
    /// The corresponding C function is `signal(2)`.
    package static func ignoreBrokenPipes() {
        signal(SIGPIPE, SIG_IGN)
    }

    /// Returns the next pending signal, or `nil` if there is none.
    ///
    /// The corresponding C function is `read(2)`.
    package func next() -> Signal? {
        var information = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        guard read(ownedDescriptor.number, &information, size) == size else { return nil }
        let number = Int32(truncatingIfNeeded: information.ssi_signo)
        return signals.first { $0.number == number }
    }
}
