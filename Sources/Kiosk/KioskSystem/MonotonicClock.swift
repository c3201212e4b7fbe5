import Glibc
import TouchKitGeometry

/// The system's monotonic clock, which also provides the timestamps of input events and page flips.
package enum MonotonicClock {
    /// Returns the current time.
    ///
    /// The corresponding C function is `clock_gettime(CLOCK_MONOTONIC)`.
    package static func now() -> Timestamp {
        Timestamp(microseconds: microseconds(of: CLOCK_MONOTONIC))
    }

    /// Suspends the calling thread until `time`. Returns immediately if `time` has passed.
    ///
    /// The corresponding C function is `clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME)`.
    package static func sleep(until time: Timestamp) {
        let microseconds = max(time.microseconds, 0)
        var end = timespec(
            tv_sec: Int(microseconds / 1_000_000), tv_nsec: Int(microseconds % 1_000_000) * 1_000)
        while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end, nil) == EINTR {}
    }
}

/// The clock that measures the CPU time of the calling thread.
package enum ThreadClock {
    /// Returns the CPU time that the calling thread has consumed since it started, in microseconds.
    ///
    /// The corresponding C function is `clock_gettime(CLOCK_THREAD_CPUTIME_ID)`.
    package static func cpuMicroseconds() -> Int64 {
        microseconds(of: CLOCK_THREAD_CPUTIME_ID)
    }
}

/// Returns the reading of a clock of the kernel, in microseconds.
///
/// The corresponding C function is `clock_gettime(2)`.
func microseconds(of clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
}
