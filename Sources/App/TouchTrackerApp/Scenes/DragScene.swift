import TouchKit

/// Shows `DragView` over the whole screen.
package final class DragViewController: UIViewController {
    /// Makes the view.
    package override func loadView() {
        view = DragView(frame: UIScreen.main.bounds)
    }
}

/// Three cards, dragged in three ways: by their own touches, by a pan recognizer, and on a pin where the
/// finger took hold, so that the card swings, flies on when it is let go, and is caught by the walls.
///
/// Each card has its finger: all can be dragged at once.
package final class DragView: UIView {
    /// Follows its touch.
    package let touchCard: UIView = TouchCard(
        "Touches", color: UIColor(hue: 0.60, saturation: 0.75, brightness: 0.80, alpha: 1))
    /// Follows a pan gesture.
    package let panCard: UIView = Card(
        "Pan", color: UIColor(hue: 0.40, saturation: 0.80, brightness: 0.55, alpha: 1))
    /// Hangs on a finger.
    package let swingCard: UIView = Card(
        "Dynamics", color: UIColor(hue: 0.05, saturation: 0.80, brightness: 0.80, alpha: 1))

    /// Moves the card that swings.
    package private(set) lazy var animator = UIDynamicAnimator(referenceView: self)
    /// What the card that swings hangs on, while a finger has it.
    private var pin: UIAttachmentBehavior?

    /// The size for which the cards lie where they do; nil where they don't yet.
    private var laidOutSize: CGSize?

    private var cards: [UIView] { [touchCard, panCard, swingCard] }

    /// Makes a view with the cards side by side.
    package override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = UIColor(white: 0.93, alpha: 1)
        for card in cards { addSubview(card) }
        panCard.addGestureRecognizer(
            UIPanGestureRecognizer(target: self, action: { $0.drag }))
        swingCard.addGestureRecognizer(
            UIPanGestureRecognizer(target: self, action: { $0.swing }))
    }

    // MARK: Dragging

    private func drag(_ pan: UIPanGestureRecognizer) {
        switch pan.state {
        case .began, .changed:
            if pan.state == .began { bringSubviewToFront(panCard) }
            let way = pan.translation(in: self)
            panCard.center = CGPoint(x: panCard.center.x + way.x, y: panCard.center.y + way.y)
            pan.setTranslation(.zero, in: self)
        default: bringBack(panCard)
        }
    }

    private func swing(_ pan: UIPanGestureRecognizer) {
        switch pan.state {
        case .began:
            bringSubviewToFront(swingCard)
            let hold = pan.location(in: swingCard)
            let pin = UIAttachmentBehavior(
                item: swingCard,
                offsetFromCenter: UIOffset(
                    horizontal: hold.x - swingCard.bounds.midX,
                    vertical: hold.y - swingCard.bounds.midY),
                attachedToAnchor: pan.location(in: self))
            animator.addBehavior(pin)
            self.pin = pin
        case .changed:
            // Translations, since a place would jump with each finger that joins or leaves.
            guard let pin else { return }
            let way = pan.translation(in: self)
            pin.anchorPoint = CGPoint(x: pin.anchorPoint.x + way.x, y: pin.anchorPoint.y + way.y)
        default:
            // The card has the finger's velocity already: it flies on.
            if let pin { animator.removeBehavior(pin) }
            pin = nil
        }
        pan.setTranslation(.zero, in: self)
    }

    /// Slides a card back that was left beyond an edge.
    fileprivate func bringBack(_ card: UIView) {
        let place = placeInside(for: card)
        guard place != card.center else { return }
        UIView.animate(
            withDuration: 0.25, delay: 0, options: [.curveEaseOut, .allowUserInteraction]
        ) {
            card.center = place
        }
    }

    private func placeInside(for card: UIView) -> CGPoint {
        let half = CGSize(width: card.frame.width / 2, height: card.frame.height / 2)
        return CGPoint(
            x: max(half.width, min(card.center.x, bounds.width - half.width)),
            y: max(half.height, min(card.center.y, bounds.height - half.height)))
    }

    // MARK: Layout

    /// Another screen: the cards stay where they were in relation to it, all of them inside.
    package override func layoutSubviews() {
        let oldSize = laidOutSize
        // Where the size is the same, cards stay where fingers left them.
        if bounds.size == oldSize { return }
        laidOutSize = bounds.size
        let side = max(96, min(180, min(bounds.width, bounds.height) / 3))
        for (number, card) in cards.enumerated() {
            card.bounds.size = CGSize(width: side, height: side)
            if let oldSize, oldSize.width > 0, oldSize.height > 0 {
                card.center.x *= bounds.width / oldSize.width
                card.center.y *= bounds.height / oldSize.height
            } else {
                let part = (CGFloat(number) + 0.5) / 3
                card.center =
                    bounds.width > bounds.height
                    ? CGPoint(x: bounds.width * part, y: bounds.midY)
                    : CGPoint(x: bounds.midX, y: bounds.height * part)
            }
            card.center = placeInside(for: card)
        }
        if oldSize == nil {
            addBehaviors()
        } else {
            animator.updateItem(usingCurrentState: swingCard)
        }
    }

    /// Walls, and air that brakes; they take the card's size when they are added.
    private func addBehaviors() {
        let walls = UICollisionBehavior(items: [swingCard])
        walls.translatesReferenceBoundsIntoBoundary = true
        animator.addBehavior(walls)
        let braked = UIDynamicItemBehavior(items: [swingCard])
        braked.elasticity = 0.6
        braked.resistance = 1.5
        braked.angularResistance = 1.5
        animator.addBehavior(braked)
    }
}

/// A coloured square with its name.
private class Card: UIView {
    private let label = UILabel()

    init(_ name: String, color: UIColor) {
        super.init(frame: .zero)
        backgroundColor = color
        cornerRadius = 16
        label.text = name
        label.textColor = .white
        label.textAlignment = .center
        addSubview(label)
    }

    override func layoutSubviews() {
        label.frame = bounds
        label.font = .boldSystemFont(ofSize: bounds.width / 6)
    }
}

/// A card that goes where its touch goes.
private final class TouchCard: Card {
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        superview?.bringSubviewToFront(self)
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let touch = touches.first else { return }
        let place = touch.location(in: superview)
        let before = touch.previousLocation(in: superview)
        center = CGPoint(x: center.x + place.x - before.x, y: center.y + place.y - before.y)
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        (superview as? DragView)?.bringBack(self)
    }

    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        (superview as? DragView)?.bringBack(self)
    }
}
