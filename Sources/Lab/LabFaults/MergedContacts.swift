import TouchKitContacts
import TouchKitGeometry

/// Two fingers near each other are one for the panel: the older one, in their middle.
///
/// They are two again when they are a tenth farther apart than where they became one. More of them become
/// one in the same way: each that comes near an older one is covered by it.
struct MergedContacts: PanelFaultStage {
    private let distance: Double
    private let size: PanelSize
    private var contacts: FaultContacts
    /// The slots, the oldest finger's first; its memory is used again.
    private var byAge: [Int] = []

    init(millimeters: Double, _ panel: FaultyPanel) {
        distance = millimeters
        size = panel.size
        contacts = FaultContacts(slotCount: panel.slotCount)
    }

    mutating func take(_ frame: TouchFrame, into output: inout TouchFrameBuffer) {
        contacts.update(frame)
        sortByAge()
        for (age, slot) in byAge.enumerated() { findCover(of: slot, among: byAge[..<age]) }
        for slot in byAge { findPlace(of: slot) }
        output.append(device: frame.device, time: frame.time) { contacts.report(into: &$0) }
    }

    private mutating func sortByAge() {
        byAge.removeAll(keepingCapacity: true)
        for slot in contacts.fingers.indices {
            guard let finger = contacts.fingers[slot] else { continue }
            var place = byAge.count
            while place > 0, let older = contacts.fingers[byAge[place - 1]],
                older.order > finger.order
            {
                place -= 1
            }
            byAge.insert(slot, at: place)
        }
    }

    /// Finds the nearest older finger that covers this one, if one does.
    private mutating func findCover(of slot: Int, among older: ArraySlice<Int>) {
        guard let finger = contacts.fingers[slot] else { return }
        var nearest: (order: Int, distance: Double)?
        for candidate in older {
            guard let other = contacts.fingers[candidate], !other.isHidden else { continue }
            let apart = size.distance(other.contact.position, finger.contact.position)
            let limit = finger.cover == other.order ? distance * 1.1 : distance
            guard apart < limit, apart < nearest?.distance ?? .infinity else { continue }
            nearest = (other.order, apart)
        }
        contacts.change(slot) {
            $0.cover = nearest?.order
            $0.isHidden = nearest != nil
        }
    }

    /// Puts a finger into the middle of those that it covers and itself.
    private mutating func findPlace(of slot: Int) {
        guard let finger = contacts.fingers[slot] else { return }
        var sum = finger.contact.position
        var count = 1.0
        for other in byAge {
            guard let covered = contacts.fingers[other], covered.cover == finger.order else {
                continue
            }
            sum.x += covered.contact.position.x
            sum.y += covered.contact.position.y
            count += 1
        }
        let middle = CGPoint(x: sum.x / count, y: sum.y / count)
        contacts.place(slot, at: count > 1 ? middle : nil)
    }
}
