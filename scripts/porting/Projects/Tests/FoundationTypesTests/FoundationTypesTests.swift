import Foundation
import Testing
import TouchKitTesting
import UIKit

/// With `TOUCHKIT_FOUNDATION=1` in the environment of the build, geometry is Foundation's.
@Suite("Foundation's types")
@MainActor
struct FoundationTypesTests {
    /// A function like those of packages that know Foundation, but not UIKit.
    private func describe(_ point: Foundation.CGPoint) -> String { NSStringFromPoint(point) }

    private final class TouchedView: UIView {
        var location: CGPoint?

        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
            location = touches.first?.location(in: self)
        }
    }

    @Test("In a file that imports Foundation and UIKit, a touch's position is Foundation's CGPoint")
    func touchPosition() throws {
        let simulator = TouchSimulator(screenSize: CGSize(width: 100, height: 100))
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let view = TouchedView(frame: CGRect(x: 10, y: 20, width: 50, height: 50))
        window.addSubview(view)
        window.makeKeyAndVisible()
        simulator.down(0, at: CGPoint(x: 30, y: 45))
        #expect(describe(try #require(view.location)) == "{20.0, 25.0}")
    }

    @Test("A value of an animation may be a CGFloat")
    func animation() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 100, height: 100))
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        simulator.window.addSubview(view)
        let animation = CABasicAnimation(keyPath: "position.x")
        animation.toValue = CGFloat(55)
        animation.duration = 1
        view.layer.add(animation, forKey: nil)
        simulator.advance(by: 0.5)
        #expect(view.layer.presentation()?.position.x == 30)
    }

    @Test("Rectangles and transforms of them can be encoded as JSON")
    func codableRectangle() throws {
        let rect = CGRect(x: 1, y: 2, width: 3, height: 4)
            .applying(CGAffineTransform(scaleX: 2, y: 2))
        let data = try JSONEncoder().encode(rect)
        #expect(String(decoding: data, as: UTF8.self) == "[[2,4],[6,8]]")
        #expect(try JSONDecoder().decode(CGRect.self, from: data) == rect)
    }
}
