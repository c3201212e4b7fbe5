import Foundation
import Testing
import TouchTrackerTestSupport

/// The keyboard on a board: without effect while the kiosk runs, usable after it has been stopped.
@Suite(
    "Keyboard on a board", .serialized,
    .enabled(if: BoardEnvironment.isComplete, BoardEnvironment.reasonIfBoardIsMissing))
struct KeyboardTests {
    /// The keyboard mode K_UNICODE (console_ioctl(4)).
    private static let unicodeMode = 3
    /// The keyboard mode K_OFF (console_ioctl(4)).
    private static let offMode = 4
    private static let terminal = 1
    private static let wholeScreen = 800 * 480

    @Test("With a running kiosk, no key switches terminals, interrupts, reboots or enters text")
    func keysWithoutEffect() throws {
        let board = try VirtualBoard.bootKiosk(
            kernelArguments: ["drm_kms_helper.fbdev_emulation=1"])
        try board.plugKeyboard()
        // The kernel switches by key only to allocated terminals, which a write allocates.
        for number in 2...12 { try board.write("", onTerminal: number) }
        let process = try board.kioskProcessID()
        let boot = try board.shell("cat /proc/sys/kernel/random/boot_id")
        #expect(try board.keyboardMode(terminal: Self.terminal) == Self.offMode)

        try pressKeys(on: board)

        #expect(try board.shell("cat /proc/sys/kernel/random/boot_id") == boot)
        #expect(try board.kioskProcessID() == process)
        #expect(try board.shownTerminal() == "tty1")
        #expect(try board.keyboardMode(terminal: Self.terminal) == Self.offMode)
        #expect(try board.shell("systemctl list-jobs --no-legend") == "")
        #expect(try unreadByteCount(on: board) == "0")
        // The kiosk still draws.
        let blank = try board.screenshot()
        #expect(blank.count(of: Ink.ground) == Self.wholeScreen)
        try board.down(0, x: 100, y: 100)
        try board.move(0, x: 700, y: 400)
        try board.up(0)
        let drawn = try board.waitForPicture {
            $0.count(of: Ink.ground) < Self.wholeScreen - 1_000
        }
        #expect(try board.stopKioskAndReadCounters()["began"] == 1)

        // Without a kiosk the keyboard switches terminals.
        #expect(try board.keyboardMode(terminal: Self.terminal) == Self.unicodeMode)
        try board.press("ctrl", "alt", "f3")
        try board.wait(for: "the VT switch") { try board.shownTerminal() == "tty3" }
        // A starting kiosk switches away from a terminal that no process uses.
        try board.shell("systemctl start touchtracker")
        try board.waitForPicture(timeoutSeconds: 10) { $0 == drawn }
        #expect(try board.shownTerminal() == "tty1")
        // A terminal that a process uses stays active.
        try board.shell("systemctl stop touchtracker")
        try board.shell("sleep 1000 </dev/tty4 >/dev/null 2>&1 &")
        try board.press("ctrl", "alt", "f4")
        try board.wait(for: "the VT switch") { try board.shownTerminal() == "tty4" }
        try board.shell("systemctl start touchtracker")
        #expect(
            try board.kioskProperty("StatusText") == "waiting until this virtual terminal is shown")
        try board.press("ctrl", "alt", "f1")
        try board.waitForPicture(timeoutSeconds: 10) { $0 == drawn }
        try board.stop()
    }

    /// Presses the keys that switch terminals, interrupt, reboot or enter text outside the kiosk.
    private func pressKeys(on board: VirtualBoard) throws {
        for number in 1...12 { try board.press("ctrl", "alt", "f\(number)") }
        for _ in 1...8 { try board.press("ctrl", "alt", "delete") }
        try board.press("alt", "right")
        try board.press("alt", "left")
        try board.press("alt", "up")
        for key in ["b", "o", "k", "r", "e", "i", "f"] { try board.press("alt", "sysrq", key) }
        for key in ["c", "z", "backslash", "d", "s"] { try board.press("ctrl", key) }
        for key in ["r", "o", "o", "t", "ret"] { try board.press(key) }
    }

    /// Returns the number of bytes in the input queue of the kiosk's terminal.
    private func unreadByteCount(on board: VirtualBoard) throws -> String {
        try board.perl(
            """
            open(my $terminal, "<", "/dev/tty1") or die "tty1: $!";
            my $count = pack("L", 0);
            ioctl($terminal, 0x541B, $count) or die "FIONREAD: $!";
            print unpack("L", $count);
            """)
    }

    @Test(
        "The keyboard mode is restored when the kiosk ends, and switched off again when it restarts"
    )
    func keyboardModeAfterSignals() throws {
        let board = try VirtualBoard.bootKiosk(
            kernelArguments: ["drm_kms_helper.fbdev_emulation=1"])
        for (settings, signals) in [
            ("Restart=no", ["TERM", "SEGV", "KILL"]),
            ("Restart=no\nTTYReset=no", ["TERM", "INT", "SEGV", "BUS"]),
        ] {
            try board.overrideKioskUnit(settings)
            for signal in signals {
                if try board.kioskProcessID() == 0 {
                    try board.shell("systemctl start touchtracker")
                }
                #expect(try board.keyboardMode(terminal: Self.terminal) == Self.offMode)
                try board.shell("systemctl kill --signal=\(signal) touchtracker")
                try board.wait(for: "the kiosk ends by SIG\(signal)") {
                    try board.kioskProcessID() == 0
                }
                #expect(
                    try board.keyboardMode(terminal: Self.terminal) == Self.unicodeMode,
                    "after SIG\(signal) with \(settings)")
            }
        }
        // After SIGKILL without TTYReset the mode stays off, but the next kiosk restores the
        // original mode.
        try board.shell("systemctl start touchtracker")
        try board.shell("systemctl kill --signal=KILL touchtracker")
        try board.wait(for: "the kiosk is dead") { try board.kioskProcessID() == 0 }
        #expect(try board.keyboardMode(terminal: Self.terminal) == Self.offMode)
        try board.shell("systemctl start touchtracker")
        try board.shell("systemctl stop touchtracker")
        #expect(try board.keyboardMode(terminal: Self.terminal) == Self.unicodeMode)
        try board.stop()
    }

    @Test("A kiosk started from a developer's console leaves the keyboard mode unchanged")
    func developerConsole() throws {
        let board = try VirtualBoard.bootKiosk(
            kernelArguments: ["drm_kms_helper.fbdev_emulation=1"])
        try board.shell("systemctl stop touchtracker")
        try board.plugKeyboard()
        try board.write("", onTerminal: 4)
        try board.shell(
            """
            setsid sh -c 'exec touchtracker --toolbar off </dev/tty3 >/dev/tty3 2>/run/kiosk.log; \
            ' &
            """)
        try board.showTerminal(3)
        try board.waitForPicture(timeoutSeconds: 10) {
            $0.count(of: Ink.ground) == Self.wholeScreen
        }
        #expect(try board.keyboardMode(terminal: 3) == Self.unicodeMode)
        try board.press("ctrl", "alt", "f4")
        try board.wait(for: "the VT switch") { try board.shownTerminal() == "tty4" }
        try board.press("ctrl", "alt", "f3")
        try board.waitForPicture(timeoutSeconds: 10) {
            $0.count(of: Ink.ground) == Self.wholeScreen
        }
        try board.press("ctrl", "c")
        try board.wait(for: "the kiosk ends by Ctrl+C") {
            try board.shell("tail -n 1 /run/kiosk.log").contains("frames=")
        }
        try board.stop()
    }
}
