import CTouchTrackerLinux
import Glibc
import Synchronization

/// The virtual terminal that this process runs on, in graphics mode for as long as this value lives:
/// the kernel writes no text over the picture, and asks before it shows another terminal.
///
/// The text is given back by `restore()`, by `deinit`, and by `CrashHandler` where the process dies
/// of its own fault; after `kill -9` it is up to whoever started the process (`TTYReset=yes` in its
/// unit, `touchtracker restore-console` in a script). So is the keyboard, where it was silenced. See
/// console_ioctl(4).
package final class Console {
    private let terminal: VirtualTerminal
    /// The terminal: `tty1`.
    package let name: String
    /// Its number, from 1.
    private let number: UInt16
    private var isRestored = false
    /// What the kernel made of keys before; -1 where that wasn't changed.
    private var keyboardMode: Int32 = -1

    /// Switches the process's virtual terminal to graphics; nil where it runs on none: over the
    /// network, or as a service without a terminal.
    ///
    /// Releasing and getting back the terminal is told by `SIGUSR1` and `SIGUSR2`, which the caller
    /// has to read (`SignalDescriptor`) before it makes this.
    ///
    /// - Parameter comesForward: Whether this terminal is shown where the one that is shown is
    ///   nobody's: nothing runs on it.
    package convenience init?(comesForward: Bool = false) throws(LinuxError) {
        guard let terminal = VirtualTerminal.ofThisProcess() else { return nil }
        if comesForward { terminal.replaceUnusedTerminal() }
        try self.init(terminal)
    }

    private init(_ terminal: VirtualTerminal) throws(LinuxError) {
        number = terminal.number
        name = "tty\(terminal.number)"
        let descriptor = terminal.descriptor.number
        self.terminal = terminal
        var mode = vt_mode()
        mode.mode = CChar(VT_PROCESS)
        mode.relsig = Int16(SIGUSR1)
        mode.acqsig = Int16(SIGUSR2)
        try checked("VT_SETMODE", path: name) {
            touchtracker_ioctl_address(descriptor, UInt(VT_SETMODE), &mode)
        }
        CrashHandler.guardConsole(descriptor)
        let result = touchtracker_ioctl_number(descriptor, UInt(KDSETMODE), Int(KD_GRAPHICS))
        guard result == 0 else {
            let code = Errno.last
            restore()
            throw LinuxError(operation: "KDSETMODE", code: code, path: name)
        }
    }

    deinit {
        restore()
    }

    /// Has the kernel make nothing of what is typed on this terminal, until the console is given
    /// back: no other terminal is shown by Ctrl+Alt+F2, nothing is interrupted by Ctrl+C, no board
    /// restarted by Ctrl+Alt+Del. Wraps `KDSKBMODE` with `K_OFF`.
    ///
    /// - Throws: `LinuxError` where the kernel refuses; the keyboard works as before then.
    package func silenceKeyboard() throws(LinuxError) {
        let descriptor = terminal.descriptor.number
        let former = VirtualTerminal.keyboardMode(descriptor)
        // What a process that was killed left silent worked before that.
        keyboardMode = former == K_OFF ? VirtualTerminal.usualKeyboardMode : former
        CrashHandler.guardKeyboard(keyboardMode)
        try checked("KDSKBMODE", path: name) {
            touchtracker_ioctl_number(descriptor, UInt(KDSKBMODE), Int(K_OFF))
        }
    }

    /// Whether this terminal is the one that is shown.
    package var isShown: Bool {
        var state = vt_stat()
        guard touchtracker_ioctl_address(terminal.descriptor.number, UInt(VT_GETSTATE), &state) == 0
        else {
            return true
        }
        return state.v_active == number
    }

    /// Lets the kernel show another terminal, as it asked by `SIGUSR1`: nothing is drawn any more.
    package func release() {
        _ = touchtracker_ioctl_number(terminal.descriptor.number, UInt(VT_RELDISP), 1)
    }

    /// Confirms that this terminal is shown again, as the kernel told by `SIGUSR2`.
    package func confirm() {
        _ = touchtracker_ioctl_number(terminal.descriptor.number, UInt(VT_RELDISP), Int(VT_ACKACQ))
    }

    /// Gives the text console back; a second time it does nothing.
    package func restore() {
        if isRestored { return }
        isRestored = true
        CrashHandler.forgetConsole()
        VirtualTerminal.restore(terminal.descriptor.number, keyboardMode: keyboardMode)
    }

    /// Gives back a terminal's text console and keyboard after a program on it died without doing so.
    ///
    /// - Parameter path: The terminal (`/dev/tty1`), which only root may give back from elsewhere; this
    ///   process's own if nil.
    /// - Returns: The terminal, or nil where this process runs on none, or the path leads to none.
    /// - Throws: `LinuxError` where the path can't be opened.
    package static func restoreText(at path: String? = nil) throws(LinuxError) -> String? {
        guard let terminal = try VirtualTerminal.at(path) else { return nil }
        let descriptor = terminal.descriptor.number
        let isSilent = VirtualTerminal.keyboardMode(descriptor) == K_OFF
        VirtualTerminal.restore(
            descriptor, keyboardMode: isSilent ? VirtualTerminal.usualKeyboardMode : -1)
        return "tty\(terminal.number)"
    }
}

