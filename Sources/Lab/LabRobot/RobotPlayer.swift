import KioskSystem
import LabFaults
import Synchronization
import TouchKitContacts
import TouchKitGeometry

/// Plays a script, a recording or any other frames through a panel in real time, on a thread of its own:
/// each report goes out when it is due, by absolute times, so that being late once delays nothing else.
package final class RobotPlayer {
    /// What was played, and how punctually.
    package struct Report: Sendable {
        /// When the frames' time began.
        package var start = Timestamp.zero
        /// The reports that went out.
        package var reports = 0
        /// How much later than it was due the latest report went out, in microseconds.
        package var worstLatenessMicroseconds: Int64 = 0
        /// What the robot's thread computed, in microseconds.
        package var cpuMicroseconds: Int64 = 0
        /// Whether it was stopped before its end.
        package var wasStopped = false
        /// What ended it, if it wasn't the last frame or `stop()`.
        package var trouble: RobotError?
    }

    /// What both threads know.
    private final class Shared: Sendable {
        let isStopping = Atomic(false)
        let isDone = Atomic(false)
        let report = Mutex(Report())
    }

    /// After how long a sleeping robot looks whether it shall stop, in microseconds.
    private static let longestSleep: Int64 = 50_000

    private let shared = Shared()
    private let thread: WorkerThread

    /// Starts playing.
    ///
    /// - Parameters:
    ///   - frames: What is played; their times count from `start`. For a bad panel: `FaultyFrames`.
    ///   - panel: What says it.
    ///   - start: When the frames' time begins; now, if not given.
    ///   - done: Is called on the robot's thread when the last report is out, or playing has ended
    ///     early.
    /// - Throws: `RobotError` where there can't be a thread.
    package init(
        _ frames: some TouchFrameSource, through panel: RobotPanel, start: Timestamp? = nil,
        done: @escaping @Sendable () -> Void = {}
    ) throws(RobotError) {
        let shared = shared
        do {
            thread = try WorkerThread(name: "robot") {
                Self.play(frames, panel, start ?? MonotonicClock.now(), shared)
                shared.isDone.store(true, ordering: .releasing)
                done()
            }
        } catch {
            throw .system(error)
        }
    }

    deinit {
        stop()
    }

    /// Whether the last report is out, or playing has ended early.
    package var isDone: Bool { shared.isDone.load(ordering: .acquiring) }

    /// Asks it to lift its fingers and end, which takes 50 ms at most.
    package func stop() {
        shared.isStopping.store(true, ordering: .relaxed)
    }

    /// Waits for the end.
    ///
    /// - Returns: What was played.
    package func wait() -> Report {
        thread.join()
        return shared.report.withLock { $0 }
    }

    private static func play(
        _ frames: some TouchFrameSource, _ panel: RobotPanel, _ start: Timestamp, _ shared: Shared
    ) {
        var frames = frames
        var report = Report()
        report.start = start
        var frame = TouchFrame(device: DeviceID(rawValue: 1), time: .zero)
        frame.contacts.reserveCapacity(RobotPanel.description.slotCount)
        do throws(RobotError) {
            while frames.next(into: &frame) {
                let due = start.advanced(byMicroseconds: frame.time.microseconds)
                guard sleep(until: due, shared) else {
                    report.wasStopped = true
                    break
                }
                try panel.send(frame)
                report.reports += 1
                let late = MonotonicClock.now().microseconds(since: due)
                report.worstLatenessMicroseconds = max(report.worstLatenessMicroseconds, late)
            }
            if report.wasStopped { try panel.liftAll() }
        } catch {
            report.trouble = error
        }
        report.cpuMicroseconds = ThreadClock.cpuMicroseconds()
        let result = report
        shared.report.withLock { $0 = result }
    }

    /// Sleeps until a moment.
    ///
    /// - Returns: Whether to go on.
    private static func sleep(until due: Timestamp, _ shared: Shared) -> Bool {
        while true {
            if shared.isStopping.load(ordering: .relaxed) { return false }
            let next = MonotonicClock.now().advanced(byMicroseconds: longestSleep)
            MonotonicClock.sleep(until: min(due, next))
            if due <= next { return !shared.isStopping.load(ordering: .relaxed) }
        }
    }
}
