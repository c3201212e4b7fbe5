import Geometry
import Pacing
import Testing

private func at(_ microseconds: Int64) -> Timestamp {
    Timestamp(microseconds: microseconds)
}

/// Every state × event pair of the pacer; times in µs, a period of 16,000 and a budget of 4,000.
@Suite("Frame pacer")
struct FramePacerTests {
    /// A pacer whose last vblank was at 0 and that has nothing to do.
    static func idle(hasVblank: Bool = true) -> FramePacer {
        var pacer = FramePacer(
            periodMicroseconds: 16_000, budgetMicroseconds: 4_000, hasVblank: hasVblank)
        _ = pacer.workArrived(at: at(-1_000))
        _ = pacer.presented(.pending, at: at(-500))
        _ = pacer.flipCompleted(at: at(0), now: at(10))
        return pacer
    }

    /// Work arrived at 2,000: it waits for the latch at 12,000.
    static func waiting() -> FramePacer {
        var pacer = idle()
        _ = pacer.workArrived(at: at(2_000))
        return pacer
    }

    static func drawing() -> FramePacer {
        var pacer = waiting()
        _ = pacer.timerFired(at: at(12_000))
        return pacer
    }

    static func flipping() -> FramePacer {
        var pacer = drawing()
        _ = pacer.presented(.pending, at: at(13_000))
        return pacer
    }

    // MARK: idle

    @Test("The first work ever is drawn at once: no vblank is known yet.")
    func firstWorkIsDrawnAtOnce() {
        var pacer = FramePacer(periodMicroseconds: 16_000, hasVblank: true)
        #expect(pacer.watchesInput)
        #expect(pacer.workArrived(at: at(5)) == .draw)
        #expect(!pacer.watchesInput)
    }

    @Test("Idle, work waits for the next vblank less the budget.")
    func idleWorkWaitsForTheLatch() {
        var pacer = Self.idle()
        #expect(pacer.workArrived(at: at(2_000)) == .wake(at: at(12_000)))
    }

