import TouchKitContacts
import TouchKitGeometry

/// Turns mice and absolute pointers into fingers: one for each device while its button is down.
///
/// HDMI-CEC adapters, keyboards and remote controls pretend to be mice; so a cursor is shown only
/// after a pointer has really moved. A pure machine: it draws nothing and asks no device.
package struct PointerAsTouch: Sendable {
    private struct Pointer {
        var device: DeviceID
        /// The place, in points of the upright picture: a mouse isn't glued to the panel.
        var position: CGPoint
        var isPressed = false
        var hasMoved = false
        var nextContact: Int32 = 1
    }

    private let geometry: ScreenGeometry
    private var pointers: [Pointer] = []
    private var frame = TouchFrame(device: DeviceID(rawValue: 0), time: .zero)

    /// The place of the cursor, in points: where the pointer is that moved last; nil while none of
    /// those that are plugged in has moved.
    package private(set) var cursor: CGPoint?
    private var cursorDevice: DeviceID?

    /// Makes a machine for a screen; pointers begin in its middle.
    package init(geometry: ScreenGeometry) {
        self.geometry = geometry
    }

    /// Takes an event.
    ///
    /// - Returns: What the finger did, or nil where no finger is down.
    package mutating func handle(_ event: PointerEvent) -> TouchFrame? {
        let index = index(of: event.device)
        switch event.action {
        case .moved(let vector):
            guard vector != .zero else { return nil }
            let place = pointers[index].position
            move(
                index,
                to: inside(
                    CGPoint(
                        x: place.x + vector.dx / geometry.scale,
                        y: place.y + vector.dy / geometry.scale)))
            return pointers[index].isPressed ? contact(index, .motion, at: event.time) : nil
        case .placed(let normalized):
            let place = inside(geometry.point(normalized: normalized))
            guard place != pointers[index].position else { return nil }
            move(index, to: place)
            return pointers[index].isPressed ? contact(index, .motion, at: event.time) : nil
        case .pressed:
            guard !pointers[index].isPressed else { return nil }
            pointers[index].isPressed = true
            return contact(index, .down, at: event.time)
        case .released:
            guard pointers[index].isPressed else { return nil }
            pointers[index].isPressed = false
            let lifted = contact(index, .up, at: event.time)
            pointers[index].nextContact &+= 1
            return lifted
        }
    }

    /// Forgets a device that was unplugged; its cursor goes to another pointer that has moved, or
    /// away.
    package mutating func deviceRemoved(_ device: DeviceID) {
        pointers.removeAll { $0.device == device }
        guard device == cursorDevice else { return }
        let heir = pointers.last { $0.hasMoved }
        cursorDevice = heir?.device
        cursor = heir?.position
    }

    private mutating func index(of device: DeviceID) -> Int {
        if let index = pointers.firstIndex(where: { $0.device == device }) { return index }
        let bounds = geometry.bounds
        pointers.append(
            Pointer(device: device, position: CGPoint(x: bounds.midX, y: bounds.midY)))
        return pointers.count - 1
    }

    /// The place on the screen that is nearest to a place.
    private func inside(_ place: CGPoint) -> CGPoint {
        let bounds = geometry.bounds
        return CGPoint(
            x: min(max(place.x, bounds.minX), bounds.maxX - 1 / geometry.scale),
            y: min(max(place.y, bounds.minY), bounds.maxY - 1 / geometry.scale))
    }

    private mutating func move(_ index: Int, to place: CGPoint) {
        pointers[index].position = place
        pointers[index].hasMoved = true
        cursor = place
        cursorDevice = pointers[index].device
    }

    private mutating func contact(
        _ index: Int, _ state: TouchContact.State, at time: Timestamp
    ) -> TouchFrame {
        let pointer = pointers[index]
        frame.device = pointer.device
        frame.time = time
        frame.contacts.removeAll(keepingCapacity: true)
        frame.contacts.append(
            TouchContact(
                slot: 0, trackingID: pointer.nextContact, state: state,
                position: geometry.normalized(point: pointer.position)))
        return frame
    }
}
