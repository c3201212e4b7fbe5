import KioskDisplay
import KioskInput
import KioskServices
import KioskSystem
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitPacing

/// The one loop of a kiosk: waits in one epoll, tells keeper and session what happened, does what
/// the pacer answers. Idle, it arms no timer but the watchdog's and wakes for nothing.
@MainActor
final class MainLoop {
    private enum Source: UInt32 {
        case signals = 1
        case timer
        case display
        case hotplug
        case input
        case watchdog
        case postedCalls
        case question
        case metrics
    }

    private let panel: KioskPanel
    private let system: KioskSystem
    let rehearsals: KioskRehearsals
    private let launch:
        @MainActor (
            any ScanoutDisplay, _ session: @escaping @MainActor () -> Session?
        ) -> Session
    private let log: Log
    private let events: EventLoop
    private let timer: TimerDescriptor
    /// Raised by other threads that have asked for a call.
    private let postedCalls: EventDescriptor
    private let signals: SignalDescriptor
    private let monitor: DeviceMonitor?
    private let console: Console?
    private let announcer: Announcer
    private let guest: (any LoopGuest)?
    private(set) var input: InputSource?
    private var watchdog: Watchdog?
    private(set) var keeper: DisplayKeeper
    /// Tells how the kiosk is, if anybody wants to know.
    private(set) var desk: StatusDesk?

    /// The session; nil until there is a display for the first time.
    private(set) var session: Session?
    /// What the timer is set to.
    private var timerSetting: Timestamp?
    /// What happened in this turn; reused.
    private var happened: [Source] = []
    private var isStopping = false
    /// Whether there was news of the display while it was switched off: it is looked at once it is on.
    private var doubtsDisplay = false
    /// Whether a signal asked to stop.
    private(set) var isInterrupted = false

    /// - Parameters:
    ///   - options: What is chosen about the kiosk.
    ///   - service: Who started it.
    ///   - panel: How the screen is set, and whether that changes.
    ///   - system: What was asked of the machine.
    ///   - rehearsals: What is played without fingers.
    ///   - rawTouches: What panels report beside libinput.
    ///   - guest: Lives with the loop, if anybody does.
    ///   - launch: Makes the session and its application on the first display.
    /// - Throws: `KioskError` where the system or the touch devices can't be used at all.
    init(
        options: KioskOptions, service: ServiceManager, panel: KioskPanel, system: KioskSystem,
        rehearsals: KioskRehearsals, rawTouches: KioskRawTouches,
        guest: (any LoopGuest)? = nil,
        launch:
            @escaping @MainActor (
                any ScanoutDisplay, _ session: @escaping @MainActor () -> Session?
            ) -> Session
    ) throws(KioskError) {
        self.panel = panel
        self.system = system
        self.rehearsals = rehearsals
        self.guest = guest
        self.launch = launch
        log = options.log
        announcer = Announcer(service: service, log: options.log)
        do {
            events = try EventLoop()
            timer = try TimerDescriptor()
            postedCalls = try EventDescriptor()
            // Before the console: its signals would end the process.
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
            console = Self.openConsole(isService: service.isPresent, log: log)
            monitor = Self.openMonitor(events: events, log: log)
        } else {
            console = nil
            monitor = nil
        }
        keeper = DisplayKeeper(
            output: options.output, events: events, source: Source.display.rawValue,
            isAway: console.map { !$0.isShown } ?? false, log: log)
        input =
            try options.input == .none
            ? nil
            : InputSource(
                options.input, rawTouches: rawTouches, log: log, events: events,
                source: Source.input.rawValue)
        panel.devices = { [weak self] in self?.input?.devices ?? [] }
        keeper.leave = { [unowned self] in leaveDisplay() }
        rehearsals.session = { [weak self] in self?.session }
        PostedCalls.main.setWake { [postedCalls] in postedCalls.raise() }
        desk = options.status.map {
            StatusDesk(
                $0, log: log, events: events, asked: Source.question.rawValue,
                metricsDue: Source.metrics.rawValue)
        }
    }

    /// How often the loop was woken so far, but for the watchdog and the metrics.
    var wakeUps: UInt64 {
        // Both may have woken it at once.
        let others = watchdogWakeUps + metricsWakeUps
        return events.returns > others ? events.returns - others : 0
    }
    /// How often the loop was woken to write metrics.
    var metricsWakeUps: UInt64 { desk?.metricsWakeUps ?? 0 }
    /// How often the watchdog woke the loop.
    var watchdogWakeUps: UInt64 { watchdog?.wakeUps ?? 0 }

