import KioskDisplay
import KioskSystem
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitPacing

/// The screen gets darker while nobody is there. Dark, it shows no frame, and the touch that wakes it presses
/// nothing (docs/screen-care.md).
extension Session {
    /// Takes care of the screen from now on.
    ///
    /// - Parameters:
    ///   - options: When it gets darker.
    ///   - light: Its backlight.
    ///   - log: Gets what the display refuses.
    package func careForScreen(_ options: ScreenCareOptions, light: ScreenLight, log: Log) {
        var watch = ScreenWatch(care: ScreenCare(options), light: light, log: log)
        if isShown { _ = watch.care.displayCame(at: clock()) }
        screenWatch = watch
    }

    /// Whether nothing is seen, and so nothing drawn.
    package var isDark: Bool { screenWatch?.care.isDark ?? false }
    /// Whether the display is switched off: then it may say that it is gone, and isn't.
    package var isScreenOff: Bool { screenWatch?.care.isScreenOff ?? false }
    /// Whether the picture is to come back, and isn't there yet.
    package var isAwakening: Bool { screenWatch?.care.state == .waking }
    /// When the screen gets darker; nil where nothing is due.
    var screenDeadline: Timestamp? { screenWatch?.care.nextDeadline }

    /// Whether what is touched just now means nothing.
    package var swallowsTouches: Bool {
        guard let screenWatch else { return false }
        return screenWatch.care.isUnseen || screenWatch.touches.isSwallowing(at: clock())
    }

    /// The end: the light is as it was set.
    package func leaveScreenBright() {
        screenWatch?.light.restore(isLast: true)
        screenWatch = nil
    }

    // MARK: What happens

    /// A pointer moved: it wakes the screen as a finger does.
    package func pointerMoved() {
        guard isShown, let idle = screenWatch?.touches.idle(from: clock()),
            let action = screenWatch?.care.activity(idleFrom: idle)
        else { return }
        perform(action)
    }

    /// What of a frame may go on to the application.
    func passage(of frame: TouchFrame) -> WakeTouches.Passage {
        guard let isUnseen = screenWatch?.care.isUnseen else { return .whole }
        let now = clock()
        guard let seen = screenWatch?.touches.take(frame, isUnseen: isUnseen, at: now) else {
            return .whole
        }
        if seen.isActivity, let idle = screenWatch?.touches.idle(from: now),
            let action = screenWatch?.care.activity(idleFrom: idle)
        {
            perform(action)
        }
        return seen.passage
    }

    /// Takes the steps that are due.
    func darkenScreen(at now: Timestamp) {
        while case .perform(let step) = screenWatch?.care.timePassed(now: now) {
            let isDone = take(step, at: now)
            screenWatch?.care.performed(step, isDone: isDone, at: now)
        }
    }

    /// Whether the application wants the screen to stay as it is.
    func noteScreenHold(at now: Timestamp) {
        guard let isHeld = screenWatch?.care.isHeld, isHeld != application.isIdleTimerDisabled
        else { return }
        screenWatch?.care.hold(!isHeld, at: now)
    }

    /// There is a display to draw on.
    func screenCame(at now: Timestamp) {
        if let action = screenWatch?.care.displayCame(at: now) { perform(action) }
    }

    /// There is none any more; whoever has it now wants to see something.
    func screenLeft() {
        screenWatch?.touches.removeAll()
        screenWatch?.awaitsWakingFrame = false
        if let action = screenWatch?.care.displayLeft() { perform(action) }
    }

    /// A frame is on the screen.
    func screenShows(at now: Timestamp) {
        guard let watch = screenWatch, watch.care.state == .waking, !watch.awaitsWakingFrame else {
            return
        }
        screenWatch?.touches.pictureShown(at: now, isSlow: display?.lightsUpSlowly ?? false)
        let idle = watch.touches.idle(from: now)
        if let action = screenWatch?.care.pictureShown(idleFrom: idle) { perform(action) }
    }

    /// The kernel had news of a display that is switched off.
    package func connectionSeen(_ connection: DisplayConnection) {
        if let action = screenWatch?.care.connectionSeen(connection, at: clock()) {
            perform(action)
        }
    }

    // MARK: What is done

    private func perform(_ action: ScreenCare.Action) {
        switch action {
        case .none, .perform: break
        case .brighten: screenWatch?.light.restore()
        case .wake: wakeScreen()
        }
    }

    /// - Returns: Whether it could be done.
    private func take(_ step: ScreenCare.Step, at now: Timestamp) -> Bool {
        guard let watch = screenWatch else { return false }
        switch step {
        case .dim:
            return watch.light.dim()
        case .backlightOff:
            guard watch.light.switchOff() else { return false }
            rest(at: now)
            return true
        case .screenOff:
            rest(at: now)
            do {
                try display?.switchOff()
                return true
            } catch {
                if !watch.saidRefusal { watch.log.warning("\(error); it stays on") }
                screenWatch?.saidRefusal = true
                if !watch.care.isDark { wakeScreen() }
                return false
            }
        }
    }

    /// Ends what fingers and frames are about, as if there were no display: a finger that still rests on the
    /// glass presses nothing when it is lifted. A flip under way comes to its end first.
    private func rest(at now: Timestamp) {
        guard !isDark else { return }
        queue.append { tracker.cancelAll(at: now, into: &$0) }
        deliverTouches()
        application.advance(to: now)
        application.resignActive()
        screenWatch?.touches.darken()
        if flipPendingSince != nil, let shown = try? display?.finishFlip() {
            _ = flipCompleted(at: shown, now: clock())
        }
        dropRecord()
        flipPendingSince = nil
        pacer.reset()
    }

    /// Has the whole picture drawn: what was changed in the dark with it.
    private func wakeScreen() {
        guard let display else { return }
        renderer.displayChanged(bufferCount: display.bufferCount)
        screenWatch?.awaitsWakingFrame = true
        // What the application begins when it is told goes by a clock that stood still meanwhile.
        application.advance(to: clock())
        application.becomeActive()
    }
}
