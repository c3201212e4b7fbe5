import KioskRuntime
import KioskServices
import LabRecordings
import LabRobot
import TouchKit
import TouchKitContacts
import TouchKitGeometry

/// The kiosk options and the touches of one benchmark run.
package struct BenchmarkOptions: Sendable {
    /// The touches that a run plays.
    package enum Play: Sendable {
        /// A script. A robot plays the script through the kernel. If `inside` is `true` or the
        /// process cannot use uinput, the program plays the script internally.
        case script(RobotScript, inside: Bool = false)
        /// A recording, which the program plays internally.
        case recording(Recording)
    }

    /// The options of the kiosk. `input` and `screenSettingFile` are ignored, because the kiosk
    /// reads only the robot's touchscreen and stores no screen settings.
    package var kiosk: KioskOptions
    /// The touches to play.
    package var play: Play
    /// The reason for playing a script inside the program, for the text in the result's `input`.
    package var inProcessReason: String

    /// Creates options.
    package init(kiosk: KioskOptions, play: Play, inProcessReason: String = "as requested") {
        self.kiosk = kiosk
        self.play = play
        self.inProcessReason = inProcessReason
    }
}

extension Kiosk {
    /// Runs an application on a display with scripted touches, and measures every frame from touch
    /// to scanout.
    ///
    /// SIGINT, SIGTERM and SIGHUP end the run early. Real touchscreens are not read, and other
    /// programs do not receive the robot's touches.
    ///
    /// - Parameters:
    ///   - options: The kiosk's options and the touches to play.
    ///   - makeDelegate: Creates the application's delegate from the raw touches, the frame records
    ///     and the display information. Called after the application and its screen were created.
    /// - Returns: The measurements. The caller sets `strokesStored` and a recording's name.
    /// - Throws: `KioskError` if the display or the system cannot be used. The call does not wait
    ///   for a missing display.
    package static func benchmark(
        _ options: BenchmarkOptions,
        makingDelegate makeDelegate:
            @escaping @MainActor (ReplayContext) -> any UIApplicationDelegate
    ) throws(KioskError) -> BenchmarkResult {
        var kiosk = options.kiosk
        kiosk.screenSettingFile = nil
        kiosk.input = .none
        let source: any BenchmarkTouchSource
        let duration: Int64
        switch options.play {
        case .script(let script, let isInside):
            source = scriptSource(
                script, inside: isInside ? options.inProcessReason : nil, &kiosk.input)
            duration = script.duration
        case .recording(let recording):
            var player = RecordingPlayer(recording)
            source = InProcessTouchSource(
                description: "recorded, \(inProcessNote)",
                calibrations: recording.devices.map(\.calibration)
            ) { player.next(into: &$0) }
            duration =
                recording.devices.compactMap(\.events.last?.time.microseconds).max() ?? 0
        }
        let run = BenchmarkRun(source: source, frames: maximumFrameCount(in: duration))
        _ = try Kiosk.run(options: kiosk, observer: run) { services in
            makeDelegate(
                ReplayContext(
                    rawTouches: source.rawTouches ?? services.rawTouches, frames: services.frames,
                    display: services.display))
        }
        if let failure = run.failure { throw failure }
        var result = run.result ?? BenchmarkResult()
        if case .script(let script, _) = options.play {
            result.script = script.name.rawValue
            result.rateHz = script.rateHz
            result.contactCount = script.contactCount
        }
        return result
    }

    /// Returns one line that states why this process cannot use a robot, or `nil` if it can.
    ///
    /// The function tests this by creating a uinput touchscreen and removing it again.
    package static func robotUnavailableReason() -> String? {
        do throws(RobotError) {
            _ = try RobotTouchscreen()
            return nil
        } catch {
            return error.description
        }
    }

    /// The text in the result's `input` that states the limitation of touches played inside the
    /// program.
    private static let inProcessNote =
        "played inside the program: sample times are scheduled times, "
        + "latencies exclude the kernel and libinput"

    /// Returns a robot that plays `script`, and selects the robot's touchscreen as the only input.
    /// Returns an `InProcessTouchSource` if `reason` is not `nil` or the robot is unavailable.
    private static func scriptSource(
        _ script: RobotScript, inside reason: String?, _ input: inout KioskOptions.Input
    ) -> any BenchmarkTouchSource {
        var reason = reason
        if reason == nil {
            do throws(RobotError) {
                let touchscreen = try RobotTouchscreen()
                input = .only(path: touchscreen.devicePath)
                return RobotTouchSource(script, touchscreen: touchscreen)
            } catch {
                reason = error.description
            }
        }
        var script = script
        return InProcessTouchSource(description: "scripted, \(inProcessNote) (\(reason ?? ""))") {
            script.next(into: &$0)
        }
    }

    /// Returns the largest number of frames that `duration` microseconds can contain, at 240 Hz.
    private static func maximumFrameCount(in duration: Int64) -> Int {
        Int(duration / 1_000_000 + 2) * 240
    }
}
