import Foundation

extension VirtualBoard {
    /// Takes a screenshot.
    package func screenshot() throws(VirtualBoardError) -> Screenshot {
        let path = "\(stateDirectory)/screenshot.ppm"
        try monitor.execute("screendump", ["filename": path])
        guard let data = FileManager.default.contents(atPath: path) else {
            throw VirtualBoardError("QEMU left no screenshot at \(path)")
        }
        return try Screenshot(portablePixmap: data)
    }

    /// Writes a screenshot to the file `path`, as PNG.
    package func saveScreenshot(to path: String) throws(VirtualBoardError) {
        let absolutePath = URL(fileURLWithPath: path).path
        try monitor.execute("screendump", ["filename": absolutePath, "format": "png"])
    }

    /// Writes a screenshot to `out/board/NAME.png`, for inspection by a developer.
    package func exportScreenshot(_ name: String) throws {
        let folder = Repository.root.appendingPathComponent("out/board")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try saveScreenshot(to: folder.appendingPathComponent("\(name).png").path)
    }

    /// Waits until the screen shows a picture that satisfies `condition`, and returns that picture.
    ///
    /// The default condition accepts every picture by the board that is not black.
    @discardableResult
    package func waitForPicture(
        timeoutSeconds: Double = 60, where condition: (Screenshot) -> Bool = { !$0.isBlack }
    ) throws(VirtualBoardError) -> Screenshot {
        let deadline = Deadline(afterSeconds: timeoutSeconds)
        while true {
            let picture = try screenshot()
            if picture.width == displayWidth, picture.height == displayHeight,
                !picture.isPlaceholder, condition(picture)
            {
                return picture
            }
            guard !deadline.hasPassed else {
                try? exportScreenshot("unexpected")
                throw VirtualBoardError(
                    "no matching picture within \(timeoutSeconds) s; see out/board/unexpected.png")
            }
            Thread.sleep(forTimeInterval: min(0.1, deadline.remainingSeconds))
        }
    }

    /// Waits until the screen has not changed for 0.3 s, and returns the screenshot.
    ///
    /// All touches sent before have been drawn by then.
    package func waitForStillScreenshot(
        timeoutSeconds: Double = 30
    ) throws(VirtualBoardError) -> Screenshot {
        let deadline = Deadline(afterSeconds: timeoutSeconds)
        var last = try screenshot()
        var unchangedCount = 0
        while unchangedCount < 3 {
            guard !deadline.hasPassed else {
                throw VirtualBoardError("the screen kept changing for \(timeoutSeconds) s")
            }
            Thread.sleep(forTimeInterval: 0.1)
            let next = try screenshot()
            unchangedCount = next == last ? unchangedCount + 1 : 0
            last = next
        }
        return last
    }

    /// Returns the address and port of the VNC server of a board that was started with `--vnc`.
    package func vncAddress() throws(VirtualBoardError) -> String {
        let information = try monitor.execute("query-vnc") as? [String: Any]
        guard let host = information?["host"] as? String,
            let service = information?["service"] as? String
        else { throw VirtualBoardError("this board has no VNC server") }
        return "\(host):\(service)"
    }
}
