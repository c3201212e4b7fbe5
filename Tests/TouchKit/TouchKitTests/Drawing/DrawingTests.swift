import Glibc
import Testing
import TouchKit
import TouchKitRaster
import TouchKitTesting

/// The pixels that UIKit's drawing calls produce.
@Suite("Drawing", .serialized)
@MainActor
struct DrawingTests {
    private func screen(_ width: CGFloat, _ height: CGFloat) -> TouchSimulator {
        TouchSimulator(screenSize: CGSize(width: width, height: height))
    }

    @Test("Views are drawn in subview order, windows in level order.")
    func order() {
        let simulator = TouchSimulator(whiteScreen: 8, 4)
        let red = UIView(frame: CGRect(x: 1, y: 1, width: 4, height: 2))
        red.backgroundColor = .red
        let green = UIView(frame: CGRect(x: 3, y: 0, width: 4, height: 2))
        green.backgroundColor = .green
        simulator.window.addSubview(red)
        simulator.window.addSubview(green)
        #expect(letters(simulator.render()) == ["WWWGGGGW", "WRRGGGGW", "WRRRRWWW", "WWWWWWWW"])
        simulator.window.bringSubviewToFront(red)
        #expect(letters(simulator.render()) == ["WWWGGGGW", "WRRRRGGW", "WRRRRWWW", "WWWWWWWW"])
        let above = UIWindow(frame: CGRect(x: 0, y: 0, width: 2, height: 4))
        above.backgroundColor = .blue
        above.windowLevel = .alert
        above.isHidden = false
        #expect(letters(simulator.render()) == ["BBWGGGGW", "BBRRRGGW", "BBRRRWWW", "BBWWWWWW"])
        above.isHidden = true
        red.isHidden = true
        green.removeFromSuperview()
        #expect(letters(simulator.render()) == Array(repeating: "WWWWWWWW", count: 4))
    }

    @Test("Drawing is clipped to the view; subviews only with clipsToBounds.")
    func clipping() {
        let simulator = screen(6, 3)
        let view = PaintingView(frame: CGRect(x: 1, y: 0, width: 3, height: 2))
        view.paint = { _ in
            UIColor.red.set()
            UIRectFill(CGRect(x: -9, y: -9, width: 99, height: 99))
        }
        let inner = UIView(frame: CGRect(x: 2, y: 1, width: 3, height: 2))
        inner.backgroundColor = .green
        view.addSubview(inner)
        simulator.window.addSubview(view)
        #expect(letters(simulator.render()) == [".RRR..", ".RRGGG", "...GGG"])
        view.clipsToBounds = true
        #expect(letters(simulator.render()) == [".RRR..", ".RRG..", "......"])
    }

    @Test("Alpha multiplies along the view hierarchy and applies to drawing.")
    func alpha() {
        let simulator = screen(1, 1)
        let outer = UIView(frame: simulator.window.bounds)
        let inner = UIView(frame: simulator.window.bounds)
        inner.backgroundColor = UIColor(red: 1, green: 1, blue: 1, alpha: 0.5)
        outer.addSubview(inner)
        simulator.window.addSubview(outer)
        outer.alpha = 0.5
        let gray = simulator.render()[0, 0] & 0xFF
        #expect((63...65).contains(gray))
        outer.alpha = 0
        #expect(simulator.render()[0, 0] == 0xFF00_0000)
    }

    @Test("A view rotated by 90° fills whole pixels.")
    func quarterTurn() {
        let simulator = screen(6, 6)
        let bar = UIView(frame: CGRect(x: 0, y: 2, width: 6, height: 2))
        bar.backgroundColor = .red
        bar.transform = CGAffineTransform(rotationAngle: .pi / 2)
        simulator.window.addSubview(bar)
        #expect(letters(simulator.render()) == Array(repeating: "..RR..", count: 6))
    }

