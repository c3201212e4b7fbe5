import TouchKitContacts
import TouchKitGeometry

/// A fault that withholds motion at random intervals for a fixed time, like a touchscreen or bus
/// that stalls.
///
/// ```
///           first motion after the interval                  gap
///     reporting ──────────────────────────────▶ stalling ──────────────────────▶ reporting
/// ```
struct ReportGaps: FaultStage {
    private enum State: Sendable {
        /// The first motion at or after the given time starts a gap.
        case reporting(until: Timestamp)
        /// Motion is withheld, and is reported at the given time.
        case stalling(until: Timestamp)
    }

    private let device: DeviceID
    private let gap: Int64
    private let seconds: Double
    private var state: State
    private var random: RepeatableRandom
    private var withheld: WithheldMotions

    /// Creates a stage with gaps of `milliseconds` at random intervals of about `seconds`,
    /// beginning at `start`.
    init(
        milliseconds: Double, seconds: Double, _ touchscreen: TouchscreenProperties,
        _ random: RepeatableRandom,
        start: Timestamp
    ) {
        device = touchscreen.device
        gap = Int64((milliseconds * 1_000).rounded())
        self.seconds = seconds
        withheld = WithheldMotions(slotCount: touchscreen.slotCount)
        self.random = random
        state = .reporting(until: self.random.deadline(about: seconds, after: start))
    }

    func nextDeadline(isEnding: Bool) -> Timestamp? {
        guard case .stalling(let until) = state else { return nil }
        return until
    }

    mutating func process(_ frame: TouchFrame, into output: inout TouchFrameBuffer) {
        if case .reporting(let until) = state, until <= frame.time, frame.isMotionOnly {
            state = .stalling(until: frame.time.advanced(byMicroseconds: gap))
        }
        guard case .stalling = state else {
            output.append(frame)
            return
        }
        output.append(device: frame.device, time: frame.time) {
            withheld.withhold(frame, passingOthersTo: &$0)
        }
    }

    mutating func handleDeadline(at time: Timestamp, into output: inout TouchFrameBuffer) {
        output.append(device: device, time: time) { withheld.release(into: &$0) }
        state = .reporting(until: random.deadline(about: seconds, after: time))
    }
}
