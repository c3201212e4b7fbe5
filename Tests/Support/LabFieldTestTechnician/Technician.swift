import Glibc
import LabFaults
import LabFieldTest
import TouchKitContacts
import TouchKitGeometry

/// A simulation of a technician during a field test, on a touchscreen with or without faults.
///
/// Time is virtual, and all touch frames are stored, so that another field test can receive the
/// same input. With a `LiveTouchscreen`, time passes as on its board, whose kiosk receives each
/// frame.
package final class Technician {
    /// The field test that receives the touch frames.
    package private(set) var test: FieldTest
    /// The touch frames that the touchscreen has reported, including the effects of its faults.
    package private(set) var frames: [TouchFrame] = []
    /// Whether the technician applies a proposed calibration.
    package var appliesProposals = false
    /// Whether the technician ends the coverage test after painting the screen once.
    package var endsCoverageEarly = false
    /// The touchscreen of a running kiosk that receives each touch frame, or `nil` for virtual
    /// time.
    package var live: (any LiveTouchscreen)?
    /// Called after each report interval, for example to record the times for screenshots.
    package var onReport: ((FieldTest) -> Void)?

    private var touchscreen: FaultlessTouchscreen
    private var faults: FaultInjector
    /// The random deviations of the technician's movements.
    var noise: TechnicianNoise
    /// The positions of the fingers that are down, in millimeters from the top left corner of the
    /// canvas.
    var fingers: [Int: CGPoint] = [:]
    /// The virtual time.
    package private(set) var now = Timestamp(microseconds: 1_000_000)

    /// Creates a technician.
    ///
    /// - Parameters:
    ///   - stage: The screen and touchscreen under test.
    ///   - faults: The faults of the touchscreen.
    ///   - seed: The seed of the deviations of movements and faults.
    ///   - rate: The report rate of the touchscreen in Hz.
    ///   - axes: The ranges of the touchscreen's axes, to which positions are rounded.
    package init(
        stage: FieldTestStage, faults: [TouchFault] = [], seed: UInt64 = 1, rate: Double = 100,
        axes: TouchscreenProperties.Axes = TouchscreenProperties.Axes(
            x: FaultlessTouchscreen.axis, y: FaultlessTouchscreen.axis)
    ) {
        test = FieldTest(stage: stage)
        noise = TechnicianNoise(seed: seed)
        let size = stage.geometry.rotated(stage.millimeters)
        self.faults = FaultInjector(
            faults,
            touchscreen: TouchscreenProperties(
                device: FaultlessTouchscreen.device, slotCount: stage.slotCount,
                axes: axes, size: TouchscreenSize(width: size.width, height: size.height)),
            seed: seed)
        touchscreen = FaultlessTouchscreen(slotCount: stage.slotCount)
        touchscreen.rate = rate
        touchscreen.axisX = axes.x
        touchscreen.axisY = axes.y
    }

    /// The screen and touchscreen under test.
    var stage: FieldTestStage { test.stage }
    /// The size of the canvas in millimeters.
    var size: CGSize { stage.millimeters }

    /// Performs all tests, for at most 900 seconds of virtual time. On a live touchscreen, each
    /// page has a limit of its own.
    ///
    /// - Returns: The report.
    @discardableResult
    package func performFieldTest() -> FieldTestReport {
        let end = now.seconds + 900
        while test.phase != .summary, live != nil || now.seconds < end {
            followLiveTime()
            performStep()
        }
        return test.report()
    }

    /// Skips the time by which the live touchscreen is late, so that the next gesture is made on
    /// the page that the kiosk shows.
    private func followLiveTime() {
        if skipLateness(above: touchscreen.period) { report() }
    }

    /// Skips whole report intervals if the live touchscreen is later than `limit`, in microseconds.
    ///
    /// - Returns: Whether time was skipped.
    @discardableResult
    private func skipLateness(above limit: Int64) -> Bool {
        guard let late = live?.now.microseconds(since: now), late > limit else { return false }
        now = now.advanced(byMicroseconds: late / touchscreen.period * touchscreen.period)
        return true
    }

    /// Follows the instruction of the present page once.
    private func performStep() {
        switch test.phase {
        case .welcome:
            // A random position, because a tap in a dead zone has no effect.
            tap(
                CGPoint(
                    x: size.width * noise.uniform(0.35, 0.65),
                    y: size.height * noise.uniform(0.4, 0.6))
            )
            wait(0.3)
        case .testing(.coverage):
            paintScreen()
            if endsCoverageEarly, test.phase == .testing(.coverage) { pressNext() }
        case .testing(.accuracy): tapCross()
        case .testing(.linearity): drawLine()
        case .testing(.jitter): restOnSpot()
        case .testing(.multiTouch): performMultiTouchStep()
        case .testing(.tap): tapSpot()
        case .testing(.edgeSwipe): swipeOverEdge()
        case .testing(.latency): drawCircle()
        case .testing(.ghosts): wait(0.5)
        case .result(.accuracy, _) where test.offersCalibration && appliesProposals:
            wait(1)
            tap(stage.millimeters(center(of: test.layout.applyButton)))
            wait(0.3)
        case .result: wait(0.5)
        case .summary: break
        }
    }

    /// Presses the button that ends the page.
    package func pressNext() {
        tap(
            stage.millimeters(center(of: test.layout.nextButton)),
            seconds: test.needsLongPress ? 1.3 : nil)
        wait(0.2)
    }

    private func center(of rect: CGRect) -> CGPoint {
        CGPoint(x: rect.midX, y: rect.midY)
    }

    // MARK: Time and fingers

    /// Advances the time while the fingers keep their positions.
    func wait(_ seconds: Double) {
        let end = now.advanced(byMicroseconds: Int64(seconds * 1_000_000))
        while now < end { report() }
    }

    /// The report interval of the touchscreen, in seconds.
    var reportSeconds: Double { Double(touchscreen.period) / 1_000_000 }

    /// The lateness of a live touchscreen up to which reports have the times at which they were
    /// due, in microseconds. The kiosk's field test waits 50 ms for late touch frames.
    private static let maximumLateness: Int64 = 30_000

    /// Advances the time by one report interval, and passes the report to the field test. A live
    /// touchscreen that is later than `maximumLateness` omits reports.
    func report() {
        now = now.advanced(byMicroseconds: touchscreen.period)
        live?.sleep(until: now)
        skipLateness(above: Self.maximumLateness)
        faults.advance(to: now) { receive($0) }
        let positions = fingers.mapValues { position in
            stage.geometry.normalized(point: stage.point(millimeters: position))
        }
        if let frame = touchscreen.makeFrame(positions, at: now) {
            faults.apply(frame) { receive($0) }
        }
        test.advance(to: now)
        onReport?(test)
    }

    private func receive(_ frame: TouchFrame) {
        if let live { live.send(frame) } else { frames.append(frame) }
        test.process(frame)
    }

    /// Moves a finger along a path, and stops when the page changes.
    ///
    /// - Parameters:
    ///   - finger: The finger's number.
    ///   - path: The corners of the path, in millimeters.
    ///   - speed: The speed in millimeters per second.
    func move(_ finger: Int, along path: [CGPoint], speed: Double) {
        let phase = test.phase
        for target in path {
            guard let start = fingers[finger] else { return }
            let distance = hypot(target.x - start.x, target.y - start.y)
            let steps = max(1, Int((distance / speed * touchscreen.rate).rounded()))
            for step in 1...steps {
                let fraction = Double(step) / Double(steps)
                fingers[finger] = CGPoint(
                    x: start.x + fraction * (target.x - start.x),
                    y: start.y + fraction * (target.y - start.y))
                report()
                if test.phase != phase { return }
            }
        }
    }

    /// Puts a finger down at a position in millimeters.
    func putDown(_ finger: Int, at position: CGPoint) {
        fingers[finger] = position
        report()
    }

    /// Lifts all fingers.
    func liftAll() {
        fingers.removeAll()
        report()
    }

    /// Taps near a position.
    ///
    /// - Parameters:
    ///   - position: The target, in millimeters.
    ///   - seconds: The duration of the tap, or `nil` for a random usual one.
    func tap(_ position: CGPoint, seconds: Double? = nil) {
        putDown(0, at: noise.position(near: position))
        wait(seconds ?? noise.uniform(0.11, 0.2))
        liftAll()
    }
}
