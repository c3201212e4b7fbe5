import Foundation

extension VirtualBoard {
    /// What the screen shows now.
    package func screenshot() throws(VirtualBoardError) -> Screenshot {
        let path = "\(stateDirectory)/screenshot.ppm"
        try monitor.execute("screendump", ["filename": path])
        guard let data = FileManager.default.contents(atPath: path) else {
            throw VirtualBoardError("QEMU left no screenshot at \(path)")
        }
        return try Screenshot(portablePixmap: data)
    }

    /// Writes what the screen shows now to `path`, as PNG.
    package func saveScreenshot(to path: String) throws(VirtualBoardError) {
        let absolutePath = URL(fileURLWithPath: path).path
        try monitor.execute("screendump", ["filename": absolutePath, "format": "png"])
    }

    /// Leaves what the screen shows now in `out/board`, for people.
    package func keepScreenshot(_ name: String) throws {
        let folder = Repository.root.appendingPathComponent("out/board")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try saveScreenshot(to: folder.appendingPathComponent("\(name).png").path)
    }

    /// Waits until the screen shows a picture for which `condition` holds, and returns it.
    ///
    /// Without a condition: any picture of the board's own that is not black.
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
                try? keepScreenshot("unexpected")
                throw VirtualBoardError(
                    "no such picture came in \(timeoutSeconds) s; see out/board/unexpected.png")
            }
            Thread.sleep(forTimeInterval: min(0.1, deadline.remainingSeconds))
        }
    }

    /// Waits until the screen has not changed for 0.3 s, and returns what it shows: all that was sent
    /// has been drawn.
    package func stillScreenshot(
        timeoutSeconds: Double = 30
    ) throws(VirtualBoardError) -> Screenshot {
        let deadline = Deadline(afterSeconds: timeoutSeconds)
        var last = try screenshot()
        var unchangedCount = 0
        while unchangedCount < 3 {
            guard !deadline.hasPassed else {
                throw VirtualBoardError("the screen did not come to rest in \(timeoutSeconds) s")
            }
            Thread.sleep(forTimeInterval: 0.1)
            let next = try screenshot()
            unchangedCount = next == last ? unchangedCount + 1 : 0
            last = next
        }
        return last
    }

    /// The loopback address where a board that was started with `--vnc` is to be seen.
    package func vncAddress() throws(VirtualBoardError) -> String {
        let information = try monitor.execute("query-vnc") as? [String: Any]
        guard let host = information?["host"] as? String,
            let service = information?["service"] as? String
        else { throw VirtualBoardError("this board is not shown by VNC") }
        return "\(host):\(service)"
    }
}
