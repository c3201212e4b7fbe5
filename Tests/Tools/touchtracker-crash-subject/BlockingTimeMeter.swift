import Glibc

/// Measures how long the thread was blocked: neither running nor waiting in the run queue for a
/// processor. The rest is waiting for a disk, a lock or another thread.
final class BlockingTimeMeter {
    /// The file descriptor of the thread's scheduling statistics, or -1 if the kernel has none.
    private let scheduleStatistics: Int32
    private var startTime: Int64 = 0
    private var startCPUTime: Int64 = 0
    private var startQueueTime: Int64 = 0
    private var voluntarySwitches = 0
    private var majorFaults = 0

    /// Creates a meter for the calling thread; only that thread may use it.
    init() {
        // proc_pid_schedstat: time on a processor, time in a run queue, both in nanoseconds.
        scheduleStatistics = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC)
        begin()
    }

    deinit {
        if scheduleStatistics >= 0 { close(scheduleStatistics) }
    }

    /// Whether the kernel reports the time in the run queue.
    var isKnown: Bool { scheduleStatistics >= 0 }

    /// Starts a measurement.
    func begin() {
        startTime = Self.nanoseconds(CLOCK_MONOTONIC)
        startCPUTime = Self.nanoseconds(CLOCK_THREAD_CPUTIME_ID)
        startQueueTime = runQueue()
        let usage = Self.usage()
        voluntarySwitches = usage.ru_nvcsw
        majorFaults = usage.ru_majflt
    }

    /// Returns the time for which the thread was blocked since `begin()`, in microseconds.
    func end() -> Int64 {
        // A stopped virtual machine distorts the times, but a blocked thread always gives up the
        // processor voluntarily.
        let usage = Self.usage()
        if usage.ru_nvcsw == voluntarySwitches { return 0 }
        // Major page faults are reads of swapped-out memory, which are not caused by this program.
        if usage.ru_majflt != majorFaults { return 0 }
        let computed = Self.nanoseconds(CLOCK_THREAD_CPUTIME_ID) - startCPUTime
        let queued = runQueue() - startQueueTime
        let passed = Self.nanoseconds(CLOCK_MONOTONIC) - startTime
        return max(0, passed - computed - queued) / 1_000
    }

    private static func usage() -> rusage {
        var usage = rusage()
        // RUSAGE_THREAD, which needs _GNU_SOURCE.
        getrusage(1, &usage)
        return usage
    }

    private static func nanoseconds(_ clock: Int32) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    private func runQueue() -> Int64 {
        if scheduleStatistics < 0 { return 0 }
        return withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { bytes in
            let count = pread(scheduleStatistics, bytes.baseAddress, bytes.count, 0)
            var word = 0
            var value: Int64 = 0
            for byte in bytes.prefix(max(0, count)) {
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"):
                    if word == 1 { value = value * 10 + Int64(byte - UInt8(ascii: "0")) }
                default:
                    word += 1
                }
            }
            return value
        }
    }
}
