import TouchKit
import TouchTrackerLock

/// Nine dots, three by three in the middle, that a finger joins to a pattern; a closure says whether
/// it is the right one, at once or later.
///
/// Dots have the numbers 1 to 9, row by row from the upper left; `Pattern` knows which of them a line
/// joins. Fewer dots than make a pattern vanish. What was judged stays to be seen for a while, without
/// interaction. A pattern that was given away to be judged later isn't shown any more: from then on it
/// is the other one's secret.
package final class PatternView: UIView {
    /// What it is busy with.
    package enum State: Hashable {
        /// It waits for a finger.
        case waiting
        /// A finger joins dots; it is at this place.
        case joining(UITouch, place: CGPoint)
        /// Somebody judges the pattern, and will say so by `answer(isRight:)`.
        case judging
        /// It shows what the closure said.
        case judged(isRight: Bool)
    }

    /// How long a right pattern is shown, in seconds: long enough to be noticed.
    package static let rightDuration = 1.0
    /// How long a wrong one is, in seconds: as the tutorial has it.
    package static let wrongDuration = 3.0

    /// Says whether a pattern is the right one; nil if the pattern was taken to be judged later: then
    /// `answer(isRight:)` or `reset()` has to follow. One that isn't taken is wiped by the view.
    package var check: (Pattern) -> Bool?
    /// With how many dots a pattern begins; fewer vanish without a question.
    package var fewestDots = 2
    /// Whether fingers can join dots; where they can't, the dots are faint.
    package var isEnabled = true {
        didSet { if isEnabled != oldValue { enabledChanged() } }
    }
    /// Is told when a pattern was begun, judged, or cleared; not of every dot.
    package var onChange: ((State) -> Void)?
    /// What it is busy with.
    package private(set) var state = State.waiting
    /// The joined dots.
    package private(set) var pattern = Pattern()

    private static let clear = Selector("clear") { (view: PatternView) in view.reset }
    /// Reused, so that a moving finger allocates nothing; wiped with the pattern, whose dots it has in
    /// their order.
    package let line = UIBezierPath()
    private let circle = UIBezierPath()

    /// Makes a view with nine loose dots.
    ///
    /// - Parameters:
    ///   - frame: The extent in its superview, in points.
    ///   - check: Says whether a pattern is the right one: see `check`.
    package init(frame: CGRect, check: @escaping (Pattern) -> Bool?) {
        self.check = check
        super.init(frame: frame)
        line.lineCapStyle = .round
        line.lineJoinStyle = .round
        // All the memory that it will need, so that none is left behind, unwiped, when it grows.
        line.move(to: .zero)
        for _ in 0...Pattern.mostDots { line.addLine(to: .zero) }
        line.wipe()
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
    package func center(ofDot number: Int) -> CGPoint {
        let column = CGFloat((number - 1) % 3 - 1)
        let row = CGFloat((number - 1) / 3 - 1)
        return CGPoint(x: bounds.midX + column * cell, y: bounds.midY + row * cell)
    }

    // MARK: The finger

    /// The pattern begins.
    package override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard state == .waiting, let touch = touches.first else { return }
        let place = touch.location(in: self)
        state = .joining(touch, place: place)
        join(from: place, to: place)
        invalidateLooseEnd()
        onChange?(state)
    }

    /// Dots on the finger's way are joined, and the line follows it.
    package override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard case .joining(let touch, var place) = state, touches.contains(touch) else { return }
        invalidateLooseEnd()
        // Everything that was measured since the last frame: where frames are rare, a finger has
        // turned corners meanwhile.
        if let samples = event?.coalescedTouches(for: touch) {
            for sample in samples { follow(to: sample.location(in: self), from: &place) }
        }
        follow(to: touch.location(in: self), from: &place)
        state = .joining(touch, place: place)
        invalidateLooseEnd()
    }

    /// The pattern is judged.
    package override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard case .joining(let touch, _) = state, touches.contains(touch) else { return }
        guard pattern.count >= fewestDots else { return reset() }
        let tried = pattern
        change(to: .judging)
        let isRight = check(tried)
        if let isRight {
            answer(isRight: isRight)
        } else if pattern === tried {
            // Whoever took it wipes it, on any thread: it isn't looked at any more.
            pattern = Pattern()
            wipePaths()
            setNeedsDisplay()
        }
    }

    /// The pattern is forgotten.
    package override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard case .joining(let touch, _) = state, touches.contains(touch) else { return }
        reset()
    }

    // MARK: Judging

    /// Says whether the pattern that is judged is the right one; it is shown for a while. Does nothing
    /// if none is judged.
    package func answer(isRight: Bool) {
        guard state == .judging else { return }
        change(to: .judged(isRight: isRight))
        perform(
            Self.clear, with: nil,
            afterDelay: isRight ? Self.rightDuration : Self.wrongDuration)
    }

    /// Forgets the pattern, whatever it is busy with, and waits for a finger.
    package func reset() {
        Self.cancelPreviousPerformRequests(withTarget: self)
        pattern.removeAll()
        wipePaths()
        if state != .waiting { change(to: .waiting) }
    }

    /// Leaves nothing of the pattern in what it was drawn with.
    private func wipePaths() {
        line.wipe()
        circle.wipe()
    }

    private func enabledChanged() {
        if case .joining = state { reset() }
        takeFingers()
        setNeedsDisplay()
    }

    private func change(to newState: State) {
        state = newState
        takeFingers()
        setNeedsDisplay()
        onChange?(newState)
    }

    private func takeFingers() {
        switch state {
        case .waiting, .joining: isUserInteractionEnabled = isEnabled
        case .judging, .judged: isUserInteractionEnabled = false
        }
    }

    // MARK: Joining

    private func follow(to next: CGPoint, from place: inout CGPoint) {
        join(from: place, to: next)
        place = next
    }

    /// Joins the dots that lie on the finger's way, in the order in which it comes to them: a fast
    /// finger has few samples.
    private func join(from start: CGPoint, to end: CGPoint) {
        while let dot = nextDot(from: start, to: end) {
            let known = pattern.count
            pattern.join(dot)
            for place in known..<pattern.count { invalidateJoined(at: place) }
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

    /// A joined dot, and the line that leads to it, have to be drawn again.
    private func invalidateJoined(at place: Int) {
        let dot = pattern[place]
        if place > 0 {
            trace(from: center(ofDot: pattern[place - 1]), to: center(ofDot: dot))
            setNeedsDisplay(strokeOf: line)
        }
        let center = center(ofDot: dot)
        let radius = ring + 1
        setNeedsDisplay(
            CGRect(
                x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius))
    }

    // MARK: Drawing

    /// Draws the line, white while a finger holds it, green if it was right, red if not; and the dots
    /// over it. Where the pattern was given away, only the loose dots have the colour.
    package override func draw(_ rect: CGRect) {
        color.set()
        if pattern.count > 0 {
            line.removeAllPoints()
            line.lineWidth = cell * 0.08
            line.move(to: center(ofDot: pattern[0]))
            for place in 1..<max(pattern.count, 1) {
                line.addLine(to: center(ofDot: pattern[place]))
            }
            if case .joining(_, let place) = state { line.addLine(to: place) }
            line.stroke()
        }
        for place in 0..<pattern.count { fill(center(ofDot: pattern[place]), radius: ring) }
        UIColor.black.setFill()
        for place in 0..<pattern.count {
            fill(center(ofDot: pattern[place]), radius: ring - cell * 0.05)
        }
        looseColor.setFill()
        for dot in 1...9 where !pattern.contains(dot) {
            fill(center(ofDot: dot), radius: cell * 0.09)
        }
        color.setFill()
        for place in 0..<pattern.count { fill(center(ofDot: pattern[place]), radius: cell * 0.09) }
    }

    private var color: UIColor {
        switch state {
        case .waiting, .joining, .judging: .white
        case .judged(let isRight): isRight ? .green : .red
        }
    }

    private var looseColor: UIColor {
        switch state {
        case .waiting, .joining: isEnabled ? .lightGray : Self.faint
        case .judging: pattern.count > 0 ? .lightGray : Self.faint
        case .judged: pattern.count > 0 ? .lightGray : color
        }
    }

    private static let faint = UIColor(white: 0.28, alpha: 1)

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
    package override func layoutSubviews() {
        setNeedsDisplay()
    }
}
