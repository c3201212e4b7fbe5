import Glibc

/// Threads that together perform one task at a time, such as painting the parts of a picture.
///
/// Between tasks the threads sleep without waking.
package final class ThreadTeam {
    /// The number of threads, including the one that calls `run(_:)`.
    package let count: Int
    private let exchange = Exchange()
    private var threads: [WorkerThread] = []

    /// Starts `count` − 1 threads.
    ///
    /// - Parameters:
    ///   - count: The number of threads, including the one that calls `run(_:)`; at least 1.
    ///   - name: The threads' name in debuggers and in `ps -L`.
    /// - Throws: `LinuxError` if a thread cannot be created.
    package init(count: Int, name: String) throws(LinuxError) {
        self.count = count
        for number in 1..<max(count, 1) {
            // An error deallocates the team, whose `deinit` ends the threads.
            threads.append(
                try WorkerThread(name: name) { [exchange] in exchange.work(onThread: number) })
        }
    }

    deinit {
        // The threads are joined when they are deallocated.
        exchange.end()
    }

    /// Calls `body` once on each thread, with the numbers 0..<`count`, and returns when all calls
    /// have returned. The calling thread has the number 0.
    ///
    /// The calls run at the same time, so no call may write memory that another one uses. `run`
    /// must not be called by two threads at the same time, nor by `body`.
    package func run(_ body: @escaping (_ thread: Int) -> Void) {
        exchange.begin(body, onThreads: threads.count)
        body(0)
        exchange.waitForEnd()
    }

    /// The number of processors that are online.
    ///
    /// The corresponding C function is `sysconf(3)`.
    package static var processorCount: Int {
        max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1)
    }

    /// The task that the threads exchange, protected by a mutex.
    ///
    /// The standard library's mutex has no condition variables.
    private final class Exchange: @unchecked Sendable {
        private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        private let hasBegun = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
        private let hasEnded = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
        // The mutex protects all following properties.
        private var body: ((_ thread: Int) -> Void)?
        /// The number of tasks that have begun.
        private var taskCount = 0
        /// The number of threads that have not finished the task.
        private var busyCount = 0
        private var isEnding = false

        init() {
            pthread_mutex_init(mutex, nil)
            pthread_cond_init(hasBegun, nil)
            pthread_cond_init(hasEnded, nil)
        }

        deinit {
            pthread_cond_destroy(hasEnded)
            pthread_cond_destroy(hasBegun)
            pthread_mutex_destroy(mutex)
            hasEnded.deallocate()
            hasBegun.deallocate()
            mutex.deallocate()
        }

        func begin(_ body: @escaping (_ thread: Int) -> Void, onThreads count: Int) {
            pthread_mutex_lock(mutex)
            self.body = body
            taskCount &+= 1
            busyCount = count
            pthread_cond_broadcast(hasBegun)
            pthread_mutex_unlock(mutex)
        }

        func waitForEnd() {
            pthread_mutex_lock(mutex)
            while busyCount > 0 { pthread_cond_wait(hasEnded, mutex) }
            body = nil
            pthread_mutex_unlock(mutex)
        }

        func end() {
            pthread_mutex_lock(mutex)
            isEnding = true
            pthread_cond_broadcast(hasBegun)
            pthread_mutex_unlock(mutex)
        }

        /// Performs all tasks until `end()` is called.
        func work(onThread number: Int) {
            var finishedCount = 0
            pthread_mutex_lock(mutex)
            while true {
                while taskCount == finishedCount, !isEnding { pthread_cond_wait(hasBegun, mutex) }
                if isEnding { break }
                finishedCount = taskCount
                let body = body
                pthread_mutex_unlock(mutex)
                body?(number)
                pthread_mutex_lock(mutex)
                busyCount -= 1
                if busyCount == 0 { pthread_cond_signal(hasEnded) }
            }
            pthread_mutex_unlock(mutex)
        }
    }
}
