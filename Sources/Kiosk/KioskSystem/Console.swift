import CTouchTrackerLinux
import Glibc

/// The virtual terminal of this process, which is in graphics mode during this object's lifetime.
///
/// In graphics mode, the kernel draws no text over the picture. The kernel also requests permission
/// from this process before a VT switch. `restore()`, `deinit`, and the `CrashHandler` after a
/// fault return the terminal to text mode and restore its keyboard mode. After `SIGKILL`, the
/// program that started the process must restore the terminal, with `TTYReset=yes` in the systemd
/// unit or with `touchtracker restore-console`. See ioctl_console(2).
package final class Console {
    private let terminal: VirtualTerminal
    /// The terminal's name, for example `tty1`.
    package let name: String
    /// The terminal's number, starting at 1.
    private let number: UInt16
    private var isRestored = false
    /// The keyboard mode before `disableKeyboard()`, or -1 if the mode was not changed.
    private var previousKeyboardMode: Int32 = -1

    /// Switches the process's virtual terminal to graphics mode. Returns `nil` if the process has
    /// no virtual terminal, for example in an SSH session.
    ///
    /// The kernel announces a switch away from this terminal with `SIGUSR1` and a switch back with
    /// `SIGUSR2`. The caller must create a `SignalDescriptor` for both signals first. The
    /// corresponding C interfaces are the ioctls `VT_SETMODE` and `KDSETMODE`.
    ///
    /// - Parameter replacesUnusedTerminal: Whether to switch to this terminal if another terminal
    ///   is active but no process has that terminal open.
    package init?(replacesUnusedTerminal: Bool) throws(LinuxError) {
        guard let terminal = VirtualTerminal.controllingTerminal() else { return nil }
        if replacesUnusedTerminal { terminal.replaceUnusedTerminal() }
        number = terminal.number
        name = "tty\(terminal.number)"
        let descriptor = terminal.descriptor.number
        self.terminal = terminal
        var mode = vt_mode()
        mode.mode = CChar(VT_PROCESS)
        mode.relsig = Int16(SIGUSR1)
        mode.acqsig = Int16(SIGUSR2)
        try performSystemCall("VT_SETMODE", path: name) {
            touchtracker_ioctl_pointer(descriptor, UInt(VT_SETMODE), &mode)
        }
        CrashHandler.install(forConsole: descriptor)
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

    /// Makes the kernel ignore the keyboard on this terminal until `restore()`.
    ///
    /// While the keyboard is disabled, Ctrl+Alt+F2 does not switch terminals, Ctrl+C does not
    /// interrupt the process, and Ctrl+Alt+Del does not restart the board. The corresponding C
    /// interface is the ioctl `KDSKBMODE` with `K_OFF`.
    ///
    /// - Throws: `LinuxError` if the ioctl fails. In this case, the keyboard mode has not changed.
    package func disableKeyboard() throws(LinuxError) {
        let descriptor = terminal.descriptor.number
        let mode = VirtualTerminal.keyboardMode(descriptor)
        // A killed process may have left the mode K_OFF, which must not be restored.
        previousKeyboardMode = mode == K_OFF ? VirtualTerminal.defaultKeyboardMode : mode
        CrashHandler.setKeyboardMode(previousKeyboardMode)
        try performSystemCall("KDSKBMODE", path: name) {
            touchtracker_ioctl_number(descriptor, UInt(KDSKBMODE), Int(K_OFF))
        }
    }

    /// Whether this terminal is the active virtual terminal. The value is `true` if the active
    /// terminal is unknown.
    ///
    /// The corresponding C interface is the ioctl `VT_GETSTATE`.
    package var isActive: Bool {
        var state = vt_stat()
        guard touchtracker_ioctl_pointer(terminal.descriptor.number, UInt(VT_GETSTATE), &state) == 0
        else {
            return true
        }
        return state.v_active == number
    }

    /// Permits the VT switch that the kernel requested with `SIGUSR1`.
    ///
    /// The corresponding C interface is the ioctl `VT_RELDISP`.
    package func allowSwitch() {
        _ = touchtracker_ioctl_number(terminal.descriptor.number, UInt(VT_RELDISP), 1)
    }

    /// Acknowledges the VT switch back to this terminal, which the kernel announced with `SIGUSR2`.
    ///
    /// The corresponding C interface is the ioctl `VT_RELDISP` with `VT_ACKACQ`.
    package func acknowledgeReturn() {
        _ = touchtracker_ioctl_number(terminal.descriptor.number, UInt(VT_RELDISP), Int(VT_ACKACQ))
    }

    /// Returns the terminal to text mode, and restores the keyboard mode that it had before
    /// `disableKeyboard()`. Further calls have no effect.
    package func restore() {
        if isRestored { return }
        isRestored = true
        CrashHandler.uninstall()
        VirtualTerminal.restore(terminal.descriptor.number, keyboardMode: previousKeyboardMode)
    }

    /// Returns a terminal to text mode and restores its keyboard mode after a program on the
    /// terminal was killed.
    ///
    /// - Parameter path: The terminal's path, for example `/dev/tty1`, or `nil` for the controlling
    ///   terminal of this process. Only root may restore another terminal.
    /// - Returns: The terminal's name, or `nil` if the file at `path` or the controlling terminal
    ///   is not a virtual terminal.
    /// - Throws: `LinuxError` if the path cannot be opened.
    package static func restoreText(at path: String? = nil) throws(LinuxError) -> String? {
        guard let terminal = try VirtualTerminal.open(path) else { return nil }
        let descriptor = terminal.descriptor.number
        let isKeyboardOff = VirtualTerminal.keyboardMode(descriptor) == K_OFF
        VirtualTerminal.restore(
            descriptor, keyboardMode: isKeyboardOff ? VirtualTerminal.defaultKeyboardMode : -1)
        return "tty\(terminal.number)"
    }
}

/// An open virtual terminal, such as `/dev/tty1`.
///
/// `VirtualTerminal` is a class instead of a noncopyable struct, because the Swift 6.0.3 compiler
/// fails when a descriptor is consumed into a struct with a `deinit`.
final class VirtualTerminal {
    /// The terminal's open file descriptor.
    let descriptor: OwnedDescriptor
    /// The terminal's number, starting at 1.
    let number: UInt16

    /// Opens the controlling terminal of this process. Returns `nil` if the process has no
    /// controlling terminal or the terminal is not a virtual terminal.
    static func controllingTerminal() -> VirtualTerminal? {
        let descriptor = Glibc.open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        return VirtualTerminal(descriptor: OwnedDescriptor(owning: descriptor))
    }

    /// Opens the terminal at `path`, or the controlling terminal if `path` is `nil`. Returns `nil`
    /// if the file is not a virtual terminal.
    static func open(_ path: String?) throws(LinuxError) -> VirtualTerminal? {
        guard let path else { return controllingTerminal() }
        return VirtualTerminal(
            descriptor: try OwnedDescriptor(opening: path, flags: O_RDWR))
    }

    /// Creates a terminal from an open file descriptor. Returns `nil` if the descriptor does not
    /// refer to a virtual terminal.
    private init?(descriptor: consuming OwnedDescriptor) {
        let fileDescriptor = descriptor.number
        var state = vt_stat()
        var device: UInt32 = 0
        guard touchtracker_ioctl_pointer(fileDescriptor, UInt(VT_GETSTATE), &state) == 0,
            // fstat(2) of /dev/tty would return the device number of /dev/tty itself.
            touchtracker_get_terminal_device(fileDescriptor, &device) == 0
        else { return nil }
        // Virtual terminals have major number 4 and minor numbers from 1 to 63.
        let (major, minor) = (device >> 8 & 0xFFF, device & 0xFF)
        guard major == 4, (1...63).contains(minor) else { return nil }
        self.descriptor = descriptor
        self.number = UInt16(minor)
    }

    /// Switches to this terminal if no process has the active terminal open.
    ///
    /// If an unused terminal remained active, the kiosk could not draw. A terminal with a login
    /// remains active.
    func replaceUnusedTerminal() {
        var state = vt_stat()
        guard touchtracker_ioctl_pointer(descriptor.number, UInt(VT_GETSTATE), &state) == 0,
            state.v_active != self.number,
            // `v_state` has a bit for each open terminal, but only for the first sixteen.
            state.v_active < 16, state.v_state & (1 << state.v_active) == 0
        else { return }
        // VT_WAITACTIVE is not used, because it never returns while VT switching is locked. SIGUSR2
        // reports the completed switch.
        let number = Int(self.number)
        _ = touchtracker_ioctl_number(descriptor.number, UInt(VT_ACTIVATE), number)
    }

    /// Returns the keyboard mode of a terminal, or -1 if the mode is unknown.
    ///
    /// The corresponding C interface is the ioctl `KDGKBMODE`.
    static func keyboardMode(_ descriptor: Int32) -> Int32 {
        var mode: Int = -1
        guard touchtracker_ioctl_pointer(descriptor, UInt(KDGKBMODE), &mode) == 0 else {
            return -1
        }
        return Int32(truncatingIfNeeded: mode)
    }

    /// The keyboard mode that the kernel sets for a new virtual terminal.
    static var defaultKeyboardMode: Int32 {
        let setting = SystemFiles.machine.line("/sys/module/vt/parameters/default_utf8")
        return setting == "0" ? K_XLATE : K_UNICODE
    }

    /// Returns a terminal to text mode and to VT switches that need no permission from a process
    /// (`VT_AUTO`). The function is async-signal-safe.
    ///
    /// The corresponding C interfaces are the ioctls `VT_SETMODE`, `KDSETMODE` and `KDSKBMODE`.
    ///
    /// - Parameters:
    ///   - descriptor: The terminal's open file descriptor.
    ///   - keyboardMode: The keyboard mode to set, or -1 to leave the mode unchanged.
    static func restore(_ descriptor: Int32, keyboardMode: Int32) {
        var mode = vt_mode()
        mode.mode = CChar(VT_AUTO)
        _ = touchtracker_ioctl_pointer(descriptor, UInt(VT_SETMODE), &mode)
        _ = touchtracker_ioctl_number(descriptor, UInt(KDSETMODE), Int(KD_TEXT))
        if keyboardMode >= 0 {
            _ = touchtracker_ioctl_number(descriptor, UInt(KDSKBMODE), Int(keyboardMode))
        }
    }
}
