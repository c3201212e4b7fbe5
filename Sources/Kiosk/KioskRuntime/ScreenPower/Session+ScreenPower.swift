import KioskDisplay
import KioskSystem
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitPacing

/// Dims and blanks the idle screen. A blanked screen shows no frames, and the touch that wakes it
/// reaches no view (docs/maintenance.md).
extension Session {
    /// Enables dimming and blanking.
    ///
    /// - Parameters:
    ///   - options: The idle times and the brightness of the dimmed screen.
    ///   - light: The controller of the backlight.
    ///   - log: Receives errors of the display.
    package func enableScreenPower(
        _ options: ScreenPowerOptions, light: BacklightController, log: Log
    ) {
        var watch = ScreenPowerState(machine: ScreenPower(options), light: light, log: log)
        if isShown { _ = watch.machine.displayOpened(at: clock()) }
        screenPowerState = watch
    }

    /// Whether the screen is blanked, so that nothing is drawn.
    package var isBlanked: Bool { screenPowerState?.machine.isBlanked ?? false }
    /// Whether the display is switched off. A display that is off may report a disconnection
    /// although it is connected.
    package var isScreenOff: Bool { screenPowerState?.machine.isScreenOff ?? false }
    /// Whether the screen is waking and its first frame is not shown yet.
    package var isWaking: Bool { screenPowerState?.machine.state == .waking }
    /// The time of the next step of dimming or blanking, or `nil` if none is scheduled.
    var screenDeadline: Timestamp? { screenPowerState?.machine.nextDeadline }

    /// Whether touches are suppressed, because the screen is blanked or has woken a moment ago.
    package var suppressesTouches: Bool {
        guard let screenPowerState else { return false }
        return screenPowerState.machine.isInvisible
            || screenPowerState.touches.isSuppressing(at: clock())
    }

    /// Restores the original brightness and disables dimming and blanking, because the kiosk is
    /// stopping.
    package func restoreBrightness() {
        screenPowerState?.light.restore(isLast: true)
        screenPowerState = nil
    }

    // MARK: Events

    /// Reacts to a pointer movement, which wakes the screen like a touch.
    package func pointerMoved() {
        guard isShown, let idle = screenPowerState?.touches.idle(from: clock()),
            let action = screenPowerState?.machine.activity(idleFrom: idle)
        else { return }
        perform(action)
    }

    /// Returns which part of a touch frame may reach the application, and wakes the screen for new
    /// contacts.
    func filterWakeTouches(_ frame: TouchFrame) -> WakeTouchFilter.Passage {
        guard let isInvisible = screenPowerState?.machine.isInvisible else { return .whole }
        let now = clock()
        guard let seen = screenPowerState?.touches.process(frame, isInvisible: isInvisible, at: now)
        else {
            return .whole
        }
        if seen.isActivity, let idle = screenPowerState?.touches.idle(from: now),
            let action = screenPowerState?.machine.activity(idleFrom: idle)
        {
            perform(action)
        }
        return seen.passage
    }

    /// Performs the steps of dimming and blanking that are due.
    func performDueScreenSteps(at now: Timestamp) {
        while case .perform(let step) = screenPowerState?.machine.nextStep(at: now) {
            let isDone = perform(step, at: now)
            screenPowerState?.machine.performed(step, isDone: isDone, at: now)
        }
    }

    /// Applies the application's `isIdleTimerDisabled`.
    func updateIdleTimer(at now: Timestamp) {
        guard let isDisabled = screenPowerState?.machine.isIdleTimerDisabled,
            isDisabled != application.isIdleTimerDisabled
        else { return }
        screenPowerState?.machine.setIdleTimerDisabled(!isDisabled, at: now)
    }

    /// Starts an idle period on a display that was opened at `now`.
    func screenPowerDisplayOpened(at now: Timestamp) {
        if let action = screenPowerState?.machine.displayOpened(at: now) { perform(action) }
    }

    /// Restores the original brightness when the display is closed or released, for the next
    /// program that uses the display.
    func screenPowerDisplayClosed() {
        screenPowerState?.touches.removeAll()
        screenPowerState?.awaitsWakingFrame = false
        if let action = screenPowerState?.machine.displayClosed() { perform(action) }
    }

    /// Ends waking if the shown frame is the first one since the screen was blanked.
    func screenPowerFrameShown(at now: Timestamp) {
        guard let watch = screenPowerState, watch.machine.state == .waking, !watch.awaitsWakingFrame
        else {
            return
        }
        screenPowerState?.touches.pictureShown(at: now, isSlow: display?.turnsOnSlowly ?? false)
        let idle = watch.touches.idle(from: now)
        if let action = screenPowerState?.machine.pictureShown(idleFrom: idle) { perform(action) }
    }

    /// Processes the connection state after a hotplug event while the display is switched off.
    package func connectionChecked(_ connection: DisplayConnection) {
        if let action = screenPowerState?.machine.connectionChecked(connection, at: clock()) {
            perform(action)
        }
    }

    // MARK: Actions

    private func perform(_ action: ScreenPower.Action) {
        switch action {
        case .none, .perform: break
        case .brighten: screenPowerState?.light.restore()
        case .wake: wakeScreen()
        }
    }

    /// Performs a step of dimming and blanking.
    ///
    /// - Returns: Whether the step succeeded.
    private func perform(_ step: ScreenPower.Step, at now: Timestamp) -> Bool {
        guard let watch = screenPowerState else { return false }
        switch step {
        case .dim:
            return watch.light.dim()
        case .backlightOff:
            guard watch.light.switchOff() else { return false }
            endInteraction(at: now)
            return true
        case .screenOff:
            endInteraction(at: now)
            do {
                try display?.switchOff()
                return true
            } catch {
                if !watch.isRefusalLogged { watch.log.warning("\(error); it stays on") }
                screenPowerState?.isRefusalLogged = true
                if !watch.machine.isBlanked { wakeScreen() }
                return false
            }
        }
    }

    /// Cancels all touches, waits for a pending flip, and stops drawing frames, because the screen
    /// is about to be blanked. A contact that is down at this time has no effect when it lifts.
    private func endInteraction(at now: Timestamp) {
        guard !isBlanked else { return }
        queue.append { tracker.cancelAll(at: now, into: &$0) }
        deliverTouches()
        application.advance(to: now)
        application.resignActive()
        screenPowerState?.touches.suppressAll()
        if flipPendingSince != nil, let shown = try? display?.waitForFlip() {
            _ = flipCompleted(at: shown, now: clock())
        }
        discardRecord()
        flipPendingSince = nil
        pacer.reset()
    }

    /// Requests a frame of the whole canvas, including all changes made while the screen was
    /// blanked.
    private func wakeScreen() {
        guard let display else { return }
        renderer.displayChanged(bufferCount: display.bufferCount)
        screenPowerState?.awaitsWakingFrame = true
        // The application's clock was paused while the screen was blanked.
        application.advance(to: clock())
        application.becomeActive()
    }
}
