/// The numbers of dynamics: UIKit's where it documents them, else ours.
enum DynamicConstants {
    /// Substeps in a second: fine enough that a fast throw moves by a few points in each.
    static let substepsPerSecond = 240.0
    /// Seconds of a substep.
    static let substep = 1 / substepsPerSecond
    /// The longest time that is caught up, in seconds; after a longer gap motion goes on from where
    /// it was.
    static let longestGap = 0.25
    /// Points per second² of a gravity of magnitude 1; documented for UIGravityBehavior.
    static let gravity = 1_000.0
    /// The area in points² of an item of mass 1 at density 1; documented for UIPushBehavior's unit.
    static let areaOfUnitMass = 10_000.0
    /// How often all constraints of a substep are solved in turn; enough for a stack of some boxes.
    static let velocityRounds = 20
    /// How often what still overlaps is moved apart in a substep.
    static let positionRounds = 6
    /// The overlap in points that is left: what rests keeps touching.
    static let allowedOverlap = 0.05
    /// The part of an overlap that each of these rounds takes away; all at once, the corners of what
    /// rests would be lifted in turn.
    static let correction = 0.4
    /// How near in points two contacts of successive substeps are of the same corner.
    static let sameCorner = 3.0
    /// Oscillations per second above which a spring can't be told from a rod, and wouldn't be
    /// stable at our substep.
    static let highestFrequency = 20.0
    /// Oscillations per second of a snap: with the usual damping it is there in half a second.
    static let snapFrequency = 3.0
    /// A length in points below which a rod is a pin.
    static let leastRod = 0.01
    /// Points per second below which nothing bounces: a ball comes to rest.
    static let leastBounce = 30.0
    /// How near in points what touches is.
    static let touchingDistance = 0.5
    /// What moves less than this in points…
    static let restDistance = 0.25
    /// …and turns less than this in radians…
    static let restAngle = 0.01
    /// …for so many seconds, rests.
    static let restSeconds = 0.5
}
