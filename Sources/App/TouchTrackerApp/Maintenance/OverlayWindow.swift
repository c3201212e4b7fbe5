import TouchKit

/// A window in front of alerts and of the mark for an unsaved drawing. The window can call a
/// closure when it has not been touched for a given time.
final class OverlayWindow: ActivityWindow {
    /// The level of overlay windows: in front of alerts, and behind the mouse cursor.
    static let overlayLevel = UIWindow.Level(rawValue: 3_000)

    /// The timer that monitors the time without touches, or `nil` if the time is not monitored.
    private var idleTimer: IdleTimer?

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
        idleTimer = IdleTimer(limit: seconds, in: self, onIdle: onIdle)
        idleTimer?.start()
    }

    /// Hides the window, cancels its touches and stops monitoring the time without touches.
    func dismiss() {
        idleTimer?.stop()
        idleTimer = nil
        rootViewController = nil
        isHidden = true
    }
}
