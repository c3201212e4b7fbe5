import TouchKitContacts
import TouchKitGeometry

/// A panel without a fault under a technician's fingers: says where they are, so many times a second.
package struct GoodPanel {
    /// The device that its frames name.
    package static let device = DeviceID(rawValue: 1)
    /// The ranges of its axes.
    package static let axis = SlotDecoder.Axis(minimum: 0, maximum: 4_095)

    /// Reports a second.
    package var rate = 100.0
    /// The contacts that it can tell apart.
    package var slotCount = 10
    private var nextTrackingID: Int32 = 1
    /// The finger in each slot, with its tracking id.
    private var slots: [(finger: Int, trackingID: Int32, place: CGPoint)?]

    init() {
        slots = Array(repeating: nil, count: slotCount)
    }

    /// The microseconds between two reports.
    var period: Int64 { Int64((1_000_000 / rate).rounded()) }

    /// What it says of fingers at one moment; nil where no finger is or was there.
    ///
    /// - Parameters:
    ///   - fingers: Where they are, 0…1 across the panel, by the finger.
    ///   - time: The moment.
    mutating func report(_ fingers: [Int: CGPoint], at time: Timestamp) -> TouchFrame? {
        var frame = TouchFrame(device: Self.device, time: time)
        for slot in slots.indices {
            guard let held = slots[slot] else { continue }
            let place = fingers[held.finger].map(Self.measured)
            frame.contacts.append(
                contact(slot, held.trackingID, place == nil ? .up : .motion, place ?? held.place))
            slots[slot] = place.map { (held.finger, held.trackingID, $0) }
        }
        let known = Set(slots.compactMap { $0?.finger })
        for finger in fingers.keys.sorted() where !known.contains(finger) {
            guard let place = fingers[finger].map(Self.measured),
                let slot = slots.indices.first(where: { index in
                    slots[index] == nil && !frame.contacts.contains { $0.slot == index }
                })
            else { continue }
            slots[slot] = (finger, nextTrackingID, place)
            frame.contacts.append(contact(slot, nextTrackingID, .down, place))
            nextTrackingID += 1
        }
        return frame.contacts.isEmpty ? nil : frame
    }

    private func contact(
        _ slot: Int, _ trackingID: Int32, _ state: TouchContact.State, _ place: CGPoint
    ) -> TouchContact {
        TouchContact(
            slot: slot, trackingID: trackingID, state: state, position: place,
            rawPosition: TouchContact.RawPosition(
                x: Self.axis.value(at: place.x), y: Self.axis.value(at: place.y)))
    }

    /// A place as the panel's axes have it: in whole units, and never outside.
    private static func measured(_ place: CGPoint) -> CGPoint {
        func unit(_ part: Double) -> Double {
            axis.normalize(min(max(axis.value(at: part), axis.minimum), axis.maximum))
        }
        return CGPoint(x: unit(place.x), y: unit(place.y))
    }
}
