import TouchKit

/// A direct subclass of `UIGestureRecognizer` that reports to a `RecognizerChecker`.
class PlayCustomRecognizer: UIGestureRecognizer, PlayRecognizer {
    private(set) lazy var checker = RecognizerChecker(kind)
    /// The transitions that the checker permits.
    var kind: RecognizerChecker.Kind { .any }

    override var state: State {
        willSet { checker.recordAssignment(of: newValue, over: super.state) }
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        checker.recordTouches(touches)
    }

    override func ignore(_ touch: UITouch, for event: UIEvent) {
        checker.recordIgnored(touch)
        super.ignore(touch, for: event)
    }

    override func reset() {
        super.reset()
        checker.recordReset()
    }
}

/// A recognizer that assigns random states at random times, ignores touches, and prevents other
/// recognizers at random.
final class PlayWild: PlayCustomRecognizer {
    var dice: RandomChoices?
    /// Whether the recognizer rarely assigns an end.
    var isLazy = false

    private func act(_ touches: Set<UITouch>, _ event: UIEvent) {
        guard let dice, !(isLazy && !dice.once(in: 20)) else { return }
        switch dice.roll(12) {
        case 0: state = .began
        case 1, 2: state = .changed
        case 3: state = .ended
        case 4: state = .failed
        case 5 where dice.once(in: 4): state = .cancelled
        case 6 where dice.once(in: 4): state = .possible
        case 7:
            for touch in touches { ignore(touch, for: event) }
        case 8:
            state = .began
            for _ in 0..<dice.roll(3) { state = .changed }
            if dice.once(in: 2) { state = .ended }
        default:
            if state == .began || state == .changed { state = .changed }
        }
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        super.touchesBegan(touches, with: event)
        act(touches, event)
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        act(touches, event)
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        act(touches, event)
        if !isLazy, numberOfTouches == touches.count {
            state = state == .possible ? .failed : .ended
        }
    }

    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
        if isLazy { act(touches, event) } else { super.touchesCancelled(touches, with: event) }
    }

    override func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool {
        dice.map { !$0.once(in: 3) } ?? true
    }

    override func canBePrevented(
        by preventingGestureRecognizer: UIGestureRecognizer
    ) -> Bool {
        dice.map { !$0.once(in: 3) } ?? true
    }

    override func shouldRequireFailure(of otherGestureRecognizer: UIGestureRecognizer) -> Bool {
        dice?.once(in: 15) ?? false
    }

    override func shouldBeRequiredToFail(by otherGestureRecognizer: UIGestureRecognizer) -> Bool {
        dice?.once(in: 15) ?? false
    }

    override func shouldReceive(_ event: UIEvent) -> Bool {
        dice.map { !$0.once(in: 10) } ?? true
    }
}

/// A recognizer that never changes its state, not even to failed.
final class PlayOnlooker: PlayCustomRecognizer {
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {}
}

/// A recognizer that begins with the first move and continues briefly after the last lift.
final class PlayMomentum: PlayCustomRecognizer {
    override var kind: RecognizerChecker.Kind { .continuous }
    /// The number of the current attempt, which invalidates delayed calls of earlier attempts.
    private var attempt = 0

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        state = state == .possible ? .began : .changed
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        guard numberOfTouches == touches.count else { return }
        if state == .possible {
            state = .failed
        } else {
            slide(steps: 5, attempt)
        }
    }

    private func slide(steps: Int, _ current: Int) {
        UIApplication.shared.schedule(after: 0.05) { [weak self] in
            guard let self, attempt == current else { return }
            state = steps > 0 ? .changed : .ended
            if steps > 0 { slide(steps: steps - 1, current) }
        }
    }

    override func reset() {
        super.reset()
        attempt += 1
    }
}

/// A delegate that answers at random and makes random changes while answering.
@MainActor
final class PlayDelegate: UIGestureRecognizerDelegate {
    enum Simultaneity {
        case never
        case always
        case atRandom
    }

    weak var world: PlayWorld?
    let simultaneity: Simultaneity
    private let dice: RandomChoices

    init(_ simultaneity: Simultaneity, _ dice: RandomChoices) {
        self.simultaneity = simultaneity
        self.dice = dice
    }

    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        world?.changeAtRandom(oneIn: 60)
        return !dice.once(in: 6)
    }

    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool {
        world?.changeAtRandom(oneIn: 60)
        switch simultaneity {
        case .never: return false
        case .always: return true
        case .atRandom: return dice.once(in: 2)
        }
    }

    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool {
        world?.changeAtRandom(oneIn: 300)
        return dice.once(in: 25)
    }

    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool {
        world?.changeAtRandom(oneIn: 300)
        return dice.once(in: 25)
    }

    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch
    ) -> Bool {
        world?.changeAtRandom(oneIn: 100)
        return !dice.once(in: 8)
    }

    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldReceive event: UIEvent
    ) -> Bool {
        world?.changeAtRandom(oneIn: 100)
        return !dice.once(in: 20)
    }
}
