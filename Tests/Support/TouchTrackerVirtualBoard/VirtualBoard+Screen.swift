import Foundation
import TouchTrackerTestSupport

extension VirtualBoard {
    /// Takes a screenshot.
    package func screenshot() throws -> Screenshot {
        let path = "\(stateDirectory)/screenshot.ppm"
        try monitor.execute("screendump", ["filename": path])
        guard let data = FileManager.default.contents(atPath: path) else {
            throw VirtualBoardError("QEMU left no screenshot at \(path)")
        }
        return try Screenshot(portablePixmap: data)
    }

    /// Writes a screenshot to the file `path`, as PNG.
    package func saveScreenshot(to path: String) throws {
        let absolutePath = URL(fileURLWithPath: path).path
        try monitor.execute("screendump", ["filename": absolutePath, "format": "png"])
    }

    /// Writes a screenshot to `out/board/NAME.png`, for inspection by a developer.
    private func exportScreenshot(_ name: String) throws {
        let folder = Repository.root.appendingPathComponent("out/board")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try saveScreenshot(to: folder.appendingPathComponent("\(name).png").path)
    }

    /// Waits until the screen shows a picture that satisfies `condition`, and returns that picture.
    ///
    /// The default condition accepts every picture by the board that is not black.
    @discardableResult
    package func waitForPicture(
        where condition: (Screenshot) throws -> Bool = { !$0.isBlack }
    ) throws -> Screenshot {
        let deadline = Deadline(clock)
        while true {
            let picture = try screenshot()
            if picture.width == displayWidth, picture.height == displayHeight,
                !picture.isPlaceholder, try condition(picture)
            {
                return picture
            }
            guard !deadline.hasPassed else {
                try? exportScreenshot("unexpected")
                throw VirtualBoardError("no matching picture; see out/board/unexpected.png")
            }
            Thread.sleep(forTimeInterval: 0.02)
        }
    }

    /// Waits until the kiosk has processed all touches sent before, and returns the screenshot.
    @discardableResult
    package func waitForStillScreenshot() throws -> Screenshot {
        try waitUntilIdle()
        return try screenshot()
    }

    /// Waits until no thread of the kiosk runs for some time.
    ///
    /// - Parameter seconds: The board's time in which no thread must run: longer than any pending
    ///   timer.
    package func waitUntilIdle(seconds: Double = 0.15) throws {
        // A command on each processor ensures that the processor has handled earlier interrupts.
        let check = """
            kiosk=$(systemctl show -P MainPID touchtracker)
            switches() {
                taskset -c 0 true
                taskset -c 1 true
                cat /proc/$kiosk/task/*/status 2>/dev/null | grep ctxt_switches
            }
            before=$(switches)
            sleep \(seconds)
            [ "$before" = "$(switches)" ] && echo idle || true
            """
        try wait(for: "the kiosk is idle") { try shell(check) == "idle" }
    }

    /// Returns the address and port of the VNC server of a board that was started with `--vnc`.
    package func vncAddress() throws -> String {
        let information = try monitor.execute("query-vnc") as? [String: Any]
        guard let host = information?["host"] as? String,
            let service = information?["service"] as? String
        else { throw VirtualBoardError("this board has no VNC server") }
        return "\(host):\(service)"
    }

    // MARK: Power on

    /// A record of the screenshots between power-on and the board's first picture.
    package struct PowerOnRecord {
        /// The screenshots in chronological order, without consecutive duplicates.
        ///
        /// Only the last one is neither black nor one of QEMU's own texts.
        package var pictures: [Screenshot] = []
        /// The number of screenshots taken, including duplicates.
        package var count = 0
        /// The longest time between two screenshots in which the emulator could run, in seconds.
        package var longestGap = 0.0
        /// The time between the first and the last screenshot, in seconds.
        package var duration = 0.0
    }

    /// Takes screenshots until the board shows a picture.
    package func recordPowerOn() throws -> PowerOnRecord {
        var record = PowerOnRecord()
        let start = clock.seconds
        var last = start
        try waitForFirstFrame { picture in
            let now = clock.seconds
            record.count += 1
            record.longestGap = max(record.longestGap, now - last)
            record.duration = now - start
            last = now
            if record.pictures.last != picture { record.pictures.append(picture) }
        }
        return record
    }

    /// Waits until the board shows its first picture, and calls `body` with every screenshot.
    package func waitForFirstFrame(_ body: (Screenshot) -> Void = { _ in }) throws {
        try wait(for: "the first picture") {
            let picture = try screenshot()
            body(picture)
            return !picture.isBlack && !picture.isPlaceholder
        }
    }
}
