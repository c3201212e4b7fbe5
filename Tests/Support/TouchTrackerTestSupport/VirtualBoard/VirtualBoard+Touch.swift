/// What the fingers on a virtual board's screen do at one moment: one hardware frame.
///
/// Positions are in pixels of the screen's own mode; the kernel gets exactly the value from which
/// libinput computes that pixel again.
package struct TouchBatch {
    fileprivate enum Change {
        case down(slot: Int, x: Int, y: Int)
        case move(slot: Int, x: Int, y: Int)
        case up(slot: Int)
        case raw(slot: Int, x: Int, y: Int, isNew: Bool)
    }

    fileprivate var changes: [Change] = []

    /// A finger comes down, in a slot that is free.
    package mutating func down(_ slot: Int, x: Int, y: Int) {
        changes.append(.down(slot: slot, x: x, y: y))
    }

    /// A finger that is down is somewhere else.
    package mutating func move(_ slot: Int, x: Int, y: Int) {
        changes.append(.move(slot: slot, x: x, y: y))
    }

    /// A finger comes down, or moves, to a place in the panel's own units, 0...32767.
    package mutating func place(_ slot: Int, rawX: Int, rawY: Int, isNew: Bool) {
        changes.append(.raw(slot: slot, x: rawX, y: rawY, isNew: isNew))
    }

    /// A finger lifts.
    package mutating func up(_ slot: Int) {
        changes.append(.up(slot: slot))
    }
}

extension VirtualBoard {
    /// How many fingers the touch panel can tell apart.
    package static let slotCount = 10

    /// Sends one hardware frame: all that `body` says reaches the kernel before one SYN_REPORT.
    ///
    /// At most one frame in 10 ms, as touch panels do. A frame that finds the panel's queue full
    /// (64 events, of which ten fingers take 41) is dropped by QEMU; it is sent again.
    package func frame(_ body: (inout TouchBatch) -> Void) throws(VirtualBoardError) {
        var batch = TouchBatch()
        body(&batch)
        var events: [[String: Any]] = []
        for change in batch.changes { events += try self.events(for: change) }
        guard !events.isEmpty else { return }
        let deadline = Deadline(afterSeconds: 30)
        repeat {
            guard !deadline.hasPassed else {
                throw VirtualBoardError("the board takes no touches any more")
            }
            _ = nextFrame.wait(intervalSeconds: 0.01) { nextFrame.hasPassed }
            try monitor.execute("input-send-event", ["events": events])
            nextFrame = Deadline(afterSeconds: 0.01)
        } while emulatorLog.hasGrown(by: "virtio_input_queue_full")
    }

    /// A finger comes down, in a frame of its own.
    package func down(_ slot: Int, x: Int, y: Int) throws(VirtualBoardError) {
        try frame { $0.down(slot, x: x, y: y) }
    }

    /// A finger moves, in a frame of its own.
    package func move(_ slot: Int, x: Int, y: Int) throws(VirtualBoardError) {
        try frame { $0.move(slot, x: x, y: y) }
    }

    /// A finger lifts, in a frame of its own.
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
            try event("data", slot: slot, axis: "x", value: panelValue(x, extent: displayWidth)),
            try event("data", slot: slot, axis: "y", value: panelValue(y, extent: displayHeight)),
        ]
    }

    /// The least value of the panel's axis, 0...32767, that libinput maps to the pixel or beyond: it
    /// computes value × extent / 32768.
    private func panelValue(_ pixel: Int, extent: Int) throws(VirtualBoardError) -> Int {
        guard (0..<extent).contains(pixel) else {
            throw VirtualBoardError("\(pixel) is outside the screen, 0..<\(extent)")
        }
        return (pixel * 32_768 + extent - 1) / extent
    }

    /// One event of QEMU's multitouch; it wants every field each time.
    private func event(
        _ type: String, slot: Int, axis: String = "x", value: Int = 0
    ) throws(VirtualBoardError) -> [String: Any] {
        guard (0..<Self.slotCount).contains(slot) else {
            throw VirtualBoardError("the panel has no slot \(slot)")
        }
        let data: [String: Any] = [
            "type": type, "slot": slot, "tracking-id": trackingIDs[slot] ?? -1,
            "axis": axis, "value": value,
        ]
        return ["type": "mtt", "data": data]
    }

    // MARK: Unplugging

    /// Unplugs the touch panel, and returns when it is gone from the board.
    package func unplugTouch() throws(VirtualBoardError) {
        try monitor.execute("device_del", ["id": "touch"])
        try monitor.waitForEvent("DEVICE_DELETED", device: "touch", timeoutSeconds: 30)
        trackingIDs.removeAll()
    }

    /// Plugs the touch panel in again, and returns when the kiosk listens to it.
    package func plugTouch() throws(VirtualBoardError) {
        try monitor.execute(
            "device_add",
            ["driver": "virtio-multitouch-pci", "id": "touch", "bus": "touch-port"])
        try waitForTouch()
    }
}
