import Foundation
import TouchTrackerTestSupport

/// The kernel's statistics about the kiosk's process.
package struct KioskProcessStatistics: Sendable {
    /// The process id.
    package let process: Int
    /// The number of open file descriptors.
    package let descriptors: Int
    /// The resident anonymous memory (RssAnon), in kilobytes. The resident part of the program text
    /// changes at any time: the kiosk releases it while idle.
    package let anonymousKilobytes: Int
    /// The number of times that the main thread has waited for an event.
    package let waits: Int
}

extension VirtualBoard {
    // MARK: Start

    /// Starts a board whose kiosk has shown its first frame and opened the touchscreen.
    ///
    /// Only the first board with the same parameters boots; later ones continue from its snapshot.
    ///
    /// - Parameters:
    ///   - image: The directory of the image, or `nil` for `BoardEnvironment.imageDirectory`.
    ///   - arguments: The kiosk's arguments; by default, the drawing scene without its toolbar.
    ///     With an empty array the kiosk runs as the board started it at boot.
    ///   - kernelArguments: Additions to the kernel's command line.
    ///   - displayWidth: The width of the display, in pixels.
    ///   - displayHeight: The height of the display, in pixels.
    package static func bootKiosk(
        image: String? = nil, arguments: [String] = ["--toolbar", "off"],
        kernelArguments: [String] = [], displayWidth: Int = 800, displayHeight: Int = 480
    ) throws -> VirtualBoard {
        var options = try Options(image: image ?? BoardEnvironment.requiredImageDirectory)
        options.kernelArguments = kernelArguments
        options.displayWidth = displayWidth
        options.displayHeight = displayHeight
        let size = "\(displayWidth)x\(displayHeight)"
        let kind = ([options.image, size] + arguments + ["|"] + kernelArguments)
        return try thaw(kind.joined(separator: " "), options) { board in
            try board.waitForPicture()
            try board.waitForTouchscreen()
            if !arguments.isEmpty { try board.restartKiosk(arguments: arguments) }
            try board.waitForStillScreenshot()
        }
    }

    /// Boots `BoardEnvironment.imageDirectory`, and returns immediately.
    package static func bootImage(kernelArguments: [String] = []) throws -> VirtualBoard {
        var options = try Options(image: BoardEnvironment.requiredImageDirectory)
        options.kernelArguments = kernelArguments
        return try boot(options)
    }

    /// Restarts the kiosk with other arguments and an empty drawing, and waits until it reads
    /// touches.
    ///
    /// Contacts that are down stay down.
    package func restartKiosk(arguments: [String] = []) throws {
        let command = ["/usr/bin/touchtracker"] + arguments.map(Self.quotedForUnit)
        try extendKioskUnit("arguments", "ExecStart=\nExecStart=\(command.joined(separator: " "))")
        try restartWithEmptyDrawing()
        try waitForTouchscreen()
    }

    /// Restarts the kiosk with the same arguments and an empty drawing.
    package func restartWithEmptyDrawing() throws {
        try shell(
            """
            systemctl stop touchtracker
            rm -f /var/lib/touchtracker/drawing*
            systemctl start touchtracker
            """)
    }

    /// Adds settings to the kiosk's unit until the board reboots, restarts the kiosk, and waits
    /// until it reads touches.
    ///
    /// - Parameter service: Lines for the section `[Service]`.
    package func overrideKioskUnit(_ service: String) throws {
        try extendKioskUnit("test", service)
        try shell("systemctl restart touchtracker")
        try waitForTouchscreen()
    }

    /// Writes a drop-in file with lines for the section `[Service]` of the kiosk's unit.
    package func extendKioskUnit(_ name: String, _ service: String) throws {
        let folder = "/run/systemd/system/touchtracker.service.d"
        try shell(
            """
            mkdir -p \(folder)
            cat >\(folder)/\(name).conf <<'UNIT'
            [Service]
            \(service)
            UNIT
            systemctl daemon-reload
            """)
    }

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

    // MARK: State

    /// Returns the kiosk's process id, or 0 if the kiosk is not running.
    package func kioskProcessID() throws -> Int { Int(try kioskProperty("MainPID")) ?? 0 }

    /// Returns a property of the kiosk's systemd unit.
    package func kioskProperty(_ name: String) throws -> String {
        try shell("systemctl show -P \(name) touchtracker")
    }

