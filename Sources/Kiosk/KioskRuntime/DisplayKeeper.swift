import Glibc
import KioskDisplay
import KioskSystem
import TouchKitGeometry

/// Owns the display for as long as there is one: finds it, lets it go, takes it again, and has the
/// loop watch it. What to do when is `DisplayPresence`'s to say.
///
/// What brings a display answers with it: another one, or the one that was let go.
@MainActor
final class DisplayKeeper {
    private let output: KioskOptions.Output
    private let events: EventLoop
    private let source: UInt32
    private let log: Log
    /// Called before the display is let go: what is on it must end now.
    var leave: @MainActor () -> Void = {}
    private var presence: DisplayPresence
    /// The display, drawn on or let go.
    private(set) var display: (any ScanoutDisplay)?
    private var isWatched = false
    private var isPaused = false
    /// Whether the first display was looked for already.
    private var isStarted = false
    /// The trouble that was said last: it is said once.
    private var saidTrouble: DisplayError?

    /// - Parameters:
    ///   - output: Where frames go.
    ///   - events: The loop, to watch the display's events.
    ///   - source: The number by which the loop knows them.
    ///   - isAway: Whether the console shows another terminal.
    ///   - log: Gets what becomes of the display.
    init(
        output: KioskOptions.Output, events: EventLoop, source: UInt32, isAway: Bool, log: Log
    ) {
        self.output = output
        self.events = events
        self.source = source
        self.log = log
        presence = DisplayPresence(isAway: isAway)
    }

    /// Whether there is a display to draw on.
    var isShown: Bool { presence.state == .shown }
    /// When the loop has to call `timePassed(now:)` without any news.
    var retryAt: Timestamp? { presence.retryAt }
    /// Why nothing is drawn, in a few words; nil while something is.
    var words: String? {
        switch presence.state {
        case .shown: nil
        case .away: "waiting until this virtual terminal is shown"
        case .held: "waiting until another program lets the display go"
        case .absent: "waiting for a display"
        }
    }

    /// Why there is no display to draw on, for whoever doesn't wait for one.
    var trouble: DisplayError {
        saidTrouble
            ?? DisplayError(
                .taken, subject: "display", cause: "another virtual terminal is shown",
                remedy: "switch to this one, or stop what runs on the other")
    }

    // MARK: Life

    /// Takes the display for the first time; where none is connected that is no error.
    ///
    /// - Throws: `DisplayError` where what is asked for can't come by plugging something in.
    func start() throws(DisplayError) -> (any ScanoutDisplay)? {
        if presence.state == .away { return nil }
        defer { isStarted = true }
        var tries = 0
        while true {
            do {
                return try takeUp()
            } catch {
                switch error.reason {
                case .notConnected, .notReady:
                    presence.refused(error.reason, at: MonotonicClock.now())
                    say(error)
                    return nil
                case .taken where tries < 3:
                    // Somebody may only have looked: whoever opens a card masters it for a moment.
                    tries += 1
                    usleep(100_000)
                case .taken, .missing, .notPermitted, .failed:
                    throw error
                }
            }
        }
    }

    /// Gives the screen back as it was found; a second time it does nothing.
    func close() {
        unwatch()
        display?.close()
    }

    /// The time of a completed flip, if there is one.
    func readFlip() throws(DisplayError) -> Timestamp? {
        try display?.readEvents()
    }

    /// Whether completed flips shall wake the loop; those that don't are read with the next frame.
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

    // MARK: News

    /// The kernel says that something about the displays has changed.
    func hotplugged() -> (any ScanoutDisplay)? {
        perform(presence.hotplugged())
    }

    /// A time that `retryAt` named may have come.
    func timePassed(now: Timestamp) -> (any ScanoutDisplay)? {
        perform(presence.timePassed(now: now))
    }

    /// The console is to show another terminal; the display is free when this returns.
    func consoleReleased() {
        _ = perform(presence.consoleReleased())
    }

    /// The console shows this terminal again.
    func consoleAcquired() -> (any ScanoutDisplay)? {
        perform(presence.consoleAcquired())
    }

    /// The display refused a frame.
    func presentationFailed(_ error: DisplayError) {
        say(error)
        _ = perform(presence.presentationFailed(error.reason, at: MonotonicClock.now()))
    }

    // MARK: Actions

    private func perform(_ action: DisplayPresence.Action) -> (any ScanoutDisplay)? {
        switch action {
        case .none:
            return nil
        case .takeUp:
            return tryTakeUp()
        case .check:
            guard let display else { return nil }
            return perform(presence.checked(display.checkConnection()))
        case .letGo:
            leave()
            display?.suspend()
            return nil
        case .giveUp:
            giveUp()
            return nil
        case .giveUpAndTakeUp:
            giveUp()
            return tryTakeUp()
        }
    }

    private func giveUp() {
        leave()
        close()
        display = nil
    }

    private func tryTakeUp() -> (any ScanoutDisplay)? {
        do {
            return try takeUp()
        } catch {
            if error.reason != .taken { dropDisplay() }
            presence.refused(error.reason, at: MonotonicClock.now())
            say(error)
            return nil
        }
    }

    /// Takes the display that was let go, if it is still there, or looks for one.
    private func takeUp() throws(DisplayError) -> (any ScanoutDisplay)? {
        if let display {
            try display.resume()
            if display.checkConnection() != .unchanged { dropDisplay() }
        }
        let display: any ScanoutDisplay
        if let known = self.display { display = known } else { display = try open() }
        self.display = display
        try watch(display)
        presence.taken(at: MonotonicClock.now())
        saidTrouble = nil
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
            request.waitsForEDID = presence.patience > 0
            do {
                return try KMSDisplay(request)
            } catch {
                // A display that came later needn't have what the first one had.
                guard isStarted, error.reason == .missing,
                    request.mode != nil || request.format != nil
                else { throw error }
                say(error)
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
                .failed, subject: display.name, cause: "its events can't be watched: \(error)",
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

    /// Says why nothing is drawn, once for each reason.
    private func say(_ error: DisplayError) {
        if error == saidTrouble { return }
        saidTrouble = error
        log.warning(error.description)
    }
}
