/// The constants of the physics simulation. Values that Apple documents for UIKit are the same; the
/// other values were chosen for TouchKit.
enum DynamicConstants {
    /// The number of substeps per second; at this rate, a quickly thrown item moves only a few
    /// points per substep.
    static let substepsPerSecond = 240.0
    /// The duration of a substep, in seconds.
    static let substep = 1 / substepsPerSecond
    /// The maximum time simulated in one frame, in seconds. If the time since the previous frame is
    /// longer, the remaining time is skipped.
    static let maximumFrameGap = 0.25
    /// The acceleration of a gravity of magnitude 1, in points per second². The value is from
    /// Apple's documentation of `UIGravityBehavior`.
    static let gravity = 1_000.0
    /// The area of an item with mass 1 at density 1, in points². The value is from Apple's
    /// documentation of the force unit of `UIPushBehavior`.
    static let unitMassArea = 10_000.0
    /// The number of velocity solver iterations per substep; enough for a stack of several boxes.
    static let velocityIterations = 20
    /// The number of position solver iterations per substep.
    static let positionIterations = 6
    /// The overlap that is not corrected, in points, so that resting items remain in contact.
    static let allowedPenetration = 0.05
    /// The fraction of an overlap that each position iteration corrects. A full correction would
    /// lift the corners of resting items alternately.
    static let positionCorrectionFactor = 0.4
    /// The maximum distance, in points, at which contacts of consecutive substeps are considered
    /// the same corner.
    static let contactMatchDistance = 3.0
    /// The maximum frequency of a spring in oscillations per second. Above this frequency, a spring
    /// looks like a rod and is unstable at the substep's duration.
    static let maximumFrequency = 20.0
    /// The frequency of a snap in oscillations per second; with the default damping, the item
    /// arrives after 0.5 s.
    static let snapFrequency = 3.0
    /// The length in points below which a rod is a pin joint.
    static let minimumRodLength = 0.01
    /// The velocity in points per second below which items do not bounce, so that a ball comes to
    /// rest.
    static let minimumBounceVelocity = 30.0
    /// The maximum gap between items that count as touching, in points.
    static let contactDistance = 0.5
    /// The maximum distance, in points, that an item may move within `restDuration` and still count
    /// as resting.
    static let restDistance = 0.25
    /// The maximum angle, in radians, by which an item may rotate within `restDuration` and still
    /// count as resting.
    static let restAngle = 0.01
    /// The time for which all items must rest before the animator pauses, in seconds.
    static let restDuration = 0.5
}
