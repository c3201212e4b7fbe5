import Testing
import TouchKit
import TouchKitRaster
import TouchKitTesting
import TouchTrackerTestSupport

/// `StrokeDrawing`: its picture equals stroking each path.
@Suite("Stroke drawing", .serialized)
@MainActor
struct StrokeDrawingTests {
    /// A view that draws a drawing or, without one, strokes each path.
    final class PaperView: UIView {
        var drawing: StrokeDrawing?
        var paths: [(path: UIBezierPath, color: UIColor)] = []

        override func draw(_ rect: CGRect) {
            if let drawing {
                drawing.draw(at: bounds.origin)
                return
            }
            UIColor.white.setFill()
            UIRectFill(bounds)
            for (path, color) in paths {
                color.setStroke()
                path.stroke()
            }
        }
    }

    private func path(_ points: CGPoint..., width: CGFloat = 8) -> UIBezierPath {
        let path = UIBezierPath(through: points, width: width)
        path.lineCapStyle = .round
        path.lineJoinStyle = .round
        return path
    }

    private func stage(
        _ frame: CGRect = CGRect(x: 16, y: 8, width: 160, height: 100), scale: CGFloat = 1
    ) -> (simulator: TouchSimulator, view: PaperView, drawing: StrokeDrawing) {
        let simulator = TouchSimulator(
            screenSize: CGSize(width: 200, height: 120), scale: scale)
        let view = PaperView(frame: frame)
        simulator.window.addSubview(view)
        let drawing = StrokeDrawing(
            size: frame.size, scale: view.contentScaleFactor, backgroundColor: .white)
        view.drawing = drawing
        return (simulator, view, drawing)
    }

    @Test("A picture that is drawn at a smaller scale contains strokes that were added since.")
    func smallerScale() {
        // The format starts with the scale of the application's screen.
        let simulator = TouchSimulator(screenSize: CGSize(width: 40, height: 40))
        defer { withExtendedLifetime(simulator) {} }
        let drawing = StrokeDrawing(
            size: CGSize(width: 40, height: 40), scale: 2, backgroundColor: .white)
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        let renderer = UIGraphicsImageRenderer(size: drawing.size, format: format)
        func pixel() -> UInt32 {
            renderer.image { _ in drawing.draw(at: .zero) }.bitmap[20, 20]
        }
        #expect(pixel() == 0xFFFF_FFFF)
        drawing.add(path(CGPoint(0, 20), CGPoint(40, 20), width: 20), color: .black)
        #expect(pixel() == 0xFF00_0000)
    }

