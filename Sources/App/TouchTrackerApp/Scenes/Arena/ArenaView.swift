import TouchKit

/// A view to try gestures on: it shows the fingers that it was told of, where fingers were taken away
/// from it, and what its recognizers did last.
package final class ArenaView: UIView {
    /// What it is called.
    package let title: String
    private let color: UIColor
    /// The fingers that it was told of and not of their end.
    private var held: [(touch: UITouch, place: CGPoint)] = []
    /// Where fingers were when they were taken away, since the sequence began.
    private var taken: [CGPoint] = []
    /// What was recognized last, and how far it is.
    private var gesture = ""
    private var progress = ""
    private let dot = UIBezierPath()
    private let ring = UIBezierPath()

    private static let radius: CGFloat = 24
    private static let mostTaken = 10
    /// Beside the title, in points: two lines.
    private static let words = CGRect(x: 40, y: 6, width: 140, height: 38)
    private static let titleLook: [TextAttribute: Any] = [
        .font: UIFont.boldSystemFont(ofSize: 22), .foregroundColor: UIColor.darkGray,
    ]
    private static let wordLook: [TextAttribute: Any] = [
        .font: UIFont.boldSystemFont(ofSize: 13),
        .foregroundColor: UIColor(red: 0, green: 0.42, blue: 0.1, alpha: 1),
    ]

    /// Makes a view that fingers may touch all at once.
    init(title: String, color: UIColor, backgroundColor: UIColor) {
        self.title = title
        self.color = color
        super.init(frame: .zero)
        self.backgroundColor = backgroundColor
        isMultipleTouchEnabled = true
        cornerRadius = 10
        dot.lineWidth = 2 * Self.radius
        dot.lineCapStyle = .round
        ring.lineWidth = 3
        held.reserveCapacity(20)
        taken.reserveCapacity(Self.mostTaken)
    }

    /// The number of fingers that it was told of and that it believes to be down.
    package var heldCount: Int { held.count }

    /// A new sequence begins: what is left of the one before goes.
    func clear() {
        for place in taken { setNeedsDisplay(around: place) }
        taken.removeAll(keepingCapacity: true)
        show("", "")
    }

    /// One of its recognizers sent an action.
    func recognized(_ gesture: ArenaGesture, _ state: UIGestureRecognizer.State) {
        let title = gesture.title
        switch state {
        case .began: show(title, "began")
        case .changed: show(title, "changed")
        case .ended: show(title, gesture.isDiscrete ? "recognized" : "ended")
        case .cancelled: show(title, "cancelled")
        case .possible, .failed: break
        }
    }

    private func show(_ gesture: String, _ progress: String) {
        if gesture == self.gesture && progress == self.progress { return }
        self.gesture = gesture
        self.progress = progress
        setNeedsDisplay(Self.words)
    }

    // MARK: Touches

    package override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        for touch in touches {
            held.append((touch, touch.location(in: self)))
            setNeedsDisplay(around: touch.location(in: self))
        }
    }

    package override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        for index in held.indices where touches.contains(held[index].touch) {
            setNeedsDisplay(around: held[index].place)
            held[index].place = held[index].touch.location(in: self)
            setNeedsDisplay(around: held[index].place)
        }
    }

    package override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        forget(touches)
    }

    package override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        for finger in held where touches.contains(finger.touch) {
            if taken.count == Self.mostTaken { setNeedsDisplay(around: taken.removeFirst()) }
            taken.append(finger.place)
        }
        forget(touches)
    }

    private func forget(_ touches: Set<UITouch>) {
        for finger in held where touches.contains(finger.touch) {
            setNeedsDisplay(around: finger.place)
        }
        held.removeAll { touches.contains($0.touch) }
    }

    private func setNeedsDisplay(around place: CGPoint) {
        let reach = Self.radius + 2
        setNeedsDisplay(
            CGRect(x: place.x - reach, y: place.y - reach, width: 2 * reach, height: 2 * reach))
    }

    // MARK: Drawing

    package override func draw(_ rect: CGRect) {
        title.draw(at: CGPoint(x: 12, y: 8), withAttributes: Self.titleLook)
        let corner = Self.words.origin
        gesture.draw(at: corner, withAttributes: Self.wordLook)
        progress.draw(
            at: CGPoint(x: corner.x, y: Self.words.midY), withAttributes: Self.wordLook)
        color.setStroke()
        for place in taken {
            ring.removeAllPoints()
            ring.addArc(
                withCenter: place, radius: Self.radius - 2, startAngle: 0, endAngle: 2 * .pi,
                clockwise: true)
            ring.stroke()
        }
        for finger in held {
            dot.removeAllPoints()
            dot.move(to: finger.place)
            dot.addLine(to: finger.place)
            dot.stroke()
        }
    }
}
