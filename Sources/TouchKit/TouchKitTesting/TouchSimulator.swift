import TouchKit
import TouchKitContacts
import TouchKitPacing
import TouchKitRaster

/// A simulator that runs an application with synthetic touches under a virtual clock, for tests.
///
/// The simulator passes scripted touches and times to the real touch dispatcher, timers and
/// compositor. Each simulator creates its own application, which is `UIApplication.shared` until a
/// newer application is created, and during each call of one of the simulator's methods. Create the
/// simulator in the test function, not in the initializer of a suite: other tests can run between
/// the initializer and the test function, but not during a test function without `await`.
///
/// ```swift
/// let simulator = TouchSimulator(screenSize: CGSize(width: 400, height: 400))
/// simulator.down(1, at: CGPoint(x: 50, y: 50))
/// simulator.advance(by: 0.1)
/// simulator.up(1)
/// ```
@MainActor
public final class TouchSimulator {
    /// A touch frame: the actions of several contacts that the simulated touchscreen reports at one
    /// time.
    @MainActor
    public struct Frame {
        /// An action of one contact.
        enum Action {
            case down(CGPoint)
            case move(CGPoint)
            case up
            case cancel
        }

        var actions: [(contact: Int, action: Action)] = []

        /// Puts a contact down at a position on the screen, in points.
        public mutating func down(_ contact: Int, at point: CGPoint) {
            actions.append((contact, .down(point)))
        }

        /// Moves a contact to a position on the screen, in points.
        public mutating func move(_ contact: Int, to point: CGPoint) {
            actions.append((contact, .move(point)))
        }

        /// Lifts a contact at its current position.
        public mutating func up(_ contact: Int) {
            actions.append((contact, .up))
        }

        /// Cancels a contact, as a system interruption does.
        public mutating func cancel(_ contact: Int) {
            actions.append((contact, .cancel))
        }
    }

    /// The simulated application.
    public let application: UIApplication
    /// A visible key window that fills the screen.
    public let window: UIWindow

    /// The refresh rate of the simulated display in frames per second, 1…1,000, or `nil`.
    ///
    /// With a rate, touches are delivered in frames that `FramePacer` paces as on a real display.
    /// With `nil`, the touches of each touch frame are delivered immediately.
    public var displayRate: Double? {
        didSet {
            display = displayRate.map { rate in
                precondition(1...1_000 ~= rate, "displayRate must be 1 to 1,000 frames per second")
                return PacedDisplay(period: Int64((1_000_000 / rate).rounded()), start: now)
            }
            if display == nil { deliverQueue() }
        }
    }

    private var now = Timestamp.zero
    /// The time up to which all scheduled calls and animation steps have run.
    private var lastAdvance = Timestamp.zero
    /// The simulated display, or `nil` if each touch frame is delivered immediately.
    private var display: PacedDisplay?
    private var queue = TouchUpdateQueue()
    private var contacts = SimulatedContacts()
    private var renderer: WindowRenderer

    /// Creates an application on a screen of the given size in points, with scale 1 and time 0.
    ///
    /// The application uses the built-in font, which is the same on all machines.
    public convenience init(screenSize: CGSize) {
        self.init(screenSize: screenSize, scale: 1)
    }

    /// Creates an application on a screen of the given size in points, with `scale` pixels per
    /// point and time 0.
    ///
    /// The application uses the built-in font, which is the same on all machines.
    ///
    /// - Precondition: `scale` is greater than 0.
    public convenience init(screenSize: CGSize, scale: CGFloat) {
        precondition(scale > 0, "TouchSimulator: scale must be greater than 0")
        self.init(screenSize: screenSize, scale: scale, glyphs: BuiltInFont())
    }

    /// Creates an application on a screen with the given scale, font and image decoder.
    ///
    /// - Parameters:
    ///   - screenSize: The size of the screen, in points.
    ///   - scale: The number of pixels per point.
    ///   - glyphs: The source of the font's glyphs.
    ///   - imageDecoder: The decoder for images, or `nil` if the application loads no images.
    package init(
        screenSize: CGSize, scale: CGFloat = 1, glyphs: any GlyphSource = BuiltInFont(),
        imageDecoder: (any ImageDecoder)? = nil
    ) {
        let geometry = ScreenGeometry(
            scanoutWidth: Int((screenSize.width * scale).rounded()),
            scanoutHeight: Int((screenSize.height * scale).rounded()), scale: scale)
        application = UIApplication(
            screen: UIScreen(geometry: geometry), glyphs: glyphs, imageDecoder: imageDecoder)
        window = UIWindow(frame: geometry.bounds)
        renderer = WindowRenderer(geometry: geometry)
        window.makeKeyAndVisible()
        application.becomeActive()
    }

