import Glibc
import TouchKitGeometry

/// The machine's monotonic clock, the one that input events and page flips carry.
package enum MonotonicClock {
    /// The time now. Wraps `clock_gettime(CLOCK_MONOTONIC)`.
    package static func now() -> Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Timestamp(
            microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)
    }

    /// Sleeps until a moment; not at all where it has passed. Wraps
    /// `clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME)`.
    package static func sleep(until time: Timestamp) {
        let microseconds = max(time.microseconds, 0)
        var end = timespec(
            tv_sec: Int(microseconds / 1_000_000), tv_nsec: Int(microseconds % 1_000_000) * 1_000)
        while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end, nil) == EINTR {}
    }
}

/// What the calling thread has computed.
package enum ThreadClock {
    /// Its time on a processor since it began, in microseconds. Wraps
    /// `clock_gettime(CLOCK_THREAD_CPUTIME_ID)`.
    package static func cpuMicroseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }
}
