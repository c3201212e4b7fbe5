import KioskDisplay
import KioskRuntime
import KioskSystem
import Testing
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerTestSupport

/// The displays that a controller opens, suspends, reuses and closes.
@Suite("Display controller")
@MainActor
final class DisplayControllerTests {
    private static let mode = DisplayMode(width: 80, height: 60)
    private var now = Timestamp(microseconds: 1_000_000)
    /// The opened displays, in order.
    private var opened: [VblankDisplay] = []
    /// The outputs for which the controller has opened or tried to open a display.
    private var requests: [KioskOptions.Output] = []
    /// The errors of the next attempts to open a display, in order.
    private var errors: [DisplayError] = []
    private var releases = 0
    /// The criteria that a connected display fulfills, or `nil` if none is connected.
    private var connected: DisplayCriteria?
    /// The flag whose descriptor the next opened display has, or `nil` for no descriptor.
    private var flipEvent: EventDescriptor?
    private let events: EventLoop
    private let history = LogHistory()
    /// The logged warnings and errors.
    private var log: [String] { history.snapshot.entries.map(\.message) }

    init() throws {
        events = try EventLoop()
    }

    private func makeController(
        output: KioskOptions.Output = .headless(mode), isVTInactive: Bool = false
    ) throws -> DisplayController {
        let hardware = KioskHardware(
            openDisplay: { [unowned self] (output) throws(DisplayError) in try open(output) },
            clock: { [unowned self] in now },
            isDisplayConnected: { [unowned self] in $0 == connected })
        let controller = DisplayController(
            output: output, hardware: hardware, events: events, source: 1,
            isVTInactive: isVTInactive, log: Log().recorded(in: history))
        controller.willRelease = { [unowned self] in releases += 1 }
        return controller
    }

    private func open(_ output: KioskOptions.Output) throws(DisplayError) -> any ScanoutDisplay {
        requests.append(output)
        if !errors.isEmpty { throw errors.removeFirst() }
        let display = try VblankDisplay(mode: Self.mode, clock: { [unowned self] in now })
        display.eventDescriptor = flipEvent?.descriptor
        opened.append(display)
        return display
    }

    /// The modes of all requests for displays that are not in memory.
    private var requestedModes: [DisplayCriteria.Mode?] {
        requests.compactMap { output -> DisplayCriteria.Mode?? in
            if case .display(let criteria) = output { .some(criteria.mode) } else { nil }
        }
    }

    private func error(_ reason: DisplayError.Reason) -> DisplayError {
        DisplayError(reason, subject: "display", cause: "\(reason)", remedy: "none")
    }

    // MARK: VT switching

    @Test("An unchanged display is suspended before a VT switch and used again after it")
    func unchangedAfterVTSwitch() throws {
        let controller = try makeController()
        let display = try #require(try controller.start())
        controller.releaseForVTSwitch()
        #expect(releases == 1)
        #expect(!controller.isDisplayInUse)
        #expect(controller.reacquireAfterVTSwitch() === display)
        #expect(opened.count == 1)
        #expect(opened[0].calls == ["suspend", "resume"])
        #expect(controller.isDisplayInUse)
    }

    @Test(
        "A display that changed or disappeared during a VT switch is closed, and another is opened",
        arguments: [DisplayConnection.changed, .gone])
    func changedDuringVTSwitch(connection: DisplayConnection) throws {
        let controller = try makeController()
        _ = try controller.start()
        controller.releaseForVTSwitch()
        opened[0].connection = connection
        let display = try #require(controller.reacquireAfterVTSwitch())
        #expect(opened.count == 2)
        #expect(display === opened.last)
        #expect(controller.display === display)
        #expect(opened[0].calls == ["suspend", "resume", "close"])
    }

    @Test("A display that cannot be suspended before a VT switch is closed, and opened after it")
    func failedSuspension() throws {
        let controller = try makeController()
        _ = try controller.start()
        opened[0].suspendError = error(.failed)
        controller.releaseForVTSwitch()
        #expect(releases == 1)
        #expect(controller.display == nil)
        #expect(opened[0].calls == ["suspend", "close"])
        #expect(log == [error(.failed).description])
        #expect(controller.waitingReason == "waiting until this virtual terminal is shown")
        #expect(controller.reacquireAfterVTSwitch() === opened.last)
        #expect(opened.count == 2)
    }

    @Test("A display that another program uses after a VT switch stays open until it is free")
    func takenDuringVTSwitch() throws {
        let controller = try makeController()
        let display = try #require(try controller.start())
        controller.releaseForVTSwitch()
        opened[0].resumeError = error(.taken)
        #expect(controller.reacquireAfterVTSwitch() == nil)
        #expect(controller.display === display)
        let retry = now.advanced(byMicroseconds: DisplayPresence.firstDelayMicroseconds)
        #expect(controller.retryAt == retry)
        opened[0].resumeError = nil
        #expect(controller.retryIfDue(at: retry.advanced(byMicroseconds: -1)) == nil)
        #expect(controller.retryIfDue(at: retry) === display)
        #expect(opened[0].calls == ["suspend", "resume", "resume"])
    }

