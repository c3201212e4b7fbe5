import KioskDisplay
import KioskInput
import KioskServices
import KioskSystem
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitPacing
import TouchKitRaster

/// Connects touch input, the application and the display of a running kiosk.
///
/// The session makes no system calls. `MainLoop` reports events and performs the pacer's actions,
/// so that a session can also run with a virtual clock.
@MainActor
package final class Session {
    /// The application that receives touches and draws.
    package let application: UIApplication
    /// The mapping between points, canvas pixels and scanout pixels.
    package private(set) var geometry: ScreenGeometry
    /// The display, or `nil` while none is available. `hideDisplay(at:)` releases the reference, so
    /// that the session does not retain a disconnected display.
    private(set) var display: (any ScanoutDisplay)?
    let clock: () -> Timestamp
    private(set) var renderer: FrameRenderer
    private let dithers: Bool
    private let pacing: PacingOptions

    var pacer: FramePacer
    /// The number of missed vblanks on earlier displays, which `pacer` does not count.
    private var formerMissedVblanks = 0
    /// The time at which the pending page flip was submitted, or `nil` without one.
    package internal(set) var flipPendingSince: Timestamp?
    /// The time at which the pending page flip was submitted, or `nil` if no flip is pending or its
    /// completion does not wake the main loop. The loop reads such a flip with the next frame, so a
    /// late completion is no failure of the display.
    package var flipAwaitedSince: Timestamp? { watchesDisplay ? flipPendingSince : nil }
    /// The number of bytes of front-buffer ink, including ink that no frame has confirmed yet.
    package var inkBytesWritten: Int { frameLog.inkBytesWritten + record.inkBytesWritten }
    var tracker = ContactTracker()
    var queue = TouchUpdateQueue()
    private var filtered = TouchFrame(device: DeviceID(rawValue: 0), time: .zero)
    private var calibrations: [DeviceID: TouchCalibration] = [:]
    private var wokenAt = Timestamp.zero
    /// The time at which the current turn of the main loop began, before devices were read, or
    /// `nil` without a main loop.
    package var turnBegan: Timestamp?
    private var touchedAreas = TouchedAreas()
    private var pixelCost = PixelCostEstimate()
    /// The typical time that the display needs to accept a frame.
    private var commit = TypicalDuration()
    /// The typical time that views need to record their drawing operations.
    private var recording = TypicalDuration()
    var record = FrameRecord(sampleCapacity: FrameRecord.usualSampleCapacity)
    /// The timing of front-buffer ink, or `nil` if ink is shown by flips.
    var frontInk: FrontInkTiming?

    /// The state of dimming and blanking, or `nil` if the screen always stays on.
    var screenPowerState: ScreenPowerState?

    /// The text trace of all touch frames that reach the application, or `nil` for no trace.
    /// Nothing is written while a secret window is visible.
    package var trace: TouchTrace?
    /// The filters between the devices and the application, in the order in which a touch frame
    /// passes them.
    package var filters: [any TouchFrameFilter] = []
    /// Called with each touch frame that passed all filters, before calibration.
    package var onTouchFrame: ((TouchFrame) -> Void)?
    /// Called with the record of each presented frame once the frame is shown.
    package var onFrameShown: ((FrameRecord) -> Void)?
    /// Called with the number of composited pixels, so that a virtual clock can charge for them.
    package var onComposed: ((_ pixels: Int) -> Void)?
    /// The records of the newest frames.
    package private(set) var frameLog = FrameLog()
    /// The number of touch frames that devices reported, including those without effect.
    package private(set) var touchFrames = 0

    /// Creates a session.
    ///
    /// - Parameters:
    ///   - application: The application, on a screen of the same geometry.
    ///   - display: The display.
    ///   - geometry: The mapping between points, canvas pixels and scanout pixels.
    ///   - dithers: Whether formats with fewer than eight bits per channel are dithered.
    ///   - pacing: The options of frame pacing.
    ///   - ink: The way in which new ink of strokes reaches the display.
    ///   - clock: Returns the current time.
    package init(
        application: UIApplication, display: any ScanoutDisplay, geometry: ScreenGeometry,
        dithers: Bool = true, pacing: PacingOptions = PacingOptions(),
        ink: KioskOptions.InkPath = .flip,
        clock: @escaping () -> Timestamp
    ) {
        self.application = application
        self.display = display
        self.geometry = geometry
        self.clock = clock
        self.dithers = dithers
        self.pacing = pacing
        frontInk = ink == .front ? FrontInkTiming() : nil
        renderer = FrameRenderer(
            geometry: geometry, bufferCount: display.bufferCount, dithers: dithers)
        pacer = FramePacer(
            periodNanoseconds: display.mode.periodNanoseconds, hasVblank: display.hasVblank,
            options: pacing)
    }

    /// The canvas: the upright picture as last composed.
    package var canvas: Bitmap { renderer.canvas }
    /// The deferred damage, in canvas pixels.
    package var deferredDamage: Region { renderer.deferredDamage }
    /// The number of missed vblanks on all displays.
    package var missedVblanks: Int { formerMissedVblanks + pacer.missedVblanks }
    /// Whether input wakes the main loop. Otherwise the loop reads input together with the next
    /// frame.
    package var watchesInput: Bool { !isShown || pacer.watchesInput || expectsInk }

    /// Whether a completed page flip wakes the main loop. Otherwise the loop reads the flip at
    /// `frameWake`.
    package var watchesDisplay: Bool { pacer.watchesDisplay }
    /// The time at which the main loop must call `timerFired(at:)` for the pacer, or `nil` if no
    /// frame is scheduled.
    package var frameWake: Timestamp? { pacer.wakeTime }
    /// The earliest deadline of the pacer, the application's timers and the screen power, or `nil`
    /// if nothing is scheduled.
    package var nextDeadline: Timestamp? {
        Self.first(Self.first(pacer.wakeTime, application.nextDeadline), screenDeadline)
    }

    private static func first(_ one: Timestamp?, _ other: Timestamp?) -> Timestamp? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }

    /// Whether a display is available.
    package var isShown: Bool { display != nil }
    /// The display's refresh period in microseconds, or `nil` without a display.
    package var periodMicroseconds: Int64? { display?.mode.periodMicroseconds }
    /// The shortest interval between two frames in microseconds, or `nil` without a display. On a
    /// display with vblank the interval is a multiple of the refresh period.
    package var frameMicroseconds: Int64? { isShown ? pacer.frameMicroseconds : nil }

    // MARK: Hotplug

    /// Releases the display and cancels all touches. Nothing is delivered or drawn until
    /// `showDisplay(_:geometry:)`.
    package func hideDisplay(at now: Timestamp) {
        guard isShown else { return }
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

    /// Continues on `display`, which may differ from the previous display, and redraws the whole
    /// canvas with `geometry`.
    package func showDisplay(_ display: any ScanoutDisplay, geometry: ScreenGeometry) {
        self.display = display
        if geometry == self.geometry {
            renderer.displayChanged(bufferCount: display.bufferCount)
        } else {
            renderer = FrameRenderer(
                geometry: geometry, bufferCount: display.bufferCount, dithers: dithers)
        }
        self.geometry = geometry
        formerMissedVblanks += pacer.missedVblanks
        commit = TypicalDuration()
        pacer = FramePacer(
            periodNanoseconds: display.mode.periodNanoseconds, hasVblank: display.hasVblank,
            options: pacing)
        // The application's clock was paused without a display.
        application.advance(to: clock())
        application.changeScreenGeometry(to: geometry)
        application.becomeActive()
        screenPowerDisplayOpened(at: clock())
    }

    /// Changes rotation or scale on the current display: cancels all touches and redraws the whole
    /// canvas. A pending page flip remains pending.
    package func changeGeometry(to geometry: ScreenGeometry, at now: Timestamp) {
        guard let display, geometry != self.geometry else { return }
        queue.append { tracker.cancelAll(at: now, into: &$0) }
        deliverTouches()
        application.advance(to: now)
        discardRecord()
        renderer = FrameRenderer(
            geometry: geometry, bufferCount: display.bufferCount, dithers: dithers)
        self.geometry = geometry
        application.changeScreenGeometry(to: geometry)
    }

    /// Discards the record of a frame that will not be shown, but counts its front-buffer ink.
    func discardRecord() {
        frameLog.add(unconfirmedInkBytes: record.inkBytesWritten)
        record.reset()
        touchedAreas.removeAll()
    }

    // MARK: Touches

    /// Registers a connected device and its calibration.
    package func deviceAdded(_ device: DeviceID, calibration: TouchCalibration) {
        calibrations[device] = calibration
    }

    /// Changes a device's calibration and cancels its touches.
    package func setCalibration(
        _ calibration: TouchCalibration, of device: DeviceID, at time: Timestamp
    ) {
        calibrations[device] = calibration
        queue.append { tracker.cancelAll(of: device, at: time, into: &$0) }
    }

    /// Removes a device and cancels its touches.
    package func deviceRemoved(_ device: DeviceID, at time: Timestamp) {
        calibrations[device] = nil
        screenPowerState?.touches.remove(device)
        queue.append { tracker.cancelAll(of: device, at: time, into: &$0) }
    }

    /// Processes a touch frame of a device: passes it through the filters and queues it for
    /// delivery.
    package func receive(_ frame: TouchFrame) {
        // Contacts on a screen without a picture have no meaning.
        guard isShown else { return }
        touchFrames += 1
        switch filterWakeTouches(frame) {
        case .whole: pass(frame)
        case .part: if let passed = screenPowerState?.touches.passed { pass(passed) }
        case .nothing: return
        }
    }

    private func pass(_ frame: TouchFrame) {
        guard !filters.isEmpty else {
            enqueue(frame)
            return
        }
        filtered = frame
        // The caller reuses the frame's memory, so no copy may hold it.
        defer { filtered.contacts = [] }
        for filter in filters where !filter.filter(&filtered) { return }
        enqueue(filtered)
    }

    private func enqueue(_ frame: TouchFrame) {
        onTouchFrame?(frame)
        let calibration = calibrations[frame.device] ?? .identity
        if let trace, !application.showsSecretWindow {
            trace.write(frame, geometry: geometry, calibration: calibration)
        }
        queue.append(merging: true, notAcross: application.nextDeadline) { result in
            tracker.process(frame, geometry: geometry, calibration: calibration, into: &result)
        }
    }

    // MARK: Pacing

    /// Returns the pacer's action after an event that may have caused touches or damage. Writes
    /// front-buffer ink if no frame is drawn yet.
    package func workArrived(at now: Timestamp) -> FramePacer.Action {
        updateIdleTimer(at: now)
        let hasWork =
            isShown && !isBlanked
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

    /// Returns the pacer's action at `now`: `draw` if a frame is due.
    package func timerFired(at now: Timestamp) -> FramePacer.Action {
        wokenAt = turnBegan ?? now
        return pacer.timerFired(at: now)
    }

    /// Records that the pending page flip completed at the time `vblank`, and returns the pacer's
    /// next action.
    package func flipCompleted(at vblank: Timestamp, now: Timestamp) -> FramePacer.Action {
        guard isShown else { return .sleep }
        flipPendingSince = nil
        wokenAt = turnBegan ?? now
        let missedBefore = pacer.missedVblanks
        let action = pacer.flipCompleted(at: vblank, now: now)
        frameWasShown(at: vblank, missedVblanks: pacer.missedVblanks - missedBefore)
        return action
    }

    /// Runs the application's timers that are due, then dims or blanks the screen if that is due.
    /// Touches with earlier timestamps are delivered first, so that a late loop does not turn a
    /// short press into a long one.
    package func advanceTimers(to now: Timestamp) {
        if let deadline = application.nextDeadline, deadline <= now {
            deliverTouches()
            application.advance(to: now)
        }
        guard let deadline = screenDeadline, deadline <= now else { return }
        updateIdleTimer(at: now)
        performDueScreenSteps(at: now)
    }

    // MARK: One frame

    /// Produces one frame: delivers queued touches, steps animations, draws and presents. Called
    /// when the pacer returns `draw`.
    ///
    /// - Returns: The pacer's next action.
    /// - Throws: `DisplayError` if the display rejects the frame.
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

    /// Delivers all queued touches to the application.
    ///
    /// - Parameter body: Called with each sample before its delivery, in the order of
    ///   `FrameRecord.samples`.
    func deliverTouches(_ body: (TouchSample) -> Void = { _ in }) {
        if queue.isEmpty { return }
        let delivered = clock()
        let scanout = pacer.expectedScanout(at: delivered)
        while let frame = queue.popFirst() {
            for sample in frame.samples {
                record.samples.append(
                    ShownSample(
                        time: sample.time, delivered: delivered,
                        rowMicroseconds: rowMicroseconds(at: sample.position)))
                touchedAreas.add(sample)
                body(sample)
            }
            record.deliveries += 1
            record.deliveredTouches += frame.changes.count
            application.deliver(frame, shownAt: scanout)
            queue.recycle(frame)
        }
        updateInkExpectation()
    }

    /// Returns the time from a vblank until the row at `position` is scanned out, in microseconds,
    /// or 0 without scanout timing.
    private func rowMicroseconds(at position: CGPoint) -> Int32 {
        guard let display, display.hasVblank else { return 0 }
        let mode = display.mode
        return Int32(
            clamping: ScanTiming.microseconds(
                to: renderer.scanoutRow(at: position), of: mode.height,
                activeMicroseconds: mode.activeMicroseconds))
    }

    /// The number of pixels that fit into the rest of the frame budget.
    private var pixelBudget: Int {
        guard let deadline = pacer.deadline else { return .max }
        var left =
            deadline.microseconds(since: record.dispatched) - recording.microseconds
            - commit.microseconds
        // The vblank is already missed, so the frame gets the budget of the next one.
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
            // Deferred damage shows these samples with a later frame.
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
            // A mode set takes much longer and is not repeated, so it does not count.
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
    }
}
