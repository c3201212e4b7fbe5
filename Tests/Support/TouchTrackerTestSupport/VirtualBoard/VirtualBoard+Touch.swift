/// The contact changes of one touch frame that is sent to a virtual board.
///
/// Positions are in pixels of the display's mode. They are converted to the device value from which
/// libinput computes exactly that pixel.
package struct TouchBatch {
    fileprivate enum Change {
        case down(slot: Int, x: Int, y: Int)
        case move(slot: Int, x: Int, y: Int)
        case up(slot: Int)
        case raw(slot: Int, x: Int, y: Int, isNew: Bool)
    }

    fileprivate var changes: [Change] = []

    /// Adds a contact that goes down in a free slot.
    package mutating func down(_ slot: Int, x: Int, y: Int) {
        changes.append(.down(slot: slot, x: x, y: y))
    }

    /// Adds a movement of a contact that is down.
    package mutating func move(_ slot: Int, x: Int, y: Int) {
        changes.append(.move(slot: slot, x: x, y: y))
    }

    /// Adds a contact that goes down or moves to a position in device units, 0...32767.
    package mutating func setRaw(_ slot: Int, rawX: Int, rawY: Int, isNew: Bool) {
        changes.append(.raw(slot: slot, x: rawX, y: rawY, isNew: isNew))
    }

    /// Adds the lift of a contact.
    package mutating func up(_ slot: Int) {
        changes.append(.up(slot: slot))
    }
}

extension VirtualBoard {
    /// The number of contacts that the touchscreen supports.
    package static let slotCount = 10

    /// Sends one touch frame with all changes that `body` adds, followed by one SYN_REPORT.
    ///
    /// Frames are at least 10 ms apart, as with real touchscreens. QEMU drops a frame if the
    /// device's queue is full (64 events, of which ten contacts need 41); the frame is then sent
    /// again.
    package func frame(_ body: (inout TouchBatch) -> Void) throws(VirtualBoardError) {
        var batch = TouchBatch()
        body(&batch)
        var events: [[String: Any]] = []
        for change in batch.changes { events += try self.events(for: change) }
        guard !events.isEmpty else { return }
        let deadline = Deadline(afterSeconds: 30)
        repeat {
            guard !deadline.hasPassed else {
                throw VirtualBoardError("the board has stopped accepting touches")
            }
            _ = nextFrame.wait(intervalSeconds: 0.01) { nextFrame.hasPassed }
            try monitor.execute("input-send-event", ["events": events])
            nextFrame = Deadline(afterSeconds: 0.01)
        } while emulatorLog.hasAppended("virtio_input_queue_full")
    }

    /// Sends a touch frame in which a contact goes down.
    package func down(_ slot: Int, x: Int, y: Int) throws(VirtualBoardError) {
        try frame { $0.down(slot, x: x, y: y) }
    }

    /// Sends a touch frame in which a contact moves.
    package func move(_ slot: Int, x: Int, y: Int) throws(VirtualBoardError) {
        try frame { $0.move(slot, x: x, y: y) }
    }

    /// Sends a touch frame in which a contact lifts.
    package func up(_ slot: Int) throws(VirtualBoardError) {
        try frame { $0.up(slot) }
    }

    private func events(
        for change: TouchBatch.Change
    ) throws(VirtualBoardError) -> [[String: Any]] {
        switch change {
        case .down(let slot, let x, let y):
            lastTrackingID += 1
            trackingIDs[slot] = lastTrackingID
            return [try event("begin", slot: slot)] + (try position(slot: slot, x: x, y: y))
        case .move(let slot, let x, let y):
            return [try event("update", slot: slot)] + (try position(slot: slot, x: x, y: y))
        case .raw(let slot, let x, let y, let isNew):
            if isNew {
                lastTrackingID += 1
                trackingIDs[slot] = lastTrackingID
            }
            return [
                try event(isNew ? "begin" : "update", slot: slot),
                try event("data", slot: slot, axis: "x", value: x),
                try event("data", slot: slot, axis: "y", value: y),
            ]
        case .up(let slot):
            trackingIDs[slot] = nil
            return [try event("end", slot: slot)]
        }
    }

    private func position(
        slot: Int, x: Int, y: Int
    ) throws(VirtualBoardError) -> [[String: Any]] {
        [
            try event("data", slot: slot, axis: "x", value: deviceValue(x, extent: displayWidth)),
            try event("data", slot: slot, axis: "y", value: deviceValue(y, extent: displayHeight)),
        ]
    }

    /// Returns the lowest device value, 0...32767, that libinput maps to the pixel.
    ///
    /// libinput computes value × extent / 32768.
    private func deviceValue(_ pixel: Int, extent: Int) throws(VirtualBoardError) -> Int {
        guard (0..<extent).contains(pixel) else {
            throw VirtualBoardError("\(pixel) is outside the screen, 0..<\(extent)")
        }
        return (pixel * 32_768 + extent - 1) / extent
    }

    /// Returns a QMP event of QEMU's multitouch device, which requires all fields in every event.
    private func event(
        _ type: String, slot: Int, axis: String = "x", value: Int = 0
    ) throws(VirtualBoardError) -> [String: Any] {
        guard (0..<Self.slotCount).contains(slot) else {
            throw VirtualBoardError("the touchscreen has no slot \(slot)")
        }
        let data: [String: Any] = [
            "type": type, "slot": slot, "tracking-id": trackingIDs[slot] ?? -1,
            "axis": axis, "value": value,
        ]
        return ["type": "mtt", "data": data]
    }

    // MARK: Hotplug

    /// Disconnects the touchscreen, and returns when QEMU has removed the device.
    package func unplugTouchscreen() throws(VirtualBoardError) {
        try monitor.execute("device_del", ["id": "touch"])
        try monitor.waitForEvent("DEVICE_DELETED", device: "touch", timeoutSeconds: 30)
        trackingIDs.removeAll()
    }

    /// Connects the touchscreen again, and returns when the kiosk has opened it.
    package func plugTouchscreen() throws(VirtualBoardError) {
        try monitor.execute(
            "device_add",
            ["driver": "virtio-multitouch-pci", "id": "touch", "bus": "touch-port"])
        try waitForTouchscreen()
    }
}
