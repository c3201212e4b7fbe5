import Testing
import TouchKitGeometry
import TouchKitPacing

// `#expect` and `#require` cannot read a property of a noncopyable value by themselves, so some
// conditions are compared with `true` or `false`, and some values are stored first.

/// Tests target vblanks, options and implausible times, with times in µs, a period of 16,000, a
/// budget of 4,000 and the last vblank at 1.
@Suite("Frame pacer: times")
struct FramePacerTimesTests {
    // MARK: Target vblank

    @Test("The first frame is drawn at once, because no vblank is known.")
    func firstWorkIsDrawnAtOnce() {
        var pacer = FramePacer(periodMicroseconds: 16_000, hasVblank: true)
        #expect(pacer.workArrived(at: at(5)) == .draw)
        #expect(pacer.target == nil)
        #expect(pacer.deadline == nil)
    }

    @Test("After idling, a frame targets a vblank predicted from the last known one.")
    func vblanksArePredicted() {
        var pacer = FramePacerTests.idle()
        #expect(
            pacer.workArrived(at: at(16_000 * 500 + 3)) == .wake(at: at(16_000 * 501 - 3_999)))
    }

    @Test("After idling too long for a prediction, a frame is drawn at once without a target.")
    func predictionsExpire() {
        var pacer = FramePacerTests.idle()
        #expect(pacer.workArrived(at: at(11_000_000)) == .draw)
        #expect(pacer.target == nil)
    }

    @Test("Vblanks are predicted to the microsecond, because periods are in nanoseconds.")
    func periodsAreExact() {
        var pacer = FramePacer(
            periodNanoseconds: 16_666_667, hasVblank: true,
            options: PacingOptions(budgetMicroseconds: 2_000))
        _ = pacer.workArrived(at: at(1))
        pacer.show(at: 2, flip: 1_000, now: 1_000)
        #expect(pacer.workArrived(at: at(5_990_000)) == .wake(at: at(5_999_000)))
    }

    @Test("Work that arrives inside the budget is drawn at once.")
    func workInsideTheBudgetIsDrawn() {
        var pacer = FramePacerTests.idle()
        #expect(pacer.workArrived(at: at(13_000)) == .draw)
        #expect(pacer.target == at(16_001))
        #expect(pacer.deadline == at(16_001))
    }

    @Test("Work that arrives too late for the measured duration of frames targets the next vblank.")
    func workTooLateWaits() {
        var pacer = FramePacerTests.idle()
        _ = pacer.workArrived(at: at(2_000))
        _ = pacer.timerFired(at: at(12_001))
        pacer.show(at: 15_001, flip: 16_001, now: 16_010)
        // Frames take 3,000, so that 2,900 before the vblank is too late; no vblank is missed.
        #expect(pacer.workArrived(at: at(29_101)) == .wake(at: at(44_001)))
        #expect(pacer.timerFired(at: at(44_001)) == .draw)
        #expect(pacer.target == at(48_001))
        pacer.show(at: 45_000, flip: 48_001, now: 48_010)
        #expect(pacer.missedVblanks == 0)
    }

    @Test("A vblank exactly at the expected end of a frame is the target; one before is not.")
    func vblankAtTheEnd() {
        // The first frame after idling needs 3,000 before its vblank.
        for (start, target, action) in [
            (29_001, 32_001, .draw), (29_002, 48_001, .wake(at: at(44_001))),
        ] as [(Int64, Int64, FramePacer.Action)] {
            var pacer = FramePacerTests.idle()
            #expect(pacer.workArrived(at: at(start)) == action)
            _ = pacer.timerFired(at: at(target - 4_000))
            #expect(pacer.target == at(target))
        }
    }

    // MARK: Missed vblanks

    @Test("Vblanks between the intended and the actual one are counted as missed.")
    func missedVblanksAreCounted() {
        var pacer = FramePacerTests.pacer(.flipping)
        _ = pacer.flipCompleted(at: at(48_001), now: at(48_020))
        #expect(pacer.missedVblanks == 2)
    }

    @Test(
        "A flip slightly before or after its vblank is not a missed vblank.",
        arguments: [-300, 300])
    func jitterIsNotAMiss(jitter: Int64) {
        var pacer = FramePacerTests.pacer(.flipping)
        _ = pacer.flipCompleted(at: at(16_001 + jitter), now: at(16_320))
        #expect(pacer.missedVblanks == 0)
    }

    @Test("A wake-up after the intended vblank of a frame is a missed vblank.")
    func lateWakeUpsAreMisses() {
        var pacer = FramePacerTests.pacer(.waiting)
        #expect(pacer.timerFired(at: at(17_000)) == .wake(at: at(28_001)))
        #expect(pacer.timerFired(at: at(28_001)) == .draw)
        #expect(pacer.target == at(16_001))
        #expect(pacer.deadline == at(32_001))
        pacer.show(at: 29_000, flip: 32_001, now: 32_010)
        #expect(pacer.missedVblanks == 1)
    }

    @Test("A vblank for which two frames are late is counted once.")
    func nothingIsCountedTwice() {
        var pacer = FramePacerTests.pacer(.flippingThenAtFlip)
        // The frame for 16,001 is shown at 32,001, and the next one at 48,001.
        #expect(pacer.flipCompleted(at: at(32_001), now: at(32_050)) == .wake(at: at(44_001)))
        _ = pacer.timerFired(at: at(44_001))
        pacer.show(at: 45_000, flip: 48_001, now: 48_050)
        #expect(pacer.missedVblanks == 1)
    }

    @Test(
        "Without a predicted vblank, the vblanks that a frame could have reached are missed.",
        arguments: [(1, 0), (7_999, 0), (8_001, 0), (24_001, 1), (40_200, 2)] as [(Int64, Int)])
    func unpredictedVblanksAreCounted(flip: Int64, missed: Int) {
        var pacer = FramePacerTests.idle()
        #expect(pacer.workArrived(at: at(11_000_000)) == .draw)
        #expect(pacer.target == nil)
        // The time of the flip gives the times of the earlier vblanks.
        pacer.show(at: 11_000_000, flip: 11_000_000 + flip, now: 11_000_000 + flip)
        #expect(pacer.missedVblanks == missed)
    }

    @Test("Vblanks within the measured duration of frames are not missed without a prediction.")
    func unpredictedVblanksWithinFrameDuration() {
        // The frame ends at 3,000. One period before 19,000, a vblank is exactly at its end.
        for (flip, missed) in [(18_999, 0), (19_000, 1)] as [(Int64, Int)] {
            var pacer = FramePacerTests.idle()
            _ = pacer.workArrived(at: at(2_000))
            _ = pacer.timerFired(at: at(12_001))
            pacer.show(at: 15_001, flip: 16_001, now: 16_010)
            // Frames take 3,000, so that a vblank in this time is not reachable.
            _ = pacer.workArrived(at: at(11_000_000))
            pacer.show(at: 11_004_000, flip: 11_000_000 + flip, now: 11_000_000 + flip)
            #expect(pacer.missedVblanks == missed)
        }
    }

    @Test("Before the first measurement, a frame is expected to need its latch time.")
    func unmeasuredFramesNeedTheirLatchTime() {
        // The latch time is half a period, less a sixteenth for combined wake-ups: 7,000 µs.
        for (flip, missed) in [(22_999, 0), (23_000, 1)] as [(Int64, Int)] {
            var pacer = FramePacer(periodMicroseconds: 16_000, hasVblank: true)
            _ = pacer.workArrived(at: at(5))
            _ = pacer.presented(.shown(at: at(200_000)), at: at(200_000))
            // The touch that arrives changes nothing yet. Its second frame does not follow idling.
            #expect(pacer.workArrived(at: at(500_000)) == .draw)
            let action = pacer.presented(.unchanged, needsNext: true, at: at(500_100))
            #expect(action == .wake(at: at(516_000)))
            #expect(pacer.timerFired(at: at(516_000)) == .draw)
            pacer.show(at: 522_000, flip: 516_000 + flip, now: 516_000 + flip)
            #expect(pacer.missedVblanks == missed)
        }
    }

    @Test("The first frame, which sets the mode, and the first one after a reset miss no vblank.")
    func modeSettingMissesNoVblank() {
        var pacer = FramePacer(periodMicroseconds: 16_000, hasVblank: true)
        for start in [5, 30_000_000] as [Int64] {
            #expect(pacer.workArrived(at: at(start)) == .draw)
            pacer.show(at: start + 100, flip: start + 300_000, now: start + 300_000)
            pacer.reset()
        }
        #expect(pacer.missedVblanks == 0)
    }

    @Test("A reset removes the known vblank and the time of the last frame.")
    func resetRemovesTimes() {
        for hasVblank in [true, false] {
            var pacer = FramePacerTests.idle(hasVblank: hasVblank)
            pacer.reset()
            #expect(pacer.lastVblank == nil)
            #expect(pacer.workArrived(at: at(2_000)) == .draw)
            #expect(pacer.target == nil)
        }
    }

    @Test("The time of a mode setting is not a vblank; the first flip gives the time of one.")
    func modeSettingIsNoVblank() {
        var pacer = FramePacer(
            periodMicroseconds: 16_000, hasVblank: true,
            options: PacingOptions(budgetMicroseconds: 4_000))
        _ = pacer.workArrived(at: at(5))
        #expect(pacer.presented(.shown(at: at(200_000)), at: at(200_000)) == .sleep)
        #expect(pacer.lastVblank == nil)
        // The next vblank is unknown, and not one period after the mode setting.
        #expect(pacer.workArrived(at: at(203_000)) == .draw)
        #expect(pacer.target == nil)
        _ = pacer.presented(.pending, at: at(204_000))
        #expect(pacer.flipCompleted(at: at(211_000), now: at(211_020)) == .sleep)
        #expect(pacer.missedVblanks == 0)
        #expect(pacer.workArrived(at: at(212_000)) == .wake(at: at(223_000)))
    }

    @Test("An animation that starts with the first frame continues after the mode was set.")
    func animationFromTheFirstFrame() {
        var pacer = FramePacer(periodMicroseconds: 16_000, hasVblank: true)
        _ = pacer.workArrived(at: at(5))
        #expect(
            pacer.presented(.shown(at: at(200_000)), needsNext: true, at: at(200_000))
                == .wake(at: at(200_000)))
        #expect(pacer.timerFired(at: at(200_000)) == .draw)
        // If the display shows frames at once although it has vblank, frames are a period apart.
        let next = pacer.presented(.shown(at: at(203_000)), needsNext: true, at: at(203_000))
        guard case .wake(let time) = next else {
            Issue.record("\(next)")
            return
        }
        #expect((at(205_000)...at(219_000)).contains(time))
    }

    // MARK: Options

    @Test("With steady latency, a frame begins at the previous flip and has the whole period.")
    func steady() {
        var pacer = FramePacerTests.idle(PacingOptions(latency: .steady))
        #expect(pacer.budgetMicroseconds == 16_000)
        #expect(pacer.workArrived(at: at(2_000)) == .draw)
        // The flip event starts the next frame without a timer.
        #expect(pacer.presented(.pending, needsNext: true, at: at(3_000)) == .sleep)
        #expect(pacer.watchesDisplay == true)
        #expect(pacer.flipCompleted(at: at(16_001), now: at(16_060)) == .draw)
        #expect(pacer.target == at(32_001))
        #expect(pacer.missedVblanks == 0)
    }

    @Test(
        "The frame rate is a whole fraction of the refresh rate and at most the requested rate.",
        arguments: [
            (60_000, 30.0, 2), (60_000, 45, 2), (60_000, 60, 1), (59_940, 60, 1), (60_020, 60, 1),
            (60_000, 1_000, 1), (120_000, 60, 2), (90_000, 60, 2), (60_000, 25, 3), (60_000, 1, 60),
        ] as [(Int64, Double, Int64)])
    func rates(millihertz: Int64, rate: Double, vblanks: Int64) {
        let period = 1_000_000_000_000 / millihertz
        let pacer = FramePacer(
            periodNanoseconds: period, hasVblank: true, options: PacingOptions(frameRate: rate))
        #expect(abs(pacer.frameMicroseconds - vblanks * period / 1_000) <= 1)
    }

    @Test("At half the refresh rate, every second vblank shows a frame, and none is missed.")
    func everySecondVblank() {
        var pacer = FramePacerTests.idle(PacingOptions(frameRate: 31.25, budgetMicroseconds: 4_000))
        #expect(pacer.workArrived(at: at(2_000)) == .wake(at: at(28_001)))
        for vblank in stride(from: Int64(32_001), through: 320_001, by: 32_000) {
            #expect(pacer.timerFired(at: at(vblank - 4_000)) == .draw)
            #expect(pacer.target == at(vblank))
            let next = FramePacer.Action.wake(at: at(vblank + 28_000))
            #expect(pacer.presented(.pending, needsNext: true, at: at(vblank - 3_000)) == next)
            #expect(pacer.flipCompleted(at: at(vblank), now: at(vblank + 10)) == next)
        }
        // Frames without changes have the same rate.
        for vblank in stride(from: Int64(352_001), through: 480_001, by: 32_000) {
            #expect(pacer.timerFired(at: at(vblank - 4_000)) == .draw)
            #expect(
                pacer.presented(.unchanged, needsNext: true, at: at(vblank - 3_900))
                    == .wake(at: at(vblank + 28_000)))
        }
        #expect(pacer.missedVblanks == 0)
    }

    @Test("The budget never exceeds the period.")
    func budgetIsBounded() {
        let pacer = FramePacer(
            periodMicroseconds: 16_000, hasVblank: true,
            options: PacingOptions(budgetMicroseconds: 99_000))
        #expect(pacer.budgetMicroseconds == 16_000)
    }

    // MARK: Without vblank

    @Test("Without vblank, frames are drawn at once but at least a period apart.")
    func framesAreAPeriodApart() {
        var pacer = FramePacerTests.idle(hasVblank: false)
        #expect(pacer.workArrived(at: at(50_000)) == .draw)
        #expect(pacer.presented(.shown(at: at(51_000)), at: at(51_000)) == .sleep)
        #expect(pacer.workArrived(at: at(52_000)) == .wake(at: at(66_000)))
        #expect(pacer.timerFired(at: at(66_200)) == .draw)
        // The lateness of the timer does not accumulate.
        #expect(
            pacer.presented(.shown(at: at(67_000)), needsNext: true, at: at(67_000))
                == .wake(at: at(82_000)))
    }

    @Test("Without vblank, a slow flip is no missed vblank, and the next frame follows it.")
    func nothingIsMissedWithoutVblank() {
        var pacer = FramePacerTests.idle(hasVblank: false)
        _ = pacer.workArrived(at: at(50_000))
        #expect(pacer.presented(.pending, needsNext: true, at: at(50_100)) == .wake(at: at(66_000)))
        #expect(pacer.watchesDisplay == false)
        #expect(pacer.timerFired(at: at(66_000)) == .sleep)
        #expect(pacer.watchesDisplay == true)
        #expect(pacer.flipCompleted(at: at(150_000), now: at(150_000)) == .draw)
        #expect(pacer.missedVblanks == 0)
    }

    @Test("If no vblank is known, frames without changes are a period apart.")
    func animationWithoutVblank() {
        var fresh = FramePacer(periodMicroseconds: 16_000, hasVblank: true)
        #expect(fresh.workArrived(at: at(5)) == .draw)
        #expect(fresh.presented(.unchanged, needsNext: true, at: at(100)) == .wake(at: at(16_005)))
        var paced = FramePacerTests.idle(hasVblank: false)
        #expect(paced.workArrived(at: at(20_000)) == .draw)
        #expect(
            paced.presented(.unchanged, needsNext: true, at: at(21_000)) == .wake(at: at(36_000)))
        #expect(paced.timerFired(at: at(36_000)) == .draw)
    }

    // MARK: Expected scanout

    @Test("The expected scanout of input is the vblank of its frame.")
    func expectedScanout() {
        let now = at(14_000)
        let expected: [FramePacerTests.Start: Int64] = [
            .idle: 16_001, .waiting: 16_001, .drawing: 16_001, .drawingWithWork: 16_001,
            .flipping: 32_001, .flippingThenAtFlip: 32_001, .flippingThenAtLatch: 32_001,
        ]
        for start in FramePacerTests.Start.allCases {
            #expect(
                FramePacerTests.pacer(start).expectedScanout(at: now) == expected[start].map(at))
        }
        let fresh = FramePacer(periodMicroseconds: 16_000, hasVblank: true)
        #expect(fresh.expectedScanout(at: now) == nil)
    }

    @Test("Without vblank, the expected scanout is the average end of a frame.")
    func expectedScanoutWithoutVblank() {
        var pacer = FramePacerTests.idle(hasVblank: false)
        _ = pacer.workArrived(at: at(50_000))
        _ = pacer.presented(.shown(at: at(53_000)), at: at(53_000))
        #expect(pacer.expectedScanout(at: at(54_000)) == at(69_000))
        #expect(pacer.expectedScanout(at: at(80_000)) == at(83_000))
        _ = pacer.workArrived(at: at(54_000))
        #expect(pacer.expectedScanout(at: at(54_000)) == at(69_000))
    }

    // MARK: Implausible times

    @Test(
        "A flip with an implausible time counts as shown now.",
        arguments: [0, -5, 900_000_000_000, 17_000 + 9_000, 13_000 - 17_000] as [Int64])
    func implausibleFlipTimes(time: Int64) {
        var pacer = FramePacerTests.pacer(.flipping)
        _ = pacer.flipCompleted(at: at(time), now: at(17_000))
        #expect(pacer.missedVblanks == 0)
        #expect(pacer.workArrived(at: at(18_000)) == .wake(at: at(29_000)))
    }

    @Test("After the clock was set back, a frame does not wait for the old time.")
    func clockIsSetBack() {
        func shown() -> FramePacer {
            var pacer = FramePacer(
                periodMicroseconds: 16_000, hasVblank: true,
                options: PacingOptions(budgetMicroseconds: 4_000))
            _ = pacer.workArrived(at: at(100_000_000))
            pacer.show(at: 100_000_500, flip: 100_001_000, now: 100_001_010)
            return pacer
        }
        var waiting = shown()
        _ = waiting.workArrived(at: at(100_002_000))
        #expect(waiting.timerFired(at: at(5_000)) == .draw)
        var idle = shown()
        #expect(idle.workArrived(at: at(5_000)) == .draw)
        var paced = FramePacerTests.idle(hasVblank: false)
        _ = paced.workArrived(at: at(100_000_000))
        _ = paced.presented(.shown(at: at(100_000_100)), at: at(100_000_100))
        #expect(paced.workArrived(at: at(5_000)) == .draw)
    }

    @Test("While the clock stands still, frames wait; they continue when it advances.")
    func clockStandsStill() {
        var pacer = FramePacerTests.pacer(.flippingThenAtLatch)
        for _ in 0..<5 {
            #expect(pacer.timerFired(at: at(14_000)) == .wake(at: at(28_001)))
        }
        #expect(pacer.flipCompleted(at: at(14_000), now: at(14_000)) == .wake(at: at(26_000)))
        for _ in 0..<5 { #expect(pacer.timerFired(at: at(14_000)) == .wake(at: at(26_000))) }
        #expect(pacer.timerFired(at: at(26_000)) == .draw)
    }

    // MARK: Performing actions

    @Test("Performing an action draws while the pacer returns draw, and otherwise never.")
    func performing() {
        var draws = 0
        FramePacer.Action.sleep.perform {
            draws += 1
            return .sleep
        }
        FramePacer.Action.wake(at: at(1)).perform {
            draws += 1
            return .sleep
        }
        #expect(draws == 0)
        FramePacer.Action.draw.perform {
            draws += 1
            return draws < 3 ? .draw : .wake(at: at(1))
        }
        #expect(draws == 3)
    }
}
