import KioskServices
import LabRecordings
import LabRobot
import TouchKit
import TouchKitContacts
import TouchKitGeometry

/// What one run of a benchmark is to be.
package struct BenchmarkOptions: Sendable {
    /// What is played.
    package enum Play: Sendable {
        /// A script, by a robot through the kernel; inside the program where there can't be a robot, or
        /// where that is asked for.
        case script(RobotScript, inside: Bool = false)
        /// A recording, inside the program.
        case recording(Recording)
    }

    /// The kiosk; whatever it says of touch devices and of files, none is used but the robot's.
    package var kiosk: KioskOptions
    /// What is played.
    package var play: Play
    /// Why a script is played inside, as the result says it.
    package var reasonForInside: String

    /// Makes options.
    package init(kiosk: KioskOptions, play: Play, reasonForInside: String = "as asked for") {
        self.kiosk = kiosk
        self.play = play
        self.reasonForInside = reasonForInside
    }
}

extension Kiosk {
    /// Runs an application on a screen while fingers are played to it, and measures every frame from
    /// touch to scanout (docs/benchmark.md). SIGINT, SIGTERM and SIGHUP end it with what was measured so
    /// far. Real touch devices aren't read, and no other program sees the robot's touches.
    ///
    /// - Parameters:
    ///   - options: What is chosen about it.
    ///   - makeDelegate: Makes the delegate, once there is an application and a screen; gets what is played
    ///     as panels report it, and what frames cost.
    /// - Returns: What was measured; how many strokes were stored is the caller's to say, and what a
    ///   recording is called.
    /// - Throws: `KioskError` where the display or the system can't be used; no display is waited for.
    package static func benchmark(
        _ options: BenchmarkOptions,
        makingDelegate makeDelegate:
            @escaping @MainActor (ReplayServices) -> any UIApplicationDelegate
    ) throws(KioskError) -> BenchmarkResult {
        var kiosk = options.kiosk
        kiosk.panelFile = nil
        kiosk.input = .none
        let source: any BenchmarkSource
        let duration: Int64
        switch options.play {
        case .script(let script, let isInside):
            source = scriptSource(
                script, inside: isInside ? options.reasonForInside : nil, &kiosk.input)
            duration = script.duration
        case .recording(let recording):
            var player = RecordingPlayer(recording)
            source = InsideSource(
                words: "recorded, \(inside)", calibrations: recording.devices.map(\.calibration)
            ) { player.next(into: &$0) }
            duration =
                recording.devices.compactMap(\.events.last?.time.microseconds).max() ?? 0
        }
        let run = BenchmarkRun(source: source, frames: frames(of: duration))
        _ = try Kiosk.run(options: kiosk, guest: run) { services in
            makeDelegate(
                ReplayServices(
                    rawTouches: source.rawTouches ?? services.rawTouches, frames: services.frames,
                    display: services.display))
        }
        if let failure = run.failure { throw failure }
        var result = run.result ?? BenchmarkResult()
        if case .script(let script, _) = options.play {
            result.script = script.name.rawValue
            result.rateHz = script.rateHz
            result.fingers = script.fingers
        }
        return result
    }

    /// Whether there can be a robot here: one is made, and unplugged again.
    ///
    /// - Returns: Why there can't, one line; nil where there can.
    package static func refusesRobot() -> String? {
        do throws(RobotError) {
            _ = try RobotPanel()
            return nil
        } catch {
            return error.description
        }
    }

    /// What touches lack that are played inside, said with every result.
    private static let inside =
        "played inside the program: a sample's time is the time it was due, "
        + "what the kernel and libinput take is missing"

    /// A robot with a panel of its own, or what comes nearest to it.
    private static func scriptSource(
        _ script: RobotScript, inside reason: String?, _ input: inout KioskOptions.Input
    ) -> any BenchmarkSource {
        var reason = reason
        if reason == nil {
            do throws(RobotError) {
                let panel = try RobotPanel()
                input = .only(path: panel.devicePath)
                return RobotSource(script, panel: panel)
            } catch {
                reason = error.description
            }
        }
        var script = script
        return InsideSource(words: "scripted, \(inside) (\(reason ?? ""))") {
            script.next(into: &$0)
        }
    }

    /// How many frames a run may have, whatever display: some have 240 a second.
    private static func frames(of duration: Int64) -> Int {
        Int(duration / 1_000_000 + 2) * 240
    }
}
