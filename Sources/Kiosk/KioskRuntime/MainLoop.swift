import KioskDisplay
import KioskInput
import KioskServices
import KioskSystem
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitPacing

/// The main loop of a kiosk. It waits for events with one epoll instance, passes them to the
/// session, and performs the frame pacer's actions.
///
/// While no frame or other deadline is scheduled, only the timers for the watchdog and the metrics
/// file are armed.
@MainActor
package final class MainLoop {
    /// A closure that creates the session and its application on a display. The second parameter is
    /// a closure that returns the current session, or `nil` before the session exists.
    package typealias Launch =
        @MainActor (
            any ScanoutDisplay, _ session: @escaping @MainActor () -> Session?
        ) -> Session

    /// The sources of events for which the loop waits.
    enum Source: UInt32 {
        case signals = 1
        case timer
        case display
        case hotplug
        case input
        case watchdog
        case postedCalls
        case mainQueue
        case statusRequest
        case metrics
    }

    /// The number of times that the watchdog's check reads the input devices before they count as
    /// unread. A touchscreen that reports without pause may send new events during a read.
    private static let maximumReadCount = 10

    /// The display and the clock.
    let hardware: KioskHardware
    /// The control for the rotation and scale of the screen.
    let screen: KioskScreenControl
    private let machine: KioskMachineControl
    package let playback: KioskTouchPlayback
    private let launch: Launch
    let log: Log
    private let events: EventLoop
    private let timer: TimerDescriptor
    /// The descriptor that becomes readable when another thread posts a call to the main thread.
    private let postedCalls: EventDescriptor
    /// Dispatch's main queue, or `nil` if the loop's thread cannot run its blocks.
    private let dispatchQueue = DispatchMainQueue()
    /// The schedule and the counters of the blocks on Dispatch's main queue.
    private(set) var mainQueue = MainQueueSchedule()
    private let signals: SignalDescriptor
    /// The hotplug events of displays, or `nil` without a display or if they cannot be monitored.
    let hotplug: DisplayHotplug?
    private let console: Console?
    let reporter: ServiceReporter
    let observer: (any MainLoopObserver)?
    /// The input devices, or `nil` before they are opened, or if the options disable input.
    private(set) var input: InputSource?
    /// The closure that opens the input devices, or `nil` after they are opened.
    private var openInput: (@MainActor () throws(KioskError) -> InputSource)?
    private var watchdog: Watchdog?
    private(set) var displayController: DisplayController
    /// The service for the status socket and the metrics file, or `nil` if both are disabled.
    private(set) var statusService: StatusService?

    /// The request to bind touchscreen drivers again, or `nil` if the options do not allow it.
    let touchscreenRebind: TouchscreenRebind?

    /// The session, or `nil` before the first display is available.
    private(set) var session: Session?
    /// The time for which the timer is armed, or `nil` if the timer is disarmed.
    package private(set) var armedDeadline: Timestamp?
    /// The event sources that are ready in the current turn of the loop. Each turn reuses the
    /// array's memory.
    private var readySources: [Source] = []
    private var isStopping = false
    /// Whether SIGTERM, SIGINT or SIGHUP stopped the loop.
    package private(set) var isInterrupted = false

    /// Creates a loop.
    ///
    /// - Parameters:
    ///   - options: The kiosk's options.
    ///   - hardware: The display and the clock.
    ///   - service: The notifier that sends the service's state to systemd.
    ///   - screen: The control for the rotation and scale of the screen.
    ///   - machine: The control for requests to the machine, such as a restart.
    ///   - playback: The playback of synthetic touches.
    ///   - rawTouches: The reader of the touchscreens' device nodes, which libinput reads too.
    ///   - observer: The observer of the loop, for example a benchmark, or `nil` for no observer.
    ///   - launch: The closure that creates the session and its application on the first display.
    /// - Throws: `KioskError` if system resources or input devices cannot be used.
    init(
        options: KioskOptions, hardware: KioskHardware, service: SystemdNotifier,
        screen: KioskScreenControl, machine: KioskMachineControl, playback: KioskTouchPlayback,
        rawTouches: KioskRawTouches, observer: (any MainLoopObserver)? = nil,
        launch: @escaping Launch
    ) throws(KioskError) {
        self.hardware = hardware
        self.screen = screen
        self.machine = machine
        self.playback = playback
        self.observer = observer
        self.launch = launch
        log = options.log
        touchscreenRebind = options.touchscreenRebind
        reporter = ServiceReporter(service: service, log: options.log)
        do {
            events = try EventLoop()
            timer = try TimerDescriptor()
            postedCalls = try EventDescriptor()
            // The console's signals end a process that does not block them, so they are blocked
            // before the console is opened.
            signals = try SignalDescriptor(
                SignalDescriptor.Signal.exitRequests + [.consoleRelease, .consoleAcquire])
            SignalDescriptor.ignoreBrokenPipes()
            try events.watch(signals.descriptor, as: Source.signals.rawValue)
            try events.watch(timer.descriptor, as: Source.timer.rawValue)
            try events.watch(postedCalls.descriptor, as: Source.postedCalls.rawValue)
            try dispatchQueue?.watch(with: events, as: Source.mainQueue.rawValue)
            watchdog = try Watchdog(
                service: service, log: options.log, events: events,
                source: Source.watchdog.rawValue)
        } catch {
            throw .system(error)
        }
        if case .display = options.output {
            console = Self.openConsole(isService: service.isEnabled, log: log)
            hotplug = DisplayHotplug(events: events, source: Source.hotplug.rawValue, log: log)
        } else {
            console = nil
            hotplug = nil
        }
        displayController = DisplayController(
            output: options.output, hardware: hardware, events: events,
            source: Source.display.rawValue, isVTInactive: console.map { !$0.isActive } ?? false,
            log: log)
        openInput = Self.inputOpener(options, rawTouches: rawTouches, events: events)
        // A missing device is an error before the display is opened. Other devices are opened after
        // the first frame.
        if observer != nil || options.input != .all { try openInputDevices() }
        screen.devices = { [weak self] in self?.input?.devices ?? [] }
        displayController.willRelease = { [unowned self] in releaseDisplay() }
        playback.session = { [weak self] in self?.session }
        PostedCalls.main.setWakeUpHandler { [postedCalls] in postedCalls.raise() }
        statusService = options.status.map {
            StatusService(
                $0, log: log, events: events, requestSource: Source.statusRequest.rawValue,
                metricsSource: Source.metrics.rawValue)
        }
    }

    /// The number of wake-ups of the loop, except wake-ups for the watchdog and the metrics file.
    package var wakeUps: UInt64 {
        // One wake-up can count for both timers, so the sum of both counts may exceed the total.
        let others = watchdogWakeUps + metricsWakeUps
        return events.wakeUpCount > others ? events.wakeUpCount - others : 0
    }
    /// The number of times that the metrics file's timer woke the loop.
    var metricsWakeUps: UInt64 { statusService?.metricsWakeUps ?? 0 }
    /// The number of times that the watchdog's timer woke the loop.
    var watchdogWakeUps: UInt64 { watchdog?.wakeUps ?? 0 }

    /// Whether the start time of the scheduled frame has been reached.
    package var frameIsDue: Bool {
        guard let wake = session?.frameWake else { return false }
        return wake <= hardware.clock()
    }

    /// Ends the loop after the current turn.
    package func stop() {
        isStopping = true
    }

    /// Runs the loop until a signal or `stop()` ends it.
    func run() throws(KioskError) {
        do throws(KioskError) {
            try openFirstDisplay()
            while !isStopping { try runTurn() }
        } catch {
            // The observer is notified before the devices close.
            observer?.loopEnded(self)
            throw error
        }
        observer?.loopEnded(self)
        reporter.reportStopping()
    }

    /// Restores the display, the console and the backlight's brightness, and closes the status
    /// socket. Further calls have no effect.
    func close() {
        PostedCalls.main.setWakeUpHandler(nil)
        displayController.close()
        session?.restoreBrightness()
        console?.restore()
        screen.finishWriting()
        statusService?.close()
    }

    /// Creates the session and its application on the first display.
    func launchSession(on display: any ScanoutDisplay) {
        let session = launch(display) { [weak self] in self?.session }
        self.session = session
        // Calls that were posted before this time have woken no loop, or one without a session.
        if !PostedCalls.main.isEmpty { postedCalls.raise() }
        observer?.launched(session, on: display, loop: self)
    }

    /// Opens the input devices if that is still to be done.
    ///
    /// - Returns: Whether the call has opened the devices.
    @discardableResult
    func openInputDevices() throws(KioskError) -> Bool {
        guard let openInput else { return false }
        self.openInput = nil
        input = try openInput()
        return true
    }

    /// Runs one turn of the loop: waits for events and processes them.
    private func runTurn() throws(KioskError) {
        readySources.removeAll(keepingCapacity: true)
        do {
            try armTimer()
            try input?.setWakesOnInput(session?.watchesInput ?? false)
            try displayController.setWakesOnFlip(session?.watchesDisplay ?? true)
            try events.wait { source in
                if let source = Source(rawValue: source) { readySources.append(source) }
            }
        } catch {
            throw .system(error)
        }
        session?.turnBegan = hardware.clock()
        for source in readySources { try handle(source) }
        try runMainQueue()
        try applyScreenChange()
        try checkDisplayAfterWaking()
        watchTouchscreens(at: hardware.clock())
        input?.setTouchesAreSecret(session?.application.showsSecretWindow ?? false)
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
            // A flip from before the screen was blanked may delay the frame that wakes the screen.
            if session?.isWaking == true { try drawIfNeeded() }
        case .hotplug:
            try readHotplug()
        case .input:
            // The pending flip is read first, so that ink is written into the current front buffer.
            if let session, session.expectsInk, !session.watchesDisplay { try readFlip() }
            try readInput()
            try drawIfNeeded()
        case .watchdog:
            let isInputUnread = try !readAllInput()
            try drawIfNeeded()
            do {
                try watchdog?.check(
                    flipPendingSince: session?.flipAwaitedSince, frameDue: session?.frameWake,
                    isInputUnread: isInputUnread)
            } catch {
                throw .system(error)
            }
        case .postedCalls:
            postedCalls.acknowledge()
            session?.application.runPostedCalls(at: hardware.clock())
            try drawIfNeeded()
        case .mainQueue:
            dispatchQueue?.acknowledge()
            mainQueue.recordBlocks()
        case .statusRequest:
            statusService?.recordClientConnection()
        case .metrics:
            try writeMetrics()
        }
    }

    /// Runs the blocks on Dispatch's main queue, unless a frame precedes them.
    private func runMainQueue() throws(KioskError) {
        let now = hardware.clock()
        guard let dispatchQueue, mainQueue.isDue(before: session?.frameWake, now: now) else {
            return
        }
        session?.advanceTimers(to: now)
        if let application = session?.application {
            application.performCalls(at: now) { dispatchQueue.runBlocks() }
        } else {
            dispatchQueue.runBlocks()
        }
        mainQueue.recordRun(microseconds: hardware.clock().microseconds(since: now))
        try drawIfNeeded()
    }

    private func handle(_ signal: SignalDescriptor.Signal) throws(KioskError) {
        switch signal {
        case .terminate, .interrupt, .hangUp:
            isStopping = true
            isInterrupted = true
        case .consoleRelease:
            machine.recordVTRelease()
            displayController.releaseForVTSwitch()
            reportWaiting()
            console?.allowSwitch()
        case .consoleAcquire:
            console?.acknowledgeReturn()
            // A pending release is read before an earlier return, because its signal has the lower
            // number. The return is then out of date.
            if console?.isActive == false { return }
            try displayChanged(displayController.reacquireAfterVTSwitch())
        }
    }

    private func timerFired() throws(KioskError) {
        try readInput()
        try checkFlipTimeout()
        let now = hardware.clock()
        try displayChanged(displayController.retryIfDue(at: now))
        session?.advanceTimers(to: now)
        // Timers run first, so that the application's clock shows the current time.
        machine.checkDeadlines(now: now)
        playback.notifyIfEnded()
        observer?.timerFired(loop: self)
        try resumeClients(at: now)
        guard let session else { return }
        // A completed flip is read before the frame that follows it.
        if !session.watchesDisplay, let wake = session.frameWake, wake <= now { try readFlip() }
        try perform(session.timerFired(at: now))
        // A frame that is already due again waits for the next turn, which reads other events.
        if !frameIsDue { try drawIfNeeded() }
    }

    // MARK: Frames

    /// Notifies the session that work may have arrived, and draws a frame if one is due.
    func drawIfNeeded() throws(KioskError) {
        guard let session else { return }
        try perform(session.workArrived(at: hardware.clock()))
    }

    /// Performs an action that the frame pacer returned.
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
            displayController.handlePresentationFailure(error)
            reportWaiting()
            return .sleep
        }
        if session.frameLog.frames > 0 {
            try openInputDevicesAfterFirstFrame(session)
            reporter.framePresented(displayController.display) { input?.devices ?? [] }
        }
        return next
    }

    /// Opens the input devices if that is still to be done, and continues them. Finding the devices
    /// takes as long as drawing the first frame, so the frame comes first.
    private func openInputDevicesAfterFirstFrame(_ session: Session) throws(KioskError) {
        guard openInput != nil else { return }
        // The pages used by the first frame would add to the peak memory.
        CodePages.discard()
        if try openInputDevices() { try input?.resume(session) }
    }

    private func readFlip() throws(KioskError) {
        let shown: Timestamp?
        do {
            shown = try displayController.readFlip()
        } catch {
            displayController.handlePresentationFailure(error)
            reportWaiting()
            return
        }
        guard let session, let shown else { return }
        try perform(session.flipCompleted(at: shown, now: hardware.clock()))
    }

    private func readInput() throws(KioskError) {
        try input?.read(session)
        playback.feed(to: hardware.clock())
    }

    /// Reads the input devices until they have no unread events, at most `maximumReadCount` times.
    ///
    /// - Returns: Whether the devices have no unread events.
    private func readAllInput() throws(KioskError) -> Bool {
        for _ in 0..<Self.maximumReadCount {
            try readInput()
            if input?.isReadable != true { return true }
        }
        return false
    }

    /// Closes the display if the pending page flip has timed out.
    private func checkFlipTimeout() throws(KioskError) {
        guard session?.pendingFlipHasTimedOut(at: hardware.clock()) ?? false else { return }
        // The event may be queued, because the process was stopped.
        try readFlip()
        if session?.pendingFlipHasTimedOut(at: hardware.clock()) ?? false {
            // Restoring the CRTC's state makes the kernel wait for the lost flip again.
            watchdog?.beginBlockingCall()
            displayController.handleFlipTimeout()
            watchdog?.endBlockingCall()
        }
    }

    // MARK: Timer

    /// Arms the timer for the earliest deadline, or disarms the timer if there is no deadline.
    /// Makes no system call if the deadline is unchanged.
    private func armTimer() throws(LinuxError) {
        var deadline = session?.nextDeadline
        for time in [
            displayController.retryAt, hotplug?.nextDeadline, session?.flipDeadline,
            machine.nextDeadline, playback.nextDeadline, observer?.nextDeadline,
            statusService?.nextDeadline,
            // Without a display in use, the watch is checked when it is in use again.
            displayController.isDisplayInUse ? input?.touchscreenWatch.nextDeadline : nil,
        ] {
            if let time { deadline = min(deadline ?? time, time) }
        }
        // The application may request another screen change while the loop applies one. The zero
        // deadline starts the next turn immediately, which applies the new change.
        if screen.isChanged { deadline = .zero }
        guard deadline != armedDeadline else { return }
        if let deadline { try timer.set(to: deadline) } else { try timer.cancel() }
        armedDeadline = deadline
    }
}
