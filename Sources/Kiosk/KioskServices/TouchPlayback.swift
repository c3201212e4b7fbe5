import TouchKitContacts
import TouchKitGeometry

/// The reason that touch playback ended.
package enum TouchPlaybackEnd: Hashable, Sendable {
    /// All frames were played.
    case played
    /// A contact came down on a real input device.
    case touched
    /// The display was disconnected or released.
    case displayLost
}

/// A player that delivers synthetic touch frames (contact changes that a program generates) to the
/// app in real time.
///
/// Each frame is delivered to the app at the frame's time, in the same way as a frame from a
/// device. During the playback, frames from real devices are not delivered. A new contact on a real
/// device ends the playback.
@MainActor
package protocol TouchPlayback: AnyObject {
    /// Whether a playback is running.
    var isPlaying: Bool { get }

    /// Starts a playback. Stops the running playback, if any.
    ///
    /// - Parameters:
    ///   - calibrations: The calibrations of the devices whose IDs in the frames are 1, 2, … A
    ///     device without a calibration uses the identity.
    ///   - next: A closure that writes the next frame, with the time since the start of the
    ///     playback, and returns `true`. After the last frame, the closure returns `false`.
    ///   - onEnd: A closure that is called once when the last frame was played or the playback
    ///     ended early, but not after `stop()`.
    func start(
        calibrations: [TouchCalibration], next: @escaping (inout TouchFrame) -> Bool,
        onEnd: @escaping @MainActor (TouchPlaybackEnd) -> Void)

    /// Stops the playback and cancels its touches, without calling `onEnd`.
    func stop()
}
