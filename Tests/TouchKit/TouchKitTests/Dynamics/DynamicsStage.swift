import Glibc
import TouchKit
import TouchKitTesting

/// A window of 400 × 400 points with a dynamic animator.
@MainActor
final class DynamicsStage {
    let simulator = TouchSimulator(screenSize: CGSize(width: 400, height: 400))
    var animator: UIDynamicAnimator?

    init() {
        animator = UIDynamicAnimator(referenceView: simulator.window)
    }

    /// Creates a stage with an item, which has a center and a size.
    static func withItem(
        _ x: CGFloat, _ y: CGFloat, _ width: CGFloat = 40, _ height: CGFloat = 40
    ) -> (DynamicsStage, UIView) {
        let stage = DynamicsStage()
        return (stage, stage.item(x, y, width, height))
    }

    /// Creates a stage with two items of 40 × 40 points at the specified centers.
    static func withItems(
        _ first: (x: CGFloat, y: CGFloat), _ second: (x: CGFloat, y: CGFloat)
    ) -> (DynamicsStage, UIView, UIView) {
        let stage = DynamicsStage()
        return (stage, stage.item(first.x, first.y), stage.item(second.x, second.y))
    }

    /// Adds a view with a center and a size as an item.
    func item(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat = 40, _ height: CGFloat = 40) -> UIView {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: width, height: height))
        view.center = CGPoint(x, y)
        simulator.window.addSubview(view)
        return view
    }

    /// Returns a behavior in which items collide with each other and the edges of the window.
    func collision(_ items: [UIView]) -> UICollisionBehavior {
        let collision = UICollisionBehavior(items: items)
        collision.translatesReferenceBoundsIntoBoundary = true
        return collision
    }

    func add(_ behaviors: UIDynamicBehavior...) {
        for behavior in behaviors { animator?.addBehavior(behavior) }
    }

    /// Advances the clock by `count` frames at 60 Hz, calling `body` with the time after each.
    func advanceFrames(_ count: Int, _ body: (Double) -> Void) {
        for _ in 0..<count {
            simulator.advance(by: 1.0 / 60)
            body(simulator.time)
        }
    }

    /// Returns the times at which a value rises through 0, interpolated between frames.
    func crossings(frames count: Int, of value: () -> Double) -> [Double] {
        var times: [Double] = []
        var (lastTime, last) = (simulator.time, value())
        advanceFrames(count) { time in
            let now = value()
            if last < 0, now >= 0 {
                times.append(lastTime + (time - lastTime) * last / (last - now))
            }
            (lastTime, last) = (time, now)
        }
        return times
    }
}

extension UIView {
    /// Returns the maximum distance of the corners outside a rectangle; negative if all are inside.
    func excess(over rect: CGRect) -> CGFloat {
        var excess = -CGFloat.infinity
        for (x, y) in [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)] {
            let corner = CGPoint(x: bounds.width * x, y: bounds.height * y).applying(transform)
            let point = CGPoint(x: center.x + corner.x, y: center.y + corner.y)
            excess = max(
                excess, rect.minX - point.x, point.x - rect.maxX, rect.minY - point.y,
                point.y - rect.maxY)
        }
        return excess
    }

    /// The rotation of the transform, in radians.
    var rotation: Double { atan2(transform.b, transform.a) }
}