    @Test("Lines in a rotated view equal the same lines drawn in the window.")
    func turnedLines() {
        func picture(_ transform: CGAffineTransform, from: CGPoint, to: CGPoint) -> Bitmap {
            let simulator = screen(100, 100)
            let view = PaintingView(frame: simulator.window.bounds)
            view.paint = { _ in
                let path = UIBezierPath(through: [from, to])
                path.lineWidth = 10
                path.lineCapStyle = .round
                UIColor.red.setStroke()
                path.stroke()
            }
            view.transform = transform
            simulator.window.addSubview(view)
            return simulator.render()
        }
        let upright = picture(.identity, from: CGPoint(80, 20), to: CGPoint(30, 70))
        let quarter = CGAffineTransform(rotationAngle: .pi / 2)
        #expect(
            picture(quarter, from: CGPoint(20, 20), to: CGPoint(70, 70)).isEqual(to: upright))
        let half = CGAffineTransform(rotationAngle: .pi)
        #expect(picture(half, from: CGPoint(20, 80), to: CGPoint(70, 30)).isEqual(to: upright))
    }

    @Test("Line caps have the expected pixels.")
    func caps() {
        func line(_ cap: CGLineCap) -> [String] {
            letters(
                paint(8, 4) { _ in
                    let path = UIBezierPath(through: [CGPoint(2, 2), CGPoint(6, 2)])
                    path.lineWidth = 2
                    path.lineCapStyle = cap
                    UIColor.white.setStroke()
                    path.stroke()
                })
        }
        #expect(line(.butt) == ["........", "..WWWW..", "..WWWW..", "........"])
        #expect(line(.square) == ["........", ".WWWWWW.", ".WWWWWW.", "........"])
        let round = line(.round)
        #expect(round[1].hasPrefix(".?WWWW?"))
    }

    @Test(
        "A closed path has complete corners with every line cap.",
        arguments: [CGLineCap.butt, .square])
    func closedPath(cap: CGLineCap) {
        let picture = paint(40, 40) { _ in
            let path = UIBezierPath(rect: CGRect(x: 10, y: 10, width: 20, height: 20))
            path.lineWidth = 8
            path.lineCapStyle = cap
            UIColor.white.setStroke()
            path.stroke()
        }
        // Miter joins, UIKit's default: all four corners are filled.
        for (x, y) in [(6, 6), (33, 6), (6, 33), (33, 33)] {
            #expect(picture[x, y] == 0xFFFF_FFFF)
        }
        for (x, y) in [(5, 5), (34, 5), (5, 34), (34, 34), (14, 14)] {
            #expect(picture[x, y] == 0xFF00_0000)
        }
    }

    @Test("A line needs a start point, and close() returns to it.")
    func pathRules() {
        let path = UIBezierPath()
        path.addLine(to: CGPoint(5, 5))
        #expect(path.isEmpty)
        #expect(path.bounds == .null)
        path.move(to: CGPoint(1, 2))
        path.addLine(to: CGPoint(5, 8))
        #expect(path.bounds == CGRect(x: 1, y: 2, width: 4, height: 6))
        #expect(path.currentPoint == CGPoint(5, 8))
        path.close()
        #expect(path.currentPoint == CGPoint(1, 2))
        path.removeAllPoints()
        #expect(path.isEmpty)
    }

    @Test("Colors have UIKit's values, and the initial color of a view is black.")
    func colors() {
        let picture = paint(4, 1) { _ in
            UIRectFill(CGRect(x: 0, y: 0, width: 1, height: 1))
            UIColor.lightGray.setFill()
            UIRectFill(CGRect(x: 1, y: 0, width: 1, height: 1))
            UIColor.orange.set()
            UIRectFill(CGRect(x: 2, y: 0, width: 1, height: 1))
            UIColor.brown.setFill()
            UIRectFill(CGRect(x: 3, y: 0, width: 1, height: 1))
        }
        #expect(
            (0..<4).map { picture[$0, 0] } == [
                0xFF00_0000, 0xFFAA_AAAA, 0xFFFF_8000, 0xFF99_6633,
            ])
        #expect(UIColor.red == UIColor(red: 1, green: 0, blue: 0, alpha: 1))
        #expect(UIColor.black.withAlphaComponent(0) == .clear)
    }

    @Test("Outside draw(_:), drawing calls do nothing.")
    func outsideDraw() {
        let simulator = TouchSimulator(whiteScreen: 2, 1)
        let view = PaintingView(frame: simulator.window.bounds)
        simulator.window.addSubview(view)
        #expect(letters(simulator.render()) == ["WW"])
        UIColor.red.set()
        UIRectFill(CGRect(x: 0, y: 0, width: 10, height: 10))
        UIBezierPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10)).stroke()
        #expect(!simulator.application.needsDisplay)
        #expect(letters(simulator.render()) == ["WW"])
        // A color that is set outside draw(_:) does not apply to the next drawing.
        view.paint = { _ in UIRectFill(CGRect(x: 0, y: 0, width: 1, height: 1)) }
        view.setNeedsDisplay()
        #expect(letters(simulator.render()) == [".W"])
    }

    @Test("draw(_:) receives only the invalidated rectangle.")
    func drawnRect() {
        let simulator = screen(100, 100)
        let view = PaintingView(frame: CGRect(x: 10, y: 10, width: 50, height: 50))
        let other = PaintingView(frame: CGRect(x: 70, y: 70, width: 20, height: 20))
        var rects: [CGRect] = []
        view.paint = { rects.append($0) }
        other.paint = { rects.append($0) }
        simulator.window.addSubview(view)
        simulator.window.addSubview(other)
        _ = simulator.render()
        #expect(rects == [view.bounds, other.bounds])
        rects = []
        view.setNeedsDisplay(CGRect(x: 5, y: 6, width: 7, height: 8))
        _ = simulator.render()
        #expect(rects == [CGRect(x: 5, y: 6, width: 7, height: 8)])
        _ = simulator.render()
        #expect(rects.count == 1)
    }

    @Test("A large corner radius gives borders, masks, gradients and patterns round ends.")
    func roundEnds() {
        let frame = CGRect(x: 0, y: 0, width: 40, height: 20)
        let border = CALayer()
        border.borderWidth = 2
        border.borderColor = UIColor.red.cgColor
        border.cornerRadius = 100
        let masked = CALayer()
        masked.backgroundColor = UIColor.red.cgColor
        let mask = CALayer()
        mask.frame = frame
        mask.backgroundColor = UIColor.black.cgColor
        mask.cornerRadius = 100
        masked.mask = mask
        let gradient = CAGradientLayer()
        gradient.colors = [UIColor.red.cgColor, UIColor.red.cgColor]
        gradient.cornerRadius = 100
        let layers: [CALayer] = [border, masked, gradient]
        for layer in layers {
            layer.frame = frame
            let simulator = screen(40, 20)
            simulator.window.layer.addSublayer(layer)
            let picture = simulator.render()
            #expect(picture[1, 1] == 0xFF00_0000 && picture[12, 0] == 0xFFFF_0000)
        }
        let dot = Bitmap(width: 1, height: 1)
        dot[0, 0] = 0xFFFF_0000
        let view = UIView(frame: frame)
        view.backgroundColor = UIColor(patternImage: UIImage(bitmap: dot))
        view.layer.cornerRadius = 100
        let simulator = screen(40, 20)
        simulator.window.addSubview(view)
        let picture = simulator.render()
        #expect(picture[1, 1] == 0xFF00_0000 && picture[12, 0] == 0xFFFF_0000)
    }

    @Test("At scale 2, a point is two pixels wide.")
    func scale() {
        let geometry = ScreenGeometry(scanoutWidth: 8, scanoutHeight: 4, scale: 2)
        let application = UIApplication(screen: UIScreen(geometry: geometry))
        let window = UIWindow(frame: UIScreen.main.bounds)
        #expect(window.frame.size == CGSize(width: 4, height: 2))
        let view = UIView(frame: CGRect(x: 1, y: 0, width: 1, height: 1))
        view.backgroundColor = .red
        window.addSubview(view)
        window.makeKeyAndVisible()
        var region = Region()
        application.collectDamage(into: &region)
        let list = DisplayList()
        application.record(region, into: list)
        let compositor = Compositor(width: 8, height: 4)
        var damage = DamageMask(width: 8, height: 4)
        compositor.compose(list, in: region, damage: &damage)
        #expect(letters(compositor.canvas) == ["..RR....", "..RR....", "........", "........"])
    }
}
