import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitTesting

/// What the cost of a delivery is measured on: ten lanes of views, 200 in all, each with a finger in
/// it, and recognizers on and off the fingers' paths.
@MainActor
package final class CostScene {
    /// What recognizers do.
    package enum Play: CaseIterable, Sendable {
        /// There are none on the fingers' paths.
        case none
        /// The first one that recognizes keeps the others from it.
        case exclusive
        /// All go on together.
        case together
        /// All go on looking: they wait for more fingers than there are.
        case looking
    }

    private final class Agreeable: UIGestureRecognizerDelegate {
        func gestureRecognizer(
            _ gestureRecognizer: UIGestureRecognizer,
            shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
        ) -> Bool { true }
    }

    /// How many fingers play.
    package static let fingers = 10
    /// Frames of a touch panel in a second.
    package static let frameRate = 240.0
    /// How many recognizers there are on the fingers' paths.
    package static let recognizersOnPath = 30

    /// The application with the tree.
    package let simulator = TouchSimulator(screenSize: CGSize(width: 800, height: 480))
    /// How many actions were sent.
    package private(set) var actions = 0
    private let agreeable = Agreeable()
    private var lanes: [UIView] = []
    private var rounds = 0
    private var start = 0.0

    /// Makes one.
    ///
    /// - Parameters:
    ///   - play: What the 30 recognizers on the path do.
    ///   - offPath: How many recognizers are on views that no finger comes down on.
    package init(_ play: Play, offPath: Int = 0) {
        let root = simulator.window
        root.isMultipleTouchEnabled = true
        for index in 0..<Self.fingers {
            let lane = UIView(frame: CGRect(x: CGFloat(index) * 80, y: 0, width: 80, height: 480))
            root.addSubview(lane)
            lanes.append(lane)
            // Where fingers are, nine views lie in each other; ten lie beside them.
            var parent = lane
            for _ in 0..<9 {
                let view = UIView(frame: CGRect(x: 0, y: 0, width: 80, height: 400))
                view.isMultipleTouchEnabled = true
                parent.addSubview(view)
                parent = view
            }
            for place in 0..<10 {
                lane.addSubview(
                    UIView(frame: CGRect(x: CGFloat(place) * 8, y: 400, width: 8, height: 80)))
            }
        }
        if play != .none { addRecognizers(play) }
        for index in 0..<offPath {
            let view = lanes[index % lanes.count].subviews[1 + index / lanes.count % 10]
            view.addGestureRecognizer(makeRecognizer(index, .exclusive))
        }
    }

    /// Ten on the window, two on each lane.
    private func addRecognizers(_ play: Play) {
        for index in 0..<10 { simulator.window.addGestureRecognizer(makeRecognizer(index, play)) }
        for (index, lane) in lanes.enumerated() {
            lane.addGestureRecognizer(makeRecognizer(2 * index, play))
            lane.addGestureRecognizer(makeRecognizer(2 * index + 1, play))
        }
    }

    private func makeRecognizer(_ index: Int, _ play: Play) -> UIGestureRecognizer {
        let recognizer: UIGestureRecognizer
        switch index % 7 {
        case 0:
            let tap = UITapGestureRecognizer()
            tap.numberOfTapsRequired = 1 + index % 2
            if play == .looking { tap.numberOfTouchesRequired = 11 }
            recognizer = tap
        case 1: recognizer = UILongPressGestureRecognizer()
        case 2:
            let pan = UIPanGestureRecognizer()
            if play == .looking { pan.minimumNumberOfTouches = 11 }
            recognizer = pan
        case 3: recognizer = UISwipeGestureRecognizer()
        case 4: recognizer = UIPinchGestureRecognizer()
        case 5: recognizer = UIRotationGestureRecognizer()
        default:
            let pan = UIScreenEdgePanGestureRecognizer()
            pan.edges = .all
            recognizer = pan
        }
        if play == .together { recognizer.delegate = agreeable }
        if play == .looking { recognizer.cancelsTouchesInView = false }
        recognizer.addAction { [unowned self] _ in actions += 1 }
        return recognizer
    }

    // MARK: Fingers

    /// What ten fingers do in one round: come down, move so many times, are lifted.
    package struct Round {
        /// All come down in one frame.
        package let down: FingerFrame
        /// All move in each frame.
        package let moves: [FingerFrame]
        /// All are lifted in one frame.
        package let up: FingerFrame
    }

    /// Makes the next round, half a second after the one before.
    package func nextRound(moves count: Int) -> Round {
        let first = rounds * Self.fingers
        let start = self.start
        rounds += 1
        self.start += Double(count + 2) / Self.frameRate + 0.5
        func frame(_ phase: FingerChange.Phase, _ step: Int) -> FingerFrame {
            let time = Timestamp(seconds: start + Double(step) / Self.frameRate)
            let samples = (0..<Self.fingers).map { finger in
                // Back and forth, all together at first, then in turn.
                let along = Double(step <= 60 ? step : 60 + step % 7)
                return FingerSample(
                    finger: FingerID(rawValue: first + finger), time: time,
                    position: CGPoint(
                        x: Double(finger * 80 + 40 + finger * step % 11), y: 100 + along))
            }
            return FingerFrame(
                time: time, changes: samples.map { FingerChange(phase: phase, sample: $0) },
                samples: samples)
        }
        return Round(
            down: frame(.began, 0), moves: (1..<(count + 1)).map { frame(.moved, $0) },
            up: frame(.ended, count + 1))
    }

    /// Delivers a frame.
    package func deliver(_ frame: FingerFrame) {
        simulator.application.deliver(frame)
    }

    /// Delivers a round from beginning to end.
    package func deliver(_ round: Round) {
        deliver(round.down)
        for move in round.moves { deliver(move) }
        deliver(round.up)
    }
}
