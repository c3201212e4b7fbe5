import Testing
import TouchTrackerTestSupport

/// The text console after the kiosk ends, as seen in screenshots.
@Suite(
    "Text console on a board", .serialized,
    .enabled(if: BoardEnvironment.isComplete, BoardEnvironment.reasonIfBoardIsMissing))
struct ConsoleBoardTests {
    private static let kioskTerminal = 1
    private static let otherTerminal = 3

    private func bootBoard() throws -> VirtualBoard {
        let board = try VirtualBoard.bootKiosk(
            kernelArguments: ["drm_kms_helper.fbdev_emulation=1"])
        #expect(try board.shell("cat /sys/class/graphics/fb0/name").contains("virtio_gpu"))
        return board
    }

    /// Whether a text console is shown: mostly black, with some text.
    private func isConsole(_ picture: Screenshot) -> Bool {
        picture.count(of: 0) > 700 * 480 && !picture.isBlack
    }

    /// Writes `text` to the console, and returns the screenshot that shows it.
    private func consolePicture(of board: VirtualBoard, text: String) throws -> Screenshot {
        try board.write(text, onTerminal: Self.kioskTerminal)
        return try board.waitForPicture { isConsole($0) }
    }

    @Test("The console's text is shown after the kiosk is stopped, interrupted, crashed or killed")
    func consoleAfterSignals() throws {
        let board = try bootBoard()
        try board.shell("systemctl stop touchtracker")
        let first = try consolePicture(of: board, text: "before the kiosk")
        let text = try consolePicture(of: board, text: "after the kiosk")
        #expect(first != text)

        // Without TTYReset the crash handler restores the console; nothing can after SIGKILL.
        for (settings, signals) in [
            ("Restart=no", ["TERM", "INT", "SEGV", "ABRT", "KILL"]),
            ("Restart=no\nTTYReset=no", ["TERM", "INT", "SEGV", "BUS"]),
        ] {
            try board.overrideKioskUnit(settings)
            for signal in signals {
                if try board.kioskProcessID() == 0 {
                    try board.shell("systemctl start touchtracker")
                }
                try board.waitForPicture(timeoutSeconds: 10) {
                    $0.count(of: Ink.ground) == 800 * 480
                }
                #expect(try board.isGraphics(terminal: Self.kioskTerminal))
                // Text written meanwhile is not drawn over the kiosk's picture.
                try board.write("after the kiosk", onTerminal: Self.kioskTerminal)
                #expect(try board.screenshot().count(of: Ink.ground) == 800 * 480)
                try board.shell("systemctl kill --signal=\(signal) touchtracker")
                try board.wait(for: "the kiosk ends by SIG\(signal)") {
                    try board.kioskProcessID() == 0
                }
                #expect(
                    try !board.isGraphics(terminal: Self.kioskTerminal),
                    "after SIG\(signal) with \(settings)")
                // The kernel redraws the whole console in text mode.
                let after = try board.waitForPicture(timeoutSeconds: 10) {
                    isConsole($0)
                }
                try board.exportScreenshot("console-\(signal)")
                #expect(after == text, "after SIG\(signal) with \(settings)")
            }
        }
        try board.stop()
    }

    @Test("A crashed or killed kiosk is restarted; a stopped one is not")
    func restarts() throws {
        let board = try bootBoard()
        for (count, signal) in ["SEGV", "KILL"].enumerated() {
            let process = try board.kioskProcessID()
            try board.shell("systemctl kill --signal=\(signal) touchtracker")
            try board.wait(for: "the kiosk has been restarted") {
                try board.kioskProcessID() != process
                    && board.kioskProperty("ActiveState") == "active"
            }
            #expect(try board.kioskProperty("NRestarts") == "\(count + 1)")
            try board.waitForPicture(timeoutSeconds: 10) { $0.count(of: Ink.ground) == 800 * 480 }
            #expect(try board.isGraphics(terminal: Self.kioskTerminal))
        }
        try board.shell("systemctl stop touchtracker")
        try board.shell("sleep 1")
        #expect(try board.kioskProperty("ActiveState") == "inactive")
        try board.stop()
    }

    @Test("After kill -9 without a unit, restore-console restores the console")
    func restoreConsole() throws {
        let board = try bootBoard()
        try board.shell("systemctl stop touchtracker")
        // The shell on the other terminal survives the kiosk.
        try board.shell(
            """
            cat >/run/session.sh <<'SCRIPT'
            touchtracker --toolbar off 2>/run/session.log &
            echo $! >/run/session.pid
            wait
            touch /run/session.killed
            until [ -e /run/session.restore ]; do sleep 0.1; done
            touchtracker restore-console
            echo $? >/run/session.status
            SCRIPT
            setsid sh -c 'exec sh /run/session.sh </dev/tty\(Self.otherTerminal) \
            >/dev/tty\(Self.otherTerminal) 2>&1' &
            """)
        try board.showTerminal(Self.otherTerminal)
        try board.waitForPicture(timeoutSeconds: 10) { $0.count(of: Ink.ground) == 800 * 480 }
        #expect(try board.isGraphics(terminal: Self.otherTerminal))
        try board.shell("kill -9 $(cat /run/session.pid)")
        try board.wait(for: "the kiosk is dead") {
            try board.shell("ls /run/session.killed 2>/dev/null || true") != ""
        }
        #expect(try board.isGraphics(terminal: Self.otherTerminal))
        try board.write("typed blindly", onTerminal: Self.otherTerminal)

        try board.shell("touch /run/session.restore")
        try board.wait(for: "the console has been restored") {
            try board.shell("cat /run/session.status 2>/dev/null || true") == "0"
        }
        #expect(try !board.isGraphics(terminal: Self.otherTerminal))
        let picture = try board.waitForPicture(timeoutSeconds: 10) {
            isConsole($0)
        }
        try board.exportScreenshot("console-restored")
        // The text is in the first row, which is 16 pixels high.
        #expect((0..<16).contains { y in (0..<120).contains { picture[$0, y] != 0 } })
        // The kernel can switch terminals although the killed process had VT_PROCESS mode.
        try board.showTerminal(Self.kioskTerminal)
        try board.stop()
    }
}
