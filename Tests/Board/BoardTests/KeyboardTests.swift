import Foundation
import Testing
import TouchTrackerTestSupport

/// What somebody with a keyboard can do to a kiosk: nothing, until it is stopped.
@Suite(
    "Keyboard on a board", .serialized,
    .enabled(if: BoardEnvironment.isComplete, BoardEnvironment.reasonIfMissing))
struct KeyboardTests {
    /// Console modes of the keyboard (console_ioctl(4)): text in Unicode, and nothing at all.
    private static let text = 3
    private static let silent = 4
    private static let terminal = 1
    private static let wholeScreen = 800 * 480

    @Test("No key leads out of a kiosk, interrupts it, restarts the board or is read as text.")
    func nothing() throws {
        let board = try VirtualBoard.bootKiosk(
            kernelArguments: ["drm_kms_helper.fbdev_emulation=1"])
        try board.plugKeyboard()
        // The kernel switches by key only to what was ever written to.
        for number in 2...12 { try board.write("", onTerminal: number) }
        let process = try board.kioskProcessID()
        let boot = try board.shell("cat /proc/sys/kernel/random/boot_id")
        #expect(try board.keyboardMode(terminal: Self.terminal) == Self.silent)

        for number in 1...12 { try board.press("ctrl", "alt", "f\(number)") }
        for _ in 1...8 { try board.press("ctrl", "alt", "delete") }
        try board.press("alt", "right")
        try board.press("alt", "left")
        try board.press("alt", "up")
        for key in ["b", "o", "k", "r", "e", "i", "f"] { try board.press("alt", "sysrq", key) }
        for key in ["c", "z", "backslash", "d", "s"] { try board.press("ctrl", key) }
        for key in ["r", "o", "o", "t", "ret"] { try board.press(key) }

        #expect(try board.shell("cat /proc/sys/kernel/random/boot_id") == boot)
        #expect(try board.kioskProcessID() == process)
        #expect(try board.shownTerminal() == "tty1")
        #expect(try board.keyboardMode(terminal: Self.terminal) == Self.silent)
        #expect(try board.shell("systemctl list-jobs --no-legend") == "")
        // Nothing waits in the terminal for whoever reads it next.
        #expect(
            try board.perl(
                """
                open(my $terminal, "<", "/dev/tty1") or die "tty1: $!";
                my $count = pack("L", 0);
                ioctl($terminal, 0x541B, $count) or die "FIONREAD: $!";
                print unpack("L", $count);
                """) == "0")
        // And it goes on drawing.
        let blank = try board.screenshot()
        #expect(blank.count(of: Ink.ground) == Self.wholeScreen)
        try board.down(0, x: 100, y: 100)
        try board.move(0, x: 700, y: 400)
        try board.up(0)
        let drawn = try board.waitForPicture {
            $0.count(of: Ink.ground) < Self.wholeScreen - 1_000
        }
        #expect(try board.stopKiosk()["began"] == 1)

        // Without a kiosk the keyboard leads where it always did.
        #expect(try board.keyboardMode(terminal: Self.terminal) == Self.text)
        try board.press("ctrl", "alt", "f3")
        try board.wait(for: "another terminal is shown") { try board.shownTerminal() == "tty3" }
        // Nobody uses that one: a kiosk that starts doesn't leave the board dark.
        try board.shell("systemctl start touchtracker")
        try board.waitForPicture(timeoutSeconds: 10) { $0 == drawn }
        #expect(try board.shownTerminal() == "tty1")
        // One that somebody uses is left to him.
        try board.shell("systemctl stop touchtracker")
        try board.shell("sleep 1000 </dev/tty4 >/dev/null 2>&1 &")
        try board.press("ctrl", "alt", "f4")
        try board.wait(for: "another terminal is shown") { try board.shownTerminal() == "tty4" }
        try board.shell("systemctl start touchtracker")
        #expect(
            try board.kioskProperty("StatusText") == "waiting until this virtual terminal is shown")
        try board.press("ctrl", "alt", "f1")
        try board.waitForPicture(timeoutSeconds: 10) { $0 == drawn }
        try board.stop()
    }

    @Test(
        "The keyboard is given back on every way out, and a kiosk that comes back silences it again."
    )
    func everyWayOut() throws {
        let board = try VirtualBoard.bootKiosk(
            kernelArguments: ["drm_kms_helper.fbdev_emulation=1"])
        for (settings, signals) in [
            ("Restart=no", ["TERM", "SEGV", "KILL"]),
            ("Restart=no\nTTYReset=no", ["TERM", "INT", "SEGV", "BUS"]),
        ] {
            try board.changeUnit(settings)
            for signal in signals {
                if try board.kioskProcessID() == 0 {
                    try board.shell("systemctl start touchtracker")
                }
                #expect(try board.keyboardMode(terminal: Self.terminal) == Self.silent)
                try board.shell("systemctl kill --signal=\(signal) touchtracker")
                try board.wait(for: "the kiosk ends by SIG\(signal)") {
                    try board.kioskProcessID() == 0
                }
                #expect(
                    try board.keyboardMode(terminal: Self.terminal) == Self.text,
                    "after SIG\(signal) with \(settings)")
            }
        }
        // Nobody gives it back after kill -9 without systemd's help; the next kiosk knows what it was.
        try board.shell("systemctl start touchtracker")
        try board.shell("systemctl kill --signal=KILL touchtracker")
        try board.wait(for: "the kiosk is dead") { try board.kioskProcessID() == 0 }
        #expect(try board.keyboardMode(terminal: Self.terminal) == Self.silent)
        try board.shell("systemctl start touchtracker")
        try board.shell("systemctl stop touchtracker")
        #expect(try board.keyboardMode(terminal: Self.terminal) == Self.text)
        try board.stop()
    }

    @Test("On a developer's own console keys do what they always do.")
    func developer() throws {
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
        #expect(try board.keyboardMode(terminal: 3) == Self.text)
        try board.press("ctrl", "alt", "f4")
        try board.wait(for: "another terminal is shown") { try board.shownTerminal() == "tty4" }
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
