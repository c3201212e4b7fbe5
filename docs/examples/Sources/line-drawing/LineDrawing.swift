import KioskRuntime
import TouchKit

/// A straight line from the place where a touch began to the place where it is.
struct Line: Equatable {
    var begin: CGPoint
    var end: CGPoint
}

/// A view in which each touch draws a line: red while it is held, black when it is finished.
final class DrawView: UIView {
    /// The lines of the touches that are down. The key is the touch's identity, because a touch is
    /// the same object from its beginning to its end.
    var linesInProgress: [ObjectIdentifier: Line] = [:]
    /// The lines of the touches that have ended.
    var finishedLines: [Line] = []
    /// Receives the name of each callback.
    var log: (String) -> Void = { print($0) }

    override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = .gray
        isMultipleTouchEnabled = true
    }

    override func draw(_ rect: CGRect) {
        UIColor.black.set()
        for line in finishedLines { stroke(line) }
        UIColor.red.set()
        for line in linesInProgress.values { stroke(line) }
    }

    private func stroke(_ line: Line) {
        let path = UIBezierPath()
        path.lineWidth = 10
        path.lineCapStyle = .round
        path.move(to: line.begin)
        path.addLine(to: line.end)
        path.stroke()
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        log(#function)
        for touch in touches {
            let location = touch.location(in: self)
            linesInProgress[ObjectIdentifier(touch)] = Line(begin: location, end: location)
        }
        setNeedsDisplay()
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        log(#function)
        for touch in touches {
            linesInProgress[ObjectIdentifier(touch)]?.end = touch.location(in: self)
        }
        setNeedsDisplay()
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        log(#function)
        for touch in touches {
            guard var line = linesInProgress.removeValue(forKey: ObjectIdentifier(touch)) else {
                continue
            }
            line.end = touch.location(in: self)
            finishedLines.append(line)
        }
        setNeedsDisplay()
    }

    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        log(#function)
        for touch in touches { linesInProgress.removeValue(forKey: ObjectIdentifier(touch)) }
        setNeedsDisplay()
    }
}

/// The controller that makes the view in code.
final class DrawViewController: UIViewController {
    override func loadView() {
        view = DrawView(frame: .zero)
    }
}

/// The application delegate: a yellow window, which the gray view covers.
final class AppDelegate: UIApplicationDelegate {
    let window = UIWindow(frame: UIScreen.main.bounds)

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        window.backgroundColor = .yellow
        window.rootViewController = DrawViewController()
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
