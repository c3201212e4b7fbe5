import Testing
import TouchKit
import TouchKitGeometry
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

/// The drawing scene on a screen of its own, and hands for it.
@MainActor
final class DrawingStage {
    let simulator: TouchSimulator
    let controller = DrawingViewController()

    init(width: Double = 800, height: Double = 480, scale: Double = 1) {
        simulator = TouchSimulator(
            screenSize: CGSize(width: width, height: height), scale: scale)
        simulator.window.rootViewController = controller
    }

    /// A small one with a black line across, stroke 1, from (100, 150) to (300, 150).
    static func withLine() -> DrawingStage {
        let stage = DrawingStage(width: 400, height: 300)
        stage.drawing.add(
            [CGPoint(100, 150), CGPoint(300, 150)], tool: .line, color: .black, width: 10)
        return stage
    }

    var view: DrawingView { controller.drawingView }
    var drawing: Drawing { controller.drawing }
    var menu: UIMenuController { UIMenuController.shared }
    /// Where the strokes' points are, from the lowest to the topmost.
    var places: [[CGPoint]] { drawing.strokes.map(\.points) }

    /// Draws with one finger, quickly, and lets the time for a second tap pass.
    func draw(_ points: CGPoint..., finger: Int = 9) {
        simulator.down(finger, at: points[0])
        for point in points.dropFirst() {
            simulator.advance(by: 0.02)
            simulator.move(finger, to: point)
        }
        simulator.up(finger)
        simulator.advance(by: 0.5)
    }

    /// A tap, and nothing after it.
    func touch(_ x: Double, _ y: Double, finger: Int = 9) {
        simulator.down(finger, at: CGPoint(x: x, y: y))
        simulator.advance(by: 0.05)
        simulator.up(finger)
    }

    /// A tap, and the time in which a second one could come.
    func tap(_ x: Double, _ y: Double) {
        touch(x, y)
        simulator.advance(by: 0.4)
    }

    /// Two taps in a row.
    func doubleTap(_ x: Double, _ y: Double) {
        touch(x, y)
        simulator.advance(by: 0.1)
        touch(x, y)
        simulator.advance(by: 0.4)
    }

    /// Puts a finger down and lets it rest until it is a long press.
    func press(_ x: Double, _ y: Double, finger: Int = 1) {
        simulator.down(finger, at: CGPoint(x: x, y: y))
        simulator.advance(by: 0.6)
    }

    /// Touches an item of the visible menu, by its place among those shown in one row.
    func chooseInMenu(_ part: Double) {
        let frame = menu.menuFrame
        touch(frame.minX + frame.width * part, frame.minY + 22, finger: 40)
    }

    /// The picture as shown, after making sure that drawing everything anew gives the same.
    func picture(sourceLocation: SourceLocation = #_sourceLocation) -> Bitmap {
        let shown = simulator.render()
        simulator.window.setNeedsDisplay()
        view.setNeedsDisplay()
        let anew = simulator.render()
        #expect(differingPixels(shown, anew) == 0, sourceLocation: sourceLocation)
        return anew
    }

    /// Makes sure where the points of a stroke are, of the first one if not said, up to a tolerance in
    /// points.
    func expectPlaces(
        _ places: [CGPoint], of id: Stroke.ID = 1, within tolerance: Double = 1e-9,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let points = drawing.stroke(id)?.points ?? []
        #expect(points.count == places.count, sourceLocation: sourceLocation)
        for (point, place) in zip(points, places) {
            #expect(
                point.distance(to: place) <= tolerance, "\(points)", sourceLocation: sourceLocation)
        }
    }

    /// What the strokes of the model look like, drawn by another drawing.
    func pictureOfModel() -> Bitmap {
        let other = DrawingStage(
            width: simulator.window.bounds.width, height: simulator.window.bounds.height,
            scale: view.contentScaleFactor)
        other.drawing.restore(drawing.strokes, nextID: 1)
        other.view.setNeedsDisplay()
        return other.simulator.render()
    }
}

extension CGPoint {
    init(_ x: Double, _ y: Double) { self.init(x: x, y: y) }

    /// How far it is from another one, in points.
    func distance(to other: CGPoint) -> Double {
        ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
    }
}
