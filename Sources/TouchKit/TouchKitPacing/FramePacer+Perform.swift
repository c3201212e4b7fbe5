extension FramePacer.Action {
    /// Performs the action: draws frames while the pacer returns `.draw`.
    ///
    /// When the function returns, `FramePacer.wakeTime` is the time of the next wake-up.
    ///
    /// - Parameter draw: Draws and presents a frame, and returns the pacer's next action.
    /// - Throws: The error that `draw` throws. In this case the frame was not presented, and the
    ///   caller must reset the pacer.
    package func perform<Failure: Error>(
        draw: () throws(Failure) -> FramePacer.Action
    ) throws(Failure) {
        var action = self
        while case .draw = action { action = try draw() }
    }
}
