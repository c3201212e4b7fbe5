import TouchKit
import TouchTrackerLock

/// A view with nine dots in a 3 × 3 grid, which a touch connects to an unlock pattern. A closure
/// checks the pattern immediately or later.
///
/// Dots have the numbers 1 to 9, row by row from the upper left; `Pattern` determines the dots that
/// a line connects. Patterns with too few dots are discarded. The view shows the result of a check
/// for some seconds and ignores touches during this time. If the check is deferred, the view stops
/// showing the pattern, because the pattern is then treated as confidential.
package final class PatternView: UIView {
    /// The state of the view.
    package enum State: Hashable {
        /// No pattern is being drawn.
        case waiting
        /// A touch, at the given location in the view's coordinates, connects dots.
        case connecting(UITouch, location: CGPoint)
        /// The pattern is being checked; `finishCheck(isCorrect:)` will follow.
        case checking
        /// The view shows the result of the check.
        case checked(isCorrect: Bool)
    }

    /// The time for which a correct pattern is shown, in seconds.
    package static let correctResultDuration = 1.0
    /// The time for which an incorrect pattern is shown, in seconds.
    package static let incorrectResultDuration = 3.0

    /// The closure that checks a pattern, or returns `nil` to defer the check. The owner of the
    /// closure then takes ownership of the pattern and must call `finishCheck(isCorrect:)` or
    /// `reset()`. Otherwise the view erases the pattern from memory.
    package var check: (Pattern) -> Bool?
    /// The minimum number of dots of a pattern that is checked.
    package var minimumDotCount = 2
    /// Whether touches can connect dots. The dots are dimmed while this property is `false`.
    package var isEnabled = true {
        didSet { if isEnabled != oldValue { updateForIsEnabled() } }
    }
    /// Called when a pattern was begun, checked or cleared, but not for each dot.
    package var onChange: ((State) -> Void)?
    /// The current state.
    package private(set) var state = State.waiting
    /// The pattern with the connected dots.
    package private(set) var pattern = Pattern()

    private static let clear = Selector("clear") { (view: PatternView) in view.reset }
    /// The path of the drawn line, reused so that drawing allocates nothing. The path reveals the
    /// pattern, so both are erased together.
    package let line = UIBezierPath()
    private let circle = UIBezierPath()

    /// Creates a view without connected dots.
    ///
    /// - Parameters:
    ///   - frame: The frame in the superview, in points.
    ///   - check: The closure that checks patterns, described at the property `check`.
    package init(frame: CGRect, check: @escaping (Pattern) -> Bool?) {
        self.check = check
        super.init(frame: frame)
        line.lineCapStyle = .round
        line.lineJoinStyle = .round
        // All memory is allocated now, because a path that grows later would leave an unerased
        // copy.
        line.move(to: .zero)
        for _ in 0...Pattern.maximumDotCount { line.addLine(to: .zero) }
        line.wipe()
    }

    // MARK: Geometry

    /// The side length of a dot's cell, in points.
    private var cellSize: CGFloat { min(bounds.width, bounds.height) * 0.8 / 3 }
    /// The distance from a dot's center within which a touch connects the dot, in points. Half a
    /// cell would connect dots beside diagonal lines.
    private var hitRadius: CGFloat { cellSize * 0.38 }
    /// The radius of the ring around a connected dot, in points.
    private var ringRadius: CGFloat { cellSize * 0.24 }

    /// Returns the center of a dot in the view's coordinates.
    package func center(ofDot number: Int) -> CGPoint {
        let column = CGFloat((number - 1) % 3 - 1)
        let row = CGFloat((number - 1) / 3 - 1)
        return CGPoint(x: bounds.midX + column * cellSize, y: bounds.midY + row * cellSize)
    }

    // MARK: Touches

    /// Begins a pattern.
    package override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard state == .waiting, let touch = touches.first else { return }
        let location = touch.location(in: self)
        state = .connecting(touch, location: location)
        connectDots(from: location, to: location)
        invalidateOpenLine()
        onChange?(state)
    }

    /// Connects the dots along the touch's path, including coalesced samples.
    package override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard case .connecting(let touch, var location) = state, touches.contains(touch) else {
            return
        }
        invalidateOpenLine()
        // At low frame rates a touch may change its direction several times between frames.
        if let samples = event?.coalescedTouches(for: touch) {
            for sample in samples { connectDots(to: sample.location(in: self), from: &location) }
        }
        connectDots(to: touch.location(in: self), from: &location)
        state = .connecting(touch, location: location)
        invalidateOpenLine()
    }

    /// Ends and checks the pattern.
    package override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard case .connecting(let touch, _) = state, touches.contains(touch) else { return }
        guard pattern.count >= minimumDotCount else { return reset() }
        let checkedPattern = pattern
        setState(to: .checking)
        let isCorrect = check(checkedPattern)
        if let isCorrect {
            finishCheck(isCorrect: isCorrect)
        } else if pattern === checkedPattern {
            // The new owner erases the pattern on any thread, so it must not be accessed here.
            pattern = Pattern()
            wipePaths()
            setNeedsDisplay()
        }
    }

    /// Discards the pattern.
    package override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard case .connecting(let touch, _) = state, touches.contains(touch) else { return }
        reset()
    }

    // MARK: Checking

    /// Shows the result of a deferred check for some seconds. Does nothing if no check is pending.
    package func finishCheck(isCorrect: Bool) {
        guard state == .checking else { return }
        setState(to: .checked(isCorrect: isCorrect))
        perform(
            Self.clear, with: nil,
            afterDelay: isCorrect ? Self.correctResultDuration : Self.incorrectResultDuration)
    }

    /// Discards the pattern in any state.
    package func reset() {
        Self.cancelPreviousPerformRequests(withTarget: self)
        pattern.removeAll()
        wipePaths()
        if state != .waiting { setState(to: .waiting) }
    }

    /// Erases the coordinates of the pattern from the paths' memory.
    private func wipePaths() {
        line.wipe()
        circle.wipe()
    }

    /// Discards the pattern if necessary and redraws the dots.
    private func updateForIsEnabled() {
        if case .connecting = state { reset() }
        updateInteraction()
        setNeedsDisplay()
    }

    private func setState(to newState: State) {
        state = newState
        updateInteraction()
        setNeedsDisplay()
        onChange?(newState)
    }

    /// Enables user interaction only in the states in which dots can be connected.
    private func updateInteraction() {
        switch state {
        case .waiting, .connecting: isUserInteractionEnabled = isEnabled
        case .checking, .checked: isUserInteractionEnabled = false
        }
    }

    // MARK: Connecting

    /// Connects the dots on the way of the touch from `location` to `next`, and sets `location` to
    /// `next`.
    private func connectDots(to next: CGPoint, from location: inout CGPoint) {
        connectDots(from: location, to: next)
        location = next
    }

    /// Connects the dots near the line segment from `start` to `end`, in their order along the
    /// segment.
    private func connectDots(from start: CGPoint, to end: CGPoint) {
        while let dot = nextDot(from: start, to: end) {
            let oldCount = pattern.count
            pattern.connect(dot)
            for index in oldCount..<pattern.count { invalidateConnectedDot(at: index) }
        }
    }

    /// Returns the unconnected dot nearest to the beginning of a line segment, among the dots near
    /// the segment, or `nil` if there is none.
    private func nextDot(from start: CGPoint, to end: CGPoint) -> Int? {
        let path = CGPoint(x: end.x - start.x, y: end.y - start.y)
        let length = path.x * path.x + path.y * path.y
        var next: Int?
        var earliest = CGFloat.infinity
        for dot in 1...9 where !pattern.contains(dot) {
            let center = center(ofDot: dot)
            let offset = CGPoint(x: center.x - start.x, y: center.y - start.y)
            // The position, as a fraction of the length, at which the segment is nearest to the
            // dot.
            var fraction = length > 0 ? (offset.x * path.x + offset.y * path.y) / length : 0
            fraction = min(max(fraction, 0), 1)
            let x = offset.x - fraction * path.x
            let y = offset.y - fraction * path.y
            if x * x + y * y <= hitRadius * hitRadius && fraction < earliest {
                earliest = fraction
                next = dot
            }
        }
        return next
    }

    /// Invalidates the connected dot at a position in the pattern, and the line that leads to it.
    private func invalidateConnectedDot(at index: Int) {
        let dot = pattern[index]
        if index > 0 {
            setLine(from: center(ofDot: pattern[index - 1]), to: center(ofDot: dot))
            setNeedsDisplay(strokeOf: line)
        }
        let center = center(ofDot: dot)
        let radius = ringRadius + 1
        setNeedsDisplay(
            CGRect(
                x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius))
    }

    // MARK: Drawing

    /// Draws the line and the dots: white while they are being connected, green if the pattern was
    /// correct, red if not. If the check was deferred, only the unconnected dots show the result.
    package override func draw(_ rect: CGRect) {
        color.set()
        if pattern.count > 0 {
            line.removeAllPoints()
            line.lineWidth = cellSize * 0.08
            line.move(to: center(ofDot: pattern[0]))
            for index in 1..<max(pattern.count, 1) {
                line.addLine(to: center(ofDot: pattern[index]))
            }
            if case .connecting(_, let location) = state { line.addLine(to: location) }
            line.stroke()
        }
        for index in 0..<pattern.count { fill(center(ofDot: pattern[index]), radius: ringRadius) }
        UIColor.black.setFill()
        for index in 0..<pattern.count {
            fill(center(ofDot: pattern[index]), radius: ringRadius - cellSize * 0.05)
        }
        unconnectedDotColor.setFill()
        for dot in 1...9 where !pattern.contains(dot) {
            fill(center(ofDot: dot), radius: cellSize * 0.09)
        }
        color.setFill()
        for index in 0..<pattern.count {
            fill(center(ofDot: pattern[index]), radius: cellSize * 0.09)
        }
    }

    /// The color of the line and the connected dots.
    private var color: UIColor {
        switch state {
        case .waiting, .connecting, .checking: .white
        case .checked(let isCorrect): isCorrect ? .green : .red
        }
    }

    /// The color of the dots that are not connected.
    private var unconnectedDotColor: UIColor {
        switch state {
        case .waiting, .connecting: isEnabled ? .lightGray : Self.disabledColor
        case .checking: pattern.count > 0 ? .lightGray : Self.disabledColor
        case .checked: pattern.count > 0 ? .lightGray : color
        }
    }

    private static let disabledColor = UIColor(white: 0.28, alpha: 1)

    private func fill(_ center: CGPoint, radius: CGFloat) {
        circle.removeAllPoints()
        circle.addArc(
            withCenter: center, radius: radius, startAngle: 0, endAngle: 2 * .pi, clockwise: true)
        circle.close()
        circle.fill()
    }

    /// Invalidates the line from the last dot to the touch.
    private func invalidateOpenLine() {
        guard case .connecting(_, let location) = state, let last = pattern.last else { return }
        setLine(from: center(ofDot: last), to: location)
        setNeedsDisplay(strokeOf: line)
    }

    private func setLine(from start: CGPoint, to end: CGPoint) {
        line.removeAllPoints()
        line.lineWidth = cellSize * 0.08
        line.move(to: start)
        line.addLine(to: end)
    }

    /// Redraws the view for its new size.
    package override func layoutSubviews() {
        setNeedsDisplay()
    }
}
