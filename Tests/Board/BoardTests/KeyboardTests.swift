import Testing
import TouchTrackerVirtualBoard

/// The keyboard on a board: without effect while the kiosk runs, usable after it has been stopped.
@Suite("Keyboard on a board", .serialized, .requiresBoard)
struct KeyboardTests {
    private static let wholeScreen = 800 * 480

    private func bootBoard() throws -> VirtualBoard {
        let board = try VirtualBoard.bootKiosk(
            kernelArguments: ["drm_kms_helper.fbdev_emulation=1"])
        try board.plugKeyboard()
        return board
    }

    @Test("With a running kiosk, no key switches terminals, interrupts, reboots or enters text")
    func keysWithoutEffect() throws {
        let board = try bootBoard()
        // The kernel switches by key only to allocated terminals, which a write allocates.
        for number in 2...12 { try board.write("", onTerminal: number) }
        let process = try board.kioskProcessID()
        let boot = try board.bootID()
        #expect(try board.keyboardMode(terminal: 1) == Console.offMode)

        try pressKeys(on: board)

        #expect(try board.bootID() == boot)
        #expect(try board.kioskProcessID() == process)
        #expect(try board.keyboardMode(terminal: 1) == Console.offMode)
        #expect(try board.shell("systemctl list-jobs --no-legend") == "")
        #expect(try board.unreadByteCount(terminal: 1) == 0)
        try board.expectNoShell()
        // The kiosk still draws.
        #expect(try board.screenshot().count(of: Ink.ground) == Self.wholeScreen)
        try board.drawLine((100, 100), (700, 400))
        let drawn = try board.waitForPicture { $0[700, 400] == Ink.finished }
        #expect(try board.stopKioskAndReadCounters()["began"] == 1)

        // Without a kiosk the keyboard switches terminals.
        #expect(try board.keyboardMode(terminal: 1) == Console.unicodeMode)
        try board.plugKeyboard()
        try board.press("ctrl", "alt", "f3")
        try board.waitForTerminal("tty3")
        // A starting kiosk switches away from a terminal that no process uses.
        try board.shell("systemctl start touchtracker")
        try board.waitForPicture { $0 == drawn }
        #expect(try board.shownTerminal() == "tty1")
        // A terminal that a process uses stays active.
        try board.shell("systemctl stop touchtracker")
        try board.shell("sleep 1000 </dev/tty4 >/dev/null 2>&1 &")
        try board.press("ctrl", "alt", "f4")
        try board.waitForTerminal("tty4")
        try board.shell("systemctl start touchtracker")
        try board.waitForKioskStatus("waiting until this virtual terminal is shown")
        try board.press("ctrl", "alt", "f1")
        try board.waitForPicture { $0 == drawn }
    }

    /// Presses the keys that switch terminals, interrupt, reboot, power off or enter text outside
    /// the kiosk, and disconnects the keyboard while keys are down.
    private func pressKeys(on board: VirtualBoard) throws {
        for number in 1...12 { try board.press("ctrl", "alt", "f\(number)") }
        for _ in 1...8 { try board.press("ctrl", "alt", "delete") }
        for key in ["right", "left", "up"] { try board.press("alt", key) }
        for key in ["b", "o", "k", "r", "e", "i", "f", "c", "s", "u"] {
            try board.press("alt", "sysrq", key)
        }
        for key in ["c", "z", "backslash", "d", "s"] { try board.press("ctrl", key) }
        for key in ["print", "power", "sleep", "wake"] { try board.press(key) }
        for key in ["r", "o", "o", "t", "ret", "l", "s", "ret"] { try board.press(key) }
        try board.pressPowerButton()
        try board.hold("ctrl", "alt", "delete")
        try board.unplugKeyboard()
    }

    @Test("A kiosk started from a developer's console leaves the keyboard mode unchanged")
    func developerConsole() throws {
        let board = try bootBoard()
        try board.shell("systemctl stop touchtracker")
        try board.write("", onTerminal: 4)
        try board.shell(
            """
            setsid sh -c 'exec touchtracker --toolbar off </dev/tty3 >/dev/tty3 2>/run/kiosk.log; \
            ' &
            """)
        try board.showTerminal(3)
        try board.waitForPicture { $0.count(of: Ink.ground) == Self.wholeScreen }
        #expect(try board.keyboardMode(terminal: 3) == Console.unicodeMode)
        try board.press("ctrl", "alt", "f4")
        try board.waitForTerminal("tty4")
        try board.press("ctrl", "alt", "f3")
        try board.waitForPicture { $0.count(of: Ink.ground) == Self.wholeScreen }
        try board.press("ctrl", "c")
        try board.wait(for: "the kiosk ends by Ctrl+C") {
            try board.shell("tail -n 1 /run/kiosk.log").contains("frames=")
        }
    }
}
