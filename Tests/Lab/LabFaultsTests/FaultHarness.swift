import LabFaults
import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport

/// A contact that moves in a straight line or rests, with a report every 10 ms.
struct ContactPath {
    var slot = 0
    var from: CGPoint
    var to: CGPoint
    /// The start time, in milliseconds.
    var start: Int64 = 0
    /// The time between the start and the lift, in milliseconds.
    var duration: Int64

    /// Creates a contact that rests at `position`.
    init(_ slot: Int = 0, at position: CGPoint, start: Int64 = 0, duration: Int64) {
        self.init(slot, from: position, to: position, start: start, duration: duration)
    }

    /// Creates a contact that moves from `from` to `to`.
    init(_ slot: Int = 0, from: CGPoint, to: CGPoint, start: Int64 = 0, duration: Int64) {
        self.slot = slot
        self.from = from
        self.to = to
        self.start = start
        self.duration = duration
    }

    /// Returns the contact at a time in milliseconds, or `nil` before its start and after its lift.
    fileprivate func contact(at millisecond: Int64, trackingID: Int32) -> TouchContact? {
        let elapsed = millisecond - start
        guard elapsed >= 0, elapsed <= duration else { return nil }
        // The lift is at the position of the last motion.
        let fraction = Double(min(elapsed, duration - 10)) / Double(max(10, duration - 10))
        return TouchContact(
            slot: slot, trackingID: trackingID,
            state: elapsed == 0 ? .down : elapsed == duration ? .up : .motion,
            position: CGPoint(
                x: from.x + (to.x - from.x) * fraction, y: from.y + (to.y - from.y) * fraction))
    }
}

/// Runs fault injection on the frames of contact paths.
struct FaultHarness {
    static let device = DeviceID(rawValue: 1)
    /// The touchscreen's size: one millimeter is one hundredth of the width and height.
    static let size = TouchscreenSize(width: 100, height: 100)

    var touchscreen = TouchscreenProperties(device: device, slotCount: 5, size: size)
    var seed: UInt64 = 1
    var end: Timestamp?

    /// Returns the frames of contact paths, with tracking ids from 1 in the order of their start.
    static func frames(_ paths: [ContactPath]) -> [TouchFrame] {
        let paths = paths.enumerated().sorted {
            ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
        }.map(\.element)
        let end = paths.map { $0.start + $0.duration }.max() ?? 0
        return stride(from: Int64(0), through: end, by: 10).compactMap { millisecond in
            let contacts = paths.enumerated().compactMap {
                $0.element.contact(at: millisecond, trackingID: Int32($0.offset) + 1)
            }.sorted { $0.slot < $1.slot }
            return contacts.isEmpty
                ? nil
                : TouchFrame(
                    device: device, time: Timestamp(microseconds: millisecond * 1_000),
                    contacts: contacts)
        }
    }

    /// Returns the frames with injected faults.
    func run(_ frames: [TouchFrame], _ faults: TouchFault...) -> [TouchFrame] {
        run(frames, faults)
    }

    /// Returns the frames with injected faults.
    func run(_ frames: [TouchFrame], _ faults: [TouchFault]) -> [TouchFrame] {
        var source = FaultInjectingSource(
            TouchFrameList(frames), [FaultInjector(faults, touchscreen: touchscreen, seed: seed)],
            until: end)
        var all: [TouchFrame] = []
        var frame = TouchFrame(device: Self.device, time: .zero)
        while source.next(into: &frame) { all.append(frame) }
        return all
    }

    /// Returns the frames of contact paths with injected faults.
    func run(_ paths: [ContactPath], _ faults: TouchFault...) -> [TouchFrame] {
        run(Self.frames(paths), faults)
    }
}

extension [TouchFrame] {
    /// Returns all contacts in a state, with the times of their frames in milliseconds.
    func contacts(
        _ state: TouchContact.State
    ) -> [(milliseconds: Double, contact: TouchContact)] {
        flatMap { frame in
            frame.contacts.filter { $0.state == state }.map {
                (Double(frame.time.microseconds) / 1_000, $0)
            }
        }
    }

    /// The positions of all starts and motions.
    var positions: [CGPoint] {
        flatMap { $0.contacts.filter { $0.state == .down || $0.state == .motion }.map(\.position) }
    }

    /// The numbers of starts, motions and lifts.
    var counts: [Int] {
        [contacts(.down).count, contacts(.motion).count, contacts(.up).count]
    }
}

/// Checks a stream of frames against the kernel's multi-touch protocol, and records violations as
/// issues.
struct SlotProtocolChecker {
    private let slotCount: Int
    private var down: [Int: TouchContact] = [:]
    private var usedTrackingIDs: Set<Int32> = []
    private var time = Timestamp(microseconds: .min)

    /// Creates a checker for a touchscreen with `slotCount` slots.
    init(slotCount: Int) {
        self.slotCount = slotCount
    }

    /// The number of contacts that are down.
    var downCount: Int { down.count }

    /// Checks frames that follow those of earlier calls.
    mutating func check(_ frames: [TouchFrame], _ comment: String) {
        for frame in frames {
            if let violation = violation(of: frame) {
                Issue.record("\(violation): \(frame); \(comment)")
                return
            }
        }
    }

    private mutating func violation(of frame: TouchFrame) -> String? {
        if frame.time < time { return "time runs backwards" }
        time = frame.time
        if frame.contacts.isEmpty { return "the frame is empty" }
        var last: TouchContact?
        for contact in frame.contacts {
            if let last, last.slot >= contact.slot {
                let isFollowed =
                    last.slot == contact.slot && contact.state == .down
                    && (last.state == .up || last.state == .cancel)
                if !isFollowed { return "slots are out of order" }
            }
            last = contact
            if let violation = violation(of: contact) { return "\(contact): \(violation)" }
        }
        return nil
    }

    private mutating func violation(of contact: TouchContact) -> String? {
        guard 0..<slotCount ~= contact.slot else { return "invalid slot" }
        guard 0...0xffff ~= contact.trackingID else { return "invalid tracking id" }
        guard 0...1 ~= contact.position.x, 0...1 ~= contact.position.y else {
            return "outside of the touchscreen"
        }
        let previous = down[contact.slot]
        switch contact.state {
        case .down:
            if previous != nil { return "the slot is in use" }
            if !usedTrackingIDs.insert(contact.trackingID).inserted {
                return "the tracking id was used before"
            }
            down[contact.slot] = contact
        case .motion:
            if previous?.trackingID != contact.trackingID { return "no such contact" }
            down[contact.slot] = contact
        case .up, .cancel:
            if previous?.trackingID != contact.trackingID { return "no such contact" }
            if previous?.position != contact.position { return "lifted at another position" }
            if previous?.rawPosition != contact.rawPosition { return "lifted at another position" }
            down[contact.slot] = nil
        }
        return nil
    }
}
