import KioskServices
import TouchKitGeometry

extension TouchPlayback {
    /// Plays a robot script inside the kiosk from the beginning.
    ///
    /// - Parameters:
    ///   - script: The script's name.
    ///   - rateHz: The number of touch frames per second.
    ///   - seconds: The duration of the script, in seconds.
    ///   - onEnd: Called once when the last touch frame was played or the playback ended early, but
    ///     not after `stop()`.
    package func start(
        _ script: RobotScript.Name, rateHz: Int, seconds: Double,
        onEnd: @escaping @MainActor (TouchPlaybackEnd) -> Void
    ) {
        var frames = RobotScript(
            script, rateHz: rateHz, duration: Timestamp(seconds: seconds).microseconds)
        start(calibrations: [], next: { frames.next(into: &$0) }, onEnd: onEnd)
    }
}
