extension VirtualBoard {
    /// Switches to a virtual terminal, and returns when the switch is complete.
    package func showTerminal(_ number: Int) throws(VirtualBoardError) {
        // 0x5606 is VT_ACTIVATE, 0x5607 is VT_WAITACTIVE.
        try perl(
            """
            open(my $console, "+<", "/dev/tty0") or die "tty0: $!";
            ioctl($console, 0x5606, \(number)) or die "VT_ACTIVATE: $!";
            ioctl($console, 0x5607, \(number)) or die "VT_WAITACTIVE: $!";
            """)
    }

    /// Returns whether a virtual terminal is in graphics mode, in which the kernel draws no text.
    package func isGraphics(terminal number: Int) throws(VirtualBoardError) -> Bool {
        // 0x4B3B is KDGETMODE, whose value 1 is KD_GRAPHICS.
        try perl(
            """
            open(my $console, "+<", "/dev/tty\(number)") or die "tty\(number): $!";
            my $mode = pack("L", 0);
            ioctl($console, 0x4B3B, $mode) or die "KDGETMODE: $!";
            print unpack("L", $mode);
            """) == "1"
    }

    /// Replaces the text of a virtual terminal.
    package func write(_ text: String, onTerminal number: Int) throws(VirtualBoardError) {
        try shell("printf '\\033[2J\\033[H%s' '\(text)' >/dev/tty\(number)")
    }

    /// Runs a Perl script on the board as root, and returns its output.
    @discardableResult
    package func perl(_ script: String) throws(VirtualBoardError) -> String {
        try shell("perl - <<'PERL'\n\(script)\nPERL")
    }
}