    @Test("A display that fails after a VT switch is closed, and the retry opens another")
    func failedAfterVTSwitch() throws {
        let controller = try makeController()
        _ = try controller.start()
        controller.releaseForVTSwitch()
        opened[0].resumeError = error(.failed)
        #expect(controller.reacquireAfterVTSwitch() == nil)
        #expect(controller.display == nil)
        #expect(opened[0].calls == ["suspend", "resume", "close"])
        now = try #require(controller.retryAt)
        #expect(controller.retryIfDue(at: now) === opened.last)
        #expect(opened.count == 2)
    }

    @Test("While another virtual terminal is active at start, no display is opened")
    func inactiveAtStart() throws {
        let controller = try makeController(isVTInactive: true)
        #expect(try controller.start() == nil)
        #expect(controller.handleHotplug() == nil)
        #expect(opened.isEmpty)
        #expect(controller.waitingReason == "waiting until this virtual terminal is shown")
        #expect(controller.reacquireAfterVTSwitch() === opened.first)
        #expect(opened.count == 1)
    }

    @Test(
        "After a start on another virtual terminal, only the first display must support the mode",
        arguments: [true, false])
    func modeAfterInactiveStart(isSupported: Bool) throws {
        var criteria = DisplayCriteria()
        criteria.mode = DisplayCriteria.Mode("800x480")
        let controller = try makeController(output: .display(criteria), isVTInactive: true)
        #expect(try controller.start() == nil)
        if !isSupported { errors = [error(.missing)] }
        #expect((controller.reacquireAfterVTSwitch() != nil) == isSupported)
        #expect(requestedModes == [criteria.mode])
        opened.first?.connection = .changed
        errors = [error(.missing)]
        #expect(controller.handleHotplug() === opened.last)
        #expect(opened.count == (isSupported ? 2 : 1))
        #expect(requestedModes == [criteria.mode, criteria.mode, nil])
    }

    // MARK: Hotplug

    @Test(
        "A hotplug event reopens the display only if the display has changed or is gone",
        arguments: [DisplayConnection.unchanged, .changed, .gone])
    func hotplug(connection: DisplayConnection) throws {
        let controller = try makeController()
        let display = try #require(try controller.start())
        opened[0].connection = connection
        let other = controller.handleHotplug()
        let isReopened = connection != .unchanged
        #expect(opened.count == (isReopened ? 2 : 1))
        #expect(other === (isReopened ? opened.last : nil))
        #expect((controller.display === display) == !isReopened)
        #expect(opened[0].calls == (isReopened ? ["close"] : []))
        #expect(releases == (isReopened ? 1 : 0))
    }

    @Test("Without a display at start, a hotplug event opens the display; the error is logged once")
    func connectedLater() throws {
        let controller = try makeController()
        errors = [error(.notConnected), error(.notConnected)]
        #expect(try controller.start() == nil)
        #expect(controller.handleHotplug() == nil)
        #expect(controller.retryAt == nil)
        #expect(log.count == 1)
        #expect(controller.waitingReason == "waiting for a display")
        #expect(controller.handleHotplug() === opened.first)
        #expect(opened.count == 1)
    }

    @Test("A display connected later need not support the requested mode and format")
    func otherMode() throws {
        var criteria = DisplayCriteria()
        criteria.mode = DisplayCriteria.Mode("800x480")
        criteria.format = .rgb565
        let controller = try makeController(output: .display(criteria))
        _ = try controller.start()
        opened[0].connection = .changed
        errors = [error(.missing)]
        #expect(controller.handleHotplug() === opened.last)
        #expect(opened.count == 2)
        let criteriaOfRequests = requests.compactMap { output in
            if case .display(let criteria) = output { criteria } else { nil }
        }
        #expect(criteriaOfRequests.map { $0.mode != nil } == [true, true, false])
        #expect(criteriaOfRequests.map { $0.format != nil } == [true, true, false])
    }

    @Test("A display that replaces a disconnected one need not support the mode and format")
    func replacement() throws {
        var criteria = DisplayCriteria(connector: "HDMI-A-1")
        criteria.mode = DisplayCriteria.Mode("800x480")
        criteria.format = .rgb565
        let controller = try makeController(output: .display(criteria))
        #expect(!controller.checkReplacement(isGone: true))
        connected = DisplayCriteria(connector: "HDMI-A-1")
        #expect(controller.checkReplacement(isGone: true))
        #expect(!controller.checkReplacement(isGone: true))
        // Without a display as output, nothing is a replacement.
        connected = nil
        let headless = try makeController()
        #expect(!headless.checkReplacement(isGone: true))
        connected = DisplayCriteria(connector: "HDMI-A-1")
        #expect(!headless.checkReplacement(isGone: true))
    }