    @Test("Idle for long, work is aimed at a vblank foreseen from the last one seen.")
    func vblanksAreForeseen() {
        var pacer = Self.idle()
        #expect(
            pacer.workArrived(at: at(16_000 * 1_000 + 3)) == .wake(at: at(16_000 * 1_001 - 4_000)))
    }

    @Test("Idle, work that arrives inside the budget is drawn at once.")
    func workInsideTheBudgetIsDrawn() {
        var pacer = Self.idle()
        #expect(pacer.workArrived(at: at(12_000)) == .draw)
    }

    @Test("Idle, a timer that fires late means nothing.")
    func idleIgnoresTheTimer() {
        var pacer = Self.idle()
        #expect(pacer.timerFired(at: at(2_000)) == .sleep)
        #expect(pacer.watchesInput)
    }

    @Test("Idle, a late flip event only tells the time.")
    func idleTakesTheTimeOfALateFlip() {
        var pacer = Self.idle()
        #expect(pacer.flipCompleted(at: at(1_000), now: at(1_010)) == .sleep)
        #expect(pacer.workArrived(at: at(2_000)) == .wake(at: at(13_000)))
    }

    // MARK: waiting

    @Test("Waiting, more work changes nothing.")
    func waitingKeepsItsLatch() {
        var pacer = Self.waiting()
        #expect(pacer.workArrived(at: at(9_000)) == .wake(at: at(12_000)))
        #expect(!pacer.watchesInput)
    }

    @Test("Waiting, a timer that fires early is set again.")
    func earlyTimerIsSetAgain() {
        var pacer = Self.waiting()
        #expect(pacer.timerFired(at: at(11_999)) == .wake(at: at(12_000)))
    }

    @Test("Waiting, the timer starts the frame.")
    func timerStartsTheFrame() {
        var pacer = Self.waiting()
        #expect(pacer.timerFired(at: at(12_000)) == .draw)
    }

    @Test("Waiting, a timer that fires after the vblank starts a frame for the next one.")
    func lateTimerAimsAtTheNextVblank() {
        var pacer = Self.waiting()
        #expect(pacer.timerFired(at: at(17_000)) == .wake(at: at(28_000)))
    }

    @Test("Waiting, a late flip event only tells the time.")
    func waitingTakesTheTimeOfALateFlip() {
        var pacer = Self.waiting()
        #expect(pacer.flipCompleted(at: at(1_000), now: at(3_000)) == .sleep)
        #expect(pacer.timerFired(at: at(13_000)) == .draw)
    }

    // MARK: drawing

    @Test("Drawing, an unchanged frame leaves the pacer idle.")
    func unchangedFrameEndsIdle() {
        var pacer = Self.drawing()
        #expect(pacer.presented(.unchanged, at: at(12_500)) == .sleep)
        #expect(pacer.watchesInput)
    }

    @Test("Drawing, work that arrives meanwhile is drawn after an unchanged frame.")
    func workWhileDrawingIsKept() {
        var pacer = Self.drawing()
        #expect(pacer.workArrived(at: at(12_100)) == .sleep)
        #expect(pacer.presented(.unchanged, at: at(12_500)) == .draw)
    }

    @Test("Drawing, a pending flip is awaited.")
    func pendingFlipIsAwaited() {
        var pacer = Self.drawing()
        #expect(pacer.presented(.pending, at: at(13_000)) == .sleep)
        #expect(pacer.isFlipping)
    }

    @Test("Drawing, a frame that is shown at once ends the frame.")
    func shownFrameEndsTheFrame() {
        var pacer = Self.drawing()
        #expect(pacer.presented(.shown(at: at(13_000)), at: at(13_000)) == .sleep)
        #expect(!pacer.isFlipping)
        #expect(pacer.watchesInput)
    }

    @Test("Drawing, timers and late flips change nothing.")
    func drawingIgnoresTimersAndFlips() {
        var pacer = Self.drawing()
        #expect(pacer.timerFired(at: at(12_100)) == .sleep)
        #expect(pacer.flipCompleted(at: at(12_000), now: at(12_100)) == .sleep)
        #expect(pacer.presented(.pending, at: at(13_000)) == .sleep)
    }

    // MARK: flipping

    @Test("Flipping, work waits for the flip and then for its own latch.")
    func workWaitsForTheFlip() {
        var pacer = Self.flipping()
        #expect(pacer.workArrived(at: at(14_000)) == .sleep)
        #expect(pacer.flipCompleted(at: at(16_000), now: at(16_020)) == .wake(at: at(28_000)))
    }

    @Test("Flipping, a flip without more work leaves the pacer idle.")
    func flipEndsIdle() {
        var pacer = Self.flipping()
        #expect(pacer.flipCompleted(at: at(16_000), now: at(16_020)) == .sleep)
        #expect(pacer.watchesInput)
        #expect(pacer.missedVblanks == 0)
    }

    @Test("Flipping, the timer means nothing.")
    func flippingIgnoresTheTimer() {
        var pacer = Self.flipping()
        #expect(pacer.timerFired(at: at(14_000)) == .sleep)
        #expect(pacer.isFlipping)
    }

    @Test("A flip that comes vblanks later than meant counts them as missed.")
    func missedVblanksAreCounted() {
        var pacer = Self.flipping()
        _ = pacer.flipCompleted(at: at(48_000), now: at(48_020))
        #expect(pacer.missedVblanks == 2)
    }

    @Test("A flip that is a little off its vblank isn't a missed one.")
    func jitterIsNotAMiss() {
        var pacer = Self.flipping()
        _ = pacer.flipCompleted(at: at(16_300), now: at(16_320))
        #expect(pacer.missedVblanks == 0)
    }

    // MARK: without vblank

    @Test("Without vblank, frames are drawn at once but never less than a period apart.")
    func framesAreAPeriodApart() {
        var pacer = Self.idle(hasVblank: false)
        #expect(pacer.workArrived(at: at(50_000)) == .draw)
        #expect(pacer.presented(.shown(at: at(51_000)), at: at(51_000)) == .sleep)
        #expect(pacer.workArrived(at: at(52_000)) == .wake(at: at(67_000)))
        #expect(pacer.timerFired(at: at(67_000)) == .draw)
    }

    @Test("Without vblank, a slow flip isn't a missed vblank.")
    func nothingIsMissedWithoutVblank() {
        var pacer = Self.idle(hasVblank: false)
        _ = pacer.workArrived(at: at(50_000))
        _ = pacer.presented(.pending, at: at(50_100))
        _ = pacer.flipCompleted(at: at(150_000), now: at(150_000))
        #expect(pacer.missedVblanks == 0)
    }

    @Test("After a reset nothing is under way and no vblank is known.", arguments: 0..<4)
    func resetForgetsEverything(state: Int) {
        var pacer = [Self.idle(), Self.waiting(), Self.drawing(), Self.flipping()][state]
        pacer.reset()
        #expect(pacer.watchesInput)
        #expect(pacer.workArrived(at: at(99_000)) == .draw)
    }

    @Test("The budget never exceeds the period.")
    func budgetIsBounded() {
        let pacer = FramePacer(
            periodMicroseconds: 16_000, budgetMicroseconds: 99_000, hasVblank: true)
        #expect(pacer.budgetMicroseconds == 16_000)
    }

    // MARK: what moves by itself

    @Test("While something moves, a frame that changed nothing is followed by one a period later.")
    func unchangedFramesKeepThePace() {
        var pacer = Self.drawing()
        #expect(
            pacer.presented(.unchanged, needsNext: true, at: at(12_500)) == .wake(at: at(28_000)))
        #expect(pacer.timerFired(at: at(28_000)) == .draw)
        #expect(
            pacer.presented(.unchanged, needsNext: true, at: at(28_500)) == .wake(at: at(44_000)))
        #expect(pacer.timerFired(at: at(44_000)) == .draw)
        #expect(pacer.presented(.unchanged, at: at(44_500)) == .sleep)
        #expect(pacer.missedVblanks == 0)
    }

    @Test("Work that was seen during such a frame is begun as if nothing moved.")
    func workDuringAnUnchangedFrame() {
        var pacer = Self.drawing()
        _ = pacer.workArrived(at: at(12_400))
        #expect(pacer.presented(.unchanged, needsNext: true, at: at(12_500)) == .draw)
    }

    @Test("While something moves, a flip is followed by a frame for the next vblank.")
    func flipsFollowEachOther() {
        var pacer = Self.drawing()
        #expect(pacer.presented(.pending, needsNext: true, at: at(13_000)) == .sleep)
        #expect(pacer.flipCompleted(at: at(16_000), now: at(16_010)) == .wake(at: at(28_000)))
        #expect(pacer.timerFired(at: at(28_000)) == .draw)
        #expect(pacer.presented(.pending, at: at(29_000)) == .sleep)
        #expect(pacer.flipCompleted(at: at(32_000), now: at(32_010)) == .sleep)
    }

    @Test("Where no vblank is known or foreseen, frames of a motion are a period apart.")
    func motionWithoutVblank() {
        var fresh = FramePacer(periodMicroseconds: 16_000, hasVblank: true)
        #expect(fresh.workArrived(at: at(5)) == .draw)
        #expect(fresh.presented(.unchanged, needsNext: true, at: at(100)) == .wake(at: at(16_100)))
        var paced = Self.idle(hasVblank: false)
        #expect(paced.workArrived(at: at(20_000)) == .draw)
        #expect(
            paced.presented(.shown(at: at(21_000)), needsNext: true, at: at(21_000))
                == .wake(at: at(37_000)))
        #expect(paced.timerFired(at: at(37_000)) == .draw)
        #expect(
            paced.presented(.unchanged, needsNext: true, at: at(38_000)) == .wake(at: at(54_000)))
    }
}
