import Foundation

/// What the kernel says of the kiosk's process.
package struct KioskFigures: Sendable {
    /// Its number.
    package let process: Int
    /// How many descriptors it has open.
    package let descriptors: Int
    /// Memory in use (VmRSS), in kilobytes.
    package let residentKilobytes: Int
    /// Computing time so far, in seconds.
    package let cpuSeconds: Double
}

extension VirtualBoard {
    /// A board of its own whose kiosk draws and listens. Only the first one of a kind is booted: it is
    /// frozen then, and all go on from there.
    ///
    /// - Parameters:
    ///   - image: The image; the one that tests are given if not.
    ///   - arguments: The kiosk's arguments; a bare slate if not given. With none, it is the kiosk
    ///     that the board started by itself.
    ///   - kernelArguments: What is added to the kernel's command line.
    ///   - displayWidth: The screen's width, in pixels.
    ///   - displayHeight: The screen's height, in pixels.
    package static func bootKiosk(
        image: String? = nil, arguments: [String] = ["--toolbar", "off"],
        kernelArguments: [String] = [], displayWidth: Int = 800, displayHeight: Int = 480
    ) throws(VirtualBoardError) -> VirtualBoard {
        guard let image = image ?? BoardEnvironment.imageDirectory else {
            throw VirtualBoardError("no image to boot")
        }
        var options = Options(image: image)
        options.kernelArguments = kernelArguments
        options.displayWidth = displayWidth
        options.displayHeight = displayHeight
        let size = "\(displayWidth)x\(displayHeight)"
        let kind = ([image, size] + arguments + ["|"] + kernelArguments).joined(separator: " ")
        return try thaw(kind, options) { board throws(VirtualBoardError) in
            try board.waitForPicture()
            try board.waitForTouch()
            if !arguments.isEmpty { try board.restartKiosk(arguments: arguments) }
            _ = try board.stillScreenshot()
        }
    }

    /// Boots the image that tests are given, and returns at once.
    package static func bootImage(
        kernelArguments: [String] = []
    ) throws(VirtualBoardError) -> VirtualBoard {
        guard let image = BoardEnvironment.imageDirectory else {
            throw VirtualBoardError("no image to boot")
        }
        var options = Options(image: image)
        options.kernelArguments = kernelArguments
        return try boot(options)
    }

    /// What the kernel says of the kiosk now.
    package func kioskFigures() throws(VirtualBoardError) -> KioskFigures {
        let process = try kioskProcessID()
        let numbers = try shell(
            """
            ls /proc/\(process)/fd | wc -l
            sed -n 's/^VmRSS:[^0-9]*\\([0-9]*\\).*/\\1/p' /proc/\(process)/status
            awk '{ print $14 + $15 }' /proc/\(process)/stat
            getconf CLK_TCK
            """
        ).split(separator: "\n").compactMap { Double($0) }
        guard numbers.count == 4 else { throw VirtualBoardError("the kiosk doesn't run") }
        return KioskFigures(
            process: process, descriptors: Int(numbers[0]), residentKilobytes: Int(numbers[1]),
            cpuSeconds: numbers[2] / numbers[3])
    }

    /// A property that systemd knows of the kiosk's unit.
    package func kioskProperty(_ name: String) throws(VirtualBoardError) -> String {
        try shell("systemctl show -P \(name) touchtracker")
    }

    /// Changes the kiosk's unit until the next start of the board, and starts the kiosk anew.
    package func changeUnit(_ service: String) throws(VirtualBoardError) {
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

    /// Stops the kiosk and reads the figures of its last line.
    package func stopKiosk() throws(VirtualBoardError) -> [String: Int] {
        try shell("systemctl stop touchtracker", timeoutSeconds: 30)
        let log = try kioskLog()
        guard let line = log.split(separator: "\n").last(where: { $0.contains("began=") }) else {
            throw VirtualBoardError("the kiosk ended without a report:\n\(log)")
        }
        var figures: [String: Int] = [:]
        for word in line.split(separator: " ") {
            let parts = word.split(separator: "=")
            if parts.count == 2 { figures[String(parts[0])] = Int(parts[1]) }
        }
        return figures
    }

    /// Asks again and again until it is so.
    package func wait(
        for what: String, timeoutSeconds: Double = 30,
        until condition: () throws -> Bool
    ) throws {
        let deadline = Deadline(afterSeconds: timeoutSeconds)
        while try !condition() {
            guard !deadline.hasPassed else {
                throw VirtualBoardError("not within \(timeoutSeconds) s: \(what)")
            }
            Thread.sleep(forTimeInterval: 0.1)
        }
    }
}
