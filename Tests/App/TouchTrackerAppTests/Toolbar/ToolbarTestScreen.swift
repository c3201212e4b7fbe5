import Testing
import TouchKit
import TouchKitGeometry
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

/// A toolbar in front of a gray view with some ink, with a record of the events of both.
@MainActor
final class ToolbarTestScreen {
    /// The view behind the toolbar, which counts the touches that reach it.
    final class DrawingArea: UIView {
        private(set) var began = 0
        private(set) var down = 0 {
            didSet { onDown?(down) }
        }
        /// Called with the number of active touches after each change.
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
            // The ink fills the whole height, so that there is ink below the toolbar in any layout.
            for part in stride(from: 0.1, through: 0.9, by: 0.16) {
                path.move(to: CGPoint(x: bounds.width * part, y: bounds.maxY - 5))
                path.addLine(to: CGPoint(x: bounds.width * (1 - part), y: bounds.minY + 5))
            }
            path.stroke()
        }
    }

    /// The root view, which lays out both views when the screen's size changes.
    private final class Root: UIView {
        let drawingArea = DrawingArea(frame: .zero)
        let toolbar = Toolbar(frame: .zero)

        override init(frame: CGRect) {
            super.init(frame: frame)
            drawingArea.backgroundColor = .lightGray
            drawingArea.isMultipleTouchEnabled = true
            addSubview(drawingArea)
            addSubview(toolbar)
            layOut()
        }

        override var bounds: CGRect {
            didSet { if bounds.size != oldValue.size { layOut() } }
        }

        private func layOut() {
            drawingArea.frame = bounds
            toolbar.layOut(in: bounds)
        }
    }

    let simulator: TouchSimulator
    private let root: Root
    var toolbar: Toolbar { root.toolbar }
    var drawingArea: DrawingArea { root.drawingArea }
    /// The toolbar's events in their order.
    private(set) var events: [String] = []

    init(width: CGFloat = 400, height: CGFloat = 240, scale: CGFloat = 1) {
        simulator = TouchSimulator(
            screenSize: CGSize(width: width, height: height), scale: scale)
        let controller = UIViewController()
        root = Root(frame: simulator.window.bounds)
        controller.view = root
        simulator.window.rootViewController = controller
        toolbar.canClear = true
        toolbar.onTool = { [unowned self] in events.append("tool \($0)") }
        toolbar.onEraser = { [unowned self] in events.append("eraser") }
        toolbar.onColor = { [unowned self] in events.append("color \($0)") }
        toolbar.onWidth = { [unowned self] in events.append("width \($0)") }
        toolbar.onUndo = { [unowned self] in events.append("undo") }
        toolbar.onRedo = { [unowned self] in events.append("redo") }
        toolbar.onClear = { [unowned self] in events.append("clear") }
    }

    /// Hides the toolbar while the drawing area is touched, as the drawing scene does.
    func hideWhileDrawing() {
        drawingArea.onDown = { [unowned self] in toolbar.updateVisibility(isUserDrawing: $0 > 0) }
    }

    /// Removes and returns the recorded events.
    func removeEvents() -> [String] {
        defer { events = [] }
        return events
    }

    func center(of item: Toolbar.Item) throws -> CGPoint {
        try #require(toolbar.frame(of: item)).center
    }

    /// Returns the center of the button for a tool, or for the eraser if `tool` is `nil`.
    func center(ofTool tool: Tool?) throws -> CGPoint {
        try #require(toolbar.frame(ofTool: tool)).center
    }

    func center(of color: InkColor) throws -> CGPoint {
        try #require(toolbar.frame(of: color)).center
    }

    func center(of width: InkWidth) throws -> CGPoint {
        try #require(toolbar.frame(of: width)).center
    }

    func tap(_ item: Toolbar.Item) throws {
        try tap(center(of: item))
    }

    func tap(_ place: CGPoint) { simulator.tap(0, at: place) }

    /// Returns whether a new touch at a point would reach the drawing area.
    func reachesDrawingArea(_ place: CGPoint) -> Bool {
        let before = drawingArea.began
        simulator.down(99, at: place)
        simulator.up(99)
        return drawingArea.began > before
    }

    /// Whether any part of the toolbar is visible.
    var isVisible: Bool {
        let now = simulator.render()
        toolbar.isHidden = true
        let without = simulator.render()
        toolbar.isHidden = false
        return !now.isEqual(to: without)
    }
}

extension CGRect {
    var center: CGPoint { CGPoint(x: midX, y: midY) }
}
