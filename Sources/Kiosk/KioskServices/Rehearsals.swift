import TouchKitContacts
import TouchKitGeometry

/// What a kiosk can play by itself, as if fingers did it (docs/robot.md).
package enum RehearsalScript: String, CaseIterable, Sendable {
    /// One finger goes round and round.
    case circle
    /// Ten fingers scribble.
    case scribble
    /// Four fingers tap.
    case tapStorm = "tap-storm"
    /// A tap selects the stroke in the middle, two fingers transform it.
    case pinchRotate = "pinch-rotate"
    /// A finger picks up the stroke in the middle and drags it around.
    case drag
    /// Ten fingers wander.
    case sparkles
}

/// How a rehearsal came to its end.
package enum RehearsalEnd: Hashable, Sendable {
    /// All of it was played.
    case played
    /// Somebody touched the screen.
    case touched
    /// The display went.
    case displayLost
}

/// Plays touch frames inside the kiosk, in real time, as if a device said them: each reaches the
/// application when it is due, with that time as its own. What real fingers do meanwhile doesn't reach the
/// application; one that comes down ends the rehearsal.
@MainActor
package protocol Rehearsals: AnyObject {
    /// Whether something is played.
    var isPlaying: Bool { get }

    /// Plays a script; what was played before ends without a word.
    ///
    /// - Parameters:
    ///   - script: What is played.
    ///   - rateHz: Reports a second.
    ///   - seconds: For how long.
    ///   - onEnd: Is called once, as a timer would, when the last frame was handed on or it ended
    ///     early; not after `stop()`.
    func start(
        _ script: RehearsalScript, rateHz: Int, seconds: Double,
        onEnd: @escaping @MainActor (RehearsalEnd) -> Void)

    /// Plays frames, wherever they are from.
    ///
    /// - Parameters:
    ///   - calibrations: Those of the devices 1, 2 … of the frames, if they have any.
    ///   - next: Makes the next frame, at a time from 0 on; false where there is none.
    ///   - onEnd: As above.
    func start(
        calibrations: [TouchCalibration], next: @escaping (inout TouchFrame) -> Bool,
        onEnd: @escaping @MainActor (RehearsalEnd) -> Void)

    /// Ends it. Fingers that are down are cancelled.
    func stop()
}
