import Testing
import TouchKit
import TouchKitRaster
import TouchKitTesting
import TouchTrackerTestSupport

/// Damage: all changed pixels, and few others.
@Suite("Invalidation", .serialized)
@MainActor
struct InvalidationTests {
    /// A view that draws lines, so that stale pixels are detected.
    final class LineView: UIView {
        var lines: [(CGPoint, CGPoint)] = []

        override func draw(_ rect: CGRect) {
            UIColor.red.setStroke()
            for line in lines { path(line).stroke() }
        }

        func path(_ line: (CGPoint, CGPoint)) -> UIBezierPath {
            let path = UIBezierPath(through: [line.0, line.1], width: 6)
            path.lineCapStyle = .square
            return path
        }

        func replace(_ index: Int, by line: (CGPoint, CGPoint)) {
            setNeedsDisplay(strokeOf: path(lines[index]))
            lines[index] = line
            setNeedsDisplay(strokeOf: path(line))
        }
    }

    private func damage(_ simulator: TouchSimulator) -> Region {
        var region = Region()
        simulator.application.collectDamage(into: &region)
        return region
    }

    /// A view that draws only the dots that intersect the damage.
    final class DotView: UIView {
        override class var hasBackingStore: Bool { false }
        let dots = [CGPoint(10, 10), CGPoint(50, 50), CGPoint(90, 90)]
        var drawn: [CGPoint] = []

        override func draw(_ rect: CGRect) {
            drawn = dots.filter { needsToDraw(Self.square(at: $0)) }
        }

        static func square(at point: CGPoint) -> CGRect {
            CGRect(x: point.x - 2, y: point.y - 2, width: 4, height: 4)
        }
    }

