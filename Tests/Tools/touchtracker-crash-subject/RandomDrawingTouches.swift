import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport

/// Random touches: four that draw, and one that presses and drags strokes, deletes them with the
/// menu, and clears with a double tap. The same seed and drawing give the same touches.
struct RandomDrawingTouches {
    /// The number of touch frames per second.
    static let rate = 240
    /// The number of touches that draw; the next one manipulates strokes.
    static let drawingTouchCount = 4

    /// A target of the manipulating touch.
    enum Target {
        /// The newest stroke.
        case stroke
        /// The item *Delete* of the visible menu.
        case delete
    }

    /// A step of the manipulating touch.
    private enum Step {
        case down(Target)
        case downAgain
        case move(CGVector)
        case up
        case rest(reports: Int)
        /// Waits until the drawing touches have ended, because they would prevent a tap.
        case waitForOthers
    }

    private enum Activity {
        case idle(reports: Int)
        case drawing(reports: Int)
    }

    private struct TouchPlan {
        var activity = Activity.idle(reports: 1)
        var trackingID: Int32 = 0
        var position = CGPoint.zero
        var step = CGVector.zero
    }

    private var random: SeededRandom
    private var touches: [TouchPlan]
    private var steps: [Step] = []
    private var isDown = false
    private var isWaitingForOthers = false
    private var nextTrackingID: Int32 = 1
    private var reports: Int64 = 0
    private let start: Timestamp

    /// Creates touches with their first touch frame at the time `start`.
    init(seed: UInt64, start: Timestamp) {
        random = SeededRandom(seed: seed)
        self.start = start
        touches = (0...Self.drawingTouchCount).map { TouchPlan(activity: .idle(reports: $0)) }
    }

    /// The time of the next touch frame.
    var nextTime: Timestamp {
        start.advanced(byMicroseconds: reports * 1_000_000 / Int64(Self.rate))
    }

    /// Generates the next touch frame, which has no contacts if nothing changes.
    ///
    /// - Parameters:
    ///   - frame: The touch frame, reused between calls.
    ///   - position: Returns the position of a target as fractions of the touchscreen's size, or
    ///     `nil` if it does not exist.
    mutating func next(into frame: inout TouchFrame, finding position: (Target) -> CGPoint?) {
        begin(&frame)
        for slot in 0..<Self.drawingTouchCount { draw(slot, into: &frame) }
        manipulate(into: &frame, position)
    }

    /// Ends all active touches.
    mutating func endAllTouches(into frame: inout TouchFrame) {
        begin(&frame)
        for slot in 0..<Self.drawingTouchCount {
            if case .drawing = touches[slot].activity { endTouch(slot, into: &frame) }
        }
        if isDown { report(Self.drawingTouchCount, .up, into: &frame) }
        isDown = false
        steps.removeAll()
    }

    private mutating func begin(_ frame: inout TouchFrame) {
        frame.time = nextTime
        frame.contacts.removeAll(keepingCapacity: true)
        reports += 1
    }

    // MARK: Drawing touches

    private mutating func draw(_ slot: Int, into frame: inout TouchFrame) {
        switch touches[slot].activity {
        case .idle(let reports):
            if isWaitingForOthers { return }
            guard reports <= 0 else {
                touches[slot].activity = .idle(reports: reports - 1)
                return
            }
            // Avoids the toolbar at the lower edge.
            beginTouch(
                slot,
                at: CGPoint(x: random.number(in: 0.02...0.98), y: random.number(in: 0...0.75)),
                into: &frame)
            touches[slot].activity = .drawing(reports: 5 + random.next(below: 15))
            touches[slot].step = CGVector(
                dx: random.number(in: -0.012...0.012), dy: random.number(in: -0.012...0.012))
        case .drawing(let reports):
            guard reports > 0 else { return endTouch(slot, into: &frame) }
            touches[slot].activity = .drawing(reports: reports - 1)
            touches[slot].step.dx += random.number(in: -0.002...0.002)
            touches[slot].step.dy += random.number(in: -0.002...0.002)
            move(slot, by: touches[slot].step, into: &frame)
        }
    }

    private mutating func endTouch(_ slot: Int, into frame: inout TouchFrame) {
        report(slot, .up, into: &frame)
        touches[slot].activity = .idle(reports: 2 + random.next(below: 6))
    }

    // MARK: The manipulating touch

    private mutating func manipulate(into frame: inout TouchFrame, _ position: (Target) -> CGPoint?)
    {
        guard let step = steps.popLast() else { return planGesture() }
        let slot = Self.drawingTouchCount
        switch step {
        case .down(let target):
            guard let position = position(target) else {
                // There is no stroke, or the menu is not visible.
                steps.removeAll()
                return
            }
            beginTouch(slot, at: position, into: &frame)
            isDown = true
        case .downAgain:
            beginTouch(slot, at: touches[slot].position, into: &frame)
            isDown = true
        case .move(let step):
            move(slot, by: step, into: &frame)
        case .up:
            report(slot, .up, into: &frame)
            isDown = false
        case .rest(let reports):
            if reports > 1 { steps.append(.rest(reports: reports - 1)) }
        case .waitForOthers:
            isWaitingForOthers = true
            let areOthersIdle = touches[..<Self.drawingTouchCount].allSatisfy {
                if case .idle = $0.activity { true } else { false }
            }
            if !areOthersIdle { steps.append(.waitForOthers) }
        }
    }

    /// Chooses the next gesture; its steps are stored in reverse order.
    private mutating func planGesture() {
        isWaitingForOthers = false
        let pause = Step.rest(reports: 30 + random.next(below: 60))
        switch random.next(below: 8) {
        case 0:
            steps = [
                .rest(reports: 90), .up, .rest(reports: 8), .downAgain, .rest(reports: 20), .up,
                .rest(reports: 8), .down(.stroke), .waitForOthers, pause,
            ]
        case 1, 2, 3:
            // The menu appears after the double-tap interval.
            steps = [
                .rest(reports: 4), .up, .rest(reports: 8), .down(.delete), .rest(reports: 105), .up,
                .rest(reports: 8), .down(.stroke), .waitForOthers, pause,
            ]
        default:
            let step = CGVector(
                dx: random.number(in: -0.01...0.01), dy: random.number(in: -0.01...0.01))
            steps =
                [.up] + [Step](repeating: .move(step), count: 4 + random.next(below: 20))
                + [.rest(reports: 130), .down(.stroke), pause]
        }
    }

    // MARK: Touch frames

    private mutating func beginTouch(
        _ slot: Int, at position: CGPoint, into frame: inout TouchFrame
    ) {
        touches[slot].trackingID = nextTrackingID
        nextTrackingID &+= 1
        touches[slot].position = position
        report(slot, .down, into: &frame)
    }

    private mutating func move(_ slot: Int, by step: CGVector, into frame: inout TouchFrame) {
        touches[slot].position.x = min(max(touches[slot].position.x + step.dx, 0), 0.999)
        touches[slot].position.y = min(max(touches[slot].position.y + step.dy, 0), 0.999)
        report(slot, .motion, into: &frame)
    }

    private func report(
        _ slot: Int, _ state: TouchContact.State, into frame: inout TouchFrame
    ) {
        frame.contacts.append(
            TouchContact(
                slot: slot, trackingID: touches[slot].trackingID, state: state,
                position: touches[slot].position))
    }
}
