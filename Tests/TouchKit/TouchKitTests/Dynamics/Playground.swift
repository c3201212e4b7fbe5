import Glibc
import TouchKit
import TouchKitTesting

/// A window of 400 × 400 with an animator over it.
@MainActor
final class Playground {
    let simulator = TouchSimulator(screenSize: CGSize(width: 400, height: 400))
    var animator: UIDynamicAnimator?

    init() {
        animator = UIDynamicAnimator(referenceView: simulator.window)
    }

    /// Adds a square item.
    func item(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat = 40, _ height: CGFloat = 40) -> UIView {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: width, height: height))
        view.center = CGPoint(x, y)
        simulator.window.addSubview(view)
        return view
    }

    func add(_ behaviors: UIDynamicBehavior...) {
        for behavior in behaviors { animator?.addBehavior(behavior) }
    }

    /// Lets time pass, frame by frame.
    func frames(_ count: Int, _ body: (Double) -> Void) {
        for _ in 0..<count {
            simulator.advance(by: 1.0 / 60)
            body(simulator.time)
        }
    }

    /// The times at which a value passes 0 upwards, found between frames.
    func crossings(frames count: Int, of value: () -> Double) -> [Double] {
        var times: [Double] = []
        var (lastTime, last) = (simulator.time, value())
        frames(count) { time in
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
    /// How far its corners are outside of a rectangle, at most; negative inside.
    func excess(over rect: CGRect) -> CGFloat {
        var excess = -CGFloat.infinity
        for (x, y) in [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)] {
            let corner = CGPoint(x: bounds.width * x, y: bounds.height * y).applying(transform)
            let place = CGPoint(x: center.x + corner.x, y: center.y + corner.y)
            excess = max(
                excess, rect.minX - place.x, place.x - rect.maxX, rect.minY - place.y,
                place.y - rect.maxY)
        }
        return excess
    }

    /// How it is turned, in radians.
    var turn: Double { atan2(transform.b, transform.a) }
}
