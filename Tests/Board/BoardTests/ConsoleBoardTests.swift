import Testing
import TouchTrackerVirtualBoard

/// Keyboard modes of console_ioctl(4), and the look of the text console.
enum Console {
    /// The keyboard mode K_UNICODE.
    static let unicodeMode = 3
    /// The keyboard mode K_OFF.
    static let offMode = 4

    /// Whether a text console is shown: mostly black, with some text.
    static func isShown(_ picture: Screenshot) -> Bool {
        picture.count(of: 0) > 700 * 480 && !picture.isBlack
    }
}

/// The text console and its keyboard after the kiosk ends.
@Suite("Text console on a board", .serialized, .requiresBoard)
struct ConsoleBoardTests {
    private static let otherTerminal = 3

    private func bootBoard() throws -> VirtualBoard {
        try VirtualBoard.bootKiosk(kernelArguments: ["drm_kms_helper.fbdev_emulation=1"])
    }

    private func waitForKiosk(_ board: VirtualBoard) throws {
        try board.waitForPicture { $0.count(of: Ink.ground) == 800 * 480 }
    }

    @Test("The console's text and keyboard work after the kiosk is stopped, crashed or killed")
    func consoleAfterSignals() throws {
        let board = try bootBoard()
        #expect(try board.shell("cat /sys/class/graphics/fb0/name").contains("virtio_gpu"))
        try board.shell("systemctl stop touchtracker")
        try board.write("before the kiosk", onTerminal: 1)
        let first = try board.waitForPicture(where: Console.isShown)
        try board.write("after the kiosk", onTerminal: 1)
        let text = try board.waitForPicture { Console.isShown($0) && $0 != first }

        // Without TTYReset the crash handler restores the console; nothing can after SIGKILL.
        for (settings, signals) in [
            ("Restart=no", ["TERM", "INT", "SEGV", "ABRT", "KILL"]),
            ("Restart=no\nTTYReset=no", ["TERM", "INT", "SEGV", "BUS"]),
        ] {
            try board.extendKioskUnit("test", settings)
            for signal in signals {
                try board.shell("systemctl start touchtracker")
                try waitForKiosk(board)
                #expect(try board.isGraphics(terminal: 1))
                #expect(try board.keyboardMode(terminal: 1) == Console.offMode)
                // Text written meanwhile is not drawn over the kiosk's picture.
                try board.write("after the kiosk", onTerminal: 1)
                #expect(try board.screenshot().count(of: Ink.ground) == 800 * 480)
                try kill(board, signal)
                let comment: Comment = "after SIG\(signal) with \(settings)"
                #expect(try !board.isGraphics(terminal: 1), comment)
                #expect(try board.keyboardMode(terminal: 1) == Console.unicodeMode, comment)
                // The kernel redraws the whole console in text mode.
                try board.waitForPicture { $0 == text }
            }
        }
        // After SIGKILL without TTYReset the keyboard stays off, but the next kiosk restores it.
        try board.shell("systemctl start touchtracker")
        try kill(board, "KILL")
        #expect(try board.keyboardMode(terminal: 1) == Console.offMode)
        try board.shell("systemctl start touchtracker; systemctl stop touchtracker")
        #expect(try board.keyboardMode(terminal: 1) == Console.unicodeMode)
    }

    private func kill(_ board: VirtualBoard, _ signal: String) throws {
        try board.shell("systemctl kill --signal=\(signal) touchtracker")
        try board.wait(for: "the kiosk ends by SIG\(signal)") { try board.kioskProcessID() == 0 }
    }

    @Test("A crashed or killed kiosk is restarted; a stopped one is not")
    func restarts() throws {
        let board = try bootBoard()
        for (count, signal) in ["SEGV", "KILL"].enumerated() {
            let process = try board.kioskProcessID()
            try board.shell("systemctl kill --signal=\(signal) touchtracker")
            try board.waitForNewKiosk(insteadOf: process)
            #expect(try board.kioskProperty("NRestarts") == "\(count + 1)")
            try waitForKiosk(board)
            #expect(try board.isGraphics(terminal: 1))
        }
        try board.shell("systemctl stop touchtracker")
        // A pending restart would be the state "activating".
        #expect(try board.kioskProperty("ActiveState") == "inactive")
        #expect(try board.shell("systemctl list-jobs --no-legend") == "")
    }

    @Test("After kill -9 without a unit, restore-console restores the console")
    func restoreConsole() throws {
        let board = try bootBoard()
        let terminal = Self.otherTerminal
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
            setsid sh -c 'exec sh /run/session.sh </dev/tty\(terminal) >/dev/tty\(terminal) 2>&1' &
            """)
        try board.showTerminal(terminal)
        try waitForKiosk(board)
        #expect(try board.isGraphics(terminal: terminal))
        try board.shell("kill -9 $(cat /run/session.pid)")
        try board.wait(for: "the kiosk is dead") {
            try board.shell("ls /run/session.killed 2>/dev/null || true") != ""
        }
        #expect(try board.isGraphics(terminal: terminal))
        try board.write("typed blindly", onTerminal: terminal)

        try board.shell("touch /run/session.restore")
        try board.wait(for: "the console has been restored") {
            try board.shell("cat /run/session.status 2>/dev/null || true") == "0"
        }
        #expect(try !board.isGraphics(terminal: terminal))
        // The text is in the first row, which is 16 pixels high.
        try board.waitForPicture { picture in
            Console.isShown(picture)
                && (0..<16).contains { y in (0..<120).contains { picture[$0, y] != 0 } }
        }
        // The kernel can switch terminals although the killed process had VT_PROCESS mode.
        try board.showTerminal(1)
    }
}
