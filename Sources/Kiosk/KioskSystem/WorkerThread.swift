import CTouchTrackerLinux
import Glibc

/// A second thread with one task, for what may wait for a disk. It gets no signals, which are the main
/// loop's, but those of its own faults: a crash here gives the console back, as one there does.
package final class WorkerThread {
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

    /// Starts a thread that runs `body`. Wraps `pthread_create(3)`.
    ///
    /// - Parameters:
    ///   - name: For debuggers and `ps -L`, its first 15 bytes.
    ///   - body: The task. Whoever starts it has to have a way to end it before `join()`.
    package init(name: String, _ body: @escaping @Sendable () -> Void) throws(LinuxError) {
        let task = Unmanaged.passRetained(Task(name, body))
        var blocked = sigset_t()
        sigfillset(&blocked)
        for signal in CrashHandler.signals { sigdelset(&blocked, signal) }
        var before = sigset_t()
        pthread_sigmask(SIG_SETMASK, &blocked, &before)
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                let task = Unmanaged<Task>.fromOpaque(argument).takeRetainedValue()
                touchtracker_name_thread(task.name)
                CrashHandler.guardThread(task.body)
                return nil
            }, task.toOpaque())
        pthread_sigmask(SIG_SETMASK, &before, nil)
        guard result == 0 else {
            task.release()
            throw LinuxError(operation: "pthread_create", code: Errno(rawValue: result))
        }
        self.thread = thread
    }

    /// Starts a thread that runs `body` on something that nobody else uses from then on.
    ///
    /// - Parameters:
    ///   - name: For debuggers and `ps -L`, its first 15 bytes.
    ///   - work: What is handed over.
    ///   - body: The task, as above.
    package convenience init<Work>(
        name: String, handing work: sending Work, _ body: @escaping @Sendable (Work) -> Void
    ) throws(LinuxError) {
        // It was sent here, so that nobody else has it, and the thread is all that gets it; only a
        // closure that captures it can't say so.
        nonisolated(unsafe) let work = work
        try self.init(name: name) { body(work) }
    }

    deinit {
        join()
    }

    /// Waits until the task is done; what it wrote can be read afterwards.
    package func join() {
        if isJoined { return }
        isJoined = true
        pthread_join(thread, nil)
    }
}