    // MARK: Life cycle

    /// Creates a delegate of type `type` and launches the application with the delegate, as
    /// `Kiosk.run` does.
    ///
    /// The delegate receives `application(_:didFinishLaunchingWithOptions:)` and
    /// `applicationDidBecomeActive(_:)`. Its window is in front of the simulator's `window`.
    ///
    /// - Returns: The delegate.
    @discardableResult
    public func launch<Delegate: UIApplicationDelegate>(_ type: Delegate.Type) -> Delegate {
        application.performAsShared {
            let delegate = type.init()
            application.resignActive()
            application.launch(delegate)
            return delegate
        }
    }

    /// Deactivates the application, as a blanked screen does: notifies the delegate and cancels all
    /// touches. Touches that begin until `becomeActive()` are not delivered.
    public func resignActive() {
        application.performAsShared { application.resignActive() }
    }

    /// Activates the application again after `resignActive()`, and notifies the delegate.
    public func becomeActive() {
        application.performAsShared { application.becomeActive() }
    }

    // MARK: Contacts

    /// Puts a contact down at the current time, in a separate touch frame.
    ///
    /// - Parameters:
    ///   - contact: A number of your choice that identifies the contact until it is lifted.
    ///   - point: The position, in points of the screen.
    public func down(_ contact: Int, at point: CGPoint) {
        frame { $0.down(contact, at: point) }
    }

    /// Moves a contact to a position on the screen, in points, at the current time, in a separate
    /// touch frame.
    public func move(_ contact: Int, to point: CGPoint) {
        frame { $0.move(contact, to: point) }
    }

    /// Lifts a contact at the current time, in a separate touch frame.
    public func up(_ contact: Int) {
        frame { $0.up(contact) }
    }

    /// Cancels a contact at the current time, in a separate touch frame.
    public func cancel(_ contact: Int) {
        frame { $0.cancel(contact) }
    }

    /// Advances the virtual time to `seconds`, and performs the actions that `body` adds in one
    /// touch frame at that time.
    ///
    /// Scheduled calls that are due at exactly this time are made after the touch frame, by the
    /// next `advance(by:)` or `advance(to:)`, because touches precede calls of the same time
    /// . In contrast, `advance(to:)` followed by `frame(_:)` makes these calls first.
    ///
    /// - Parameters:
    ///   - seconds: The time of the touch frame. A time in the past counts as the current time.
    ///   - body: A closure that adds the actions.
    public func frame(at seconds: Double, _ body: (inout Frame) -> Void) {
        let time = Timestamp(seconds: seconds)
        if time > now { advance(to: time.advanced(byMicroseconds: -1)) }
        now = max(now, time)
        frame(body)
    }

