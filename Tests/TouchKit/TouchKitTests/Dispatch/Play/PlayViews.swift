import TouchKit
import TouchKitTesting

/// A view that has everything it is told written down.
final class PlayView: UIView {
    weak var world: PlayWorld?

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        world?.ledger.told(self, touches, .began, event)
        world?.mischief(in: 40)
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        world?.ledger.told(self, touches, .moved, event)
        world?.mischief(in: 150)
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        world?.ledger.told(self, touches, .ended, event)
        world?.mischief(in: 40)
    }

    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        world?.ledger.told(self, touches, .cancelled, event)
        world?.mischief(in: 40)
    }

    override func willMove(toWindow newWindow: UIWindow?) {
        guard let world, newWindow !== window else { return }
        world.ledger.disturbed(self, at: world.simulator.time)
    }

    override func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        world?.mischief(in: 200)
        return !(world?.dice.once(in: 30) ?? false)
    }

    override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        let hit = super.hitTest(point, with: event)
        world?.mischief(in: 2_000)
        return hit
    }
}

/// A window that sees every event first, and keeps some to itself.
final class PlayWindow: UIWindow {
    weak var world: PlayWorld?
    var keepsSome = false

    override func sendEvent(_ event: UIEvent) {
        guard let world else { return super.sendEvent(event) }
        world.event = event
        world.moment += 1
        world.ledger.passes(event, through: self)
        if keepsSome && world.dice.once(in: 50) {
            world.ledger.kept(event, by: self)
        } else {
            super.sendEvent(event)
        }
    }

    // A window has touches of its own where no view is hit.
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        world?.ledger.told(self, touches, .began, event)
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        world?.ledger.told(self, touches, .moved, event)
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        world?.ledger.told(self, touches, .ended, event)
    }

    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        world?.ledger.told(self, touches, .cancelled, event)
    }
}
