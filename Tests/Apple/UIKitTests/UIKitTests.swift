import Testing
import TouchKitTesting
import UIKit

@Suite("UIKit")
@MainActor
struct UIKitTests {
    private class Card: NSObject {}

    private final class TopCard: Card {}

    @Test("An object is of its class and of its superclasses, but not of a subclass")
    func classes() {
        #expect(TopCard().isKind(of: Card.classForCoder()))
        #expect(!Card().isKind(of: TopCard.self))
        #expect(UITapGestureRecognizer().isKind(of: UIGestureRecognizer.classForCoder()))
        #expect(!UIView().isKind(of: UIControl.self))
    }

    @Test("Values of one object are equal keys of a dictionary and do not retain the object")
    func nonretainedObject() {
        var card: Card? = Card()
        let value = NSValue(nonretainedObject: card)
        #expect([value: 1][NSValue(nonretainedObject: card)] == 1)
        #expect(value.nonretainedObjectValue as? Card === card)
        card = nil
        #expect(value.nonretainedObjectValue == nil)
    }

    @Test("A value returns the point, size or rectangle that it contains, and otherwise zero")
    func geometryValues() {
        #expect(NSValue(cgPoint: CGPoint(x: 1, y: 2)).cgPointValue == CGPoint(x: 1, y: 2))
        let size = CGSize(width: 1, height: 2)
        #expect(NSValue(cgSize: size).cgSizeValue == size)
        #expect(NSValue(cgSize: size).cgPointValue == .zero)
        let rect = CGRect(x: 1, y: 2, width: 3, height: 4)
        #expect(NSValue(cgRect: rect).cgRectValue == rect)
        #expect(NSValue(cgRect: rect).cgSizeValue == .zero)
        #expect(NSValue(cgPoint: CGPoint(x: 1, y: 2)).cgRectValue == .zero)
    }

    @Test("The functions of the C library and TimeInterval need no other import")
    func foundationNames() {
        let interval: TimeInterval = sqrt(4)
        #expect(interval == 2)
    }

    @Test("An animation without a key path accepts one later, and its copy has the same one")
    func keyPathOfAnimation() {
        let animation = CABasicAnimation()
        #expect(animation.keyPath == nil)
        animation.keyPath = "opacity"
        #expect((animation.copy() as? CABasicAnimation)?.keyPath == "opacity")
        #expect(CAKeyframeAnimation().keyPath == nil)
    }

    @Test("A color has four components, and a pattern has none")
    func components() {
        let color = UIColor(red: 1, green: 0.5, blue: 0, alpha: 1)
        #expect(color.cgColor.components == [1, 0.5, 0, 1])
        #expect(color.cgColor.copy(alpha: 0.5)?.components == [1, 0.5, 0, 0.5])
        #expect(UIColor(patternImage: UIImage()).cgColor.numberOfComponents == 0)
        #expect(color.isEqual(UIColor(red: 1, green: 0.5, blue: 0, alpha: 1)))
        #expect(!color.isEqual("orange"))
    }

    @Test("A context draws an image upside down, as Core Graphics does in UIKit's coordinates")
    func imageInContext() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 20, height: 20))
        defer { withExtendedLifetime(simulator) {} }
        let picture = Bitmap(width: 1, height: 2)
        picture[0, 0] = 0xFFFF_0000
        picture[0, 1] = 0xFF00_00FF
        let size = CGSize(width: 1, height: 4)
        let format = UIGraphicsImageRendererFormat.default()
        format.scale = 1
        let image = UIGraphicsImageRenderer(size: size, format: format).image { context in
            let part = CGRect(x: 0, y: 1, width: 1, height: 2)
            context.cgContext.draw(UIImage(bitmap: picture), in: part)
        }
        #expect((0..<4).map { image.bitmap[0, $0] } == [0, 0xFF00_00FF, 0xFFFF_0000, 0])
    }

    @Test("A view's class can override removeFromSuperview()")
    func removal() {
        let superview = UIView()
        let view = CountingView()
        superview.addSubview(view)
        view.removeFromSuperview()
        #expect(view.removals == 1)
        #expect(view.superview == nil)
    }

    @Test("Images with the pixels of an image have its size")
    func cgImage() throws {
        let image = UIImage(bitmap: Bitmap(width: 4, height: 2), scale: 2)
        let copy = UIImage(cgImage: try #require(image.cgImage))
        #expect(copy.size == CGSize(width: 2, height: 1))
    }
}

private final class CountingView: UIView {
    var removals = 0

    override func removeFromSuperview() {
        removals += 1
        super.removeFromSuperview()
    }
}

/// A view as on iOS, with the initializer for nibs.
private final class NibView: UIView {
    override init(frame: CGRect) {
        super.init(frame: frame)
    }

    required init?(coder: NSCoder) {
        fatalError("init(coder:) is not implemented")
    }
}

extension UIKitTests {
    @Test("A class may declare the initializer for nibs, which nothing calls")
    func coder() {
        #expect(NibView(frame: CGRect(x: 0, y: 0, width: 1, height: 1)).bounds.width == 1)
    }
}

extension UIKitTests {
    @Test(
        "The hue, saturation and brightness of a color are those that it was created with",
        arguments: [0, 0.1, 0.4, 0.6, 0.8, 0.95])
    func hue(of expected: CGFloat) {
        let color = UIColor(hue: expected, saturation: 0.6, brightness: 0.7, alpha: 0.5)
        var (hue, saturation, brightness, alpha): (CGFloat, CGFloat, CGFloat, CGFloat)
        (hue, saturation, brightness, alpha) = (0, 0, 0, 0)
        #expect(
            color.getHue(
                &hue, saturation: &saturation, brightness: &brightness, alpha: &alpha))
        #expect(abs(hue - expected) < 1e-9)
        #expect(abs(saturation - 0.6) < 1e-9)
        #expect(abs(brightness - 0.7) < 1e-9)
        #expect(alpha == 0.5)
    }

    @Test("Cropping returns the pixels inside of a rectangle, or nil outside of the image")
    func cropping() throws {
        let bitmap = Bitmap(width: 4, height: 3)
        bitmap[2, 1] = 0xFFFF_0000
        let image = UIImage(bitmap: bitmap)
        let part = try #require(image.cropping(to: CGRect(x: 1.5, y: 1, width: 9, height: 1)))
        #expect(part.size == CGSize(width: 3, height: 1))
        #expect((0..<3).map { part.bitmap[$0, 0] } == [bitmap[1, 1], 0xFFFF_0000, bitmap[3, 1]])
        #expect(image.cropping(to: CGRect(x: 4, y: 0, width: 1, height: 1)) == nil)
    }

    @Test("A transition changes the view at once and is completed after its duration")
    func transition() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 20, height: 20))
        let view = UIView(frame: simulator.window.bounds)
        simulator.window.addSubview(view)
        var completions: [Bool] = []
        UIView.transition(
            with: view, duration: 0.5, options: .transitionCrossDissolve,
            animations: { view.backgroundColor = .red }, completion: { completions.append($0) })
        #expect(simulator.render()[5, 5] == 0xFFFF_0000)
        simulator.advance(by: 0.4)
        #expect(completions.isEmpty)
        simulator.advance(by: 0.2)
        #expect(completions == [true])
    }
}
