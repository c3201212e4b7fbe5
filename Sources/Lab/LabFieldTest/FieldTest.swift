import TouchKitContacts
import TouchKitGeometry

/// A state machine for the guided field test, which selects the page, passes touch frames to the
/// page's test and evaluates the results.
///
/// The only inputs are touch frames and time, because buttons are pressed by touches, too.
/// Therefore, the same frames always give the same report, with or without a display.
package struct FieldTest: Sendable {
    /// A phase of the field test, which determines the content of the screen.
    package enum Phase: Hashable, Sendable {
        /// The welcome page; a touch starts the first test.
        case welcome
        /// The page of a test.
        case testing(GuidedTest)
        /// The result of a test, shown until `until`. After the accuracy test, the page can offer
        /// to apply a calibration.
        case result(GuidedTest, until: Timestamp)
        /// The summary of all tests.
        case summary
    }

    /// The time for which a result is shown, in seconds.
    static let resultDuration = 2.0
    /// The time for which a result with a calibration proposal is shown, in seconds.
    static let proposalDuration = 15.0
    /// The maximum duration of a button press, in microseconds. On the coverage page, a press must
    /// be longer than this value instead, because painting also touches the button.
    static let maximumPress: Int64 = 1_000_000
    /// The minimum duration of a button press, in microseconds. Ghost touches are shorter.
    static let minimumPress: Int64 = 90_000
    /// The time without a touch after which a page ends, in seconds.
    static let idleTimeout = 30.0
    /// The longest duration of a page, in seconds, for touchscreens with constant ghost touches.
    static let pageTimeout = 150.0

    /// The positions of all targets and buttons on the pages.
    package let layout: FieldTestLayout
    /// The pass and fail limits that determine the verdict on each measured value.
    package let limits: FieldTestLimits
    /// The current phase of the field test, which determines the content of the screen.
    package private(set) var phase = Phase.welcome
    /// The tested device, which is the first device that is touched, or `nil` before the first
    /// touch.
    package private(set) var device: DeviceID?
    /// The calibration that the user applied during the test, or `nil` if the device's original
    /// calibration applies.
    package private(set) var appliedCalibration: TouchCalibration?

    /// Whether the user has closed the summary.
    package private(set) var isDismissed = false

    private var contactHistory = ContactHistory()
    private var now = Timestamp.zero
    private var pageBegan = Timestamp.zero
    private var lastTouch = Timestamp.zero
    private var ended: [GuidedTest: any TestRun] = [:]
    private var run: (any TestRun)?
    /// The error model that was fitted to the taps of the accuracy test, or `nil` before the end of
    /// that test or if there were too few taps.
    private(set) var accuracyFit: AccuracyFit?
    private var press: (number: Int, button: Button)?

    private enum Button: Hashable {
        case next, apply
    }

    /// Creates a field test that shows the welcome page.
    package init(stage: FieldTestStage, limits: FieldTestLimits = FieldTestLimits()) {
        layout = FieldTestLayout(stage: stage)
        self.limits = limits
    }

    /// The screen and touchscreen under test.
    package var stage: FieldTestStage { layout.stage }

    /// The mapping from positions that the touchscreen reports to positions on the screen, with the
    /// current calibration.
    package var mapping: TouchMapping {
        TouchMapping(stage: stage, calibration: appliedCalibration ?? stage.calibration)
    }

    /// The mapping from positions that the touchscreen reports to positions on the screen, with the
    /// proposed calibration, or with the current calibration if there is no proposal.
    var correctedMapping: TouchMapping {
        guard let proposal else { return mapping }
        return TouchMapping(stage: stage, calibration: proposal.calibration)
    }

    /// The contacts that are down on the tested touchscreen.
    package var contacts: [TestContact] { contactHistory.active }

    // MARK: Pages

    /// The data of the coverage test while its page is shown, otherwise `nil`.
    package var coverage: CoverageRun? { run as? CoverageRun }
    /// The data of the accuracy test while its page is shown, otherwise `nil`.
    package var accuracy: AccuracyRun? { run as? AccuracyRun }
    /// The data of the linearity test while its page is shown, otherwise `nil`.
    package var linearity: LinearityRun? { run as? LinearityRun }
    /// The data of the jitter test while its page is shown, otherwise `nil`.
    package var jitter: JitterRun? { run as? JitterRun }
    /// The data of the multi-touch test while its page is shown, otherwise `nil`.
    package var multiTouch: MultiTouchRun? { run as? MultiTouchRun }
    /// The data of the tap test while its page is shown, otherwise `nil`.
    package var tap: TapRun? { run as? TapRun }
    /// The data of the edge swipe test while its page is shown, otherwise `nil`.
    package var edgeSwipe: EdgeSwipeRun? { run as? EdgeSwipeRun }
    /// The data of the latency test while its page is shown, otherwise `nil`.
    package var latency: LatencyRun? { run as? LatencyRun }
    /// The data of the ghost test while its page is shown, otherwise `nil`.
    package var ghosts: GhostRun? { run as? GhostRun }

    /// The progress of the current test, 0…1, or 0 if no test is running.
    package var progress: Double { run.map { min(max($0.progress, 0), 1) } ?? 0 }

    /// Returns the data that a test collected, or `nil` if the test has not ended or its data is
    /// not sufficient for an evaluation.
    func evidence<Run: TestRun>(_ test: GuidedTest, as type: Run.Type) -> Run? {
        guard let found = ended[test], found.hasEvidence else { return nil }
        return found as? Run
    }

    /// Whether a test ended before all its parts were done, for example by the page's button.
    func endedEarly(_ test: GuidedTest) -> Bool { ended[test].map { !$0.isFinished } ?? false }

    /// The tests that have ended, with or without sufficient data.
    var endedTests: Set<GuidedTest> { Set(ended.keys) }

    /// Returns the taps of an accuracy test, with the calibration that applied during the test.
    func taps(of run: AccuracyRun) -> [AccuracyFit.Tap] {
        let mapping = mapping
        return zip(run.crosses, run.taps).compactMap { cross, tap in
            tap.map {
                AccuracyFit.Tap(target: stage.millimeters(cross), reported: mapping.millimeters($0))
            }
        }
    }

    /// The calibration that would correct the errors of the accuracy test, or `nil` if the errors
    /// are within the pass limit or cannot be corrected.
    package var proposal: CalibrationProposal? {
        guard let fit = accuracyFit,
            fit.orientation != .upright || fit.worstError > limits.offset.pass
        else { return nil }
        return CalibrationProposal(fit, mapping: mapping)
    }

    /// Whether the current page offers to apply a calibration.
    package var offersCalibration: Bool {
        guard case .result(.accuracy, _) = phase else { return false }
        return proposal != nil
    }

    // MARK: Touches and time

    /// Processes a touch frame. Frames of devices other than the tested device are ignored.
    package mutating func process(_ frame: TouchFrame) {
        if device == nil, frame.contacts.contains(where: { $0.state == .down }) {
            device = frame.device
        }
        guard frame.device == device else { return }
        advance(to: frame.time)
        now = max(now, frame.time)
        contactHistory.process(frame)
        if contactHistory.changes.contains(where: { !$0.contact.isStale }) { lastTouch = now }
        // The press that ends a page is not a touch of the page's test, such as a tap on a cross.
        let previous = phase
        for change in contactHistory.changes { handleButtons(change) }
        if phase == previous {
            run?.process(contactHistory.changes, active: contactHistory.active, at: now)
        }
        if run?.isFinished == true { endPage() }
    }

    /// Adds a latency from touch to scanout, in microseconds. Does nothing unless the latency test
    /// is running.
    package mutating func addScanoutLatency(microseconds: Int64) {
        guard var latency = run as? LatencyRun else { return }
        // A single reference avoids copying the run's arrays.
        run = nil
        latency.addScanoutLatency(microseconds: microseconds)
        run = latency
    }

    /// Advances the time and ends pages whose time limits have passed.
    package mutating func advance(to time: Timestamp) {
        while let deadline = nextDeadline, deadline <= time {
            now = max(now, deadline)
            switch phase {
            case .welcome, .summary:
                return
            case .testing:
                run?.advance(to: now)
                if run?.isFinished == true || now >= idleDeadline { endPage() }
            case .result(let test, _):
                showPage(after: test)
            }
        }
        now = max(now, time)
        run?.advance(to: now)
    }

    /// The time at which `advance(to:)` must be called, or `nil` if only a touch can change the
    /// state.
    package var nextDeadline: Timestamp? {
        switch phase {
        case .welcome, .summary: return nil
        case .result(_, let until): return until
        case .testing:
            // A past deadline of a run that waits for the next touch is ignored.
            guard let deadline = run?.deadline, deadline > now || run?.isFinished == true else {
                return idleDeadline
            }
            return min(deadline, idleDeadline)
        }
    }

    private var idleDeadline: Timestamp {
        min(
            max(lastTouch, pageBegan).advanced(by: Self.idleTimeout),
            pageBegan.advanced(by: Self.pageTimeout))
    }

    // MARK: Buttons

    /// Handles button presses. Positions are mapped with the current and with the proposed
    /// calibration, so that buttons also work on a mirrored or rotated touchscreen.
    private mutating func handleButtons(_ change: ContactChange) {
        let contact = change.contact
        switch change {
        case .began:
            guard !contact.isBounce, let button = button(at: contact.position) else { return }
            press = (contact.number, button)
        case .moved:
            if press?.number == contact.number, button(at: contact.position) != press?.button {
                press = nil
            }
        case .ended:
            if phase == .welcome, !contact.isBounce,
                contact.microsecondsDown(at: now) >= Self.minimumPress
            {
                return showPage(.coverage)
            }
            guard let pressed = press, pressed.number == contact.number else { return }
            press = nil
            let duration = contact.microsecondsDown(at: now)
            guard duration >= Self.minimumPress else { return }
            if (duration > Self.maximumPress) == needsLongPress { handle(pressed.button) }
        }
    }

    /// Whether the button of the current page must be held for longer than a second.
    package var needsLongPress: Bool { phase == .testing(.coverage) }

    private func button(at position: CGPoint) -> Button? {
        for point in [correctedMapping.point(position), mapping.point(position)] {
            if layout.nextButton.contains(point) { return .next }
            if offersCalibration, layout.applyButton.contains(point) { return .apply }
        }
        return nil
    }

    private mutating func handle(_ button: Button) {
        switch (button, phase) {
        case (.next, .testing): endPage()
        case (.next, .result(let test, _)): showPage(after: test)
        case (.apply, .result(.accuracy, _)):
            guard let proposal else { return }
            appliedCalibration = proposal.calibration
            ended[.accuracy] = nil
            accuracyFit = nil
            showPage(.accuracy)
        case (.next, .summary): isDismissed = true
        case (.next, _), (.apply, _): break
        }
    }

    // MARK: Turning pages

    /// Ends the page of the current test, as its button does. Does nothing on other pages.
    package mutating func endPage() {
        guard case .testing(let test) = phase, let run else { return }
        ended[test] = run
        if let accuracy = run as? AccuracyRun {
            accuracyFit = AccuracyFit(taps(of: accuracy), size: stage.millimeters)
        }
        self.run = nil
        press = nil
        let duration =
            test == .accuracy && proposal != nil ? Self.proposalDuration : Self.resultDuration
        phase = .result(test, until: now.advanced(by: duration))
    }

    private mutating func showPage(after test: GuidedTest) {
        let all = GuidedTest.allCases
        let next = all.firstIndex(of: test).map { $0 + 1 } ?? all.count
        if next < all.count { return showPage(all[next]) }
        phase = .summary
        press = nil
    }

    private mutating func showPage(_ test: GuidedTest) {
        contactHistory.startPage()
        press = nil
        pageBegan = now
        phase = .testing(test)
        let corrected = correctedMapping
        run =
            switch test {
            case .coverage: CoverageRun(layout: layout, mapping: mapping)
            case .accuracy: AccuracyRun(layout: layout, at: now)
            case .linearity: LinearityRun(layout: layout, mapping: corrected, at: now)
            case .jitter: JitterRun(layout: layout, at: now)
            case .multiTouch: MultiTouchRun(mapping: corrected, at: now)
            case .tap: TapRun(layout: layout, mapping: corrected, at: now)
            case .edgeSwipe:
                EdgeSwipeRun(mapping: corrected, goodDistance: limits.edge.pass, at: now)
            case .latency: LatencyRun(mapping: corrected)
            case .ghosts: GhostRun(active: contactHistory.active, at: now)
            }
    }
}
