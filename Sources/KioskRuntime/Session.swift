import Display
import Geometry
import Input
import Linux
import Pacing
import Raster
import Services
import Touch
import TouchKit

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
    private var display: (any ScanoutDisplay)?
    private let clock: () -> Timestamp
    private var renderer: FrameRenderer
    private let dithers: Bool

    private var pacer: FramePacer
    /// Vblanks that were missed on displays that have gone.
    private var formerMissedVblanks = 0
    /// Since when a flip is under way.
    package private(set) var flipPendingSince: Timestamp?
    private var tracker = TouchTracker()
    private var queue = FingerQueue()
    private var filtered = TouchFrame(device: DeviceID(rawValue: 0), time: .zero)
    private var calibrations: [DeviceID: TouchCalibration] = [:]
    private var wokenAt = Timestamp.zero
    private var record = FrameRecord(sampleCapacity: FrameRecord.usualSamples)

    /// Sees every frame that goes on to the application, and where it is on the screen.
    /// Of what is touched while a visible window is secret nothing is written.
    package var trace: TouchTrace?
    /// The chain between devices and application, in order.
    package var filters: [any TouchFilter] = []
    /// The newest frames.
    package private(set) var frameLog = FrameLog()

    /// Joins an application and a display.
    ///
    /// - Parameters:
    ///   - application: The application, on a screen of the same geometry.
    ///   - display: Where frames go.
    ///   - geometry: How points, pixels and scanout belong together.
    ///   - dithers: Whether formats with fewer than eight bits a colour are dithered.
    ///   - clock: The time.
    package init(
        application: UIApplication, display: any ScanoutDisplay, geometry: ScreenGeometry,
        dithers: Bool = true, clock: @escaping () -> Timestamp
    ) {
        self.application = application
        self.display = display
        self.geometry = geometry
        self.clock = clock
        self.dithers = dithers
        renderer = FrameRenderer(
            geometry: geometry, bufferCount: display.bufferCount, dithers: dithers)
        pacer = FramePacer(
            periodMicroseconds: display.mode.periodMicroseconds, hasVblank: display.hasVblank)
    }

    /// The upright picture as it was composed last.
    package var canvas: Bitmap { renderer.canvas }
    /// Vblanks at which a frame was meant to be shown and wasn't.
    package var missedVblanks: Int { formerMissedVblanks + pacer.missedVblanks }
    /// Whether news of the devices shall wake the loop.
    package var watchesInput: Bool { !isShown || pacer.watchesInput }

    /// Whether there is a display to draw on.
    package var isShown: Bool { display != nil }
    /// The display's refresh period, in microseconds; nil while there is none.
    package var periodMicroseconds: Int64? { display?.mode.periodMicroseconds }

    // MARK: Coming and going

    /// The display is gone, or another program's: touches are cancelled, everything else is kept, and
    /// nothing is delivered or drawn until there is a display again.
    package func hideDisplay(at now: Timestamp) {
        guard isShown else { return }
        queue.append { tracker.cancelAll(at: now, into: &$0) }
        deliverTouches()
        record.reset()
        application.advance(to: now)
        application.resignActive()
        display = nil
        flipPendingSince = nil
        pacer.reset()
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
        pacer = FramePacer(
            periodMicroseconds: display.mode.periodMicroseconds, hasVblank: display.hasVblank)
        // What the application begins when it is told goes by a clock that stood still meanwhile.
        application.advance(to: clock())
        application.screenChanged(to: geometry)
        application.becomeActive()
    }

    /// The picture on this display is turned or scaled otherwise from now on: touches are cancelled,
    /// everything is drawn anew. A flip under way comes to its end.
    package func changeGeometry(to geometry: ScreenGeometry, at now: Timestamp) {
        guard let display, geometry != self.geometry else { return }
        queue.append { tracker.cancelAll(at: now, into: &$0) }
        deliverTouches()
        application.advance(to: now)
        record.reset()
        renderer = FrameRenderer(
            geometry: geometry, bufferCount: display.bufferCount, dithers: dithers)
        self.geometry = geometry
        application.screenChanged(to: geometry)
    }

    // MARK: Touches

    /// A device was plugged in; its positions are corrected from now on.
    package func deviceAdded(_ device: DeviceID, calibration: TouchCalibration) {
        calibrations[device] = calibration
    }

    /// A device was unplugged: its fingers are cancelled.
    package func deviceRemoved(_ device: DeviceID, at time: Timestamp) {
        calibrations[device] = nil
        queue.append { tracker.cancelAll(of: device, at: time, into: &$0) }
    }

    /// A device reported a frame: it goes through the filters and waits for its delivery.
    package func receive(_ frame: TouchFrame) {
        // Who can't see what he touches doesn't mean it.
        guard isShown else { return }
        guard !filters.isEmpty else {
            enqueue(frame)
            return
        }
        filtered = frame
        for filter in filters where !filter.filter(&filtered) { return }
        enqueue(filtered)
    }

    private func enqueue(_ frame: TouchFrame) {
        let calibration = calibrations[frame.device] ?? .identity
        if let trace, !application.showsSecret {
            trace.write(frame, geometry: geometry, calibration: calibration)
        }
        queue.append { result in
            tracker.process(frame, geometry: geometry, calibration: calibration, into: &result)
        }
    }

    // MARK: Pacing

    /// Something may have to be delivered or drawn.
    package func workArrived(at now: Timestamp) -> FramePacer.Action {
        let hasWork =
            isShown && (!queue.isEmpty || application.needsDisplay || application.needsFrames)
        wokenAt = now
        return hasWork ? pacer.workArrived(at: now) : .sleep
    }

    /// The timer that the session asked for has fired.
    package func timerFired(at now: Timestamp) -> FramePacer.Action {
        wokenAt = now
        return pacer.timerFired(at: now)
    }

    /// The flip under way was shown.
    package func flipCompleted(at vblank: Timestamp, now: Timestamp) -> FramePacer.Action {
        guard isShown else { return .sleep }
        flipPendingSince = nil
        frameLog.setFlipped(at: vblank)
        wokenAt = now
        return pacer.flipCompleted(at: vblank, now: now)
    }

    /// Makes the application's calls that are due; touches that came before them are delivered
    /// before them, so that a lift in time isn't late because the loop was.
    package func advanceTimers(to now: Timestamp) {
        guard let deadline = application.nextDeadline, deadline <= now else { return }
        deliverTouches()
        application.advance(to: now)
    }

    // MARK: One frame

    /// Delivers what waits, moves what moves by itself, draws and presents: what the pacer calls
    /// `draw`.
    ///
    /// - Throws: `DisplayError` where the display refuses the frame.
    package func drawFrame() throws(DisplayError) -> FramePacer.Action {
        record.woken = wokenAt
        record.budgetMicroseconds = pacer.budgetMicroseconds
        record.latched = clock()
        deliverTouches()
        application.stepFrame(at: record.latched)
        record.dispatched = clock()
        let presentation = try present()
        return pacer.presented(
            presentation, needsNext: application.needsFrames, at: clock())
    }

    private func deliverTouches() {
        while let frame = queue.takeFirst() {
            for sample in frame.samples { record.sampleTimes.append(sample.time) }
            application.deliver(frame)
            queue.recycle(frame)
        }
    }

    private func present() throws(DisplayError) -> FramePacer.Presentation {
        var outcome = FrameRenderer.Outcome()
        renderer.compose(application, outcome: &outcome)
        guard let display, renderer.hasUnpresentedDamage, let index = display.freeBuffer() else {
            record.reset()
            return .unchanged
        }
        renderer.write(to: display.buffer(index), index: index, outcome: &outcome)
        record.drawn = clock()
        let result = try display.present(index, damage: renderer.scanoutDamage())
        renderer.framePresented()
        let committed = clock()
        record.committed = committed
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
            frameLog.setFlipped(at: time)
            return .shown(at: time)
        }
    }
}
