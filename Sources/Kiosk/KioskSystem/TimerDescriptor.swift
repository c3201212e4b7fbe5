import CTouchTrackerLinux
import Glibc
import TouchKitGeometry

/// A timer on the monotonic clock, with a file descriptor that an event loop can watch.
package final class TimerDescriptor {
    private let ownedDescriptor: OwnedDescriptor

    /// The file descriptor that is readable after the timer has fired.
    package var descriptor: Int32 { ownedDescriptor.number }

    /// Creates a disarmed timer.
    ///
    /// The corresponding C function is `timerfd_create(2)`.
    package init() throws(LinuxError) {
        ownedDescriptor = OwnedDescriptor(
            owning: try performSystemCall("timerfd_create") {
                timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
            })
    }

    /// Arms the timer to fire at `time`, or immediately if `time` is in the past.
    ///
    /// The corresponding C function is `timerfd_settime(2)`.
    package func set(to time: Timestamp) throws(LinuxError) {
        // A value of zero would disarm the timer.
        let microseconds = max(time.microseconds, 1)
        try setTime(
            timespec(
                tv_sec: Int(microseconds / 1_000_000),
                tv_nsec: Int(microseconds % 1_000_000) * 1_000))
    }

    /// Disarms the timer.
    ///
    /// The corresponding C function is `timerfd_settime(2)`.
    package func cancel() throws(LinuxError) {
        try setTime(timespec())
    }

    /// Reads the expiration, so that the descriptor is no longer readable.
    ///
    /// The corresponding C function is `read(2)`.
    package func acknowledge() {
        var expirations: UInt64 = 0
        _ = read(ownedDescriptor.number, &expirations, MemoryLayout<UInt64>.size)
    }

    /// Arms the timer for an absolute time, or disarms the timer if `time` is zero.
    private func setTime(_ time: timespec) throws(LinuxError) {
        var setting = itimerspec(it_interval: timespec(), it_value: time)
        try performSystemCall("timerfd_settime") {
            timerfd_settime(ownedDescriptor.number, Int32(TFD_TIMER_ABSTIME), &setting, nil)
        }
    }
}
