import Glibc

/// A terminal, standard input, that doesn't show what is typed as long as this lives, and reads lines.
package final class HiddenTerminal {
    private let before: termios
    private let signals: SignalDescriptor
    private var isHidden = true

    /// Hides what is typed, and keeps signals from ending the process before that is undone. Wraps
    /// `tcsetattr(3)`.
    ///
    /// - Throws: `LinuxError`: `ENOTTY` where standard input is no terminal.
    package init() throws(LinuxError) {
        var settings = termios()
        try checked("tcgetattr") { tcgetattr(STDIN_FILENO, &settings) }
        let signals = try SignalDescriptor([.terminate, .interrupt, .hangUp])
        let before = settings
        settings.c_lflag &= ~tcflag_t(ECHO)
        settings.c_lflag |= tcflag_t(ECHONL | ICANON | ISIG)
        // Nobody is left with a hidden terminal by Ctrl-Z, and nothing is dumped by Ctrl-\.
        withUnsafeMutableBytes(of: &settings.c_cc) { keys in
            keys[Int(VSUSP)] = Self.noKey
            keys[Int(VQUIT)] = Self.noKey
        }
        try checked("tcsetattr") { tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings) }
        self.before = before
        self.signals = signals
    }

    deinit {
        restore()
    }

    /// Waits until a line can be read, or the input has ended.
    ///
    /// - Returns: The signal that came before that, if one did.
    package func waitForLine() -> SignalDescriptor.Signal? {
        while true {
            if let signal = signals.next() { return signal }
            if Poll.isReadable(STDIN_FILENO) { return nil }
            Poll.waitUntilReadable(STDIN_FILENO, or: signals.descriptor)
        }
    }

    /// Shows again what is typed; what was typed and not read is dropped.
    package func restore() {
        guard isHidden else { return }
        isHidden = false
        var settings = before
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
    }

    /// `_POSIX_VDISABLE` of Linux.
    private static let noKey: UInt8 = 0
}
