import TouchKitContacts
import TouchKitGeometry

/// Motions that aren't reported yet: the newest of each slot.
struct HeldMotions: Sendable {
    private var motions: [TouchContact?]
    private var count = 0

    init(slotCount: Int) {
        motions = Array(repeating: nil, count: slotCount)
    }

    var isEmpty: Bool { count == 0 }

    /// Keeps the motions of a frame, forgets those of fingers that end in it, and appends what else it says.
    mutating func hold(_ frame: TouchFrame, passingInto contacts: inout [TouchContact]) {
        for contact in frame.contacts where motions.indices.contains(contact.slot) {
            if motions[contact.slot] == nil, contact.state == .motion { count += 1 }
            if motions[contact.slot] != nil, contact.state != .motion { count -= 1 }
            motions[contact.slot] = contact.state == .motion ? contact : nil
            if contact.state != .motion { contacts.append(contact) }
        }
    }

    /// Appends what was held.
    mutating func release(into contacts: inout [TouchContact]) {
        for slot in motions.indices {
            guard let motion = motions[slot] else { continue }
            contacts.append(motion)
            motions[slot] = nil
        }
        count = 0
        contacts.sortBySlot()
    }
}

extension TouchFrame {
    /// Whether its contacts do nothing but move.
    var isMotionOnly: Bool { contacts.allSatisfy { $0.state == .motion } }
}

/// A panel that looks rarely: after a report, there is none of mere motion for a while; then the newest places.
/// Fingers that come down or are lifted are reported at once, and the others' newest places with them.
struct SlowReports: PanelFaultStage {
    private let device: DeviceID
    /// From a report to the next one, in microseconds.
    private let period: Int64
    private var next: Timestamp?
    private var held: HeldMotions

    init(hertz: Double, _ panel: FaultyPanel) {
        device = panel.device
        period = Int64((1_000_000 / hertz).rounded())
        held = HeldMotions(slotCount: panel.slotCount)
    }

    func nextDue(isEnding: Bool) -> Timestamp? { held.isEmpty ? nil : next }

    mutating func take(_ frame: TouchFrame, into output: inout TouchFrameBuffer) {
        let waits = frame.isMotionOnly && next.map { frame.time < $0 } ?? false
        output.append(device: frame.device, time: frame.time) { contacts in
            held.hold(frame, passingInto: &contacts)
            if !waits { held.release(into: &contacts) }
        }
        if !waits { next = frame.time.advanced(byMicroseconds: period) }
    }

    mutating func fire(at time: Timestamp, into output: inout TouchFrameBuffer) {
        output.append(device: device, time: time) { held.release(into: &$0) }
        next = time.advanced(byMicroseconds: period)
    }
}

/// A panel, or a bus, that stalls: motions are held back for a while, then the newest places come.
///
/// ```
///              the first motion after its time             so many milliseconds
///     reporting ──────────────────────────────▶ stalling ──────────────────────▶ reporting
/// ```
struct ReportGaps: PanelFaultStage {
    private enum State: Sendable {
        /// The next motion from then on is held back.
        case reporting(until: Timestamp)
        case stalling(until: Timestamp)
    }

    private let device: DeviceID
    private let gap: Int64
    private let seconds: Double
    private var state: State
    private var random: RepeatableRandom
    private var held: HeldMotions

    init(
        milliseconds: Double, seconds: Double, _ panel: FaultyPanel, _ random: RepeatableRandom,
        start: Timestamp
    ) {
        device = panel.device
        gap = Int64((milliseconds * 1_000).rounded())
        self.seconds = seconds
        held = HeldMotions(slotCount: panel.slotCount)
        self.random = random
        state = .reporting(
            until: start.advanced(byMicroseconds: self.random.microseconds(about: seconds)))
    }

    func nextDue(isEnding: Bool) -> Timestamp? {
        guard case .stalling(let until) = state else { return nil }
        return until
    }

    mutating func take(_ frame: TouchFrame, into output: inout TouchFrameBuffer) {
        if case .reporting(let until) = state, until <= frame.time, frame.isMotionOnly {
            state = .stalling(until: frame.time.advanced(byMicroseconds: gap))
        }
        guard case .stalling = state else {
            output.append(frame)
            return
        }
        output.append(device: frame.device, time: frame.time) {
            held.hold(frame, passingInto: &$0)
        }
    }

    mutating func fire(at time: Timestamp, into output: inout TouchFrameBuffer) {
        output.append(device: device, time: time) { held.release(into: &$0) }
        state = .reporting(
            until: time.advanced(byMicroseconds: random.microseconds(about: seconds)))
    }
}
