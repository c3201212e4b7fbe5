import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport

/// Four fingers that draw, and one that takes strokes in hand: presses and drags them, deletes them by
/// the menu, clears by a double tap. The same seed on the same drawing does the same.
struct DrawingFingers {
    /// Reports a second.
    static let rate = 240
    /// The fingers that draw; the one behind them takes strokes in hand.
    static let drawing = 4

    /// What the last finger looks for.
    enum Aim {
        /// A stroke.
        case stroke
        /// *Delete* of the menu that is shown.
        case delete
    }

    /// What the last finger does next.
    private enum Step {
        case down(Aim)
        case downAgain
        case move(CGVector)
        case up
        case rest(reports: Int)
        /// The others are lifted: a tap of one among several is no tap.
        case calm
    }

    private enum Doing {
        case away(reports: Int)
        case drawing(reports: Int)
    }

    private struct Finger {
        var doing = Doing.away(reports: 1)
        var trackingID: Int32 = 0
        var place = CGPoint.zero
        var step = CGVector.zero
    }

    private var random: SeededRandom
    private var fingers: [Finger]
    private var steps: [Step] = []
    private var isDown = false
    private var isCalm = false
    private var nextTrackingID: Int32 = 1
    private var reports: Int64 = 0
    private let start: Timestamp

    /// Makes fingers whose first report is made at a time.
    init(seed: UInt64, start: Timestamp) {
        random = SeededRandom(seed: seed)
        self.start = start
        fingers = (0...Self.drawing).map { Finger(doing: .away(reports: $0)) }
    }

    /// When the next report is made.
    var nextTime: Timestamp {
        start.advanced(byMicroseconds: reports * 1_000_000 / Int64(Self.rate))
    }

    /// Makes the next report; one without contacts if no finger did anything.
    ///
    /// - Parameters:
    ///   - frame: The report.
    ///   - place: Where something is, in parts of the panel; nil where it isn't.
    mutating func next(into frame: inout TouchFrame, finding place: (Aim) -> CGPoint?) {
        begin(&frame)
        for slot in 0..<Self.drawing { draw(slot, into: &frame) }
        work(into: &frame, place)
    }

    /// Lifts all fingers that are down.
    mutating func liftAll(into frame: inout TouchFrame) {
        begin(&frame)
        for slot in 0..<Self.drawing {
            if case .drawing = fingers[slot].doing { lift(slot, into: &frame) }
        }
        if isDown { report(Self.drawing, .up, into: &frame) }
        isDown = false
        steps.removeAll()
    }

    private mutating func begin(_ frame: inout TouchFrame) {
        frame.time = nextTime
        frame.contacts.removeAll(keepingCapacity: true)
        reports += 1
    }

    // MARK: The fingers that draw

    private mutating func draw(_ slot: Int, into frame: inout TouchFrame) {
        switch fingers[slot].doing {
        case .away(let reports):
            if isCalm { return }
            guard reports <= 0 else {
                fingers[slot].doing = .away(reports: reports - 1)
                return
            }
            // The toolbar at the lower edge is left alone.
            comeDown(
                slot,
                at: CGPoint(x: random.number(in: 0.02...0.98), y: random.number(in: 0...0.75)),
                into: &frame)
            fingers[slot].doing = .drawing(reports: 5 + random.next(below: 15))
            fingers[slot].step = CGVector(
                dx: random.number(in: -0.012...0.012), dy: random.number(in: -0.012...0.012))
        case .drawing(let reports):
            guard reports > 0 else { return lift(slot, into: &frame) }
            fingers[slot].doing = .drawing(reports: reports - 1)
            fingers[slot].step.dx += random.number(in: -0.002...0.002)
            fingers[slot].step.dy += random.number(in: -0.002...0.002)
            move(slot, by: fingers[slot].step, into: &frame)
        }
    }

    private mutating func lift(_ slot: Int, into frame: inout TouchFrame) {
        report(slot, .up, into: &frame)
        fingers[slot].doing = .away(reports: 2 + random.next(below: 6))
    }

    // MARK: The finger that takes strokes in hand

    private mutating func work(into frame: inout TouchFrame, _ place: (Aim) -> CGPoint?) {
        guard let step = steps.popLast() else { return plan() }
        let slot = Self.drawing
        switch step {
        case .down(let aim):
            guard let place = place(aim) else {
                // There is no stroke, or no menu came.
                steps.removeAll()
                return
            }
            comeDown(slot, at: place, into: &frame)
            isDown = true
        case .downAgain:
            comeDown(slot, at: fingers[slot].place, into: &frame)
            isDown = true
        case .move(let step):
            move(slot, by: step, into: &frame)
        case .up:
            report(slot, .up, into: &frame)
            isDown = false
        case .rest(let reports):
            if reports > 1 { steps.append(.rest(reports: reports - 1)) }
        case .calm:
            isCalm = true
            let isQuiet = fingers[..<Self.drawing].allSatisfy {
                if case .away = $0.doing { true } else { false }
            }
            if !isQuiet { steps.append(.calm) }
        }
    }

    /// Thinks of something to do; the last step first.
    private mutating func plan() {
        isCalm = false
        let pause = Step.rest(reports: 30 + random.next(below: 60))
        switch random.next(below: 8) {
        case 0:
            steps = [
                .rest(reports: 90), .up, .rest(reports: 8), .downAgain, .rest(reports: 20), .up,
                .rest(reports: 8), .down(.stroke), .calm, pause,
            ]
        case 1, 2, 3:
            // A double tap is waited for, then the menu is there.
            steps = [
                .rest(reports: 4), .up, .rest(reports: 8), .down(.delete), .rest(reports: 105), .up,
                .rest(reports: 8), .down(.stroke), .calm, pause,
            ]
        default:
            let way = CGVector(
                dx: random.number(in: -0.01...0.01), dy: random.number(in: -0.01...0.01))
            steps =
                [.up] + [Step](repeating: .move(way), count: 4 + random.next(below: 20))
                + [.rest(reports: 130), .down(.stroke), pause]
        }
    }

    // MARK: Reports

    private mutating func comeDown(_ slot: Int, at place: CGPoint, into frame: inout TouchFrame) {
        fingers[slot].trackingID = nextTrackingID
        nextTrackingID &+= 1
        fingers[slot].place = place
        report(slot, .down, into: &frame)
    }

    private mutating func move(_ slot: Int, by step: CGVector, into frame: inout TouchFrame) {
        fingers[slot].place.x = min(max(fingers[slot].place.x + step.dx, 0), 0.999)
        fingers[slot].place.y = min(max(fingers[slot].place.y + step.dy, 0), 0.999)
        report(slot, .motion, into: &frame)
    }

    private func report(
        _ slot: Int, _ state: TouchContact.State, into frame: inout TouchFrame
    ) {
        frame.contacts.append(
            TouchContact(
                slot: slot, trackingID: fingers[slot].trackingID, state: state,
                position: fingers[slot].place))
    }
}
