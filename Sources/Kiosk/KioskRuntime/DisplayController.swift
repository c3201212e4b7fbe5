import Glibc
import KioskDisplay
import KioskSystem
import TouchKitGeometry

/// Opens, releases and reopens the display as `DisplayPresence` decides, and registers the
/// display's event descriptor with the event loop.
///
/// Each function that may make a display available returns that display: a newly opened one, or the
/// released one after reacquiring it.
@MainActor
final class DisplayController {
    private let output: KioskOptions.Output
    private let events: EventLoop
    private let source: UInt32
    private let log: Log
    /// Called before the display is released or closed; the session must stop drawing to it.
    var willRelease: @MainActor () -> Void = {}
    private var presence: DisplayPresence
    /// The open display, in use or released to another program, or `nil` if no display is open.
    private(set) var display: (any ScanoutDisplay)?
    private var isWatched = false
    private var isPaused = false
    /// Whether `start()` has searched for the first display. Later displays need not support the
    /// requested mode and format.
    private var isStarted = false
    /// The error that was logged last, or `nil` if a display was opened since. The same error is
    /// not logged twice in a row.
    private var loggedError: DisplayError?

    /// Creates a controller without a display.
    ///
    /// - Parameters:
    ///   - output: The output for frames.
    ///   - events: The event loop that watches the display's events.
    ///   - source: The source number with which the event loop reports the display's events.
    ///   - isAway: Whether another virtual terminal is active.
    ///   - log: Receives the errors of the display.
    init(
        output: KioskOptions.Output, events: EventLoop, source: UInt32, isAway: Bool, log: Log
    ) {
        self.output = output
        self.events = events
        self.source = source
        self.log = log
        presence = DisplayPresence(isAway: isAway)
    }

    /// Whether a display is in use.
    var isShown: Bool { presence.state == .shown }
    /// The time at which the main loop must call `retryIfDue(at:)`, or `nil` if no retry is
    /// scheduled.
    var retryAt: Timestamp? { presence.retryAt }
    /// The reason why nothing is drawn, for systemd's status line, or `nil` while a display is in
    /// use.
    var waitingReason: String? {
        switch presence.state {
        case .shown: nil
        case .away: "waiting until this virtual terminal is shown"
        case .held: "waiting until another program releases the display"
        case .absent: "waiting for a display"
        }
    }

    /// The error that explains why no display is in use, for a caller that does not wait for one.
    var unavailabilityError: DisplayError {
        loggedError
            ?? DisplayError(
                .taken, subject: "display", cause: "another virtual terminal is shown",
                remedy: "switch to this one, or stop what runs on the other")
    }

    // MARK: Opening and closing

    /// Opens the display for the first time.
    ///
    /// - Returns: The display, or `nil` if no display is ready or another virtual terminal is
    ///   active.
    /// - Throws: `DisplayError` if waiting for hotplug cannot help: another program uses the
    ///   display, the process lacks permission, the driver refuses, or the requested card,
    ///   connector, mode or format does not exist.
    func start() throws(DisplayError) -> (any ScanoutDisplay)? {
        if presence.state == .away { return nil }
        defer { isStarted = true }
        var attempts = 0
        while true {
            do {
                return try openDisplay()
            } catch {
                switch error.reason {
                case .notConnected, .notReady:
                    presence.openingFailed(error.reason, at: MonotonicClock.now())
                    logOnce(error)
                    return nil
                case .taken where attempts < 3:
                    // A program that only opens the card is DRM master until it closes the card.
                    attempts += 1
                    usleep(100_000)
                case .taken, .missing, .notPermitted, .failed:
                    throw error
                }
            }
        }
    }

    /// Closes the display and restores the state that the screen had before the first frame.
    /// Further calls have no effect.
    func close() {
        unwatch()
        display?.close()
    }

    /// Returns the vblank time of a completed page flip, or `nil` if no flip has completed since
    /// the previous call.
    func readFlip() throws(DisplayError) -> Timestamp? {
        try display?.readFlipEvents()
    }

    /// Sets whether a completed page flip wakes the main loop. If not, the main loop reads the flip
    /// just before the next frame.
    func watchFlips(_ isWanted: Bool) throws(LinuxError) {
        guard isWatched, isWanted == isPaused, let descriptor = display?.eventDescriptor else {
            return
        }
        isPaused = !isWanted
        if isWanted {
            try events.resume(descriptor, as: source)
        } else {
            try events.pause(descriptor, as: source)
        }
    }

