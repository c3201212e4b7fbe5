import CTouchTrackerAllocationCounter
import Glibc
import Testing
import TouchKit
import TouchKitRaster
import TouchKitTesting
import TouchTrackerTestSupport

/// When `draw(_:)` is called, and what is shown in between.
@Suite("Backing stores", .serialized)
@MainActor
struct BackingStoreTests {
    /// A view that records the rectangles for which it is drawn.
    final class CountingView: UIView {
        var rects: [CGRect] = []
        var color = UIColor.red

        override func draw(_ rect: CGRect) {
            rects.append(rect)
            color.setFill()
            UIRectFill(rect)
        }
    }

    /// A view of 20 × 20 points at (10, 10) that was displayed once.
    private func displayedView() -> (TouchSimulator, CountingView) {
        let simulator = TouchSimulator(screenSize: CGSize(width: 60, height: 60))
        let view = CountingView(frame: CGRect(x: 10, y: 10, width: 20, height: 20))
        simulator.window.addSubview(view)
        _ = simulator.render()
        return (simulator, view)
    }

    @Test("The first display draws the whole bounds once")
    func firstDisplay() {
        let (simulator, view) = displayedView()
        #expect(view.rects == [view.bounds])
        #expect(simulator.render()[10, 10] == 0xFFFF_0000)
        #expect(view.rects.count == 1)
    }

    @Test(
        "Changes that keep the content do not call draw(_:)",
        arguments: [
            "subview", "alpha", "transform", "center", "neighbor", "background", "hidden",
            "order", "corner", "repaint",
        ])
    func noRedraw(change: String) {
        let (simulator, view) = displayedView()
        let subview = UIView(frame: CGRect(x: 2, y: 2, width: 5, height: 5))
        subview.backgroundColor = .blue
        view.addSubview(subview)
        let neighbor = CountingView(frame: CGRect(x: 20, y: 20, width: 20, height: 20))
        simulator.window.insertSubview(neighbor, at: 0)
        _ = simulator.render()
        switch change {
        case "subview": subview.center.x += 3
        case "alpha": view.alpha = 0.5
        case "transform": view.transform = CGAffineTransform(rotationAngle: 0.4)
        case "center": view.center.y += 7
        case "neighbor": neighbor.setNeedsDisplay()
        case "background": view.backgroundColor = .green
        case "hidden":
            view.isHidden = true
            _ = simulator.render()
            view.isHidden = false
        case "order": simulator.window.bringSubviewToFront(neighbor)
        case "corner": view.cornerRadius = 4
        default: simulator.application.invalidateEverything()
        }
        _ = simulator.render()
        #expect(view.rects.count == 1)
        #expect(neighbor.rects.count == (change == "neighbor" ? 2 : 1))
        #expect(simulator.isUpToDate())
    }

    @Test("Animations of alpha, position and transform do not call draw(_:)")
    func animations() {
        let (simulator, view) = displayedView()
        UIView.animate(withDuration: 1) {
            view.alpha = 0.3
            view.center.x += 20
            view.transform = CGAffineTransform(scaleX: 1.5, y: 1.5)
        }
        for _ in 0..<12 {
            simulator.advance(by: 0.1)
            _ = simulator.render()
        }
        #expect(view.rects.count == 1)
    }

    @Test("setNeedsDisplay() calls draw(_:) once in the next frame, with the bounds")
    func redraw() {
        let (simulator, view) = displayedView()
        view.setNeedsDisplay()
        view.setNeedsDisplay()
        #expect(view.rects.count == 1)
        view.color = .blue
        #expect(simulator.render()[15, 15] == 0xFF00_00FF)
        #expect(view.rects == [view.bounds, view.bounds])
    }

    @Test("A view that was changed while it was hidden is drawn when it is shown")
    func hiddenChange() {
        let (simulator, view) = displayedView()
        view.isHidden = true
        _ = simulator.render()
        view.color = .blue
        view.setNeedsDisplay()
        _ = simulator.render()
        #expect(view.rects.count == 1)
        view.isHidden = false
        #expect(simulator.render()[15, 15] == 0xFF00_00FF)
        #expect(view.rects.count == 2)
    }