    @Test("A second display does not replace one that disconnects in standby")
    func secondDisplay() throws {
        let controller = try makeController(output: .display(DisplayCriteria()))
        connected = DisplayCriteria()
        #expect(!controller.checkReplacement(isGone: true))
        #expect(!controller.checkReplacement(isGone: true))
        connected = nil
        #expect(!controller.checkReplacement(isGone: true))
        #expect(!controller.checkReplacement(isGone: false))
        connected = DisplayCriteria()
        #expect(!controller.checkReplacement(isGone: true))
        connected = nil
        #expect(!controller.checkReplacement(isGone: true))
        _ = controller.handleHotplug()
        connected = DisplayCriteria()
        #expect(!controller.checkReplacement(isGone: true))
    }

    @Test("A changed display is closed before it is opened again")
    func closedBeforeReopening() throws {
        weak var previous: VblankDisplay?
        var areClosed: [Bool] = []
        let hardware = KioskHardware(
            openDisplay: { [unowned self] (_) throws(DisplayError) in
                areClosed.append(previous == nil)
                let display = try VblankDisplay(mode: Self.mode, clock: { [unowned self] in now })
                display.connection = .changed
                previous = display
                return display
            }, clock: { [unowned self] in now })
        let controller = DisplayController(
            output: .headless(Self.mode), hardware: hardware, events: events, source: 1,
            isVTInactive: false, log: Log().recorded(in: history))
        _ = try controller.start()
        _ = controller.handleHotplug()
        #expect(areClosed == [true, true])
    }

    @Test("At start, a display without the requested mode is an error")
    func missingModeAtStart() throws {
        var criteria = DisplayCriteria()
        criteria.format = .rgb565
        let controller = try makeController(output: .display(criteria))
        errors = [error(.missing)]
        #expect(throws: error(.missing)) { try controller.start() }
        #expect(requests.count == 1)
    }

    // MARK: Flip events

    /// Returns whether a flag wakes the event loop as source 1. A second flag ends the wait.
    private func wakes(_ flag: EventDescriptor) throws -> Bool {
        let end = try EventDescriptor()
        try events.watch(end.descriptor, as: 2)
        flag.raise()
        end.raise()
        var sources: [UInt32] = []
        try events.wait { sources.append($0) }
        try events.unwatch(end.descriptor)
        flag.acknowledge()
        return sources.contains(1)
    }

    @Test("Flips wake the loop unless they are paused, also those of a display opened later")
    func flipEvents() throws {
        let controller = try makeController()
        let (first, second) = (try EventDescriptor(), try EventDescriptor())
        flipEvent = first
        _ = try controller.start()
        #expect(try wakes(first))
        try controller.setWakesOnFlip(false)
        #expect(try !wakes(first))
        try controller.setWakesOnFlip(true)
        #expect(try wakes(first))
        try controller.setWakesOnFlip(false)
        flipEvent = second
        opened[0].connection = .gone
        #expect(controller.handleHotplug() === opened.last)
        #expect(opened.count == 2)
        #expect(try !wakes(first))
        #expect(try wakes(second))
        try controller.setWakesOnFlip(false)
        #expect(try !wakes(second))
    }

    // MARK: Failures

    @Test("A lost flip closes the display, and the retry opens another after 250 ms")
    func flipTimeout() throws {
        let controller = try makeController()
        _ = try controller.start()
        controller.handleFlipTimeout()
        #expect(releases == 1)
        #expect(controller.display == nil)
        #expect(opened[0].calls == ["close"])
        #expect(controller.waitingReason == "waiting for a display")
        #expect(
            log == [
                "headless:80x60@60: a page flip did not complete in 10 seconds; "
                    + "see the kernel's log (journalctl -k)"
            ])
        let retry = now.advanced(byMicroseconds: 250_000)
        #expect(controller.retryAt == retry)
        #expect(controller.retryIfDue(at: retry) === opened.last)
        #expect(opened.count == 2)
    }

    @Test("A presentation that fails because another program took the display suspends the display")
    func takenDuringPresentation() throws {
        let controller = try makeController()
        let display = try #require(try controller.start())
        controller.handlePresentationFailure(error(.taken))
        #expect(controller.display === display)
        #expect(opened[0].calls == ["suspend"])
        #expect(controller.waitingReason == "waiting until another program releases the display")
        now = try #require(controller.retryAt)
        #expect(controller.retryIfDue(at: now) === display)
    }
}
