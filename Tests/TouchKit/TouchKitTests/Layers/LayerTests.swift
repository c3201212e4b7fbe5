import Testing
import TouchKit
import TouchKitRaster
import TouchKitTesting

@Suite("Layers")
@MainActor
struct LayerTests {
    private func makeLayer(_ frame: CGRect, _ color: UIColor?) -> CALayer {
        let layer = CALayer()
        layer.frame = frame
        layer.backgroundColor = color?.cgColor
        return layer
    }

    @Test("A view's layer has one identity, and its properties are the view's")
    func oneModel() {
        let view = UIView(frame: CGRect(x: 10, y: 20, width: 30, height: 40))
        let layer = view.layer
        #expect(view.layer === layer)
        #expect(layer.delegate === view)
        #expect(layer.frame == view.frame)
        layer.position = CGPoint(x: 50, y: 60)
        layer.bounds.size = CGSize(width: 10, height: 12)
        layer.opacity = 0.5
        layer.isHidden = true
        layer.backgroundColor = UIColor.red.cgColor
        layer.setAffineTransform(CGAffineTransform(scaleX: 2, y: 2))
        #expect(view.center == CGPoint(x: 50, y: 60))
        #expect(view.bounds.size == CGSize(width: 10, height: 12))
        #expect(view.alpha == 0.5)
        #expect(view.isHidden)
        #expect(view.backgroundColor == .red)
        #expect(view.transform.a == 2)
        view.transform = .identity
        #expect(CATransform3DIsIdentity(layer.transform))
    }

