import TouchKit
import TouchKitContacts
import TouchKitPacing
import TouchKitRaster

/// Fingers without a hand: drives a whole application under a virtual clock.
///
/// It brings what a script says to the real dispatch, timers and compositor; it decides nothing by
/// itself. Each simulator makes an application of its own, which is `UIApplication.shared` as long
/// as it is the newest one; suites that use it are `.serialized`.
///
/// ```swift
/// let simulator = TouchSimulator(screenSize: CGSize(width: 400, height: 400))
/// simulator.down(1, at: CGPoint(x: 50, y: 50))
/// simulator.advance(by: 0.1)
/// simulator.up(1)
/// ```
@MainActor
public final class TouchSimulator {
    /// What the fingers do in one hardware frame.
    @MainActor
    public struct Frame {
        enum Action {
            case down(CGPoint)
            case move(CGPoint)
            case up
            case cancel
        }

        var actions: [(finger: Int, action: Action)] = []

        /// A finger comes down, at a place of the screen in points.
        public mutating func down(_ finger: Int, at point: CGPoint) {
            actions.append((finger, .down(point)))
        }

        /// A finger moves to a place of the screen, in points.
        public mutating func move(_ finger: Int, to point: CGPoint) {
            actions.append((finger, .move(point)))
        }

        /// A finger is lifted where it is.
        public mutating func up(_ finger: Int) {
            actions.append((finger, .up))
        }

        /// The system takes a finger back.
        public mutating func cancel(_ finger: Int) {
            actions.append((finger, .cancel))
        }
    }

    /// The application.
    public let application: UIApplication
    /// A visible key window of the screen's size.
    public let window: UIWindow

    /// Pictures per second of a display that deliveries keep to, as the kiosk's pacer makes them;
    /// nil: every hardware frame is delivered at once.
    public var displayRate: Double? {
        didSet {
            display = displayRate.map { rate in
                precondition(1...1_000 ~= rate, "a display shows 1 to 1,000 pictures a second")
                return PacedDisplay(period: Int64((1_000_000 / rate).rounded()), start: now)
            }
            if display == nil { deliverQueue() }
        }
    }

    private struct PacedDisplay {
        var pacer: FramePacer
        let period: Int64
        let start: Timestamp
        var flip: Timestamp?

        init(period: Int64, start: Timestamp) {
            // Nothing takes time here, so there is nothing to learn from what frames took.
            pacer = FramePacer(
                periodMicroseconds: period, hasVblank: true,
                options: PacingOptions(budgetMicroseconds: period / 2))
            self.period = period
            self.start = start
        }

        func vblank(after time: Timestamp) -> Timestamp {
            let passed = time.microseconds(since: start) / period
            return start.advanced(byMicroseconds: (passed + 1) * period)
        }
    }

    private var now = Timestamp.zero
    /// Up to when all that was due has happened.
    private var lastMoment = Timestamp.zero
    private var display: PacedDisplay?
    private var queue = FingerQueue()
    private var samples: [Int: FingerSample] = [:]
    private var numbers: [FingerID: Int] = [:]
    private var nextFinger = 1
    private let compositor: Compositor
    private let displayList = DisplayList()
    private var region = Region()
    private var damage: DamageMask

    /// Makes an application on a screen of this size in points, at scale 1 and time 0. Its font is
    /// the built-in one, the same on every machine.
    public convenience init(screenSize: CGSize) {
        self.init(screenSize: screenSize, scale: 1)
    }

    /// Makes an application that has a decoder for images, another font, or another number of pixels
    /// per point.
    package init(
        screenSize: CGSize, scale: CGFloat = 1, glyphs: any GlyphSource = BuiltInFont(),
        imageDecoder: (any ImageDecoder)? = nil
    ) {
        let geometry = ScreenGeometry(
            scanoutWidth: Int(screenSize.width * scale),
            scanoutHeight: Int(screenSize.height * scale), scale: scale)
        application = UIApplication(
            screen: UIScreen(geometry: geometry), glyphs: glyphs, imageDecoder: imageDecoder)
        window = UIWindow(frame: geometry.bounds)
        compositor = Compositor(width: geometry.canvasWidth, height: geometry.canvasHeight)
        damage = DamageMask(width: geometry.canvasWidth, height: geometry.canvasHeight)
        window.makeKeyAndVisible()
        application.becomeActive()
    }

    // MARK: Fingers

    /// A finger comes down now, in a hardware frame of its own.
    public func down(_ finger: Int, at point: CGPoint) {
        frame { $0.down(finger, at: point) }
    }

    /// A finger moves now, in a hardware frame of its own.
    public func move(_ finger: Int, to point: CGPoint) {
        frame { $0.move(finger, to: point) }
    }

    /// A finger is lifted now, in a hardware frame of its own.
    public func up(_ finger: Int) {
        frame { $0.up(finger) }
    }

