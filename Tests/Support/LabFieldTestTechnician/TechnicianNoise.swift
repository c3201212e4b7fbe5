import Glibc
import TouchKitContacts
import TouchKitGeometry

/// The random deviations of a technician's movements, reproducible by their seed.
struct TechnicianNoise {
    /// The standard deviation of a tap from its target along each axis, in millimeters.
    static let tapDeviation = 0.5
    /// The amplitude of the deviation from a straight line, in millimeters.
    static let sway = 0.4

    private var random: RepeatableRandom

    init(seed: UInt64) {
        random = RepeatableRandom(seed: seed &* 0x9E37_79B9_7F4A_7C15 &+ 1)
    }

    /// Returns a uniformly distributed number.
    mutating func uniform(_ minimum: Double, _ maximum: Double) -> Double {
        random.number(in: minimum...maximum)
    }

    /// Returns a normally distributed number with mean 0 (Box–Muller transform).
    mutating func normal(deviation: Double) -> Double {
        deviation * (-2 * log(uniform(1e-12, 1))).squareRoot() * cos(uniform(0, 2 * .pi))
    }

    /// Returns a position near a target.
    ///
    /// - Parameters:
    ///   - target: The target, in millimeters.
    ///   - deviation: The standard deviation along each axis, in millimeters.
    mutating func position(
        near target: CGPoint, deviation: Double = TechnicianNoise.tapDeviation
    ) -> CGPoint {
        CGPoint(
            x: target.x + normal(deviation: deviation), y: target.y + normal(deviation: deviation))
    }
}
