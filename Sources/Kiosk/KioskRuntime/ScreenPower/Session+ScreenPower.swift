import KioskDisplay
import KioskSystem
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitPacing

/// Dimming and blanking of the idle screen. A blanked screen shows no frames, and the touch that
/// wakes the screen is not delivered to any view (docs/maintenance.md).
extension Session {
    /// Enables dimming and blanking of the idle screen.
    ///
    /// - Parameters:
    ///   - options: The idle times and the brightness of the dimmed backlight.
    ///   - backlight: The controller for the backlight.
    ///   - log: The log for errors of the display.
    package func enableScreenPower(
        _ options: ScreenPowerOptions, backlight: BacklightController, log: Log
    ) {
        var powerState = ScreenPowerState(
            machine: ScreenPower(options), backlight: backlight, log: log)
        if hasDisplay { _ = powerState.machine.displayOpened(at: clock()) }
        screenPowerState = powerState
    }

    /// Whether the screen is blanked. No frames are drawn while the screen is blanked.
    package var isBlanked: Bool { screenPowerState?.machine.isBlanked ?? false }
    /// Whether the display is switched off. Many monitors report a disconnection while they are
    /// switched off.
    package var isScreenOff: Bool { screenPowerState?.machine.isScreenOff ?? false }
    /// Whether the display has been switched off for longer than monitors need to enter standby.
    package var isStandbySettled: Bool {
        screenPowerState?.machine.isSettled(at: clock()) ?? false
    }
    /// Whether the screen is waking: the first frame since the screen was blanked has not been
    /// shown yet.
    package var isWaking: Bool { screenPowerState?.machine.state == .waking }
    /// The time of the next step of dimming or blanking, or `nil` if no step is scheduled.
    var screenDeadline: Timestamp? { screenPowerState?.machine.nextDeadline }

    /// Whether new touches are suppressed, because the screen is blanked, is waking, or has just
    /// woken.
    package var suppressesTouches: Bool {
        guard let screenPowerState else { return false }
        return screenPowerState.machine.isInvisible
            || screenPowerState.touches.isSuppressing(at: clock())
    }

    /// Restores the original brightness of the backlight and disables dimming and blanking. Called
    /// when the kiosk stops.
    package func restoreBrightness() {
        screenPowerState?.backlight.restore(isStopping: true)
        screenPowerState = nil
    }

    // MARK: Events

    /// Processes a movement of the mouse pointer. The movement is user activity and wakes the
    /// screen in the same way as a touch.
    package func pointerMoved() {
        guard hasDisplay, let idle = screenPowerState?.touches.idleStart(from: clock()),
            let action = screenPowerState?.machine.activity(idleFrom: idle)
        else { return }
        perform(action)
    }

    /// Returns the part of a touch frame that the application may receive. Brightens or wakes the
    /// screen if the frame is user activity.
    func filterWakeTouches(_ frame: TouchFrame) -> WakeTouchFilter.Passage {
        guard let isInvisible = screenPowerState?.machine.isInvisible else { return .whole }
        let now = clock()
        guard
            let result = screenPowerState?.touches.process(frame, isInvisible: isInvisible, at: now)
        else {
            return .whole
        }
        if result.isActivity, let idle = screenPowerState?.touches.idleStart(from: now),
            let action = screenPowerState?.machine.activity(idleFrom: idle)
        {
            perform(action)
        }
        // Restoring the brightness may have failed before.
        if result.isActivity, let powerState = screenPowerState,
            case .bright = powerState.machine.state, powerState.backlight.isChanged
        {
            powerState.backlight.restore()
        }
        return result.passage
    }

    /// Performs the steps of dimming and blanking that are due at `now`.
    func performDueScreenSteps(at now: Timestamp) {
        while case .perform(let step) = screenPowerState?.machine.nextStep(at: now) {
            let isDone = perform(step, at: now)
            screenPowerState?.machine.performed(step, isDone: isDone, at: now)
        }
    }

    /// Applies the value of `UIApplication.isIdleTimerDisabled` to dimming and blanking.
    func updateIdleTimer(at now: Timestamp) {
        guard let isDisabled = screenPowerState?.machine.isIdleTimerDisabled,
            isDisabled != application.isIdleTimerDisabled
        else { return }
        if let action = screenPowerState?.machine.setIdleTimerDisabled(!isDisabled, at: now) {
            perform(action)
        }
    }

    /// Starts an idle period on a display that was opened at `now`.
    func screenPowerDisplayOpened(at now: Timestamp) {
        if let action = screenPowerState?.machine.displayOpened(at: now) { perform(action) }
    }

    /// Restores the original brightness when the display is closed or released, because another
    /// program may use the display next.
    func screenPowerDisplayClosed() {
        screenPowerState?.touches.removeAll()
        screenPowerState?.awaitsWakingFrame = false
        if let action = screenPowerState?.machine.displayClosed() { perform(action) }
    }

    /// Processes a frame that was shown at the time `now`. If the frame is the first since the
    /// screen was blanked, switches the backlight on and starts an idle period.
    func screenPowerFrameShown(at now: Timestamp) {
        guard let powerState = screenPowerState, powerState.machine.state == .waking,
            !powerState.awaitsWakingFrame
        else {
            return
        }
        screenPowerState?.touches.pictureShown(at: now, isSlow: display?.turnsOnSlowly ?? false)
        let idle = powerState.touches.idleStart(from: now)
        if let action = screenPowerState?.machine.pictureShown(idleFrom: idle) { perform(action) }
    }

    /// Processes a hotplug event while the display is switched off. `connection` is the display's
    /// connection state after the event.
    package func connectionChecked(_ connection: DisplayConnection) {
        if let action = screenPowerState?.machine.connectionChecked(connection, at: clock()) {
            perform(action)
        }
    }

    // MARK: Actions

    private func perform(_ action: ScreenPower.Action) {
        switch action {
        case .none, .perform: break
        case .brighten: screenPowerState?.backlight.restore()
        case .wake: wakeScreen()
        }
    }

    /// Performs a step of dimming and blanking.
    ///
    /// - Returns: Whether the step succeeded.
    private func perform(_ step: ScreenPower.Step, at now: Timestamp) -> Bool {
        guard let powerState = screenPowerState else { return false }
        switch step {
        case .dim:
            return powerState.backlight.dim()
        case .backlightOff:
            guard powerState.backlight.switchOff() else { return false }
            endInteraction(at: now)
            return true
        case .screenOff:
            endInteraction(at: now)
            do {
                try display?.switchOff()
                flipPendingSince = nil
                return true
            } catch {
                if !powerState.isSwitchOffErrorLogged {
                    powerState.log.warning("\(error); the display stays on")
                }
                screenPowerState?.isSwitchOffErrorLogged = true
                if !powerState.machine.isBlanked { wakeScreen() }
                return false
            }
        }
    }

    /// Prepares for blanking the screen: cancels all touches, waits for a pending flip, and stops
    /// drawing frames. Contacts that are down at this time are suppressed until they lift.
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
        // The time of a flip that is still pending remains, so that a lost flip is noticed.
        pacer.reset()
    }

    /// Requests a frame that redraws the whole canvas, including all changes made while the screen
    /// was blanked.
    private func wakeScreen() {
        guard let display else { return }
        renderer.displayChanged(bufferCount: display.bufferCount)
        screenPowerState?.awaitsWakingFrame = true
        // The application's clock was paused while the screen was blanked.
        application.advance(to: clock())
        application.becomeActive()
    }
}
