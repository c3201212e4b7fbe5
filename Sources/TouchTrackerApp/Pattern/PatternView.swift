import TouchKit

/// Nine dots, three by three in the middle, that a finger joins to a pattern; a closure says whether
/// it is the right one.
///
/// Dots have the numbers 1 to 9, row by row from the upper left. Each is joined once; one that a
/// straight line jumps over is joined before the line's end: 1 and 3 join 2, 1 and 8 nothing. A single
/// dot is no pattern and vanishes. What was judged stays to be seen for a while, without interaction.
public final class PatternView: UIView {
    /// What it is busy with.
    public enum State: Hashable {
        /// It waits for a finger.
        case waiting
        /// A finger joins dots; it is at this place.
        case joining(UITouch, place: CGPoint)
        /// It shows what the closure said.
        case judged(isRight: Bool)
    }

    /// How long a right pattern is shown, in seconds: long enough to be noticed.
    public static let rightDuration = 1.0
    /// How long a wrong one is, in seconds: as the tutorial has it.
    public static let wrongDuration = 3.0

    /// Says whether dots, in the order in which they were joined, are the right pattern.
    public var check: ([Int]) -> Bool
    /// Is told when a pattern was begun, judged, or cleared; not of every dot.
    public var onChange: ((State) -> Void)?
    /// What it is busy with.
    public private(set) var state = State.waiting
    /// The numbers of the joined dots, the oldest first.
    public private(set) var pattern: [Int] = []

    private static let clear = Selector("clear") { (view: PatternView) in view.clear }
    /// Reused, so that a moving finger allocates nothing.
    private let line = UIBezierPath()
    private let circle = UIBezierPath()

    /// Makes a view with nine loose dots.
    ///
    /// - Parameters:
    ///   - frame: The extent in its superview, in points.
    ///   - check: Says whether dots, in the order in which they were joined, are the right pattern.
    public init(frame: CGRect, check: @escaping ([Int]) -> Bool) {
        self.check = check
        super.init(frame: frame)
        pattern.reserveCapacity(9)
        line.lineCapStyle = .round
        line.lineJoinStyle = .round
    }

    // MARK: Places

    /// The side of the square that belongs to a dot, in points; the finger's target is as large.
    private var cell: CGFloat { min(bounds.width, bounds.height) * 0.8 / 3 }
    /// How near a finger has to come to a dot's centre; half a cell would be in the way of slanting
    /// lines between others.
    private var reach: CGFloat { cell * 0.38 }
    /// The radius of what is painted around a joined dot.
    private var ring: CGFloat { cell * 0.24 }

    /// The centre of a dot, in points of the view.
    public func center(ofDot number: Int) -> CGPoint {
        let column = CGFloat((number - 1) % 3 - 1)
        let row = CGFloat((number - 1) / 3 - 1)
        return CGPoint(x: bounds.midX + column * cell, y: bounds.midY + row * cell)
    }

    // MARK: The finger

