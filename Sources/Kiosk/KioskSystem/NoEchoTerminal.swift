import Glibc

/// The terminal on standard input, with echo switched off for entering a secret. Echo is restored
/// at the end of this object's lifetime.
package final class NoEchoTerminal {
    private let previousSettings: termios
    private let signals: SignalDescriptor
    private var isEchoOff = true

    /// Switches echo off, and blocks `SIGTERM`, `SIGINT` and `SIGHUP`, so that these signals cannot
    /// end the process before echo is restored.
    ///
    /// The corresponding C function is `tcsetattr(3)`.
    ///
    /// - Throws: `LinuxError`, with the code `ENOTTY` if standard input is not a terminal.
    package init() throws(LinuxError) {
        var settings = termios()
        try performSystemCall("tcgetattr") { tcgetattr(STDIN_FILENO, &settings) }
        let signals = try SignalDescriptor(SignalDescriptor.Signal.exitRequests)
        let previousSettings = settings
        settings.c_lflag &= ~tcflag_t(ECHO)
        settings.c_lflag |= tcflag_t(ECHONL | ICANON | ISIG)
        // Ctrl+Z would return to a shell without echo. Ctrl+\ would write the secret to a core
        // file.
        withUnsafeMutableBytes(of: &settings.c_cc) { keys in
            keys[Int(VSUSP)] = Self.disabledKey
            keys[Int(VQUIT)] = Self.disabledKey
        }
        try performSystemCall("tcsetattr") { tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings) }
        self.previousSettings = previousSettings
        self.signals = signals
    }

    deinit {
        restore()
    }

    /// Waits until a line or the end of the input can be read, or until SIGTERM, SIGINT or SIGHUP
    /// arrives.
    ///
    /// - Returns: The signal that arrived first, or `nil` if the input is readable.
    package func waitForLine() -> SignalDescriptor.Signal? {
        while true {
            if let signal = signals.next() { return signal }
            if Poll.isReadable(STDIN_FILENO) { return nil }
            Poll.waitUntilReadable(STDIN_FILENO, or: signals.descriptor)
        }
    }

    /// Switches echo on again and discards unread input.
    ///
    /// The corresponding C function is `tcsetattr(3)`.
    package func restore() {
        guard isEchoOff else { return }
        isEchoOff = false
        var settings = previousSettings
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
    }

    /// The value that disables a control character of the terminal (`_POSIX_VDISABLE` on Linux).
    private static let disabledKey: UInt8 = 0
}
