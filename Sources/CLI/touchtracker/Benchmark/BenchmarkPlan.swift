import ArgumentParser
import KioskRuntime
import LabRecordings
import LabRobot
import TouchTrackerApp

/// One run that is to be made.
struct BenchmarkPlan {
    /// So many strokes the drawing has unless asked for otherwise.
    static let usualStrokes = 10
    /// So many where one of many is dragged.
    static let manyStrokes = 10_000

    /// What is played.
    let play: BenchmarkOptions.Play
    /// What the fingers find.
    let stage: BenchmarkDelegate.Stage
    /// What is run, for people.
    let title: String
    /// How long it takes, in microseconds.
    let microseconds: Int64
    /// What a recording is called; nil for a script.
    let recordingName: String?

    /// Plans a script.
    init(_ script: RobotScript, inside: Bool, strokes: Int?) {
        play = .script(script, inside: inside)
        title = "\(script.name.rawValue), \(script.rateHz) Hz"
        microseconds = script.duration
        recordingName = nil
        switch script.name {
        case .sparkles:
            stage = BenchmarkDelegate.Stage(scene: .sparkles)
        case .drag, .pinchRotate:
            let usual = script.name == .drag ? Self.manyStrokes : Self.usualStrokes
            stage = BenchmarkDelegate.Stage(
                storedStrokes: strokes ?? usual,
                pickedUp: [RobotScript.strokeBegin, RobotScript.strokeEnd])
        case .circle, .scribble, .tapStorm:
            stage = BenchmarkDelegate.Stage(storedStrokes: strokes ?? Self.usualStrokes)
        }
    }

    /// Plans a recording.
    init(_ recording: Recording, name path: String, strokes: Int?) {
        play = .recording(recording)
        stage = BenchmarkDelegate.Stage(storedStrokes: strokes ?? Self.usualStrokes)
        let name = path.split(separator: "/").last.map(String.init) ?? path
        title = name
        recordingName = name
        microseconds =
            recording.devices.compactMap(\.events.last?.time.microseconds).max() ?? 0
    }
}

// How values are written on the command line.

extension RobotScript.Name: ExpressibleByArgument {}

/// How often fingers report.
struct ReportRate: ExpressibleByArgument {
    let hertz: Int

    init?(argument: String) {
        guard let hertz = Int(argument), 1...1_000 ~= hertz else { return nil }
        self.hertz = hertz
    }
}

/// How long something is played.
struct PlayTime: ExpressibleByArgument {
    let microseconds: Int64

    init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// Reads seconds, up to a day.
    init?(argument: String) {
        guard let seconds = Double(argument), 0.1...86_400 ~= seconds else { return nil }
        microseconds = Int64((seconds * 1_000_000).rounded())
    }

    var defaultValueDescription: String { "\(microseconds / 1_000_000)" }
}

/// How many strokes a drawing has.
struct StrokeCount: ExpressibleByArgument {
    let number: Int

    init?(argument: String) {
        guard let number = Int(argument), 0...1_000_000 ~= number else { return nil }
        self.number = number
    }
}
