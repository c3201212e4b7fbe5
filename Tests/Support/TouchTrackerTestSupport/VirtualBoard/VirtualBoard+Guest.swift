import Foundation

extension VirtualBoard {
    /// Runs a shell command on the board, as root, and returns what it wrote to both outputs.
    ///
    /// Throws if it fails. Waits for the shell if the board has not come that far yet.
    @discardableResult
    package func shell(
        _ command: String, timeoutSeconds: Double = 30
    ) throws(VirtualBoardError) -> String {
        try openShell().run(command, timeoutSeconds: timeoutSeconds)
    }

    /// Has the board turn itself off, and returns when all it wrote is on its disk and QEMU has ended.
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

    /// Restarts the kiosk with other arguments and an empty drawing, and returns when it says that it is
    /// ready.
    ///
    /// Fingers that are down stay down on the panel.
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
        try waitForTouch()
    }

    /// Starts the kiosk again as it was, but for the drawing that it keeps.
    package func restartWithEmptyDrawing() throws(VirtualBoardError) {
        try shell(
            """
            systemctl stop touchtracker
            rm -f /var/lib/touchtracker/drawing*
            systemctl start touchtracker
            """, timeoutSeconds: 60)
    }

    /// The kiosk's process id, 0 while it does not run.
    package func kioskProcessID() throws(VirtualBoardError) -> Int {
        Int(try shell("systemctl show -P MainPID touchtracker")) ?? 0
    }

    /// What the kiosk has logged since it was last started.
    package func kioskLog() throws(VirtualBoardError) -> String {
        try shell(
            """
            journalctl --sync
            journalctl --no-pager -o cat \
            _SYSTEMD_INVOCATION_ID=$(systemctl show -P InvocationID touchtracker)
            """)
    }

    /// Waits until the kiosk listens to the touch panel: it may find it later than its screen.
    package func waitForTouch(timeoutSeconds: Double = 60) throws(VirtualBoardError) {
        let deadline = Deadline(afterSeconds: timeoutSeconds)
        let question = """
            device=$(\(Self.touchDevice))
            kiosk=$(systemctl show -P MainPID touchtracker)
            [ -n "$device" ] && ls -l "/proc/$kiosk/fd" 2>/dev/null | grep -q "$device\\$" || echo no
            """
        while try shell(question) == "no" {
            guard !deadline.hasPassed else {
                throw VirtualBoardError("the kiosk took no touch panel in \(timeoutSeconds) s")
            }
            Thread.sleep(forTimeInterval: 0.1)
        }
    }

    // MARK: What the kernel reports

    /// Begins to record what the kernel reports of the touch panel.
    package func startRecordingTouches() throws(VirtualBoardError) {
        // The device is open before the command ends, so that nothing is missed; and it is the
        // subshell's job, so that the shell does not report its end.
        try shell(
            """
            (
            exec 3<"$(\(Self.touchDevice))"
            cat <&3 >/run/touches &
            echo $! >/run/touches.pid
            )
            """)
    }

    /// Ends the recording and returns it: `struct input_event`s of the board, 24 bytes each.
    package func stopRecordingTouches() throws(VirtualBoardError) -> [UInt8] {
        // What was sent may still be under way.
        try waitUntilStill("/run/touches")
        try shell("kill $(cat /run/touches.pid)")
        let bytes = Array(try read("/run/touches"))
        try shell("rm /run/touches /run/touches.pid")
        return bytes
    }

    /// A shell command that prints the touch panel's node, or nothing.
    private static let touchDevice = """
        grep -lsx "QEMU Virtio MultiTouch" /sys/class/input/event*/device/name \
        | sed "s,.*/\\(event[0-9]*\\)/.*,/dev/input/\\1,"
        """

    /// An argument as systemd's unit files want it.
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
