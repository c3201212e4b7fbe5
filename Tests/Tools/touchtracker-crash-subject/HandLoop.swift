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

/// Runs a session in real time on a panel with a vblank, as `MainLoop` does, and counts the frames that
/// were due and weren't made.
@MainActor
final class HandLoop {
    let session: Session
    let display: VblankDisplay
    private let events: EventLoop
    private let timer: TimerDescriptor
    private let news: EventDescriptor
    private let waits = LoopWaits()

    /// Where touches come from: gives what happened up to a time, and says when more will.
    var readTouches: (_ now: Timestamp) -> Timestamp = { $0.advanced(byMicroseconds: 20_000) }
    /// Is called after each frame.
    var didDraw: () -> Void = {}

    /// Frames that were due and weren't there in time.
    var missedFrames: Int { session.missedVblanks }
    /// Frames that the loop slept through at work: it waited for a disk, which takes longer in a campaign
    /// than another thread that holds a lock and waits for a processor.
    private(set) var heldUpFrames = 0
    /// The longest that the loop slept at work in one turn, in microseconds.
    private(set) var longestSleep: Int64 = 0

    /// Launches an application.
    init(mode: DisplayMode, delegate: any UIApplicationDelegate) throws {
        display = try VblankDisplay(mode: mode, clock: MonotonicClock.now)
        let geometry = ScreenGeometry(scanoutWidth: mode.width, scanoutHeight: mode.height)
        let application = UIApplication(
            screen: UIScreen(geometry: geometry), now: MonotonicClock.now(), glyphs: BuiltInFont())
        events = try EventLoop()
        timer = try TimerDescriptor()
        news = try EventDescriptor()
        try events.watch(timer.descriptor, as: 1)
        try events.watch(news.descriptor, as: 2)
        PostedCalls.main.setWake { [news] in news.raise() }
        application.launch(delegate)
        session = Session(
            application: application, display: display, geometry: geometry,
            clock: MonotonicClock.now)
    }

    /// Frames that were shown.
    var frames: Int { session.frameLog.frames }
    /// Whether the kernel tells sleeping from waiting for a processor.
    var knowsWaits: Bool { waits.isKnown }

    /// Runs until somebody has had enough.
    func run(while goesOn: (_ now: Timestamp) -> Bool) throws {
        var isRunning = true
        while isRunning {
            waits.begin()
            let now = MonotonicClock.now()
            isRunning = goesOn(now)
            let next = try turn(now)
            noteSleep(waits.end())
            if isRunning { try sleep(until: next) }
        }
    }

    private func noteSleep(_ microseconds: Int64) {
        longestSleep = max(longestSleep, microseconds)
        let period = display.mode.periodMicroseconds
        if microseconds >= Self.leastWaitForDisk {
            heldUpFrames += Int((microseconds + period / 2) / period)
        }
    }

    /// A failing disk takes longer for each call (`DiskControl.Fault.milliseconds`); a lock whose holder
    /// waits for a processor is had sooner, even on a machine that has much to do.
    private static let leastWaitForDisk: Int64 = 20_000

    /// Does what is due.
    ///
    /// - Returns: When something will be.
    private func turn(_ now: Timestamp) throws -> Timestamp {
        if session.watchesInput { _ = readTouches(now) }
        session.application.makePostedCalls(at: MonotonicClock.now())
        session.advanceTimers(to: now)
        if let flip = display.takeFlip(by: now) {
            try perform(session.flipCompleted(at: flip, now: now))
        }
        try perform(session.timerFired(at: now))
        // What was reported while a flip was under way, wakes the loop now.
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
            if source == 1 { timer.acknowledge() } else { news.acknowledge() }
        }
    }
}
