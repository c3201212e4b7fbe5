import Testing
import TouchKit
import TouchKitGeometry
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

/// The drawing view controller in the window of a simulator, with functions for touches and
/// pictures.
@MainActor
final class DrawingTestScreen {
    let simulator: TouchSimulator
    let controller = DrawingViewController()

    /// Creates a screen with a size in points and a scale in pixels per point.
    init(width: Double = 800, height: Double = 480, scale: Double = 1) {
        simulator = TouchSimulator(
            screenSize: CGSize(width: width, height: height), scale: scale)
        simulator.window.rootViewController = controller
    }

    /// Returns a screen of 400 × 300 points with one stroke: a black line, number 1, from
    /// (100, 150) to (300, 150).
    static func withLine() -> DrawingTestScreen {
        let screen = DrawingTestScreen(width: 400, height: 300)
        screen.drawing.add(
            [CGPoint(100, 150), CGPoint(300, 150)], tool: .line, color: .black, width: 10)
        return screen
    }

    var view: DrawingView { controller.drawingView }
    var drawing: Drawing { controller.drawing }
    var menu: UIMenuController { UIMenuController.shared }
    /// The points of all strokes, from the lowest stroke to the topmost.
    var strokePoints: [[CGPoint]] { drawing.strokes.map(\.points) }

    /// Draws a stroke with one contact, and waits until the touch can no longer become a double
    /// tap.
    func draw(_ points: CGPoint..., finger: Int = 9) {
        simulator.down(finger, at: points[0])
        for point in points.dropFirst() {
            simulator.advance(by: 0.02)
            simulator.move(finger, to: point)
        }
        simulator.up(finger)
        simulator.advance(by: 0.5)
    }

    /// Taps a position for 50 ms, without waiting afterwards.
    func touch(_ x: Double, _ y: Double, finger: Int = 9) {
        simulator.tap(finger, at: CGPoint(x: x, y: y))
    }

    /// Taps a position, and waits until the tap can no longer become a double tap.
    func tap(_ x: Double, _ y: Double) {
        touch(x, y)
        simulator.advance(by: 0.4)
    }

    /// Taps a position twice.
    func doubleTap(_ x: Double, _ y: Double) {
        touch(x, y)
        simulator.advance(by: 0.1)
        touch(x, y)
        simulator.advance(by: 0.4)
    }

    /// Puts a contact down and waits until a long press is recognized.
    func press(_ x: Double, _ y: Double, finger: Int = 1) {
        simulator.down(finger, at: CGPoint(x: x, y: y))
        simulator.advance(by: 0.6)
    }

    /// Taps the visible menu, which has one row, at a fraction of its width.
    func tapMenu(atFraction fraction: Double) {
        let frame = menu.menuFrame
        touch(frame.minX + frame.width * fraction, frame.minY + 22, finger: 40)
    }

    /// Renders the window, and expects that a complete repaint gives the same pixels. Edits that
    /// are painted over several frames are completed before.
    func renderVerified(sourceLocation: SourceLocation = #_sourceLocation) -> Bitmap {
        while drawing.continueRestoring() {}
        let incremental = simulator.render()
        simulator.window.setNeedsDisplay()
        view.setNeedsDisplay()
        let complete = simulator.render()
        #expect(differingPixels(incremental, complete) == 0, sourceLocation: sourceLocation)
        return complete
    }

    /// Expects that a stroke has the given points, with a tolerance in points.
    func expectPoints(
        _ expected: [CGPoint], of id: Stroke.ID = 1, within tolerance: Double = 1e-9,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let points = drawing.stroke(id)?.points ?? []
        #expect(points.count == expected.count, sourceLocation: sourceLocation)
        for (point, expectedPoint) in zip(points, expected) {
            #expect(
                point.distance(to: expectedPoint) <= tolerance, "\(points)",
                sourceLocation: sourceLocation)
        }
    }

    /// Renders the strokes of the drawing's model in a new view controller.
    func renderModel() -> Bitmap {
        let other = DrawingTestScreen(
            width: simulator.window.bounds.width, height: simulator.window.bounds.height,
            scale: view.contentScaleFactor)
        other.drawing.restore(drawing.strokes, nextID: 1)
        other.view.setNeedsDisplay()
        return other.simulator.render()
    }
}

extension CGPoint {
    init(_ x: Double, _ y: Double) { self.init(x: x, y: y) }

    /// Returns the distance to another point.
    func distance(to other: CGPoint) -> Double {
        ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
    }
}
