import TouchKitContacts
import TouchKitGeometry

/// A fault that limits the rate of motion reports. Each report contains the newest positions.
///
/// Starts and ends of contacts are reported immediately, together with the newest positions of the
/// other contacts.
struct SlowReports: FaultStage {
    private let device: DeviceID
    /// The shortest time between motion reports, in microseconds.
    private let period: Int64
    /// The earliest time of the next motion report.
    private var nextReport: Timestamp?
    private var withheld: WithheldMotions

    /// Creates a stage with at most `hertz` motion reports per second.
    init(hertz: Double, _ touchscreen: TouchscreenProperties) {
        device = touchscreen.device
        period = Int64((1_000_000 / hertz).rounded())
        withheld = WithheldMotions(slotCount: touchscreen.slotCount)
    }

    func nextDeadline(isEnding: Bool) -> Timestamp? { withheld.isEmpty ? nil : nextReport }

    mutating func process(_ frame: TouchFrame, into output: inout TouchFrameBuffer) {
        let isWithheld = frame.isMotionOnly && nextReport.map { frame.time < $0 } ?? false
        output.append(device: frame.device, time: frame.time) { contacts in
            withheld.withhold(frame, passingOthersTo: &contacts)
            if !isWithheld { withheld.release(into: &contacts) }
        }
        if !isWithheld { nextReport = frame.time.advanced(byMicroseconds: period) }
    }

    mutating func handleDeadline(at time: Timestamp, into output: inout TouchFrameBuffer) {
        output.append(device: device, time: time) { withheld.release(into: &$0) }
        nextReport = time.advanced(byMicroseconds: period)
    }
}
