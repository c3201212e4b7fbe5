import Testing
import TouchKit
import TouchKitTesting

/// Light and dark style, tint colors, tags and automatic resizing.
@Suite("View style")
@MainActor
struct ViewStyleTests {
    private final class TintedView: UIView {
        var changes = 0

        override func tintColorDidChange() { changes += 1 }
    }

    @Test("A dynamic color is drawn in the style of the nearest view that specifies one.")
    func styles() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 2, height: 1))
        let color = UIColor { $0.userInterfaceStyle == .dark ? .white : .red }
        simulator.window.backgroundColor = color
        let view = UIView(frame: CGRect(x: 1, y: 0, width: 1, height: 1))
        view.backgroundColor = color
        simulator.window.addSubview(view)
        #expect(letters(simulator.render()) == ["RR"])
        view.overrideUserInterfaceStyle = .dark
        #expect(letters(simulator.render()) == ["RW"])
        simulator.window.overrideUserInterfaceStyle = .dark
        view.overrideUserInterfaceStyle = .light
        #expect(letters(simulator.render()) == ["WR"])
        view.overrideUserInterfaceStyle = .unspecified
        #expect(letters(simulator.render()) == ["WW"])
        #expect(view.traitCollection.userInterfaceStyle == .dark)
    }

    @Test("A resolved color has the components of its style, also with another opacity.")
    func resolvedColors() {
        let dark = UITraitCollection(userInterfaceStyle: .dark)
        #expect(UIColor.label.resolvedColor(with: dark) == .white)
        #expect(
            UIColor.label.resolvedColor(with: UITraitCollection(userInterfaceStyle: .light))
                == .black)
        #expect(
            UIColor.label.withAlphaComponent(0.5).resolvedColor(with: dark)
                == UIColor(white: 1, alpha: 0.5))
        #expect(UIColor.label != .black)
    }

    @Test("An animated background runs from and to the colors of the view's style.")
    func animatedBackground() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 1, height: 1))
        simulator.window.overrideUserInterfaceStyle = .dark
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 1, height: 1))
        view.backgroundColor = .systemBackground
        simulator.window.addSubview(view)
        UIView.animate(withDuration: 1) { view.backgroundColor = .label }
        simulator.advance(by: 0.01)
        #expect(simulator.render()[0, 0] & 0xFF < 10)
        simulator.advance(by: 2)
        #expect(letters(simulator.render()) == ["W"])
    }

    @Test("A layer animation runs from and to the colors of the view's style.")
    func animatedLayerColors() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 2, height: 1))
        simulator.window.overrideUserInterfaceStyle = .dark
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 1, height: 1))
        view.backgroundColor = .systemBackground
        simulator.window.addSubview(view)
        let shape = CAShapeLayer()
        shape.path = CGPath(rect: CGRect(x: 1, y: 0, width: 1, height: 1), transform: nil)
        shape.fillColor = UIColor.systemBackground.cgColor
        simulator.window.layer.addSublayer(shape)
        let animated: [(CALayer, String)] = [
            (view.layer, "backgroundColor"), (shape, "fillColor"),
        ]
        for (layer, keyPath) in animated {
            let fade = CABasicAnimation(keyPath, from: UIColor.white.cgColor)
            layer.add(fade, forKey: "color")
        }
        simulator.advance(by: 0.99)
        let picture = simulator.render()
        #expect(picture[0, 0] & 0xFF < 10)
        #expect(picture[1, 0] & 0xFF < 10)
        let label = CAKeyframeAnimation(keyPath: "backgroundColor")
        label.values = [UIColor.label.cgColor, UIColor.label.cgColor]
        let group = CAAnimationGroup()
        group.animations = [label]
        group.duration = 1
        view.layer.add(group, forKey: "color")
        simulator.advance(by: 0.5)
        #expect(letters(simulator.render()) == ["W."])
    }

    @Test("A tint color is inherited, and its heirs are notified of changes.")
    func tint() {
        let (outer, inner) = (TintedView(), TintedView())
        outer.addSubview(inner)
        #expect(inner.tintColor == .systemBlue)
        outer.tintColor = .red
        #expect(inner.tintColor == .red && outer.changes == 1 && inner.changes == 1)
        inner.tintColor = .green
        outer.tintColor = .blue
        #expect(inner.tintColor == .green && inner.changes == 2)
        inner.tintColor = nil
        #expect(inner.tintColor == .blue && inner.changes == 3)
        UIView().addSubview(inner)
        #expect(inner.tintColor == .systemBlue && inner.changes == 4)
    }

    @Test("A view that is removed from a view with a tint color is notified of the change.")
    func tintOfRemovedView() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 100, height: 100))
        let outer = UIView(frame: simulator.window.bounds)
        outer.tintColor = .red
        simulator.window.addSubview(outer)
        let button = UIButton(type: .system)
        outer.addSubview(button)
        #expect(button.titleLabel?.textColor == .red)
        button.removeFromSuperview()
        #expect(button.titleLabel?.textColor == .systemBlue)
        let inner = TintedView()
        inner.tintColor = .green
        outer.addSubview(inner)
        inner.removeFromSuperview()
        #expect(inner.changes == 1)
    }

    @Test("viewWithTag returns the first view of the subtree that has the tag.")
    func tags() {
        let views = (0..<4).map { _ in UIView() }
        views[0].addSubview(views[1])
        views[1].addSubview(views[2])
        views[0].addSubview(views[3])
        views[2].tag = 7
        views[3].tag = 7
        #expect(views[0].viewWithTag(7) === views[2])
        #expect(views[3].viewWithTag(7) === views[3])
        #expect(views[0].viewWithTag(8) == nil)
    }

    @Test("A mask divides a new size among the flexible margins and extents.")
    func autoresizing() {
        let superview = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        func frame(_ mask: UIView.AutoresizingMask) -> CGRect {
            let view = UIView(frame: CGRect(x: 10, y: 10, width: 60, height: 20))
            view.autoresizingMask = mask
            superview.addSubview(view)
            superview.frame.size = CGSize(width: 200, height: 140)
            view.removeFromSuperview()
            superview.frame.size = CGSize(width: 100, height: 100)
            return view.frame
        }
        #expect(frame([]) == CGRect(x: 10, y: 10, width: 60, height: 20))
        #expect(frame(.flexibleWidth) == CGRect(x: 10, y: 10, width: 160, height: 20))
        #expect(frame(.flexibleLeftMargin) == CGRect(x: 110, y: 10, width: 60, height: 20))
        #expect(
            frame([.flexibleLeftMargin, .flexibleRightMargin])
                == CGRect(x: 35, y: 10, width: 60, height: 20))
        #expect(
            frame([.flexibleWidth, .flexibleHeight])
                == CGRect(x: 10, y: 10, width: 160, height: 60))
        superview.autoresizesSubviews = false
        #expect(frame(.flexibleWidth).width == 60)
    }
}
