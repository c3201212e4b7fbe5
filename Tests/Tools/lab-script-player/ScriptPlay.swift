import KioskDisplay
import KioskRuntime
import KioskServices
import KioskText
import LabRobot
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitPacing
import TouchKitRaster
import TouchTrackerApp
import TouchTrackerTestSupport

/// A script of the robot, played to the app in virtual time: a frame takes none, however slowly the program
/// runs, so an emulator that counts instructions sees the frames that a board would make.
@MainActor
final class ScriptPlay {
    private final class Clock {
        var now = Timestamp.zero
    }

    private let session: Session
    private let display: VblankDisplay
    private let clock = Clock()
    private var script: RobotScript
    private let start: Timestamp
    /// As the robot's panel on a board.
    private static let panel = PanelDescription(
        id: DeviceID(rawValue: 1), name: "TouchTracker Robot", slotCount: 10,
        rangeX: SlotDecoder.Axis(minimum: 0, maximum: 65_535),
        rangeY: SlotDecoder.Axis(minimum: 0, maximum: 65_535))
    private let rawTouches = ReplayedRawTouches(panels: [panel])
    private var overlay: TouchOverlay?
    private var frame = TouchFrame(device: DeviceID(rawValue: 1), time: .zero)
    /// When the report in `frame` is due; nil when all have been played.
    private var reportTime: Timestamp?

    /// Launches the app with a drawing of so many strokes.
    ///
    /// - Parameter hasOverlay: Whether what panels report is shown over it.
    init(
        _ script: RobotScript, strokes: Int, mode: DisplayMode, hasOverlay: Bool = false
    ) throws {
        let clock = clock
        self.script = script
        display = try VblankDisplay(mode: mode, clock: { clock.now })
        let geometry = ScreenGeometry(scanoutWidth: mode.width, scanoutHeight: mode.height)
        let application = UIApplication(
            screen: UIScreen(geometry: geometry), now: clock.now, glyphs: SystemFont().glyphs)
        application.launch(BenchmarkDelegate(stage: Self.stage(of: script.name, strokes: strokes)))
        session = Session(
            application: application, display: display, geometry: geometry,
            clock: { clock.now })
        frame.contacts.reserveCapacity(script.fingers)
        start = clock.now.advanced(byMicroseconds: 1_000_000)
        guard hasOverlay else { return }
        overlay = TouchOverlay(
            rawTouches: rawTouches, frames: KioskFrameRecords { [weak session] in session },
            display: KioskDisplayInformation(
                launchedOn: display, geometry: geometry, session: { [weak session] in session }))
    }

    /// What the script's fingers need to find, as `touchtracker benchmark` has it.
    private static func stage(
        of name: RobotScript.Name, strokes: Int
    ) -> BenchmarkDelegate.Stage {
        switch name {
        case .sparkles: BenchmarkDelegate.Stage(scene: .sparkles)
        case .drag, .pinchRotate:
            BenchmarkDelegate.Stage(
                storedStrokes: strokes,
                pickedUp: [RobotScript.strokeBegin, RobotScript.strokeEnd])
        case .circle, .scribble, .tapStorm: BenchmarkDelegate.Stage(storedStrokes: strokes)
        }
    }

    /// What the app shows at its start comes onto the screen; a second passes.
    func settle() throws {
        try perform(session.workArrived(at: clock.now))
        while clock.now < start { try turn() }
        nextReport()
    }

    /// The script, from its first report to its last, and a few frames more. What is measured is what is done
    /// in here: scripts know it by its name.
    @inline(never)
    func measuredPart() throws {
        let end = start.advanced(byMicroseconds: script.duration + 300_000)
        while clock.now < end { try turn() }
    }

    /// Frames on the screen so far.
    var frames: Int { session.frameLog.frames }

    private func nextReport() {
        reportTime =
            script.next(into: &frame)
            ? start.advanced(byMicroseconds: frame.time.microseconds) : nil
        for index in frame.contacts.indices {
            let place = frame.contacts[index].position
            frame.contacts[index].rawPosition = TouchContact.RawPosition(
                x: Self.panel.rangeX.value(at: place.x), y: Self.panel.rangeY.value(at: place.y))
        }
    }

    /// Lets the time pass to what is due next, and does that: as the kiosk's loop does.
    private func turn() throws {
        var next = clock.now.advanced(byMicroseconds: 20_000)
        if session.watchesInput, let reportTime { next = min(next, reportTime) }
        if let flip = display.flip { next = min(next, flip) }
        if let deadline = session.nextDeadline { next = min(next, deadline) }
        let now = max(next, clock.now)
        clock.now = now
        if session.watchesInput { receive() }
        session.advanceTimers(to: now)
        if let flip = display.takeFlip(by: now) {
            try perform(session.flipCompleted(at: flip, now: now))
        }
        try perform(session.timerFired(at: now))
        try perform(session.workArrived(at: now))
    }

    private func receive() {
        while let time = reportTime, time <= clock.now {
            frame.time = time
            rawTouches.tell(frame)
            session.receive(frame)
            nextReport()
        }
    }

    private func perform(_ action: FramePacer.Action) throws {
        try action.perform { try measuredFrame() }
    }

    /// A frame; scripts that count each frame by itself know its end by its name.
    @inline(never)
    func measuredFrame() throws -> FramePacer.Action {
        receive()
        return try session.drawFrame()
    }
}
