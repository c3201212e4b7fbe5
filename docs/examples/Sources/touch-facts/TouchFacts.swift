import KioskRuntime
import TouchKit

/// A view that tells single from double taps and short from long presses without gesture
/// recognizers, follows a drag, and prints all properties of touches and events.
final class FactsView: UIView {
    private static let singleTap = Selector("singleTap") { (view: FactsView) in view.singleTap }
    /// The time in seconds within which a second tap makes a double tap.
    static let doubleTapTime = 2.0
    /// The time in seconds after which a press is long.
    static let longPressTime = 1.0

    private var beginTime = 0.0
    /// Receives a line for each fact.
    var log: (String) -> Void = { print($0) }

    private func singleTap() {
        log("single tap")
    }

    private func doubleTap() {
        log("double tap")
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let touch = touches.first else { return }
        describe(touch, event)
        beginTime = touch.timestamp
        if touch.tapCount == 2 {
            // The second touch cancels the delayed call of the first.
            Self.cancelPreviousPerformRequests(
                withTarget: self, selector: Self.singleTap, object: nil)
        }
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let touch = touches.first else { return }
        describe(touch, event)
        let location = touch.location(in: superview)
        let previous = touch.previousLocation(in: superview)
        center.x += location.x - previous.x
        center.y += location.y - previous.y
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let touch = touches.first else { return }
        describe(touch, event)
        log(touch.timestamp - beginTime < Self.longPressTime ? "short press" : "long press")
        switch touch.tapCount {
        case 1: perform(Self.singleTap, with: nil, afterDelay: Self.doubleTapTime)
        case 2: doubleTap()
        default: break
        }
    }

    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let touch = touches.first else { return }
        describe(touch, event)
    }

    private func describe(_ touch: UITouch, _ event: UIEvent?) {
        log(
            """
            touch: phase \(touch.phase), tapCount \(touch.tapCount), timestamp \(touch.timestamp), \
            location \(text(touch.location(in: self))), \
            previousLocation \(text(touch.previousLocation(in: self))), \
            view \(touch.view === self ? "self" : "other"), \
            window \(touch.window === window ? "own" : "other"), \
            gestureRecognizers \(touch.gestureRecognizers?.count ?? 0), \
            majorRadius \(touch.majorRadius), force \(touch.force) of \
            \(touch.maximumPossibleForce)
            """)
        guard let event else { return }
        log(
            """
            event: type \(event.type), timestamp \(event.timestamp), \
            allTouches \(event.allTouches?.count ?? 0), \
            touches for view \(event.touches(for: self)?.count ?? 0), \
            touches for window \(window.flatMap { event.touches(for: $0) }?.count ?? 0), \
            coalescedTouches \(event.coalescedTouches(for: touch)?.count ?? 0), \
            predictedTouches \(event.predictedTouches(for: touch)?.count ?? 0)
            """)
    }

    private func text(_ point: CGPoint) -> String {
        "(\(point.x), \(point.y))"
    }
}

/// The controller of a white background with the view in its center.
final class FactsViewController: UIViewController {
    let factsView = FactsView(frame: CGRect(x: 0, y: 0, width: 160, height: 160))

    override func viewDidLoad() {
        view.backgroundColor = .white
        factsView.backgroundColor = .blue
        factsView.center = CGPoint(x: view.bounds.midX, y: view.bounds.midY)
        view.addSubview(factsView)
    }
}

/// The application delegate.
final class AppDelegate: UIApplicationDelegate {
    let window = UIWindow(frame: UIScreen.main.bounds)

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        window.rootViewController = FactsViewController()
        window.makeKeyAndVisible()
        return true
    }
}

@main
struct App {
    static func main() throws {
        try Kiosk.run(AppDelegate.self)
    }
}