    @Test(
        "The picture equals stroking each path, at any scale.",
        arguments: [1.0, 1.5, 2.0])
    func looksLikeStroking(scale: CGFloat) {
        let (simulator, view, drawing) = stage(scale: scale)
        #expect(view.contentScaleFactor == scale)
        view.paths = [
            (path(CGPoint(10, 10), CGPoint(150, 90)), .black),
            (path(CGPoint(10, 90), CGPoint(150, 10), CGPoint(150, 60), width: 3), .red),
            (path(CGPoint(80, 50), CGPoint(80, 50), width: 30), UIColor.blue),
            (path(CGPoint(-20, 70), CGPoint(190, 70), width: 1), .green),
        ]
        for (path, color) in view.paths { #expect(drawing.add(path, color: color) != nil) }
        #expect(drawing.count == 4)
        view.setNeedsDisplay(changesOf: drawing)
        let cached = simulator.render()
        view.drawing = nil
        view.setNeedsDisplay()
        #expect(differingPixels(simulator.render(), cached) == 0)
    }

    @Test("After each kind of change, redrawing the changed parts equals stroking each path.")
    func changes() throws {
        typealias Strokes = [(path: UIBezierPath, color: UIColor)]
        let (simulator, view, drawing) = stage()
        let falling = path(CGPoint(10, 10), CGPoint(150, 90))
        let rising = path(CGPoint(10, 90), CGPoint(150, 10))
        let short = path(CGPoint(20, 20), CGPoint(60, 25))
        let first = try #require(drawing.add(falling, color: .black))
        let second = try #require(drawing.add(rising, color: .red))
        view.setNeedsDisplay(changesOf: drawing)
        _ = simulator.render()
        let steps: [(change: () -> Void, expected: Strokes)] = [
            ({ drawing.setColor(.blue, of: first) }, [(falling, .blue), (rising, .red)]),
            ({ drawing.bringToFront(first) }, [(rising, .red), (falling, .blue)]),
            ({ drawing.sendToBack(first) }, [(falling, .blue), (rising, .red)]),
            ({ drawing.setHidden(true, of: first) }, [(rising, .red)]),
            ({ drawing.setHidden(false, of: first) }, [(falling, .blue), (rising, .red)]),
            ({ drawing.setPath(short, of: second) }, [(falling, .blue), (short, .red)]),
            (
                { drawing.setLevel(drawing.level(of: first), of: first) },
                [(falling, .blue), (short, .red)]
            ),
            ({ drawing.remove(second) }, [(falling, .blue)]), ({ drawing.removeAll() }, []),
        ]
        for (index, step) in steps.enumerated() {
            step.change()
            view.setNeedsDisplay(changesOf: drawing)
            let partly = simulator.render()
            view.drawing = nil
            view.paths = step.expected
            view.setNeedsDisplay()
            #expect(differingPixels(simulator.render(), partly) == 0, "change \(index)")
            view.drawing = drawing
        }
        var changeCount = 0
        drawing.consumeChanges { _ in changeCount += 1 }
        #expect(changeCount == 0)
    }

    @Test(
        "The nearest stroke within the distance is found, the frontmost at crossings.")
    func nearest() throws {
        let (_, _, drawing) = stage(scale: 2)
        let low = try #require(drawing.add(path(CGPoint(10, 50), CGPoint(150, 50)), color: .black))
        let high = try #require(drawing.add(path(CGPoint(80, 10), CGPoint(80, 90)), color: .black))
        #expect(drawing.stroke(nearestTo: CGPoint(80, 50), within: 20) == high)
        #expect(drawing.stroke(nearestTo: CGPoint(90, 52), within: 20) == low)
        #expect(drawing.stroke(nearestTo: CGPoint(82, 60), within: 20) == high)
        #expect(drawing.stroke(nearestTo: CGPoint(20, 71), within: 20) == nil)
        #expect(drawing.stroke(nearestTo: CGPoint(20, 69), within: 20) == low)
        #expect(drawing.hasStroke(near: CGPoint(20, 69), within: 20))
        #expect(!drawing.hasStroke(near: CGPoint(20, 71), within: 20))
        drawing.setHidden(true, of: low)
        #expect(drawing.isHidden(low))
        #expect(drawing.stroke(nearestTo: CGPoint(20, 69), within: 20) == nil)
        drawing.bringToFront(low)
        drawing.setHidden(false, of: low)
        #expect(drawing.stroke(nearestTo: CGPoint(80, 50), within: 20) == low)
        #expect(drawing.level(of: high) < drawing.level(of: low))
        #expect(drawing.points(of: low) == [CGPoint(10, 50), CGPoint(150, 50)])
    }

    @Test("A path that is not one open line is rejected.")
    func refuses() throws {
        let (_, _, drawing) = stage()
        #expect(drawing.add(UIBezierPath(), color: .black) == nil)
        #expect(
            drawing.add(UIBezierPath(rect: CGRect(x: 1, y: 1, width: 9, height: 9)), color: .red)
                == nil)
        #expect(drawing.add(path(CGPoint(1, 1), CGPoint(.nan, 2)), color: .black) == nil)
        let stroke = try #require(drawing.add(path(CGPoint(1, 1), CGPoint(5, 2)), color: .black))
        drawing.setPath(UIBezierPath(), of: stroke)
        #expect(drawing.points(of: stroke) == [CGPoint(1, 1), CGPoint(5, 2)])
        #expect(drawing.count == 1)
    }

    @Test("After a change of size and scale, strokes keep their positions in points.")
    func resizes() {
        let (simulator, view, drawing) = stage(scale: 2)
        view.paths = [(path(CGPoint(10, 10), CGPoint(150, 90)), .black)]
        drawing.add(view.paths[0].path, color: .black)
        view.frame = CGRect(x: 0, y: 0, width: 120, height: 110)
        drawing.resize(to: CGSize(width: 120, height: 110), scale: 1)
        drawing.resize(to: CGSize(width: 120, height: 110), scale: 2)
        let cached = simulator.render()
        view.drawing = nil
        view.setNeedsDisplay()
        #expect(differingPixels(simulator.render(), cached) == 0)
    }
}
