import TouchKit

extension Scene {
    /// The drag scene: three draggable cards, implemented with touch handling, a pan recognizer and
    /// UIKit Dynamics.
    package static let drag = Scene(
        name: "drag", title: "Drag",
        miniature: SceneMiniature(background: 0.85) { _ in
            let colors = [
                UIColor(red: 0.2, green: 0.5, blue: 0.9, alpha: 1),
                UIColor(red: 0.9, green: 0.55, blue: 0.15, alpha: 1),
                UIColor(red: 0.3, green: 0.65, blue: 0.35, alpha: 1),
            ]
            for (index, color) in colors.enumerated() {
                color.setFill()
                UIBezierPath(
                    roundedRect: CGRect(
                        x: 9 + CGFloat(index) * 29, y: [20, 10, 26][index], width: 24, height: 24),
                    cornerRadius: 4
                ).fill()
            }
        },
        controllerFactory: { _ in DragViewController() })
}

/// The view controller of the drag scene, whose view is a `DragView`.
package final class DragViewController: UIViewController {
    /// Creates the view of the drag scene.
    package override func loadView() {
        view = DragView(frame: UIScreen.main.bounds)
    }
}

/// A view with three draggable cards. The first card handles its touches itself. The second card
/// has a pan recognizer. The third card has an attachment behavior of UIKit Dynamics, so that it
/// swings, continues to move when released, and bounces off the edges.
///
/// All cards can be dragged at the same time.
package final class DragView: UIView {
    /// The card that handles its touches itself.
    package let touchCard: UIView = TouchCard(
        "Touches", color: UIColor(hue: 0.60, saturation: 0.75, brightness: 0.80, alpha: 1))
    /// The card that a pan recognizer moves.
    package let panCard: UIView = Card(
        "Pan", color: UIColor(hue: 0.40, saturation: 0.80, brightness: 0.55, alpha: 1))
    /// The card that an attachment behavior moves, so that it swings.
    package let swingCard: UIView = Card(
        "Dynamics", color: UIColor(hue: 0.05, saturation: 0.80, brightness: 0.80, alpha: 1))

    /// The dynamic animator that moves the swinging card.
    package private(set) lazy var animator = UIDynamicAnimator(referenceView: self)
    /// The behavior that attaches the swinging card to a touch, or `nil` while the card is not
    /// dragged.
    private var attachment: UIAttachmentBehavior?

    /// The size of the view at the last layout, in points, or `nil` before the first layout.
    private var laidOutSize: CGSize?

    private var cards: [UIView] { [touchCard, panCard, swingCard] }

    /// Creates a view with the three cards. The first layout places them in a row along the longer
    /// side of the view.
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

    /// Moves the card that has the pan recognizer by the translation of the pan gesture.
    private func drag(_ pan: UIPanGestureRecognizer) {
        switch pan.state {
        case .began, .changed:
            if pan.state == .began { bringSubviewToFront(panCard) }
            let translation = pan.translation(in: self)
            panCard.center = CGPoint(
                x: panCard.center.x + translation.x, y: panCard.center.y + translation.y)
            pan.setTranslation(.zero, in: self)
        default: moveInside(panCard)
        }
    }

    /// Attaches the swinging card to its pan gesture, moves the anchor point of the attachment by
    /// the translation of the gesture, and removes the attachment when the gesture ends.
    private func swing(_ pan: UIPanGestureRecognizer) {
        switch pan.state {
        case .began:
            bringSubviewToFront(swingCard)
            let touchLocation = pan.location(in: swingCard)
            let attachment = UIAttachmentBehavior(
                item: swingCard,
                offsetFromCenter: UIOffset(
                    horizontal: touchLocation.x - swingCard.bounds.midX,
                    vertical: touchLocation.y - swingCard.bounds.midY),
                attachedToAnchor: pan.location(in: self))
            animator.addBehavior(attachment)
            self.attachment = attachment
        case .changed:
            // When a touch is added or removed, the gesture's location jumps, but its translation
            // doesn't.
            guard let attachment else { return }
            let translation = pan.translation(in: self)
            attachment.anchorPoint = CGPoint(
                x: attachment.anchorPoint.x + translation.x,
                y: attachment.anchorPoint.y + translation.y)
        default:
            // The animator continues with the card's current velocity.
            if let attachment { animator.removeBehavior(attachment) }
            attachment = nil
        }
        pan.setTranslation(.zero, in: self)
    }

    /// Moves a card completely into the view with an animation, if the card is partly outside.
    fileprivate func moveInside(_ card: UIView) {
        let location = centerInside(for: card)
        guard location != card.center else { return }
        UIView.animate(
            withDuration: 0.25, delay: 0, options: [.curveEaseOut, .allowUserInteraction]
        ) {
            card.center = location
        }
    }

    /// Returns the center that a card needs to be completely inside the view, as near as possible
    /// to its current center.
    private func centerInside(for card: UIView) -> CGPoint {
        let half = CGSize(width: card.frame.width / 2, height: card.frame.height / 2)
        return CGPoint(
            x: max(half.width, min(card.center.x, bounds.width - half.width)),
            y: max(half.height, min(card.center.y, bounds.height - half.height)))
    }

    // MARK: Layout

    /// Sets the size of the cards. A resize preserves the relative positions of the cards, except
    /// that a card that would be partly outside is moved into the view.
    package override func layoutSubviews() {
        let oldSize = laidOutSize
        // Without a resize, cards stay at the positions to which the user has dragged them.
        if bounds.size == oldSize { return }
        laidOutSize = bounds.size
        let side = max(96, min(180, min(bounds.width, bounds.height) / 3))
        for (index, card) in cards.enumerated() {
            card.bounds.size = CGSize(width: side, height: side)
            if let oldSize, oldSize.width > 0, oldSize.height > 0 {
                card.center.x *= bounds.width / oldSize.width
                card.center.y *= bounds.height / oldSize.height
            } else {
                let fraction = (CGFloat(index) + 0.5) / 3
                card.center =
                    bounds.width > bounds.height
                    ? CGPoint(x: bounds.width * fraction, y: bounds.midY)
                    : CGPoint(x: bounds.midX, y: bounds.height * fraction)
            }
            card.center = centerInside(for: card)
        }
        if oldSize == nil {
            addBehaviors()
        } else {
            animator.updateItem(usingCurrentState: swingCard)
        }
    }

    /// Adds the behaviors that the swinging card always has: collision with the edges of the view,
    /// and damping. The method must be called after the first layout, because the behaviors use the
    /// size of the card.
    private func addBehaviors() {
        let walls = UICollisionBehavior(items: [swingCard])
        walls.translatesReferenceBoundsIntoBoundary = true
        animator.addBehavior(walls)
        let damping = UIDynamicItemBehavior(items: [swingCard])
        damping.elasticity = 0.6
        damping.resistance = 1.5
        damping.angularResistance = 1.5
        animator.addBehavior(damping)
    }
}

/// A colored square with a name, which the user can drag.
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

/// A card that follows its touch by handling the touch events itself.
private final class TouchCard: Card {
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        superview?.bringSubviewToFront(self)
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let touch = touches.first else { return }
        let location = touch.location(in: superview)
        let previous = touch.previousLocation(in: superview)
        center = CGPoint(
            x: center.x + location.x - previous.x, y: center.y + location.y - previous.y)
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        (superview as? DragView)?.moveInside(self)
    }

    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        (superview as? DragView)?.moveInside(self)
    }
}
