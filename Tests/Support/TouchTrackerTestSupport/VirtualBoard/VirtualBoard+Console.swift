extension VirtualBoard {
    /// Shows another virtual terminal, and returns when it is shown.
    package func showTerminal(_ number: Int) throws(VirtualBoardError) {
        // VT_ACTIVATE and VT_WAITACTIVE, by number.
        try perl(
            """
            open(my $console, "+<", "/dev/tty0") or die "tty0: $!";
            ioctl($console, 0x5606, \(number)) or die "VT_ACTIVATE: $!";
            ioctl($console, 0x5607, \(number)) or die "VT_WAITACTIVE: $!";
            """)
    }

    /// Whether a virtual terminal is in graphics mode: no text can be seen on it.
    package func isGraphics(terminal number: Int) throws(VirtualBoardError) -> Bool {
        // KDGETMODE, by number; KD_GRAPHICS is 1.
        try perl(
            """
            open(my $console, "+<", "/dev/tty\(number)") or die "tty\(number): $!";
            my $mode = pack("L", 0);
            ioctl($console, 0x4B3B, $mode) or die "KDGETMODE: $!";
            print unpack("L", $mode);
            """) == "1"
    }

    /// Writes over a virtual terminal's text.
    package func write(_ text: String, onTerminal number: Int) throws(VirtualBoardError) {
        try shell("printf '\\033[2J\\033[H%s' '\(text)' >/dev/tty\(number)")
    }

    /// Runs a script on the board, as root.
    @discardableResult
    package func perl(_ script: String) throws(VirtualBoardError) -> String {
        try shell("perl - <<'PERL'\n\(script)\nPERL")
    }
}
