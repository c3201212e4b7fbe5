import Foundation
import TouchTrackerTestSupport

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

    /// Installs a udev rule that gives input devices a calibration matrix at their next udev event.
    package func setCalibrationMatrix(_ matrix: String) throws {
        try shell(
            """
            mkdir -p /run/udev/rules.d
            cat >/run/udev/rules.d/99-calibration.rules <<'RULE'
            SUBSYSTEM=="input", KERNEL=="event*", ENV{LIBINPUT_CALIBRATION_MATRIX}="\(matrix)"
            RULE
            udevadm control --reload
            """)
    }

    /// Sends one touch frame with all changes that `body` adds, followed by one SYN_REPORT.
    package func frame(_ body: (inout TouchBatch) -> Void) throws {
        var batch = TouchBatch()
        body(&batch)
        try send([batch])
    }

    /// Sends touch frames, each with all changes that a body adds, followed by one SYN_REPORT.
    ///
    /// QEMU receives the frames together, so that the kernel's times of a short touch do not depend
    /// on the host's load.
    package func frames(_ bodies: (inout TouchBatch) -> Void...) throws {
        try send(
            bodies.map { body in
                var batch = TouchBatch()
                body(&batch)
                return batch
            })
    }

    /// Puts contacts down, moves all of them in `steps` touch frames, and leaves them down.
    ///
    /// - Parameters:
    ///   - count: The number of contacts, which are in the slots from 0 on.
    ///   - steps: The number of touch frames after the first one.
    ///   - position: Returns the position of a contact after some steps.
    package func moveContacts(
        _ count: Int, steps: Int, position: (_ slot: Int, _ step: Int) -> (x: Int, y: Int)
    ) throws {
        for step in 0...steps {
            try frame { batch in
                for slot in 0..<count {
                    let (x, y) = position(slot, step)
                    if step == 0 {
                        batch.down(slot, x: x, y: y)
                    } else {
                        batch.move(slot, x: x, y: y)
                    }
                }
            }
        }
    }

    private func send(_ batches: [TouchBatch]) throws {
        let frames = try batches.map { try $0.changes.flatMap { try events(for: $0) } }
        try sendInput(frames.filter { !$0.isEmpty })
    }

    /// Sends frames of input events.
    ///
    /// QEMU drops a frame if the device's queue is full (64 events, of which ten contacts need 41);
    /// the frames are then sent again.
    func sendInput(_ frames: [[[String: Any]]]) throws {
        guard !frames.isEmpty else { return }
        let isAccepted = try Deadline(clock).wait {
            // Real touchscreens report at most 100 frames per second too.
            Thread.sleep(forTimeInterval: 0.01)
            try monitor.execute("input-send-event", frames.map { ["events": $0] })
            return !emulatorLog.hasAppended("virtio_input_queue_full")
        }
        guard isAccepted else { throw VirtualBoardError("the board does not accept input") }
    }

    /// Sends a touch frame in which a contact goes down.
    package func down(_ slot: Int, x: Int, y: Int) throws {
        try frame { $0.down(slot, x: x, y: y) }
    }

    /// Sends a touch frame in which a contact moves.
    package func move(_ slot: Int, x: Int, y: Int) throws {
        try frame { $0.move(slot, x: x, y: y) }
    }

    /// Sends a touch frame in which a contact lifts.
    package func up(_ slot: Int) throws {
        try frame { $0.up(slot) }
    }

    /// Taps with one contact, too briefly for a long press under any load of the host.
    package func tap(x: Int, y: Int) throws {
        try frames({ $0.down(0, x: x, y: y) }, { $0.up(0) })
    }

    /// Draws a line through several positions with one contact.
    package func drawLine(_ positions: (x: Int, y: Int)..., slot: Int = 0) throws {
        try drawLine(through: positions, slot: slot)
    }

    /// Draws a line through all positions of an array with one contact.
    package func drawLine(through positions: [(x: Int, y: Int)], slot: Int = 0) throws {
        for (index, position) in positions.enumerated() {
            try frame { batch in
                if index == 0 {
                    batch.down(slot, x: position.x, y: position.y)
                } else {
                    batch.move(slot, x: position.x, y: position.y)
                }
            }
        }
        try up(slot)
    }

    private func events(for change: TouchBatch.Change) throws -> [[String: Any]] {
        switch change {
        case .down(let slot, let x, let y):
            return try events(
                slot, isNew: true, x: deviceValue(x, extent: displayWidth),
                y: deviceValue(y, extent: displayHeight))
        case .move(let slot, let x, let y):
            return try events(
                slot, isNew: false, x: deviceValue(x, extent: displayWidth),
                y: deviceValue(y, extent: displayHeight))
        case .raw(let slot, let x, let y, let isNew):
            return try events(slot, isNew: isNew, x: x, y: y)
        case .up(let slot):
            trackingIDs[slot] = nil
            return [try event("end", slot: slot)]
        }
    }

    private func events(_ slot: Int, isNew: Bool, x: Int, y: Int) throws -> [[String: Any]] {
        if isNew {
            lastTrackingID += 1
            trackingIDs[slot] = lastTrackingID
        }
        return [
            try event(isNew ? "begin" : "update", slot: slot),
            try event("data", slot: slot, axis: "x", value: x),
            try event("data", slot: slot, axis: "y", value: y),
        ]
    }

    /// Returns the lowest device value, 0...32767, that libinput maps to the pixel.
    ///
    /// libinput computes value × extent / 32768.
    func deviceValue(_ pixel: Int, extent: Int) throws -> Int {
        guard (0..<extent).contains(pixel) else {
            throw VirtualBoardError("\(pixel) is outside the screen, 0..<\(extent)")
        }
        return (pixel * 32_768 + extent - 1) / extent
    }

    /// Returns a QMP event of QEMU's multitouch device, which requires all fields in every event.
    private func event(
        _ type: String, slot: Int, axis: String = "x", value: Int = 0
    ) throws -> [String: Any] {
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
    package func unplugTouchscreen() throws {
        try unplug("touch")
        trackingIDs.removeAll()
    }

    /// Connects the touchscreen again, and returns when the kiosk has opened it.
    package func plugTouchscreen() throws {
        try plug("virtio-multitouch-pci", "touch", port: "touch-port")
        try waitForTouchscreen()
    }

    /// Connects a device.
    private func plug(_ driver: String, _ device: String, port: String) throws {
        try monitor.execute("device_add", ["driver": driver, "id": device, "bus": port])
    }

    /// Disconnects a device, and returns when QEMU has removed it.
    private func unplug(_ device: String) throws {
        try monitor.execute("device_del", ["id": device])
        try monitor.waitForEvent("DEVICE_DELETED", device: device)
    }

    // MARK: Pointer

    /// Connects an absolute pointer (a tablet with a button) to the disconnected touchscreen's
    /// port.
    ///
    /// Returns when the kiosk has opened the device.
    package func plugPointer() throws {
        try plug("virtio-tablet-pci", "pointer", port: "touch-port")
        try wait(for: "the kiosk has opened the pointer") {
            try kioskLog().contains("QEMU Virtio Tablet: pointer")
        }
    }

    /// Disconnects the pointer, and returns when QEMU has removed the device.
    package func unplugPointer() throws { try unplug("pointer") }

    /// Moves the pointer to a pixel of the display.
    package func movePointer(x: Int, y: Int) throws {
        let values = [
            ("x", try deviceValue(x, extent: displayWidth)),
            ("y", try deviceValue(y, extent: displayHeight)),
        ]
        try sendInput([
            values.map { ["type": "abs", "data": ["axis": $0, "value": $1] as [String: Any]] }
        ])
    }

    /// Presses (`true`) or releases (`false`) the pointer's first button.
    package func pressPointer(_ isDown: Bool) throws {
        let button: [String: Any] = ["button": "left", "down": isDown]
        try sendInput([[["type": "btn", "data": button]]])
    }

    // MARK: Keyboard

    /// Connects a keyboard, and returns when the kernel has found it.
    package func plugKeyboard() throws {
        try plug("virtio-keyboard-pci", "keyboard", port: "keyboard-port")
        try wait(for: "the kernel has a keyboard") {
            try shell("cat /proc/bus/input/devices").contains("QEMU Virtio Keyboard")
        }
    }

    /// Disconnects the keyboard, and returns when QEMU has removed the device.
    package func unplugKeyboard() throws { try unplug("keyboard") }

    /// Presses and releases keys together, named as in QEMU: `ctrl`, `alt`, `f2`.
    package func press(_ keys: String...) throws {
        try sendInput([keyEvents(keys, isDown: true), keyEvents(keys.reversed(), isDown: false)])
    }

    /// Presses keys together without releasing them.
    package func hold(_ keys: String...) throws {
        try sendInput([keyEvents(keys, isDown: true)])
    }

    private func keyEvents(_ keys: [String], isDown: Bool) -> [[String: Any]] {
        keys.map { key in
            let code: [String: Any] = ["type": "qcode", "data": key]
            return ["type": "key", "data": ["down": isDown, "key": code] as [String: Any]]
        }
    }
}
