import TouchKitContacts
import TouchKitGeometry

/// A simulated touchscreen without faults, which reports the positions of a technician's fingers at
/// a fixed rate.
package struct FaultlessTouchscreen {
    /// The device of all touch frames.
    package static let device = DeviceID(rawValue: 1)
    /// The default range of both axes in device units.
    package static let axis = SlotDecoder.Axis(minimum: 0, maximum: 4_095)

    /// The report rate in Hz.
    package var rate = 100.0
    /// The range of x in device units.
    var axisX = Self.axis
    /// The range of y in device units.
    var axisY = Self.axis
    private var nextTrackingID: Int32 = 1
    /// The finger in each slot, its tracking ID and its last position, or `nil` for a free slot.
    private var slots: [(finger: Int, trackingID: Int32, position: CGPoint)?]

    /// Creates a touchscreen that can track `slotCount` contacts.
    init(slotCount: Int) {
        slots = Array(repeating: nil, count: slotCount)
    }

    /// The report interval in microseconds.
    var period: Int64 { Int64((1_000_000 / rate).rounded()) }

    /// Returns the touch frame for the present fingers, or `nil` if no finger is or was down.
    ///
    /// - Parameters:
    ///   - fingers: The positions of the fingers by number, 0…1 along the axes of the touchscreen.
    ///   - time: The timestamp of the frame.
    mutating func makeFrame(_ fingers: [Int: CGPoint], at time: Timestamp) -> TouchFrame? {
        var frame = TouchFrame(device: Self.device, time: time)
        for slot in slots.indices {
            guard let held = slots[slot] else { continue }
            let position = fingers[held.finger].map(quantized)
            frame.contacts.append(
                contact(
                    slot, held.trackingID, position == nil ? .up : .motion,
                    position ?? held.position))
            slots[slot] = position.map { (held.finger, held.trackingID, $0) }
        }
        let known = Set(slots.compactMap { $0?.finger })
        for finger in fingers.keys.sorted() where !known.contains(finger) {
            guard let position = fingers[finger].map(quantized),
                let slot = slots.indices.first(where: { index in
                    slots[index] == nil && !frame.contacts.contains { $0.slot == index }
                })
            else { continue }
            slots[slot] = (finger, nextTrackingID, position)
            frame.contacts.append(contact(slot, nextTrackingID, .down, position))
            nextTrackingID += 1
        }
        return frame.contacts.isEmpty ? nil : frame
    }

    private func contact(
        _ slot: Int, _ trackingID: Int32, _ state: TouchContact.State, _ position: CGPoint
    ) -> TouchContact {
        TouchContact(
            slot: slot, trackingID: trackingID, state: state, position: position,
            rawPosition: TouchContact.RawPosition(
                x: axisX.value(at: position.x), y: axisY.value(at: position.y)))
    }

    /// Returns a position rounded to device units and clamped to the axes, 0…1.
    private func quantized(_ position: CGPoint) -> CGPoint {
        func quantized(_ coordinate: Double, _ axis: SlotDecoder.Axis) -> Double {
            axis.normalize(min(max(axis.value(at: coordinate), axis.minimum), axis.maximum))
        }
        return CGPoint(x: quantized(position.x, axisX), y: quantized(position.y, axisY))
    }
}
