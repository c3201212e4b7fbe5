import TouchKitContacts
import TouchKitRaster

/// The centralized point of control and coordination for an app. Manages the windows, the app's
/// clock and the delivery of touches.
///
/// An application makes no operating system calls. The kiosk runtime, or a simulator in tests,
/// passes touches and times to the application and collects the damage to draw.
@MainActor
public final class UIApplication: UIResponder {
    /// Keys of the launch options dictionary, which TouchKit never passes.
    public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
        /// The key's string value.
        public var rawValue: String

        /// Creates a key from its string value.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }
    }

    /// The running states of an app. TouchKit has no background state.
    public enum State: Int, Sendable {
        /// The app is running and receives touches.
        case active = 0
        /// The app is running but receives no touches.
        case inactive = 1
    }

    /// A weak reference to an application.
    private struct WeakReference {
        weak var application: UIApplication?
    }

    /// All applications in the order of their creation. Deallocated applications are removed on
    /// access.
    private static var instances: [WeakReference] = []
    /// The application whose code is running, because touches are delivered, a scheduled call is
    /// made or a frame is drawn, or `nil` if no application's code is running.
    private static var current: UIApplication?

    /// The singleton app instance.
    ///
    /// With several applications, as in tests, `shared` is the application whose touches are being
    /// delivered, whose scheduled call is being made or whose frame is being drawn, or otherwise
    /// the newest application. Accessing the property when no application exists is a programming
    /// error.
    public static var shared: UIApplication {
        guard let application = sharedIfPresent else {
            preconditionFailure(
                "UIApplication.shared: no application exists; start one with Kiosk.run")
        }
        return application
    }

    /// The singleton app instance, or `nil` if no application exists.
    static var sharedIfPresent: UIApplication? {
        if let current { return current }
        if let last = instances.last, last.application == nil {
            instances.removeAll { $0.application == nil }
        }
        return instances.last?.application
    }

    /// Calls `body` while this application is `shared`.
    package func performAsShared<Result>(_ body: () -> Result) -> Result {
        let outer = Self.current
        Self.current = self
        defer { Self.current = outer }
        return body()
    }

    /// The screen that the windows are shown on.
    package let screen: UIScreen
    /// The delegate of the app object.
    @exclusivity(unchecked) public private(set) var delegate: (any UIApplicationDelegate)?
    /// The app's current state.
    @exclusivity(unchecked) public private(set) var applicationState = State.inactive
    /// The app's visible windows, from the back to the front.
    @exclusivity(unchecked) public private(set) var windows: [UIWindow] = []
    /// Whether a visible window is secret, so that contacts must not be logged or recorded.
    package var showsSecretWindow: Bool { windows.contains { $0.isSecret } }
    /// The app's key window.
    public internal(set) weak var keyWindow: UIWindow?
    /// The key window before the window that was made key last.
    weak var formerKeyWindow: UIWindow?

    /// The cache of the font's rasterized glyphs, or `nil` if the application has no font. Without
    /// a font, text has zero size and is not drawn.
    let glyphs: GlyphCache?
    /// The decoder for image files, or `nil` if images cannot be loaded.
    let imageDecoder: (any ImageDecoder)?
    /// The notification center of the application, which is `UINotificationCenter.default` while
    /// the application is `shared`.
    public let notificationCenter = UINotificationCenter()
    /// The controller of the edit menu, created on first access.
    private(set) lazy var menuController = UIMenuController(application: self)
    /// The controller of the menu that is on the screen, or `nil` if no menu is visible.
    weak var visibleMenu: UIMenuController?

    /// The current time of the application's clock.
    @exclusivity(unchecked) package private(set) var now = Timestamp.zero
    /// The latest time to which the clock was requested to advance. While late calls are made,
    /// `now` is earlier.
    private(set) var targetTime = Timestamp.zero
    /// The calls scheduled for later times.
    @exclusivity(unchecked) private var scheduler = CallScheduler()
    /// The pending calls of `perform(_:with:afterDelay:)`.
    let delayedCalls = DelayedCalls()
    /// The display links and dynamic animators that are stepped once per frame.
    let frameSteppers = FrameStepperList()
    /// The display links that were added and not yet invalidated. The application retains them.
    @exclusivity(unchecked) var displayLinks: [CADisplayLink] = []
    /// The running view animations.
    let viewAnimator = ViewAnimator()
    /// The dispatcher that delivers touches to recognizers and views.
    let dispatcher = TouchDispatcher()
    /// Whether a view may need layout.
    @exclusivity(unchecked) var needsLayout = false
    /// The damage of the canvas that the next frame repaints, in pixels.
    @exclusivity(unchecked) var damage = Region.forDamage()
    /// The damage that may be painted directly into the front buffer before the next frame, in
    /// pixels.
    @exclusivity(unchecked) var inkDamage = Region(limit: 64)
    /// The drawing context of the previous frame. The next frame reuses the context if the frame is
    /// recorded into the same display list. `nil` before the first frame.
    @exclusivity(unchecked) var drawingContext: DrawingContext?

    /// Creates an application, which becomes `shared`.
    ///
    /// - Parameters:
    ///   - screen: The screen that the windows are shown on.
    ///   - now: The initial time of the application's clock.
    ///   - glyphs: The source of the font's glyphs. Without a source, text has zero size and is not
    ///     drawn.
    ///   - imageDecoder: The decoder for image files, or `nil` if images cannot be loaded.
    package init(
        screen: UIScreen, now: Timestamp = .zero, glyphs: (any GlyphSource)? = nil,
        imageDecoder: (any ImageDecoder)? = nil
    ) {
        self.glyphs = glyphs.map { GlyphCache($0) }
        self.imageDecoder = imageDecoder
        self.screen = screen
        self.now = now
        super.init()
        Self.instances.append(WeakReference(application: self))
        dispatcher.application = self
        warmUpHashing(of: UITouch.self, UIControl.State.self)
        invalidateEverything()
    }

    /// The delegate, if it is a responder but not a view or view controller; otherwise
    /// `nil`.
    public override var next: UIResponder? {
        guard let responder = delegate as? UIResponder, !(responder is UIView),
            !(responder is UIViewController), responder !== self
        else { return nil }
        return responder
    }

    override var responderWindow: UIWindow? { nil }

    // MARK: Life cycle

    /// Sets the delegate to `delegate`, calls `application(_:didFinishLaunchingWithOptions:)` and
    /// activates the application.
    package func launch(_ delegate: any UIApplicationDelegate) {
        performAsShared {
            self.delegate = delegate
            _ = delegate.application(self, didFinishLaunchingWithOptions: nil)
            becomeActive()
        }
    }

    /// Starts delivering touches and notifies the delegate; does nothing if the application is
    /// active.
    package func becomeActive() {
        guard applicationState != .active else { return }
        applicationState = .active
        delegate?.applicationDidBecomeActive(self)
    }

    /// Notifies the delegate, stops delivering touches and cancels all touches.
    package func resignActive() {
        guard applicationState == .active else { return }
        delegate?.applicationWillResignActive(self)
        applicationState = .inactive
        dispatcher.cancelAll()
    }

    /// Stops delivering touches and calls the delegate's `applicationWillTerminate(_:)`.
    package func terminate() {
        resignActive()
        delegate?.applicationWillTerminate(self)
    }

    /// Changes the screen's geometry after a hotplug or mode change, resizes full-screen windows
    /// and marks the whole canvas as damaged.
    package func changeScreenGeometry(to geometry: ScreenGeometry) {
        visibleMenu?.hideMenu()
        screen.geometry = geometry
        for window in windows { window.adaptToScreen() }
        damage.removeAll()
        inkDamage.removeAll()
        invalidateEverything()
    }

    // MARK: Time

    /// The time of the next scheduled call, or `nil` if no call is scheduled.
    package var nextDeadline: Timestamp? { scheduler.nextDeadline }

    /// Schedules `action` to be called after a number of seconds on the application's clock.
    ///
    /// The call is never made immediately, even after 0 seconds, so that a call that schedules
    /// itself again cannot stop the clock.
    @discardableResult
    package func schedule(
        after seconds: Double, _ action: @escaping () -> Void
    ) -> CallScheduler.Ticket {
        schedule(at: time(seconds, after: now), action)
    }

    /// Returns the time `seconds` after `start`. NaN and negative values count as 0, and values
    /// above one century as one century.
    func time(_ seconds: Double, after start: Timestamp) -> Timestamp {
        let century = 3.2e9
        return Timestamp(seconds: start.seconds + (seconds > 0 ? min(seconds, century) : 0))
    }

    /// Schedules `action` to be called a number of seconds after the touches that are being
    /// delivered, which may be a time in the past if the touches are delivered late.
    func scheduleAfterTouches(
        _ seconds: Double, _ action: @escaping () -> Void
    ) -> CallScheduler.Ticket {
        let start = dispatcher.isDelivering ? dispatcher.time : now
        let earliest = start.advanced(byMicroseconds: 1)
        return scheduler.schedule(at: max(time(seconds, after: start), earliest), action)
    }

    /// Schedules `action` to be called at `time` on the application's clock, but at least one
    /// microsecond after the current time.
    func schedule(at time: Timestamp, _ action: @escaping () -> Void) -> CallScheduler.Ticket {
        scheduler.schedule(at: max(time, now.advanced(byMicroseconds: 1)), action)
    }

    /// Cancels a scheduled call; does nothing if the call was already made.
    package func cancelScheduled(_ ticket: CallScheduler.Ticket) {
        scheduler.cancel(ticket)
    }

    /// Advances the clock to `time`, making all scheduled calls that are due by then, in the order
    /// of their times.
    package func advance(to time: Timestamp) {
        targetTime = max(targetTime, time)
        while let call = scheduler.removeFirstDue(at: time) {
            now = max(now, call.time)
            performAsShared { dispatcher.callApplication(call.action) }
        }
        now = max(now, time)
    }

    /// Advances the clock to `time` and runs the closures that `RunLoop.perform` submitted from any
    /// thread.
    package func runPostedCalls(at time: Timestamp) {
        let calls = PostedCalls.main.removeAll()
        if calls.isEmpty { return }
        advance(to: time)
        performAsShared {
            for call in calls { dispatcher.callApplication { call() } }
        }
    }

    /// Advances the clock to `time` and calls `body`, which runs the app's code outside of touch
    /// delivery, for example the blocks of a dispatch queue.
    package func performCalls(at time: Timestamp, _ body: () -> Void) {
        advance(to: time)
        performAsShared { dispatcher.callApplication(body) }
    }

    // MARK: Frames

    /// Whether an animation or a frame callback is active, so that each frame must be followed by
    /// another frame.
    package var needsFrames: Bool { frameSteppers.hasSteppers || viewAnimator.needsFrames(at: now) }

    /// Advances the clock to `time`, and then runs animations and frame callbacks once. Call the
    /// method once per frame before drawing.
    package func stepFrame(at time: Timestamp) {
        advance(to: time)
        performAsShared {
            dispatcher.callApplication {
                viewAnimator.step(to: now)
                frameSteppers.step(to: now)
            }
        }
    }

    // MARK: Touches

    /// The time at which the frame drawn for the newest touch update is expected on the display, or
    /// `nil` if the time is unknown, so that no touches are predicted.
    package var expectedScanout: Timestamp? { dispatcher.prediction.scanout }

    /// Delivers a touch update.
    ///
    /// Scheduled calls that are due before the update's time are made first. Calls that are due at
    /// the update's time are made afterwards, by `advance(to:)`.
    ///
    /// - Parameters:
    ///   - update: The touch changes to deliver.
    ///   - scanout: The time at which the resulting picture is expected on the display, for touch
    ///     prediction; `nil` disables prediction.
    package func deliver(_ update: TouchUpdate, shownAt scanout: Timestamp? = nil) {
        performAsShared {
            advance(to: update.time.advanced(byMicroseconds: -1))
            now = max(now, update.time)
            layoutWindowsIfNeeded()
            dispatcher.deliver(update, shownAt: scanout)
        }
    }

    /// Tells the app to suspend the handling of touch events.
    ///
    /// Cancels all current touches. Touches that begin before the matching
    /// `endIgnoringInteractionEvents()` are never delivered. Calls nest.
    public func beginIgnoringInteractionEvents() {
        dispatcher.beginIgnoring()
    }

    /// Tells the app to resume the handling of touch events.
    ///
    /// Touch handling resumes after as many calls as there were calls of
    /// `beginIgnoringInteractionEvents()`.
    public func endIgnoringInteractionEvents() {
        dispatcher.endIgnoring()
    }

    /// A Boolean value that controls whether the idle timer is disabled for the app.
    ///
    /// While the value is `true`, the screen is neither dimmed nor blanked. Setting the value to
    /// `false` restarts the idle time.
    @exclusivity(unchecked) public var isIdleTimerDisabled = false

    /// A Boolean value that indicates whether the app is ignoring events initiated by touches.
    public var isIgnoringInteractionEvents: Bool { dispatcher.isIgnoring }

    /// Dispatches an event to the windows of its touches, in the order in which the touches began.
    public func sendEvent(_ event: UIEvent) {
        visibleMenu?.hideMenu(forTouchesIn: event)
        dispatcher.deliverToWindows(event)
    }

    // MARK: Windows

    /// Adds a window to the visible windows, in front of the other windows at the same level.
    func show(_ window: UIWindow) {
        if !windows.contains(window) { windows.append(window) }
        needsLayout = true
        window.adaptToScreen()
        sortWindows()
        window.setNeedsDisplayWithSubviews()
    }

    /// Removes a window from the visible windows. If it is the key window, the former key window
    /// becomes key, or otherwise the frontmost window behind the level of the menu, which excludes
    /// overlays that were never key.
    func hide(_ window: UIWindow) {
        windows.removeAll { $0 === window }
        guard keyWindow === window else { return }
        let former = windows.first { $0 === formerKeyWindow }
        keyWindow = former ?? windows.last { $0.windowLevel < .menu }
    }

    /// Moves a window in front of the other windows at its level, and shows the window if it is
    /// hidden.
    func bringToFront(_ window: UIWindow) {
        windows.removeAll { $0 === window }
        show(window)
    }

    /// Sorts the windows by level; windows at the same level stay in the order in which they were
    /// shown.
    func sortWindows() {
        var sorted: [UIWindow] = []
        for window in windows {
            let index = sorted.firstIndex { $0.windowLevel > window.windowLevel } ?? sorted.count
            sorted.insert(window, at: index)
        }
        windows = sorted
    }
}
