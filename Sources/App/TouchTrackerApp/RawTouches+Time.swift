import KioskServices
import TouchKit
import TouchKitGeometry

extension RawTouches {
    /// The delay in seconds by which the time of an observer follows the actual time, because touch
    /// frames arrive later than their timestamps.
    package var timeDelay: Double { 0.05 }

    /// Delivers all touch frames that the kernel has ready, and returns the time to which an
    /// observer can advance: `timeDelay` before the call.
    ///
    /// An observer that advanced without this call would process frames after the time has passed
    /// their timestamps if the machine is so busy that the delay is too short.
    package func readUpToNow() -> Timestamp {
        let time = Timestamp(seconds: CACurrentMediaTime() - timeDelay)
        read()
        return time
    }
}