    /// The pattern begins.
    public override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard state == .waiting, let touch = touches.first else { return }
        let place = touch.location(in: self)
        state = .joining(touch, place: place)
        join(from: place, to: place)
        invalidateLooseEnd()
        onChange?(state)
    }

    /// Dots on the finger's way are joined, and the line follows it.
    public override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard case .joining(let touch, let old) = state, touches.contains(touch) else { return }
        let place = touch.location(in: self)
        invalidateLooseEnd()
        join(from: old, to: place)
        state = .joining(touch, place: place)
        invalidateLooseEnd()
    }

    /// The pattern is judged.
    public override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard case .joining(let touch, _) = state, touches.contains(touch) else { return }
        guard pattern.count > 1 else { return clear() }
        let isRight = check(pattern)
        state = .judged(isRight: isRight)
        isUserInteractionEnabled = false
        setNeedsDisplay()
        perform(
            Self.clear, with: nil,
            afterDelay: isRight ? Self.rightDuration : Self.wrongDuration)
        onChange?(state)
    }

    /// The pattern is forgotten.
    public override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard case .joining(let touch, _) = state, touches.contains(touch) else { return }
        clear()
    }

    private func clear() {
        pattern.removeAll(keepingCapacity: true)
        state = .waiting
        isUserInteractionEnabled = true
        setNeedsDisplay()
        onChange?(state)
    }

    // MARK: Joining

    /// Joins the dots that lie on the finger's way, in the order in which it comes to them: a fast
    /// finger has few samples.
    private func join(from start: CGPoint, to end: CGPoint) {
        while let dot = nextDot(from: start, to: end) {
            if let last = pattern.last, let between = Self.dot(between: last, and: dot),
                !pattern.contains(between)
            {
                add(between)
            }
            add(dot)
        }
    }

    /// The loose dot that the finger comes to first.
    private func nextDot(from start: CGPoint, to end: CGPoint) -> Int? {
        let way = CGPoint(x: end.x - start.x, y: end.y - start.y)
        let length = way.x * way.x + way.y * way.y
        var next: Int?
        var earliest = CGFloat.infinity
        for dot in 1...9 where !pattern.contains(dot) {
            let center = center(ofDot: dot)
            let off = CGPoint(x: center.x - start.x, y: center.y - start.y)
            // The part of the way after which the finger is nearest to the dot.
            var part = length > 0 ? (off.x * way.x + off.y * way.y) / length : 0
            part = min(max(part, 0), 1)
            let x = off.x - part * way.x
            let y = off.y - part * way.y
            if x * x + y * y <= reach * reach && part < earliest {
                earliest = part
                next = dot
            }
        }
        return next
    }

    /// The dot in the middle of two others, if there is one.
    private static func dot(between first: Int, and second: Int) -> Int? {
        let columns = (first - 1) % 3 + (second - 1) % 3
        let rows = (first - 1) / 3 + (second - 1) / 3
        guard columns % 2 == 0, rows % 2 == 0 else { return nil }
        return rows / 2 * 3 + columns / 2 + 1
    }

    private func add(_ dot: Int) {
        if let last = pattern.last {
            trace(from: center(ofDot: last), to: center(ofDot: dot))
            setNeedsDisplay(strokeOf: line)
        }
        pattern.append(dot)
        let center = center(ofDot: dot)
        let radius = ring + 1
        setNeedsDisplay(
            CGRect(
                x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius))
    }

    // MARK: Drawing

    /// Draws the line, white while a finger holds it, green if it was right, red if not; and the dots
    /// over it.
    public override func draw(_ rect: CGRect) {
        color.set()
        if let first = pattern.first {
            line.removeAllPoints()
            line.lineWidth = cell * 0.08
            line.move(to: center(ofDot: first))
            for dot in pattern.dropFirst() { line.addLine(to: center(ofDot: dot)) }
            if case .joining(_, let place) = state { line.addLine(to: place) }
            line.stroke()
        }
        for dot in pattern { fill(center(ofDot: dot), radius: ring) }
        UIColor.black.setFill()
        for dot in pattern { fill(center(ofDot: dot), radius: ring - cell * 0.05) }
        UIColor.lightGray.setFill()
        for dot in 1...9 where !pattern.contains(dot) {
            fill(center(ofDot: dot), radius: cell * 0.09)
        }
        color.setFill()
        for dot in pattern { fill(center(ofDot: dot), radius: cell * 0.09) }
    }

    private var color: UIColor {
        switch state {
        case .waiting, .joining: .white
        case .judged(let isRight): isRight ? .green : .red
        }
    }

    private func fill(_ center: CGPoint, radius: CGFloat) {
        circle.removeAllPoints()
        circle.addArc(
            withCenter: center, radius: radius, startAngle: 0, endAngle: 2 * .pi, clockwise: true)
        circle.close()
        circle.fill()
    }

    /// The line from the last dot to the finger has to be drawn again.
    private func invalidateLooseEnd() {
        guard case .joining(_, let place) = state, let last = pattern.last else { return }
        trace(from: center(ofDot: last), to: place)
        setNeedsDisplay(strokeOf: line)
    }

    private func trace(from start: CGPoint, to end: CGPoint) {
        line.removeAllPoints()
        line.lineWidth = cell * 0.08
        line.move(to: start)
        line.addLine(to: end)
    }

    /// Everything has another place.
    public override func layoutSubviews() {
        setNeedsDisplay()
    }
}
