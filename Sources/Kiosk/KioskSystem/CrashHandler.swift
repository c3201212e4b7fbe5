import CTouchTrackerLinux
import Glibc
import Synchronization

/// The signal handler that restores the text console and its keyboard mode when a fault ends the
/// process, for example `SIGSEGV`, a failed precondition, or the watchdog's `SIGABRT`.
///
/// After the restoration, the signal has its default effect: the process ends, with a core dump if
/// core dumps are enabled.
enum CrashHandler {
    /// The file descriptor of the console to restore, or -1 if there is none.
    ///
    /// The signal handler may read only this variable and `keyboardMode`.
    private static let console = Atomic<Int32>(-1)
    /// The keyboard mode to restore, or -1 to leave the mode unchanged.
    private static let keyboardMode = Atomic<Int32>(-1)
    /// The signals after which the handler restores the console: signals whose default action ends
    /// the process with a core dump. Most of them are caused by faults.
    static let signals = [
        SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGQUIT, SIGSYS,
    ]

    /// Installs the handler for all signals in `signals`, to restore the console with the file
    /// descriptor `descriptor`.
    ///
    /// The corresponding C function is `sigaction(2)`.
    static func install(forConsole descriptor: Int32) {
        // The main thread's signal stack is never released.
        _ = installSignalStack()
        console.store(descriptor, ordering: .sequentiallyConsistent)
        for signal in signals {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { signal in CrashHandler.handle(signal) }
            // SA_RESETHAND restores the default action, so that the process ends when the handler
            // raises the signal again.
            action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | SA_ONSTACK | SA_NODEFER
            sigaction(signal, &action, nil)
        }
    }

    /// Runs `body` while the calling thread has an alternate signal stack, so that the signal
    /// handler also works after a stack overflow in `body`.
    static func withSignalStack(_ body: () -> Void) {
        let memory = installSignalStack()
        body()
        guard let memory else { return }
        var none = stack_t(ss_sp: nil, ss_flags: Int32(SS_DISABLE), ss_size: 0)
        sigaltstack(&none, nil)
        memory.deallocate()
    }

    /// Sets an alternate signal stack for the calling thread. The signal handler requires such a
    /// stack after a stack overflow.
    ///
    /// The corresponding C function is `sigaltstack(2)`.
    ///
    /// - Returns: The stack's memory, which the caller must deallocate, or `nil` if the stack
    ///   cannot be set.
    private static func installSignalStack() -> UnsafeMutableRawPointer? {
        let size = 64 * 1_024
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        var stack = stack_t(ss_sp: memory, ss_flags: 0, ss_size: size)
        if sigaltstack(&stack, nil) == 0 { return memory }
        memory.deallocate()
        return nil
    }

    /// Sets the keyboard mode that the signal handler restores together with the console.
    static func setKeyboardMode(_ mode: Int32) {
        keyboardMode.store(mode, ordering: .sequentiallyConsistent)
    }

    /// Restores the default actions of all signals in `signals`. Called when the console is
    /// restored without a fault.
    static func uninstall() {
        guard console.exchange(-1, ordering: .sequentiallyConsistent) >= 0 else { return }
        keyboardMode.store(-1, ordering: .sequentiallyConsistent)
        for number in signals { signal(number, SIG_DFL) }
    }

    /// Restores the console and raises `signal` again. Calls only async-signal-safe functions.
    private static func handle(_ signal: Int32) {
        let descriptor = console.load(ordering: .sequentiallyConsistent)
        if descriptor >= 0 {
            let mode = keyboardMode.load(ordering: .sequentiallyConsistent)
            VirtualTerminal.restore(descriptor, keyboardMode: mode)
        }
        raise(signal)
    }
}
