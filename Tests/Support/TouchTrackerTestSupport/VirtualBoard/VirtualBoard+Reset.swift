extension VirtualBoard {
    /// Resets the board as by a power cut; the disk keeps its content.
    ///
    /// Returns immediately, long before the board shows a picture.
    package func restart() throws(VirtualBoardError) {
        // By default a reset ends the emulator (-no-reboot).
        try monitor.execute("set-action", ["reboot": "reset"])
        discardShell()
        try monitor.execute("system_reset", [:])
        trackingIDs = [:]
    }
}
