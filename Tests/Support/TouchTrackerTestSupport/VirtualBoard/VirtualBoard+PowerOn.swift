import Foundation

extension VirtualBoard {
    /// What a board's screen showed after it was switched on, up to its first picture.
    package struct PowerOn {
        /// The pictures one after the other, each once however often it was seen in a row; the last is the
        /// first that is neither black nor a text of QEMU's.
        package var pictures: [Screenshot] = []
        /// How many were taken.
        package var count = 0
        /// The longest time between two, in seconds.
        package var longestGap = 0.0
        /// From the first to the last, in seconds.
        package var duration = 0.0
    }

    /// Takes a picture every 100 ms, until it shows something.
    package func watchPowerOn(timeoutSeconds: Double) throws(VirtualBoardError) -> PowerOn {
        var seen = PowerOn()
        let start = ProcessInfo.processInfo.systemUptime
        var last = start
        while true {
            let picture = try screenshot()
            let now = ProcessInfo.processInfo.systemUptime
            seen.count += 1
            seen.longestGap = max(seen.longestGap, now - last)
            seen.duration = now - start
            last = now
            if seen.pictures.last != picture { seen.pictures.append(picture) }
            if !picture.isBlack, !picture.isPlaceholder { return seen }
            guard seen.duration < timeoutSeconds else {
                throw VirtualBoardError("no picture came in \(timeoutSeconds) s")
            }
            let due = start + 0.1 * Double(seen.count)
            Thread.sleep(forTimeInterval: max(0, due - ProcessInfo.processInfo.systemUptime))
        }
    }

    /// Waits until the screen shows something: to within 20 ms, and not more of the host's time than that takes.
    package func waitForFirstFrame(timeoutSeconds: Double) throws(VirtualBoardError) {
        let deadline = Deadline(afterSeconds: timeoutSeconds)
        while true {
            let picture = try screenshot()
            if !picture.isBlack, !picture.isPlaceholder { return }
            guard !deadline.hasPassed else {
                throw VirtualBoardError("no picture came in \(timeoutSeconds) s")
            }
            Thread.sleep(forTimeInterval: 0.02)
        }
    }

    /// What the kernel and systemd have written to the serial console so far, without its colours.
    package func consoleLog() -> String {
        let data = FileManager.default.contents(atPath: "\(stateDirectory)/console.log")
        return String(decoding: data ?? Data(), as: UTF8.self)
            .replacing(/\u{1B}\[[0-9;?]*[a-zA-Z]/, with: "")
    }

    /// Waits until the hardware watchdog has reset the board.
    package func waitForHardwareWatchdog(timeoutSeconds: Double) throws(VirtualBoardError) {
        try monitor.waitForEvent("WATCHDOG", timeoutSeconds: timeoutSeconds) {
            $0["action"] as? String == "reset"
        }
    }
}
