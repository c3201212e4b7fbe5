import KioskDisplay
import KioskInput
import KioskServices
import KioskSystem
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitPacing
import TouchKitRaster

/// Joins touch source, application and display: what happens between two turns of the loop.
///
/// The session knows no epoll and no signal; `MainLoop` tells it what happened and does what the
/// pacer answers. So everything here also runs under a virtual clock.
@MainActor
package final class Session {
    /// The application.
    package let application: UIApplication
    /// How points, pixels and scanout belong together.
    package private(set) var geometry: ScreenGeometry
    /// Where frames go; nil while the display has gone, or is another program's. Nobody else may keep
    /// it open then.
    private(set) var display: (any ScanoutDisplay)?
    let clock: () -> Timestamp
    private(set) var renderer: FrameRenderer
    private let dithers: Bool
    private let pacing: PacingOptions

    var pacer: FramePacer
    /// Vblanks that were missed on displays that have gone.
    private var formerMissedVblanks = 0
    /// Since when a flip is under way.
    package internal(set) var flipPendingSince: Timestamp?
    /// The same, but nil while the flip is read with the next frame only: that may be a second later by
    /// order (`--frame-rate 1`), and says nothing of the display.
    package var flipAwaitedSince: Timestamp? { watchesDisplay ? flipPendingSince : nil }
    /// Bytes written straight into buffers on the screen (front-buffer ink), also those that no frame has
    /// confirmed yet.
    package var inkBytesWritten: Int { frameLog.inkBytesWritten + record.inkBytesWritten }
    var tracker = TouchTracker()
    var queue = FingerQueue()
    private var filtered = TouchFrame(device: DeviceID(rawValue: 0), time: .zero)
    private var calibrations: [DeviceID: TouchCalibration] = [:]
    private var wokenAt = Timestamp.zero
    /// When the loop woke for what it does now, before it read any device; nil where nobody says.
    package var turnBegan: Timestamp?
    private var places = FingerPlaces()
    private var pixelCost = PixelCost()
    /// How long the display takes to take a frame.
    private var commit = UsualTime()
    /// How long views take to record what they draw.
    private var recording = UsualTime()
    var record = FrameRecord(sampleCapacity: FrameRecord.usualSamples)
    /// What shows ink ahead of the flip (Session+Ink.swift); nil where it waits for the flip.
    var frontInk: FrontInk?

    /// What takes care of the screen (Session+ScreenCare.swift); nil where it always stays as it is.
    var screenWatch: ScreenWatch?

    /// Sees every frame that goes on to the application, and where it is on the screen.
    /// Of what is touched while a visible window is secret nothing is written.
    package var trace: TouchTrace?
    /// The chain between devices and application, in order.
    package var filters: [any TouchFilter] = []
    /// Sees every frame that passed the filters, before it is corrected.
    package var onTouchFrame: ((TouchFrame) -> Void)?
    /// Is given the record of every frame once it is on the screen: for whoever measures.
    package var onFrameShown: ((FrameRecord) -> Void)?
    /// Is told how many pixels were composed, before anybody looks at the clock: a virtual one goes on
    /// by what that would have taken.
    package var onComposed: ((_ pixels: Int) -> Void)?
    /// The newest frames.
    package private(set) var frameLog = FrameLog()
    /// Frames that devices reported, of which nothing may have come.
    package private(set) var touchFrames = 0

    /// Joins an application and a display.
    ///
    /// - Parameters:
    ///   - application: The application, on a screen of the same geometry.
    ///   - display: Where frames go.
    ///   - geometry: How points, pixels and scanout belong together.
    ///   - dithers: Whether formats with fewer than eight bits a colour are dithered.
    ///   - pacing: When frames are made.
    ///   - ink: How fresh ink gets onto the screen.
    ///   - clock: The time.
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
        frontInk = ink == .front ? FrontInk() : nil
        renderer = FrameRenderer(
            geometry: geometry, bufferCount: display.bufferCount, dithers: dithers)
        pacer = FramePacer(
            periodNanoseconds: display.mode.periodNanoseconds, hasVblank: display.hasVblank,
            options: pacing)
    }

    /// The upright picture as it was composed last.
    package var canvas: Bitmap { renderer.canvas }
    /// Where the picture is older than what views drew, in canvas pixels: what was left to the next frame.
    package var carriedDamage: Region { renderer.carriedDamage }
    /// Vblanks at which a frame was meant to be shown and wasn't.
    package var missedVblanks: Int { formerMissedVblanks + pacer.missedVblanks }
    /// Whether news of the devices shall wake the loop.
    package var watchesInput: Bool { !isShown || pacer.watchesInput || inkIsAwaited }

    /// Whether news of the display shall wake the loop; if not, they are read when `frameWake` has come.
    package var watchesDisplay: Bool { pacer.watchesDisplay }
    /// When the pacer wants to be woken by `timerFired(at:)`; nil: not at all.
    package var frameWake: Timestamp? { pacer.wake }
    /// When something is due of itself: a frame, a call of the application, a darker screen.
    package var nextDeadline: Timestamp? {
        Self.first(Self.first(pacer.wake, application.nextDeadline), screenDeadline)
    }

    private static func first(_ one: Timestamp?, _ other: Timestamp?) -> Timestamp? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }

    /// Whether there is a display to draw on.
    package var isShown: Bool { display != nil }
    /// The display's refresh period, in microseconds; nil while there is none.
    package var periodMicroseconds: Int64? { display?.mode.periodMicroseconds }
    /// The least time between two frames, in microseconds: a whole number of refresh periods where there
    /// is vblank; nil while there is no display.
    package var frameMicroseconds: Int64? { isShown ? pacer.frameMicroseconds : nil }

    // MARK: Coming and going

    /// The display is gone, or another program's: touches are cancelled, everything else is kept, and
    /// nothing is delivered or drawn until there is a display again.
    package func hideDisplay(at now: Timestamp) {
        guard isShown else { return }
        queue.append { tracker.cancelAll(at: now, into: &$0) }
        deliverTouches()
        dropRecord()
        application.advance(to: now)
        application.resignActive()
        display = nil
        flipPendingSince = nil
        pacer.reset()
        screenLeft()
    }

    /// There is a display again, or another one: everything is drawn anew, in its size.
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
        commit = UsualTime()
        pacer = FramePacer(
            periodNanoseconds: display.mode.periodNanoseconds, hasVblank: display.hasVblank,
            options: pacing)
        // What the application begins when it is told goes by a clock that stood still meanwhile.
        application.advance(to: clock())
        application.screenChanged(to: geometry)
        application.becomeActive()
        screenCame(at: clock())
    }

    /// The picture on this display is turned or scaled otherwise from now on: touches are cancelled,
    /// everything is drawn anew. A flip under way comes to its end.
    package func changeGeometry(to geometry: ScreenGeometry, at now: Timestamp) {
        guard let display, geometry != self.geometry else { return }
        queue.append { tracker.cancelAll(at: now, into: &$0) }
        deliverTouches()
        application.advance(to: now)
        dropRecord()
        renderer = FrameRenderer(
            geometry: geometry, bufferCount: display.bufferCount, dithers: dithers)
        self.geometry = geometry
        application.screenChanged(to: geometry)
    }

    /// What was delivered won't be seen; ink that was written ahead was written all the same.
    func dropRecord() {
        frameLog.add(unconfirmedInkBytes: record.inkBytesWritten)
        record.reset()
        places.removeAll()
    }

    // MARK: Touches

    /// A device was plugged in; its positions are corrected from now on.
    package func deviceAdded(_ device: DeviceID, calibration: TouchCalibration) {
        calibrations[device] = calibration
    }

    /// A device's positions are corrected otherwise from now on: its fingers are cancelled.
    package func setCalibration(
        _ calibration: TouchCalibration, of device: DeviceID, at time: Timestamp
    ) {
        calibrations[device] = calibration
        queue.append { tracker.cancelAll(of: device, at: time, into: &$0) }
    }

    /// A device was unplugged: its fingers are cancelled.
    package func deviceRemoved(_ device: DeviceID, at time: Timestamp) {
        calibrations[device] = nil
        screenWatch?.touches.remove(device)
        queue.append { tracker.cancelAll(of: device, at: time, into: &$0) }
    }

    /// A device reported a frame: it goes through the filters and waits for its delivery.
    package func receive(_ frame: TouchFrame) {
        // Who can't see what he touches doesn't mean it.
        guard isShown else { return }
        touchFrames += 1
        switch passage(of: frame) {
        case .whole: pass(frame)
        case .part: if let passed = screenWatch?.touches.passed { pass(passed) }
        case .nothing: return
        }
    }

    private func pass(_ frame: TouchFrame) {
        guard !filters.isEmpty else {
            enqueue(frame)
            return
        }
        filtered = frame
        // Whoever made the frame uses its memory again: it mustn't be held here.
        defer { filtered.contacts = [] }
        for filter in filters where !filter.filter(&filtered) { return }
        enqueue(filtered)
    }

    private func enqueue(_ frame: TouchFrame) {
        onTouchFrame?(frame)
        let calibration = calibrations[frame.device] ?? .identity
        if let trace, !application.showsSecret {
            trace.write(frame, geometry: geometry, calibration: calibration)
        }
        queue.append(merging: true, notAcross: application.nextDeadline) { result in
            tracker.process(frame, geometry: geometry, calibration: calibration, into: &result)
        }
    }

    // MARK: Pacing

    /// Something may have to be delivered or drawn.
    package func workArrived(at now: Timestamp) -> FramePacer.Action {
        noteScreenHold(at: now)
        let hasWork =
            isShown && !isDark
            && (!queue.isEmpty || application.needsDisplay || application.needsFrames
                || renderer.hasCarriedDamage || screenWatch?.awaitsWakingFrame ?? false)
        wokenAt = turnBegan ?? now
        guard hasWork else { return .sleep }
        if pacer.lacksVblank(at: now), let vblank = display?.newestVblank() {
            pacer.learn(vblank: vblank, now: now)
        }
        let action = pacer.workArrived(at: now)
        if action != .draw { showInkAhead() }
        return action
    }

    /// Time has passed: if it is `frameWake`, the frame is begun.
    package func timerFired(at now: Timestamp) -> FramePacer.Action {
        wokenAt = turnBegan ?? now
        return pacer.timerFired(at: now)
    }

    /// The flip under way was shown.
    package func flipCompleted(at vblank: Timestamp, now: Timestamp) -> FramePacer.Action {
        guard isShown else { return .sleep }
        flipPendingSince = nil
        wokenAt = turnBegan ?? now
        let missedBefore = pacer.missedVblanks
        let action = pacer.flipCompleted(at: vblank, now: now)
        frameWasShown(at: vblank, missedVblanks: pacer.missedVblanks - missedBefore)
        return action
    }

    /// Makes the application's calls that are due; touches that came before them are delivered
    /// before them, so that a lift in time isn't late because the loop was. Then the screen gets darker, if
    /// that is due.
    package func advanceTimers(to now: Timestamp) {
        if let deadline = application.nextDeadline, deadline <= now {
            deliverTouches()
            application.advance(to: now)
        }
        guard let deadline = screenDeadline, deadline <= now else { return }
        noteScreenHold(at: now)
        darkenScreen(at: now)
    }

    // MARK: One frame

    /// Delivers what waits, moves what moves by itself, draws and presents: what the pacer calls
    /// `draw`.
    ///
    /// - Throws: `DisplayError` where the display refuses the frame.
    package func drawFrame() throws(DisplayError) -> FramePacer.Action {
        record.woken = wokenAt
        record.budgetMicroseconds = pacer.budgetMicroseconds
        record.target = pacer.target
        record.latched = clock()
        deliverTouches()
        let fingersMove = record.deliveries > 0 && tracker.liveCount > 0
        application.stepFrame(at: record.latched)
        record.dispatched = clock()
        var outcome = FrameRenderer.Outcome()
        let presentation = try present(&outcome)
        places.endFrame { tracker.isDown($0) }
        return pacer.presented(
            presentation,
            needsNext: fingersMove || application.needsFrames || renderer.hasCarriedDamage,
            leftOver: pixelCost.microseconds(pixels: outcome.carriedPixels), at: clock())
    }

    /// Delivers what waits.
    ///
    /// - Parameter body: Sees each sample first, in the order of the record's.
    func deliverTouches(_ body: (FingerSample) -> Void = { _ in }) {
        if queue.isEmpty { return }
        let delivered = clock()
        let scanout = pacer.expectedScanout(at: delivered)
        while let frame = queue.takeFirst() {
            for sample in frame.samples {
                record.samples.append(
                    ShownSample(
                        time: sample.time, delivered: delivered,
                        rowMicroseconds: rowMicroseconds(at: sample.position)))
                places.add(sample)
                body(sample)
            }
            record.deliveries += 1
            record.deliveredTouches += frame.changes.count
            application.deliver(frame, shownAt: scanout)
            queue.recycle(frame)
        }
        noteInk()
    }

    /// How long after a vblank the row at a place is scanned out; 0 where nothing is scanned.
    private func rowMicroseconds(at place: CGPoint) -> Int32 {
        guard let display, display.hasVblank else { return 0 }
        let mode = display.mode
        return Int32(
            clamping: ScanTiming.microseconds(
                to: renderer.scanoutRow(at: place), of: mode.height,
                activeMicroseconds: mode.activeMicroseconds))
    }

    /// How many pixels there is time for.
    private var room: Int {
        guard let deadline = pacer.deadline else { return .max }
        var left =
            deadline.microseconds(since: record.dispatched) - recording.microseconds
            - commit.microseconds
        // What takes its time without a pixel has lost that vblank already: whoever hurries now only
        // shows half a picture at the next one.
        if left <= 0 {
            while left < pacer.frameMicroseconds / 2 { left += pacer.frameMicroseconds }
        }
        return pixelCost.pixels(in: left)
    }

    private func present(
        _ outcome: inout FrameRenderer.Outcome
    ) throws(DisplayError) -> FramePacer.Presentation {
        renderer.record(application, room: room, places: places, outcome: &outcome)
        let recorded = clock()
        renderer.compose(&outcome)
        onComposed?(outcome.composedPixels)
        renderer.countInk(in: &outcome)
        guard let display, renderer.hasUnpresentedDamage, let index = display.freeBuffer() else {
            // What waits to be drawn shows these samples first.
            if !renderer.hasCarriedDamage { record.reset() }
            return .unchanged
        }
        renderer.write(to: display.buffer(index), index: index, outcome: &outcome)
        record.drawn = clock()
        pixelCost.took(
            record.drawn.microseconds(since: recorded), pixels: outcome.composedPixels)
        let result = try display.present(index, damage: renderer.scanoutDamage())
        let committed = clock()
        record.committed = committed
        if !renderer.isFirst {
            // Setting a mode takes many times as long, and isn't done again.
            commit.took(committed.microseconds(since: record.drawn))
            recording.took(recorded.microseconds(since: record.dispatched))
        }
        renderer.framePresented()
        screenWatch?.awaitsWakingFrame = false
        record.carriedPixels = outcome.carriedPixels
        record.damagedPixels = outcome.damagedPixels
        record.repaintedPixels = outcome.repaintedPixels
        record.differingPixels = outcome.differingPixels
        record.bytesWritten = outcome.bytesWritten
        record.fingers = tracker.liveCount
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
        if screenWatch != nil { screenShows(at: clock()) }
        if let onFrameShown, let record = frameLog.newest { onFrameShown(record) }
    }
}
