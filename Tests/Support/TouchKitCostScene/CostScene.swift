import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitTesting

/// The scene in which delivery cost is measured: ten lanes with 200 views in all, a contact in each
/// lane, and recognizers on and off the path of the contacts.
@MainActor
package final class CostScene {
    /// The behavior of the recognizers.
    package enum Play: CaseIterable, Sendable {
        /// No recognizers on the paths of the contacts.
        case none
        /// The first recognizer that recognizes prevents the others.
        case exclusive
        /// All recognizers recognize simultaneously.
        case together
        /// All recognizers stay possible, because they require more contacts than there are.
        case looking
    }

    private final class Agreeable: UIGestureRecognizerDelegate {
        func gestureRecognizer(
            _ gestureRecognizer: UIGestureRecognizer,
            shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
        ) -> Bool { true }
    }

    /// The number of contacts.
    package static let fingers = 10
    /// The touchscreen's frames per second.
    package static let frameRate = 240.0

    /// The application with the view tree.
    package let simulator = TouchSimulator(screenSize: CGSize(width: 800, height: 480))
    /// The number of actions sent.
    package private(set) var actions = 0
    private let agreeable = Agreeable()
    private var lanes: [UIView] = []
    private var rounds = 0
    private var start = 0.0

    /// Creates the scene.
    ///
    /// - Parameters:
    ///   - play: The behavior of the 30 recognizers on the paths.
    ///   - offPath: The number of recognizers on views without contacts.
    package init(_ play: Play, offPath: Int = 0) {
        let root = simulator.window
        root.isMultipleTouchEnabled = true
        for index in 0..<Self.fingers {
            let lane = UIView(frame: CGRect(x: CGFloat(index) * 80, y: 0, width: 80, height: 480))
            root.addSubview(lane)
            lanes.append(lane)
            // On a contact's path are nine nested views; ten more are beside them.
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

    // MARK: Contacts

    /// One round of the ten contacts: begin, move a number of times, lift.
    package struct Round {
        /// All contacts begin in one frame.
        package let down: TouchUpdate
        /// All contacts move in each frame.
        package let moves: [TouchUpdate]
        /// All contacts are lifted in one frame.
        package let up: TouchUpdate
    }

    /// Creates the next round, half a second after the previous one.
    package func nextRound(moves count: Int) -> Round {
        let first = rounds * Self.fingers
        let start = self.start
        rounds += 1
        self.start += Double(count + 2) / Self.frameRate + 0.5
        func frame(_ phase: TouchChange.Phase, _ step: Int) -> TouchUpdate {
            let time = Timestamp(seconds: start + Double(step) / Self.frameRate)
            let samples = (0..<Self.fingers).map { finger in
                // Back and forth, first all together, then in turn.
                let along = Double(step <= 60 ? step : 60 + step % 7)
                return TouchSample(
                    touch: TouchIdentifier(rawValue: first + finger), time: time,
                    position: CGPoint(
                        x: Double(finger * 80 + 40 + finger * step % 11), y: 100 + along))
            }
            return TouchUpdate(
                time: time, changes: samples.map { TouchChange(phase: phase, sample: $0) },
                samples: samples)
        }
        return Round(
            down: frame(.began, 0), moves: (1..<(count + 1)).map { frame(.moved, $0) },
            up: frame(.ended, count + 1))
    }

    /// Delivers a frame.
    package func deliver(_ frame: TouchUpdate) {
        simulator.application.deliver(frame)
    }

    /// Delivers a complete round.
    package func deliver(_ round: Round) {
        deliver(round.down)
        for move in round.moves { deliver(move) }
        deliver(round.up)
    }
}
