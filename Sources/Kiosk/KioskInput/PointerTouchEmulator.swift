import TouchKitContacts
import TouchKitGeometry

/// A converter from the events of mice and absolute pointers to touch frames. Each pointer device
/// has one emulated contact while its left button is down.
///
/// HDMI-CEC adapters, keyboards and remote controls can report mouse capabilities, so the cursor is
/// hidden until a pointer has moved.
package struct PointerTouchEmulator: Sendable {
    /// The state of a pointer device.
    private struct Pointer {
        var device: DeviceID
        /// The position in points, in the coordinate system of the app's screen, to which the
        /// rotation of the picture has already been applied.
        var position: CGPoint
        var isPressed = false
        var hasMoved = false
        /// The tracking ID of the current or next emulated contact.
        var nextTrackingID: Int32 = 1
    }

    private let geometry: ScreenGeometry
    private var pointers: [Pointer] = []
    /// The touch frame that `handle(_:)` returns. The frame is reused to avoid allocation.
    private var frame = TouchFrame(device: DeviceID(rawValue: 0), time: .zero)

    /// The cursor's position in points, which is the position of the pointer that moved last, or
    /// `nil` if no connected pointer has moved.
    package private(set) var cursor: CGPoint?
    /// The device that the cursor follows, or `nil` if the cursor is hidden.
    private var cursorDevice: DeviceID?

    /// Creates an emulator for a screen. Pointers start at the screen's center.
    package init(geometry: ScreenGeometry) {
        self.geometry = geometry
    }

    /// Updates the cursor and the emulated contact with a pointer event.
    ///
    /// - Returns: A touch frame with the changed contact, or `nil` if the event does not change the
    ///   contact.
    package mutating func handle(_ event: PointerEvent) -> TouchFrame? {
        let index = index(of: event.device)
        switch event.action {
        case .moved(let vector):
            guard vector != .zero else { return nil }
            let position = pointers[index].position
            move(
                index,
                to: clamp(
                    CGPoint(
                        x: position.x + vector.dx / geometry.scale,
                        y: position.y + vector.dy / geometry.scale)))
            return pointers[index].isPressed ? makeTouchFrame(index, .motion, at: event.time) : nil
        case .positioned(let normalized):
            let position = clamp(geometry.point(normalized: normalized))
            guard position != pointers[index].position else { return nil }
            move(index, to: position)
            return pointers[index].isPressed ? makeTouchFrame(index, .motion, at: event.time) : nil
        case .pressed:
            guard !pointers[index].isPressed else { return nil }
            pointers[index].isPressed = true
            return makeTouchFrame(index, .down, at: event.time)
        case .released:
            guard pointers[index].isPressed else { return nil }
            pointers[index].isPressed = false
            let frame = makeTouchFrame(index, .up, at: event.time)
            pointers[index].nextTrackingID &+= 1
            return frame
        }
    }

    /// Removes a disconnected device. If the cursor followed the device, the cursor moves to
    /// another pointer that has moved, or disappears.
    package mutating func removeDevice(_ device: DeviceID) {
        pointers.removeAll { $0.device == device }
        guard device == cursorDevice else { return }
        let successor = pointers.last { $0.hasMoved }
        cursorDevice = successor?.device
        cursor = successor?.position
    }

    /// Returns the index of the device's pointer. Creates a pointer at the screen's center for a
    /// new device.
    private mutating func index(of device: DeviceID) -> Int {
        if let index = pointers.firstIndex(where: { $0.device == device }) { return index }
        let bounds = geometry.bounds
        pointers.append(
            Pointer(device: device, position: CGPoint(x: bounds.midX, y: bounds.midY)))
        return pointers.count - 1
    }

    /// Returns the position on the screen that is nearest to `position`, in points.
    private func clamp(_ position: CGPoint) -> CGPoint {
        let bounds = geometry.bounds
        return CGPoint(
            x: min(max(position.x, bounds.minX), bounds.maxX - 1 / geometry.scale),
            y: min(max(position.y, bounds.minY), bounds.maxY - 1 / geometry.scale))
    }

    /// Moves the pointer at `index`, and the cursor, to `position`.
    private mutating func move(_ index: Int, to position: CGPoint) {
        pointers[index].position = position
        pointers[index].hasMoved = true
        cursor = position
        cursorDevice = pointers[index].device
    }

    /// Returns a touch frame with the emulated contact of the pointer at `index`.
    private mutating func makeTouchFrame(
        _ index: Int, _ state: TouchContact.State, at time: Timestamp
    ) -> TouchFrame {
        let pointer = pointers[index]
        frame.device = pointer.device
        frame.time = time
        frame.contacts.removeAll(keepingCapacity: true)
        frame.contacts.append(
            TouchContact(
                slot: 0, trackingID: pointer.nextTrackingID, state: state,
                position: geometry.normalized(point: pointer.position)))
        return frame
    }
}
