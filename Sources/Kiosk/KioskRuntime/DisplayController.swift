import Glibc
import KioskDisplay
import KioskSystem
import TouchKitGeometry

/// The owner of the kiosk's display. It performs the actions of the state machine
/// `DisplayPresence`, which open, suspend, resume and close the display, and registers the
/// display's event descriptor with the event loop.
///
/// Each function that may make a display available returns the display that was opened or resumed.
@MainActor
package final class DisplayController {
    private let output: KioskOptions.Output
    private let hardware: KioskHardware
    private let events: EventLoop
    private let source: UInt32
    private let log: Log
    /// The closure that is called before the display is suspended or closed. After the call, the
    /// session must not draw to the display.
    package var willRelease: @MainActor () -> Void = {}
    private var presence: DisplayPresence
    /// The opened display, or `nil` if there is none. A display that is suspended, for example
    /// during a VT switch, remains open.
    package private(set) var display: (any ScanoutDisplay)?
    private var isWatched = false
    private var isPaused = false
    /// Whether the first attempt to open a display has ended. A display that is opened after that
    /// need not support the requested mode and format.
    private var hasTriedToOpen = false
    /// Whether another display was connected at the previous event, or `nil` if the open display
    /// was connected at that event or the screen has woken since.
    private var isReplacementConnected: Bool?
    /// The most recently logged error, or `nil` if a display has been opened since. The same error
    /// is not logged twice in a row.
    private var loggedError: DisplayError?

    /// Creates a controller without a display.
    ///
    /// - Parameters:
    ///   - output: The destination of frames.
    ///   - hardware: The function that opens displays, and the clock.
    ///   - events: The event loop with which the display's event descriptor is registered.
    ///   - source: The source number for the display's event descriptor in the event loop.
    ///   - isVTInactive: Whether another virtual terminal is active.
    ///   - log: The log for the errors of the display.
    package init(
        output: KioskOptions.Output, hardware: KioskHardware = .machine, events: EventLoop,
        source: UInt32, isVTInactive: Bool, log: Log
    ) {
        self.output = output
        self.hardware = hardware
        self.events = events
        self.source = source
        self.log = log
        presence = DisplayPresence(isVTInactive: isVTInactive)
    }

    /// Whether a display is in use.
    package var isDisplayInUse: Bool { presence.state == .inUse }
    /// The time at which the main loop must call `retryIfDue(at:)`, or `nil` if no retry is
    /// scheduled.
    package var retryAt: Timestamp? { presence.retryAt }
    /// The reason that no display is in use, for systemd's status line, or `nil` while a display is
    /// in use.
    package var waitingReason: String? {
        switch presence.state {
        case .inUse: nil
        case .vtInactive: "waiting until this virtual terminal is shown"
        case .busy: "waiting until another program releases the display"
        case .absent: "waiting for a display"
        }
    }

    /// The error to report if no display is in use and the caller does not wait for a display.
    var unavailabilityError: DisplayError {
        loggedError
            ?? DisplayError(
                .taken, subject: "display", cause: "another virtual terminal is active",
                remedy:
                    "switch to this virtual terminal, or stop the program on the active one")
    }

    // MARK: Opening and closing

    /// Opens the display for the first time.
    ///
    /// - Returns: The display, or `nil` if no display is ready or another virtual terminal is
    ///   active.
    /// - Throws: `DisplayError` if a hotplug event would not remove the cause: another program is
    ///   DRM master, the process lacks permission, a driver call fails, or the requested card,
    ///   connector, mode or format does not exist.
    package func start() throws(DisplayError) -> (any ScanoutDisplay)? {
        if presence.state == .vtInactive { return nil }
        defer { hasTriedToOpen = true }
        var attempts = 0
        while true {
            do {
                return try openDisplay()
            } catch {
                switch error.reason {
                case .notConnected, .notReady:
                    presence.recordOpeningFailure(error.reason, at: hardware.clock())
                    logOnce(error)
                    return nil
                case .taken where attempts < 3:
                    // Opening a card without a DRM master makes a program its master, even if it
                    // only queries the card. Such a program closes the card soon, so retry.
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

    /// Sets whether a completed page flip wakes the main loop. If `wakesOnFlip` is `false`, the
    /// main loop reads the flip event just before the next frame.
    package func setWakesOnFlip(_ wakesOnFlip: Bool) throws(LinuxError) {
        guard isWatched, wakesOnFlip == isPaused, let descriptor = display?.eventDescriptor else {
            return
        }
        isPaused = !wakesOnFlip
        if wakesOnFlip {
            try events.resume(descriptor, as: source)
        } else {
            try events.pause(descriptor, as: source)
        }
    }

    // MARK: Events

    /// Processes a hotplug event for displays: checks whether the open display is still connected,
    /// or opens a connected display.
    ///
    /// - Returns: The display, if this call made one available, or `nil`.
    package func handleHotplug() -> (any ScanoutDisplay)? {
        isReplacementConnected = nil
        return perform(presence.handleHotplug())
    }

    /// Checks, after an event while the screen is off, whether a display has been connected in
    /// place of the open one.
    ///
    /// A display that is connected already when the open one disconnects is a second display and
    /// does not replace it. The display need not support the requested mode and format. The check
    /// opens the cards for a moment.
    ///
    /// - Parameter isGone: Whether the open display is disconnected.
    /// - Returns: Whether a display has been connected since the previous check.
    package func checkReplacement(isGone: Bool) -> Bool {
        let wasConnected = isReplacementConnected
        isReplacementConnected = nil
        guard isGone, case .display(var criteria) = output else { return false }
        criteria.mode = nil
        criteria.format = nil
        let isConnected = hardware.isDisplayConnected(criteria)
        isReplacementConnected = isConnected
        return isConnected && wasConnected == false
    }

    /// Retries opening the display if a retry is due at `now`.
    ///
    /// - Returns: The display, if this call made one available, or `nil`.
    package func retryIfDue(at now: Timestamp) -> (any ScanoutDisplay)? {
        perform(presence.retryIfDue(at: now))
    }

    /// Suspends the display before a VT switch to another terminal.
    package func releaseForVTSwitch() {
        _ = perform(presence.handleVTRelease())
    }

    /// Resumes or opens the display after a VT switch back to this terminal.
    ///
    /// - Returns: The display, or `nil` if none could be opened.
    package func reacquireAfterVTSwitch() -> (any ScanoutDisplay)? {
        perform(presence.handleVTAcquisition())
    }

    /// Logs the error of a failed presentation, and suspends or closes the display depending on the
    /// error's reason.
    package func handlePresentationFailure(_ error: DisplayError) {
        logOnce(error)
        _ = perform(presence.handlePresentationFailure(error.reason, at: hardware.clock()))
    }

    /// Closes the display because the event of its pending page flip was lost, and schedules a
    /// retry.
    package func handleFlipTimeout() {
        handlePresentationFailure(
            DisplayError(
                .failed, subject: display?.name ?? "display",
                cause: "a page flip did not complete in "
                    + "\(FlipTimeout.microseconds / 1_000_000) seconds",
                remedy: "see the kernel's log (journalctl -k)"))
    }

    // MARK: Actions

    private func perform(_ action: DisplayPresence.Action) -> (any ScanoutDisplay)? {
        switch action {
        case .none:
            return nil
        case .open:
            return tryOpenDisplay()
        case .check:
            // No reference to the display may remain, because it would keep the card open.
            guard let connection = display?.checkConnection() else { return nil }
            return perform(presence.handleConnectionCheck(connection))
        case .release:
            willRelease()
            do {
                try display?.suspend()
            } catch {
                // Closing the card releases the display too.
                logOnce(error)
                dropDisplay()
            }
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
        // `start()` opens no display while another virtual terminal is active.
        defer { hasTriedToOpen = true }
        do {
            return try openDisplay()
        } catch {
            if error.reason != .taken { dropDisplay() }
            presence.recordOpeningFailure(error.reason, at: hardware.clock())
            logOnce(error)
            return nil
        }
    }

    /// Resumes the suspended display if it is still connected, or else opens a connected display.
    private func openDisplay() throws(DisplayError) -> any ScanoutDisplay {
        if let display {
            try display.resume()
            if display.checkConnection() != .unchanged { dropDisplay() }
        }
        let display: any ScanoutDisplay
        if let known = self.display { display = known } else { display = try open() }
        self.display = display
        try watch(display)
        presence.recordOpening(at: hardware.clock())
        loggedError = nil
        return display
    }

    private func dropDisplay() {
        close()
        display = nil
    }

    private func open() throws(DisplayError) -> any ScanoutDisplay {
        switch output {
        case .headless:
            return try hardware.openDisplay(output)
        case .display(var request):
            request.waitsForEDID = presence.remainingEDIDRetries > 0
            do {
                return try hardware.openDisplay(.display(request))
            } catch {
                // A display that is connected later need not support the mode and format of the
                // first one.
                guard hasTriedToOpen, error.reason == .missing,
                    request.mode != nil || request.format != nil
                else { throw error }
                logOnce(error)
                request.mode = nil
                request.format = nil
                return try hardware.openDisplay(.display(request))
            }
        }
    }

    private func watch(_ display: any ScanoutDisplay) throws(DisplayError) {
        guard !isWatched, let descriptor = display.eventDescriptor else { return }
        do {
            try events.watch(descriptor, as: source)
        } catch {
            throw DisplayError(
                .failed, subject: display.name, cause: "cannot poll DRM events: \(error)",
                remedy: "see the kernel log (journalctl -k)")
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
            log.warning("\(display?.name ?? "display"): cannot stop polling DRM events: \(error)")
        }
    }

    /// Logs an error unless it equals the most recently logged error.
    private func logOnce(_ error: DisplayError) {
        if error == loggedError { return }
        loggedError = error
        log.warning(error.description)
    }
}
