import TouchKit

/// A timer that calls a closure when a window has not been touched for a given time.
///
/// The timer wakes the app only while it runs.
@MainActor
final class IdleTimer: UIResponder {
    /// The time without a touch after which the closure is called, in seconds.
    private let limit: Double
    private weak var window: ActivityWindow?
    private let onIdle: () -> Void
    private var isRunning = false
    private static let check = Selector("check") { (timer: IdleTimer) in timer.check }

    /// Creates a timer that is stopped.
    ///
    /// - Parameters:
    ///   - limit: The time without a touch after which `onIdle` is called, in seconds.
    ///   - window: The window that receives the touches.
    ///   - onIdle: The closure that is called once after each start. The timer is stopped then.
    init(limit: Double, in window: ActivityWindow, onIdle: @escaping () -> Void) {
        self.limit = limit
        self.window = window
        self.onIdle = onIdle
        super.init()
    }

    /// Starts the timer if it is stopped. The closure is called at the earliest after the time
    /// limit.
    func start() {
        if !isRunning { scheduleCheck(after: limit) }
    }

    /// Stops the timer until the next call of `start()`.
    func stop() {
        Self.cancelPreviousPerformRequests(withTarget: self)
        isRunning = false
    }

    private func scheduleCheck(after delay: Double) {
        isRunning = true
        perform(Self.check, with: nil, afterDelay: delay)
    }

    private func check() {
        isRunning = false
        guard let window else { return }
        let rest = window.lastActivity + limit - CACurrentMediaTime()
        if rest > 1e-3 { scheduleCheck(after: rest) } else { onIdle() }
    }
}

/// A window that records when the user was active.
class ActivityWindow: UIWindow {
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
