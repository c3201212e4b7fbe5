/// The thresholds and switches of the touch rules, each with its unit and rule; docs/touch.md says
/// where they come from.
package enum GestureConstants {
    /// The longest time from a lift to the contact that counts as the next tap, in µs.
    package static let tapIntervalMicroseconds: Int64 = 350_000
    /// The farthest that contact may be from the one before, in points.
    package static let tapDistance = 45.0
    /// Below this opacity a view isn't hit.
    package static let leastHittableAlpha = 0.01
}
