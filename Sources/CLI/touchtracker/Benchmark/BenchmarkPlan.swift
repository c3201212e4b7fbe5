import ArgumentParser
import KioskRuntime
import LabBenchmark
import LabRecordings
import LabRobot
import LabScreens
import TouchKitGeometry
import TouchTrackerApp

/// A planned run of the benchmark.
struct BenchmarkPlan {
    /// The default number of strokes in the drawing at the start of a run.
    static let defaultStrokeCount = 10
    /// The default number of strokes in the drawing at the start of the script `drag`, which drags
    /// one stroke.
    static let dragStrokeCount = 10_000

    /// The source of touches: a script or a recording.
    let play: BenchmarkOptions.Play
    /// The content of the screen at the start.
    let stage: BenchmarkDelegate.Stage
    /// The title of the run for progress messages.
    let title: String
    /// The duration of the script or recording in microseconds.
    let microseconds: Int64
    /// The name of the recording, or `nil` for a script.
    let recordingName: String?

    /// Creates the plan for the run of a script.
    ///
    /// - Parameters:
    ///   - script: The script to play.
    ///   - inside: Whether to play the script inside the process instead of through the kernel.
    ///   - strokes: The number of strokes in the drawing at the start, or `nil` for the script's
    ///     default.
    init(_ script: RobotScript, inside: Bool, strokes: Int?) {
        play = .script(script, inside: inside)
        title = "\(script.name.rawValue), \(script.rateHz) Hz"
        microseconds = script.duration
        recordingName = nil
        switch script.name {
        case .sparkles:
            stage = BenchmarkDelegate.Stage(scene: .sparkles)
        case .drag, .pinchRotate:
            let defaultCount = script.name == .drag ? Self.dragStrokeCount : Self.defaultStrokeCount
            stage = BenchmarkDelegate.Stage(
                storedStrokes: strokes ?? defaultCount,
                movableLine: [RobotScript.strokeStart, RobotScript.strokeEnd])
        case .circle, .scribble, .tapStorm:
            stage = BenchmarkDelegate.Stage(storedStrokes: strokes ?? Self.defaultStrokeCount)
        }
    }

    /// Creates the plan for the run of a recording.
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

// Values of options on the command line.

extension RobotScript.Name: ExpressibleByArgument {}

/// A report rate in Hz, from 1 to 1,000: a value of the option `--rate`.
struct ReportRateArgument: ExpressibleByArgument {
    let hertz: Int

    init?(argument: String) {
        guard let hertz = Int(argument), 1...1_000 ~= hertz else { return nil }
        self.hertz = hertz
    }
}

/// The duration of a run: a value of the option `--seconds`.
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

/// A number of strokes, from 0 to 1,000,000: a value of the option `--strokes`.
struct StrokeCount: ExpressibleByArgument {
    let value: Int

    init?(argument: String) {
        guard let value = Int(argument), 0...1_000_000 ~= value else { return nil }
        self.value = value
    }
}
