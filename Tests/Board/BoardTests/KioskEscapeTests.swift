import Testing
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// Accidents and attacks on the kiosk's files and processes: none leads to a shell, and none leaves
/// the display dark.
///
/// `KeyboardTests`, `HotplugBoardTests`, `ConfigurationBoardTests` and `PrivilegesTests` cover
/// keyboards, hotplug, configuration files and requests.
@Suite("Escaping from the kiosk", .serialized, .requiresBoard, .isCampaign)
struct KioskEscapeTests {
    /// Shell scripts by the name of the accident. Those on the disk run while the kiosk is stopped.
    static let accidents: [String: String] = [
        "full disk": stopped("dd if=/dev/zero of=full bs=64k 2>/dev/null"),
        "empty database": stopped("rm -f drawing.sqlite-* && : >drawing.sqlite"),
        "damaged database": stopped(
            "rm -f drawing.sqlite-* && dd if=/dev/urandom of=drawing.sqlite bs=4k count=9"),
        "folder for a database": stopped("rm -f drawing* && mkdir drawing.sqlite"),
        "read-only disk": stopped("cd / && mount -o remount,ro /var/lib/touchtracker"),
        // Zeros after the superblock, which contains the label.
        "damaged data partition": """
        systemctl stop touchtracker var-lib-touchtracker.mount
        dd if=/dev/zero of=/dev/disk/by-label/tt-data bs=4k seek=1 count=256
        systemctl start touchtracker
        """,
        "hostile boot partition": """
        mount -t vfat /dev/touchtracker/boot /mnt
        (cd /mnt; head -c 3000000 /dev/urandom >recording.yaml; ln -s / link; mkdir reports)
        umount /mnt
        systemctl start touchtracker-boot-files || true
        """,
        "fifty restarts":
            "for i in $(seq 50); do systemctl --no-block restart touchtracker; sleep 0.1; done",
        "killed":
            "for i in 1 2 3 4 5; do systemctl kill --signal=KILL touchtracker; sleep 0.2; done",
        "clock set back": "date -s 1980-01-01; sleep 1; date -s 2037-12-31; sleep 1",
        "full temporary file systems": """
        dd if=/dev/zero of=/tmp/full bs=64k 2>/dev/null
        dd if=/dev/zero of=/run/full bs=64k 2>/dev/null
        systemctl kill --signal=KILL touchtracker; sleep 1
        """,
    ]

    /// Returns a script that runs a command in the kiosk's state directory between two runs.
    private static func stopped(_ command: String) -> String {
        """
        systemctl stop touchtracker
        (cd /var/lib/touchtracker && \(command))
        systemctl start touchtracker
        """
    }

    @Test("No accident leads to a shell or a dark display", arguments: accidents.keys.sorted())
    func accident(_ name: String) throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        let boot = try board.bootID()
        try board.shell(#require(Self.accidents[name]))
        try board.wait(for: "the kiosk is active and no restart is pending") {
            try board.shell("systemctl list-jobs --no-legend").isEmpty
                && board.kioskProperty("ActiveState") == "active"
        }
        try board.expectNoShell()
        #expect(try board.bootID() == boot, "the board was rebooted")
        // Touches still draw.
        try board.waitForTouchscreen()
        try board.waitForPicture()
        try board.drawLine((200, 60), (600, 60))
        try board.waitForPicture { $0[400, 60] == Ink.finished }
    }
}

extension VirtualBoard {
    /// Expects no shell or login on any terminal except the tests' serial line, and the kiosk of
    /// its own user on the active terminal.
    func expectNoShell() throws {
        let listening = try shell(
            """
            for process in /proc/[0-9]*; do
                read -r name <$process/comm || continue
                case $name in sh|bash|dash|ash|login|agetty|getty|sulogin|su) ;; *) continue ;; esac
                terminal=$(readlink $process/fd/0)
                case $terminal in
                    /dev/tty[0-9]*|/dev/console|/dev/pts/*) echo "$name $terminal" ;;
                esac
            done 2>/dev/null
            """)
        #expect(listening == "")
        #expect(try shownTerminal() == "tty1")
        #expect(try shell("stat -c %U /proc/\(kioskProcessID())") == "touchtracker")
    }
}
