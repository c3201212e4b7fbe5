import Foundation

extension VirtualBoard {
    /// Plugs an absolute pointer (a tablet with a button) in where the touch panel was unplugged, and
    /// returns when the kiosk listens to it.
    package func plugPointer(timeoutSeconds: Double = 60) throws(VirtualBoardError) {
        try monitor.execute(
            "device_add", ["driver": "virtio-tablet-pci", "id": "pointer", "bus": "touch-port"])
        let deadline = Deadline(afterSeconds: timeoutSeconds)
        while try !kioskLog().contains("QEMU Virtio Tablet: pointer") {
            guard !deadline.hasPassed else {
                throw VirtualBoardError("the kiosk took no pointer in \(timeoutSeconds) s")
            }
            Thread.sleep(forTimeInterval: 0.1)
        }
    }

    /// Unplugs the pointer, and returns when it is gone from the board.
    package func unplugPointer() throws(VirtualBoardError) {
        try monitor.execute("device_del", ["id": "pointer"])
        try monitor.waitForEvent("DEVICE_DELETED", device: "pointer", timeoutSeconds: 30)
    }

    /// Moves the pointer to a pixel of the screen.
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

    /// Presses the pointer's first button, or lets it go.
    package func pressPointer(_ isDown: Bool) throws(VirtualBoardError) {
        let event: [String: Any] = ["type": "btn", "data": ["button": "left", "down": isDown]]
        try monitor.execute("input-send-event", ["events": [event]])
    }
}
