import CTouchTrackerAllocationCounter
import KioskDisplay
import KioskRuntime
import KioskServices
import KioskSystem
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitPacing
import TouchKitRaster
import TouchTrackerApp
import TouchTrackerTestSupport

/// The measurements of one run of a scene.
struct Result {
    /// The number of frames shown.
    var frames = 0
    /// The number of missed vblanks.
    var missed = 0
    /// The number of missed vblanks that other processes of the machine caused.
    var excused = 0
    /// The number of allocations.
    var allocations: UInt = 0
    /// Whether the scene requested no frames 5 seconds after the last contact was lifted.
    var rests = false
    /// The CPU time that this thread used for each frame, in microseconds.
    var costs: [Int64] = []
    /// The resident memory after the warm-up, in kilobytes.
    var kilobytesWarm = 0
    /// The resident memory at the end, in kilobytes.
    var kilobytesEnd = 0
}

/// A run of one scene in real time, with random touches.
@MainActor
struct SceneBenchmark {
    /// The session that delivers touches and draws frames.
    let session: Session
    /// The display on which the session draws.
    let display: VblankDisplay
    /// The source of touch frames.
    var generator: RandomTouchGenerator
    private var frame = TouchFrame(device: DeviceID(rawValue: 1), time: .zero)
    private var result = Result()
    private var isWarm = false

    /// Launches the app with the options of a scene.
    init(_ app: AppOptions, _ play: RandomTouchGenerator.Play, mode: DisplayMode, scale: CGFloat)
        throws
    {
        display = try VblankDisplay(mode: mode, clock: MonotonicClock.now)
        let geometry = ScreenGeometry(
            scanoutWidth: mode.width, scanoutHeight: mode.height, scale: scale)
        let application = UIApplication(
            screen: UIScreen(geometry: geometry), now: MonotonicClock.now(), glyphs: BuiltInFont())
        application.launch(AppDelegate(options: app))
        session = Session(
            application: application, display: display, geometry: geometry,
            clock: MonotonicClock.now)
        frame.contacts.reserveCapacity(RandomTouchGenerator.contactCount)
        generator = RandomTouchGenerator(
            play, start: MonotonicClock.now().advanced(byMicroseconds: 100_000))
    }

    /// Runs the scene, and measures after `warmUp` seconds for `seconds` seconds.
    mutating func run(warmUp: Double, seconds: Double) throws -> Result {
        let start = MonotonicClock.now()
        let warm = start.advanced(byMicroseconds: Int64(warmUp * 1e6))
        let end = warm.advanced(byMicroseconds: Int64(seconds * 1e6))
        result.costs.reserveCapacity(Int(seconds * 200))
        var allocations = allocation_counter_value()
        var missed = 0
        while true {
            let now = MonotonicClock.now()
            if !isWarm, now >= warm {
                isWarm = true
                result.kilobytesWarm = residentKilobytes()
                result.frames = session.frameLog.frames
                missed = session.missedVblanks
                allocations = allocation_counter_value()
            }
            if now >= end { break }
            try turn(now)
        }
        result.allocations = allocation_counter_value() - allocations
        result.frames = session.frameLog.frames - result.frames
        result.missed = session.missedVblanks - missed
        result.kilobytesEnd = residentKilobytes()
        // Running animations end after the lift; this part is not measured.
        isWarm = false
        generator.liftAll(into: &frame)
        session.receive(frame)
        let rest = MonotonicClock.now().advanced(byMicroseconds: 5_000_000)
        var now = MonotonicClock.now()
        while now < rest {
            try turn(now, plays: false)
            now = MonotonicClock.now()
        }
        result.rests = !session.application.needsFrames
        return result
    }

    /// Sleeps until the next event is due, and performs the steps of one `MainLoop` iteration.
    private mutating func turn(_ now: Timestamp, plays: Bool = true) throws {
        var next = now.advanced(byMicroseconds: 20_000)
        if plays && session.watchesInput { next = min(next, generator.nextTime) }
        for time in [display.flip, session.nextDeadline] {
            if let time { next = min(next, time) }
        }
        MonotonicClock.sleep(until: next)
        let missed = session.missedVblanks
        let now = MonotonicClock.now()
        if plays && session.watchesInput { receive(until: now) }
        session.advanceTimers(to: now)
        if let flip = display.completeFlip(by: now) {
            try perform(session.flipCompleted(at: flip, now: now), plays)
        }
        try perform(session.timerFired(at: now), plays)
        try perform(session.workArrived(at: MonotonicClock.now()), plays)
        // A frame that used less CPU time than its budget was delayed by other processes.
        if isWarm, session.missedVblanks > missed, let newest = session.frameLog.newest,
            (result.costs.last ?? 0) < newest.budgetMicroseconds
        {
            result.excused += session.missedVblanks - missed
        }
    }

    private mutating func receive(until now: Timestamp) {
        while generator.nextTime <= now {
            generator.next(into: &frame)
            if !frame.contacts.isEmpty { session.receive(frame) }
        }
    }

    private mutating func perform(_ action: FramePacer.Action, _ plays: Bool) throws {
        try action.perform {
            if plays { receive(until: MonotonicClock.now()) }
            let begin = ThreadClock.cpuMicroseconds()
            let next = try session.drawFrame()
            let taken = ThreadClock.cpuMicroseconds() - begin
            if isWarm, result.costs.count < result.costs.capacity { result.costs.append(taken) }
            return next
        }
    }
}

/// Returns the resident memory of this process, in kilobytes.
func residentKilobytes() -> Int {
    let status = SystemFiles.machine.text("/proc/self/status") ?? ""
    return ProcessUsage.kilobytes(ofField: "VmRSS:", in: status) ?? 0
}
