import Testing
import TouchKit
import TouchKitRaster
import TouchKitTesting
import TouchTrackerTestSupport

@Suite("Wet ink", .serialized)
@MainActor
struct WetInkTests {
    final class PaperView: UIView {
        var drawing: StrokeDrawing?
        var wet: WetInk?
        override func draw(_ rect: CGRect) {
            drawing?.draw(at: bounds.origin)
            wet?.draw(at: bounds.origin)
        }
    }

    let simulator = TouchSimulator(screenSize: CGSize(width: 200, height: 120), scale: 2)
    let view = PaperView(frame: CGRect(x: 16, y: 8, width: 160, height: 100))
    let drawing: StrokeDrawing
    let wet: WetInk

    init() {
        simulator.window.addSubview(view)
        drawing = StrokeDrawing(size: view.bounds.size, scale: 2, backgroundColor: .white)
        wet = WetInk(size: view.bounds.size, scale: 2)
        view.drawing = drawing
        view.wet = wet
    }

    private func path(_ points: [CGPoint]) -> UIBezierPath {
        UIBezierPath(through: points, width: 6)
    }

    private static let points = [(20.0, 20.0), (60, 75), (120, 60), (60, 30), (35, 80)]
        .map { CGPoint(x: $0, y: $1) }

    /// Draws a self-intersecting line in two steps, replacing the first tail.
    private func draw(_ color: UIColor = .red) throws -> WetInk.Stroke {
        let points = Self.points
        let stroke = try #require(wet.begin(at: points[0], width: 6, color: color))
        wet.setEnd(
            of: stroke, settled: path(Array(points[0...1])),
            tail: path([points[1], CGPoint(x: 150, y: 90)]))
        wet.setEnd(
            of: stroke, settled: path(Array(points[1...3])), tail: path(Array(points[3...4])))
        return stroke
    }

    private func render() -> Bitmap {
        view.setNeedsDisplay(changesOf: wet)
        view.setNeedsDisplay(changesOf: drawing)
        return simulator.render()
    }

    @Test("Adding a finished wet-ink stroke to a drawing changes no pixel.")
    func addToDrawing() throws {
        drawing.add(path([CGPoint(x: 0, y: 50), CGPoint(x: 160, y: 50)]), color: .blue)
        let stroke = try draw()
        let held = render()
        try expectPicture(held, matches: "wet-ink")
        let taken = try #require(drawing.add(stroke, color: .red))
        wet.remove(stroke)
        let points = drawing.points(of: taken)
        #expect(points == Self.points)
        #expect(wet.count == 0)
        #expect(render().isEqual(to: held))
        // Repainting the stroke gives the same pixels.
        drawing.setHidden(true, of: taken)
        drawing.setHidden(false, of: taken)
        #expect(render().isEqual(to: held))
    }

    @Test("Wet ink of another size or scale is rejected.")
    func otherPicture() throws {
        let stroke = try draw()
        let larger = CGSize(width: 200, height: 100)
        #expect(StrokeDrawing(size: larger, scale: 2).add(stroke, color: .red) == nil)
        #expect(StrokeDrawing(size: view.bounds.size, scale: 1).add(stroke, color: .red) == nil)
        let half = CGSize(width: view.bounds.width * 2, height: view.bounds.height * 2)
        #expect(StrokeDrawing(size: half, scale: 1).add(stroke, color: .red) == nil)
        wet.resize(to: larger, scale: 2)
        #expect(drawing.add(stroke, color: .red) == nil)
        #expect(StrokeDrawing(size: larger, scale: 2).add(stroke, color: .red) != nil)
    }

    @Test("Wet ink follows the rotation and opacity of its view.")
    func turned() throws {
        _ = try draw(.blue)
        view.transform = CGAffineTransform(rotationAngle: 0.3).scaledBy(x: 0.8, y: 0.8)
        view.alpha = 0.5
        view.setNeedsDisplay()
        try expectPicture(render(), matches: "wet-ink-turned")
    }

    @Test("Paths that are not one open line leave the stroke unchanged.")
    func noLine() throws {
        let stroke = try draw()
        let before = render()
        let twoLines = path(Self.points)
        twoLines.move(to: .zero)
        twoLines.addLine(to: CGPoint(x: 9, y: 9))
        wet.setEnd(of: stroke, settled: twoLines, tail: path([.zero]))
        wet.setEnd(of: stroke, settled: UIBezierPath(), tail: path([.zero]))
        #expect(render().isEqual(to: before))
        #expect(wet.begin(at: CGPoint(x: CGFloat.nan, y: 0), width: 3, color: .red) == nil)
    }

    @Test("After a change of size, strokes keep their positions in points.")
    func resize() throws {
        _ = try draw()
        let before = render()
        wet.resize(to: CGSize(width: 150, height: 90), scale: 1)
        wet.resize(to: view.bounds.size, scale: 2)
        #expect(render().isEqual(to: before))
    }
}
