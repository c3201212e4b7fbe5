import Testing
import TouchKitGeometry
import TouchKitPacing

/// Returns a time in microseconds.
func at(_ microseconds: Int64) -> Timestamp {
    Timestamp(microseconds: microseconds)
}

extension FramePacer {
    /// Presents a frame at a time, and completes its flip, with times in microseconds.
    mutating func show(at time: Int64, flip: Int64, now: Int64) {
        _ = presented(.pending, at: at(time))
        _ = flipCompleted(at: at(flip), now: at(now))
    }
}

private func frameTarget(_ vblank: Int64?, intended: Int64? = nil) -> FramePacer.FrameTarget {
    FramePacer.FrameTarget(vblank: vblank.map(at), intendedVblank: (intended ?? vblank).map(at))
}

/// Tests every state × every event of the pacer, with times in µs, a period of 16,000, a fixed
/// budget of 4,000 and the last vblank at 1.
@Suite("Frame pacer")
struct FramePacerTests {
    /// The state before an event.
    enum Start: CaseIterable, CustomTestStringConvertible {
        case idle
        case waiting
        case drawing
        case drawingWithWork
        case flipping
        case flippingThenAtFlip
        case flippingThenAtLatch

        var testDescription: String { "\(self)" }
    }

    enum Event: CaseIterable, CustomTestStringConvertible {
        case work
        /// The timer fires before the requested time.
        case timerEarly
        case timer
        case unchanged
        case unchangedNeedingNext
        case pending
        case pendingNeedingNext
        case shown
        case flip
        case reset

        var testDescription: String { "\(self)" }
    }

    /// Returns an idle pacer whose last vblank was at 1.
    static func idle(hasVblank: Bool = true, _ options: PacingOptions? = nil) -> FramePacer {
        var pacer = FramePacer(
            periodMicroseconds: 16_000, hasVblank: hasVblank,
            options: options ?? PacingOptions(budgetMicroseconds: 4_000))
        _ = pacer.workArrived(at: at(-1_000))
        pacer.show(at: -500, flip: 1, now: 10)
        return pacer
    }

    /// Returns a pacer in a state of a frame for the vblank at 16,001.
    static func pacer(_ start: Start) -> FramePacer {
        var pacer = idle()
        if start == .idle { return pacer }
        _ = pacer.workArrived(at: at(2_000))
        if start == .waiting { return pacer }
        _ = pacer.timerFired(at: at(12_001))
        if start == .drawing { return pacer }
        if start == .drawingWithWork {
            _ = pacer.workArrived(at: at(12_100))
            return pacer
        }
        _ = pacer.presented(.pending, at: at(13_000))
        if start == .flipping { return pacer }
        _ = pacer.workArrived(at: at(13_500))
        if start == .flippingThenAtLatch { return pacer }
        // The latch of the next frame comes before the flip has completed.
        _ = pacer.timerFired(at: at(28_001))
        return pacer
    }

    /// Returns a realistic time for an event in a state.
    static func time(_ start: Start, _ event: Event) -> Timestamp {
        switch (start, event) {
        case (.idle, _): at(2_000)
        case (.waiting, .timer): at(12_001)
        case (.waiting, _): at(3_000)
        case (.drawing, _), (.drawingWithWork, _): at(13_000)
        case (.flippingThenAtFlip, _): at(28_100)
        case (.flippingThenAtLatch, .timer): at(28_001)
        case (_, .flip): at(16_050)
        case (.flipping, _), (.flippingThenAtLatch, _): at(14_000)
        }
    }

    /// Applies an event and returns the pacer's action.
    static func apply(_ event: Event, _ pacer: inout FramePacer, at now: Timestamp)
        -> FramePacer.Action?
    {
        switch event {
        case .work: return pacer.workArrived(at: now)
        case .timerEarly, .timer: return pacer.timerFired(at: now)
        case .unchanged: return pacer.presented(.unchanged, at: now)
        case .unchangedNeedingNext: return pacer.presented(.unchanged, needsNext: true, at: now)
        case .pending: return pacer.presented(.pending, at: now)
        case .pendingNeedingNext: return pacer.presented(.pending, needsNext: true, at: now)
        case .shown: return pacer.presented(.shown(at: now), at: now)
        case .flip:
            return pacer.flipCompleted(at: now.advanced(byMicroseconds: -49), now: now)
        case .reset:
            pacer.reset()
            return nil
        }
    }

