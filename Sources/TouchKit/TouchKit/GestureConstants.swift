/// The thresholds and switches of the touch rules, each with its unit, its rule (docs/rules.md) and
/// where it comes from.
package enum GestureConstants {
    /// The longest time from a lift to the contact that counts as the next tap, in µs:
    /// as others re-implemented it; some take 0.30 s.
    package static let tapIntervalMicroseconds: Int64 = 350_000
    /// The farthest that contact may be from the one before, in points:
    /// a third of an inch, as others re-implemented it.
    package static let tapDistance = 45.0
    /// Below this opacity a view isn't hit: as Apple documents `hitTest`.
    package static let leastHittableAlpha = 0.01

    // MARK: Tap

    /// The longest time from the first finger's contact to the last one's lift, in seconds;
    /// as others re-implemented it, not measured.
    package static let tapDuration = 0.75
    /// The longest time from a tap's lift to the next one's contact, in seconds; the same as
    /// for `tapCount`.
    package static let tapInterval = Double(tapIntervalMicroseconds) / 1_000_000
    /// How far a tapping finger may move from where it came down, in points; as others
    /// re-implemented it.
    package static let tapMovement = 10.0

    // MARK: Long press

    /// The shortest press, in seconds: Apple's default.
    package static let pressDuration = 0.5
    /// How far a pressing finger may move before it is recognized, in points: Apple's default.
    package static let pressMovement = 10.0

    // MARK: Pan

    /// How far the fingers' centre has to travel, in points: measured from the traces of
    /// scroll views on devices.
    package static let panDistance = 10.0
    /// How close to an edge of the screen an edge pan's first finger has to come down, in points
    /// others use 20 to 24.
    package static let edgeWidth = 20.0

    // MARK: Recognizers of applications

    /// How long a recognizer may go on without a finger and without assigning itself a state, in µs:
    /// ours; far longer than anybody's own wait for the next stroke, and no view waits for ever.
    package static let idleMicroseconds: Int64 = 5_000_000
    /// For how many new fingers there is a place at any time: more than a panel reports.
    package static let placesInReserve = 20

    // MARK: Swipe

    /// How far along its direction a swipe has to go at time 0, in points: measured.
    package static let swipeDistance = 50.0
    /// By which part of it that becomes less in each second: measured.
    package static let swipeDistanceDecay = 0.94
    /// How far across its direction a swipe may go at time 0, in points: measured.
    package static let swipeDeviation = 50.0
    /// By which part of it that becomes less in each second: measured.
    package static let swipeDeviationDecay = 0.98
    /// The longest time from the contact, in µs, inclusive: measured.
    package static let swipeMicroseconds = 500_000.0

    // MARK: Pinch and rotation

    /// By how much the fingers' distance has to change, in points: measured.
    package static let pinchDistance = 10.0
    /// How much of that doesn't count, in points: measured.
    package static let pinchBaselineShift = 8.0
    /// By how much the fingers have to turn, in radians: 10°, measured.
    package static let rotationAngle = 10 * Double.pi / 180
    /// What a measured length or angle may lack of a threshold, in points or radians: rounding, far
    /// below what any panel resolves.
    package static let roundingSlack = 1e-6
    /// How much of that doesn't count, in radians: 5°, measured.
    package static let rotationBaselineShift = 5 * Double.pi / 180

    // MARK: Switches

    /// An action comes before the cancelled touches of the views; Apple's header has it the
    /// other way round, logs of real devices this way.
    package static let actionBeforeCancel = true
    /// A tap that follows one whose end is withheld is withheld as well, so that a double tap
    /// is began, action, cancelled.
    package static let queueFollowUpTap = true
    /// Who is through is reset in the same delivery, not when the last finger is lifted.
    package static let resetImmediately = true
    /// A pan's translation doesn't contain the distance that made it one.
    package static let panRemovesHysteresis = true
}
