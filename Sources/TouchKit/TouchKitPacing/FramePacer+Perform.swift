extension FramePacer.Action {
    /// Does what the pacer says: draws as long as it says so. When it wants to be woken after that is
    /// `FramePacer.wake`.
    ///
    /// - Parameter draw: Makes a frame, and returns what the pacer said to it.
    /// - Throws: What `draw` throws; then the frame wasn't made, and the pacer has to be reset.
    package func perform<Failure: Error>(
        draw: () throws(Failure) -> FramePacer.Action
    ) throws(Failure) {
        var action = self
        while case .draw = action { action = try draw() }
    }
}
