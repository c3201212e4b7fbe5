import KioskDisplay
import KioskRuntime
import KioskServices
import KioskText
import LabReplay
import LabRobot
import LabScreens
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitPacing
import TouchKitRaster
import TouchTrackerApp
import TouchTrackerTestSupport

/// A player of a robot script for the app, in virtual time.
///
/// A frame takes no virtual time. An emulator that counts instructions is slow, but therefore
/// measures the same frames that a board would draw.
@MainActor
final class ScriptPlayer {
    private let session: Session
    private let display: VblankDisplay
    private let clock = VirtualClock()
    private let script: RobotScript
    /// The touch frames of the measured part, or an empty array before it. They are computed in
    /// advance, because the robot's own work is not part of the measured cost.
    private var touchFrames: [TouchFrame] = []
    /// The index of the first touch frame that has not been delivered.
    private var nextTouchFrame = 0
    private let start: Timestamp
    /// The time at which the measured part ends.
    private let end: Timestamp
    /// The description of the robot's touchscreen on a board.
    private static let panel = TouchscreenDescription(
        id: DeviceID(rawValue: 1), name: "TouchTracker Robot", slotCount: 10,
        rangeX: SlotDecoder.Axis(minimum: 0, maximum: 65_535),
        rangeY: SlotDecoder.Axis(minimum: 0, maximum: 65_535))
    private let rawTouches = ReplayedRawTouches(touchscreens: [panel])
    private var overlay: TouchOverlay?

    /// Launches the app.
    ///
    /// - Parameters:
    ///   - script: The robot script.
    ///   - strokes: The number of strokes in the stored drawing.
    ///   - tool: The tool of new strokes.
    ///   - mode: The display mode.
    ///   - hasOverlay: Whether the touch overlay is shown.
    init(
        _ script: RobotScript, strokes: Int, tool: Tool, mode: DisplayMode, hasOverlay: Bool = false
    ) throws {
        let clock = clock
        self.script = script
        display = try VblankDisplay(mode: mode, clock: { clock.now })
        let geometry = ScreenGeometry(scanoutWidth: mode.width, scanoutHeight: mode.height)
        let application = UIApplication(
            screen: UIScreen(geometry: geometry), now: clock.now, glyphs: SystemFont().glyphs)
        // Scene and drawing are those of `touchtracker benchmark`.
        var stage = BenchmarkDelegate.Stage(for: script.name, storedStrokes: strokes)
        stage.tool = tool
        application.launch(BenchmarkDelegate(stage: stage))
        session = Session(
            application: application, display: display, geometry: geometry,
            clock: { clock.now })
        start = clock.now.advanced(byMicroseconds: 1_000_000)
        end = start.advanced(byMicroseconds: script.duration + 300_000)
        guard hasOverlay else { return }
        overlay = TouchOverlay(
            rawTouches: rawTouches, frames: KioskFrameRecords { [weak session] in session },
            display: KioskDisplayInformation(
                launchedOn: display, geometry: geometry, session: { [weak session] in session }))
    }

    /// Returns all touch frames of the script, with the times at which they are due.
    private func scriptFrames() -> [TouchFrame] {
        var script = script
        var frames: [TouchFrame] = []
        var frame = TouchFrame(device: Self.panel.id, time: .zero)
        while script.next(into: &frame) {
            var due = frame
            due.time = start.advanced(byMicroseconds: frame.time.microseconds)
            for index in due.contacts.indices {
                let place = due.contacts[index].position
                due.contacts[index].rawPosition = TouchContact.RawPosition(
                    x: Self.panel.rangeX.value(at: place.x),
                    y: Self.panel.rangeY.value(at: place.y))
            }
            frames.append(due)
        }
        return frames
    }

    /// The time at which the next touch frame is due, or `nil` at the end of the script.
    private var touchFrameTime: Timestamp? {
        nextTouchFrame < touchFrames.count ? touchFrames[nextTouchFrame].time : nil
    }

    /// Runs the loop for one second, in which the app shows its first frames.
    func showFirstFrames() throws {
        try perform(session.workArrived(at: clock.now))
        while clock.now < start { try turn() }
        touchFrames = scriptFrames()
    }

    /// Plays the script from its first to its last touch frame, and 0.3 s more.
    ///
    /// `scripts/profile` and `scripts/benches/frame-cost` measure this function by its name.
    @inline(never)
    func playMeasuredPart() throws {
        while clock.now < end { try turn() }
    }

    /// The number of frames shown so far.
    var frames: Int { session.frameLog.frames }

    /// Advances the clock to the next event, and performs the steps of one `MainLoop` iteration.
    private func turn() throws {
        var next = clock.now.advanced(byMicroseconds: 20_000)
        if session.watchesInput, let touchFrameTime { next = min(next, touchFrameTime) }
        if let flip = display.flip { next = min(next, flip) }
        if let deadline = session.nextDeadline { next = min(next, deadline) }
        let now = max(next, clock.now)
        clock.now = now
        if session.watchesInput { receive() }
        session.advanceTimers(to: now)
        if let flip = display.completeFlip(by: now) {
            try perform(session.flipCompleted(at: flip, now: now))
        }
        try perform(session.timerFired(at: now))
        try perform(session.workArrived(at: now))
    }

    private func receive() {
        while let time = touchFrameTime, time <= clock.now {
            let frame = touchFrames[nextTouchFrame]
            rawTouches.deliver(frame)
            session.receive(frame)
            nextTouchFrame += 1
        }
    }

    private func perform(_ action: FramePacer.Action) throws {
        try action.perform { try drawMeasuredFrame() }
    }

    /// Draws one frame.
    ///
    /// `scripts/profile --worst` separates the costs of frames at the calls of this function.
    @inline(never)
    func drawMeasuredFrame() throws -> FramePacer.Action {
        receive()
        return try session.drawFrame()
    }
}
