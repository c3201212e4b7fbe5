import Glibc
import TouchKitContacts
import TouchKitGeometry

/// How a hand errs: repeatable by its seed.
struct Hand {
    /// How far a tap is beside its mark, in millimetres on each axis.
    static let aim = 0.5
    /// How far a hand sways on its way, in millimetres.
    static let sway = 0.4

    private var random: RepeatableRandom

    init(seed: UInt64) {
        random = RepeatableRandom(seed: seed &* 0x9E37_79B9_7F4A_7C15 &+ 1)
    }

    /// A number between two.
    mutating func number(_ least: Double, _ most: Double) -> Double {
        random.number(in: least...most)
    }

    /// A normally distributed number (Box and Muller).
    mutating func normal(_ deviation: Double) -> Double {
        deviation * (-2 * log(number(1e-12, 1))).squareRoot() * cos(number(0, 2 * .pi))
    }

    /// A place beside a mark, both in millimetres.
    mutating func aim(_ mark: CGPoint, _ deviation: Double = Hand.aim) -> CGPoint {
        CGPoint(x: mark.x + normal(deviation), y: mark.y + normal(deviation))
    }
}
