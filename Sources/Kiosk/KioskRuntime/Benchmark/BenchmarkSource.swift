import KioskInput
import KioskServices
import LabRobot
import TouchKit
import TouchKitContacts
import TouchKitGeometry

/// Where a benchmark's touches come from.
@MainActor
protocol BenchmarkSource: AnyObject {
    /// The source in words, for whoever reads the result.
    var words: String { get }
    /// Whether touches come through the kernel.
    var isThroughKernel: Bool { get }
    /// What is played, as panels would report it; nil where they do.
    var rawTouches: (any RawTouches)? { get }

    /// Begins to play.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - loop: The loop of the kiosk that gets it.
    ///   - onEnd: Is called on the loop's time when the last touch is out.
    func start(
        at now: Timestamp, loop: MainLoop, onEnd: @escaping @MainActor () -> Void
    ) throws(KioskError)
    /// Plays no more.
    ///
    /// - Returns: What is to be told of it.
    func stop() -> BenchmarkSourceReport
}

/// What is to be told of a source at its end.
struct BenchmarkSourceReport {
    /// What it used of the processor on threads of its own, in microseconds.
    var cpuMicroseconds: Int64 = 0
    /// How much later than it was due the latest report went out, in microseconds; nil where that is no
    /// matter.
    var worstLatenessMicroseconds: Int64?
    /// What kept it from playing to the end, in words.
    var trouble: String?
}

/// Touch frames that are handed to the session when they are due, with that time as their own: what the
/// kernel and libinput take is missing. Otherwise they wake the loop and wait for frames as touches of
/// devices do (`KioskRehearsals`).
@MainActor
final class InsideSource: BenchmarkSource {
    let words: String
    let isThroughKernel = false
    private let touches = ReplayedRawTouches(panels: [])
    var rawTouches: (any RawTouches)? { touches }
    private let calibrations: [TouchCalibration]
    private let next: (inout TouchFrame) -> Bool
    private weak var loop: MainLoop?

    /// Makes a source at its beginning.
    ///
    /// - Parameters:
    ///   - words: The source in words.
    ///   - calibrations: Those of the devices 1, 2 … of the frames.
    ///   - next: Makes the next frame, at a time from 0 on; false where there is none.
    init(
        words: String, calibrations: [TouchCalibration] = [],
        next: @escaping (inout TouchFrame) -> Bool
    ) {
        self.words = words
        self.calibrations = calibrations
        self.next = next
    }

    func start(
        at now: Timestamp, loop: MainLoop, onEnd: @escaping @MainActor () -> Void
    ) throws(KioskError) {
        self.loop = loop
        loop.rehearsals.onFrame = { [touches] in touches.tell($0) }
        loop.rehearsals.start(calibrations: calibrations, next: next) { _ in onEnd() }
        // At once: otherwise the loop would wake once more for it.
        loop.rehearsals.feed(to: now)
    }

    func stop() -> BenchmarkSourceReport {
        loop?.rehearsals.stop()
        loop?.rehearsals.onFrame = nil
        return BenchmarkSourceReport()
    }
}

/// A robot that plays a script through the kernel, on a panel that nobody else may read.
@MainActor
final class RobotSource: BenchmarkSource {
    let words: String
    let isThroughKernel = true
    let rawTouches: (any RawTouches)? = nil
    private let panel: RobotPanel
    private let script: RobotScript
    private var player: RobotPlayer?

    /// The first touch comes so long after the measuring began, in microseconds: the robot's thread is
    /// there by then.
    private static let lead: Int64 = 20_000

    /// Makes a source at its beginning, on a panel that is plugged in.
    init(_ script: RobotScript, panel: RobotPanel) {
        self.script = script
        self.panel = panel
        words =
            "\(RobotPanel.description.name) (\(panel.devicePath), grabbed), through uinput and libinput"
    }

    func start(
        at now: Timestamp, loop: MainLoop, onEnd: @escaping @MainActor () -> Void
    ) throws(KioskError) {
        let begin = now.advanced(byMicroseconds: Self.lead)
        do {
            player = try RobotPlayer(script, through: panel, start: begin) {
                RunLoop.main.perform { onEnd() }
            }
        } catch {
            throw KioskError(error)
        }
    }

    func stop() -> BenchmarkSourceReport {
        guard let player else { return BenchmarkSourceReport() }
        player.stop()
        let report = player.wait()
        self.player = nil
        return BenchmarkSourceReport(
            cpuMicroseconds: report.cpuMicroseconds,
            worstLatenessMicroseconds: report.worstLatenessMicroseconds,
            trouble: report.trouble?.description)
    }
}

extension KioskError {
    /// What keeps a robot from playing.
    init(_ error: RobotError) {
        if case .system(let cause) = error {
            self = .system(cause)
        } else {
            self = .input(
                InputError(
                    cause: error.description,
                    remedy: "or play the scripts inside the program with --inside"))
        }
    }
}
