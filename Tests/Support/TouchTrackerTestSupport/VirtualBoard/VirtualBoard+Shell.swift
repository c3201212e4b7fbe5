import Foundation

extension VirtualBoard {
    /// Runs a shell command on the board as root, and returns its standard output and standard
    /// error.
    ///
    /// Waits for the shell if the board is still booting.
    ///
    /// - Throws: An error if the exit status is not 0 or the command does not end in time.
    @discardableResult
    package func shell(
        _ command: String, timeoutSeconds: Double = 30
    ) throws(VirtualBoardError) -> String {
        try openShell().run(command, timeoutSeconds: timeoutSeconds)
    }

    /// Powers the board off with systemd, and returns when QEMU has ended.
    package func powerOff(timeoutSeconds: Double = 120) throws {
        try shell("systemctl --no-block poweroff")
        let process = try String(contentsOfFile: "\(stateDirectory)/pid", encoding: .utf8)
            .trimmingCharacters(in: .newlines)
        try wait(for: "the board is off", timeoutSeconds: timeoutSeconds) {
            let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
            return status?.contains("State:\tZ") ?? true
        }
        try stop()
    }

    // MARK: The kiosk

    /// Restarts the kiosk with other arguments and an empty drawing, and waits until it reads
    /// touches.
    ///
    /// Contacts that are down stay down.
    package func restartKiosk(arguments: [String] = []) throws(VirtualBoardError) {
        let dropIn = "/run/systemd/system/touchtracker.service.d"
        let command = (["/usr/bin/touchtracker"] + arguments.map(Self.quotedForUnit))
            .joined(separator: " ")
        try shell("mkdir -p \(dropIn)")
        try shell(
            """
            cat >\(dropIn)/arguments.conf <<'UNIT'
            [Service]
            ExecStart=
            ExecStart=\(command)
            UNIT
            systemctl daemon-reload
            """)
        try restartWithEmptyDrawing()
        try waitForTouchscreen()
    }

    /// Restarts the kiosk with the same arguments and an empty drawing.
    package func restartWithEmptyDrawing() throws(VirtualBoardError) {
        try shell(
            """
            systemctl stop touchtracker
            rm -f /var/lib/touchtracker/drawing*
            systemctl start touchtracker
            """, timeoutSeconds: 60)
    }

    /// Returns the kiosk's process id, or 0 if the kiosk is not running.
    package func kioskProcessID() throws(VirtualBoardError) -> Int {
        Int(try shell("systemctl show -P MainPID touchtracker")) ?? 0
    }

    /// Returns the kiosk's log since its last start.
    package func kioskLog() throws(VirtualBoardError) -> String {
        try shell(
            """
            journalctl --sync
            journalctl --no-pager -o cat \
            _SYSTEMD_INVOCATION_ID=$(systemctl show -P InvocationID touchtracker)
            """)
    }

    /// Waits until the kiosk has opened the touchscreen, which it may find after the display.
    package func waitForTouchscreen(timeoutSeconds: Double = 60) throws(VirtualBoardError) {
        let deadline = Deadline(afterSeconds: timeoutSeconds)
        let check = """
            device=$(\(Self.touchDevice))
            kiosk=$(systemctl show -P MainPID touchtracker)
            [ -n "$device" ] && ls -l "/proc/$kiosk/fd" 2>/dev/null | grep -q "$device\\$" ||
                echo no
            """
        while try shell(check) == "no" {
            guard !deadline.hasPassed else {
                throw VirtualBoardError(
                    "the kiosk did not open the touchscreen within \(timeoutSeconds) s")
            }
            Thread.sleep(forTimeInterval: 0.1)
        }
    }

    // MARK: Evdev recordings

    /// Starts recording the evdev events of the touchscreen.
    package func startRecordingTouches() throws(VirtualBoardError) {
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

    /// Stops the recording, and returns its bytes: `struct input_event` values of 24 bytes each.
    package func stopRecordingTouches() throws(VirtualBoardError) -> [UInt8] {
        // Events sent last may still be in transit.
        try waitUntilUnchanged("/run/touches")
        try shell("kill $(cat /run/touches.pid)")
        let bytes = Array(try read("/run/touches"))
        try shell("rm /run/touches /run/touches.pid")
        return bytes
    }

    /// A shell command that prints the path of the touchscreen's device node, or nothing.
    private static let touchDevice = """
        grep -lsx "QEMU Virtio MultiTouch" /sys/class/input/event*/device/name \
        | sed "s,.*/\\(event[0-9]*\\)/.*,/dev/input/\\1,"
        """

    /// Returns an argument quoted for a systemd unit file.
    private static func quotedForUnit(_ argument: String) -> String {
        var quoted = "\""
        for character in argument {
            switch character {
            case "\\", "\"": quoted += "\\\(character)"
            case "%", "$": quoted += "\(character)\(character)"
            default: quoted.append(character)
            }
        }
        return quoted + "\""
    }
}
