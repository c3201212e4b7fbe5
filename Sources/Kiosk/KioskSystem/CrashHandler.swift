import CTouchTrackerLinux
import Glibc
import Synchronization

/// Gives the text console and its keyboard back when the process dies of a fault (`SIGSEGV`, a failed precondition,
/// the watchdog's `SIGABRT` …): nobody shall have to power-cycle a board to type.
///
/// The signal then does what it always does: the process ends by it, with a core if those are kept.
enum CrashHandler {
    /// The console's descriptor, or -1. The handler may read nothing but this and the next.
    private static let console = Atomic<Int32>(-1)
    /// What the kernel made of the console's keys before, or -1.
    private static let keyboard = Atomic<Int32>(-1)
    /// Signals that end a process at once and that no loop can read.
    static let signals = [
        SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGQUIT, SIGSYS,
    ]

    /// From now on a fault gives this console back.
    static func guardConsole(_ descriptor: Int32) {
        // This thread's is kept for ever.
        _ = makeStack()
        console.store(descriptor, ordering: .sequentiallyConsistent)
        for signal in signals {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { signal in CrashHandler.handle(signal) }
            // The second one, raised by the handler, ends the process.
            action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | SA_ONSTACK | SA_NODEFER
            sigaction(signal, &action, nil)
        }
    }

    /// Runs the task of a thread so that a fault in it, too, gives the console back: signals that no
    /// thread may block are delivered, on a stack of their own.
    static func guardThread(_ body: () -> Void) {
        let memory = makeStack()
        body()
        guard let memory else { return }
        var none = stack_t(ss_sp: nil, ss_flags: Int32(SS_DISABLE), ss_size: 0)
        sigaltstack(&none, nil)
        memory.deallocate()
    }

    /// Gives this thread a second stack: where the first one overflowed, the handler needs it.
    private static func makeStack() -> UnsafeMutableRawPointer? {
        let size = 64 * 1_024
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        var stack = stack_t(ss_sp: memory, ss_flags: 0, ss_size: size)
        if sigaltstack(&stack, nil) == 0 { return memory }
        memory.deallocate()
        return nil
    }

    /// From now on a fault gives the guarded console's keyboard back too.
    static func guardKeyboard(_ mode: Int32) {
        keyboard.store(mode, ordering: .sequentiallyConsistent)
    }

    /// The console was given back already.
    static func forgetConsole() {
        guard console.exchange(-1, ordering: .sequentiallyConsistent) >= 0 else { return }
        keyboard.store(-1, ordering: .sequentiallyConsistent)
        for number in signals { signal(number, SIG_DFL) }
    }

    private static func handle(_ signal: Int32) {
        let descriptor = console.load(ordering: .sequentiallyConsistent)
        if descriptor >= 0 {
            let mode = keyboard.load(ordering: .sequentiallyConsistent)
            VirtualTerminal.restore(descriptor, keyboardMode: mode)
        }
        raise(signal)
    }
}
