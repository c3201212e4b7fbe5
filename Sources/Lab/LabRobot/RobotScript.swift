import TouchKitContacts
import TouchKitGeometry

/// A touch frame source that generates synthetic touches. Equal scripts, rates, durations and seeds
/// give equal touches.
///
/// Positions are fractions of the touchscreen's size in scanout orientation, and times start at 0.
/// Contacts start within `startRange`, clear of toolbars at the edges, and stay within
/// `contactRange`. Touch frames without changes are omitted, as the kernel omits them. The last
/// touch frame lifts all contacts. The speeds match human fingers (see docs/benchmark.md).
package struct RobotScript: TouchFrameSource {
    /// The available scripts.
    package enum Name: String, CaseIterable, Sendable {
        /// One contact that draws four circles, lifts, and starts again.
        case circle
        /// Ten contacts that scribble.
        case scribble
        /// Four contacts that tap at the speed of fingers, some of them twice at the same position.
        case tapStorm = "tap-storm"
        /// A tap that selects the stroke in the center, from `strokeStart` to `strokeEnd`, and then
        /// two contacts that move, scale and rotate the stroke.
        case pinchRotate = "pinch-rotate"
        /// A contact that long-presses the stroke in the center, from `strokeStart` to `strokeEnd`,
        /// and then drags the stroke.
        case drag
        /// Ten contacts that move slowly.
        case sparkles
        /// One contact that flings a list upward every 1.3 s.
        case fling

        /// The largest number of contacts that are down at the same time.
        package var contactCount: Int {
            switch self {
            case .circle, .drag, .fling: 1
            case .pinchRotate: 2
            case .tapStorm: 4
            case .scribble, .sparkles: 10
            }
        }
    }

    /// The range of the positions at which contacts start, as fractions of the width and height. On
    /// a screen 240 points high the range is clear of the toolbar.
    package static let startRange = 0.22...0.78
    /// The range of all positions, as fractions of the width and height.
    package static let contactRange = 0.05...0.95
    /// The start of the stroke that `pinchRotate` and `drag` manipulate, as fractions of the size.
    package static let strokeStart = CGPoint(x: 0.3, y: 0.5)
    /// The end of the stroke that `pinchRotate` and `drag` manipulate, as fractions of the size.
    package static let strokeEnd = CGPoint(x: 0.7, y: 0.5)

    /// The name of the script that is played.
    package let name: Name
    /// The number of touch frames per second, including touch frames without changes, which are
    /// omitted.
    package let rateHz: Int
    /// The time after which all contacts are lifted, in microseconds.
    package let duration: Int64

    private var contacts: RobotContacts
    private var frameIndex: Int64 = 0
    private var hasEnded = false

    /// Creates a script that starts at its first touch frame.
    ///
    /// - Parameters:
    ///   - name: The script's name.
    ///   - rateHz: The number of touch frames per second, at least 1. Real touchscreens report 60
    ///     to 240 frames per second.
    ///   - duration: The duration in microseconds. The last touch frame is the first one at or
    ///     after this time.
    ///   - seed: The seed of the random numbers.
    package init(_ name: Name, rateHz: Int, duration: Int64, seed: UInt64 = 1) {
        self.name = name
        self.rateHz = max(rateHz, 1)
        self.duration = max(duration, 0)
        contacts = RobotContacts(name, seed: seed)
    }

    /// The largest number of contacts that are down at the same time.
    package var contactCount: Int { name.contactCount }

    /// Writes the next touch frame into `frame`. Allocates nothing if `frame` has a capacity of at
    /// least `contactCount` contacts.
    ///
    /// - Returns: `false` if the script has ended.
    package mutating func next(into frame: inout TouchFrame) -> Bool {
        frame.device = DeviceID(rawValue: 1)
        frame.contacts.removeAll(keepingCapacity: true)
        while !hasEnded {
            frame.time = Timestamp(microseconds: frameIndex * 1_000_000 / Int64(rateHz))
            frameIndex += 1
            hasEnded = frame.time.microseconds >= duration
            contacts.appendFrame(
                at: frame.time.microseconds, liftsAll: hasEnded, end: duration,
                to: &frame.contacts)
            if !frame.contacts.isEmpty { return true }
        }
        return false
    }
}
