import Glibc
import KioskSystem
import Synchronization
import Testing

@Suite("Worker thread")
struct WorkerThreadTests {
    @Test("Only fault signals are unblocked, and the thread has a signal stack.")
    func signals() throws {
        let unblocked = Mutex<[Int32]>([])
        let hasStack = Mutex(false)
        let thread = try WorkerThread(name: "signals") {
            var blocked = sigset_t()
            pthread_sigmask(SIG_BLOCK, nil, &blocked)
            let signals = (1..<32).filter {
                $0 != SIGKILL && $0 != SIGSTOP && sigismember(&blocked, $0) == 0
            }
            unblocked.withLock { $0 = signals }
            var stack = stack_t()
            sigaltstack(nil, &stack)
            hasStack.withLock { $0 = stack.ss_flags & Int32(SS_DISABLE) == 0 }
        }
        thread.join()
        let faults = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGQUIT, SIGSYS]
        #expect(unblocked.withLock { $0 } == faults.sorted())
        #expect(hasStack.withLock { $0 })
    }
}
