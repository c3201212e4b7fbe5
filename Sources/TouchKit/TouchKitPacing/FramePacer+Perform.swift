extension FramePacer.Action {
    /// Performs the action: draws frames while the pacer returns `.draw`.
    ///
    /// The time of the next wake-up is `FramePacer.wakeTime` afterwards.
    ///
    /// - Parameter draw: Draws and presents a frame, and returns the pacer's next action.
    /// - Throws: The error of `draw`. The frame was not presented then, and the pacer must be
    ///   reset.
    package func perform<Failure: Error>(
        draw: () throws(Failure) -> FramePacer.Action
    ) throws(Failure) {
        var action = self
        while case .draw = action { action = try draw() }
    }
}
