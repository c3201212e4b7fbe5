import Geometry
import Glibc

/// The machine's monotonic clock, the one that input events and page flips carry.
public enum MonotonicClock {
    /// The time now. Wraps `clock_gettime(CLOCK_MONOTONIC)`.
    public static func now() -> Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Timestamp(
            microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)
    }
}