    /// Returns the expected action and state, or `nil` if the event cannot happen in the state.
    static func expected(_ start: Start, _ event: Event) -> (FramePacer.Action?, FramePacer.State)?
    {
        let target = frameTarget(16_001)
        switch (start, event) {
        case (_, .reset):
            return (nil, .idle)

        case (.idle, .work):
            return (.wake(at: at(12_001)), .waiting(until: at(12_001), target))
        case (.idle, .timerEarly), (.idle, .timer), (.idle, .flip):
            return (.sleep, .idle)

        case (.waiting, .work), (.waiting, .timerEarly):
            return (.wake(at: at(12_001)), .waiting(until: at(12_001), target))
        case (.waiting, .timer):
            return (.draw, .drawing(target, due: at(12_001), moreWork: false))
        case (.waiting, .flip):
            return (.sleep, .waiting(until: at(12_001), target))

        case (.drawing, .work), (.drawingWithWork, .work):
            return (.sleep, .drawing(target, due: at(12_001), moreWork: true))
        case (.drawing, .timerEarly), (.drawing, .timer), (.drawing, .flip):
            return (.sleep, .drawing(target, due: at(12_001), moreWork: false))
        case (.drawingWithWork, .timerEarly), (.drawingWithWork, .timer), (.drawingWithWork, .flip):
            return (.sleep, .drawing(target, due: at(12_001), moreWork: true))
        case (.drawing, .unchanged):
            return (.sleep, .idle)
        case (.drawing, .unchangedNeedingNext):
            return (.wake(at: at(28_001)), .waiting(until: at(28_001), frameTarget(32_001)))
        case (.drawingWithWork, .unchanged), (.drawingWithWork, .unchangedNeedingNext):
            return (.draw, .drawing(target, due: at(13_000), moreWork: false))
        case (.drawing, .pending):
            return (.sleep, .flipping(target, committed: at(13_000), .nothing))
        case (.drawing, .pendingNeedingNext), (.drawingWithWork, .pending),
            (.drawingWithWork, .pendingNeedingNext):
            return (
                .wake(at: at(28_001)), .flipping(target, committed: at(13_000), .atTime(at(28_001)))
            )
        case (.drawing, .shown):
            return (.sleep, .idle)
        case (.drawingWithWork, .shown):
            // The display has vblank but shows at once; the next vblank is one period later.
            return (.wake(at: at(25_000)), .waiting(until: at(25_000), frameTarget(29_000)))

        case (.flipping, .work):
            return (
                .wake(at: at(28_001)), .flipping(target, committed: at(13_000), .atTime(at(28_001)))
            )
        case (.flipping, .timerEarly), (.flipping, .timer):
            return (.sleep, .flipping(target, committed: at(13_000), .nothing))
        case (.flipping, .flip):
            return (.sleep, .idle)

        case (.flippingThenAtLatch, .work), (.flippingThenAtLatch, .timerEarly):
            return (
                .wake(at: at(28_001)), .flipping(target, committed: at(13_000), .atTime(at(28_001)))
            )
        case (.flippingThenAtLatch, .timer):
            return (.sleep, .flipping(target, committed: at(13_000), .atFlip))
        case (.flippingThenAtLatch, .flip):
            return (.wake(at: at(28_001)), .waiting(until: at(28_001), frameTarget(32_001)))

        case (.flippingThenAtFlip, .work), (.flippingThenAtFlip, .timerEarly),
            (.flippingThenAtFlip, .timer):
            return (.sleep, .flipping(target, committed: at(13_000), .atFlip))
        case (.flippingThenAtFlip, .flip):
            // The flip was shown at 28,051, and the next frame is for the vblank after it.
            return (.wake(at: at(40_051)), .waiting(until: at(40_051), frameTarget(44_051)))

        case (.idle, .unchanged), (.idle, .unchangedNeedingNext), (.idle, .pending),
            (.idle, .pendingNeedingNext), (.idle, .shown),
            (.waiting, .unchanged), (.waiting, .unchangedNeedingNext), (.waiting, .pending),
            (.waiting, .pendingNeedingNext), (.waiting, .shown),
            (.flipping, .unchanged), (.flipping, .unchangedNeedingNext), (.flipping, .pending),
            (.flipping, .pendingNeedingNext), (.flipping, .shown),
            (.flippingThenAtFlip, .unchanged), (.flippingThenAtFlip, .unchangedNeedingNext),
            (.flippingThenAtFlip, .pending), (.flippingThenAtFlip, .pendingNeedingNext),
            (.flippingThenAtFlip, .shown),
            (.flippingThenAtLatch, .unchanged), (.flippingThenAtLatch, .unchangedNeedingNext),
            (.flippingThenAtLatch, .pending), (.flippingThenAtLatch, .pendingNeedingNext),
            (.flippingThenAtLatch, .shown):
            return nil
        }
    }

    /// The states and events of the table, without the events that cannot happen in a state:
    /// presenting a frame without a draw action violates a precondition.
    static let possibleEvents: [(Start, Event)] = Start.allCases.flatMap { start in
        Event.allCases.filter { expected(start, $0) != nil }.map { (start, $0) }
    }

    @Test(
        "Every possible event in every state gives the expected action and state.",
        arguments: possibleEvents)
    func table(start: Start, event: Event) {
        guard let (action, state) = Self.expected(start, event) else {
            Issue.record("the table has no entry")
            return
        }
        var pacer = Self.pacer(start)
        #expect(Self.apply(event, &pacer, at: Self.time(start, event)) == action)
        #expect(pacer.state == state)
    }

    @Test(
        "Input wakes the loop only when idle; the display unless the next frame's time is fixed."
    )
    func wakeUpSources() {
        let watchingInput = Start.allCases.filter { Self.pacer($0).watchesInput }
        #expect(watchingInput == [.idle])
        let ignoringDisplay = Start.allCases.filter { !Self.pacer($0).watchesDisplay }
        #expect(ignoringDisplay == [.flippingThenAtLatch])
        let withWakeTime = Start.allCases.filter { Self.pacer($0).wakeTime != nil }
        #expect(withWakeTime == [.waiting, .flippingThenAtLatch])
    }
}
