import Testing
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// The hardware watchdog, which resets a board whose kernel hangs.
@Suite("Hardware watchdog", .serialized, .requiresBoard, .isCampaign)
struct HardwareWatchdogTests {
    @Test("With systemd.watchdog_sec, the watchdog resets a hanging kernel, but not a working one")
    func hangingKernel() throws {
        var options = VirtualBoard.Options(image: try #require(BoardEnvironment.imageDirectory))
        options.hasWatchdog = true
        let board = try VirtualBoard.boot(options)
        try board.waitForPicture()
        try board.wait(for: "systemd has found the watchdog") {
            try board.shell("cat /sys/class/watchdog/watchdog0/state || true") == "active"
        }
        #expect(try board.shell("cat /sys/class/watchdog/watchdog0/timeout") == "10")
        // Twice the watchdog's timeout.
        try board.waitOnBoard(seconds: 20)
        // A kernel panic without automatic reboot. In the background, because the shell cannot
        // answer.
        try board.shell("(sleep 1; echo 0 >/proc/sys/kernel/panic; echo c >/proc/sysrq-trigger) &")
        try board.waitForHardwareWatchdog()
    }
}
