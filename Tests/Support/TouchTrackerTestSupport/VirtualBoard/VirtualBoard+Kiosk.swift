import Foundation

/// The kernel's statistics about the kiosk's process.
package struct KioskProcessStatistics: Sendable {
    /// The process id.
    package let process: Int
    /// The number of open file descriptors.
    package let descriptors: Int
    /// The resident memory (VmRSS), in kilobytes.
    package let residentKilobytes: Int
    /// The CPU time used so far, in seconds.
    package let cpuSeconds: Double
}

extension VirtualBoard {
    /// Starts a board whose kiosk has shown its first frame and opened the touchscreen.
    ///
    /// Only the first board with the same parameters boots; later ones continue from its snapshot.
    ///
    /// - Parameters:
    ///   - image: The directory of the image, or `nil` for `BoardEnvironment.imageDirectory`.
    ///   - arguments: The kiosk's arguments; by default, the drawing scene without its toolbar.
    ///     With an
    ///     empty array the kiosk runs as the board started it at boot.
    ///   - kernelArguments: Additions to the kernel's command line.
    ///   - displayWidth: The width of the display, in pixels.
    ///   - displayHeight: The height of the display, in pixels.
    package static func bootKiosk(
        image: String? = nil, arguments: [String] = ["--toolbar", "off"],
        kernelArguments: [String] = [], displayWidth: Int = 800, displayHeight: Int = 480
    ) throws(VirtualBoardError) -> VirtualBoard {
        guard let image = image ?? BoardEnvironment.imageDirectory else {
            throw VirtualBoardError("no board image: scripts/test sets it")
        }
        var options = Options(image: image)
        options.kernelArguments = kernelArguments
        options.displayWidth = displayWidth
        options.displayHeight = displayHeight
        let size = "\(displayWidth)x\(displayHeight)"
        let kind = ([image, size] + arguments + ["|"] + kernelArguments).joined(separator: " ")
        return try thaw(kind, options) { board throws(VirtualBoardError) in
            try board.waitForPicture()
            try board.waitForTouchscreen()
            if !arguments.isEmpty { try board.restartKiosk(arguments: arguments) }
            _ = try board.waitForStillScreenshot()
        }
    }

    /// Boots `BoardEnvironment.imageDirectory`, and returns immediately.
    package static func bootImage(
        kernelArguments: [String] = []
    ) throws(VirtualBoardError) -> VirtualBoard {
        guard let image = BoardEnvironment.imageDirectory else {
            throw VirtualBoardError("no board image: scripts/test sets it")
        }
        var options = Options(image: image)
        options.kernelArguments = kernelArguments
        return try boot(options)
    }

    /// Returns the kernel's present statistics about the kiosk's process.
    package func kioskProcessStatistics() throws(VirtualBoardError) -> KioskProcessStatistics {
        let process = try kioskProcessID()
        let numbers = try shell(
            """
            ls /proc/\(process)/fd | wc -l
            sed -n 's/^VmRSS:[^0-9]*\\([0-9]*\\).*/\\1/p' /proc/\(process)/status
            awk '{ print $14 + $15 }' /proc/\(process)/stat
            getconf CLK_TCK
            """
        ).split(separator: "\n").compactMap { Double($0) }
        guard numbers.count == 4 else { throw VirtualBoardError("the kiosk is not running") }
        return KioskProcessStatistics(
            process: process, descriptors: Int(numbers[0]), residentKilobytes: Int(numbers[1]),
            cpuSeconds: numbers[2] / numbers[3])
    }

    /// Returns a property of the kiosk's systemd unit.
    package func kioskProperty(_ name: String) throws(VirtualBoardError) -> String {
        try shell("systemctl show -P \(name) touchtracker")
    }

    /// Adds settings to the kiosk's unit until the board reboots, and restarts the kiosk.
    ///
    /// - Parameter service: Lines for the section `[Service]`.
    package func overrideKioskUnit(_ service: String) throws(VirtualBoardError) {
        let folder = "/run/systemd/system/touchtracker.service.d"
        try shell(
            """
            mkdir -p \(folder)
            cat >\(folder)/test.conf <<'UNIT'
            [Service]
            \(service)
            UNIT
            systemctl daemon-reload
            """)
        try shell("systemctl restart touchtracker", timeoutSeconds: 60)
    }

    /// Stops the kiosk, and returns the counters of the last line that it logs, by name.
    package func stopKioskAndReadCounters() throws(VirtualBoardError) -> [String: Int] {
        try shell("systemctl stop touchtracker", timeoutSeconds: 30)
        let log = try kioskLog()
        guard let line = log.split(separator: "\n").last(where: { $0.contains("began=") }) else {
            throw VirtualBoardError("the kiosk logged no counters when it ended:\n\(log)")
        }
        var counters: [String: Int] = [:]
        for word in line.split(separator: " ") {
            let parts = word.split(separator: "=")
            if parts.count == 2 { counters[String(parts[0])] = Int(parts[1]) }
        }
        return counters
    }

    /// Waits until `condition` holds, checking every 0.1 s.
    ///
    /// - Parameters:
    ///   - event: The description of the condition, for the error message.
    ///   - timeoutSeconds: The time after which waiting fails.
    ///   - condition: The condition.
    package func wait(
        for event: String, timeoutSeconds: Double = 30,
        until condition: () throws -> Bool
    ) throws {
        let deadline = Deadline(afterSeconds: timeoutSeconds)
        while try !condition() {
            guard !deadline.hasPassed else {
                throw VirtualBoardError("timeout after \(timeoutSeconds) s: \(event)")
            }
            Thread.sleep(forTimeInterval: 0.1)
        }
    }
}
