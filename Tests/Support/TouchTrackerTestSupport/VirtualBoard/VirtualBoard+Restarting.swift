extension VirtualBoard {
    /// Pulls the plug and puts it back: the board boots anew, with its disk as it was left. Returns at once, long
    /// before it shows anything.
    package func restart() throws(VirtualBoardError) {
        // Boards end where others would reboot, unless they are told otherwise.
        try monitor.execute("set-action", ["reboot": "reset"])
        forgetShell()
        try monitor.execute("system_reset", [:])
        trackingIDs = [:]
    }
}
