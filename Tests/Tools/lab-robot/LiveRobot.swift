import Glibc
import KioskSystem
import LabFaults
import LabFieldTest
import LabFieldTestTechnician
import LabRobot
import TouchKitContacts
import TouchKitGeometry

/// A virtual touchscreen on which a simulated technician performs the field test in real time.
///
/// Each touch frame has the timestamp at which it was due, so that the kiosk's field test receives
/// the same frames at the same times as the technician's own field test, which selects the
/// gestures.
struct LiveRobot: LiveTouchscreen {
    /// The delay of a frame, in microseconds, after which the robot pauses.
    private static let lateness: Int64 = 10_000
    /// The duration of a pause, in microseconds.
    private static let pauseDuration: Int64 = 4_000
    private let touchscreen: RobotTouchscreen
    /// The monotonic time at time 0 of the technician.
    private let start: Timestamp

    /// The current time, on the technician's clock.
    var now: Timestamp {
        Timestamp(microseconds: MonotonicClock.now().microseconds(since: start))
    }

    func sleep(until time: Timestamp) {
        MonotonicClock.sleep(until: start.advanced(byMicroseconds: time.microseconds))
    }

    func send(_ frame: TouchFrame) {
        let due = start.advanced(byMicroseconds: frame.time.microseconds)
        do {
            try touchscreen.send(frame, timestamp: due)
        } catch {
            fail("\(error)")
        }
        // Without a pause, late frames fill the kernel's event buffer before the kiosk reads.
        let now = MonotonicClock.now()
        if now.microseconds(since: due) > Self.lateness {
            MonotonicClock.sleep(until: now.advanced(byMicroseconds: Self.pauseDuration))
        }
    }

    /// Waits for a line on standard input, performs the field test, and prints a line for each
    /// page. Keeps the touchscreen until the process is ended, because the kiosk restarts the test
    /// without it.
    static func performFieldTest(_ task: FieldTestTask) throws {
        let touchscreen = try RobotTouchscreen(imitating: task.model)
        printLine("panel \(touchscreen.devicePath)")
        _ = readLine()
        let technician = Technician(
            stage: task.stage, faults: task.faults, seed: task.seed, rate: task.rate,
            axes: TouchscreenProperties.Axes(x: task.model.axisX, y: task.model.axisY))
        technician.live = LiveRobot(
            touchscreen: touchscreen, start: MonotonicClock.now())
        var phase = FieldTest.Phase.welcome
        technician.onReport = { test in
            guard test.phase != phase else { return }
            phase = test.phase
            printLine("page \(phase)")
        }
        let report = technician.performFieldTest()
        printLine("verdicts \(report.outcomes.map(\.verdict.rawValue).joined(separator: " "))")
        while true { pause() }
    }

    /// Prints a line at once, so that the caller can follow the test.
    private static func printLine(_ line: String) {
        print(line)
        fflush(nil)
    }
}
