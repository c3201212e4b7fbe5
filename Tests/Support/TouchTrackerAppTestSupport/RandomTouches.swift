import TouchKit
import TouchKitTesting
import TouchTrackerTestSupport

/// Ten contacts that tap, rest and move at random, the same for the same seed.
@MainActor
package struct RandomTouches {
    /// The random numbers of the touches, from which a test can take further ones.
    package var random: SeededRandom
    private let size: CGSize
    private var positions: [Int: CGPoint] = [:]
    private var isMoving: [Int: Bool] = [:]

    /// Creates a generator of touches on a screen of `size` points.
    package init(seed: UInt64, size: CGSize) {
        random = SeededRandom(seed: seed)
        self.size = size
    }

    /// The number of contacts that are down.
    package var count: Int { positions.count }

    /// Sends one frame in which each contact changes at random or stays.
    ///
    /// - Parameters:
    ///   - simulator: The simulator that receives the frame.
    ///   - start: Returns the position of a new contact; by default, anywhere on the screen.
    package mutating func step(
        _ simulator: TouchSimulator, start: ((inout SeededRandom) -> CGPoint)? = nil
    ) {
        simulator.frame { frame in
            for finger in 0..<10 {
                guard let position = positions[finger] else {
                    if random.next(below: 40) == 0 {
                        let position =
                            start?(&random)
                            ?? CGPoint(
                                x: random.number(in: 0...size.width - 1),
                                y: random.number(in: 0...size.height - 1))
                        positions[finger] = position
                        isMoving[finger] = random.next(below: 3) > 0
                        frame.down(finger, at: position)
                    }
                    continue
                }
                switch random.next(below: 60) {
                case 0, 1:
                    positions[finger] = nil
                    frame.up(finger)
                case 2 where random.next(below: 6) == 0:
                    positions[finger] = nil
                    frame.cancel(finger)
                default:
                    guard isMoving[finger] == true else { continue }
                    let next = CGPoint(
                        x: min(max(position.x + random.number(in: -9...9), 0), size.width - 1),
                        y: min(max(position.y + random.number(in: -9...9), 0), size.height - 1))
                    positions[finger] = next
                    frame.move(finger, to: next)
                }
            }
        }
    }

    /// Lifts all contacts.
    package mutating func liftAll(_ simulator: TouchSimulator) {
        for finger in positions.keys.sorted() { simulator.up(finger) }
        positions = [:]
    }
}
