import CTouchTrackerAllocationCounter
import Glibc
import Testing
import TouchKit
import TouchKitRaster
import TouchKitTesting
import TouchTrackerTestSupport

/// `UIBezierPath`: shapes, attributes and drawing.
@Suite("Bezier paths", .serialized)
@MainActor
struct BezierPathTests {
    @Test("Shapes have the requested bounds and are closed.")
    func shapes() {
        let rect = CGRect(x: 10, y: 20, width: 60, height: 40)
        let backwards = CGRect(x: 70, y: 60, width: -60, height: -40)
        let corners = CGSize(width: 9, height: 5)
        for rect in [rect, backwards] {
            let paths = [
                UIBezierPath(rect: rect), UIBezierPath(ovalIn: rect),
                UIBezierPath(roundedRect: rect, cornerRadius: 8),
                UIBezierPath(roundedRect: rect, cornerRadius: 800),
                UIBezierPath(roundedRect: rect, cornerRadius: -1),
                UIBezierPath(
                    roundedRect: rect, byRoundingCorners: [.topLeft, .bottomRight],
                    cornerRadii: corners),
            ]
            for path in paths {
                let box = path.bounds
                #expect(abs(box.minX - 10) < 1e-9 && abs(box.maxX - 70) < 1e-9)
                #expect(abs(box.minY - 20) < 1e-9 && abs(box.maxY - 60) < 1e-9)
                #expect(path.contains(CGPoint(40, 40)))
            }
            #expect(paths[0].contains(CGPoint(10.1, 20.1)))
            #expect(!paths[1].contains(CGPoint(15, 25)))
            #expect(!paths[2].contains(CGPoint(12, 22)) && paths[2].contains(CGPoint(13, 23)))
            // A radius above half the shorter side gives round ends, not an ellipse.
            #expect(paths[3].contains(CGPoint(31, 20.5)) && !paths[3].contains(CGPoint(11, 29)))
            #expect(!paths[5].contains(CGPoint(11, 21)) && paths[5].contains(CGPoint(69.9, 20.1)))
            #expect(paths[5].contains(CGPoint(10.1, 59.9)) && !paths[5].contains(CGPoint(69, 59.5)))
        }
    }

    @Test(
        "Arcs run from the start to the end angle in the given direction."
    )
    func arcs() {
        func arc(_ start: CGFloat, _ end: CGFloat, _ clockwise: Bool) -> UIBezierPath {
            UIBezierPath(
                arcCenter: CGPoint(50, 50), radius: 10, startAngle: start, endAngle: end,
                clockwise: clockwise)
        }
        func isNear(_ point: CGPoint, _ x: CGFloat, _ y: CGFloat) -> Bool {
            abs(point.x - x) < 1e-9 && abs(point.y - y) < 1e-9
        }
        // Clockwise on the screen: from the right, downwards.
        let quarter = arc(0, .pi / 2, true)
        #expect(isNear(quarter.currentPoint, 50, 60))
        #expect(isNear(quarter.bounds.origin, 50, 50))
        let rest = arc(0, .pi / 2, false)
        #expect(isNear(rest.currentPoint, 50, 60))
        #expect(rest.bounds.minX < 40.1 && rest.bounds.minY < 40.1)
        for clockwise in [true, false] {
            let circle = arc(0, 2 * .pi, clockwise)
            #expect(circle.contains(CGPoint(43.5, 43.5)) && circle.contains(CGPoint(56.5, 56.5)))
            #expect(arc(1, 1, clockwise).bounds.width < 1e-9)
        }
        #expect(arc(.nan, 1, true).isEmpty)
        // A straight line connects the current point to the arc's start.
        let pie = UIBezierPath()
        pie.move(to: CGPoint(50, 50))
        pie.addArc(
            withCenter: CGPoint(50, 50), radius: 10, startAngle: 0, endAngle: .pi / 2,
            clockwise: true)
        pie.close()
        #expect(pie.contains(CGPoint(56, 56)) && !pie.contains(CGPoint(44, 56)))
        #expect(pie.currentPoint == CGPoint(50, 50))
    }

