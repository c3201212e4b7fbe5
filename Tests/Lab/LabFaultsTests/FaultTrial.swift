import LabFaults
import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport

/// A finger's way on a good panel: straight, a report every 10 ms, resting or not.
struct Stroke {
    var slot = 0
    var from: CGPoint
    var to: CGPoint
    /// In milliseconds.
    var start: Int64 = 0
    /// From down to lift, in milliseconds.
    var stay: Int64

    /// A finger that rests.
    init(_ slot: Int = 0, at place: CGPoint, start: Int64 = 0, stay: Int64) {
        self.init(slot, from: place, to: place, start: start, stay: stay)
    }

    init(_ slot: Int = 0, from: CGPoint, to: CGPoint, start: Int64 = 0, stay: Int64) {
        self.slot = slot
        self.from = from
        self.to = to
        self.start = start
        self.stay = stay
    }

    fileprivate func contact(at millisecond: Int64, trackingID: Int32) -> TouchContact? {
        let passed = millisecond - start
        guard passed >= 0, passed <= stay else { return nil }
        // The lift is where the last motion was.
        let part = Double(min(passed, stay - 10)) / Double(max(10, stay - 10))
        return TouchContact(
            slot: slot, trackingID: trackingID,
            state: passed == 0 ? .down : passed == stay ? .up : .motion,
            position: CGPoint(
                x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part))
    }
}

/// What a good panel says, and what a bad one makes of it.
struct FaultTrial {
    static let device = DeviceID(rawValue: 1)
    /// A millimetre is a hundredth of it across and down.
    static let size = PanelSize(width: 100, height: 100)

    var panel = FaultyPanel(device: device, slotCount: 5, size: size)
    var seed: UInt64 = 1
    var end: Timestamp?

    /// The frames of strokes; tracking ids from 1 on, in the order in which fingers come down.
    static func frames(_ strokes: [Stroke]) -> [TouchFrame] {
        let strokes = strokes.enumerated().sorted {
            ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
        }.map(\.element)
        let end = strokes.map { $0.start + $0.stay }.max() ?? 0
        return stride(from: Int64(0), through: end, by: 10).compactMap { millisecond in
            let contacts = strokes.enumerated().compactMap {
                $0.element.contact(at: millisecond, trackingID: Int32($0.offset) + 1)
            }.sorted { $0.slot < $1.slot }
            return contacts.isEmpty
                ? nil
                : TouchFrame(
                    device: device, time: Timestamp(microseconds: millisecond * 1_000),
                    contacts: contacts)
        }
    }

    /// What the bad panel says.
    func run(_ frames: [TouchFrame], _ faults: PanelFault...) -> [TouchFrame] {
        run(frames, faults)
    }

    func run(_ frames: [TouchFrame], _ faults: [PanelFault]) -> [TouchFrame] {
        var source = FaultyFrames(
            TouchFrameList(frames), [PanelFaults(faults, panel: panel, seed: seed)], until: end)
        var all: [TouchFrame] = []
        var frame = TouchFrame(device: Self.device, time: .zero)
        while source.next(into: &frame) { all.append(frame) }
        return all
    }

    func run(_ strokes: [Stroke], _ faults: PanelFault...) -> [TouchFrame] {
        run(Self.frames(strokes), faults)
    }
}

extension [TouchFrame] {
    /// All contacts in a state, with the time of their frame in milliseconds.
    func contacts(
        _ state: TouchContact.State
    ) -> [(milliseconds: Double, contact: TouchContact)] {
        flatMap { frame in
            frame.contacts.filter { $0.state == state }.map {
                (Double(frame.time.microseconds) / 1_000, $0)
            }
        }
    }

    /// The places of all downs and motions.
    var places: [CGPoint] {
        flatMap { $0.contacts.filter { $0.state == .down || $0.state == .motion }.map(\.position) }
    }

    /// Downs, motions and lifts, counted.
    var counts: [Int] {
        [contacts(.down).count, contacts(.motion).count, contacts(.up).count]
    }
}

/// Holds a stream against the kernel's protocol: what no panel could say is recorded as an issue.
struct PanelProtocol {
    private let slotCount: Int
    private var down: [Int: TouchContact] = [:]
    private var known: Set<Int32> = []
    private var time = Timestamp(microseconds: .min)

    init(slotCount: Int) {
        self.slotCount = slotCount
    }

    /// The contacts that are down.
    var downCount: Int { down.count }

    mutating func check(_ frames: [TouchFrame], _ comment: String) {
        for frame in frames {
            if let complaint = take(frame) {
                Issue.record("\(complaint): \(frame); \(comment)")
                return
            }
        }
    }

    private mutating func take(_ frame: TouchFrame) -> String? {
        if frame.time < time { return "time runs backwards" }
        time = frame.time
        if frame.contacts.isEmpty { return "nothing is said" }
        var last: TouchContact?
        for contact in frame.contacts {
            if let last, last.slot >= contact.slot {
                let isFollowed =
                    last.slot == contact.slot && contact.state == .down
                    && (last.state == .up || last.state == .cancel)
                if !isFollowed { return "slots are out of order" }
            }
            last = contact
            if let complaint = take(contact) { return "\(contact): \(complaint)" }
        }
        return nil
    }

    private mutating func take(_ contact: TouchContact) -> String? {
        guard 0..<slotCount ~= contact.slot else { return "there is no such slot" }
        guard 0...0xffff ~= contact.trackingID else { return "that is no tracking id" }
        guard 0...1 ~= contact.position.x, 0...1 ~= contact.position.y else { return "outside" }
        let before = down[contact.slot]
        switch contact.state {
        case .down:
            if before != nil { return "the slot is taken" }
            if !known.insert(contact.trackingID).inserted { return "known already" }
            down[contact.slot] = contact
        case .motion:
            if before?.trackingID != contact.trackingID { return "nobody came down" }
            down[contact.slot] = contact
        case .up, .cancel:
            if before?.trackingID != contact.trackingID { return "nobody is down" }
            if before?.position != contact.position { return "lifted elsewhere" }
            if before?.rawPosition != contact.rawPosition { return "lifted elsewhere" }
            down[contact.slot] = nil
        }
        return nil
    }
}
