import TouchKit

/// A window in front of alerts and of the mark for an unsaved drawing. The window can call a
/// closure when it has not been touched for a given time.
final class OverlayWindow: UIWindow {
    /// The level of overlay windows: in front of alerts, and behind the mouse cursor.
    static let overlayLevel = UIWindow.Level(rawValue: 3_000)

    /// The closure that is called when the window has not been touched for `idleLimit` seconds, or
    /// `nil` if the window does not monitor the time without touches.
    private var onIdle: (() -> Void)?
    /// The time without touches after which `onIdle` is called, in seconds.
    private var idleLimit = 0.0
    /// The time of the last touch event in the window, or of the start of monitoring if there has
    /// been no touch event, in seconds.
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

    /// Calls `onIdle` once as soon as the window has not been touched for `seconds` seconds.
    func monitorIdleTime(limit seconds: Double, _ onIdle: @escaping () -> Void) {
        self.onIdle = onIdle
        idleLimit = seconds
        lastTouch = CACurrentMediaTime()
        perform(Self.checkIdleTime, with: nil, afterDelay: seconds)
    }

    /// Records the time of the event as the time of the last touch, and delivers the event.
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

    /// Hides the window, cancels its touches and stops monitoring the time without touches.
    func dismiss() {
        Self.cancelPreviousPerformRequests(withTarget: self)
        onIdle = nil
        rootViewController = nil
        isHidden = true
    }
}
