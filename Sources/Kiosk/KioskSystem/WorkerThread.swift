import CTouchTrackerLinux
import Glibc

/// A thread that runs one task, such as disk access that must not block the main loop.
///
/// The thread blocks all signals except fault signals, so that the main loop receives the blocked
/// signals. After a fault on the thread, the console is restored as after a fault on the main
/// thread.
package final class WorkerThread {
    /// The name and the task of a thread, in an object that can be passed through
    /// `pthread_create(3)`.
    private final class Task {
        let name: String
        let body: @Sendable () -> Void

        init(_ name: String, _ body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }

    private var thread: pthread_t
    private var isJoined = false

    /// Starts a thread that runs `body`.
    ///
    /// The corresponding C function is `pthread_create(3)`.
    ///
    /// - Parameters:
    ///   - name: The thread's name in debuggers and in `ps -L`. The kernel uses the first 15 bytes.
    ///   - body: The task of the thread. `join()` and `deinit` wait until the task ends, so the
    ///     caller must have a way to end the task.
    /// - Throws: `LinuxError` if the thread cannot be created.
    package init(name: String, _ body: @escaping @Sendable () -> Void) throws(LinuxError) {
        let task = Unmanaged.passRetained(Task(name, body))
        var blocked = sigset_t()
        sigfillset(&blocked)
        for signal in CrashHandler.signals { sigdelset(&blocked, signal) }
        var previous = sigset_t()
        // The new thread inherits the signal mask of the calling thread.
        pthread_sigmask(SIG_SETMASK, &blocked, &previous)
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                let task = Unmanaged<Task>.fromOpaque(argument).takeRetainedValue()
                touchtracker_set_thread_name(task.name)
                CrashHandler.withSignalStack(task.body)
                return nil
            }, task.toOpaque())
        pthread_sigmask(SIG_SETMASK, &previous, nil)
        guard result == 0 else {
            task.release()
            throw LinuxError(operation: "pthread_create", code: Errno(rawValue: result))
        }
        self.thread = thread
    }

    /// Starts a thread that runs `body` with `value`, which is transferred to the thread.
    ///
    /// The corresponding C function is `pthread_create(3)`.
    ///
    /// - Parameters:
    ///   - name: The thread's name in debuggers and in `ps -L`. The kernel uses the first 15 bytes.
    ///   - value: The value to transfer. After the call, only the new thread may use the value.
    ///   - body: The task of the thread. `join()` and `deinit` wait until the task ends, so the
    ///     caller must have a way to end the task.
    /// - Throws: `LinuxError` if the thread cannot be created.
    package convenience init<Value>(
        name: String, transferring value: sending Value,
        _ body: @escaping @Sendable (Value) -> Void
    ) throws(LinuxError) {
        // `nonisolated(unsafe)` is safe here: `sending` guarantees that no other code can access
        // the value, and only the new thread receives it. Swift has no annotation to transfer a
        // capture into a Sendable closure.
        nonisolated(unsafe) let value = value
        try self.init(name: name) { body(value) }
    }

    deinit {
        join()
    }

    /// Waits until the task has ended. The caller may then read memory that the task has written.
    ///
    /// The corresponding C function is `pthread_join(3)`.
    package func join() {
        if isJoined { return }
        isJoined = true
        pthread_join(thread, nil)
    }
}
