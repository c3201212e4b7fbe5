import TouchKit
import TouchTrackerLock

/// A view with nine dots in a 3 × 3 grid, on which the user draws an unlock pattern by connecting
/// dots with one touch. A closure checks the pattern immediately or later.
///
/// Dots have the numbers 1 to 9, row by row from the upper left. `Pattern` determines which dots a
/// line connects. Patterns with too few dots are discarded. The view shows the result of a check
/// for a few seconds and ignores touches during this time. If the closure checks the pattern later,
/// the view stops showing the pattern, because the pattern is then treated as confidential.
package final class PatternView: UIView {
    /// `false`: no copy of the pattern's lines is stored.
    package override class var hasBackingStore: Bool { false }

    /// The state of a pattern view.
    package enum State: Hashable {
        /// No pattern is being drawn.
        case waiting
        /// A touch connects dots. The location is the last processed location of the touch, in the
        /// coordinates of the view.
        case connecting(UITouch, location: CGPoint)
        /// The pattern is being checked. The state ends when `finishCheck(isCorrect:)` or `reset()`
        /// is called.
        case checking
        /// The view shows whether the pattern was correct.
        case checked(isCorrect: Bool)
    }

    /// The time for which the view shows that a pattern was correct, in seconds.
    package static let correctResultDuration = 1.0
    /// The time for which the view shows that a pattern was incorrect, in seconds.
    package static let incorrectResultDuration = 3.0

    /// The closure that checks a drawn pattern. The closure returns whether the pattern is correct,
    /// or `nil` if the result follows later.
    ///
    /// If the closure returns `nil`, it takes ownership of the pattern, and its owner must later
    /// call `finishCheck(isCorrect:)` or `reset()`. If the closure returns a result, the view
    /// erases the pattern from memory.
    package var check: (Pattern) -> Bool?
    /// The minimum number of dots that a pattern must have to be checked. Patterns with fewer dots
    /// are discarded.
    package var minimumDotCount = 2
    /// Whether touches can connect dots. The dots are dimmed while this property is `false`.
    package var isEnabled = true {
        didSet { if isEnabled != oldValue { updateForIsEnabled() } }
    }
    /// Called with the new state when a pattern has been begun, checked or cleared, but not for
    /// each connected dot.
    package var onChange: ((State) -> Void)?
    /// The current state of the view.
    package private(set) var state = State.waiting
    /// The pattern that consists of the dots connected so far.
    package private(set) var pattern = Pattern()

    private static let clear = Selector("clear") { (view: PatternView) in view.reset }
    /// The path of the drawn line, reused so that drawing allocates no memory. The path reveals the
    /// pattern, so it is erased together with the pattern.
    package let line = UIBezierPath.withRoundLines()
    private let circle = UIBezierPath()

    /// Creates a view in which no dots are connected.
    ///
    /// - Parameters:
    ///   - frame: The frame in the superview, in points.
    ///   - check: The closure that checks a drawn pattern. It returns whether the pattern is
    ///     correct, or `nil` if the result follows later (see the property `check`).
    package init(frame: CGRect, check: @escaping (Pattern) -> Bool?) {
        self.check = check
        super.init(frame: frame)
        // All memory is allocated now. If a path grew later, its old memory would not be erased.
        line.move(to: .zero)
        for _ in 0...Pattern.maximumDotCount { line.addLine(to: .zero) }
        line.wipe()
    }

    // MARK: Geometry

    /// The side length of the square cell that surrounds a dot, in points.
    private var cellSize: CGFloat { min(bounds.width, bounds.height) * 0.8 / 3 }
    /// The maximum distance between a touch and a dot's center at which the touch connects the dot,
    /// in points. Half a cell would be too much: diagonal lines would connect the dots beside them.
    private var hitRadius: CGFloat { cellSize * 0.38 }
    /// The radius of the ring around a connected dot, in points.
    private var ringRadius: CGFloat { cellSize * 0.24 }

    /// Returns the center of the dot with the number `number` (1 to 9) in the coordinates of the
    /// view.
    package func center(ofDot number: Int) -> CGPoint {
        let column = CGFloat((number - 1) % 3 - 1)
        let row = CGFloat((number - 1) / 3 - 1)
        return CGPoint(x: bounds.midX + column * cellSize, y: bounds.midY + row * cellSize)
    }

    // MARK: Touches

    /// Begins a pattern if the view shows no pattern and no result.
    package override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard state == .waiting, let touch = touches.first else { return }
        let location = touch.location(in: self)
        state = .connecting(touch, location: location)
        connectDots(from: location, to: location)
        invalidateOpenLine()
        onChange?(state)
    }

    /// Connects the dots along the touch's path, including the coalesced samples between two
    /// frames.
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

    /// Ends the pattern and checks it, or discards it if it has too few dots.
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

    /// Discards the pattern whose touch was cancelled.
    package override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard case .connecting(let touch, _) = state, touches.contains(touch) else { return }
        reset()
    }

    // MARK: Checking

    /// Shows the result of a check for a few seconds. Does nothing if no check is running.
    package func finishCheck(isCorrect: Bool) {
        guard state == .checking else { return }
        setState(to: .checked(isCorrect: isCorrect))
        perform(
            Self.clear, with: nil,
            afterDelay: isCorrect ? Self.correctResultDuration : Self.incorrectResultDuration)
    }

    /// Discards the pattern and erases it from memory, in any state of the view.
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

    /// Discards a pattern that is being drawn, and redraws the dots. The method is called when
    /// `isEnabled` has changed.
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

    /// Connects the dots on the path of the touch from `location` to `next`, and sets `location` to
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

    /// Returns the number of the first unconnected dot near the line segment from `start` to `end`,
    /// or `nil` if there is none.
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

    /// Invalidates the connected dot at the index `index` of the pattern, and the line that leads
    /// to it.
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

    /// Draws the dots and the line between connected dots. The line is white while dots are being
    /// connected, green if the pattern was correct, and red if it was incorrect. If the closure
    /// checked the pattern later, the view shows no line, and all nine dots show the result.
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

    /// The color of the line and of the connected dots.
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

    /// Invalidates the line from the last connected dot to the touch.
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

    /// Redraws the view, because its size may have changed.
    package override func layoutSubviews() {
        setNeedsDisplay()
    }
}
