import Testing
import TouchTrackerTestSupport

/// A backlight of the kernel's (a number that lights nothing) and who may set it.
@Suite(
    "Backlight on a board", .serialized,
    .enabled(
        if: BoardEnvironment.vkmsImageDirectory != nil, BoardEnvironment.reasonIfVKMSIsMissing))
struct BacklightOnABoardTests {
    private static let light = "/sys/class/backlight/virtual-backlight"

    /// Does something in the kiosk's own sandbox: its mounts, its user, its groups, no privilege.
    private func inSandbox(_ command: String, of board: VirtualBoard) throws -> String {
        try board.shell(
            """
            nsenter --mount --target $(systemctl show -P MainPID touchtracker) \
            setpriv --reuid touchtracker --regid touchtracker --init-groups --no-new-privs \
            --bounding-set=-all --inh-caps=-all sh -c '\(command)'
            """)
    }

    @Test(
        "The kiosk's user may dim it and put it out from within the unit's sandbox, and nothing else."
    )
    func mayBeSet() throws {
        let image = try #require(BoardEnvironment.vkmsImageDirectory)
        let board = try VirtualBoard.boot(.init(image: image))
        try board.waitForPicture()
        try board.shell("modprobe virtual_backlight")
        try board.wait(for: "udev's rule is done") {
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
        // Of all that the kernel shows there.
        let writable = try inSandbox("find /sys -xdev -type f -writable | sort", of: board)
        let folder = "/sys/devices/virtual/backlight/virtual-backlight"
        #expect(writable == "\(folder)/bl_power\n\(folder)/brightness")
        try board.stop()
    }
}
