import Testing
import TouchKitGeometry
import TouchKitPacing

// `#expect` and `#require` cannot read a property of a noncopyable value by themselves, so some
// conditions are compared with `true` or `false`, and some values are stored first.

/// Tests the first frame after idling, with a period of 16,000 µs and a learned budget.
@Suite("Frame pacer: frames after idling")
struct FramePacerIdleTests {
    /// Returns an idle pacer after consecutive frames of 1,000 µs each.
    private func pacer() throws -> FramePacer {
        var pacer = FramePacer(periodMicroseconds: 16_000, hasVblank: true)
        _ = pacer.workArrived(at: at(-1_000))
        pacer.show(at: -500, flip: 1, now: 10)
        guard case .wake(var begun) = pacer.workArrived(at: at(20)) else {
            Issue.record("the second frame does not wait for its latch time")
            return pacer
        }
        _ = pacer.timerFired(at: begun)
        for _ in 0..<200 {
            let pacerTarget = pacer.target
            let target = try #require(pacerTarget)
            let done = begun.advanced(byMicroseconds: 1_000)
            _ = pacer.presented(.pending, needsNext: true, at: done)
            let wakeTime = pacer.wakeTime
            begun = try #require(wakeTime)
            // The completed flip is read when the next frame begins.
            if pacer.flipCompleted(at: target, now: begun) != .draw {
                _ = pacer.timerFired(at: begun)
            }
        }
        _ = pacer.presented(.unchanged, at: begun)
        return pacer
    }

    /// Draws the first frame after idling, and returns the time from its beginning to its target
    /// vblank.
    private func drawFrame(_ pacer: inout FramePacer, at time: Int64, taking microseconds: Int64)
        -> Int64?
    {
        guard case .wake(let wake) = pacer.workArrived(at: at(time)) else { return nil }
        guard pacer.timerFired(at: wake) == .draw else { return nil }
        let target = pacer.target
        let done = wake.advanced(byMicroseconds: microseconds)
        _ = pacer.presented(.pending, at: done)
        guard let target else { return nil }
        _ = pacer.flipCompleted(at: target, now: max(target, done))
        return target.microseconds(since: wake)
    }

    @Test("The first frame after idling begins half a period before its vblank, then as measured.")
    func firstFrame() throws {
        var pacer = try pacer()
        #expect(pacer.budgetMicroseconds < 3_000)
        let lastVblank = pacer.lastVblank
        let last = try #require(lastVblank).microseconds
        let lead = try #require(drawFrame(&pacer, at: last + 160_100, taking: 7_000))
        #expect(abs(lead - 8_000) <= 10)
        #expect(pacer.missedVblanks == 0)
        // The time of later ones depends on the longest measured one.
        for number: Int64 in 2...12 {
            let time = last + number * 160_000 + 100
            let lead = try #require(drawFrame(&pacer, at: time, taking: 5_000))
            #expect((7_000...9_625).contains(lead), "\(number)")
        }
        #expect(pacer.missedVblanks == 0)
    }

    @Test(
        "After long idling, a vblank time queried from the display allows predictions again."
    )
    func queriedVblank() throws {
        var pacer = try pacer()
        let lastVblank = pacer.lastVblank
        let last = try #require(lastVblank).microseconds
        let now = last + 20 * 16_000_000 + 5_000
        #expect(pacer.needsVblankTime(at: at(last + 1_000_000)) == false)
        #expect(pacer.needsVblankTime(at: at(now)) == true)
        // Implausible times are ignored.
        for implausible in [0, now + 1_000, now - 11_000_000] {
            pacer.recordVblank(at(implausible), now: at(now))
            #expect(pacer.needsVblankTime(at: at(now)) == true)
        }
        pacer.recordVblank(at(now - 3_000), now: at(now))
        #expect(pacer.needsVblankTime(at: at(now)) == false)
        // The next vblank is 13 ms away, so that the frame waits for its latch.
        #expect(pacer.workArrived(at: at(now)) == .wake(at: at(now + 5_000)))
        // A frame that is planned for a vblank does not need the time.
        #expect(pacer.needsVblankTime(at: at(now + 30_000_000)) == false)
    }

    @Test(
        "After ten seconds of frames without changes, a queried vblank time allows predictions."
    )
    func queriedVblankWithoutChanges() {
        var pacer = FramePacerTests.idle()
        #expect(pacer.workArrived(at: at(2_000)) == .wake(at: at(12_001)))
        for vblank in stride(from: Int64(16_001), through: 10_000_001, by: 16_000) {
            #expect(pacer.timerFired(at: at(vblank - 4_000)) == .draw)
            #expect(
                pacer.presented(.unchanged, needsNext: true, at: at(vblank - 3_900))
                    == .wake(at: at(vblank + 12_000)))
            #expect(pacer.needsVblankTime(at: at(vblank - 3_900)) == false)
        }
        // The last known vblank is too old now.
        #expect(pacer.timerFired(at: at(10_012_001)) == .draw)
        #expect(pacer.target == nil)
        #expect(
            pacer.presented(.unchanged, needsNext: true, at: at(10_012_100))
                == .wake(at: at(10_028_001)))
        #expect(pacer.needsVblankTime(at: at(10_012_100)) == true)
        pacer.recordVblank(at(10_004_001), now: at(10_012_100))
        #expect(pacer.needsVblankTime(at: at(10_012_100)) == false)
        #expect(pacer.timerFired(at: at(10_028_001)) == .wake(at: at(10_032_001)))
        #expect(pacer.timerFired(at: at(10_032_001)) == .draw)
        #expect(pacer.target == at(10_036_001))
    }

    @Test("No vblank time is needed before the first frame and without vblank.")
    func noVblankTimeNeeded() {
        let fresh = FramePacer(periodMicroseconds: 16_000, hasVblank: true)
        #expect(fresh.needsVblankTime(at: at(5)) == false)
        let timed = FramePacer(periodMicroseconds: 16_000, hasVblank: false)
        #expect(timed.needsVblankTime(at: at(5)) == false)
    }
}
