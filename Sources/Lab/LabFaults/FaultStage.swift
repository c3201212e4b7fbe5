import TouchKitContacts
import TouchKitGeometry

/// A stage of a `FaultInjector`, which simulates one fault by changing touch frames.
///
/// Input and output are valid streams: every contact that starts has its own slot and tracking id.
protocol FaultStage: Sendable {
    /// Returns the next time at which the fault emits a frame without input, or `nil` if there is
    /// no such time.
    ///
    /// - Parameter isEnding: Whether the stream has ended. The fault then completes effects in
    ///   progress and starts no new ones.
    func nextDeadline(isEnding: Bool) -> Timestamp?
    /// Processes a frame and appends the result to `output`. The caller has already handled all
    /// deadlines before the frame's time.
    mutating func process(_ frame: TouchFrame, into output: inout TouchFrameBuffer)
    /// Appends the frame that is due at the deadline `time` to `output`. Afterwards
    /// `nextDeadline(isEnding:)` is later than `time`.
    mutating func handleDeadline(at time: Timestamp, into output: inout TouchFrameBuffer)
}

extension FaultStage {
    func nextDeadline(isEnding: Bool) -> Timestamp? { nil }

    mutating func handleDeadline(at time: Timestamp, into output: inout TouchFrameBuffer) {}
}

extension TouchFault {
    /// Returns the stage that injects the fault.
    ///
    /// - Parameters:
    ///   - touchscreen: The properties of the touchscreen.
    ///   - random: The fault's own generator of random numbers. With one generator per fault,
    ///     adding a fault does not change the effects of other faults.
    ///   - start: The time at which injection starts.
    func makeStage(
        on touchscreen: TouchscreenProperties, _ random: RepeatableRandom, start: Timestamp
    ) -> any FaultStage {
        switch self {
        case .deadColumn(let x, let width):
            DeadBand(isColumn: true, center: x / 100, width: width, touchscreen)
        case .deadRow(let y, let height):
            DeadBand(isColumn: false, center: y / 100, width: height, touchscreen)
        case .swapAxes: MisplacedContacts(.swapped, touchscreen, random)
        case .flipX: MisplacedContacts(.flippedX, touchscreen, random)
        case .flipY: MisplacedContacts(.flippedY, touchscreen, random)
        case .offset(let dx, let dy):
            MisplacedContacts(.moved(CGVector(dx: dx, dy: dy)), touchscreen, random)
        case .scale(let x, let y):
            MisplacedContacts(.scaled(CGVector(dx: x, dy: y)), touchscreen, random)
        case .jitter(let millimeters):
            MisplacedContacts(.scattered(millimeters: millimeters), touchscreen, random)
        case .bend(let millimeters):
            MisplacedContacts(.bent(millimeters: millimeters), touchscreen, random)
        case .lostSlot(let slot): LostSlot(slot, touchscreen, random, start: start)
        case .swappedSlots(let seconds): SwappedSlots(seconds: seconds, touchscreen, random)
        case .ghost(let seconds): GhostContacts(seconds: seconds, touchscreen, random, start: start)
        case .mergeDistance(let millimeters):
            MergedContacts(millimeters: millimeters, touchscreen)
        case .slowRate(let hertz): SlowReports(hertz: hertz, touchscreen)
        case .gaps(let milliseconds, let seconds):
            ReportGaps(
                milliseconds: milliseconds, seconds: seconds, touchscreen, random, start: start)
        case .stuck(let x, let y):
            StuckContact(near: CGPoint(x: x / 100, y: y / 100), touchscreen)
        case .stuckAnywhere: StuckContact(near: nil, touchscreen)
        case .doubleTapBounce(let percent):
            BouncingTaps(percent: percent, touchscreen, random)
        }
    }
}

extension RepeatableRandom {
    /// Returns a random time, between 0.5 and 1.5 times `seconds` after `time`.
    mutating func deadline(about seconds: Double, after time: Timestamp) -> Timestamp {
        time.advanced(
            byMicroseconds: Int64((seconds * 1_000_000 * number(in: 0.5...1.5)).rounded()))
    }
}

extension TouchscreenSize {
    /// Returns the distance in millimeters between two positions, given as fractions of the size.
    func distance(_ first: CGPoint, _ second: CGPoint) -> Double {
        let dx = (first.x - second.x) * width
        let dy = (first.y - second.y) * height
        return (dx * dx + dy * dy).squareRoot()
    }
}
