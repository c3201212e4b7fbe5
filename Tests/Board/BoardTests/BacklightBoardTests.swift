import Testing
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// The kiosk's access to a backlight device, with a virtual backlight of the kernel.
@Suite("Backlight on a board", .serialized, .requiresVirtualDisplays)
struct BacklightBoardTests {
    private static let light = "/sys/class/backlight/virtual-backlight"

    /// Runs a command in the kiosk's sandbox: with its mounts, user and groups, without
    /// capabilities.
    private func inSandbox(_ command: String, of board: VirtualBoard) throws -> String {
        try board.shell(
            """
            nsenter --mount --target $(systemctl show -P MainPID touchtracker) \
            setpriv --reuid touchtracker --regid touchtracker --init-groups --no-new-privs \
            --bounding-set=-all --inh-caps=-all sh -c '\(command)'
            """)
    }

    @Test("In its sandbox the kiosk's user may write only brightness and bl_power in /sys")
    func sandboxAccess() throws {
        let image = try #require(BoardEnvironment.vkmsImageDirectory)
        let board = try VirtualBoard.boot(.init(image: image))
        try board.waitForPicture()
        try board.shell("modprobe virtual_backlight")
        try board.wait(for: "the udev rule has run") {
            try board.shell("stat -L -c '%G %a' \(Self.light)/bl_power") == "video 664"
        }
        #expect(try inSandbox("cat \(Self.light)/brightness", of: board) == "200")
        _ = try inSandbox("echo 11 >\(Self.light)/brightness", of: board)
        #expect(try board.shell("cat \(Self.light)/actual_brightness") == "11")
        _ = try inSandbox("echo 4 >\(Self.light)/bl_power", of: board)
        #expect(try board.shell("cat \(Self.light)/bl_power") == "4")
        for forbidden in [
            "echo 1 >/sys/class/graphics/fbcon/rotate_all", "echo add >/sys/class/drm/card0/uevent",
            "echo 1 >/sys/kernel/mm/ksm/run",
        ] {
            #expect(throws: VirtualBoardError.self, "\(forbidden)") {
                try inSandbox(forbidden, of: board)
            }
        }
        // No other file in /sys is writable.
        let writable = try inSandbox("find /sys -xdev -type f -writable | sort", of: board)
        let folder = "/sys/devices/virtual/backlight/virtual-backlight"
        #expect(writable == "\(folder)/bl_power\n\(folder)/brightness")
    }
}
