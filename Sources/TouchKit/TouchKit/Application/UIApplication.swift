import TouchKitContacts
import TouchKitRaster

/// The running application: its windows, its clock, and the way of touches to views.
///
/// There is no operating system in it. The runtime, or a test's simulator, gives it touches and
/// times, and asks it what has to be drawn.
@MainActor
public final class UIApplication: UIResponder {
    /// A key of the launch options; there are none on a board.
    public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
        /// The key's text.
        public var rawValue: String

        /// Makes a key from its text.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }
    }

    /// Whether the application gets touches.
    public enum State: Int, Sendable {
        /// It gets touches.
        case active = 0
        /// It doesn't.
        case inactive = 1
    }

    private struct Living {
        weak var application: UIApplication?
    }

    private static var living: [Living] = []
    /// The application whose touches are delivered, or whose frame is made, just now.
    private static var running: UIApplication?

    /// The application whose code runs just now; else the one that was made last and still lives.
    public static var shared: UIApplication {
        guard let newest = running ?? newest else {
            preconditionFailure("there is no application: start one with Kiosk.run")
        }
        return newest
    }

    /// The application that was made last and still lives; nil where none does.
    static var newest: UIApplication? {
        if let last = living.last, last.application == nil {
            living.removeAll { $0.application == nil }
        }
        return living.last?.application
    }

    /// The screen.
    package let screen: UIScreen
    /// What the application's own code is told through.
    public private(set) var delegate: (any UIApplicationDelegate)?
    /// Whether it gets touches.
    public private(set) var applicationState = State.inactive
    /// The visible windows, from the back to the front.
    public private(set) var windows: [UIWindow] = []
    /// Whether a visible window is secret: contacts mustn't be written down then, whatever they hit.
    package var showsSecret: Bool { windows.contains { $0.isSecret } }
    /// The key window.
    public internal(set) weak var keyWindow: UIWindow?

    /// The letters that text is drawn with; nil: text measures zero and draws nothing.
    let glyphs: GlyphCache?
    /// What makes pictures of files' contents.
    let imageDecoder: (any ImageDecoder)?
    /// What the application's own objects tell each other.
    public let notificationCenter = UINotificationCenter()
    /// The menu; made when first asked for.
    private(set) lazy var menuController = UIMenuController(application: self)
    /// The menu, while it is to be seen.
    weak var visibleMenu: UIMenuController?

    /// The application's time.
    package private(set) var now = Timestamp.zero
    private var scheduler = CallScheduler()
    /// What `perform(_:with:afterDelay:)` asked for.
    let delayedCalls = DelayedCalls()
    /// Who wants a step for each frame.
    let frameSteps = FrameSteps()
    /// The display links that were added and not invalidated: it holds them.
    var displayLinks: [CADisplayLink] = []
    /// What `UIView.animate` set going.
    let viewAnimator = ViewAnimator()
    let dispatcher = TouchDispatcher()
    /// Whether a view may have to be laid out.
    var needsLayout = false
    var invalid = Region.ofDamage()
    /// What has to be drawn as ink; apart from `invalid`, since it may be shown before it.
    var ink = Region(limit: 64)
    var context: DrawingContext?

    /// Makes an application on a screen; it is `shared` from now on.
    ///
    /// - Parameters:
    ///   - screen: The screen.
    ///   - now: The time.
    ///   - glyphs: The font; without one, text measures zero and draws nothing.
    ///   - imageDecoder: What makes pictures of files' contents; without one there are none.
    package init(
        screen: UIScreen, now: Timestamp = .zero, glyphs: (any GlyphSource)? = nil,
        imageDecoder: (any ImageDecoder)? = nil
    ) {
        self.glyphs = glyphs.map { GlyphCache($0) }
        self.imageDecoder = imageDecoder
        self.screen = screen
        self.now = now
        super.init()
        Self.living.append(Living(application: self))
        dispatcher.application = self
        findOutHashing(of: UITouch.self, UIControl.State.self)
        invalidateEverything()
    }

    /// The delegate, if it is a responder that isn't in the chain already.
    public override var next: UIResponder? {
        guard let responder = delegate as? UIResponder, !(responder is UIView),
            !(responder is UIViewController), responder !== self
        else { return nil }
        return responder
    }

    override var responderWindow: UIWindow? { nil }

    // MARK: Life

    /// Makes the delegate and lets it set up the application, then lets touches come.
    package func launch<Delegate: UIApplicationDelegate>(_ type: Delegate.Type) {
        launch(type.init())
    }

    /// Lets a delegate set up the application, then lets touches come.
    package func launch(_ delegate: any UIApplicationDelegate) {
        self.delegate = delegate
        _ = delegate.application(self, didFinishLaunchingWithOptions: nil)
        becomeActive()
    }

    /// Lets touches come.
    package func becomeActive() {
        guard applicationState != .active else { return }
        applicationState = .active
        delegate?.applicationDidBecomeActive(self)
    }

    /// Lets no touches come any more, and cancels those that are down.
    package func resignActive() {
        guard applicationState == .active else { return }
        delegate?.applicationWillResignActive(self)
        applicationState = .inactive
        dispatcher.cancelAll()
    }

    /// Ends: lets no touches come any more, and tells the delegate.
    package func terminate() {
        resignActive()
        delegate?.applicationWillTerminate(self)
    }

    /// Another display, or another mode: windows that filled the screen fill it again, and
    /// everything is drawn anew.
    package func screenChanged(to geometry: ScreenGeometry) {
        visibleMenu?.hideMenu()
        screen.geometry = geometry
        for window in windows { window.adaptToScreen() }
        invalid.removeAll()
        ink.removeAll()
        invalidateEverything()
    }

    // MARK: Time

    /// The time of the next call that is due; nil where none is.
    package var nextDeadline: Timestamp? { scheduler.nextDeadline }

    /// Asks for a call after so many seconds of the application's time.
    ///
    /// It is never made at once, even after 0 seconds: a call that asks for itself again and again
    /// can't keep the clock from going on.
    @discardableResult
    package func schedule(
        after seconds: Double, _ action: @escaping () -> Void
    ) -> CallScheduler.Ticket {
        scheduler.schedule(
            at: max(time(after: seconds), now.advanced(byMicroseconds: 1)), action)
    }

    /// So many seconds from now; not a number counts as 0, and more than a century as one.
    func time(after seconds: Double) -> Timestamp {
        let century = 3.2e9
        return Timestamp(seconds: now.seconds + (seconds > 0 ? min(seconds, century) : 0))
    }

    /// Asks for a call at a time of the application.
    func schedule(at time: Timestamp, _ action: @escaping () -> Void) -> CallScheduler.Ticket {
        scheduler.schedule(at: max(time, now.advanced(byMicroseconds: 1)), action)
    }

    /// Takes a call back; nothing happens if it was made already.
    package func cancelScheduled(_ ticket: CallScheduler.Ticket) {
        scheduler.cancel(ticket)
    }

    /// Moves the clock on and makes the calls that are due, in order.
    package func advance(to time: Timestamp) {
        while let call = scheduler.takeDue(at: time) {
            now = max(now, call.time)
            dispatcher.callApplication(call.action)
        }
        now = max(now, time)
    }

    /// Makes the calls that other threads have asked for (`RunLoop.perform`), at a time.
    package func makePostedCalls(at time: Timestamp) {
        let calls = PostedCalls.main.takeAll()
        if calls.isEmpty { return }
        advance(to: time)
        for call in calls { dispatcher.callApplication { call() } }
    }

    // MARK: Frames

    /// Whether anything moves by itself, so that frames have to follow each other.
    package var needsFrames: Bool { frameSteps.areNeeded || viewAnimator.needsFrames(at: now) }

    /// Makes the calls that are due and moves what moves by itself: once for each frame, before it
    /// is drawn.
    package func stepFrame(at time: Timestamp) {
        let outer = Self.running
        Self.running = self
        defer { Self.running = outer }
        advance(to: time)
        dispatcher.callApplication {
            viewAnimator.step(to: now)
            frameSteps.step(to: now)
        }
    }

    // MARK: Touches

    /// When what is drawn for the newest delivery is expected on the screen.
    package var expectedScanout: Timestamp? { dispatcher.foresight.scanout }

    /// Delivers what the fingers did; the calls that were due before are made first, those due at
    /// the same time afterwards, by `advance(to:)`.
    ///
    /// - Parameters:
    ///   - frame: What the fingers did.
    ///   - scanout: When what is drawn for it is expected on the screen: the time that touches are
    ///     predicted for; nil where nobody can say, and nothing is predicted then.
    package func deliver(_ frame: FingerFrame, shownAt scanout: Timestamp? = nil) {
        let outer = Self.running
        Self.running = self
        defer { Self.running = outer }
        advance(to: frame.time.advanced(byMicroseconds: -1))
        now = max(now, frame.time)
        layOutWindows()
        dispatcher.deliver(frame, shownAt: scanout)
    }

    /// Lets no touch reach any view until as many calls of `endIgnoringInteractionEvents()`; those
    /// that are down are cancelled, those that come meanwhile stay dead until lifted.
    public func beginIgnoringInteractionEvents() {
        dispatcher.beginIgnoring()
    }

    /// Takes back one `beginIgnoringInteractionEvents()`.
    public func endIgnoringInteractionEvents() {
        dispatcher.endIgnoring()
    }

    /// Whether the screen stays as bright as it is however long nobody touches it: for what has to be looked
    /// at, or waited for. Off at first; from when it is switched off again idleness is counted anew.
    public var isIdleTimerDisabled = false

    /// Whether touches are kept from all views.
    public var isIgnoringInteractionEvents: Bool { dispatcher.isIgnoring }

    /// Hands an event to the windows of its touches, in the order in which they came down.
    public func sendEvent(_ event: UIEvent) {
        visibleMenu?.sawTouches(of: event)
        dispatcher.deliverToWindows(event)
    }

    /// Hands an event on to the recognizers and views of a window.
    func deliver(_ event: UIEvent, in window: UIWindow) {
        dispatcher.process(event, in: window)
    }

    /// Gets a line for each callback of a view and each action of a recognizer; nil: nobody.
    package var touchTrace: ((String) -> Void)? {
        get { dispatcher.trace }
        set { dispatcher.trace = newValue }
    }

    /// The recognizers that a touch is shown to.
    func recognizers(receiving touch: UITouch) -> [UIGestureRecognizer] {
        dispatcher.recognizers(receiving: touch)
    }

    /// Gets a line for each decision on a recognizer: `time  recognizer  state → event → state  (rule)`;
    /// ours, not UIKit's. Nil: nothing is written down, and it costs nothing.
    public var gestureLog: ((String) -> Void)? {
        get { dispatcher.log }
        set { dispatcher.log = newValue }
    }

    /// Sees what happens on the way of fingers to recognizers and views, in order; ours, not UIKit's.
    /// It may look and take notes, but must change neither views nor recognizers. Nil: nobody does,
    /// and it costs nothing.
    public var gestureObserver: ((GestureEvent) -> Void)? {
        get { dispatcher.observer }
        set { dispatcher.observer = newValue }
    }

    /// The sums of what views were told.
    package var touchAudit: TouchAudit { dispatcher.audit(of: windows) }

    /// A view went out of a window with everything in it: its touches are cancelled.
    func viewLeftWindow(_ view: UIView) {
        dispatcher.viewLeftWindow(view)
    }

    // MARK: Windows

    func show(_ window: UIWindow) {
        if !windows.contains(window) { windows.append(window) }
        needsLayout = true
        window.adaptToScreen()
        windowOrderChanged()
        window.setNeedsDisplayWithSubviews()
    }

    func hide(_ window: UIWindow) {
        windows.removeAll { $0 === window }
        if keyWindow === window { keyWindow = nil }
    }

    func bringToFront(_ window: UIWindow) {
        windows.removeAll { $0 === window }
        show(window)
    }

    /// Sorts by level; those of one level stay in the order in which they were shown.
    func windowOrderChanged() {
        var sorted: [UIWindow] = []
        for window in windows {
            let place = sorted.firstIndex { $0.windowLevel > window.windowLevel } ?? sorted.count
            sorted.insert(window, at: place)
        }
        windows = sorted
    }
}
