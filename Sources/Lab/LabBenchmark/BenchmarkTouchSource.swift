import KioskInput
import KioskRuntime
import KioskServices
import LabReplay
import LabRobot
import TouchKit
import TouchKitContacts
import TouchKitGeometry

/// The source of touches for one benchmark run.
@MainActor
protocol BenchmarkTouchSource: AnyObject {
    /// A description of the source for the benchmark's report.
    var description: String { get }
    /// Whether the touches come through the kernel, instead of being played inside the kiosk.
    var isThroughKernel: Bool { get }
    /// The raw touches for the touch overlay, or `nil` if the kiosk reads the touches from a
    /// device.
    var rawTouches: (any RawTouches)? { get }

    /// Starts playing the touches.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - loop: The main loop of the kiosk that receives the touches.
    ///   - onEnd: Called on the main thread when the last touch has been sent.
    /// - Throws: `KioskError` if the source cannot play.
    func start(
        at now: Timestamp, loop: MainLoop, onEnd: @escaping @MainActor () -> Void
    ) throws(KioskError)
    /// Stops playing the touches.
    ///
    /// - Returns: The source's measurements for the benchmark's result.
    func stop() -> TouchSourceReport
}

/// The measurements that a benchmark's touch source returns when it stops.
struct TouchSourceReport {
    /// The CPU time of the source's own threads, in microseconds.
    var cpuMicroseconds: Int64 = 0
    /// The longest delay between the scheduled time of a touch frame and its emission, in
    /// microseconds, or `nil` for a source whose timestamps are the scheduled times.
    var maximumLatenessMicroseconds: Int64?
    /// The error that stopped the source early, or `nil` if no error occurred.
    var failure: String?
}

/// A touch source that plays frames inside the kiosk with `KioskTouchPlayback`.
///
/// Each touch has its scheduled time as its timestamp. Latencies therefore exclude the time that
/// the kernel and libinput need.
@MainActor
final class InProcessTouchSource: BenchmarkTouchSource {
    let description: String
    let isThroughKernel = false
    private let touches = ReplayedRawTouches(touchscreens: [])
    var rawTouches: (any RawTouches)? { touches }
    private let calibrations: [TouchCalibration]
    private let nextFrame: (inout TouchFrame) -> Bool
    private weak var loop: MainLoop?

    /// Creates a source that starts with its first frame.
    ///
    /// - Parameters:
    ///   - description: The description for the benchmark's report.
    ///   - calibrations: The calibrations of the devices that report the frames, in the order of
    ///     the device numbers from 1.
    ///   - nextFrame: Writes the next touch frame, with a time counted from 0, and returns `false`
    ///     if there is none.
    init(
        description: String, calibrations: [TouchCalibration] = [],
        nextFrame: @escaping (inout TouchFrame) -> Bool
    ) {
        self.description = description
        self.calibrations = calibrations
        self.nextFrame = nextFrame
    }

    func start(
        at now: Timestamp, loop: MainLoop, onEnd: @escaping @MainActor () -> Void
    ) throws(KioskError) {
        self.loop = loop
        loop.playback.onFrame = { [touches] in touches.deliver($0) }
        loop.playback.start(calibrations: calibrations, next: nextFrame) { _ in onEnd() }
        // Without this call the loop would wake an additional time for the first frame.
        loop.playback.feed(to: now)
    }

    func stop() -> TouchSourceReport {
        loop?.playback.stop()
        loop?.playback.onFrame = nil
        return TouchSourceReport()
    }
}

/// A touch source that plays a script through the kernel, on a uinput touchscreen that the kiosk
/// grabs.
@MainActor
final class RobotTouchSource: BenchmarkTouchSource {
    let description: String
    let isThroughKernel = true
    let rawTouches: (any RawTouches)? = nil
    private let touchscreen: RobotTouchscreen
    private let script: RobotScript
    private var player: RobotPlayer?

    /// The delay before the first touch, in microseconds, during which the robot's thread starts.
    private static let startDelay: Int64 = 20_000

    /// Creates a source that plays `script` on `touchscreen`.
    init(_ script: RobotScript, touchscreen: RobotTouchscreen) {
        self.script = script
        self.touchscreen = touchscreen
        description =
            "\(RobotTouchscreen.description.name) (\(touchscreen.devicePath), grabbed), "
            + "through uinput and libinput"
    }

    func start(
        at now: Timestamp, loop: MainLoop, onEnd: @escaping @MainActor () -> Void
    ) throws(KioskError) {
        let start = now.advanced(byMicroseconds: Self.startDelay)
        do {
            player = try RobotPlayer(script, through: touchscreen, start: start) {
                RunLoop.main.perform { onEnd() }
            }
        } catch {
            throw KioskError(error)
        }
    }

    func stop() -> TouchSourceReport {
        guard let player else { return TouchSourceReport() }
        player.stop()
        let report = player.wait()
        self.player = nil
        return TouchSourceReport(
            cpuMicroseconds: report.cpuMicroseconds,
            maximumLatenessMicroseconds: report.maximumLatenessMicroseconds,
            failure: report.failure?.description)
    }
}

extension KioskError {
    /// Creates the kiosk error for an error of the robot.
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
