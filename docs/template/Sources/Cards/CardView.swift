import TouchKit

/// A card that follows a drag and turns over on a double tap.
@MainActor
public final class CardView: UIView {
    /// Whether the card shows its face.
    public private(set) var isFaceUp = false

    private let face: UIColor

    /// Creates a card that shows its back.
    public init(frame: CGRect, face: UIColor) {
        self.face = face
        super.init(frame: frame)
        backgroundColor = .darkGray
        addGestureRecognizer(UIPanGestureRecognizer(target: self, action: { $0.drag }))
        let doubleTap = UITapGestureRecognizer(target: self, action: { $0.turnOver })
        doubleTap.numberOfTapsRequired = 2
        addGestureRecognizer(doubleTap)
    }

    private func drag(_ pan: UIPanGestureRecognizer) {
        if pan.state == .began { superview?.bringSubviewToFront(self) }
        let translation = pan.translation(in: superview)
        center = CGPoint(x: center.x + translation.x, y: center.y + translation.y)
        pan.setTranslation(.zero, in: superview)
    }

    private func turnOver(_ tap: UITapGestureRecognizer) {
        isFaceUp.toggle()
        backgroundColor = isFaceUp ? face : .darkGray
    }
}