    @Test(
        "Damage behind a window's opaque part is not drawn until that part is removed."
    )
    func opaquePart() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 120, height: 120), scale: 1)
        let below = UIView(frame: CGRect(x: 0, y: 0, width: 120, height: 60))
        below.backgroundColor = .white
        simulator.window.addSubview(below)
        let front = UIWindow(frame: CGRect(x: 0, y: 0, width: 120, height: 120))
        front.windowLevel = UIWindow.Level(rawValue: 10)
        let plate = UIView(frame: CGRect(x: 0, y: 0, width: 120, height: 40.5))
        plate.backgroundColor = .black
        front.addSubview(plate)
        front.isHidden = false
        front.opaquePart = plate.frame
        _ = simulator.render()
        _ = damage(simulator)
        below.setNeedsDisplay(CGRect(x: 10, y: 10, width: 20, height: 20))
        #expect(damage(simulator).isEmpty)
        // A half-covered row of pixels is drawn.
        below.backgroundColor = .red
        #expect(damage(simulator).rects == [PixelRect(x: 0, y: 40, width: 120, height: 20)])
        // Damage in front of the opaque part is not reduced.
        plate.setNeedsDisplay(CGRect(x: 10, y: 10, width: 20, height: 20))
        #expect(damage(simulator).rects == [PixelRect(x: 10, y: 10, width: 20, height: 20)])
        plate.isHidden = true
        front.opaquePart = .null
        #expect(damage(simulator).bounds == PixelRect(x: 0, y: 0, width: 120, height: 41))
    }

    @Test("needsToDraw returns false between damaged parts.", arguments: [1, 2])
    func needsToDraw(scale: CGFloat) {
        let simulator = TouchSimulator(
            screenSize: CGSize(width: 120, height: 120), scale: scale)
        let view = DotView(frame: CGRect(x: 5, y: 5, width: 100, height: 100))
        simulator.window.addSubview(view)
        _ = simulator.render()
        #expect(view.drawn == view.dots)
        view.setNeedsDisplay(DotView.square(at: view.dots[0]))
        view.setNeedsDisplay(DotView.square(at: view.dots[2]))
        _ = simulator.render()
        #expect(view.drawn == [view.dots[0], view.dots[2]])
        // A rotation by 90° moves the dots.
        view.transform = CGAffineTransform(rotationAngle: .pi / 2)
        _ = simulator.render()
        view.setNeedsDisplay(DotView.square(at: view.dots[0]))
        _ = simulator.render()
        #expect(view.drawn == [view.dots[0]])
        // Outside a window's drawing there is no damage to compare with.
        #expect(view.needsToDraw(DotView.square(at: view.dots[1])))
    }

    @Test("Without changes there is no damage.")
    func idle() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 100, height: 100))
        #expect(simulator.application.needsDisplay)
        _ = simulator.render()
        #expect(!simulator.application.needsDisplay)
        let view = UIView(frame: CGRect(x: 10, y: 10, width: 10, height: 10))
        simulator.window.addSubview(view)
        _ = simulator.render()
        view.frame = view.frame
        view.alpha = 1
        view.isHidden = false
        view.setNeedsDisplay(CGRect(x: 50, y: 50, width: 10, height: 10))
        #expect(!simulator.application.needsDisplay)
        view.isHidden = true
        _ = simulator.render()
        view.setNeedsDisplay()
        view.center = CGPoint(50, 50)
        #expect(!simulator.application.needsDisplay)
    }

    @Test("Moving a view damages its old and new position.")
    func moving() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 100, height: 100))
        let view = UIView(frame: CGRect(x: 10, y: 10, width: 10, height: 10))
        simulator.window.addSubview(view)
        _ = simulator.render()
        view.center.x += 50
        let region = damage(simulator)
        #expect(region.area == 200)
        #expect(region.bounds == PixelRect(x: 10, y: 10, width: 60, height: 10))
    }

    @Test("A clipped view damages only its visible part.")
    func clipped() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 100, height: 100))
        let frame = UIView(frame: CGRect(x: 0, y: 0, width: 30, height: 30))
        frame.clipsToBounds = true
        let view = UIView(frame: CGRect(x: 20, y: 20, width: 50, height: 50))
        frame.addSubview(view)
        simulator.window.addSubview(frame)
        _ = simulator.render()
        view.setNeedsDisplay()
        #expect(damage(simulator).bounds == PixelRect(x: 20, y: 20, width: 10, height: 10))
    }

    @Test("A diagonal line damages rectangles along the line, not its bounding box.")
    func strokeIsTight() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 800, height: 480))
        let view = LineView(frame: simulator.window.bounds)
        simulator.window.addSubview(view)
        _ = simulator.render()
        view.setNeedsDisplay(strokeOf: view.path((CGPoint(0, 0), CGPoint(800, 480))))
        #expect((5_000..<800 * 480 / 4).contains(damage(simulator).area))
        view.setNeedsDisplay(strokeOf: view.path((CGPoint(100, 50), CGPoint(700, 50))))
        #expect((600 * 6...612 * 12).contains(damage(simulator).area))
    }

    @Test("The number of damage rectangles stays bounded for many strokes.")
    func boundedRegion() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 800, height: 480))
        let view = LineView(frame: simulator.window.bounds)
        simulator.window.addSubview(view)
        _ = simulator.render()
        var random = SeededRandom(seed: 3)
        for _ in 0..<500 {
            let x = random.number(in: 0...800)
            let y = random.number(in: 0...480)
            view.setNeedsDisplay(strokeOf: view.path((CGPoint(x, y), CGPoint(x + 30, y + 30))))
        }
        var region = Region(limit: 1_000)
        simulator.application.collectDamage(into: &region)
        #expect(region.rects.count <= 64)
        #expect(region.bounds.width > 700 && region.bounds.height > 400)
    }

    @Test("Non-finite numbers do not break invalidation.")
    func wildNumbers() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 100, height: 100))
        let view = LineView(frame: simulator.window.bounds)
        simulator.window.addSubview(view)
        for wild in [Double.nan, .infinity, -.infinity, 1e300] {
            view.lines = [(CGPoint(wild, 10), CGPoint(50, wild))]
            view.setNeedsDisplay(strokeOf: view.path(view.lines[0]))
            view.setNeedsDisplay(CGRect(x: wild, y: 0, width: 10, height: wild))
            let other = UIView(frame: CGRect(x: wild, y: wild, width: wild, height: 10))
            other.backgroundColor = .red
            view.addSubview(other)
            other.transform = CGAffineTransform(a: wild, b: 0, c: 0, d: wild, tx: wild, ty: 0)
            _ = simulator.render()
            simulator.play("1↓(50,50) 1↑")
            other.removeFromSuperview()
        }
        view.lines = []
        view.setNeedsDisplay()
        #expect(letters(simulator.render()).allSatisfy { $0.allSatisfy { $0 == "." } })
    }

    @Test(
        "Redrawing only the damage of random changes equals a full redraw.",
        arguments: 0..<8)
    func randomScenes(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed) + 100)
        let simulator = TouchSimulator(screenSize: CGSize(width: 160, height: 120))
        simulator.window.backgroundColor = .lightGray
        var views: [LineView] = []
        for _ in 0..<8 {
            let view = LineView(frame: randomRect(&random))
            view.contentMode = .redraw
            view.lines = [randomLine(&random), randomLine(&random)]
            view.backgroundColor = randomColor(&random)
            (views.randomElement(using: &random) ?? simulator.window).addSubview(view)
            views.append(view)
        }
        for step in 0..<60 {
            for _ in 0...random.next(below: 3) {
                if let view = views.randomElement(using: &random) {
                    change(view, among: views, in: simulator.window, &random)
                }
            }
            #expect(simulator.isUpToDate(), "seed \(seed), step \(step)")
        }
    }

    private func change(
        _ view: LineView, among views: [LineView], in window: UIWindow,
        _ random: inout SeededRandom
    ) {
        switch random.next(below: 14) {
        case 0: view.frame = randomRect(&random)
        case 1: view.center = CGPoint(random.number(in: 0...160), random.number(in: 0...120))
        case 2: view.transform = CGAffineTransform(rotationAngle: random.number(in: -3...3))
        case 3: view.transform = CGAffineTransform(scaleX: 1.5, y: 1.5)
        case 4: view.bounds.origin.x = random.number(in: -20...20)
        case 5: view.isHidden.toggle()
        case 6: view.alpha = [0, 0.5, 1][random.next(below: 3)]
        case 7: view.backgroundColor = randomColor(&random)
        case 8: view.clipsToBounds.toggle()
        case 9: view.replace(random.next(below: 2), by: randomLine(&random))
        case 10: view.superview?.bringSubviewToFront(view)
        case 11: view.removeFromSuperview()
        case 12: view.cornerRadius = [0, 6.5, 30][random.next(below: 3)]
        default:
            let target = views.randomElement(using: &random) ?? view
            if target.isDescendant(of: view) {
                window.insertSubview(view, at: 0)
            } else {
                target.addSubview(view)
            }
        }
    }

    private func randomRect(_ random: inout SeededRandom) -> CGRect {
        CGRect(
            x: random.number(in: -20...120), y: random.number(in: -20...100),
            width: random.number(in: 1...80), height: random.number(in: 1...80))
    }

    private func randomLine(_ random: inout SeededRandom) -> (CGPoint, CGPoint) {
        (
            CGPoint(random.number(in: -10...90), random.number(in: -10...90)),
            CGPoint(random.number(in: -10...90), random.number(in: -10...90))
        )
    }

    private func randomColor(_ random: inout SeededRandom) -> UIColor? {
        [nil, .white, .blue, UIColor.green.withAlphaComponent(0.4)][random.next(below: 4)]
    }
}
