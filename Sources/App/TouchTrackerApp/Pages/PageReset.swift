import TouchKit

/// A timer that begins a new page when the screen has not been touched for a given time.
///
/// The timer runs only while there is something to do: it starts with the app and with each change
/// of the drawing, and it stops when the page is empty. The idle kiosk therefore does not wake up.
@MainActor
final class PageReset: UIResponder {
    /// The state of the page when the time without a touch has passed.
    enum Decision {
        /// Begin a new page.
        case begin
        /// Check again after the same time, because the page is not durable or in use.
        case wait
        /// Stop the timer until the drawing changes, because the page is empty.
        case stop
    }

    /// The time without a touch after which a new page begins, in seconds.
    private let limit: Double
    private weak var window: SceneWindow?
    private let decide: () -> Decision
    private let beginPage: () -> Void
    private var isRunning = false
    private static let check = Selector("check") { (reset: PageReset) in reset.check }

    /// Creates a timer that is stopped.
    ///
    /// - Parameters:
    ///   - limit: The time without a touch after which a new page begins, in seconds.
    ///   - window: The window that receives the touches.
    ///   - decide: A closure that returns what to do when the time has passed.
    ///   - beginPage: A closure that begins a new page.
    init(
        after limit: Double, in window: SceneWindow, decide: @escaping () -> Decision,
        beginPage: @escaping () -> Void
    ) {
        self.limit = limit
        self.window = window
        self.decide = decide
        self.beginPage = beginPage
        super.init()
    }

    /// Starts the timer if it is stopped.
    func start() {
        if isRunning { return }
        isRunning = true
        perform(Self.check, with: nil, afterDelay: limit)
    }

    /// Stops the timer until the next call of `start()`.
    func stop() {
        Self.cancelPreviousPerformRequests(withTarget: self)
        isRunning = false
    }

    private func check() {
        isRunning = false
        guard let window else { return }
        let rest = window.lastActivity + limit - CACurrentMediaTime()
        if rest > 1e-3 {
            isRunning = true
            perform(Self.check, with: nil, afterDelay: rest)
            return
        }
        switch decide() {
        case .begin: beginPage()
        case .wait: start()
        case .stop: break
        }
    }
}

/// The window of the scenes, which records when the user was active.
final class SceneWindow: UIWindow {
    /// The time of the last touch event in the window, of the last call of `recordActivity()` or of
    /// the window's creation, whichever is latest, in seconds.
    private(set) var lastActivity = CACurrentMediaTime()

    /// Records that the user is active now, without a touch in this window.
    func recordActivity() { lastActivity = CACurrentMediaTime() }

    /// Records the time of the event, and delivers the event.
    override func sendEvent(_ event: UIEvent) {
        lastActivity = event.timestamp
        super.sendEvent(event)
    }
}
