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
        #expect(NSValue(cgSize: CGSize(width: 1, height: 2)).cgPointValue == .zero)
    }

    @Test("The functions of the C library and TimeInterval need no other import")
    func foundationNames() {
        let interval: TimeInterval = sqrt(4)
        #expect(interval == 2)
    }

    @Test("Images with the pixels of an image have its size")
    func cgImage() throws {
        let image = UIImage(bitmap: Bitmap(width: 4, height: 2), scale: 2)
        let copy = UIImage(cgImage: try #require(image.cgImage))
        #expect(copy.size == CGSize(width: 2, height: 1))
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