    // MARK: Events

    /// Checks or opens the display after a hotplug event of the kernel.
    ///
    /// - Returns: The display, if this call made one available, or `nil`.
    func hotplugged() -> (any ScanoutDisplay)? {
        perform(presence.hotplugged())
    }

    /// Retries to open the display if a retry is due.
    ///
    /// - Returns: The display, if this call made one available, or `nil`.
    func retryIfDue(at now: Timestamp) -> (any ScanoutDisplay)? {
        perform(presence.retryIfDue(at: now))
    }

    /// Releases the display before a VT switch to another terminal.
    func consoleReleased() {
        _ = perform(presence.consoleReleased())
    }

    /// Reopens the display after a VT switch back to this terminal.
    ///
    /// - Returns: The display, or `nil` if none could be opened.
    func consoleAcquired() -> (any ScanoutDisplay)? {
        perform(presence.consoleAcquired())
    }

    /// Logs the error with which the display rejected a frame, and releases or closes the display.
    func presentationFailed(_ error: DisplayError) {
        logOnce(error)
        _ = perform(presence.presentationFailed(error.reason, at: MonotonicClock.now()))
    }

    // MARK: Actions

    private func perform(_ action: DisplayPresence.Action) -> (any ScanoutDisplay)? {
        switch action {
        case .none:
            return nil
        case .open:
            return tryOpenDisplay()
        case .check:
            guard let display else { return nil }
            return perform(presence.checked(display.checkConnection()))
        case .release:
            willRelease()
            display?.suspend()
            return nil
        case .close:
            closeDisplay()
            return nil
        case .reopen:
            closeDisplay()
            return tryOpenDisplay()
        }
    }

    private func closeDisplay() {
        willRelease()
        close()
        display = nil
    }

    private func tryOpenDisplay() -> (any ScanoutDisplay)? {
        do {
            return try openDisplay()
        } catch {
            if error.reason != .taken { dropDisplay() }
            presence.openingFailed(error.reason, at: MonotonicClock.now())
            logOnce(error)
            return nil
        }
    }

    /// Reopens the released display if it is still connected, or searches for another one.
    private func openDisplay() throws(DisplayError) -> (any ScanoutDisplay)? {
        if let display {
            try display.resume()
            if display.checkConnection() != .unchanged { dropDisplay() }
        }
        let display: any ScanoutDisplay
        if let known = self.display { display = known } else { display = try open() }
        self.display = display
        try watch(display)
        presence.opened(at: MonotonicClock.now())
        loggedError = nil
        return display
    }

    private func dropDisplay() {
        close()
        display = nil
    }

    private func open() throws(DisplayError) -> any ScanoutDisplay {
        switch output {
        case .headless(let mode, let format):
            return try HeadlessDisplay(mode: mode, format: format)
        case .display(var request):
            request.waitsForEDID = presence.remainingEDIDRetries > 0
            do {
                return try KMSDisplay(request)
            } catch {
                // A display that is connected later need not support the mode and format of the
                // first one.
                guard isStarted, error.reason == .missing,
                    request.mode != nil || request.format != nil
                else { throw error }
                logOnce(error)
                request.mode = nil
                request.format = nil
                return try KMSDisplay(request)
            }
        }
    }

    private func watch(_ display: any ScanoutDisplay) throws(DisplayError) {
        guard !isWatched, let descriptor = display.eventDescriptor else { return }
        do {
            try events.watch(descriptor, as: source)
        } catch {
            throw DisplayError(
                .failed, subject: display.name, cause: "cannot watch its events: \(error)",
                remedy: "see the system's log")
        }
        isWatched = true
        isPaused = false
    }

    private func unwatch() {
        guard isWatched, let descriptor = display?.eventDescriptor else { return }
        isWatched = false
        do {
            try events.unwatch(descriptor)
        } catch {
            log.warning("\(display?.name ?? "display"): \(error)")
        }
    }

    /// Logs an error unless it was the last one logged.
    private func logOnce(_ error: DisplayError) {
        if error == loggedError { return }
        loggedError = error
        log.warning(error.description)
    }
}
