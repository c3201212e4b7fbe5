import Foundation

extension VirtualBoard {
    /// Connects an absolute pointer (a tablet with a button) to the disconnected touchscreen's
    /// port.
    ///
    /// Returns when the kiosk has opened the device.
    package func plugPointer(timeoutSeconds: Double = 60) throws(VirtualBoardError) {
        try monitor.execute(
            "device_add", ["driver": "virtio-tablet-pci", "id": "pointer", "bus": "touch-port"])
        let deadline = Deadline(afterSeconds: timeoutSeconds)
        while try !kioskLog().contains("QEMU Virtio Tablet: pointer") {
            guard !deadline.hasPassed else {
                throw VirtualBoardError(
                    "the kiosk did not open the pointer within \(timeoutSeconds) s")
            }
            Thread.sleep(forTimeInterval: 0.1)
        }
    }

    /// Disconnects the pointer, and returns when QEMU has removed the device.
    package func unplugPointer() throws(VirtualBoardError) {
        try monitor.execute("device_del", ["id": "pointer"])
        try monitor.waitForEvent("DEVICE_DELETED", device: "pointer", timeoutSeconds: 30)
    }

    /// Moves the pointer to a pixel of the display.
    package func movePointer(x: Int, y: Int) throws(VirtualBoardError) {
        let events: [[String: Any]] = [
            [
                "type": "abs",
                "data": ["axis": "x", "value": (x * 32_768 + displayWidth - 1) / displayWidth],
            ],
            [
                "type": "abs",
                "data": ["axis": "y", "value": (y * 32_768 + displayHeight - 1) / displayHeight],
            ],
        ]
        try monitor.execute("input-send-event", ["events": events])
    }

    /// Presses (`true`) or releases (`false`) the pointer's first button.
    package func pressPointer(_ isDown: Bool) throws(VirtualBoardError) {
        let event: [String: Any] = ["type": "btn", "data": ["button": "left", "down": isDown]]
        try monitor.execute("input-send-event", ["events": [event]])
    }
}