    @Test("draw(_:) gets the union of invalidated rectangles, and the rest remains")
    func partialRedraw() {
        let (simulator, view) = displayedView()
        view.color = .blue
        view.setNeedsDisplay(CGRect(x: 2, y: 3, width: 4, height: 4))
        view.setNeedsDisplay(CGRect(x: 8.5, y: 3, width: 1, height: 2))
        let picture = simulator.render()
        #expect(view.rects.last == CGRect(x: 2, y: 3, width: 8, height: 4))
        for y in 0..<20 {
            for x in 0..<20 {
                let isNew = (2..<10).contains(x) && (3..<7).contains(y)
                #expect(picture[10 + x, 10 + y] == (isNew ? 0xFF00_00FF : 0xFFFF_0000))
            }
        }
        #expect(view.rects.count == 2)
        // The part that was drawn moves with the rest.
        view.center.x += 5
        #expect(simulator.render()[17, 13] == 0xFF00_00FF)
        #expect(view.rects.count == 2)
    }

    @Test("A partial redraw erases what was there")
    func partialRedrawErases() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 20, height: 20))
        let view = PaintingView(frame: simulator.window.bounds)
        view.paint = { UIRectFill($0) }
        view.backgroundColor = .white
        simulator.window.addSubview(view)
        _ = simulator.render()
        view.paint = { _ in }
        view.setNeedsDisplay(CGRect(x: 5, y: 5, width: 10, height: 10))
        let picture = simulator.render()
        #expect(picture[4, 10] == 0xFF00_0000)
        #expect(picture[5, 10] == 0xFFFF_FFFF)
    }

    @Test("Parts outside of the rectangle that draw(_:) draws are clipped")
    func partialRedrawClips() {
        let (simulator, view) = displayedView()
        let other = PaintingView(frame: CGRect(x: 40, y: 40, width: 20, height: 20))
        other.paint = { _ in
            UIColor.red.setFill()
            UIRectFill(CGRect(x: 0, y: 0, width: 20, height: 20))
        }
        simulator.window.addSubview(other)
        _ = simulator.render()
        other.paint = { _ in
            UIColor.green.setFill()
            UIRectFill(CGRect(x: 0, y: 0, width: 20, height: 20))
        }
        other.setNeedsDisplay(CGRect(x: 0, y: 0, width: 5, height: 20))
        let picture = simulator.render()
        #expect(picture[44, 50] == 0xFF00_FF00)
        #expect(picture[45, 50] == 0xFFFF_0000)
        #expect(view.rects.count == 1)
    }

    @Test("A change of the size stretches the content, and redraws it with .redraw")
    func contentModes() {
        let (simulator, view) = displayedView()
        view.bounds.size = CGSize(width: 40, height: 20)
        view.frame.origin = CGPoint(x: 10, y: 10)
        var picture = simulator.render()
        #expect(view.rects.count == 1)
        #expect(picture[49, 15] == 0xFFFF_0000)
        view.contentMode = .center
        picture = simulator.render()
        #expect(view.rects.count == 1)
        #expect(picture[19, 15] == 0xFF00_0000)
        #expect(picture[20, 15] == 0xFFFF_0000)
        #expect(picture[39, 15] == 0xFFFF_0000)
        #expect(picture[40, 15] == 0xFF00_0000)
        view.contentMode = .bottomRight
        #expect(simulator.render()[30, 15] == 0xFFFF_0000)
        #expect(simulator.render()[29, 15] == 0xFF00_0000)
        view.contentMode = .redraw
        _ = simulator.render()
        #expect(view.rects == [CGRect(x: 0, y: 0, width: 20, height: 20), view.bounds])
        view.bounds.size.height = 30
        _ = simulator.render()
        #expect(view.rects.last == view.bounds)
        #expect(view.rects.count == 3)
    }

    @Test("A partial invalidation after a change of the size redraws the whole view")
    func partialRedrawAfterResizing() {
        let (simulator, view) = displayedView()
        view.bounds.size.width = 30
        view.setNeedsDisplay(CGRect(x: 0, y: 0, width: 2, height: 2))
        _ = simulator.render()
        #expect(view.rects.last == view.bounds)
    }

    @Test("A view without a backing store is drawn for each damaged part")
    func withoutStore() {
        final class DirectView: UIView {
            override class var hasBackingStore: Bool { false }
            var rects: [CGRect] = []
            override func draw(_ rect: CGRect) { rects.append(rect) }
        }
        let simulator = TouchSimulator(screenSize: CGSize(width: 60, height: 60))
        let view = DirectView(frame: CGRect(x: 10, y: 10, width: 20, height: 20))
        simulator.window.addSubview(view)
        _ = simulator.render()
        let subview = UIView(frame: CGRect(x: 2, y: 2, width: 5, height: 5))
        view.addSubview(subview)
        _ = simulator.render()
        view.alpha = 0.5
        _ = simulator.render()
        #expect(view.rects == [view.bounds, subview.frame, view.bounds])
    }

    @Test("draw(in:) of a layer is called after setNeedsDisplay() only")
    func layerContent() {
        final class DrawnLayer: CALayer {
            var count = 0
            override func draw(in ctx: CGContext) {
                count += 1
                ctx.setFillColor(red: 0, green: 1, blue: 0, alpha: 1)
                ctx.fill(bounds)
            }
        }
        let simulator = TouchSimulator(screenSize: CGSize(width: 60, height: 60))
        let layer = DrawnLayer()
        layer.frame = CGRect(x: 10, y: 10, width: 20, height: 20)
        simulator.window.layer.addSublayer(layer)
        _ = simulator.render()
        #expect(layer.count == 0)
        layer.setNeedsDisplay()
        #expect(simulator.render()[15, 15] == 0xFF00_FF00)
        layer.opacity = 0.5
        layer.position.x += 20
        layer.borderWidth = 1
        _ = simulator.render()
        layer.bounds.size.width = 30
        _ = simulator.render()
        #expect(layer.count == 1)
        layer.needsDisplayOnBoundsChange = true
        layer.bounds.size.width = 40
        _ = simulator.render()
        #expect(layer.count == 2)
    }

    @Test("A change of the interface style draws the content again")
    func styleChange() {
        let (simulator, view) = displayedView()
        simulator.window.overrideUserInterfaceStyle = .dark
        _ = simulator.render()
        #expect(view.rects.count == 2)
    }

    @Test("A view that drew nothing is drawn again under a superview of another style")
    func styleOfNewSuperview() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 80, height: 80))
        let dark = UIView(frame: CGRect(x: 0, y: 0, width: 80, height: 80))
        dark.overrideUserInterfaceStyle = .dark
        simulator.window.addSubview(dark)
        let view = PaintingView(frame: CGRect(x: 0, y: 0, width: 40, height: 40))
        let color = UIColor { $0.userInterfaceStyle == .dark ? .red : .clear }
        var count = 0
        view.paint = { rect in
            count += 1
            if color.resolvedColor(with: view.traitCollection) == .red {
                UIColor.red.setFill()
                UIBezierPath(rect: rect).fill()
            }
        }
        simulator.window.addSubview(view)
        let empty = simulator.render()[20, 20]
        dark.addSubview(view)
        let filled = simulator.render()[20, 20]
        #expect(filled != empty)
        #expect(count == 2)
        simulator.application.invalidateEverything()
        _ = simulator.render()
        #expect(count == 2)
    }

    @Test("Everything that a context draws is shown again without draw(_:)")
    func allCommands() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 80, height: 80))
        let view = PaintingView(frame: CGRect(x: 3, y: 3, width: 70, height: 70))
        view.paint = { _ in DrawingSample.draw() }
        simulator.window.backgroundColor = .white
        simulator.window.addSubview(view)
        let first = simulator.render()
        var count = 0
        view.paint = { _ in
            count += 1
            DrawingSample.draw()
        }
        simulator.application.invalidateEverything()
        #expect(simulator.render().isEqual(to: first))
        #expect(count == 0)
        view.transform = CGAffineTransform(rotationAngle: 0.5)
        view.alpha = 0.7
        let turned = simulator.render()
        #expect(count == 0)
        simulator.application.discardContent()
        simulator.application.invalidateEverything()
        #expect(simulator.render().isEqual(to: turned))
        #expect(count == 1)
    }

    @Test(
        "Redrawing views, whole or in part, does not allocate once warm", .requiresOptimizedBuild)
    func allocations() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 100, height: 100))
        let path = UIBezierPath()
        path.move(to: CGPoint(x: 5, y: 5))
        var length = 0
        var drawings = 0
        let whole = PaintingView(frame: CGRect(x: 0, y: 0, width: 50, height: 100))
        whole.paint = { _ in
            drawings += 1
            path.stroke()
        }
        let part = PaintingView(frame: CGRect(x: 50, y: 0, width: 50, height: 100))
        part.paint = {
            UIRectFill($0)
            path.stroke()
        }
        let empty = PaintingView(frame: CGRect(x: 0, y: 0, width: 50, height: 100))
        for view in [whole, part, empty] { simulator.window.addSubview(view) }
        let painter = FramePainter(simulator.application, width: 100, height: 100)
        var before = allocation_counter_value()
        for number in 0..<60 {
            // The path grows within the capacity that the first frames needed.
            if number % 30 == 0 {
                path.removeAllPoints()
                path.move(to: CGPoint(x: 5, y: 5))
                length = 0
            }
            length += 1
            path.addLine(to: CGPoint(x: 5 + Double(length), y: 50))
            whole.setNeedsDisplay()
            // Separate calls, because a list of the views would be allocated.
            part.setNeedsDisplay(CGRect(x: 10, y: 10, width: 20, height: 20))
            empty.setNeedsDisplay(CGRect(x: 10, y: 10, width: 20, height: 20))
            if number == 35 { before = allocation_counter_value() }
            painter.paint()
        }
        #expect(allocation_counter_value() == before)
        #expect(drawings >= 60)
    }
}