    @Test("Default attributes are UIKit's, and getLineDash returns the set dashes.")
    func attributes() {
        let path = UIBezierPath()
        #expect(path.lineWidth == 1 && path.miterLimit == 10 && path.flatness == 0.6)
        #expect(path.lineCapStyle == .butt && path.lineJoinStyle == .miter)
        #expect(!path.usesEvenOddFillRule)
        path.setLineDash([5, 2, 3], count: 3, phase: 1.5)
        var lengths = [CGFloat](repeating: 0, count: 3)
        var count = 0
        var phase: CGFloat = 0
        path.getLineDash(&lengths, count: &count, phase: &phase)
        #expect(lengths == [5, 2, 3] && count == 3 && phase == 1.5)
        path.setLineDash(nil, count: 0, phase: 0)
        path.getLineDash(nil, count: &count, phase: nil)
        #expect(count == 0)
        path.move(to: .zero)
        path.addLine(to: CGPoint(4, 0))
        path.addQuadCurve(to: CGPoint(8, 0), controlPoint: CGPoint(6, 5))
        path.addCurve(
            to: CGPoint(12, 0), controlPoint1: CGPoint(9, -4), controlPoint2: CGPoint(11, -4))
        path.lineWidth = 7
        path.lineJoinStyle = .bevel
        path.usesEvenOddFillRule = true
        let back = path.reversing()
        #expect(back.currentPoint == .zero && back.bounds == path.bounds)
        #expect(back.lineWidth == 7 && back.lineJoinStyle == .bevel && back.usesEvenOddFillRule)
        let twice = UIBezierPath()
        twice.append(path)
        twice.apply(CGAffineTransform(translationX: 0, y: 10))
        #expect(twice.bounds == CGRect(x: 0, y: 6, width: 12, height: 9))
    }

