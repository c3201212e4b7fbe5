import Testing
import TouchKit
import TouchKitTesting

/// Frame, bounds, center and transform, and coordinate conversion between views.
@Suite("View geometry", .serialized)
@MainActor
struct ViewGeometryTests {
    let stage = Stage()

    @Test("The frame follows from bounds and center, and the other way round.")
    func frameAndBounds() {
        let view = UIView(frame: CGRect(x: 10, y: 20, width: 30, height: 40))
        #expect(view.bounds == CGRect(x: 0, y: 0, width: 30, height: 40))
        #expect(view.center == CGPoint(25, 40))
        view.center = CGPoint(100, 100)
        #expect(view.frame == CGRect(x: 85, y: 80, width: 30, height: 40))
        view.bounds = CGRect(x: 5, y: 5, width: 10, height: 10)
        #expect(view.frame == CGRect(x: 95, y: 95, width: 10, height: 10))
        view.frame = CGRect(x: 0, y: 0, width: 50, height: 60)
        #expect(view.bounds == CGRect(x: 5, y: 5, width: 50, height: 60))
        view.frame = CGRect(x: 50, y: 60, width: -50, height: -60)
        #expect(view.frame == CGRect(x: 0, y: 0, width: 50, height: 60))
    }

    @Test("A transform rotates and scales about the center; the frame is the bounding box.")
    func transformedFrame() {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 40))
        view.transform = CGAffineTransform(scaleX: 2, y: 0.5)
        #expect(view.frame == CGRect(x: -10, y: 10, width: 40, height: 20))
        #expect(view.bounds == CGRect(x: 0, y: 0, width: 20, height: 40))
        #expect(view.center == CGPoint(10, 20))
        view.frame = CGRect(x: 0, y: 0, width: 80, height: 20)
        #expect(view.bounds.size == CGSize(width: 40, height: 40))
    }

    @Test("Points are converted through every level, and back exactly.")
    func conversion() {
        let window = stage.window
        let outer = UIView(frame: CGRect(x: 10, y: 20, width: 200, height: 200))
        outer.bounds.origin = CGPoint(5, 5)
        let inner = UIView(frame: CGRect(x: 50, y: 50, width: 100, height: 100))
        inner.transform = CGAffineTransform(scaleX: 2, y: 2)
        let other = UIView(frame: CGRect(x: 300, y: 0, width: 50, height: 50))
        window.addSubview(outer)
        outer.addSubview(inner)
        window.addSubview(other)
        #expect(outer.convert(CGPoint(5, 5), to: nil) == CGPoint(10, 20))
        #expect(inner.convert(CGPoint(50, 50), to: outer) == CGPoint(100, 100))
        #expect(inner.convert(CGPoint(0, 0), to: window) == CGPoint(5, 15))
        #expect(inner.convert(CGPoint(5, 15), from: window) == CGPoint(0, 0))
        #expect(other.convert(CGPoint(0, 0), to: inner) == CGPoint(147.5, -7.5))
        #expect(inner.convert(CGPoint(147.5, -7.5), to: other) == CGPoint(0, 0))
        #expect(
            inner.convert(CGRect(x: 0, y: 0, width: 10, height: 10), to: window)
                == CGRect(x: 5, y: 15, width: 20, height: 20))
        #expect(
            window.convert(CGRect(x: 5, y: 15, width: 20, height: 20), to: inner)
                == CGRect(x: 0, y: 0, width: 10, height: 10))
        #expect(inner.convert(CGPoint(1, 2), to: inner) == CGPoint(1, 2))
    }

    @Test("Autoresizing calls the frame setter that a subclass overrides.")
    func overriddenFrame() {
        final class Snapping: UIView {
            override var frame: CGRect {
                get { super.frame }
                set { super.frame = newValue.integral }
            }
        }
        let superview = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let view = Snapping(frame: CGRect(x: 10, y: 10, width: 60, height: 20))
        view.autoresizingMask = .flexibleWidth
        superview.addSubview(view)
        superview.frame.size.width = 100.5
        #expect(view.frame == CGRect(x: 10, y: 10, width: 61, height: 20))
    }
}