/// An open virtual terminal: `/dev/tty1` and its kin, not a terminal in a window or over a network.
///
/// A class, though it has one owner: Swift 6.0.3 doesn't get over a value that is taken apart into one with a
/// `deinit`.
final class VirtualTerminal {
    let descriptor: OwnedDescriptor
    let number: UInt16

    /// The terminal that controls this process, if it is a virtual one.
    static func ofThisProcess() -> VirtualTerminal? {
        let number = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard number >= 0 else { return nil }
        return VirtualTerminal(opened: OwnedDescriptor(owning: number))
    }

    /// The terminal at a path, or this process's own; nil where it isn't a virtual one.
    static func at(_ path: String?) throws(LinuxError) -> VirtualTerminal? {
        guard let path else { return ofThisProcess() }
        // O_NONBLOCK: what isn't a terminal may be a pipe that nobody writes to.
        return VirtualTerminal(
            opened: try OwnedDescriptor(opening: path, flags: O_RDWR | O_NOCTTY | O_NONBLOCK))
    }

    /// A terminal that was opened; nil where it isn't a virtual one.
    private init?(opened descriptor: consuming OwnedDescriptor) {
        let number = descriptor.number
        var state = vt_stat()
        var device: UInt32 = 0
        guard touchtracker_ioctl_address(number, UInt(VT_GETSTATE), &state) == 0,
            // Opened as /dev/tty it would call itself that; this asks for what is behind it.
            touchtracker_terminal_device(number, &device) == 0
        else { return nil }
        // Virtual terminals have major number 4 and minor numbers from 1 to 63.
        let (major, minor) = (device >> 8 & 0xFFF, device & 0xFF)
        guard major == 4, (1...63).contains(minor) else { return nil }
        self.descriptor = descriptor
        self.number = UInt16(minor)
    }

    /// Shows this terminal where the one that is shown isn't open anywhere: somebody switched to it
    /// while nobody kept the keyboard, and would leave the board dark. Somebody's login is left alone.
    func replaceUnusedTerminal() {
        var state = vt_stat()
        guard touchtracker_ioctl_address(descriptor.number, UInt(VT_GETSTATE), &state) == 0,
            state.v_active != self.number,
            // A bit for each terminal that is open; the first sixteen fit in.
            state.v_active < 16, state.v_state & (1 << state.v_active) == 0
        else { return }
        // Not waited for: where switching is locked it would be for ever. `SIGUSR2` tells.
        let number = Int(self.number)
        _ = touchtracker_ioctl_number(descriptor.number, UInt(VT_ACTIVATE), number)
    }

    /// What the kernel makes of keys on a terminal; -1 where it doesn't say.
    static func keyboardMode(_ descriptor: Int32) -> Int32 {
        var mode: Int = -1
        guard touchtracker_ioctl_address(descriptor, UInt(KDGKBMODE), &mode) == 0 else {
            return -1
        }
        return Int32(truncatingIfNeeded: mode)
    }

    /// What it makes of them where nobody asked for anything else.
    static var usualKeyboardMode: Int32 {
        let setting = SmallFile.line("/sys/module/vt/parameters/default_utf8")
        return setting == "0" ? K_XLATE : K_UNICODE
    }

    /// Back to text, to keys that mean something, and to a kernel that switches terminals without
    /// asking. Called by a signal handler too: nothing but system calls.
    ///
    /// - Parameter keyboardMode: What the kernel shall make of keys; -1 leaves that as it is.
    static func restore(_ descriptor: Int32, keyboardMode: Int32) {
        var mode = vt_mode()
        mode.mode = CChar(VT_AUTO)
        _ = touchtracker_ioctl_address(descriptor, UInt(VT_SETMODE), &mode)
        _ = touchtracker_ioctl_number(descriptor, UInt(KDSETMODE), Int(KD_TEXT))
        if keyboardMode >= 0 {
            _ = touchtracker_ioctl_number(descriptor, UInt(KDSKBMODE), Int(keyboardMode))
        }
    }
}