    @Test("cgPath enumerates a copy of the path's elements.")
    func steps() {
        let path = UIBezierPath()
        #expect(path.cgPath.isEmpty && path.cgPath.boundingBox.isNull)
        path.move(to: CGPoint(1, 2))
        path.addLine(to: CGPoint(3, 4))
        path.addQuadCurve(to: CGPoint(7, 8), controlPoint: CGPoint(5, 6))
        path.addCurve(
            to: CGPoint(13, 14), controlPoint1: CGPoint(9, 10), controlPoint2: CGPoint(11, 12))
        path.close()
        let steps = path.cgPath
        path.removeAllPoints()
        var read: [String] = []
        steps.applyWithBlock { element in
            let counts: [CGPathElementType: Int] = [
                .moveToPoint: 1, .addLineToPoint: 1, .addQuadCurveToPoint: 2, .addCurveToPoint: 3,
            ]
            let count = counts[element.pointee.type] ?? 0
            let points = (0..<count).map { element.pointee.points[$0] }
            read.append("\(element.pointee.type) \(points.map { Int($0.x * 100 + $0.y) })")
        }
        #expect(
            read == [
                "moveToPoint [102]", "addLineToPoint [304]", "addQuadCurveToPoint [506, 708]",
                "addCurveToPoint [910, 1112, 1314]", "closeSubpath []",
            ])
        #expect(steps.boundingBox == CGRect(x: 1, y: 2, width: 12, height: 12))
    }

    @Test("getRed returns a color's components, and false for a pattern.")
    func channels() {
        var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (9, 9, 9, 9)
        let color = UIColor(red: 0.1, green: 0.2, blue: 0.3, alpha: 0.4)
        #expect(color.getRed(&red, green: &green, blue: &blue, alpha: &alpha))
        #expect([red, green, blue, alpha] == [0.1, 0.2, 0.3, 0.4])
        let pattern = UIColor(patternImage: UIImage(bitmap: Bitmap(width: 1, height: 1)))
        #expect(!pattern.getRed(&red, green: nil, blue: nil, alpha: nil))
        #expect(red == 0.1)
        #expect(UIColor.white.getRed(nil, green: &green, blue: nil, alpha: nil) && green == 1)
    }

    @Test("contains follows the path's fill rule.")
    func contains() {
        let ring = UIBezierPath(ovalIn: CGRect(x: 0, y: 0, width: 40, height: 40))
        ring.append(UIBezierPath(ovalIn: CGRect(x: 10, y: 10, width: 20, height: 20)))
        #expect(ring.contains(CGPoint(20, 20)))
        ring.usesEvenOddFillRule = true
        #expect(!ring.contains(CGPoint(20, 20)) && ring.contains(CGPoint(5, 20)))
    }

    @Test("Paths drawn in a view match the golden picture.")
    func golden() throws {
        let picture = paint(300, 200, over: .white) { _ in
            UIColor(red: 0.1, green: 0.3, blue: 0.8, alpha: 1).setFill()
            UIColor(red: 0.8, green: 0.1, blue: 0.1, alpha: 0.6).setStroke()
            let rounded = UIBezierPath(
                roundedRect: CGRect(x: 15, y: 15, width: 80, height: 50),
                byRoundingCorners: [.topLeft, .bottomRight],
                cornerRadii: CGSize(width: 25, height: 15))
            rounded.lineWidth = 8
            rounded.fill()
            rounded.stroke()
            let oval = UIBezierPath(ovalIn: CGRect(x: 115, y: 15, width: 70, height: 50))
            oval.fill(with: .normal, alpha: 0.4)
            oval.lineWidth = 5
            oval.setLineDash([12, 6], count: 2, phase: 3)
            oval.stroke()
            let pie = UIBezierPath()
            pie.move(to: CGPoint(240, 40))
            pie.addArc(
                withCenter: CGPoint(240, 40), radius: 30, startAngle: -.pi / 2, endAngle: .pi * 0.8,
                clockwise: true)
            pie.close()
            pie.lineWidth = 4
            pie.lineJoinStyle = .round
            pie.fill()
            pie.stroke()
            let wave = UIBezierPath()
            wave.move(to: CGPoint(20, 130))
            wave.addCurve(
                to: CGPoint(140, 130), controlPoint1: CGPoint(70, 40),
                controlPoint2: CGPoint(90, 220))
            wave.addQuadCurve(to: CGPoint(200, 180), controlPoint: CGPoint(190, 60))
            wave.lineWidth = 12
            wave.lineCapStyle = .round
            wave.stroke(with: .normal, alpha: 0.5)
            let ring = UIBezierPath(ovalIn: CGRect(x: 220, y: 100, width: 70, height: 80))
            ring.append(UIBezierPath(rect: CGRect(x: 238, y: 120, width: 34, height: 40)))
            ring.usesEvenOddFillRule = true
            ring.fill()
        }
        try expectPicture(picture, matches: "bezier-paths")
    }

    @Test("Paths follow the rotation and scale of their view.")
    func turnedViews() throws {
        let simulator = TouchSimulator(whiteScreen: 240, 120)
        let maps = [
            CGAffineTransform(rotationAngle: 0.5), CGAffineTransform(scaleX: 1.4, y: 0.6),
        ]
        for (index, map) in maps.enumerated() {
            let view = PaintingView(
                frame: CGRect(x: 20 + 120 * CGFloat(index), y: 20, width: 80, height: 80))
            view.backgroundColor = .lightGray
            view.paint = { _ in
                let path = UIBezierPath(ovalIn: CGRect(x: 15, y: 15, width: 50, height: 50))
                path.lineWidth = 10
                UIColor.red.setStroke()
                path.stroke()
                let line = UIBezierPath(through: [CGPoint(40, 10), CGPoint(40, 70)])
                line.lineWidth = 10
                UIColor.blue.setStroke()
                line.stroke()
            }
            view.transform = map
            simulator.window.addSubview(view)
        }
        try expectPicture(simulator.render(), matches: "paths-in-turned-views")
    }

    @Test("A pattern starts at the view's origin in paths, rectangles and backgrounds.")
    func patterns() {
        let bitmap = Bitmap(width: 2, height: 1)
        bitmap[0, 0] = 0xFFFF_0000
        bitmap[1, 0] = 0xFF00_FF00
        let color = UIColor(patternImage: UIImage(bitmap: bitmap))
        let simulator = TouchSimulator(screenSize: CGSize(width: 7, height: 3))
        let view = PaintingView(frame: CGRect(x: 1, y: 0, width: 5, height: 3))
        view.paint = { _ in
            color.set()
            UIRectFill(CGRect(x: 0, y: 0, width: 3, height: 1))
            UIBezierPath(rect: CGRect(x: 1, y: 1, width: 3, height: 1)).fill()
            let line = UIBezierPath(through: [CGPoint(2, 2.5), CGPoint(5, 2.5)])
            line.stroke()
        }
        simulator.window.addSubview(view)
        #expect(letters(simulator.render()) == [".RGR...", "..GRG..", "...RGR."])
        view.paint = { _ in }
        view.setNeedsDisplay()
        view.backgroundColor = color
        #expect(letters(simulator.render()) == Array(repeating: ".RGRGR.", count: 3))
        // The alpha of a pattern is applied.
        view.backgroundColor = color.withAlphaComponent(0)
        #expect(letters(simulator.render()) == Array(repeating: ".......", count: 3))
    }

    @Test("A path of several shapes is recorded as one item, an empty or invisible path as none.")
    func items() {
        func count(_ body: @escaping () -> Void) -> Int {
            let simulator = TouchSimulator(screenSize: CGSize(width: 50, height: 50))
            let view = PaintingView(frame: simulator.window.bounds)
            view.paint = { _ in body() }
            simulator.window.addSubview(view)
            var region = Region()
            simulator.application.collectDamage(into: &region)
            let list = DisplayList()
            simulator.application.record(region, into: list)
            return list.count
        }
        #expect(
            count {
                let path = UIBezierPath(ovalIn: CGRect(x: 5, y: 5, width: 40, height: 40))
                path.append(UIBezierPath(rect: CGRect(x: 5, y: 5, width: 40, height: 40)))
                path.stroke()
                path.fill()
            } == 2)
        #expect(count { UIBezierPath().stroke() } == 0)
        #expect(count { UIBezierPath(rect: CGRect(x: 90, y: 90, width: 9, height: 9)).fill() } == 0)
    }

    @Test(
        "Redrawing paths, gradients and patterns does not allocate once warm.",
        .requiresOptimizedBuild)
    func warmFramesAllocateNothing() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 320, height: 200))
        let view = PaintingView(frame: simulator.window.bounds)
        let path = UIBezierPath()
        let dashed = UIBezierPath(ovalIn: CGRect(x: 30, y: 30, width: 200, height: 120))
        dashed.setLineDash([9, 4], count: 2, phase: 0)
        let pattern = UIColor(patternImage: UIImage(bitmap: Bitmap(width: 9, height: 7)))
        let gradient = CGGradient(
            colorsSpace: nil, colors: [UIColor.red, UIColor.blue], locations: nil)
        var step: CGFloat = 0
        view.paint = { _ in
            step += 1
            path.removeAllPoints()
            path.move(to: CGPoint(10 + step, 10))
            path.addCurve(
                to: CGPoint(200, 150), controlPoint1: CGPoint(300, 10),
                controlPoint2: CGPoint(10, 190))
            path.addArc(
                withCenter: CGPoint(100, 100), radius: 50, startAngle: 0, endAngle: 3,
                clockwise: true)
            path.lineWidth = 5
            UIColor.red.set()
            path.stroke()
            path.fill(with: .normal, alpha: 0.5)
            pattern.setStroke()
            dashed.stroke()
            guard let context = UIGraphicsGetCurrentContext(), let gradient else { return }
            context.saveGState()
            context.rotate(by: 0.1)
            context.fillEllipse(in: CGRect(x: 10, y: 10, width: 90, height: 50))
            context.drawLinearGradient(
                gradient, start: .zero, end: CGPoint(100, 0), options: [])
            context.restoreGState()
        }
        simulator.window.addSubview(view)
        let painter = FramePainter(simulator.application, width: 320, height: 200)
        var before = allocation_counter_value()
        for number in 0..<30 {
            // Warms up until the cache of shapes is full.
            if number == 12 { before = allocation_counter_value() }
            view.setNeedsDisplay()
            view.setNeedsDisplay(strokeOf: path)
            painter.paint()
        }
        #expect(allocation_counter_value() == before)
        #expect(painter.list.count == 5)
    }

    @Test(
        "setNeedsDisplay(strokeOf:) covers all pixels of a stroke, including miters and curves.",
        arguments: 0..<12)
    func invalidation(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        let simulator = TouchSimulator(whiteScreen: 160, 120)
        let view = PaintingView(frame: simulator.window.bounds)
        var path = UIBezierPath()
        view.paint = { _ in path.stroke() }
        simulator.window.addSubview(view)
        _ = simulator.render()
        for _ in 0..<6 {
            func point() -> CGPoint {
                CGPoint(random.number(in: 0...160), random.number(in: 0...120))
            }
            let next = UIBezierPath()
            next.move(to: point())
            next.addLine(to: point())
            next.addQuadCurve(to: point(), controlPoint: point())
            next.addLine(to: point())
            if seed % 2 == 0 { next.close() }
            next.lineWidth = random.number(in: 0.5...9)
            next.lineCapStyle = [.butt, .round, .square][seed % 3]
            next.lineJoinStyle = [.miter, .round, .bevel][random.next(below: 3)]
            view.setNeedsDisplay(strokeOf: path)
            path = next
            view.setNeedsDisplay(strokeOf: path)
            #expect(simulator.isUpToDate())
        }
    }
}
