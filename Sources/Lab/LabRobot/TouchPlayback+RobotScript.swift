import KioskServices
import TouchKitGeometry

extension TouchPlayback {
    /// Plays a robot script inside the kiosk, from its first frame on.
    ///
    /// - Parameters:
    ///   - script: The script's name.
    ///   - rateHz: The number of touch frames per second.
    ///   - seconds: The script's duration.
    ///   - onEnd: Called once when the last frame was played or playback ended early; not after
    ///     `stop()`.
    package func start(
        _ script: RobotScript.Name, rateHz: Int, seconds: Double,
        onEnd: @escaping @MainActor (TouchPlaybackEnd) -> Void
    ) {
        var frames = RobotScript(
            script, rateHz: rateHz, duration: Timestamp(seconds: seconds).microseconds)
        start(calibrations: [], next: { frames.next(into: &$0) }, onEnd: onEnd)
    }
}
