import Glibc

/// How long this thread slept though it had work: neither computing, nor waiting for a processor that
/// others had. What is left is waiting for a disk, a lock or another thread.
final class LoopWaits {
    /// The thread's account of itself; negative where the kernel keeps none.
    private let file: Int32
    private var wall: Int64 = 0
    private var computing: Int64 = 0
    private var queueing: Int64 = 0
    private var pauses = 0
    private var pagesRead = 0

    /// Looks at the calling thread, which has to be the one that asks.
    init() {
        // proc_pid_schedstat: time on a processor, time in a run queue, both in nanoseconds.
        file = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC)
        begin()
    }

    deinit {
        if file >= 0 { close(file) }
    }

    /// Whether the kernel says how long a processor was waited for.
    var isKnown: Bool { file >= 0 }

    /// There is work from now on.
    func begin() {
        wall = Self.nanoseconds(CLOCK_MONOTONIC)
        computing = Self.nanoseconds(CLOCK_THREAD_CPUTIME_ID)
        queueing = runQueue()
        let usage = Self.usage()
        pauses = usage.ru_nvcsw
        pagesRead = usage.ru_majflt
    }

    /// The microseconds slept since `begin`.
    func end() -> Int64 {
        // A virtual machine that doesn't run has times of which its kernel knows nothing; but whoever sleeps
        // gives the processor away.
        let usage = Self.usage()
        if usage.ru_nvcsw == pauses { return 0 }
        // Memory that the machine had taken away comes back from its disk: nobody here waits for that one.
        if usage.ru_majflt != pagesRead { return 0 }
        let computed = Self.nanoseconds(CLOCK_THREAD_CPUTIME_ID) - computing
        let queued = runQueue() - queueing
        let passed = Self.nanoseconds(CLOCK_MONOTONIC) - wall
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
        if file < 0 { return 0 }
        return withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { bytes in
            let count = pread(file, bytes.baseAddress, bytes.count, 0)
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
