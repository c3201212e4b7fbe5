import Foundation

/// How a board came to its end by itself.
package enum BoardEnd: String, Sendable {
    /// It began to start anew; the emulator ends there.
    case restart = "guest-reset"
    /// It turned itself off.
    case powerOff = "guest-shutdown"
}

extension VirtualBoard {
    /// Plugs a keyboard in, and returns when the kernel has it.
    package func plugKeyboard() throws {
        try monitor.execute(
            "device_add",
            ["driver": "virtio-keyboard-pci", "id": "keyboard", "bus": "keyboard-port"])
        try wait(for: "the kernel has a keyboard") {
            try shell("cat /proc/bus/input/devices").contains("QEMU Virtio Keyboard")
        }
    }

    /// Presses keys together and lets them go: QEMU's names for them, `ctrl`, `alt`, `f2`.
    package func press(_ keys: String...) throws(VirtualBoardError) {
        let values = keys.map { ["type": "qcode", "data": $0] }
        try monitor.execute("send-key", ["keys": values, "hold-time": 60])
        // The command returns before the keys are up again.
        Thread.sleep(forTimeInterval: 0.2)
    }

    /// Presses keys together and holds them.
    package func hold(_ keys: String...) throws(VirtualBoardError) {
        let events: [[String: Any]] = keys.map { key in
            ["type": "key", "data": ["down": true, "key": ["type": "qcode", "data": key]]]
        }
        try monitor.execute("input-send-event", ["events": events])
    }

    /// Pulls the keyboard out, and returns when it is gone from the board.
    package func unplugKeyboard() throws(VirtualBoardError) {
        try monitor.execute("device_del", ["id": "keyboard"])
        try monitor.waitForEvent("DEVICE_DELETED", device: "keyboard", timeoutSeconds: 30)
    }

    /// Presses the machine's power button shortly.
    package func pressPowerButton() throws(VirtualBoardError) {
        try monitor.execute("system_powerdown")
    }

    /// What the kernel makes of keys on a virtual terminal: 3 is text in Unicode, 4 nothing at all
    /// (console_ioctl(4)).
    package func keyboardMode(terminal number: Int) throws(VirtualBoardError) -> Int? {
        // KDGKBMODE, by number.
        Int(
            try perl(
                """
                open(my $console, "+<", "/dev/tty\(number)") or die "tty\(number): $!";
                my $mode = pack("L", 0);
                ioctl($console, 0x4B44, $mode) or die "KDGKBMODE: $!";
                print unpack("L", $mode);
                """))
    }

    /// The virtual terminal that is shown: `tty1`.
    package func shownTerminal() throws(VirtualBoardError) -> String {
        try shell("cat /sys/class/tty/tty0/active")
    }

    /// Waits until the board has come to its end by itself.
    package func waitForEnd(timeoutSeconds: Double = 60) throws(VirtualBoardError) -> BoardEnd {
        let data = try monitor.waitForEvent("SHUTDOWN", timeoutSeconds: timeoutSeconds) {
            $0["guest"] as? Bool == true
        }
        guard let end = (data["reason"] as? String).flatMap(BoardEnd.init) else {
            throw VirtualBoardError("the board ended otherwise: \(data)")
        }
        return end
    }
}
