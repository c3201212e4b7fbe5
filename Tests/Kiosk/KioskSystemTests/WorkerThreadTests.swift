import Glibc
import KioskSystem
import Synchronization
import Testing

@Suite("Worker thread")
struct WorkerThreadTests {
    @Test("Signals of its own faults are delivered, on a second stack; all others are blocked.")
    func signals() throws {
        let open = Mutex<[Int32]>([])
        let hasStack = Mutex(false)
        let thread = try WorkerThread(name: "signals") {
            var blocked = sigset_t()
            pthread_sigmask(SIG_BLOCK, nil, &blocked)
            let delivered = (1..<32).filter {
                $0 != SIGKILL && $0 != SIGSTOP && sigismember(&blocked, $0) == 0
            }
            open.withLock { $0 = delivered }
            var stack = stack_t()
            sigaltstack(nil, &stack)
            hasStack.withLock { $0 = stack.ss_flags & Int32(SS_DISABLE) == 0 }
        }
        thread.join()
        let faults = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGQUIT, SIGSYS]
        #expect(open.withLock { $0 } == faults.sorted())
        #expect(hasStack.withLock { $0 })
    }
}
