import TouchKitContacts
import TouchKitGeometry

/// A fault that merges contacts that are close to each other: only the oldest contact is reported,
/// at the mean position.
///
/// Merged contacts separate when their distance exceeds the merge distance by 10 percent. Any
/// number of contacts can merge into one older contact.
struct MergedContacts: FaultStage {
    private let distance: Double
    private let size: TouchscreenSize
    private var contacts: ReportedContacts
    /// The slots sorted by the age of their contacts, with the oldest contact first. The memory is
    /// reused.
    private var byAge: [Int] = []

    /// Creates a stage that merges contacts closer than `millimeters`.
    init(millimeters: Double, _ touchscreen: TouchscreenProperties) {
        distance = millimeters
        size = touchscreen.size
        contacts = ReportedContacts(slotCount: touchscreen.slotCount)
    }

    mutating func process(_ frame: TouchFrame, into output: inout TouchFrameBuffer) {
        contacts.update(frame)
        sortByAge()
        for (age, slot) in byAge.enumerated() { mergeContact(in: slot, into: byAge[..<age]) }
        for slot in byAge { centerContact(in: slot) }
        output.append(device: frame.device, time: frame.time) { contacts.appendReport(to: &$0) }
    }

    private mutating func sortByAge() {
        byAge.removeAll(keepingCapacity: true)
        for slot in contacts.tracked.indices {
            guard let contact = contacts.tracked[slot] else { continue }
            var index = byAge.count
            while index > 0, let older = contacts.tracked[byAge[index - 1]],
                older.order > contact.order
            {
                index -= 1
            }
            byAge.insert(slot, at: index)
        }
    }

    /// Merges the contact in `slot` into the nearest of the contacts in `older`, if one is close
    /// enough.
    private mutating func mergeContact(in slot: Int, into older: ArraySlice<Int>) {
        guard let contact = contacts.tracked[slot] else { return }
        var nearest: (order: Int, distance: Double)?
        for candidate in older {
            guard let other = contacts.tracked[candidate], !other.isHidden else { continue }
            let separation = size.distance(other.contact.position, contact.contact.position)
            let limit = contact.mergedInto == other.order ? distance * 1.1 : distance
            guard separation < limit, separation < nearest?.distance ?? .infinity else { continue }
            nearest = (other.order, separation)
        }
        contacts.modifyContact(in: slot) {
            $0.mergedInto = nearest?.order
            $0.isHidden = nearest != nil
        }
    }

    /// Moves a contact to the mean position of itself and the contacts merged into it.
    private mutating func centerContact(in slot: Int) {
        guard let contact = contacts.tracked[slot] else { return }
        var sum = contact.contact.position
        var count = 1.0
        for other in byAge {
            guard let merged = contacts.tracked[other], merged.mergedInto == contact.order else {
                continue
            }
            sum.x += merged.contact.position.x
            sum.y += merged.contact.position.y
            count += 1
        }
        let center = CGPoint(x: sum.x / count, y: sum.y / count)
        contacts.setPosition(count > 1 ? center : nil, ofContactIn: slot)
    }
}