    @Test("Sublayers and the layers of subviews are one list in one order")
    func oneList() {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 40, height: 40))
        let (back, front) = (UIView(), UIView())
        let (first, second) = (CALayer(), CALayer())
        view.addSubview(back)
        view.layer.addSublayer(first)
        view.addSubview(front)
        view.layer.insertSublayer(second, below: back.layer)
        #expect(view.layer.sublayers == [second, back.layer, first, front.layer])
        #expect(view.subviews == [back, front])
        #expect(first.superlayer === view.layer)
        #expect(back.layer.superlayer === view.layer)
        view.bringSubviewToFront(back)
        #expect(view.layer.sublayers == [second, first, front.layer, back.layer])
        let inserted = UIView()
        view.insertSubview(inserted, at: 1)
        #expect(view.subviews == [front, inserted, back])
        view.layer.insertSublayer(front.layer, at: 0)
        #expect(view.subviews == [front, inserted, back])
        #expect(view.layer.sublayers?.first == front.layer)
        first.removeFromSuperlayer()
        #expect(first.superlayer == nil)
        let replacement = CALayer()
        view.layer.replaceSublayer(second, with: replacement)
        #expect(
            view.layer.sublayers == [front.layer, replacement, inserted.layer, back.layer])
        view.layer.sublayers = nil
        #expect(view.subviews.isEmpty)
        #expect(view.layer.sublayers == nil)
    }

    @Test("Assigned sublayers that were sublayers before are not removed")
    func assignedSublayers() {
        let simulator = TouchSimulator(whiteScreen: 40, 40)
        let stack = UIStackView(frame: simulator.window.bounds)
        simulator.window.addSubview(stack)
        let (first, second) = (UIView(), UIView())
        stack.addArrangedSubview(first)
        stack.addArrangedSubview(second)
        let fade = CABasicAnimation(keyPath: "opacity")
        fade.toValue = 0
        first.layer.add(fade, forKey: "fade")
        let added = CALayer()
        stack.layer.sublayers = [second.layer, added, first.layer]
        #expect(stack.layer.sublayers == [second.layer, added, first.layer])
        #expect(stack.arrangedSubviews == [first, second])
        #expect(first.layer.animationKeys() == ["fade"])
        stack.layer.sublayers = [first.layer]
        #expect(stack.layer.sublayers == [first.layer])
        #expect(stack.arrangedSubviews == [first])
        #expect(added.superlayer == nil)
    }

    @Test("Superlayers retain their sublayers, and layers outlive their views and superlayers")
    func ownership() {
        weak var weakLayer: CALayer?
        var view: UIView? = UIView(frame: CGRect(x: 0, y: 0, width: 40, height: 40))
        do {
            let layer = CALayer()
            weakLayer = layer
            view?.layer.addSublayer(layer)
        }
        #expect(weakLayer != nil)
        let backing = view?.layer
        let kept = CALayer()
        view?.layer.addSublayer(kept)
        view = nil
        #expect(weakLayer == nil)
        #expect(kept.superlayer == nil)
        #expect(backing?.frame == .zero)
        kept.frame = CGRect(x: 1, y: 2, width: 3, height: 4)
        #expect(kept.position == CGPoint(x: 2.5, y: 4))
    }

    @Test("Layers are drawn between the subviews, nested, transformed and faded")
    func drawing() {
        let simulator = TouchSimulator(whiteScreen: 40, 40)
        simulator.window.addSubview(UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 40)))
        simulator.window.subviews[0].backgroundColor = .red
        let layer = makeLayer(CGRect(x: 10, y: 0, width: 20, height: 40), .blue)
        simulator.window.layer.addSublayer(layer)
        let inner = makeLayer(CGRect(x: 5, y: 5, width: 5, height: 5), .green)
        layer.addSublayer(inner)
        let front = UIView(frame: CGRect(x: 0, y: 30, width: 40, height: 10))
        front.backgroundColor = .black
        simulator.window.addSubview(front)
        var picture = simulator.render()
        #expect(picture[5, 5] == 0xFFFF_0000)
        #expect(picture[12, 2] == 0xFF00_00FF)
        #expect(picture[17, 7] == 0xFF00_FF00)
        #expect(picture[12, 35] == 0xFF00_0000)
        layer.zPosition = 1
        layer.opacity = 0.5
        inner.setAffineTransform(CGAffineTransform(translationX: 5, y: 0))
        picture = simulator.renderVerified()
        #expect(picture[12, 35] == 0xFF00_0080)
        #expect(picture[25, 2] == 0xFF80_80FF)
        layer.isHidden = true
        #expect(simulator.renderVerified()[25, 2] == 0xFFFF_FFFF)
    }

    @Test("Changing the anchor point moves the frame, and transforms turn around the anchor")
    func anchor() {
        let simulator = TouchSimulator(whiteScreen: 40, 40)
        let layer = makeLayer(CGRect(x: 10, y: 10, width: 20, height: 10), .red)
        simulator.window.layer.addSublayer(layer)
        layer.anchorPoint = .zero
        #expect(layer.frame == CGRect(x: 20, y: 15, width: 20, height: 10))
        #expect(simulator.isUpToDate())
        layer.frame = CGRect(x: 10, y: 10, width: 20, height: 10)
        #expect(layer.position == CGPoint(x: 10, y: 10))
        layer.transform = CATransform3DMakeScale(0.5, 2, 1)
        #expect(layer.frame == CGRect(x: 10, y: 10, width: 10, height: 20))
        layer.frame = CGRect(x: 4, y: 4, width: 20, height: 20)
        #expect(layer.bounds.size == CGSize(width: 40, height: 10))
        #expect(layer.frame == CGRect(x: 4, y: 4, width: 20, height: 20))
        #expect(simulator.isUpToDate())
        #expect(layer.convert(CGPoint(x: 20, y: 5), to: simulator.window.layer).x == 14)
        #expect(simulator.window.layer.convert(CGPoint(x: 14, y: 14), to: layer).y == 5)
    }

    @Test("A border lies inside the bounds over the sublayers, and contents are placed by gravity")
    func borderAndContents() {
        let simulator = TouchSimulator(whiteScreen: 40, 40)
        let layer = makeLayer(CGRect(x: 0, y: 0, width: 40, height: 40), .red)
        layer.borderWidth = 4
        layer.borderColor = UIColor.blue.cgColor
        layer.addSublayer(makeLayer(layer.bounds, .green))
        simulator.window.layer.addSublayer(layer)
        var picture = simulator.render()
        #expect(picture[1, 20] == 0xFF00_00FF)
        #expect(picture[3, 20] == 0xFF00_00FF)
        #expect(picture[4, 20] == 0xFF00_FF00)
        layer.sublayers = nil
        layer.borderWidth = 0
        layer.contents = makeBlackSquare()
        layer.contentsGravity = .center
        picture = simulator.renderVerified()
        #expect(picture[14, 20] == 0xFFFF_0000)
        #expect(picture[15, 20] == 0xFF00_0000)
        layer.contentsGravity = .resize
        #expect(simulator.render()[1, 1] == 0xFF00_0000)
    }

    @Test("The content mode of a view and the gravity of its layer's contents are one setting")
    func contentMode() {
        let simulator = TouchSimulator(whiteScreen: 40, 40)
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 40, height: 20))
        simulator.window.addSubview(view)
        view.contentMode = .scaleAspectFit
        view.layer.contents = makeBlackSquare()
        #expect(view.layer.contentsGravity == .resizeAspect)
        var picture = simulator.render()
        #expect(picture[5, 10] == 0xFFFF_FFFF)
        #expect(picture[20, 10] == 0xFF00_0000)
        view.contentMode = .top
        #expect(view.layer.contentsGravity == .bottom)
        picture = simulator.renderVerified()
        #expect(picture[20, 5] == 0xFF00_0000)
        #expect(picture[20, 15] == 0xFFFF_FFFF)
        view.layer.contentsGravity = .topRight
        #expect(view.contentMode == .bottomRight)
        picture = simulator.renderVerified()
        #expect(picture[35, 15] == 0xFF00_0000)
        #expect(picture[35, 5] == 0xFFFF_FFFF)
        view.contentMode = .redraw
        view.layer.contentsGravity = .resize
        #expect(view.contentMode == .redraw)
    }

    @Test("A shadow is blurred and offset, covered by its layer, and missing where it is clipped")
    func shadow() {
        let simulator = TouchSimulator(whiteScreen: 60, 60)
        let layer = makeLayer(CGRect(x: 20, y: 20, width: 20, height: 20), .red)
        simulator.window.layer.addSublayer(layer)
        layer.shadowOpacity = 1
        layer.shadowOffset = CGSize(width: 0, height: 10)
        layer.shadowRadius = 4
        let picture = simulator.renderVerified()
        let column = (40..<60).map { picture[30, $0] & 0xFF }
        #expect(picture[30, 38] == 0xFFFF_0000)
        #expect(column.first ?? 255 < 16)
        #expect((112...144).contains(column[9]) || (112...144).contains(column[10]))
        #expect(column == column.sorted())
        #expect(column.last == 0xFF)
        #expect(picture[30, 10] == 0xFFFF_FFFF)
        layer.shadowOffset = .zero
        #expect(simulator.renderVerified()[30, 58] == 0xFFFF_FFFF)
        layer.shadowPath = CGPath(rect: CGRect(x: -15, y: 0, width: 10, height: 10), transform: nil)
        #expect(simulator.renderVerified()[10, 25] & 0xFF < 128)
        layer.masksToBounds = true
        #expect(simulator.renderVerified()[10, 25] == 0xFFFF_FFFF)
    }

    @Test("A mask shows only what its shapes cover, and follows their changes")
    func mask() {
        let simulator = TouchSimulator(whiteScreen: 40, 40)
        let layer = makeLayer(CGRect(x: 0, y: 0, width: 40, height: 40), .red)
        layer.addSublayer(makeLayer(CGRect(x: 20, y: 0, width: 20, height: 40), .blue))
        simulator.window.layer.addSublayer(layer)
        let mask = CAShapeLayer()
        mask.path = UIBezierPath(rect: CGRect(x: 10, y: 10, width: 20, height: 20)).cgPath
        layer.mask = mask
        var picture = simulator.render()
        #expect(picture[5, 20] == 0xFFFF_FFFF)
        #expect(picture[15, 20] == 0xFFFF_0000)
        #expect(picture[25, 20] == 0xFF00_00FF)
        mask.fillColor = UIColor(white: 0, alpha: 0.5).cgColor
        #expect(simulator.renderVerified()[15, 20] == 0xFFFF_7F7F)
        mask.fillColor = UIColor.black.cgColor
        mask.position = CGPoint(x: 10, y: 0)
        picture = simulator.renderVerified()
        #expect(picture[15, 20] == 0xFFFF_FFFF)
        #expect(picture[35, 20] == 0xFF00_00FF)
        layer.mask = nil
        #expect(simulator.renderVerified()[5, 20] == 0xFFFF_0000)
    }

    @Test("A view with a layer class draws that layer; classes of the app make their layers")
    func layerClass() throws {
        let simulator = TouchSimulator(whiteScreen: 40, 40)
        let view = ShapeView(frame: CGRect(x: 0, y: 0, width: 40, height: 40))
        simulator.window.addSubview(view)
        let layer = try #require(view.layer as? CAShapeLayer)
        layer.path = UIBezierPath(rect: CGRect(x: 10, y: 10, width: 20, height: 20)).cgPath
        layer.fillColor = UIColor.red.cgColor
        #expect(simulator.render()[20, 20] == 0xFFFF_0000)
        let striped = StripedView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        simulator.window.addSubview(striped)
        #expect(simulator.render()[2, 2] == 0xFF00_FF00)
        #expect(simulator.isUpToDate())
    }

    @Test("Layouts, drawing and hit testing of layers call their delegates and subclasses")
    func delegate() {
        let simulator = TouchSimulator(whiteScreen: 40, 40)
        let view = LayoutView(frame: CGRect(x: 0, y: 0, width: 40, height: 20))
        simulator.window.addSubview(view)
        #expect(simulator.render()[20, 10] == 0xFFFF_0000)
        view.frame.size.height = 30
        #expect(simulator.isUpToDate())
        #expect(view.inner.frame.height == 30)
        let painter = Painter()
        let drawn = makeLayer(CGRect(x: 0, y: 0, width: 10, height: 10), nil)
        drawn.delegate = painter
        view.layer.addSublayer(drawn)
        #expect(simulator.render()[5, 5] == 0xFFFF_0000)
        drawn.setNeedsDisplay()
        #expect(simulator.render()[5, 5] == 0xFF00_00FF)
        #expect(view.layer.hitTest(CGPoint(x: 5, y: 5)) === drawn)
        #expect(view.layer.hitTest(CGPoint(x: 20, y: 5)) === view.inner)
        #expect(view.hitTest(CGPoint(x: 5, y: 5), with: nil) === view)
    }

    @Test("setNeedsDisplay() calls display() of a layer, and display(_:) of a view")
    func display() {
        let simulator = TouchSimulator(whiteScreen: 40, 40)
        let layer = SquareLayer()
        layer.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
        simulator.window.layer.addSublayer(layer)
        let view = SquareView(frame: CGRect(x: 20, y: 0, width: 10, height: 10))
        simulator.window.addSubview(view)
        var picture = simulator.render()
        #expect(picture[5, 5] == 0xFFFF_FFFF)
        #expect(picture[25, 5] == 0xFFFF_FFFF)
        layer.setNeedsDisplay()
        view.layer.setNeedsDisplay(view.bounds)
        picture = simulator.render()
        #expect(picture[5, 5] == 0xFF00_0000)
        #expect(picture[25, 5] == 0xFF00_0000)
        #expect(simulator.isUpToDate())
    }
}

