import TouchKit

/// A window in front of alerts and of the mark for an unsaved drawing. The window can call a
/// closure after a time without touches.
final class OverlayWindow: UIWindow {
    /// The window level: in front of alerts, and behind the cursor of a pointer.
    static let overlayLevel = UIWindow.Level(rawValue: 3_000)

    /// The closure that is called when the idle time reaches its limit, or `nil` if the idle time
    /// is not monitored.
    private var onIdle: (() -> Void)?
    /// The idle time after which `onIdle` is called, in seconds.
    private var idleLimit = 0.0
    /// The time of the last touch event, or of the start of monitoring if there was none, in
    /// seconds.
    private var lastTouch = 0.0
    private static let checkIdleTime = Selector("checkIdleTime") { (window: OverlayWindow) in
        window.checkIdleTime
    }

    /// Creates a visible window that shows the view of `controller` on the whole screen. The key
    /// window does not change.
    init(_ controller: UIViewController) {
        super.init(frame: UIScreen.main.bounds)
        windowLevel = Self.overlayLevel
        rootViewController = controller
        isHidden = false
    }

    /// Calls `onIdle` once when the window has not been touched for `seconds` seconds.
    func monitorIdleTime(limit seconds: Double, _ onIdle: @escaping () -> Void) {
        self.onIdle = onIdle
        idleLimit = seconds
        lastTouch = CACurrentMediaTime()
        perform(Self.checkIdleTime, with: nil, afterDelay: seconds)
    }

    /// Restarts the idle time, and delivers the event.
    override func sendEvent(_ event: UIEvent) {
        lastTouch = event.timestamp
        super.sendEvent(event)
    }

    private func checkIdleTime() {
        let rest = lastTouch + idleLimit - CACurrentMediaTime()
        if rest > 1e-3 {
            perform(Self.checkIdleTime, with: nil, afterDelay: rest)
        } else {
            onIdle?()
        }
    }

    /// Hides the window, cancels its touches and stops monitoring the idle time.
    func dismiss() {
        Self.cancelPreviousPerformRequests(withTarget: self)
        onIdle = nil
        rootViewController = nil
        isHidden = true
    }
}