    /// Performs the actions that `body` adds in one touch frame, at the current time.
    public func frame(_ body: (inout Frame) -> Void) {
        var frame = Frame()
        body(&frame)
        queue.append(merging: display != nil, notAcross: application.nextDeadline) { result in
            result.time = now
            for (contact, action) in frame.actions {
                guard let change = contacts.change(of: contact, action, at: now) else { continue }
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

    /// Delivers all queued touch updates.
    private func deliverQueue() {
        while let frame = queue.popFirst() {
            application.deliver(frame, shownAt: display?.pacer.expectedScanout(at: now))
            queue.recycle(frame)
        }
    }

    /// Returns the contact number that was passed to `down(_:at:)` for a touch, or `nil` if this
    /// simulator did not create the touch.
    ///
    /// After the lift, the number remains until the application uses the touch object for a later
    /// contact, whose number is returned from then on.
    public func finger(of touch: UITouch) -> Int? {
        guard application.owns(touch), let identifier = touch.identifier else { return nil }
        return contacts.number(of: identifier)
    }

    // MARK: Time

    /// The virtual time, in seconds.
    public var time: Double { now.seconds }

    /// Advances the virtual time by a number of seconds, running scheduled calls and frames in
    /// chronological order. Each frame lays out the windows.
    public func advance(by seconds: Double) {
        advance(to: Timestamp(seconds: now.seconds + seconds))
    }

    /// Advances the virtual time to `seconds`, running scheduled calls and frames in chronological
    /// order. Each frame lays out the windows.
    public func advance(to seconds: Double) {
        advance(to: Timestamp(seconds: seconds))
    }

    private func advance(to target: Timestamp) {
        application.runPostedCalls(at: now)
        requestFrameForAnimations()
        while let next = nextEventTime, next <= target {
            now = max(now, next)
            if let flip = display?.flip, flip <= now {
                display?.flip = nil
                if let action = display?.pacer.flipCompleted(at: flip, now: now) {
                    perform(action)
                }
            } else if let wake = display?.pacer.wakeTime, wake <= now {
                if let action = display?.pacer.timerFired(at: now) { perform(action) }
            } else if let step = nextAnimationStep, step <= now {
                stepFrame()
            } else {
                // The touches precede the call, as in the kiosk.
                deliverQueue()
                application.advance(to: now)
            }
            lastAdvance = now
            requestFrameForAnimations()
        }
        now = max(now, target)
        application.advance(to: now)
        lastAdvance = now
    }

    /// The time of the next scheduled call, pacer wake-up, flip or animation step, or `nil` if
    /// nothing is scheduled.
    private var nextEventTime: Timestamp? {
        [application.nextDeadline, display?.pacer.wakeTime, display?.flip, nextAnimationStep]
            .compactMap { $0 }
            .min()
    }

    /// The time of the next animation step if there is no display rate: a multiple of 1/60 second;
    /// `nil` if no animation runs.
    private var nextAnimationStep: Timestamp? {
        guard display == nil, application.needsFrames else { return nil }
        let rate: Int64 = 60
        var step = lastAdvance.microseconds * rate / 1_000_000
        while Timestamp(seconds: Double(step) / Double(rate)) <= lastAdvance { step += 1 }
        return Timestamp(seconds: Double(step) / Double(rate))
    }

    /// Requests a frame from the pacer while animations run, if there is a display rate.
    private func requestFrameForAnimations() {
        guard application.needsFrames, let action = display?.pacer.workArrived(at: now) else {
            return
        }
        perform(action)
    }

    /// Performs an action of the frame pacer: delivers touches, advances animations and presents
    /// frames.
    private func perform(_ action: FramePacer.Action) {
        action.perform {
            deliverQueue()
            stepFrame()
            let vblank = display?.vblank(after: now)
            display?.flip = vblank
            return display?.pacer.presented(.pending, at: now) ?? .sleep
        }
    }

    /// Advances animations and lays out the windows, as a frame on a display does.
    private func stepFrame() {
        application.performAsShared {
            application.stepFrame(at: now)
            application.layoutWindowsIfNeeded()
        }
    }

    // MARK: Main queue

    /// Suspends the test until the blocks on Dispatch's main queue and the main actor's jobs that
    /// are queued now have run.
    ///
    /// Test runners serve the main queue themselves, and only while no test runs on the main actor.
    /// Therefore `advance(by:)` cannot run these blocks. Blocks that they queue, or that other
    /// threads queue later, need another call.
    public func runMainQueue() async {
        await Task.yield()
    }

    /// Suspends the test until `condition` is true, and runs the blocks on Dispatch's main queue
    /// and the main actor's jobs meanwhile.
    ///
    /// Deadlines of `asyncAfter` and `Task.sleep` are in real time: the virtual clock does not
    /// affect them. `Timer`, `perform(_:with:afterDelay:)` and animations use the virtual clock.
    ///
    /// - Parameter condition: A closure that is called about every millisecond.
    public func runMainQueue(until condition: () -> Bool) async {
        while !condition() {
            // A cancelled test does not wait.
            do { try await Task.sleep(nanoseconds: 1_000_000) } catch { return }
        }
    }

    // MARK: Rendering

    /// Returns a picture of the windows as the display would show them.
    public func render() -> Bitmap {
        let geometry = application.screen.geometry
        if !renderer.fits(geometry) { renderer = WindowRenderer(geometry: geometry) }
        return renderer.render(application)
    }
}