    /// Whether this turn makes a frame that was awaited: then it isn't for anything else that is due.
    var frameIsDue: Bool {
        guard let wake = session?.frameWake else { return false }
        return wake <= MonotonicClock.now()
    }

    /// Ends after this turn.
    func stop() {
        isStopping = true
    }

    /// Runs until a signal asks to stop, or `stop()`.
    func run() throws(KioskError) {
        do throws(KioskError) {
            try begin()
            while !isStopping { try turn() }
        } catch {
            // While the devices are still held.
            guest?.loopEnded(self)
            throw error
        }
        guest?.loopEnded(self)
        announcer.stopping()
    }

    /// Gives display and console back as they were found; a second time it does nothing.
    func close() {
        PostedCalls.main.setWake(nil)
        keeper.close()
        session?.leaveScreenBright()
        console?.restore()
        panel.finishWriting()
        desk?.close()
    }

    /// Looks for a display. A function of its own: whoever runs for as long as the kiosk may keep no
    /// display, or it stays open when it has gone.
    private func begin() throws(KioskError) {
        let display: (any ScanoutDisplay)?
        do {
            display = try keeper.start()
        } catch {
            throw .display(error)
        }
        try displayCame(display)
        try changePanel()
        if !keeper.isShown {
            // Whoever measures doesn't wait.
            if guest != nil { throw .display(keeper.trouble) }
            input?.suspend()
            announceWaiting()
        }
    }

    /// Sleeps until something happens, and deals with it.
    private func turn() throws(KioskError) {
        happened.removeAll(keepingCapacity: true)
        do {
            try armTimer()
            try input?.watch(session?.watchesInput ?? false)
            try keeper.watchFlips(session?.watchesDisplay ?? true)
            try events.wait { source in
                if let source = Source(rawValue: source) { happened.append(source) }
            }
        } catch {
            throw .system(error)
        }
        session?.turnBegan = MonotonicClock.now()
        for source in happened { try handle(source) }
        try changePanel()
        try checkDoubtedDisplay()
        // When the frame, if there was one, is on its way.
        try answerQuestion()
    }

    private func handle(_ source: Source) throws(KioskError) {
        switch source {
        case .signals:
            while let signal = signals.next() { try handle(signal) }
        case .timer:
            timer.acknowledge()
            timerSetting = nil
            try timeHasCome()
        case .display:
            try readFlip()
        case .hotplug:
            try readHotplug()
        case .input:
            // Ink goes into the buffer that is on the screen now, not into one that was.
            if let session, session.inkIsAwaited, !session.watchesDisplay { try readFlip() }
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
            session?.application.makePostedCalls(at: MonotonicClock.now())
            try drawIfNeeded()
        case .question:
            desk?.visitorCame()
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
            system.terminalLeft()
            keeper.consoleReleased()
            announceWaiting()
            console?.release()
        case .consoleAcquire:
            console?.confirm()
            try displayCame(keeper.consoleAcquired())
        }
    }

    private func timeHasCome() throws(KioskError) {
        try readInput()
        let now = MonotonicClock.now()
        try displayCame(keeper.timePassed(now: now))
        session?.advanceTimers(to: now)
        // After the timers: what it tells the application is told at this time.
        system.timePassed(now: now)
        rehearsals.timePassed()
        guest?.timePassed(loop: self)
        try letVisitorsIn(at: now)
        guard let session else { return }
        // A flip that was to wait for this moment is read first: the frame follows it.
        if !session.watchesDisplay, let wake = session.frameWake, wake <= now { try readFlip() }
        try perform(session.timerFired(at: now))
        try drawIfNeeded()
    }

    // MARK: Display

    /// udev's news of displays; what the kernel dropped may have been such.
    private func readHotplug() throws(KioskError) {
        guard let monitor else { return }
        var isNews = false
        while monitor.next() != nil { isNews = true }
        guard isNews else { return }
        if let session, session.isScreenOff {
            // Monitors that fall asleep may say that they are gone.
            doubtsDisplay = true
            if let connection = keeper.display?.checkConnection() {
                session.connectionSeen(connection)
            }
            return try drawIfNeeded()
        }
        try lookForDisplay()
    }

    private func lookForDisplay() throws(KioskError) {
        try displayCame(keeper.hotplugged())
        if !keeper.isShown { announceWaiting() }
    }

