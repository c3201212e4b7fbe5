import TouchKitContacts
import TouchKitGeometry

/// The reason why touch playback ended.
package enum TouchPlaybackEnd: Hashable, Sendable {
    /// All frames were played.
    case played
    /// A contact came down on a device.
    case touched
    /// The display was disconnected or released.
    case displayLost
}

/// Plays synthetic touch frames inside the kiosk in real time.
///
/// Each frame reaches the app at its time, as if a device had reported it. Frames of real devices
/// do not reach the app meanwhile; a new contact on a device ends the playback.
@MainActor
package protocol TouchPlayback: AnyObject {
    /// Whether a playback is running.
    var isPlaying: Bool { get }

    /// Starts a playback and stops a running one.
    ///
    /// - Parameters:
    ///   - calibrations: The calibrations of the devices 1, 2, … of the frames; missing ones are
    ///     the identity.
    ///   - next: Writes the next frame, with a time that starts at 0, and returns `false` after the
    ///     last one.
    ///   - onEnd: Called once when the last frame was played or playback ended early, but not after
    ///     `stop()`.
    func start(
        calibrations: [TouchCalibration], next: @escaping (inout TouchFrame) -> Bool,
        onEnd: @escaping @MainActor (TouchPlaybackEnd) -> Void)

    /// Stops the playback and cancels its touches, without calling `onEnd`.
    func stop()
}
