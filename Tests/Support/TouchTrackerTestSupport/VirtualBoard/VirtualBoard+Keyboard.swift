import Foundation

/// The way in which a board's operating system ended the emulator.
package enum BoardShutdown: String, Sendable {
    /// The board rebooted, which ends the emulator.
    case restart = "guest-reset"
    /// The board powered off.
    case powerOff = "guest-shutdown"
}

extension VirtualBoard {
    /// Connects a keyboard, and returns when the kernel has found it.
    package func plugKeyboard() throws {
        try monitor.execute(
            "device_add",
            ["driver": "virtio-keyboard-pci", "id": "keyboard", "bus": "keyboard-port"])
        try wait(for: "the kernel has a keyboard") {
            try shell("cat /proc/bus/input/devices").contains("QEMU Virtio Keyboard")
        }
    }

    /// Presses and releases keys together, named as in QEMU: `ctrl`, `alt`, `f2`.
    package func press(_ keys: String...) throws(VirtualBoardError) {
        let values = keys.map { ["type": "qcode", "data": $0] }
        try monitor.execute("send-key", ["keys": values, "hold-time": 60])
        // The command returns before the keys have been released.
        Thread.sleep(forTimeInterval: 0.2)
    }

    /// Presses keys together without releasing them.
    package func hold(_ keys: String...) throws(VirtualBoardError) {
        let events: [[String: Any]] = keys.map { key in
            ["type": "key", "data": ["down": true, "key": ["type": "qcode", "data": key]]]
        }
        try monitor.execute("input-send-event", ["events": events])
    }

    /// Disconnects the keyboard, and returns when QEMU has removed the device.
    package func unplugKeyboard() throws(VirtualBoardError) {
        try monitor.execute("device_del", ["id": "keyboard"])
        try monitor.waitForEvent("DEVICE_DELETED", device: "keyboard", timeoutSeconds: 30)
    }

    /// Presses the machine's power button briefly.
    package func pressPowerButton() throws(VirtualBoardError) {
        try monitor.execute("system_powerdown")
    }

    /// Returns the keyboard mode of a virtual terminal (KDGKBMODE, console_ioctl(4)).
    ///
    /// 3 is K_UNICODE (text), 4 is K_OFF.
    package func keyboardMode(terminal number: Int) throws(VirtualBoardError) -> Int? {
        // 0x4B44 is KDGKBMODE.
        Int(
            try perl(
                """
                open(my $console, "+<", "/dev/tty\(number)") or die "tty\(number): $!";
                my $mode = pack("L", 0);
                ioctl($console, 0x4B44, $mode) or die "KDGKBMODE: $!";
                print unpack("L", $mode);
                """))
    }

    /// Returns the name of the active virtual terminal, for example `tty1`.
    package func shownTerminal() throws(VirtualBoardError) -> String {
        try shell("cat /sys/class/tty/tty0/active")
    }

    /// Waits until the board ends the emulator by a reboot or power-off.
    package func waitForShutdown(timeoutSeconds: Double = 60) throws(VirtualBoardError)
        -> BoardShutdown
    {
        let data = try monitor.waitForEvent("SHUTDOWN", timeoutSeconds: timeoutSeconds) {
            $0["guest"] as? Bool == true
        }
        guard let end = (data["reason"] as? String).flatMap(BoardShutdown.init) else {
            throw VirtualBoardError("the board ended unexpectedly: \(data)")
        }
        return end
    }
}
