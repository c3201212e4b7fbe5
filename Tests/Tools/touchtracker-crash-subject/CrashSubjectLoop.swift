import KioskDisplay
import KioskRuntime
import KioskServices
import KioskSystem
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitPacing
import TouchKitRaster
import TouchTrackerTestSupport

/// A main loop that runs a session in real time with a simulated vblank, and counts missed frames.
@MainActor
final class CrashSubjectLoop {
    let session: Session
    let display: VblankDisplay
    private let events: EventLoop
    private let timer: TimerDescriptor
    private let workEvent: EventDescriptor
    private let blockingTime = BlockingTimeMeter()

    /// Delivers the touches up to a time, and returns the time of the next ones.
    var readTouches: (_ now: Timestamp) -> Timestamp = { $0.advanced(byMicroseconds: 20_000) }
    /// Called after each frame.
    var didDraw: () -> Void = {}

    /// The number of frames that missed their vblank.
    var missedFrames: Int { session.missedVblanks }
    /// The number of frames that were missed because the loop was blocked for at least as long as
    /// by a failing disk.
    private(set) var blockedFrames = 0
    /// The longest time that the loop was blocked in one iteration, in microseconds.
    private(set) var longestBlockingTime: Int64 = 0

    /// Launches an application on a display in memory.
    init(mode: DisplayMode, delegate: any UIApplicationDelegate) throws {
        display = try VblankDisplay(mode: mode, clock: MonotonicClock.now)
        let geometry = ScreenGeometry(scanoutWidth: mode.width, scanoutHeight: mode.height)
        let application = UIApplication(
            screen: UIScreen(geometry: geometry), now: MonotonicClock.now(), glyphs: BuiltInFont())
        events = try EventLoop()
        timer = try TimerDescriptor()
        workEvent = try EventDescriptor()
        try events.watch(timer.descriptor, as: 1)
        try events.watch(workEvent.descriptor, as: 2)
        PostedCalls.main.setWakeUpHandler { [workEvent] in workEvent.raise() }
        application.launch(delegate)
        session = Session(
            application: application, display: display, geometry: geometry,
            clock: MonotonicClock.now)
    }

    /// The number of frames that were shown.
    var frames: Int { session.frameLog.frames }
    /// Whether the kernel distinguishes blocking from waiting for a processor.
    var measuresBlockingTime: Bool { blockingTime.isKnown }

    /// Runs the loop until `shouldContinue` returns `false`.
    func run(while shouldContinue: (_ now: Timestamp) -> Bool) throws {
        var isRunning = true
        while isRunning {
            blockingTime.begin()
            let now = MonotonicClock.now()
            isRunning = shouldContinue(now)
            let next = try runOnce(now)
            recordBlockingTime(blockingTime.end())
            if isRunning { try sleep(until: next) }
        }
    }

    private func recordBlockingTime(_ microseconds: Int64) {
        longestBlockingTime = max(longestBlockingTime, microseconds)
        let period = display.mode.periodMicroseconds
        if microseconds >= Self.minimumDiskWait {
            blockedFrames += Int((microseconds + period / 2) / period)
        }
    }

    /// The shortest blocking time that is attributed to the disk, in microseconds. A faulty disk
    /// takes longer (`DiskFaultInjector.Fault.milliseconds`), waiting for a lock is shorter on a
    /// busy machine.
    private static let minimumDiskWait: Int64 = 20_000

    /// Processes everything that is due.
    ///
    /// - Returns: The time of the next event.
    private func runOnce(_ now: Timestamp) throws -> Timestamp {
        if session.watchesInput { _ = readTouches(now) }
        session.application.runPostedCalls(at: MonotonicClock.now())
        session.advanceTimers(to: now)
        if let flip = display.completeFlip(by: now) {
            try perform(session.flipCompleted(at: flip, now: now))
        }
        try perform(session.timerFired(at: now))
        // Touches that arrived during a flip must not wait for the next iteration.
        let touches = session.watchesInput ? readTouches(MonotonicClock.now()) : nil
        try perform(session.workArrived(at: MonotonicClock.now()))
        var next = now.advanced(byMicroseconds: 20_000)
        for time in [touches, display.flip, session.nextDeadline] {
            if let time { next = min(next, time) }
        }
        return next
    }

    private func perform(_ action: FramePacer.Action) throws {
        try action.perform {
            _ = readTouches(MonotonicClock.now())
            let next = try session.drawFrame()
            didDraw()
            return next
        }
    }

    private func sleep(until time: Timestamp) throws {
        try timer.set(to: time)
        try events.wait { source in
            if source == 1 { timer.acknowledge() } else { workEvent.acknowledge() }
        }
    }
}