/// Returns a black image of 10 × 10 points.
@MainActor
private func makeBlackSquare() -> UIImage {
    UIGraphicsImageRenderer(size: CGSize(width: 10, height: 10)).image {
        UIColor.black.setFill()
        $0.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
    }
}

private final class SquareLayer: CALayer {
    override func display() {
        contents = makeBlackSquare()
        // A property of the layer could do the same.
        setNeedsDisplay()
    }
}

private final class SquareView: UIView {
    override func display(_ layer: CALayer) {
        layer.contents = makeBlackSquare()
    }
}

private final class ShapeView: UIView {
    override class var layerClass: AnyClass { CAShapeLayer.self }
}

private final class StripeLayer: CALayer {
    override func draw(in ctx: CGContext) {
        ctx.setFillColor(UIColor.green.cgColor)
        ctx.fill(CGRect(x: 0, y: 0, width: 5, height: 10))
    }
}

private final class StripedView: UIView {
    override class var layerClass: AnyClass { StripeLayer.self }
}

private final class LayoutView: UIView {
    let inner = CALayer()

    override init(frame: CGRect) {
        super.init(frame: frame)
        inner.backgroundColor = UIColor.red.cgColor
        layer.addSublayer(inner)
    }

    override func layoutSublayers(of layer: CALayer) {
        super.layoutSublayers(of: layer)
        inner.frame = bounds
    }
}

private final class Painter: CALayerDelegate {
    func draw(_ layer: CALayer, in ctx: CGContext) {
        ctx.setFillColor(UIColor.blue.cgColor)
        ctx.fill(layer.bounds)
    }
}
