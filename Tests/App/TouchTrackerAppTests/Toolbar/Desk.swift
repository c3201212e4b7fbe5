import Testing
import TouchKit
import TouchKitGeometry
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

/// A toolbar in front of a grey view with some ink, as a scene has it, and what both were told.
@MainActor
final class Desk {
    /// What lies below the toolbar: it counts the fingers that reach it.
    final class Paper: UIView {
        private(set) var began = 0
        private(set) var down = 0 {
            didSet { onDown?(down) }
        }
        /// Is called with the number of fingers that are down.
        var onDown: ((Int) -> Void)?

        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
            began += touches.count
            down += touches.count
        }
        override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}
        override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
            down -= touches.count
        }
        override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
            down -= touches.count
        }

        override func draw(_ rect: CGRect) {
            let path = UIBezierPath()
            path.lineWidth = 10
            path.lineCapStyle = .round
            // Over the whole height, so that there is ink below the toolbar wherever it lies.
            for part in stride(from: 0.1, through: 0.9, by: 0.16) {
                path.move(to: CGPoint(x: bounds.width * part, y: bounds.maxY - 5))
                path.addLine(to: CGPoint(x: bounds.width * (1 - part), y: bounds.minY + 5))
            }
            path.stroke()
        }
    }

    /// Holds both, and lays them out when the screen's size changes.
    private final class Root: UIView {
        let paper = Paper(frame: .zero)
        let toolbar = Toolbar(frame: .zero)

        override init(frame: CGRect) {
            super.init(frame: frame)
            paper.backgroundColor = .lightGray
            paper.isMultipleTouchEnabled = true
            addSubview(paper)
            addSubview(toolbar)
            layOut()
        }

        override var bounds: CGRect {
            didSet { if bounds.size != oldValue.size { layOut() } }
        }

        private func layOut() {
            paper.frame = bounds
            toolbar.layOut(in: bounds)
        }
    }

    let simulator: TouchSimulator
    private let root: Root
    var toolbar: Toolbar { root.toolbar }
    var paper: Paper { root.paper }
    /// What the toolbar told, in order.
    private(set) var told: [String] = []

    init(width: CGFloat = 400, height: CGFloat = 240, scale: CGFloat = 1) {
        simulator = TouchSimulator(
            screenSize: CGSize(width: width, height: height), scale: scale)
        let controller = UIViewController()
        root = Root(frame: simulator.window.bounds)
        controller.view = root
        simulator.window.rootViewController = controller
        toolbar.onTool = { [unowned self] in told.append("tool \($0)") }
        toolbar.onColor = { [unowned self] in told.append("color \($0)") }
        toolbar.onWidth = { [unowned self] in told.append("width \($0)") }
        toolbar.onUndo = { [unowned self] in told.append("undo") }
        toolbar.onRedo = { [unowned self] in told.append("redo") }
        toolbar.onClear = { [unowned self] in told.append("clear") }
    }

    /// Lets the toolbar make room while fingers are on the paper, as a scene does.
    func makeRoom() {
        paper.onDown = { [unowned self] in toolbar.fingersDraw($0 > 0) }
    }

    /// Gives the screen another size, in points.
    func resize(width: CGFloat, height: CGFloat) {
        let scale = simulator.application.screen.scale
        simulator.application.screenChanged(
            to: ScreenGeometry(
                scanoutWidth: Int(width * scale), scanoutHeight: Int(height * scale), scale: scale))
    }

    /// What was told since the last time.
    func take() -> [String] {
        defer { told = [] }
        return told
    }

    func middle(of item: Toolbar.Item) throws -> CGPoint {
        try #require(toolbar.frame(of: item)).middle
    }

    func middle(of color: InkColor) throws -> CGPoint {
        try #require(toolbar.frame(of: color)).middle
    }

    func middle(of width: InkWidth) throws -> CGPoint {
        try #require(toolbar.frame(of: width)).middle
    }

    func tap(_ item: Toolbar.Item) throws {
        try tap(middle(of: item))
    }

    func tap(_ place: CGPoint) {
        simulator.down(0, at: place)
        simulator.advance(by: 0.05)
        simulator.up(0)
    }

    /// Whether a new finger at a place would reach the paper.
    func reachesPaper(_ place: CGPoint) -> Bool {
        let before = paper.began
        simulator.down(99, at: place)
        simulator.up(99)
        return paper.began > before
    }

    /// Whether anything of the toolbar is to be seen.
    var isVisible: Bool {
        let now = simulator.render()
        toolbar.isHidden = true
        let without = simulator.render()
        toolbar.isHidden = false
        return !now.isEqual(to: without)
    }

    /// Whether nothing moves, and nothing waits.
    var isIdle: Bool {
        !simulator.application.needsFrames && simulator.application.nextDeadline == nil
    }
}

extension CGRect {
    var middle: CGPoint { CGPoint(x: midX, y: midY) }
}