    /// Waits until systemd has replaced the kiosk's process.
    package func waitForNewKiosk(insteadOf process: Int) throws {
        try wait(for: "the kiosk has been restarted") {
            let now = try kioskProcessID()
            return try now != process && now != 0 && kioskProperty("ActiveState") == "active"
        }
    }

    /// Waits until the kiosk's systemd unit has a status text.
    package func waitForKioskStatus(_ text: String) throws {
        var status = ""
        try wait(
            for: "the kiosk's status is “\(text)”, not “\(status)”; its log:\n\(kioskLog())"
        ) {
            status = try kioskProperty("StatusText")
            return status == text
        }
    }

    /// Waits until the kiosk has sent a number of watchdog keep-alives, which proves that it works.
    package func waitForKeepAlives(_ count: Int) throws {
        for _ in 0..<count {
            let last = try kioskProperty("WatchdogTimestampMonotonic")
            try wait(for: "a keep-alive") {
                try kioskProperty("WatchdogTimestampMonotonic") != last
            }
        }
    }

    /// Returns the kiosk's log since its last start.
    package func kioskLog() throws -> String {
        try shell(
            """
            journalctl --sync
            journalctl --no-pager -o cat \
            _SYSTEMD_INVOCATION_ID=$(systemctl show -P InvocationID touchtracker)
            """)
    }

    /// Returns the number of kiosk starts, from the log lines "first frame".
    package func kioskStartCount() throws -> Int {
        try log(ofUnit: "touchtracker").count { $0.hasPrefix("first frame;") }
    }

    /// Waits until the kiosk has opened the touchscreen, which it may find after the display.
    package func waitForTouchscreen() throws {
        try wait(for: "the kiosk has opened the touchscreen") {
            try shell(
                """
                device=$(\(Self.touchDevice))
                kiosk=$(systemctl show -P MainPID touchtracker)
                [ -n "$device" ] && ls -l "/proc/$kiosk/fd" 2>/dev/null | grep -q "$device\\$" &&
                    echo open || true
                """) == "open"
        }
    }

    /// Returns the kernel's present statistics about the kiosk's process.
    package func kioskProcessStatistics() throws -> KioskProcessStatistics {
        let process = try kioskProcessID()
        let numbers = try shell(
            """
            ls /proc/\(process)/fd | wc -l
            awk '/^RssAnon:|^voluntary_ctxt_switches:/ { print $2 }' /proc/\(process)/status
            """
        ).split(separator: "\n").compactMap { Int($0) }
        guard numbers.count == 3 else { throw VirtualBoardError("the kiosk is not running") }
        return KioskProcessStatistics(
            process: process, descriptors: numbers[0], anonymousKilobytes: numbers[1],
            waits: numbers[2])
    }

    /// Stops the kiosk, and returns the counters of the last line that it logs, by name.
    package func stopKioskAndReadCounters() throws -> [String: Int] {
        try shell("systemctl stop touchtracker")
        let log = try kioskLog()
        guard let line = log.split(separator: "\n").last(where: { $0.contains("began=") }) else {
            throw VirtualBoardError("no counters in the kiosk's log:\n\(log)")
        }
        let pairs = line.split(separator: " ").compactMap { word -> (String, Int)? in
            let parts = word.split(separator: "=")
            guard parts.count == 2, let number = Int(parts[1]) else { return nil }
            return (String(parts[0]), number)
        }
        return Dictionary(pairs) { $1 }
    }

    // MARK: The status socket

    /// Returns the output of `touchtracker status --json`.
    package func kioskStatus() throws -> [String: Any] {
        let text = try shell("touchtracker status --json")
        guard
            let status = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        else { throw VirtualBoardError("the kiosk's status is not a JSON object: \(text)") }
        return status
    }

    /// Returns the newest generation of the drawing that is durable.
    package func durableGeneration() throws -> Int64 {
        let store = try kioskStatus()["store"] as? [String: Any]
        guard let generation = store?["generation"] as? Int64 else {
            throw VirtualBoardError("the kiosk's status has no generation of the drawing")
        }
        return generation
    }

    /// Waits until the whole drawing is durable.
    package func waitUntilDurable() throws {
        try wait(for: "the drawing is durable") {
            let store = try kioskStatus()["store"] as? [String: Any]
            return store?["state"] as? String == "saved"
        }
    }
}
