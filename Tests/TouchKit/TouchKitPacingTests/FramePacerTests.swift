import Testing
import TouchKitGeometry
import TouchKitPacing

private func at(_ microseconds: Int64) -> Timestamp {
    Timestamp(microseconds: microseconds)
}

private func aim(_ vblank: Int64?, meant: Int64? = nil) -> FramePacer.Aim {
    FramePacer.Aim(vblank: vblank.map(at), meant: (meant ?? vblank).map(at))
}

/// The pacer's table: every state × every event. Times in µs, a period of 16,000, a fixed budget of 4,000,
/// the last vblank at 0, and now 2,000 before anything is said.
@Suite("Frame pacer")
struct FramePacerTests {
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
        /// Before the time that was named.
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

    /// A pacer whose last vblank was at 0 and that has nothing to do.
    static func idle(hasVblank: Bool = true, _ options: PacingOptions? = nil) -> FramePacer {
        var pacer = FramePacer(
            periodMicroseconds: 16_000, hasVblank: hasVblank,
            options: options ?? PacingOptions(budgetMicroseconds: 4_000))
        _ = pacer.workArrived(at: at(-1_000))
        _ = pacer.presented(.pending, at: at(-500))
        _ = pacer.flipCompleted(at: at(1), now: at(10))
        return pacer
    }

    /// In each state on the way of one frame that is meant for the vblank at 16,001.
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
        // The latch comes, and the flip wasn't shown.
        _ = pacer.timerFired(at: at(28_001))
        return pacer
    }

    /// When the event happens: each at a time at which it would in that state.
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

    /// What follows; nil where the event can't happen in that state.
    static func expected(_ start: Start, _ event: Event) -> (FramePacer.Action?, FramePacer.State)?
    {
        let target = aim(16_001)
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
            return (.wake(at: at(28_001)), .waiting(until: at(28_001), aim(32_001)))
        case (.drawingWithWork, .unchanged), (.drawingWithWork, .unchangedNeedingNext):
            return (.draw, .drawing(target, due: at(13_000), moreWork: false))
        case (.drawing, .pending):
            return (.sleep, .flipping(target, committed: at(13_000), .nothing))
        case (.drawing, .pendingNeedingNext), (.drawingWithWork, .pending),
            (.drawingWithWork, .pendingNeedingNext):
            return (
                .wake(at: at(28_001)), .flipping(target, committed: at(13_000), .at(at(28_001)))
            )
        case (.drawing, .shown):
            return (.sleep, .idle)
        case (.drawingWithWork, .shown):
            // A display with vblank that shows at once: the next vblank is a period later.
            return (.wake(at: at(25_000)), .waiting(until: at(25_000), aim(29_000)))

        case (.flipping, .work):
            return (
                .wake(at: at(28_001)), .flipping(target, committed: at(13_000), .at(at(28_001)))
            )
        case (.flipping, .timerEarly), (.flipping, .timer):
            return (.sleep, .flipping(target, committed: at(13_000), .nothing))
        case (.flipping, .flip):
            return (.sleep, .idle)

        case (.flippingThenAtLatch, .work), (.flippingThenAtLatch, .timerEarly):
            return (
                .wake(at: at(28_001)), .flipping(target, committed: at(13_000), .at(at(28_001)))
            )
        case (.flippingThenAtLatch, .timer):
            return (.sleep, .flipping(target, committed: at(13_000), .atFlip))
        case (.flippingThenAtLatch, .flip):
            return (.wake(at: at(28_001)), .waiting(until: at(28_001), aim(32_001)))

        case (.flippingThenAtFlip, .work), (.flippingThenAtFlip, .timerEarly),
            (.flippingThenAtFlip, .timer):
            return (.sleep, .flipping(target, committed: at(13_000), .atFlip))
        case (.flippingThenAtFlip, .flip):
            // Shown at 28,051: the next frame is for the vblank after that.
            return (.wake(at: at(40_051)), .waiting(until: at(40_051), aim(44_051)))

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

    @Test(
        "Every state × every event does what the table says.", arguments: Start.allCases,
        Event.allCases)
    func table(start: Start, event: Event) {
        // Who presents a frame that nobody asked for breaks a precondition.
        guard let (action, state) = Self.expected(start, event) else { return }
        var pacer = Self.pacer(start)
        #expect(Self.apply(event, &pacer, at: Self.time(start, event)) == action)
        #expect(pacer.state == state)
    }

    @Test(
        "The devices wake the loop when idle alone; the display does but while a frame has its time."
    )
    func whatIsWatched() {
        let watching = Start.allCases.filter { Self.pacer($0).watchesInput }
        #expect(watching == [.idle])
        let deaf = Start.allCases.filter { !Self.pacer($0).watchesDisplay }
        #expect(deaf == [.flippingThenAtLatch])
        let awaited = Start.allCases.filter { Self.pacer($0).wake != nil }
        #expect(awaited == [.waiting, .flippingThenAtLatch])
    }
}
