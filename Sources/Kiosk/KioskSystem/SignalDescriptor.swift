import CTouchTrackerLinux
import Glibc

/// Signals that a loop reads instead of being interrupted by them.
package final class SignalDescriptor {
    /// A signal that a loop deals with in good order.
    package enum Signal: Sendable {
        /// `SIGTERM`: the service manager asks to stop.
        case terminate
        /// `SIGINT`: somebody typed Ctrl-C.
        case interrupt
        /// `SIGHUP`: the terminal has gone.
        case hangUp
        /// `SIGUSR1`: the kernel wants to show another virtual terminal (`Console`).
        case consoleRelease
        /// `SIGUSR2`: the process's virtual terminal is shown again (`Console`).
        case consoleAcquire

        fileprivate var number: Int32 {
            switch self {
            case .terminate: SIGTERM
            case .interrupt: SIGINT
            case .hangUp: SIGHUP
            case .consoleRelease: SIGUSR1
            case .consoleAcquire: SIGUSR2
            }
        }

        /// Ends the process by this signal, whoever has held it back, so that whoever started the process
        /// sees what ended it.
        package func endProcess() -> Never {
            var set = sigset_t()
            sigemptyset(&set)
            sigaddset(&set, number)
            Glibc.signal(number, SIG_DFL)
            pthread_sigmask(SIG_UNBLOCK, &set, nil)
            raise(number)
            // One that doesn't end a process.
            _exit(128 + number)
        }
    }

    private let owned: OwnedDescriptor
    private let signals: [Signal]
    private var previous = sigset_t()

    /// What the loop watches.
    package var descriptor: Int32 { owned.number }

    /// Keeps these signals from interrupting the thread; from now on they are read here.
    ///
    /// Wraps `pthread_sigmask(3)` and `signalfd(2)`. The mask is given back when the owner goes;
    /// what came until then and wasn't read is dropped, unless somebody held it back before, who reads
    /// it yet. So it has to outlive all that a second signal mustn't interrupt.
    package init(_ signals: [Signal]) throws(LinuxError) {
        self.signals = signals
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal.number) }
        var before = sigset_t()
        owned = OwnedDescriptor(
            owning: try checked("signalfd") {
                signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
            })
        pthread_sigmask(SIG_BLOCK, &set, &before)
        previous = before
    }

    deinit {
        // A signal that still waits would end the process as soon as it is let through.
        var dropped = sigset_t()
        sigemptyset(&dropped)
        for signal in signals where sigismember(&previous, signal.number) == 0 {
            sigaddset(&dropped, signal.number)
        }
        var atOnce = timespec()
        while sigtimedwait(&dropped, nil, &atOnce) > 0 {}
        pthread_sigmask(SIG_SETMASK, &previous, nil)
    }

    /// From now on, writing to a pipe or socket whose reader has gone fails instead of ending the
    /// process: whoever only listened to the log mustn't take the screen down with him.
    package static func ignoreBrokenPipes() {
        signal(SIGPIPE, SIG_IGN)
    }

    /// The next signal that came, if any.
    package func next() -> Signal? {
        var information = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        guard read(owned.number, &information, size) == size else { return nil }
        let number = Int32(truncatingIfNeeded: information.ssi_signo)
        return signals.first { $0.number == number }
    }
}
