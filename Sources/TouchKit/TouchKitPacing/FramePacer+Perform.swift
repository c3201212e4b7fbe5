extension FramePacer.Action {
    /// Performs the action: calls `draw` repeatedly while the pacer's action is `.draw`.
    ///
    /// After a presented frame, the pacer never returns `.draw`, so that the main loop processes
    /// other events between two frames. Only a frame without changes, during which work arrived, is
    /// followed at once.
    ///
    /// After the function returns, `FramePacer.wakeTime` is the time of the next wake-up.
    ///
    /// - Parameter draw: A closure that draws and presents a frame, and returns the pacer's next
    ///   action.
    /// - Throws: The error that `draw` throws. The frame was then not presented, and the caller
    ///   must reset the pacer.
    package func perform<Failure: Error>(
        draw: () throws(Failure) -> FramePacer.Action
    ) throws(Failure) {
        var action = self
        while case .draw = action { action = try draw() }
    }
}
