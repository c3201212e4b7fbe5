import TouchKitContacts
import TouchKitGeometry

/// The reason why touch playback ended.
package enum TouchPlaybackEnd: Hashable, Sendable {
    /// All frames were played.
    case played
    /// A contact came down on an input device, which ends the playback.
    case touched
    /// The display was disconnected or released.
    case displayLost
}

/// Plays synthetic touch frames inside the kiosk in real time.
///
/// Each frame reaches the app at its time, in the same way as the frame of a device. Frames of real
/// devices do not reach the app meanwhile; a new contact on a device ends the playback.
@MainActor
package protocol TouchPlayback: AnyObject {
    /// Whether a playback is running.
    var isPlaying: Bool { get }

    /// Starts a playback and stops a running one.
    ///
    /// - Parameters:
    ///   - calibrations: The calibrations of the devices whose IDs in the frames are 1, 2, … A
    ///     device without a calibration uses the identity.
    ///   - next: Writes the next frame, with its time since the start of the playback, and returns
    ///     `true`. Returns `false` after the last frame.
    ///   - onEnd: Called once when the last frame was played or playback ended early, but not after
    ///     `stop()`.
    func start(
        calibrations: [TouchCalibration], next: @escaping (inout TouchFrame) -> Bool,
        onEnd: @escaping @MainActor (TouchPlaybackEnd) -> Void)

    /// Stops the playback and cancels its touches, without calling `onEnd`.
    func stop()
}