/// A drawing that uses each kind of drawing command.
@MainActor
private enum DrawingSample {
    static let image: UIImage = {
        let bitmap = Bitmap(width: 9, height: 9)
        for x in 0..<9 { bitmap[x, x] = 0xFF12_3456 }
        return UIImage(bitmap: bitmap)
    }()

    static func draw() {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        context.setFillColor(red: 0.2, green: 0.4, blue: 0.9, alpha: 0.8)
        context.fill(CGRect(x: 1.5, y: 2, width: 20, height: 11))
        context.fill(
            [
                CGRect(x: 30, y: 2, width: 5, height: 5),
                CGRect(x: 40, y: 3, width: 7, height: 9),
            ])
        context.saveGState()
        context.translateBy(x: 12, y: 20)
        context.rotate(by: 0.3)
        context.setAlpha(0.6)
        context.fillEllipse(in: CGRect(x: 0, y: 0, width: 24, height: 14))
        context.addEllipse(in: CGRect(x: 4, y: 4, width: 30, height: 30))
        context.clip()
        context.setLineWidth(3)
        context.setLineDash(phase: 1, lengths: [4, 2])
        context.strokeLineSegments(between: [CGPoint(x: 0, y: 0), CGPoint(x: 40, y: 40)])
        image.draw(in: CGRect(x: 10, y: 3, width: 18, height: 18))
        context.restoreGState()
        context.saveGState()
        context.clip(to: CGRect(x: 40, y: 20, width: 20, height: 40))
        if let gradient = CGGradient(
            colorsSpace: nil, colors: [.red, .blue], locations: nil)
        {
            context.drawLinearGradient(
                gradient, start: CGPoint(x: 40, y: 20), end: CGPoint(x: 60, y: 60), options: [])
            context.drawRadialGradient(
                gradient, startCenter: CGPoint(x: 50, y: 50), startRadius: 0,
                endCenter: CGPoint(x: 50, y: 50), endRadius: 8, options: [])
        }
        context.restoreGState()
        context.setBlendMode(.multiply)
        let star = UIBezierPath()
        for corner in 0..<5 {
            let angle = Double(corner) * 2.513
            let point = CGPoint(x: 30 + 20 * cos(angle), y: 45 + 20 * sin(angle))
            if corner == 0 { star.move(to: point) } else { star.addLine(to: point) }
        }
        star.usesEvenOddFillRule = true
        star.lineJoinStyle = .round
        star.lineCapStyle = .round
        star.fill()
        context.setBlendMode(.normal)
        UIColor.green.setStroke()
        star.stroke()
        context.clear(CGRect(x: 5, y: 50, width: 10, height: 10))
        "Ag".draw(at: CGPoint(x: 2, y: 52), withAttributes: [.foregroundColor: UIColor.red])
    }
}
