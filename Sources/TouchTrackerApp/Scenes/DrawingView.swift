import TouchKit

/// Every finger draws a straight line from where it came down to where it is: red while it is
/// held, black when it is finished.
public final class DrawingView: UIView {
    /// A line that a finger holds.
    private struct HeldLine {
        var touch: UITouch
        var line: Line
    }

    /// In the order in which their fingers came down, as they are drawn.
    private var held: [HeldLine] = []
    private var finished: [Line] = []
    /// The finished lines' picture, on grey. Made when it is needed first: the screen's scale is
    /// known then.
    private lazy var drawing = StrokeDrawing(
        size: bounds.size, scale: contentScaleFactor, backgroundColor: .lightGray)
    private let path = UIBezierPath()

    /// Makes a grey, empty drawing.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        path.lineWidth = 10
        path.lineCapStyle = .round
    }

    /// The finished lines, oldest first.
    public var lines: [Line] { finished }
    /// The number of lines that fingers hold.
    public var heldCount: Int { held.count }

    /// A line begins under each finger.
    public override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        let first = held.count
        for touch in touches {
            let place = touch.location(in: self)
            held.append(HeldLine(touch: touch, line: Line(begin: place, end: place)))
        }
        // A set has no order; fingers that came down together are taken from the left, so that the
        // same touches always give the same picture.
        held[first...].sort { $0.line.begin.x < $1.line.begin.x }
        for index in first..<held.count { setNeedsDisplay(held[index].line) }
    }

    /// The lines follow their fingers.
    public override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        for index in held.indices where touches.contains(held[index].touch) {
            setNeedsDisplay(held[index].line)
            held[index].line.end = held[index].touch.location(in: self)
            setNeedsDisplay(held[index].line)
        }
    }

    /// The lines stay.
    public override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        for index in held.indices where touches.contains(held[index].touch) {
            setNeedsDisplay(held[index].line)
            held[index].line.end = held[index].touch.location(in: self)
            finished.append(held[index].line)
            trace(held[index].line)
            drawing.add(path, color: .black)
        }
        setNeedsDisplay(changesOf: drawing)
        held.removeAll { touches.contains($0.touch) }
    }

    /// The lines vanish.
    public override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        for line in held where touches.contains(line.touch) { setNeedsDisplay(line.line) }
        held.removeAll { touches.contains($0.touch) }
    }

    /// Draws the finished lines black, and over them those that are held red.
    public override func draw(_ rect: CGRect) {
        drawing.resize(to: bounds.size, scale: contentScaleFactor)
        drawing.draw(at: bounds.origin)
        UIColor.red.setStroke()
        for line in held { stroke(line.line) }
    }

    private func stroke(_ line: Line) {
        trace(line)
        path.stroke()
    }

    private func setNeedsDisplay(_ line: Line) {
        trace(line)
        setNeedsDisplay(strokeOf: path)
    }

    private func trace(_ line: Line) {
        path.removeAllPoints()
        path.move(to: line.begin)
        path.addLine(to: line.end)
    }
}
