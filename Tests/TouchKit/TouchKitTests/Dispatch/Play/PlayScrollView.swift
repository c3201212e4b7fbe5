import TouchKit
import TouchKitTesting

/// A scroll view with random properties, which reports its touch callbacks and window changes to
/// the `DeliveryChecker`.
final class PlayScrollView: UIScrollView, UIScrollViewDelegate, ReportingView {
    weak var world: PlayWorld?

    /// Creates a scroll view with random properties.
    init(_ dice: RandomChoices) {
        super.init(
            frame: CGRect(
                x: dice.number(in: -50...200), y: dice.number(in: -50...200),
                width: dice.number(in: 100...400), height: dice.number(in: 100...400)))
        contentSize = CGSize(
            width: dice.number(in: 100...1_000), height: dice.number(in: 100...1_000))
        isMultipleTouchEnabled = dice.once(in: 2)
        delegate = self
        changeProperties(dice)
    }

    /// Assigns random values to the properties.
    func changeProperties(_ dice: RandomChoices) {
        bounces = !dice.once(in: 4)
        isPagingEnabled = dice.once(in: 4)
        isDirectionalLockEnabled = dice.once(in: 3)
        alwaysBounceVertical = dice.once(in: 3)
        delaysContentTouches = !dice.once(in: 4)
        canCancelContentTouches = !dice.once(in: 4)
        maximumZoomScale = dice.once(in: 3) ? 3 : 1
        isScrollEnabled = !dice.once(in: 8)
    }

    /// Scrolls to a random offset in a random way.
    func scrollAtRandom(_ dice: RandomChoices) {
        let offset = CGPoint(dice.number(in: -50...500), dice.number(in: -50...500))
        switch dice.roll(4) {
        case 0: setContentOffset(offset, animated: true)
        case 1: setContentOffset(offset, animated: false)
        case 2: contentOffset = offset
        default: setZoomScale(dice.number(in: 0.5...4), animated: dice.once(in: 2))
        }
    }

    /// Whether no touch tracks, drags or moves the content.
    var isAtRest: Bool { !isTracking && !isDragging && !isDecelerating && !isZooming }

    // MARK: Delegate

    func viewForZooming(in scrollView: UIScrollView) -> UIView? { subviews.first }

    func scrollViewDidScroll(_ scrollView: UIScrollView) { world?.changeAtRandom(oneIn: 200) }

    func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {
        world?.changeAtRandom(oneIn: 20)
    }

    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
        world?.changeAtRandom(oneIn: 20)
    }

    // MARK: Touches

    override func touchesShouldBegin(
        _ touches: Set<UITouch>, with event: UIEvent?, in view: UIView
    ) -> Bool {
        world?.changeAtRandom(oneIn: 40)
        return !(world?.dice.once(in: 20) ?? false)
    }

    override func touchesShouldCancel(in view: UIView) -> Bool {
        world?.changeAtRandom(oneIn: 40)
        return !(world?.dice.once(in: 4) ?? false)
    }

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

    override func willMove(toWindow newWindow: UIWindow?) { recordMove(to: newWindow) }
}
