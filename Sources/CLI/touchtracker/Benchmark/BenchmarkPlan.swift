import KioskRuntime
import LabBenchmark
import LabRecordings
import LabRobot
import LabScreens
import TouchKitGeometry

/// A planned run of `touchtracker benchmark`: the script or recording to play, and the content of
/// the screen at the start.
struct BenchmarkPlan {
    /// The default number of strokes in the drawing at the start of a run.
    static let defaultStrokeCount = 10
    /// The default number of strokes in the drawing at the start of a run of the script `drag`,
    /// which drags one stroke over the others.
    static let dragStrokeCount = 10_000

    /// The source of the run's touches: a script or a recording.
    let play: BenchmarkOptions.Play
    /// The content of the screen at the start of the run: the scene and the strokes of its drawing.
    let stage: BenchmarkDelegate.Stage
    /// The title of the run in progress messages, for example `circle, 125 Hz`.
    let title: String
    /// The duration of the script or recording in microseconds.
    let microseconds: Int64
    /// The file name of the recording, or `nil` if the run plays a script.
    let recordingName: String?

    /// Creates the plan for a run that plays a script.
    ///
    /// - Parameters:
    ///   - script: The script to play.
    ///   - inside: Whether to play the script inside the process instead of through a virtual
    ///     touchscreen of the kernel.
    ///   - strokes: The number of strokes in the drawing at the start, or `nil` for the script's
    ///     default.
    init(_ script: RobotScript, inside: Bool, strokes: Int?) {
        play = .script(script, inside: inside)
        title = "\(script.name.rawValue), \(script.rateHz) Hz"
        microseconds = script.duration
        recordingName = nil
        let defaultCount = script.name == .drag ? Self.dragStrokeCount : Self.defaultStrokeCount
        stage = BenchmarkDelegate.Stage(
            for: script.name, storedStrokes: strokes ?? defaultCount)
    }

    /// Creates the plan for a run that plays a recording.
    ///
    /// - Parameters:
    ///   - recording: The recording to play.
    ///   - path: The path of the recording's file, for the title.
    ///   - strokes: The number of strokes in the drawing at the start, or `nil` for the default.
    init(_ recording: Recording, name path: String, strokes: Int?) {
        play = .recording(recording)
        stage = BenchmarkDelegate.Stage(storedStrokes: strokes ?? Self.defaultStrokeCount)
        let name = path.split(separator: "/").last.map(String.init) ?? path
        title = name
        recordingName = name
        microseconds =
            recording.devices.compactMap(\.events.last?.time.microseconds).max() ?? 0
    }
}

// Types for the values of command-line options.

extension RobotScript.Name: ExpressibleByArgument {}

/// A value of the option `--seconds`: the duration of each run.
struct PlayTime: ExpressibleByArgument {
    let microseconds: Int64

    init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// Creates a duration from a number of seconds, from 0.1 to 86,400.
    init?(argument: String) {
        guard let seconds = Double(argument), 0.1...86_400 ~= seconds else { return nil }
        microseconds = Int64((seconds * 1_000_000).rounded())
    }

    var defaultValueDescription: String { "\(microseconds / 1_000_000)" }
}
