/// The thresholds and switches of the touch rules, each with its unit, the number of its rule in
/// docs/rules.md and its origin.
///
/// Origins: "Apple" means Apple's documentation or headers, "measured" means traces of real iOS
/// devices, and "re-implementations" means other projects that re-implement UIKit's touch handling.
package enum GestureConstants {
    /// The maximum time from the lift of a touch to the next touch-down that increases `tapCount`,
    /// in µs. The value is from re-implementations of UIKit, some of which use 0.30 s.
    package static let tapIntervalMicroseconds: Int64 = 350_000
    /// The maximum distance between consecutive taps that increase `tapCount`, in points:
    /// a third of an inch. The value is from re-implementations of UIKit.
    package static let tapDistance = 45.0
    /// The opacity below which hit-testing ignores a view. The value is from Apple's
    /// documentation of `hitTest(_:with:)`.
    package static let minimumHitTestAlpha = 0.01

    // MARK: Tap

    /// The maximum duration of a tap, from the touch-down of the first touch to the lift of the
    /// last touch, in seconds. The value is from re-implementations of UIKit and was not
    /// measured.
    package static let tapDuration = 0.75
    /// The maximum time from the lift of a tap to the touch-down of the next tap, in seconds
    /// equals `tapIntervalMicroseconds`.
    package static let tapInterval = Double(tapIntervalMicroseconds) / 1_000_000
    /// The maximum distance that a touch may move during a tap, in points. The value is from
    /// re-implementations of UIKit.
    package static let tapMovement = 10.0

    // MARK: Long press

    /// The minimum duration of a long press, in seconds. The value is Apple's default.
    package static let longPressDuration = 0.5
    /// The maximum distance that a touch may move before a long press is recognized, in points. The
    /// value is Apple's default.
    package static let longPressMovement = 10.0

    // MARK: Pan

    /// The minimum distance that the touches' centroid must move to start a pan, in points
    /// . The value was measured in traces of iOS scroll views.
    package static let panDistance = 10.0
    /// The maximum distance from the screen edge at which the first touch of an edge pan may begin,
    /// in points. Re-implementations of UIKit use 20 to 24.
    package static let edgePanWidth = 20.0

    // MARK: Recognizers of applications

    /// The time after which a recognizer is reset if it has no touches down and assigns itself no
    /// state, in µs. The value was chosen for TouchKit: long enough for any multi-stroke
    /// recognizer, and short enough that touches are not withheld from views indefinitely.
    package static let idleTimeoutMicroseconds: Int64 = 5_000_000
    /// The number of contact indices that stay free for new contacts: more than any touchscreen
    /// reports at a time.
    package static let reservedContactIndexCount = 20

    // MARK: Swipe

    /// The minimum distance along the swipe's direction for a swipe of duration 0, in points
    /// . The minimum decreases with the swipe's duration. The value was measured on iOS
    /// devices.
    package static let swipeDistance = 50.0
    /// The fraction of `swipeDistance` by which the minimum distance decreases per second of the
    /// swipe's duration. The value was measured on iOS devices.
    package static let swipeDistanceDecay = 0.94
    /// The maximum distance across the swipe's direction for a swipe of duration 0, in points. The
    /// maximum decreases with the swipe's duration. The value was measured on iOS devices.
    package static let swipeDeviation = 50.0
    /// The fraction of `swipeDeviation` by which the maximum deviation decreases per second of the
    /// swipe's duration. The value was measured on iOS devices.
    package static let swipeDeviationDecay = 0.98
    /// The maximum duration of a swipe from touch-down, in µs, inclusive. The value was measured on
    /// iOS devices.
    package static let swipeDurationMicroseconds = 500_000.0

    // MARK: Pinch and rotation

    /// The minimum change of the distance between two touches that starts a pinch, in points
    /// . The value was measured on iOS devices.
    package static let pinchDistance = 10.0
    /// The part of the initial change in distance that the pinch's scale excludes, in points
    /// . The value was measured on iOS devices.
    package static let pinchBaselineShift = 8.0
    /// The minimum rotation of two touches that starts a rotation gesture, in radians:
    /// 10°. The value was measured on iOS devices.
    package static let rotationAngle = 10 * Double.pi / 180
    /// The tolerance for rounding errors when a length or angle is compared with a threshold, in
    /// points or radians. The tolerance is far below any touchscreen's resolution.
    package static let roundingTolerance = 1e-6
    /// The part of the initial rotation that the gesture's rotation excludes, in radians:
    /// 5°. The value was measured on iOS devices.
    package static let rotationBaselineShift = 5 * Double.pi / 180

    // MARK: Switches

    /// Whether a recognizer's action is called before the views of its touches receive
    /// `touchesCancelled`. Apple's header states the opposite order, but in logs of real
    /// devices the action comes first.
    package static let actionBeforeCancel = true
    /// Whether a tap that follows a tap with a withheld end is withheld as well, so that in
    /// a double tap, the view receives `touchesBegan` once, the recognizer then calls its action,
    /// and the view finally receives `touchesCancelled`.
    package static let queueFollowUpTap = true
    /// Whether a recognizer that has finished is reset in the same delivery, instead of when the
    /// last touch is lifted.
    package static let resetImmediately = true
    /// Whether a pan's translation excludes the distance that the touches moved before the pan
    /// began.
    package static let panRemovesHysteresis = true
}
