import TouchKit

/// A window over everything, alerts and status bars included, that goes away by itself when nobody
/// touches it.
final class OverlayWindow: UIWindow {
    /// In front of alerts; a pointer's cursor lies further in front.
    static let overlayLevel = UIWindow.Level(rawValue: 3_000)

    /// Is called when nobody has touched it for so long.
    private var onIdle: (() -> Void)?
    private var idleLimit = 0.0
    private var lastTouch = 0.0
    private static let look = Selector("look") { (window: OverlayWindow) in window.look }

    /// Shows a controller's view on the whole screen. It doesn't become the key window: what lies below
    /// stays as it was.
    init(_ controller: UIViewController) {
        super.init(frame: UIScreen.main.bounds)
        windowLevel = Self.overlayLevel
        rootViewController = controller
        isHidden = false
    }

    /// Calls a closure, once, when nobody has touched it for so many seconds.
    func watchIdleness(seconds: Double, _ onIdle: @escaping () -> Void) {
        self.onIdle = onIdle
        idleLimit = seconds
        lastTouch = CACurrentMediaTime()
        perform(Self.look, with: nil, afterDelay: seconds)
    }

    /// Whoever touches it keeps it.
    override func sendEvent(_ event: UIEvent) {
        lastTouch = event.timestamp
        super.sendEvent(event)
    }

    private func look() {
        let rest = lastTouch + idleLimit - CACurrentMediaTime()
        if rest > 1e-3 {
            perform(Self.look, with: nil, afterDelay: rest)
        } else {
            onIdle?()
        }
    }

    /// Goes away. Fingers that are down on it are taken back: nothing they held is done.
    func dismiss() {
        Self.cancelPreviousPerformRequests(withTarget: self)
        onIdle = nil
        rootViewController = nil
        isHidden = true
    }
}
