import Testing
import TouchKitGeometry
import TouchKitPacing

/// Tests the times that flips report and the slack around latch times, with times in µs, a period
/// of 16,000, a slack of 1,000 and the last vblank at 1.
@Suite("Frame pacer: flip times and slack")
struct FramePacerFlipTests {
    /// A flip time that a display reports.
    private enum FlipTime {
        /// The time of the vblank.
        case vblank
        /// The time at which the event is read.
        case now
    }

    /// Returns whether the loop still ignores flip events until the next latch time, after an
    /// animation whose flips reported the given times.
    private func ignoresFlipEvents(after flipTimes: [FlipTime]) -> Bool {
        var pacer = FramePacerTests.idle()
        var now = at(2_000)
        var action = pacer.workArrived(at: now)
        for flipTime in flipTimes + [.vblank] {
            while case .wake(let time) = action {
                now = time
                action = pacer.timerFired(at: now)
            }
            #expect(action == .draw)
            guard case .wake(let latch) = pacer.presented(.pending, needsNext: true, at: now) else {
                return false
            }
            now = latch
            let shown = flipTime == .now ? now : pacer.target ?? now
            action = pacer.flipCompleted(at: shown, now: now)
        }
        return true
    }

    @Test("Three flips in a row that report the current time show that the driver has no vblanks.")
    func currentTimes() {
        #expect(ignoresFlipEvents(after: [.vblank, .vblank, .vblank]))
        #expect(ignoresFlipEvents(after: [.now, .now]))
        #expect(!ignoresFlipEvents(after: [.now, .now, .now]))
        #expect(ignoresFlipEvents(after: [.now, .now, .vblank, .now, .now]))
        #expect(!ignoresFlipEvents(after: [.now, .now, .vblank, .now, .now, .now]))
    }

    @Test(
        "A flip time up to half a period after the current time is the time of the vblank.",
        arguments: [(25_000, 25_000), (25_001, 17_000)] as [(Int64, Int64)])
    func futureFlipTime(time: Int64, vblank: Int64) {
        var pacer = FramePacerTests.pacer(.flipping)
        _ = pacer.flipCompleted(at: at(time), now: at(17_000))
        #expect(pacer.lastVblank == at(vblank))
    }

    @Test("Without vblank, the frame after a slow one waits for the next turn of the loop.")
    func slowFrames() {
        var pacer = FramePacerTests.idle(hasVblank: false, PacingOptions())
        #expect(pacer.workArrived(at: at(50_000)) == .draw)
        for shown in [67_000, 107_000, 307_000] as [Int64] {
            #expect(
                pacer.presented(.shown(at: at(shown)), needsNext: true, at: at(shown))
                    == .wake(at: at(shown)))
            #expect(pacer.timerFired(at: at(shown + 10)) == .draw)
            // The frame has its whole period, which begins when the slow one has ended.
            #expect(pacer.deadline == at(shown + 16_000))
        }
    }

    @Test("A frame shown at once on a display with vblank is never followed in the same turn.")
    func shownAtOnceWithVblank() {
        var pacer = FramePacerTests.idle(PacingOptions(latency: .steady))
        #expect(pacer.workArrived(at: at(2_000)) == .draw)
        #expect(
            pacer.presented(.shown(at: at(3_000)), needsNext: true, at: at(3_000))
                == .wake(at: at(3_000)))
        #expect(pacer.timerFired(at: at(3_000)) == .draw)
        #expect(pacer.target == at(19_000))
        #expect(pacer.missedVblanks == 0)
    }

    @Test("Work that arrives shortly before the latch time waits for the latch time.")
    func workBeforeLatch() {
        var pacer = FramePacerTests.idle()
        #expect(pacer.workArrived(at: at(12_000)) == .wake(at: at(12_001)))
    }

    @Test(
        "A frame whose latch time is at most the slack after the vblank starts with the flip.",
        arguments: [(15_000, .sleep), (14_999, .wake(at: at(17_002)))]
            as [(Int64, FramePacer.Action)])
    func latchAfterVblank(budget: Int64, action: FramePacer.Action) {
        var pacer = FramePacerTests.idle(PacingOptions(budgetMicroseconds: budget))
        _ = pacer.workArrived(at: at(100))
        #expect(pacer.timerFired(at: at(16_001 - budget)) == .draw)
        #expect(pacer.target == at(16_001))
        #expect(pacer.presented(.pending, needsNext: true, at: at(2_000)) == action)
    }
}
