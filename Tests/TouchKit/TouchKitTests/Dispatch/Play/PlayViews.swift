import TouchKit
import TouchKitTesting

/// A view that reports its touch callbacks and window changes to the `DeliveryChecker`.
final class PlayView: UIView, ReportingView {
    weak var world: PlayWorld?

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        record(touches, .began, event)
        world?.changeAtRandom(oneIn: 40)
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        record(touches, .moved, event)
        world?.changeAtRandom(oneIn: 150)
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        record(touches, .ended, event)
        world?.changeAtRandom(oneIn: 40)
    }

    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        record(touches, .cancelled, event)
        world?.changeAtRandom(oneIn: 40)
    }

    override func willMove(toWindow newWindow: UIWindow?) { recordMove(to: newWindow) }

    override func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        world?.changeAtRandom(oneIn: 200)
        return !(world?.dice.once(in: 30) ?? false)
    }

    override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        let hit = super.hitTest(point, with: event)
        world?.changeAtRandom(oneIn: 2_000)
        return hit
    }
}

/// A window that reports every event to the `DeliveryChecker`, and consumes some of them.
final class PlayWindow: UIWindow, ReportingView {
    weak var world: PlayWorld?
    var consumesSomeEvents = false

    override func sendEvent(_ event: UIEvent) {
        guard let world else { return super.sendEvent(event) }
        world.event = event
        world.moment += 1
        world.deliveryChecker.recordEvent(event, through: self)
        if consumesSomeEvents && world.dice.once(in: 50) {
            world.deliveryChecker.recordConsumption(of: event, by: self)
        } else {
            super.sendEvent(event)
        }
    }

    // Touches that hit no view belong to the window itself.
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        record(touches, .began, event)
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        record(touches, .moved, event)
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        record(touches, .ended, event)
    }

    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        record(touches, .cancelled, event)
    }
}
