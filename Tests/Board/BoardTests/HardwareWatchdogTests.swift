import Testing
import TouchTrackerTestSupport

/// Who doesn't work any more is started again: the kernel too, where the board has somebody who watches it.
@Suite(
    "The hardware watchdog", .serialized,
    .enabled(if: BoardEnvironment.isComplete, BoardEnvironment.reasonIfMissing),
    .enabled(if: BoardEnvironment.hasCampaigns, BoardEnvironment.reasonIfNoCampaigns))
struct HardwareWatchdogTests {
    @Test(
        "A kernel that hangs is reset, where the kernel's command line asks for it; one that works is not."
    )
    func hangingKernel() throws {
        var options = VirtualBoard.Options(image: try #require(BoardEnvironment.imageDirectory))
        options.hasWatchdog = true
        let board = try VirtualBoard.boot(options)
        try board.waitForPicture(timeoutSeconds: 120)
        try board.wait(for: "systemd has found the watchdog", timeoutSeconds: 60) {
            try board.shell("cat /sys/class/watchdog/watchdog0/state || true") == "active"
        }
        #expect(try board.shell("cat /sys/class/watchdog/watchdog0/timeout") == "10")
        // Twice as long as it waits.
        try board.shell("sleep 20", timeoutSeconds: 60)
        // Panicking, and told to stay so; the shell gives no answer to that.
        try board.shell("(sleep 1; echo 0 >/proc/sys/kernel/panic; echo c >/proc/sysrq-trigger) &")
        try board.waitForHardwareWatchdog(timeoutSeconds: 60)
        try board.stop()
    }
}
