import Foundation

extension VirtualBoard {
    /// A record of the screenshots between power-on and the board's first picture.
    package struct PowerOnRecord {
        /// The screenshots in chronological order, without consecutive duplicates.
        ///
        /// Only the last one is neither black nor one of QEMU's own texts.
        package var pictures: [Screenshot] = []
        /// The number of screenshots taken, including duplicates.
        package var count = 0
        /// The longest time between two screenshots, in seconds.
        package var longestGap = 0.0
        /// The time between the first and the last screenshot, in seconds.
        package var duration = 0.0
    }

    /// Takes a screenshot every 100 ms until the board shows a picture.
    package func recordPowerOn(timeoutSeconds: Double) throws(VirtualBoardError) -> PowerOnRecord {
        var seen = PowerOnRecord()
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
                throw VirtualBoardError("no picture within \(timeoutSeconds) s")
            }
            let due = start + 0.1 * Double(seen.count)
            Thread.sleep(forTimeInterval: max(0, due - ProcessInfo.processInfo.systemUptime))
        }
    }

    /// Waits until the board shows its first picture, with a resolution of 20 ms.
    package func waitForFirstFrame(timeoutSeconds: Double) throws(VirtualBoardError) {
        let deadline = Deadline(afterSeconds: timeoutSeconds)
        while true {
            let picture = try screenshot()
            if !picture.isBlack, !picture.isPlaceholder { return }
            guard !deadline.hasPassed else {
                throw VirtualBoardError("no picture within \(timeoutSeconds) s")
            }
            Thread.sleep(forTimeInterval: 0.02)
        }
    }

    /// Returns the output of the kernel and systemd on the serial console so far, without escape
    /// sequences.
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
