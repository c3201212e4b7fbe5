import KioskSystem
import Synchronization
import TouchKitContacts
import TouchKitGeometry

/// A player that sends touch frames through a uinput touchscreen in real time, on its own thread.
///
/// Each touch frame is sent at its absolute time, so that one late frame does not delay later
/// frames.
package final class RobotPlayer {
    /// The statistics of a playback.
    package struct Report: Sendable {
        /// The time at which time 0 of the frames was played.
        package var start = Timestamp.zero
        /// The number of touch frames that were sent.
        package var reports = 0
        /// The longest delay of a touch frame after its due time, in microseconds.
        package var maximumLatenessMicroseconds: Int64 = 0
        /// The CPU time of the robot's thread, in microseconds.
        package var cpuMicroseconds: Int64 = 0
        /// Whether `stop()` ended the playback.
        package var wasStopped = false
        /// The error that ended the playback, or `nil` if it ended without an error.
        package var failure: RobotError?
    }

    /// The state that the robot's thread shares with the player.
    private final class Shared: Sendable {
        let isStopping = Atomic(false)
        let isDone = Atomic(false)
        let report = Mutex(Report())
    }

    /// The interval at which the robot's thread checks for a stop request while it sleeps, in
    /// microseconds.
    private static let stopCheckInterval: Int64 = 50_000

    private let shared = Shared()
    private let thread: WorkerThread

    /// Creates a player and starts the playback.
    ///
    /// - Parameters:
    ///   - frames: The frames, with times relative to `start`.
    ///   - touchscreen: The touchscreen that sends the frames.
    ///   - start: The time at which time 0 of the frames is played, or `nil` for the current time.
    ///   - onEnd: Called on the robot's thread when the playback has ended.
    /// - Throws: `RobotError` if the thread cannot be created.
    package init(
        _ frames: some TouchFrameSource, through touchscreen: RobotTouchscreen,
        start: Timestamp? = nil,
        onEnd: @escaping @Sendable () -> Void = {}
    ) throws(RobotError) {
        let shared = shared
        do {
            thread = try WorkerThread(name: "robot") {
                Self.play(frames, touchscreen, start ?? MonotonicClock.now(), shared)
                shared.isDone.store(true, ordering: .releasing)
                onEnd()
            }
        } catch {
            throw .system(error)
        }
    }

    deinit {
        stop()
    }

    /// Whether the playback has ended.
    package var isDone: Bool { shared.isDone.load(ordering: .acquiring) }

    /// Requests the end of the playback. The robot's thread lifts all contacts and ends within 50
    /// ms.
    package func stop() {
        shared.isStopping.store(true, ordering: .relaxed)
    }

    /// Blocks until the playback has ended.
    ///
    /// - Returns: The statistics of the playback.
    package func wait() -> Report {
        thread.join()
        return shared.report.withLock { $0 }
    }

    private static func play(
        _ frames: some TouchFrameSource, _ touchscreen: RobotTouchscreen, _ start: Timestamp,
        _ shared: Shared
    ) {
        var frames = frames
        var report = Report()
        report.start = start
        var frame = TouchFrame(device: DeviceID(rawValue: 1), time: .zero)
        frame.contacts.reserveCapacity(RobotTouchscreen.description.slotCount)
        do throws(RobotError) {
            while frames.next(into: &frame) {
                let due = start.advanced(byMicroseconds: frame.time.microseconds)
                guard sleep(until: due, shared) else {
                    report.wasStopped = true
                    break
                }
                try touchscreen.send(frame, due: due)
                report.reports += 1
                let lateness = MonotonicClock.now().microseconds(since: due)
                report.maximumLatenessMicroseconds = max(
                    report.maximumLatenessMicroseconds, lateness)
            }
            if report.wasStopped { try touchscreen.liftAll() }
        } catch {
            report.failure = error
        }
        report.cpuMicroseconds = ThreadClock.cpuMicroseconds()
        let result = report
        shared.report.withLock { $0 = result }
    }

    /// Sleeps until `due` or until a stop is requested.
    ///
    /// - Returns: `false` if a stop was requested.
    private static func sleep(until due: Timestamp, _ shared: Shared) -> Bool {
        while true {
            if shared.isStopping.load(ordering: .relaxed) { return false }
            let next = MonotonicClock.now().advanced(byMicroseconds: stopCheckInterval)
            MonotonicClock.sleep(until: min(due, next))
            if due <= next { return !shared.isStopping.load(ordering: .relaxed) }
        }
    }
}
