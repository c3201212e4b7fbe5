import CTouchTrackerLinux
import Glibc
import TouchKitGeometry

/// A timer on the monotonic clock that a loop can watch.
package final class TimerDescriptor {
    private let owned: OwnedDescriptor

    /// What the loop watches.
    package var descriptor: Int32 { owned.number }

    /// Makes a timer that isn't set. Wraps `timerfd_create(2)`.
    package init() throws(LinuxError) {
        owned = OwnedDescriptor(
            owning: try checked("timerfd_create") {
                timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
            })
    }

    /// Sets the timer to a moment; one that has passed fires at once. Wraps `timerfd_settime(2)`.
    package func set(to time: Timestamp) throws(LinuxError) {
        // Zero would switch the timer off.
        let microseconds = max(time.microseconds, 1)
        try settime(
            timespec(
                tv_sec: Int(microseconds / 1_000_000),
                tv_nsec: Int(microseconds % 1_000_000) * 1_000))
    }

    /// Switches the timer off: it will not wake anybody.
    package func cancel() throws(LinuxError) {
        try settime(timespec())
    }

    /// Takes notice of the timer's having fired, so that it isn't readable any more.
    package func acknowledge() {
        var expirations: UInt64 = 0
        _ = read(owned.number, &expirations, MemoryLayout<UInt64>.size)
    }

    private func settime(_ time: timespec) throws(LinuxError) {
        var setting = itimerspec(it_interval: timespec(), it_value: time)
        try checked("timerfd_settime") {
            timerfd_settime(owned.number, Int32(TFD_TIMER_ABSTIME), &setting, nil)
        }
    }
}
