import CTouchTrackerAllocationCounter
import Glibc
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

/// What a play came to.
struct Result {
    var frames = 0
    var missed = 0
    /// Missed vblanks for which the frame's own work doesn't account: the machine did other things.
    var excused = 0
    var allocations: UInt = 0
    /// Whether nothing moved by itself any more 5 seconds after the last finger.
    var rests = false
    /// What each frame took of this thread, in microseconds.
    var costs: [Int64] = []
    var kilobytesWarm = 0
    var kilobytesEnd = 0
}

/// Plays a scene.
@MainActor
struct RobotPlay {
    let session: Session
    let display: VblankDisplay
    var robot: TenFingerRobot
    private var frame = TouchFrame(device: DeviceID(rawValue: 1), time: .zero)
    private var result = Result()
    private var isWarm = false

    /// Launches the app.
    init(_ app: AppOptions, _ play: TenFingerRobot.Play, mode: DisplayMode, scale: CGFloat) throws {
        display = try VblankDisplay(mode: mode, clock: MonotonicClock.now)
        let geometry = ScreenGeometry(
            scanoutWidth: mode.width, scanoutHeight: mode.height, scale: scale)
        let application = UIApplication(
            screen: UIScreen(geometry: geometry), now: MonotonicClock.now(), glyphs: BuiltInFont())
        application.launch(AppDelegate(options: app))
        session = Session(
            application: application, display: display, geometry: geometry,
            clock: MonotonicClock.now)
        frame.contacts.reserveCapacity(TenFingerRobot.fingers)
        robot = TenFingerRobot(play, start: MonotonicClock.now().advanced(byMicroseconds: 100_000))
    }

    /// Plays, and looks on once it is warm.
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
        // The fingers go, and what moves by itself comes to rest: nothing is counted any more.
        isWarm = false
        robot.liftAll(into: &frame)
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

    /// Sleeps until something is due, and does it: as `MainLoop` does.
    private mutating func turn(_ now: Timestamp, plays: Bool = true) throws {
        var next = now.advanced(byMicroseconds: 20_000)
        if plays && session.watchesInput { next = min(next, robot.nextTime) }
        for time in [display.flip, session.nextDeadline] {
            if let time { next = min(next, time) }
        }
        sleep(until: next)
        let missed = session.missedVblanks
        let now = MonotonicClock.now()
        if plays && session.watchesInput { receive(until: now) }
        session.advanceTimers(to: now)
        if let flip = display.takeFlip(by: now) {
            try perform(session.flipCompleted(at: flip, now: now), plays)
        }
        try perform(session.timerFired(at: now), plays)
        try perform(session.workArrived(at: MonotonicClock.now()), plays)
        // One that took less of the processor than it was given and was late all the same was kept
        // waiting by the machine.
        if isWarm, session.missedVblanks > missed, let newest = session.frameLog.newest,
            (result.costs.last ?? 0) < newest.budgetMicroseconds
        {
            result.excused += session.missedVblanks - missed
        }
    }

    private mutating func receive(until now: Timestamp) {
        while robot.nextTime <= now {
            robot.next(into: &frame)
            if !frame.contacts.isEmpty { session.receive(frame) }
        }
    }

    private mutating func perform(_ action: FramePacer.Action, _ plays: Bool) throws {
        try action.perform {
            if plays { receive(until: MonotonicClock.now()) }
            let begin = threadMicroseconds()
            let next = try session.drawFrame()
            let taken = threadMicroseconds() - begin
            if isWarm, result.costs.count < result.costs.capacity { result.costs.append(taken) }
            return next
        }
    }
}

func threadMicroseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
}

func sleep(until time: Timestamp) {
    let microseconds = time.microseconds(since: MonotonicClock.now())
    if microseconds > 0 { usleep(UInt32(microseconds)) }
}

/// The memory of this process that is in use, in kilobytes.
func residentKilobytes() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, 128, file) != nil else { return 0 }
    let words = String(
        decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self
    )
    .split(separator: " ")
    return words.count > 1 ? (Int(words[1]) ?? 0) * Int(getpagesize()) / 1_024 : 0
}