    /// What a display that was switched off said is believed once it has been given a picture again.
    private func checkDoubtedDisplay() throws(KioskError) {
        guard doubtsDisplay, let session, !session.isShown || !session.isAwakening,
            !session.isScreenOff
        else { return }
        doubtsDisplay = false
        try lookForDisplay()
    }

    /// There is a display to draw on: the application is started, or goes on.
    private func displayCame(_ display: (any ScanoutDisplay)?) throws(KioskError) {
        guard let display else { return }
        if let session {
            session.showDisplay(display, geometry: panel.geometry(on: display))
        } else {
            let session = launch(display) { [weak self] in self?.session }
            self.session = session
            guest?.launched(session, on: display, loop: self)
        }
        guard let session else { return }
        announcer.displayCame()
        try input?.resume(session)
        try drawIfNeeded()
    }

    /// Turns or scales the picture where the application asked for it in this turn: only now, as none of
    /// its calls is under way.
    private func changePanel() throws(KioskError) {
        guard panel.takeChange(), keeper.isShown, let display = keeper.display, let session
        else { return }
        session.changeGeometry(to: panel.geometry(on: display), at: MonotonicClock.now())
        input?.geometryChanged(session)
        try drawIfNeeded()
    }

    /// The display is about to go: touches end here and now, and devices are let go too, so that a
    /// finger on a dark screen, or on another program's, means nothing.
    private func leaveDisplay() {
        guest?.displayWillGo()
        session?.hideDisplay(at: MonotonicClock.now())
        rehearsals.displayWentAway()
        input?.suspend()
    }

    private func announceWaiting() {
        if let words = keeper.words { announcer.waiting(words) }
    }

    // MARK: Frames

    private func drawIfNeeded() throws(KioskError) {
        guard let session else { return }
        try perform(session.workArrived(at: MonotonicClock.now()))
    }

    /// Does what the pacer says.
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
            keeper.presentationFailed(error)
            announceWaiting()
            return .sleep
        }
        if session.frameLog.frames > 0 {
            announcer.frameShown(keeper.display) { input?.devices ?? [] }
        }
        return next
    }

    private func readFlip() throws(KioskError) {
        let shown: Timestamp?
        do {
            shown = try keeper.readFlip()
        } catch {
            keeper.presentationFailed(error)
            announceWaiting()
            return
        }
        guard let session, let shown else { return }
        try perform(session.flipCompleted(at: shown, now: MonotonicClock.now()))
    }

    private func readInput() throws(KioskError) {
        try input?.read(session)
        rehearsals.feed(to: MonotonicClock.now())
    }

    // MARK: Timer

    /// Sets the timer to what is due first, or off; says nothing to the kernel where nothing
    /// changes.
    private func armTimer() throws(LinuxError) {
        var wanted = session?.nextDeadline
        for time in [
            keeper.retryAt, system.nextDeadline,
            rehearsals.nextDeadline,
            guest?.nextDeadline, desk?.nextDeadline,
        ] {
            if let time { wanted = min(wanted ?? time, time) }
        }
        // What was asked for while the panel was being changed has this turn to itself.
        if panel.isChanged { wanted = .zero }
        guard wanted != timerSetting else { return }
        if let wanted { try timer.set(to: wanted) } else { try timer.cancel() }
        timerSetting = wanted
    }

    // MARK: What may be missing

    /// Without a console there is nothing to give back; one that refuses graphics is left alone.
    ///
    /// - Parameter isService: Whether the board is nothing but a kiosk: then the keyboard leads nowhere.
    ///   On the console of a developer, Ctrl+C and Ctrl+Alt+F2 do what they always do.
    private static func openConsole(isService: Bool, log: Log) -> Console? {
        let console: Console?
        do {
            console = try Console(comesForward: isService)
        } catch {
            log.warning("the text console can't be switched to graphics: \(error)")
            return nil
        }
        if isService {
            do {
                try console?.silenceKeyboard()
            } catch {
                log.warning(
                    "the keyboard can't be silenced: \(error); it may lead out of the kiosk")
            }
        }
        return console
    }

    /// Without udev's news displays can't be plugged in later, but one that is there serves.
    private static func openMonitor(events: EventLoop, log: Log) -> DeviceMonitor? {
        do {
            let monitor = try DeviceMonitor(subsystem: "drm")
            try events.watch(monitor.descriptor, as: Source.hotplug.rawValue)
            return monitor
        } catch {
            log.warning(
                "udev's news can't be had: \(error); a display that is plugged in later isn't seen")
            return nil
        }
    }
}
