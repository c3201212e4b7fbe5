import KioskDisplay
import KioskInput
import KioskServices
import KioskSystem
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitPacing
import TouchKitRaster

/// The session of a running kiosk, which connects touch input, the application and the display.
///
/// The session waits for no input events. `MainLoop` reports events and performs the actions that
/// the frame pacer returns, so that a session can also run with a virtual clock.
@MainActor
package final class Session {
    /// The application that receives touches and draws.
    package let application: UIApplication
    /// The mapping between points, canvas pixels and scanout pixels.
    @exclusivity(unchecked) package private(set) var geometry: ScreenGeometry
    /// The display, or `nil` while no display is available. `hideDisplay(at:)` removes the
    /// reference, so that the session does not retain a disconnected display.
    @exclusivity(unchecked) private(set) var display: (any ScanoutDisplay)?
    let clock: () -> Timestamp
    @exclusivity(unchecked) private(set) var renderer: FrameRenderer
    private let dithers: Bool
    private let pacing: PacingOptions
    private let threads: (any PaintingThreads)?

    @exclusivity(unchecked) var pacer: FramePacer
    /// The number of vblanks missed on previous displays. `pacer` counts only the vblanks missed on
    /// the current display.
    @exclusivity(unchecked) private var formerMissedVblanks = 0
    /// The time at which the pending page flip was submitted, or `nil` if no flip is pending.
    @exclusivity(unchecked) package internal(set) var flipPendingSince: Timestamp?
    /// The time at which the pending page flip was submitted, or `nil` if no flip is pending or its
    /// completion does not wake the main loop. A completion that does not wake the loop is read
    /// only with the next frame. The age of such a flip does not indicate a failed display.
    package var flipAwaitedSince: Timestamp? { watchesDisplay ? flipPendingSince : nil }
    /// The timeout of pending page flips.
    @exclusivity(unchecked) private var flipTimeout = FlipTimeout()
    /// The number of bytes of front-buffer ink (ink written directly into the buffer on the
    /// display) since the session began, including ink that no presented frame contains yet.
    package var inkBytesWritten: Int { frameLog.inkBytesWritten + record.inkBytesWritten }
    @exclusivity(unchecked) var tracker = ContactTracker()
    @exclusivity(unchecked) var queue = TouchUpdateQueue()
    /// The connected touch devices.
    @exclusivity(unchecked) var touchDevices: [DeviceID: TouchDevice] = [:]
    @exclusivity(unchecked) private var wokenAt = Timestamp.zero
    /// The time at which the current turn of the main loop (waiting for events and processing them)
    /// began, before input was read, or `nil` if the session runs without a main loop.
    @exclusivity(unchecked) package var turnBegan: Timestamp?
    @exclusivity(unchecked) var touchedAreas = TouchedAreas()
    @exclusivity(unchecked) private var pixelCost = PixelCostEstimate()
    /// The typical duration of presenting a frame on the display.
    @exclusivity(unchecked) private var commit = TypicalDuration()
    /// The typical duration of recording the views' drawing operations.
    @exclusivity(unchecked) private var recording = TypicalDuration()
    @exclusivity(unchecked) var record = FrameRecord(
        sampleCapacity: FrameRecord.usualSampleCapacity)
    /// The timing of front-buffer ink, or `nil` if ink is presented with page flips.
    @exclusivity(unchecked) var frontInk: FrontInkTiming?

    /// The state of dimming and blanking, or `nil` if the screen always stays on.
    @exclusivity(unchecked) var screenPowerState: ScreenPowerState?

    /// The text trace of all touch frames that reach the application, or `nil` to disable tracing.
    /// No line is written while a window for a secret, such as an unlock pattern, is visible.
    @exclusivity(unchecked) package var trace: TouchTrace?
    /// The running playback of synthetic touches, which replaces the touches of input devices, or
    /// `nil` if none is running.
    @exclusivity(unchecked) package var playback: KioskTouchPlayback?
    /// The closure that is called with each touch frame that reaches the application, before the
    /// calibration is applied.
    @exclusivity(unchecked) package var onTouchFrame: ((TouchFrame) -> Void)?
    /// The closure that is called with the record of each frame after the display has shown the
    /// frame.
    @exclusivity(unchecked) package var onFrameShown: ((FrameRecord) -> Void)?
    /// The closure that is called once, after the display has shown the next frame.
    @exclusivity(unchecked) package var onNextFrameShown: (() -> Void)?
    /// The closure that is called with the number of composed pixels, so that a virtual clock can
    /// advance by the time that composing would take.
    @exclusivity(unchecked) package var onComposed: ((_ pixels: Int) -> Void)?
    /// The timing records of the most recent frames.
    @exclusivity(unchecked) package private(set) var frameLog = FrameLog()
    /// The number of touch frames (sets of contact changes that a device reports at one time)
    /// received while a display was available, including suppressed frames.
    @exclusivity(unchecked) package internal(set) var touchFrames = 0

    /// Creates a session on a display.
    ///
    /// - Parameters:
    ///   - application: The application, whose screen has the same geometry.
    ///   - display: The first display.
    ///   - geometry: The mapping between points, canvas pixels and scanout pixels.
    ///   - dithers: Whether pixel formats with fewer than eight bits per channel are dithered.
    ///   - pacing: The options of frame pacing.
    ///   - ink: The presentation of newly drawn ink: with the next page flip, or directly in the
    ///     front buffer.
    ///   - threads: The threads that compose large parts of the picture, or `nil` to compose all
    ///     parts on the calling thread.
    ///   - clock: The closure that returns the current time.
    package init(
        application: UIApplication, display: any ScanoutDisplay, geometry: ScreenGeometry,
        dithers: Bool = true, pacing: PacingOptions = PacingOptions(),
        ink: KioskOptions.InkPath = .flip, threads: (any PaintingThreads)? = nil,
        clock: @escaping () -> Timestamp
    ) {
        self.application = application
        self.display = display
        self.geometry = geometry
        self.clock = clock
        self.dithers = dithers
        self.pacing = pacing
        self.threads = threads
        frontInk = ink == .front ? FrontInkTiming() : nil
        renderer = FrameRenderer(
            geometry: geometry, bufferCount: display.bufferCount, dithers: dithers,
            threads: threads)
        pacer = FramePacer(
            periodNanoseconds: display.mode.periodNanoseconds, hasVblank: display.hasVblank,
            options: pacing)
    }

    /// The canvas: the most recently composed picture, before it is rotated for the display.
    package var canvas: Bitmap { renderer.canvas }
    /// The damage that is deferred to later frames, in canvas pixels.
    package var deferredDamage: Region { renderer.deferredDamage }
    /// The number of vblanks missed on all displays of the session.
    package var missedVblanks: Int { formerMissedVblanks + pacer.missedVblanks }
    /// Whether input wakes the main loop. If `false`, the loop reads input together with the next
    /// frame.
    package var watchesInput: Bool { !hasDisplay || pacer.watchesInput || expectsInk }

    /// Whether a completed page flip wakes the main loop. If `false`, the loop reads the flip event
    /// at the time `frameWake`.
    package var watchesDisplay: Bool { pacer.watchesDisplay }
    /// The time at which the main loop must call `timerFired(at:)` to start the next frame, or
    /// `nil` if no frame is scheduled.
    package var frameWake: Timestamp? { pacer.wakeTime }
    /// The earliest deadline of the frame pacer, the application's timers and screen power, or
    /// `nil` if no deadline is scheduled.
    package var nextDeadline: Timestamp? {
        Self.earlier(Self.earlier(pacer.wakeTime, application.nextDeadline), screenDeadline)
    }

    /// The time at which the main loop must call `pendingFlipHasTimedOut(at:)`, or `nil` if no flip
    /// is pending.
    package var flipDeadline: Timestamp? { flipAwaitedSince == nil ? nil : flipTimeout.checkTime }

    /// Returns whether the pending page flip has timed out because its event was lost.
    package func pendingFlipHasTimedOut(at now: Timestamp) -> Bool {
        flipAwaitedSince.map { flipTimeout.hasElapsed(since: $0, now: now) } ?? false
    }

    private static func earlier(_ first: Timestamp?, _ second: Timestamp?) -> Timestamp? {
        guard let first, let second else { return first ?? second }
        return min(first, second)
    }

    /// Whether a display is available.
    package var hasDisplay: Bool { display != nil }
    /// The display's refresh period in microseconds, or `nil` without a display.
    package var periodMicroseconds: Int64? { display?.mode.periodMicroseconds }
    /// The shortest interval between two frames in microseconds, or `nil` without a display. On a
    /// display with vblanks, the interval is a multiple of the refresh period.
    package var frameMicroseconds: Int64? { hasDisplay ? pacer.frameMicroseconds : nil }

    // MARK: Hotplug

    /// Removes the display from the session and cancels all touches. No touch is delivered and no
    /// frame is drawn until `showDisplay(_:geometry:)`.
    package func hideDisplay(at now: Timestamp) {
        guard hasDisplay else { return }
        queue.append { tracker.cancelAll(at: now, into: &$0) }
        deliverTouches()
        discardRecord()
        application.advance(to: now)
        application.resignActive()
        display = nil
        flipPendingSince = nil
        pacer.reset()
        screenPowerDisplayClosed()
    }

    /// Continues the session on `display`, which may differ from the previous display, and redraws
    /// the whole canvas with `geometry`.
    package func showDisplay(_ display: any ScanoutDisplay, geometry: ScreenGeometry) {
        self.display = display
        if geometry == self.geometry {
            renderer.displayChanged(bufferCount: display.bufferCount)
        } else {
            renderer = FrameRenderer(
                geometry: geometry, bufferCount: display.bufferCount, dithers: dithers,
                threads: threads)
        }
        self.geometry = geometry
        formerMissedVblanks += pacer.missedVblanks
        commit = TypicalDuration()
        pacer = FramePacer(
            periodNanoseconds: display.mode.periodNanoseconds, hasVblank: display.hasVblank,
            options: pacing)
        // The application's clock was paused while no display was available.
        application.advance(to: clock())
        application.changeScreenGeometry(to: geometry)
        application.becomeActive()
        screenPowerDisplayOpened(at: clock())
    }

    /// Changes the rotation or scale on the current display, cancels all touches, and redraws the
    /// whole canvas. A pending page flip remains pending.
    package func changeGeometry(to geometry: ScreenGeometry, at now: Timestamp) {
        guard let display, geometry != self.geometry else { return }
        queue.append { tracker.cancelAll(at: now, into: &$0) }
        deliverTouches()
        application.advance(to: now)
        discardRecord()
        renderer = FrameRenderer(
            geometry: geometry, bufferCount: display.bufferCount, dithers: dithers,
            threads: threads)
        self.geometry = geometry
        application.changeScreenGeometry(to: geometry)
    }

    /// Discards the record of a frame that will not be shown, but adds the frame's bytes of
    /// front-buffer ink to the total in `frameLog`.
    func discardRecord() {
        frameLog.add(unconfirmedInkBytes: record.inkBytesWritten)
        record.reset()
        touchedAreas.removeAll()
    }

    // MARK: Pacing

    /// Returns the frame pacer's action after an event that may have caused touches or damage.
    /// Writes front-buffer ink if the action is not to draw a frame now.
    package func workArrived(at now: Timestamp) -> FramePacer.Action {
        updateIdleTimer(at: now)
        let hasWork =
            hasDisplay && !isBlanked
            && (!queue.isEmpty || application.needsDisplay || application.needsFrames
                || renderer.hasDeferredDamage || screenPowerState?.awaitsWakingFrame ?? false)
        wokenAt = turnBegan ?? now
        guard hasWork else { return .sleep }
        if pacer.needsVblankTime(at: now), let vblank = display?.lastVblankTime() {
            pacer.recordVblank(vblank, now: now)
        }
        let action = pacer.workArrived(at: now)
        if action != .draw { writeFrontInk() }
        return action
    }

    /// Returns the frame pacer's action at `now`, which is `draw` if a frame is due.
    package func timerFired(at now: Timestamp) -> FramePacer.Action {
        wokenAt = turnBegan ?? now
        return pacer.timerFired(at: now)
    }

    /// Records that the pending page flip completed at the time `vblank`, and returns the frame
    /// pacer's next action.
    package func flipCompleted(at vblank: Timestamp, now: Timestamp) -> FramePacer.Action {
        guard hasDisplay else { return .sleep }
        flipPendingSince = nil
        wokenAt = turnBegan ?? now
        let missedBefore = pacer.missedVblanks
        let action = pacer.flipCompleted(at: vblank, now: now)
        frameWasShown(at: vblank, missedVblanks: pacer.missedVblanks - missedBefore)
        return action
    }

    /// Runs the application's timers that are due, then performs the steps of dimming and blanking
    /// that are due. Queued touches are delivered first, so that a delayed main loop does not turn
    /// a short press into a long press.
    package func advanceTimers(to now: Timestamp) {
        if let deadline = application.nextDeadline, deadline <= now {
            deliverTouches()
            application.advance(to: now)
        }
        updateIdleTimer(at: now)
        guard let deadline = screenDeadline, deadline <= now else { return }
        performDueScreenSteps(at: now)
    }

    // MARK: One frame

    /// Produces one frame: delivers queued touches, advances animations, draws, and presents the
    /// frame. Called when the frame pacer returns `draw`.
    ///
    /// - Returns: The frame pacer's next action.
    /// - Throws: `DisplayError` if the frame cannot be presented.
    package func drawFrame() throws(DisplayError) -> FramePacer.Action {
        record.woken = wokenAt
        record.budgetMicroseconds = pacer.budgetMicroseconds
        record.target = pacer.target
        record.latched = clock()
        deliverTouches()
        let touchesMove = record.deliveries > 0 && tracker.liveCount > 0
        application.stepFrame(at: record.latched)
        record.dispatched = clock()
        var outcome = FrameRenderer.Outcome()
        let presentation = try present(&outcome)
        touchedAreas.endFrame { tracker.isDown($0) }
        return pacer.presented(
            presentation,
            needsNext: touchesMove || application.needsFrames || renderer.hasDeferredDamage,
            deferredMicroseconds: pixelCost.microseconds(forPixelCount: outcome.deferredPixels),
            at: clock())
    }

    /// The number of pixels that can be drawn in the rest of the frame budget.
    private var pixelBudget: Int {
        guard let deadline = pacer.deadline else { return .max }
        var left =
            deadline.microseconds(since: record.dispatched) - recording.microseconds
            - commit.microseconds
        // The intended vblank is already missed, so the frame is planned for a later vblank.
        if left <= 0 {
            while left < pacer.frameMicroseconds / 2 { left += pacer.frameMicroseconds }
        }
        return pixelCost.pixelCount(fitting: left)
    }

    private func present(
        _ outcome: inout FrameRenderer.Outcome
    ) throws(DisplayError) -> FramePacer.Presentation {
        renderer.record(
            application, pixelBudget: pixelBudget, touchedAreas: touchedAreas, outcome: &outcome)
        let recorded = clock()
        renderer.compose(&outcome)
        onComposed?(outcome.composedPixels)
        renderer.countInk(in: &outcome)
        guard let display, renderer.hasUnpresentedDamage, let index = display.freeBufferIndex()
        else {
            // If damage is deferred, a later frame shows the recorded samples.
            if !renderer.hasDeferredDamage { record.reset() }
            return .unchanged
        }
        renderer.write(to: display.buffer(index), index: index, outcome: &outcome)
        record.drawn = clock()
        pixelCost.record(
            microseconds: record.drawn.microseconds(since: recorded),
            pixelCount: outcome.composedPixels)
        let result = try display.present(index, damage: renderer.scanoutDamage())
        let committed = clock()
        record.committed = committed
        if !renderer.isFirst {
            // The first frame sets the mode, which takes much longer and is not repeated.
            commit.record(microseconds: committed.microseconds(since: record.drawn))
            recording.record(microseconds: recorded.microseconds(since: record.dispatched))
        }
        renderer.framePresented()
        screenPowerState?.awaitsWakingFrame = false
        record.deferredPixels = outcome.deferredPixels
        record.damagedPixels = outcome.damagedPixels
        record.repaintedPixels = outcome.repaintedPixels
        record.differingPixels = outcome.differingPixels
        record.bytesWritten = outcome.bytesWritten
        record.activeTouches = tracker.liveCount
        frameLog.append(exchanging: &record)
        switch result {
        case .pending:
            flipPendingSince = committed
            flipTimeout.flipSubmitted(at: committed)
            return .pending
        case .shown(let time):
            frameWasShown(at: time)
            return .shown(at: time)
        }
    }

    private func frameWasShown(at time: Timestamp, missedVblanks: Int = 0) {
        frameLog.setFlipped(at: time, missedVblanks: missedVblanks)
        if screenPowerState != nil { screenPowerFrameShown(at: clock()) }
        if let onFrameShown, let record = frameLog.newest { onFrameShown(record) }
        if let onNextFrameShown {
            self.onNextFrameShown = nil
            onNextFrameShown()
        }
    }
}
