import TouchKitContacts
import TouchKitGeometry

/// The guided field test: knows which page is shown, gives each page the touches that are meant for it, and
/// judges at the end.
///
/// It is a machine of touch frames and time, and of nothing else: buttons are pressed by touches too. So the
/// same frames give the same report, on a screen or without one.
package struct FieldTest: Sendable {
    /// What is shown.
    package enum Phase: Hashable, Sendable {
        /// What the field test is; a touch begins it.
        case welcome
        /// A test.
        case testing(GuidedTest)
        /// What a test gave, until then; at the accuracy test, with a calibration that can be applied.
        case result(GuidedTest, until: Timestamp)
        /// What all gave.
        case summary
    }

    /// How long a result is shown, in seconds.
    static let resultDuration = 2.0
    /// How long one that asks whether to apply a calibration, in seconds.
    static let proposalDuration = 15.0
    /// A press of a button is at most so long, in microseconds; where everything is painted it has to be
    /// longer, as a finger that paints presses it as well.
    static let longestPress: Int64 = 1_000_000
    /// And at least so long: what panels see that nobody touches is shorter.
    static let shortestPress: Int64 = 90_000
    /// A page that nobody touches is left after this time, in seconds.
    static let patience = 30.0
    /// And any page after this one: a panel that sees ghosts is never quiet.
    static let longestPage = 150.0

    /// Where things are.
    package let layout: FieldTestLayout
    /// What figures are good.
    package let limits: FieldTestLimits
    /// What is shown.
    package private(set) var phase = Phase.welcome
    /// The device that is tested: the one that is touched first.
    package private(set) var device: DeviceID?
    /// The calibration that was applied; nil while it is the panel's own.
    package private(set) var appliedCalibration: TouchCalibration?

    /// Whether the summary was read: somebody pressed its button.
    package private(set) var isDismissed = false

    private var book = ContactBook()
    private var now = Timestamp.zero
    private var pageBegan = Timestamp.zero
    private var lastTouch = Timestamp.zero
    private var ended: [GuidedTest: any TestRun] = [:]
    private var run: (any TestRun)?
    /// What the accuracy test saw.
    private(set) var accuracyFit: AccuracyFit?
    private var press: (number: Int, button: Button)?

    private enum Button: Hashable {
        case next, apply
    }

    /// Makes a field test.
    package init(stage: FieldTestStage, limits: FieldTestLimits = FieldTestLimits()) {
        layout = FieldTestLayout(stage: stage)
        self.limits = limits
    }

    /// Where it is done.
    package var stage: FieldTestStage { layout.stage }

    /// How places of the panel are shown now.
    package var mapping: TouchMapping {
        TouchMapping(stage: stage, calibration: appliedCalibration ?? stage.calibration)
    }

    /// How they would be shown with the calibration that is proposed, if one is.
    var mendedMapping: TouchMapping {
        guard let proposal else { return mapping }
        return TouchMapping(stage: stage, calibration: proposal.calibration)
    }

    /// The contacts that are down.
    package var contacts: [PanelContact] { book.live }

    // MARK: Pages

    /// The page's evidence up to now: for whoever draws it. Nil while no test is shown.
    package var coverage: CoverageRun? { run as? CoverageRun }
    /// As `coverage`.
    package var accuracy: AccuracyRun? { run as? AccuracyRun }
    /// As `coverage`.
    package var linearity: LinearityRun? { run as? LinearityRun }
    /// As `coverage`.
    package var jitter: JitterRun? { run as? JitterRun }
    /// As `coverage`.
    package var multiTouch: MultiTouchRun? { run as? MultiTouchRun }
    /// As `coverage`.
    package var tap: TapRun? { run as? TapRun }
    /// As `coverage`.
    package var edgeSwipe: EdgeSwipeRun? { run as? EdgeSwipeRun }
    /// As `coverage`.
    package var latency: LatencyRun? { run as? LatencyRun }
    /// As `coverage`.
    package var ghosts: GhostRun? { run as? GhostRun }

    /// How much of the test that is shown is done, 0…1.
    package var progress: Double { run.map { min(max($0.progress, 0), 1) } ?? 0 }

    /// The evidence of a test, the one that is shown included; nil where there is none.
    func evidence<Run: TestRun>(_ test: GuidedTest, as type: Run.Type) -> Run? {
        guard let found = ended[test], found.hasEvidence else { return nil }
        return found as? Run
    }

    /// The tests that are over, with evidence or without.
    var endedTests: Set<GuidedTest> { Set(ended.keys) }

    /// What the accuracy test says, against the calibration that held then.
    private func fit(_ run: AccuracyRun) -> AccuracyFit? {
        let mapping = mapping
        let taps = zip(run.crosses, run.taps).compactMap { cross, tap in
            tap.map {
                AccuracyFit.Tap(target: stage.millimeters(cross), seen: mapping.millimeters($0))
            }
        }
        return AccuracyFit(taps, size: stage.millimeters)
    }

    /// The calibration that would mend what the accuracy test found beyond its limit; nil where nothing has
    /// to be mended.
    package var proposal: CalibrationProposal? {
        guard let fit = accuracyFit,
            fit.orientation != .upright || fit.worstError > limits.offset.pass
        else { return nil }
        return CalibrationProposal(fit, mapping: mapping)
    }

    /// Whether the page that is shown asks whether to apply a calibration.
    package var asksToApply: Bool {
        guard case .result(.accuracy, _) = phase else { return false }
        return proposal != nil
    }

    // MARK: Touches and time

    /// Takes what a panel reported in one hardware frame. Only the device that is touched first is tested.
    package mutating func receive(_ frame: TouchFrame) {
        if device == nil, frame.contacts.contains(where: { $0.state == .down }) {
            device = frame.device
        }
        guard frame.device == device else { return }
        advance(to: frame.time)
        now = max(now, frame.time)
        book.receive(frame)
        if book.changes.contains(where: { !$0.contact.isStale }) { lastTouch = now }
        run?.receive(book.changes, live: book.live, at: now)
        for change in book.changes { notice(change) }
        turnIfFinished()
    }

    /// Takes what a frame's touches took to the screen, in microseconds; only the latency test listens.
    package mutating func receive(scanout microseconds: Int64) {
        guard var latency = run as? LatencyRun else { return }
        // Held once only, or its lists were copied for each figure.
        run = nil
        latency.receive(scanout: microseconds)
        run = latency
    }

    /// Lets time go by: pages that have waited long enough go on.
    package mutating func advance(to time: Timestamp) {
        while let deadline = nextDeadline, deadline <= time {
            now = max(now, deadline)
            switch phase {
            case .welcome, .summary:
                return
            case .testing:
                run?.advance(to: now)
                if run?.isFinished == true || now >= idleDeadline { turn() }
            case .result(let test, _):
                begin(after: test)
            }
        }
        now = max(now, time)
        run?.advance(to: now)
    }

    /// When `advance(to:)` has something to do; nil: never, without a touch.
    package var nextDeadline: Timestamp? {
        switch phase {
        case .welcome, .summary: return nil
        case .result(_, let until): return until
        case .testing:
            // A run that has had its moment and waits for the next touch mustn't be asked again for it.
            guard let deadline = run?.deadline, deadline > now || run?.isFinished == true else {
                return idleDeadline
            }
            return min(deadline, idleDeadline)
        }
    }

    private var idleDeadline: Timestamp {
        min(
            max(lastTouch, pageBegan).advanced(by: Self.patience),
            pageBegan.advanced(by: Self.longestPage))
    }

    private mutating func turnIfFinished() {
        if run?.isFinished == true { turn() }
    }

    // MARK: Buttons

    /// Buttons are pressed where they are seen, or where they would be if the proposed calibration held:
    /// on a panel that is the wrong way round as well.
    private mutating func notice(_ change: ContactChange) {
        let contact = change.contact
        switch change {
        case .began:
            guard !contact.isBounce, let button = button(at: contact.place) else { return }
            press = (contact.number, button)
        case .moved:
            if press?.number == contact.number, button(at: contact.place) != press?.button {
                press = nil
            }
        case .ended:
            if phase == .welcome, !contact.isBounce,
                contact.microsecondsDown(at: now) >= Self.shortestPress
            {
                return begin(.coverage)
            }
            guard let pressed = press, pressed.number == contact.number else { return }
            press = nil
            let duration = contact.microsecondsDown(at: now)
            guard duration >= Self.shortestPress else { return }
            if (duration > Self.longestPress) == needsLongPress { handle(pressed.button) }
        }
    }

    /// Whether the button of the page that is shown has to be held for a second.
    package var needsLongPress: Bool { phase == .testing(.coverage) }

    private func button(at place: CGPoint) -> Button? {
        for point in [mendedMapping.point(place), mapping.point(place)] {
            if layout.nextButton.contains(point) { return .next }
            if asksToApply, layout.applyButton.contains(point) { return .apply }
        }
        return nil
    }

    private mutating func handle(_ button: Button) {
        switch (button, phase) {
        case (.next, .testing): turn()
        case (.next, .result(let test, _)): begin(after: test)
        case (.apply, .result(.accuracy, _)):
            guard let proposal else { return }
            appliedCalibration = proposal.calibration
            ended[.accuracy] = nil
            accuracyFit = nil
            begin(.accuracy)
        case (.next, .summary): isDismissed = true
        case (.next, _), (.apply, _): break
        }
    }

    // MARK: Turning pages

    private mutating func turn() {
        guard case .testing(let test) = phase, let run else { return }
        ended[test] = run
        if let accuracy = run as? AccuracyRun { accuracyFit = fit(accuracy) }
        self.run = nil
        press = nil
        let duration =
            test == .accuracy && proposal != nil ? Self.proposalDuration : Self.resultDuration
        phase = .result(test, until: now.advanced(by: duration))
    }

    private mutating func begin(after test: GuidedTest) {
        let all = GuidedTest.allCases
        let next = all.firstIndex(of: test).map { $0 + 1 } ?? all.count
        if next < all.count { return begin(all[next]) }
        phase = .summary
        press = nil
    }

    private mutating func begin(_ test: GuidedTest) {
        book.turnPage()
        press = nil
        pageBegan = now
        phase = .testing(test)
        let mended = mendedMapping
        run =
            switch test {
            case .coverage: CoverageRun(layout: layout, mapping: mapping)
            case .accuracy: AccuracyRun(layout: layout, at: now)
            case .linearity: LinearityRun(layout: layout, mapping: mended, at: now)
            case .jitter: JitterRun(layout: layout, at: now)
            case .multiTouch: MultiTouchRun(mapping: mended, at: now)
            case .tap: TapRun(layout: layout, mapping: mended, at: now)
            case .edgeSwipe:
                EdgeSwipeRun(mapping: mended, goodDistance: limits.edge.pass, at: now)
            case .latency: LatencyRun(mapping: mended)
            case .ghosts: GhostRun(live: book.live, at: now)
            }
    }
}
