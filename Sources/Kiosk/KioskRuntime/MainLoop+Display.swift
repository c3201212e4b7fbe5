import KioskDisplay

/// The display on which the session draws: its opening, hotplug, geometry and release.
extension MainLoop {
    /// Opens the first display and launches the application on it. If no display is available,
    /// throws an error if the loop has an observer. Without an observer, the loop then waits for a
    /// display.
    ///
    /// `run()` does not contain this code, because a local variable of `run()` would retain the
    /// display after it is disconnected.
    func openFirstDisplay() throws(KioskError) {
        let display: (any ScanoutDisplay)?
        do {
            display = try displayController.start()
        } catch {
            throw .display(error)
        }
        try displayOpened(display)
        try applyScreenChange()
        if !displayController.isDisplayInUse {
            // An observer, for example a benchmark, requires a display at launch, so do not wait.
            if observer != nil { throw .display(displayController.unavailabilityError) }
            try openInputDevices()
            input?.suspend()
            reportWaiting()
        }
    }

    /// Reads udev's hotplug events and updates the display if there were any.
    func readHotplug() throws(KioskError) {
        guard let hotplug else { return }
        switch hotplug.readEvents(about: displayController, session) {
        case .unchanged: break
        case .deferred: try drawIfNeeded()
        case .update: try displayChanged(displayController.handleHotplug())
        }
    }

    /// Continues on `display`, or reports the reason for waiting if no display is in use. Has no
    /// effect if `display` is `nil` because the display in use has not changed.
    func displayChanged(_ display: (any ScanoutDisplay)?) throws(KioskError) {
        try displayOpened(display)
        reportWaiting()
    }

    /// Checks whether the display is still connected, if the screen has woken and a hotplug event
    /// arrived while the display was switched off.
    func checkDisplayAfterWaking() throws(KioskError) {
        guard let hotplug, hotplug.consumeCheck(afterWaking: session, at: hardware.clock()) else {
            return
        }
        try displayChanged(displayController.handleHotplug())
    }

    /// Launches the application on `display` if there is no session yet. If there is one, continues
    /// the session on `display`. Has no effect if `display` is `nil`.
    private func displayOpened(_ display: (any ScanoutDisplay)?) throws(KioskError) {
        guard let display else { return }
        if let session {
            session.showDisplay(display, geometry: screen.geometry(on: display))
        } else {
            launchSession(on: display)
        }
        guard let session else { return }
        reporter.displayOpened()
        try input?.resume(session)
        try drawIfNeeded()
    }

    /// Applies a rotation or scale that the application requested in this turn. Must be called
    /// while no callback of the application is running.
    func applyScreenChange() throws(KioskError) {
        guard screen.consumeChange(), displayController.isDisplayInUse,
            let display = displayController.display, let session
        else { return }
        session.changeGeometry(to: screen.geometry(on: display), at: hardware.clock())
        input?.geometryChanged(session)
        try drawIfNeeded()
    }

    /// Cancels all touches and closes the input devices before the display is released, so that
    /// contacts on a dark screen have no effect.
    func releaseDisplay() {
        observer?.displayWillClose()
        session?.hideDisplay(at: hardware.clock())
        playback.displayClosed()
        input?.suspend()
    }

    /// Reports the reason for waiting, if no display is in use.
    func reportWaiting() {
        if let reason = displayController.waitingReason { reporter.reportWaiting(reason) }
    }
}
