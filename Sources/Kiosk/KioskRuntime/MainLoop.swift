import KioskDisplay
import KioskInput
import KioskServices
import KioskSystem
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitPacing

/// The main loop of a kiosk: waits for events with one epoll instance, passes them to the session
/// and performs the pacer's actions.
///
/// While nothing is scheduled, only the timers of the watchdog and of the metrics file are armed.
@MainActor
package final class MainLoop {
    /// Creates the session and its application on a display. The second argument returns the
    /// current session.
    package typealias Launch =
        @MainActor (
            any ScanoutDisplay, _ session: @escaping @MainActor () -> Session?
        ) -> Session

    private enum Source: UInt32 {
        case signals = 1
        case timer
        case display
        case hotplug
        case input
        case watchdog
        case postedCalls
        case statusRequest
        case metrics
    }

    private let panel: KioskScreenControl
    private let machine: KioskMachineControl
    package let playback: KioskTouchPlayback
    private let launch: Launch
    private let log: Log
    private let events: EventLoop
    private let timer: TimerDescriptor
    /// Signalled by other threads that posted a call to the main thread.
    private let postedCalls: EventDescriptor
    private let signals: SignalDescriptor
    private let monitor: DeviceMonitor?
    private let console: Console?
    private let reporter: ServiceReporter
    private let observer: (any MainLoopObserver)?
    private(set) var input: InputSource?
    private var watchdog: Watchdog?
    private(set) var displayController: DisplayController
    /// The status socket and the metrics file, or `nil` if both are off.
    private(set) var statusService: StatusService?

    /// The session, or `nil` before the first display is available.
    private(set) var session: Session?
    /// The time for which the timer is armed, or `nil` if the timer is disarmed.
    private var armedDeadline: Timestamp?
    /// The event sources that are ready in the current turn of the loop. The memory is reused.
    private var readySources: [Source] = []
    private var isStopping = false
    /// Whether a hotplug event arrived while the display was switched off. The loop checks the
    /// display after the screen has woken.
    private var needsDisplayCheck = false
    /// Whether a signal stopped the loop.
    package private(set) var isInterrupted = false

    /// Creates a loop.
    ///
    /// - Parameters:
    ///   - options: The kiosk's options.
    ///   - service: The connection to systemd.
    ///   - panel: Controls the rotation and scale of the screen.
    ///   - machine: Sends requests to the machine, such as a restart.
    ///   - playback: Plays synthetic touches.
    ///   - rawTouches: Reads the touchscreens' device nodes beside libinput.
    ///   - observer: Observes the loop, for example to measure frames.
    ///   - launch: Creates the session and its application on the first display.
    /// - Throws: `KioskError` if system resources or input devices cannot be used.
    init(
        options: KioskOptions, service: SystemdNotifier, panel: KioskScreenControl,
        machine: KioskMachineControl, playback: KioskTouchPlayback, rawTouches: KioskRawTouches,
        observer: (any MainLoopObserver)? = nil, launch: @escaping Launch
    ) throws(KioskError) {
        self.panel = panel
        self.machine = machine
        self.playback = playback
        self.observer = observer
        self.launch = launch
        log = options.log
        reporter = ServiceReporter(service: service, log: options.log)
        do {
            events = try EventLoop()
            timer = try TimerDescriptor()
            postedCalls = try EventDescriptor()
            // Unblocked, the console's signals would end the process, so they are blocked before
            // the console is opened.
            signals = try SignalDescriptor([
                .terminate, .interrupt, .hangUp, .consoleRelease, .consoleAcquire,
            ])
            SignalDescriptor.ignoreBrokenPipes()
            try events.watch(signals.descriptor, as: Source.signals.rawValue)
            try events.watch(timer.descriptor, as: Source.timer.rawValue)
            try events.watch(postedCalls.descriptor, as: Source.postedCalls.rawValue)
            watchdog = try Watchdog(
                service: service, log: options.log, events: events,
                source: Source.watchdog.rawValue)
        } catch {
            throw .system(error)
        }
        if case .display = options.output {
            console = Self.openConsole(isService: service.isEnabled, log: log)
            monitor = Self.openMonitor(events: events, log: log)
        } else {
            console = nil
            monitor = nil
        }
        displayController = DisplayController(
            output: options.output, events: events, source: Source.display.rawValue,
            isAway: console.map { !$0.isActive } ?? false, log: log)
        input =
            try options.input == .none
            ? nil
            : InputSource(
                options.input, rawTouches: rawTouches, log: log, events: events,
                source: Source.input.rawValue)
        panel.devices = { [weak self] in self?.input?.devices ?? [] }
        displayController.willRelease = { [unowned self] in releaseDisplay() }
        playback.session = { [weak self] in self?.session }
        PostedCalls.main.setWakeUpHandler { [postedCalls] in postedCalls.raise() }
        statusService = options.status.map {
            StatusService(
                $0, log: log, events: events, requests: Source.statusRequest.rawValue,
                metricsDue: Source.metrics.rawValue)
        }
    }

    /// The number of wake-ups of the loop, except those for the watchdog and the metrics.
    package var wakeUps: UInt64 {
        // One wake-up can count for both timers, so their sum may exceed the total.
        let others = watchdogWakeUps + metricsWakeUps
        return events.wakeUpCount > others ? events.wakeUpCount - others : 0
    }
    /// The number of wake-ups for writing metrics.
    var metricsWakeUps: UInt64 { statusService?.metricsWakeUps ?? 0 }
    /// The number of wake-ups for the watchdog.
    var watchdogWakeUps: UInt64 { watchdog?.wakeUps ?? 0 }

    /// Whether a scheduled frame is due in this turn.
    package var frameIsDue: Bool {
        guard let wake = session?.frameWake else { return false }
        return wake <= MonotonicClock.now()
    }

    /// Ends the loop after the current turn.
    package func stop() {
        isStopping = true
    }

    /// Runs the loop until a signal or `stop()` ends it.
    func run() throws(KioskError) {
        do throws(KioskError) {
            try begin()
            while !isStopping { try turn() }
        } catch {
            // The observer is notified before the devices close.
            observer?.loopEnded(self)
            throw error
        }
        observer?.loopEnded(self)
        reporter.reportStopping()
    }

    /// Restores the display and the console. Further calls have no effect.
    func close() {
        PostedCalls.main.setWakeUpHandler(nil)
        displayController.close()
        session?.restoreBrightness()
        console?.restore()
        panel.finishWriting()
        statusService?.close()
    }

    /// Opens the first display. This code is not part of `run()`, because a local variable of
    /// `run()` would retain a display that has disconnected.
    private func begin() throws(KioskError) {
        let display: (any ScanoutDisplay)?
        do {
            display = try displayController.start()
        } catch {
            throw .display(error)
        }
        try displayOpened(display)
        try applyScreenChange()
        if !displayController.isShown {
            // With an observer, for example a benchmark, the kiosk does not wait for a display.
            if observer != nil { throw .display(displayController.unavailabilityError) }
            input?.suspend()
            reportWaiting()
        }
    }

    /// Waits for events and processes them.
    private func turn() throws(KioskError) {
        readySources.removeAll(keepingCapacity: true)
        do {
            try armTimer()
            try input?.watch(session?.watchesInput ?? false)
            try displayController.watchFlips(session?.watchesDisplay ?? true)
            try events.wait { source in
                if let source = Source(rawValue: source) { readySources.append(source) }
            }
        } catch {
            throw .system(error)
        }
        session?.turnBegan = MonotonicClock.now()
        for source in readySources { try handle(source) }
        try applyScreenChange()
        try checkDisplayAfterWaking()
        // Status requests are served after the frame is submitted.
        try serveStatusRequests()
    }

    private func handle(_ source: Source) throws(KioskError) {
        switch source {
        case .signals:
            while let signal = signals.next() { try handle(signal) }
        case .timer:
            timer.acknowledge()
            armedDeadline = nil
            try timerFired()
        case .display:
            try readFlip()
        case .hotplug:
            try readHotplug()
        case .input:
            // The pending flip is read first, so that ink goes into the buffer that is on the
            // display now.
            if let session, session.expectsInk, !session.watchesDisplay { try readFlip() }
            try readInput()
            try drawIfNeeded()
        case .watchdog:
            try readInput()
            try drawIfNeeded()
            do {
                try watchdog?.check(
                    flipPendingSince: session?.flipAwaitedSince, frameDue: session?.frameWake,
                    isInputUnread: input?.isReadable ?? false)
            } catch {
                throw .system(error)
            }
        case .postedCalls:
            postedCalls.acknowledge()
            session?.application.runPostedCalls(at: MonotonicClock.now())
            try drawIfNeeded()
        case .statusRequest:
            statusService?.clientConnected()
        case .metrics:
            try writeMetrics()
        }
    }

    private func handle(_ signal: SignalDescriptor.Signal) throws(KioskError) {
        switch signal {
        case .terminate, .interrupt, .hangUp:
            isStopping = true
            isInterrupted = true
        case .consoleRelease:
            machine.virtualTerminalReleased()
            displayController.consoleReleased()
            reportWaiting()
            console?.allowSwitch()
        case .consoleAcquire:
            console?.acknowledgeReturn()
            try displayOpened(displayController.consoleAcquired())
        }
    }

    private func timerFired() throws(KioskError) {
        try readInput()
        let now = MonotonicClock.now()
        try displayOpened(displayController.retryIfDue(at: now))
        session?.advanceTimers(to: now)
        // After the timers, so that the application's clock shows the current time.
        machine.checkDeadlines(now: now)
        playback.notifyIfEnded()
        observer?.timePassed(loop: self)
        try resumeClients(at: now)
        guard let session else { return }
        // A completed flip is read before the frame that follows it.
        if !session.watchesDisplay, let wake = session.frameWake, wake <= now { try readFlip() }
        try perform(session.timerFired(at: now))
        try drawIfNeeded()
    }

    // MARK: Display

    /// Processes hotplug events of udev.
    private func readHotplug() throws(KioskError) {
        guard let monitor else { return }
        var hasEvents = false
        while monitor.next() != nil { hasEvents = true }
        guard hasEvents else { return }
        if let session, session.isScreenOff {
            // Monitors in standby may report that they are disconnected.
            needsDisplayCheck = true
            if let connection = displayController.display?.checkConnection() {
                session.connectionChecked(connection)
            }
            return try drawIfNeeded()
        }
        try lookForDisplay()
    }

    private func lookForDisplay() throws(KioskError) {
        try displayOpened(displayController.hotplugged())
        if !displayController.isShown { reportWaiting() }
    }

    /// Checks the display once the screen has woken, if a hotplug event arrived while the display
    /// was switched off.
    private func checkDisplayAfterWaking() throws(KioskError) {
        guard needsDisplayCheck, let session, !session.isShown || !session.isWaking,
            !session.isScreenOff
        else { return }
        needsDisplayCheck = false
        try lookForDisplay()
    }

    /// Launches the application on the first display, or continues the session on a later display.
    /// Has no effect if `display` is `nil`.
    private func displayOpened(_ display: (any ScanoutDisplay)?) throws(KioskError) {
        guard let display else { return }
        if let session {
            session.showDisplay(display, geometry: panel.geometry(on: display))
        } else {
            let session = launch(display) { [weak self] in self?.session }
            self.session = session
            observer?.launched(session, on: display, loop: self)
        }
        guard let session else { return }
        reporter.displayOpened()
        try input?.resume(session)
        try drawIfNeeded()
    }

    /// Applies a rotation or scale that the application requested in this turn. At this point no
    /// callback of the application is running.
    private func applyScreenChange() throws(KioskError) {
        guard panel.consumeChange(), displayController.isShown,
            let display = displayController.display, let session
        else { return }
        session.changeGeometry(to: panel.geometry(on: display), at: MonotonicClock.now())
        input?.geometryChanged(session)
        try drawIfNeeded()
    }

    /// Cancels all touches and closes the input devices before the display is released, so that
    /// contacts on a screen without a picture have no effect.
    private func releaseDisplay() {
        observer?.displayWillGo()
        session?.hideDisplay(at: MonotonicClock.now())
        playback.displayClosed()
        input?.suspend()
    }

    private func reportWaiting() {
        if let reason = displayController.waitingReason { reporter.reportWaiting(reason) }
    }

    // MARK: Frames

    private func drawIfNeeded() throws(KioskError) {
        guard let session else { return }
        try perform(session.workArrived(at: MonotonicClock.now()))
    }

    /// Performs an action of the pacer.
    private func perform(_ action: FramePacer.Action) throws(KioskError) {
        guard let session else { return }
        try action.perform { () throws(KioskError) in try drawFrame(of: session) }
    }

    private func drawFrame(of session: Session) throws(KioskError) -> FramePacer.Action {
        try readInput()
        let next: FramePacer.Action
        do {
            next = try session.drawFrame()
        } catch {
            displayController.presentationFailed(error)
            reportWaiting()
            return .sleep
        }
        if session.frameLog.frames > 0 {
            reporter.framePresented(displayController.display) { input?.devices ?? [] }
        }
        return next
    }

    private func readFlip() throws(KioskError) {
        let shown: Timestamp?
        do {
            shown = try displayController.readFlip()
        } catch {
            displayController.presentationFailed(error)
            reportWaiting()
            return
        }
        guard let session, let shown else { return }
        try perform(session.flipCompleted(at: shown, now: MonotonicClock.now()))
    }

    private func readInput() throws(KioskError) {
        try input?.read(session)
        playback.feed(to: MonotonicClock.now())
    }

    // MARK: Timer

    /// Arms the timer for the earliest deadline, or disarms it. Makes no system call if the
    /// deadline is unchanged.
    private func armTimer() throws(LinuxError) {
        var deadline = session?.nextDeadline
        for time in [
            displayController.retryAt, machine.nextDeadline,
            playback.nextDeadline,
            observer?.nextDeadline, statusService?.nextDeadline,
        ] {
            if let time { deadline = min(deadline ?? time, time) }
        }
        // A change that the application requested while a change was applied is applied in the next
        // turn.
        if panel.isChanged { deadline = .zero }
        guard deadline != armedDeadline else { return }
        if let deadline { try timer.set(to: deadline) } else { try timer.cancel() }
        armedDeadline = deadline
    }

    // MARK: Optional resources

    /// Opens the console in graphics mode, or returns `nil` if the process has no console or the
    /// kernel refuses.
    ///
    /// - Parameters:
    ///   - isService: Whether the kiosk runs as a service. The keyboard is then disabled; in a
    ///     developer's terminal, Ctrl+C and Ctrl+Alt+F2 keep working.
    ///   - log: Receives errors.
    private static func openConsole(isService: Bool, log: Log) -> Console? {
        let console: Console?
        do {
            console = try Console(replacesUnusedTerminal: isService)
        } catch {
            log.warning("console: cannot switch to graphics mode: \(error)")
            return nil
        }
        if isService {
            do {
                try console?.disableKeyboard()
            } catch {
                log.warning(
                    "console: cannot disable the keyboard: \(error); keys may leave the kiosk")
            }
        }
        return console
    }

    /// Opens the monitor for display hotplug, or returns `nil` on failure. A display that is
    /// already connected works without the monitor.
    private static func openMonitor(events: EventLoop, log: Log) -> DeviceMonitor? {
        do {
            let monitor = try DeviceMonitor(subsystem: "drm")
            try events.watch(monitor.descriptor, as: Source.hotplug.rawValue)
            return monitor
        } catch {
            log.warning(
                "udev: cannot monitor displays: \(error); displays connected later are ignored")
            return nil
        }
    }
}
