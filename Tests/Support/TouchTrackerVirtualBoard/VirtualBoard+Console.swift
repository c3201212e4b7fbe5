import TouchTrackerTestSupport

/// The way in which a board's operating system ended the emulator.
package enum BoardShutdown: String, Sendable {
    /// The board rebooted, which ends the emulator.
    case restart = "guest-reset"
    /// The board powered off.
    case powerOff = "guest-shutdown"
}

extension VirtualBoard {
    // MARK: Virtual terminals

    /// Switches to a virtual terminal, and returns when the switch is complete.
    package func showTerminal(_ number: Int) throws {
        try requestTerminal(number)
        try callConsole("VT_WAITACTIVE", 0x5607, number)
    }

    /// Requests a switch to a virtual terminal, and returns before the switch is complete.
    package func requestTerminal(_ number: Int) throws {
        try callConsole("VT_ACTIVATE", 0x5606, number)
    }

    /// Calls an ioctl(2) of the active virtual terminal with a number.
    private func callConsole(_ name: String, _ request: Int, _ number: Int) throws {
        try perl(
            """
            open(my $console, "+<", "/dev/tty0") or die "tty0: $!";
            ioctl($console, \(request), \(number)) or die "\(name): $!";
            """)
    }

    /// Waits until a virtual terminal is active, for example `tty1`.
    package func waitForTerminal(_ name: String) throws {
        try wait(for: "\(name) is active") { try shownTerminal() == name }
    }

    /// Returns the name of the active virtual terminal, for example `tty1`.
    package func shownTerminal() throws -> String {
        try shell("cat /sys/class/tty/tty0/active")
    }

    /// Returns whether a virtual terminal is in graphics mode, in which the kernel draws no text.
    package func isGraphics(terminal number: Int) throws -> Bool {
        // KDGETMODE, whose value 1 is KD_GRAPHICS.
        try integer(ofTerminal: number, request: 0x4B3B) == 1
    }

    /// Returns the keyboard mode of a virtual terminal (KDGKBMODE, console_ioctl(4)).
    ///
    /// 3 is K_UNICODE (text), 4 is K_OFF.
    package func keyboardMode(terminal number: Int) throws -> Int? {
        try integer(ofTerminal: number, request: 0x4B44)
    }

    /// Returns the number of bytes in the input queue of a virtual terminal (FIONREAD).
    package func unreadByteCount(terminal number: Int) throws -> Int? {
        try integer(ofTerminal: number, request: 0x541B)
    }

    /// Returns the integer that an ioctl(2) of a virtual terminal returns.
    private func integer(ofTerminal number: Int, request: Int) throws -> Int? {
        Int(
            try perl(
                """
                open(my $console, "+<", "/dev/tty\(number)") or die "tty\(number): $!";
                my $value = pack("L", 0);
                ioctl($console, \(request), $value) or die "ioctl: $!";
                print unpack("L", $value);
                """))
    }

    /// Replaces the text of a virtual terminal.
    package func write(_ text: String, onTerminal number: Int) throws {
        try shell("printf '\\033[2J\\033[H%s' '\(text)' >/dev/tty\(number)")
    }

    // MARK: Power

    /// Presses the machine's power button briefly, and returns when QEMU has sent the signal.
    package func pressPowerButton() throws {
        try monitor.execute("system_powerdown")
        try monitor.waitForEvent("POWERDOWN") { _ in true }
    }

    /// Waits until the board ends the emulator by a reboot or power-off.
    package func waitForShutdown() throws -> BoardShutdown {
        let data = try monitor.waitForEvent("SHUTDOWN") { $0["guest"] as? Bool == true }
        guard let end = (data["reason"] as? String).flatMap(BoardShutdown.init) else {
            throw VirtualBoardError("the board ended unexpectedly: \(data)")
        }
        return end
    }

    /// Waits until the console log contains `text`, however slow the emulator is, as long as the
    /// log grows within 600 seconds.
    ///
    /// - Returns: The log.
    package func waitForConsole(_ text: String) throws -> String {
        var log = consoleLog()
        while !log.contains(text) {
            let length = log.utf8.count
            try wait(
                for: "“\(text)” on the console, which ends with:\n\(log.suffix(4_000))",
                timeoutSeconds: 600
            ) {
                log = consoleLog()
                return log.utf8.count != length
            }
        }
        return log
    }

    /// Waits until the hardware watchdog has reset the board.
    package func waitForHardwareWatchdog() throws {
        try monitor.waitForEvent("WATCHDOG") { $0["action"] as? String == "reset" }
    }

    /// Lets the board run for some time in which the emulator can run.
    package func letRun(seconds: Double) {
        let deadline = Deadline(clock, seconds: seconds)
        _ = deadline.wait { false }
    }
}
