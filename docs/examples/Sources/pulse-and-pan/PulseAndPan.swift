import KioskRuntime
import TouchKit

/// A view with a square that pulses while it is pressed and follows a pan. A small view hangs on
/// the square by an attachment behavior.
final class PulseView: UIView, UIGestureRecognizerDelegate {
    let square = UIView(frame: CGRect(x: 0, y: 0, width: 120, height: 120))
    let pendant = UIView(frame: CGRect(x: 0, y: 0, width: 30, height: 30))
    private lazy var animator = UIDynamicAnimator(referenceView: self)
    private var attachment: UIAttachmentBehavior?
    /// Receives a line for each callback.
    var log: (String) -> Void = { print($0) }

    override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = .white
        square.backgroundColor = .orange
        pendant.backgroundColor = .purple
        addSubview(pendant)
        addSubview(square)
        let press = UILongPressGestureRecognizer(target: self, action: { $0.press })
        press.name = "press"
        press.delegate = self
        let pan = UIPanGestureRecognizer(target: self, action: { $0.pan })
        pan.name = "pan"
        pan.delegate = self
        square.addGestureRecognizer(press)
        square.addGestureRecognizer(pan)
    }

    /// Places the square and its pendant in the middle of the view.
    func center(in size: CGSize) {
        square.center = CGPoint(x: size.width / 2, y: size.height / 2 - 40)
        pendant.center = CGPoint(x: square.center.x, y: square.center.y + 110)
    }

    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool {
        true
    }

    // MARK: Gestures

    private func press(_ press: UILongPressGestureRecognizer) {
        describe(press)
        switch press.state {
        case .began:
            let pulse = CABasicAnimation(keyPath: "transform")
            pulse.fromValue = CATransform3DMakeScale(1, 1, 1)
            pulse.toValue = CATransform3DMakeScale(1.1, 1.1, 1)
            pulse.duration = 0.4
            pulse.autoreverses = true
            pulse.repeatCount = .infinity
            square.layer.add(pulse, forKey: "pulse")
        case .ended, .cancelled:
            square.layer.removeAllAnimations()
        default:
            break
        }
    }

    private func pan(_ pan: UIPanGestureRecognizer) {
        describe(pan)
        switch pan.state {
        case .began:
            let attachment = UIAttachmentBehavior(item: pendant, attachedToAnchor: square.center)
            animator.addBehavior(attachment)
            self.attachment = attachment
        case .changed:
            let translation = pan.translation(in: self)
            square.center.x += translation.x
            square.center.y += translation.y
            pan.setTranslation(.zero, in: self)
            attachment?.anchorPoint = square.center
        default:
            animator.removeAllBehaviors()
            attachment = nil
        }
    }

    private func describe(_ recognizer: UIGestureRecognizer) {
        log(
            """
            \(recognizer.name ?? ""): state \(recognizer.state), touches \
            \(recognizer.numberOfTouches), view \(recognizer.view === square ? "square" : "other")
            """)
    }

    // MARK: Touches

    // The square handles no touches, so that they reach its superview.
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        describe(touches, event)
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        describe(touches, event)
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        describe(touches, event)
    }

    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        describe(touches, event)
    }

    private func describe(_ touches: Set<UITouch>, _ event: UIEvent?) {
        for touch in touches {
            let recognizers = touch.gestureRecognizers ?? []
            let names = recognizers.map { recognizer in
                let count = event?.touches(for: recognizer)?.count ?? 0
                return "\(recognizer.name ?? "") (\(count) touches)"
            }
            log("touch: phase \(touch.phase), recognizers \(names.joined(separator: ", "))")
        }
    }
}

/// The controller that makes the view in code.
final class PulseViewController: UIViewController {
    override func loadView() {
        let view = PulseView(frame: UIScreen.main.bounds)
        view.center(in: view.bounds.size)
        self.view = view
    }
}

/// The application delegate.
final class AppDelegate: UIApplicationDelegate {
    let window = UIWindow(frame: UIScreen.main.bounds)

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        window.rootViewController = PulseViewController()
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