    /// The system takes a finger back now.
    public func cancel(_ finger: Int) {
        frame { $0.cancel(finger) }
    }

    /// Several fingers do something in one hardware frame, now.
    public func frame(_ body: (inout Frame) -> Void) {
        var frame = Frame()
        body(&frame)
        queue.append(merging: display != nil, notAcross: application.nextDeadline) { result in
            result.time = now
            for (finger, action) in frame.actions {
                guard let change = change(of: finger, action) else { continue }
                result.changes.append(change)
                result.samples.append(change.sample)
            }
        }
        if queue.isEmpty { return }
        if display == nil {
            deliverQueue()
        } else if let action = display?.pacer.workArrived(at: now) {
            perform(action)
        }
    }

    private func change(of finger: Int, _ action: Frame.Action) -> FingerChange? {
        switch action {
        case .down(let point):
            precondition(samples[finger] == nil, "finger \(finger) is down already")
            let sample = FingerSample(
                finger: FingerID(rawValue: nextFinger), time: now, position: point)
            nextFinger += 1
            samples[finger] = sample
            numbers[sample.finger] = finger
            return FingerChange(phase: .began, sample: sample)
        case .move(let point):
            guard var sample = samples[finger] else {
                preconditionFailure("finger \(finger) moves without being down")
            }
            // As the kiosk's tracker does: the same place is no motion.
            if sample.position == point { return nil }
            sample.position = point
            sample.time = now
            samples[finger] = sample
            return FingerChange(phase: .moved, sample: sample)
        case .up, .cancel:
            guard var sample = samples.removeValue(forKey: finger) else {
                preconditionFailure("finger \(finger) is lifted without being down")
            }
            sample.time = now
            if case .up = action { return FingerChange(phase: .ended, sample: sample) }
            return FingerChange(phase: .cancelled, sample: sample)
        }
    }

    private func deliverQueue() {
        while let frame = queue.takeFirst() {
            application.deliver(frame, shownAt: display?.pacer.expectedScanout(at: now))
            queue.recycle(frame)
        }
    }

    /// The number by which the script knows a touch's finger; nil once it is lifted.
    public func finger(of touch: UITouch) -> Int? {
        touch.finger.flatMap { numbers[$0] }
    }

    // MARK: Time

    /// The virtual time, in seconds.
    public var time: Double { now.seconds }

    /// Lets so many seconds pass; what is due meanwhile happens, in order.
    public func advance(by seconds: Double) {
        advance(to: Timestamp(seconds: now.seconds + seconds))
    }

    /// Lets time pass until a moment, in seconds; what is due meanwhile happens, in order.
    public func advance(to seconds: Double) {
        advance(to: Timestamp(seconds: seconds))
    }

    private func advance(to target: Timestamp) {
        application.makePostedCalls(at: now)
        animateOnDisplay()
        while let next = nextMoment, next <= target {
            now = max(now, next)
            if let flip = display?.flip, flip <= now {
                display?.flip = nil
                if let action = display?.pacer.flipCompleted(at: flip, now: now) {
                    perform(action)
                }
            } else if let wake = display?.pacer.wake, wake <= now {
                if let action = display?.pacer.timerFired(at: now) { perform(action) }
            } else if let step = nextStep, step <= now {
                application.stepFrame(at: now)
            } else {
                application.advance(to: now)
            }
            lastMoment = now
            animateOnDisplay()
        }
        now = max(now, target)
        application.advance(to: now)
        lastMoment = now
    }

    private var nextMoment: Timestamp? {
        [application.nextDeadline, display?.pacer.wake, display?.flip, nextStep].compactMap { $0 }
            .min()
    }

    /// Without a display's pace, what moves by itself is stepped at whole 60ths of a second.
    private var nextStep: Timestamp? {
        guard display == nil, application.needsFrames else { return nil }
        let rate: Int64 = 60
        var step = lastMoment.microseconds * rate / 1_000_000
        while Timestamp(seconds: Double(step) / Double(rate)) <= lastMoment { step += 1 }
        return Timestamp(seconds: Double(step) / Double(rate))
    }

    /// With a display's pace, what moves by itself is work for each frame.
    private func animateOnDisplay() {
        guard application.needsFrames, let action = display?.pacer.workArrived(at: now) else {
            return
        }
        perform(action)
    }

    private func perform(_ action: FramePacer.Action) {
        action.perform {
            deliverQueue()
            application.stepFrame(at: now)
            let vblank = display?.vblank(after: now)
            display?.flip = vblank
            return display?.pacer.presented(.pending, at: now) ?? .sleep
        }
    }

    // MARK: Picture

    /// The windows as the display would show them.
    public func render() -> Bitmap {
        region.removeAll()
        application.collectDamage(into: &region)
        if !region.isEmpty {
            displayList.removeAll()
            application.record(region, into: displayList)
            damage.removeAll()
            compositor.compose(displayList, in: region, damage: &damage)
        }
        return compositor.canvas.copy()
    }
}
