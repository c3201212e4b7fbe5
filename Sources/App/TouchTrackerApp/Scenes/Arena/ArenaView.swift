import TouchKit

/// A view of the arena scene with gesture recognizers for experiments. The view shows its current
/// touches, the locations of its cancelled touches, and the last action of its recognizers.
package final class ArenaView: UIView {
    /// `false`: the view draws what changed whenever a part is repainted.
    package override class var hasBackingStore: Bool { false }

    /// The title shown in the view: "A" for the outer view, "B" for the inner view.
    package let title: String
    private let color: UIColor
    /// The touches whose beginning was delivered to this view, but not yet their end or
    /// cancellation.
    private var activeTouches: [(touch: UITouch, location: CGPoint)] = []
    /// The locations of the touches that have been cancelled since the current sequence of events
    /// began.
    private var cancelledLocations: [CGPoint] = []
    /// The title of the gesture whose recognizer sent the last action, or an empty string.
    private var gesture = ""
    /// The text for the state of the recognizer when it sent the last action, or an empty string.
    private var progress = ""
    private let dot = UIBezierPath()
    private let ring = UIBezierPath()

    private static let radius: CGFloat = 24
    private static let maximumCancelledCount = 10
    /// The frame of the two lines of text that show the last action, beside the title, in points.
    private static let statusFrame = CGRect(x: 40, y: 6, width: 140, height: 38)
    private static let titleAttributes: [TextAttribute: Any] = [
        .font: UIFont.boldSystemFont(ofSize: 22), .foregroundColor: UIColor.darkGray,
    ]
    private static let statusAttributes: [TextAttribute: Any] = [
        .font: UIFont.boldSystemFont(ofSize: 13),
        .foregroundColor: UIColor(red: 0, green: 0.42, blue: 0.1, alpha: 1),
    ]

    /// Creates a view that receives several touches at the same time.
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
        activeTouches.reserveCapacity(20)
        cancelledLocations.reserveCapacity(Self.maximumCancelledCount)
    }

    /// The number of touches whose beginning was delivered to this view, but not yet their end or
    /// cancellation.
    package var activeTouchCount: Int { activeTouches.count }

    /// Removes the marks of cancelled touches and the text for the last action. The method is
    /// called when a new sequence of events begins.
    func clear() {
        for location in cancelledLocations { setNeedsDisplay(around: location) }
        cancelledLocations.removeAll(keepingCapacity: true)
        setStatus("", "")
    }

    /// Shows the name of `gesture` and its new state. The method is called when the recognizer of
    /// the gesture sends its action.
    func showAction(_ gesture: ArenaGesture, _ state: UIGestureRecognizer.State) {
        let title = gesture.title
        switch state {
        case .began: setStatus(title, "began")
        case .changed: setStatus(title, "changed")
        case .ended: setStatus(title, gesture.isDiscrete ? "recognized" : "ended")
        case .cancelled: setStatus(title, "cancelled")
        case .possible, .failed: break
        }
    }

    /// Shows the title of a gesture and the text for the state of its recognizer.
    private func setStatus(_ gesture: String, _ progress: String) {
        if gesture == self.gesture && progress == self.progress { return }
        self.gesture = gesture
        self.progress = progress
        setNeedsDisplay(Self.statusFrame)
    }

    // MARK: Touches

    package override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        for touch in touches {
            activeTouches.append((touch, touch.location(in: self)))
            setNeedsDisplay(around: touch.location(in: self))
        }
    }

    package override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        for index in activeTouches.indices where touches.contains(activeTouches[index].touch) {
            setNeedsDisplay(around: activeTouches[index].location)
            activeTouches[index].location = activeTouches[index].touch.location(in: self)
            setNeedsDisplay(around: activeTouches[index].location)
        }
    }

    package override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        removeTouches(touches)
    }

    package override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        for activeTouch in activeTouches where touches.contains(activeTouch.touch) {
            if cancelledLocations.count == Self.maximumCancelledCount {
                setNeedsDisplay(around: cancelledLocations.removeFirst())
            }
            cancelledLocations.append(activeTouch.location)
        }
        removeTouches(touches)
    }

    private func removeTouches(_ touches: Set<UITouch>) {
        for activeTouch in activeTouches where touches.contains(activeTouch.touch) {
            setNeedsDisplay(around: activeTouch.location)
        }
        activeTouches.removeAll { touches.contains($0.touch) }
    }

    private func setNeedsDisplay(around location: CGPoint) {
        let reach = Self.radius + 2
        setNeedsDisplay(
            CGRect(
                x: location.x - reach, y: location.y - reach, width: 2 * reach, height: 2 * reach))
    }

    // MARK: Drawing

    package override func draw(_ rect: CGRect) {
        title.draw(at: CGPoint(x: 12, y: 8), withAttributes: Self.titleAttributes)
        let corner = Self.statusFrame.origin
        gesture.draw(at: corner, withAttributes: Self.statusAttributes)
        progress.draw(
            at: CGPoint(x: corner.x, y: Self.statusFrame.midY),
            withAttributes: Self.statusAttributes)
        color.setStroke()
        for location in cancelledLocations {
            ring.removeAllPoints()
            ring.addArc(
                withCenter: location, radius: Self.radius - 2, startAngle: 0, endAngle: 2 * .pi,
                clockwise: true)
            ring.stroke()
        }
        for activeTouch in activeTouches {
            dot.removeAllPoints()
            dot.move(to: activeTouch.location)
            dot.addLine(to: activeTouch.location)
            dot.stroke()
        }
    }
}
