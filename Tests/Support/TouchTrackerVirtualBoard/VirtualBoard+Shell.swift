import Foundation
import TouchTrackerTestSupport

extension VirtualBoard {
    /// Runs a shell command on the board as root, and returns its standard output and standard
    /// error.
    ///
    /// Waits for the shell if the board is still booting.
    ///
    /// - Throws: An error if the exit status is not 0 or the command does not end in time.
    @discardableResult
    package func shell(
        _ command: String, timeoutSeconds: Double = defaultTimeoutSeconds
    ) throws -> String {
        try openShell().run(command, timeoutSeconds: timeoutSeconds)
    }

    /// Waits until a time has passed on the board's own clock.
    ///
    /// Proves that something which would happen within that time did not happen.
    package func waitOnBoard(seconds: Double) throws {
        try shell("sleep \(seconds)")
    }

    /// Runs a Perl script on the board as root, and returns its output.
    @discardableResult
    func perl(_ script: String) throws -> String {
        try shell("perl - <<'PERL'\n\(script)\nPERL")
    }

    /// Returns the board's identifier of the present boot.
    package func bootID() throws -> String { try shell("cat /proc/sys/kernel/random/boot_id") }

    /// Returns the names of the units that have failed, one per line.
    package func failedUnits() throws -> String {
        try shell("systemctl --failed --no-legend --plain")
    }

    /// Waits until the boot is complete, including the services started after the kiosk.
    package func waitForCompleteBoot() throws {
        try wait(for: "the boot is complete") {
            try shell("systemctl is-active touchtracker.target || true") == "active"
        }
    }

    /// Returns the output of the kernel and systemd on the serial console so far, without escape
    /// sequences.
    package func consoleLog() -> String {
        let data = FileManager.default.contents(atPath: "\(stateDirectory)/console.log")
        return String(decoding: data ?? Data(), as: UTF8.self)
            .replacing(/\u{1B}\[[0-9;?]*[a-zA-Z]/, with: "")
    }

    /// Returns the lines that a unit's processes have logged so far, without systemd's own lines.
    package func log(ofUnit unit: String) throws -> [String] {
        try shell(
            "journalctl --sync; journalctl --no-pager -q -o cat _SYSTEMD_UNIT=\(unit).service"
        ).split(separator: "\n").map(String.init)
    }

    /// Runs a command as root in the mounted boot partition, and returns its output.
    @discardableResult
    package func runInBootPartition(_ command: String) throws -> String {
        try shell(
            """
            mount -t vfat /dev/touchtracker/boot /mnt && {
            (cd /mnt; \(command)); code=$?
            umount /mnt
            (exit $code); }
            """)
    }

    /// Powers the board off with systemd, and returns when QEMU has ended.
    package func powerOff() throws {
        try shell("systemctl --no-block poweroff")
        try wait(for: "the board is off") {
            let path = "/proc/\(emulatorProcess)/status"
            let status = try? String(contentsOfFile: path, encoding: .utf8)
            return status?.contains("State:\tZ") ?? true
        }
        try stop()
    }

    // MARK: Files

    /// Returns the content of a file on the board.
    package func read(_ path: String) throws -> Data {
        let encoded = try shell("gzip -c \(path) | base64")
        guard let compressed = Data(base64Encoded: encoded, options: .ignoreUnknownCharacters)
        else {
            throw VirtualBoardError("\(path): damaged on the serial line:\n\(encoded)")
        }
        let copy = "\(stateDirectory)/file"
        try compressed.write(to: URL(fileURLWithPath: copy + ".gz"))
        try runTool(["gzip", "-df", copy + ".gz"])
        return try Data(contentsOf: URL(fileURLWithPath: copy))
    }

    // MARK: Evdev recordings

    /// A shell command that prints the path of the touchscreen's device node, or nothing.
    package static let touchDevice = """
        grep -lsx "QEMU Virtio MultiTouch" /sys/class/input/event*/device/name \
        | sed "s,.*/\\(event[0-9]*\\)/.*,/dev/input/\\1,"
        """

    /// Starts recording the evdev events of the touchscreen.
    package func startRecordingTouches() throws {
        // The device is open before the command ends, so that no event is missed. In a subshell,
        // the shell does not print a message when the job ends.
        try shell(
            """
            (
            exec 3<"$(\(Self.touchDevice))"
            cat <&3 >/run/touches &
            echo $! >/run/touches.pid
            )
            """)
    }

    /// Stops the recording when the kiosk has processed all touches, and returns its bytes:
    /// `struct input_event` values of 24 bytes each.
    package func stopRecordingTouches() throws -> [UInt8] {
        try waitForStillScreenshot()
        try shell("kill $(cat /run/touches.pid)")
        let bytes = Array(try read("/run/touches"))
        try shell("rm /run/touches /run/touches.pid")
        return bytes
    }
}
