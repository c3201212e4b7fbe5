import Dispatch
import KioskRuntime
import TouchKit

/// A lock of nine dots, which opens when a finger connects the right dots in the right order.
final class LockView: UIView {
    /// The time in seconds for which a wrong pattern is shown.
    var wrongPatternDuration = 3.0
    /// Receives the tags of each pattern, and whether the pattern is right.
    var onPattern: (String, Bool) -> Void = { print($0, $1 ? "unlocks" : "is wrong") }

    let buttons = (0..<9).map { _ in UIButton(type: .custom) }
    private(set) var selectedButtons: [UIButton] = []
    private var finger = CGPoint.zero
    private var lineColor = UIColor.white

    override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = UIColor(patternImage: Self.checkerboard)
        for (tag, button) in buttons.enumerated() {
            button.tag = tag
            button.isUserInteractionEnabled = false
            button.setBackgroundImage(.disc(.lightGray), for: .normal)
            button.setBackgroundImage(.disc(.green), for: .selected)
            button.setBackgroundImage(.disc(.red), for: .disabled)
            addSubview(button)
        }
    }

    private static let checkerboard = UIGraphicsImageRenderer(size: CGSize(width: 16, height: 16))
        .image { context in
            UIColor.darkGray.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 8, height: 8))
            context.fill(CGRect(x: 8, y: 8, width: 8, height: 8))
        }

    override func layoutSubviews() {
        let (width, height) = (bounds.width / 3, bounds.height / 3)
        for button in buttons {
            button.bounds.size = CGSize(width: height / 2, height: height / 2)
            button.center = CGPoint(
                x: (CGFloat(button.tag % 3) + 0.5) * width,
                y: (CGFloat(button.tag / 3) + 0.5) * height)
        }
    }

    override func draw(_ rect: CGRect) {
        guard let first = selectedButtons.first else { return }
        let path = UIBezierPath()
        path.lineWidth = 8
        path.move(to: first.center)
        for button in selectedButtons.dropFirst() { path.addLine(to: button.center) }
        path.addLine(to: finger)
        lineColor.set()
        path.stroke()
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        touchesMoved(touches, with: event)
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let touch = touches.first else { return }
        finger = touch.location(in: self)
        if let button = buttons.first(where: { $0.frame.contains(finger) && !$0.isSelected }) {
            button.isSelected = true
            selectedButtons.append(button)
        }
        setNeedsDisplay()
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let last = selectedButtons.last else { return }
        finger = last.center
        let password = selectedButtons.map { "\($0.tag)" }.joined()
        let isRight = password == "012"
        onPattern(password, isRight)
        if isRight { return reset() }
        lineColor = .red
        for button in selectedButtons { (button.isSelected, button.isEnabled) = (false, false) }
        isUserInteractionEnabled = false
        setNeedsDisplay()
        DispatchQueue.main.asyncAfter(deadline: .now() + wrongPatternDuration) {
            self.reset()
            self.isUserInteractionEnabled = true
        }
    }

    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        reset()
    }

    private func reset() {
        for button in selectedButtons { (button.isSelected, button.isEnabled) = (false, true) }
        selectedButtons.removeAll()
        lineColor = .white
        setNeedsDisplay()
    }
}

/// The controller of both views: the sparkles on the left, the lock on the right.
final class MainViewController: UIViewController {
    let sparkles = SparklesView(frame: .zero)
    let lock = LockView(frame: .zero)

    override func viewDidLoad() {
        view.addSubview(sparkles)
        view.addSubview(lock)
    }

    override func viewDidLayoutSubviews() {
        let (width, height) = (view.bounds.width / 2, view.bounds.height)
        sparkles.frame = CGRect(x: 0, y: 0, width: width, height: height)
        lock.frame = CGRect(x: width, y: 0, width: width, height: height)
    }
}

/// The application delegate.
final class AppDelegate: UIApplicationDelegate {
    let window = UIWindow(frame: UIScreen.main.bounds)

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        window.rootViewController = MainViewController()
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
