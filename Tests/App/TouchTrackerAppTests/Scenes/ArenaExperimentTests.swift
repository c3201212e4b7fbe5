import Testing
import TouchKit
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

/// The experiments of docs/arena.md: what is tried, and what the trace says.
@Suite("Arena's experiments", .serialized)
@MainActor
struct ArenaExperimentTests {
    @Test("R-6.14: a tap on A waits for the double tap to fail, and then wins.")
    func singleTap() {
        let hand = ArenaStageHand()
        hand.simulator.down(1, at: hand.place(60, 100, on: hand.controller.outer))
        hand.simulator.advance(by: 0.05)
        hand.simulator.up(1)
        hand.simulator.advance(by: 2)
        #expect(
            hand.lines == [
                "0.000 A hit by a finger", "0.000 A tap receives touch",
                "0.000 A 2 taps receives touch", "0.000 A pan receives touch",
                "0.000 A touchesBegan", "0.050 A finger lifted",
                "0.050 A pan failed: lifted too early R-4.1",
                "0.050 A tap waits for A 2 taps R-6.3", "0.050 A touchesEnded waits R-5.7",
                "0.400 A 2 taps failed: no next tap in time R-4.1", "0.400 A tap recognized",
                "0.400 A touchesCancelled R-5.2",
            ])
    }

    @Test("A double tap is one sequence of the trace, and the single tap loses to it.")
    func doubleTap() {
        let hand = ArenaStageHand()
        for _ in 0..<2 {
            hand.simulator.down(1, at: hand.place(60, 100, on: hand.controller.outer))
            hand.simulator.advance(by: 0.05)
            hand.simulator.up(1)
            hand.simulator.advance(by: 0.1)
        }
        #expect(hand.lines.first == "0.000 A hit by a finger")
        #expect(hand.lines.contains("0.200 A tap failed: lost to A 2 taps R-6.1"))
        #expect(hand.lines.contains("0.200 A 2 taps recognized"))
        #expect(!hand.lines.contains { $0.contains("A tap recognized") })
        hand.simulator.advance(by: 2)
        hand.tap(hand.controller.inner)
        #expect(hand.lines.first == "0.000 B hit by a finger")
    }

    @Test("A finger on B is shown to B's press and to A's recognizers; the press prevents them.")
    func press() {
        let hand = ArenaStageHand()
        hand.simulator.down(1, at: hand.place(60, 60, on: hand.controller.inner))
        hand.simulator.advance(by: 0.6)
        hand.simulator.up(1)
        #expect(
            hand.lines == [
                "0.000 B hit by a finger", "0.000 B press receives touch",
                "0.000 A tap receives touch", "0.000 A 2 taps receives touch",
                "0.000 A pan receives touch", "0.000 B touchesBegan",
                "0.500 A tap failed: prevented by B press R-6.10",
                "0.500 A 2 taps failed: prevented by B press R-6.10",
                "0.500 A pan failed: prevented by B press R-6.10", "0.500 B press began",
                "0.500 B touchesCancelled R-5.2", "0.600 B finger lifted", "0.600 B press ended",
            ])
    }

    /// Sets rules of a recognizer of A.
    private func set(
        _ hand: ArenaStageHand, _ gesture: ArenaGesture, _ rules: [ArenaRule], _ isOn: Bool
    ) {
        let contender = hand.controller[gesture, on: hand.controller.outer]
        for rule in rules { contender[rule] = isOn }
    }

    @Test(
        "R-6.16, R-6.9: a pan wins against a swipe; if one delegate lets them, both are recognized."
    )
    func panAndSwipe() {
        let hand = ArenaStageHand()
        set(hand, .swipe, [.isEnabled], true)
        hand.drag()
        #expect(hand.lines.contains { $0.contains("A swipe failed: prevented by A pan R-6.10") })
        set(hand, .swipe, [.simultaneously], true)
        hand.drag()
        #expect(hand.lines.contains { $0.contains("A pan began") })
        #expect(hand.lines.contains { $0.contains("A swipe recognized") })
    }

    @Test("R-4.15, R-4.10: a delegate that says no makes a pan fail, or never hear of the finger.")
    func refusals() {
        let hand = ArenaStageHand()
        set(hand, .pan, [.shouldBegin], false)
        hand.drag()
        #expect(hand.lines.contains { $0.contains("A pan failed: should not begin R-4.15") })
        #expect(hand.lines.contains { $0.contains("A touchesEnded") })
        set(hand, .pan, [.shouldReceive], false)
        hand.drag()
        #expect(hand.lines.contains("0.000 A pan should not receive R-4.10"))
        #expect(!hand.lines.contains { $0.contains("A pan receives") })
    }

    @Test("R-5.5: what a pan delays from the beginning the view never hears of.")
    func delays() {
        let hand = ArenaStageHand()
        set(hand, .pan, [.delaysTouchesBegan], true)
        hand.drag()
        #expect(hand.lines.contains("0.000 A touchesBegan waits R-5.5"))
        #expect(hand.lines.contains { $0.contains("A never told of touch R-5.5") })
        #expect(!hand.lines.contains { $0.hasSuffix("A touchesBegan") })
    }

    @Test("R-7.27: an edge pan begins at the screen's left edge only.")
    func edge() {
        let hand = ArenaStageHand()
        set(hand, .pan, [.isEnabled], false)
        set(hand, .edge, [.isEnabled], true)
        hand.drag(from: 5)
        #expect(hand.lines.contains { $0.contains("A edge began") })
        hand.drag(from: 60)
        #expect(hand.lines.contains { $0.contains("A edge failed: not at an edge R-4.1") })
    }

    @Test("R-6.13: without waiting, tap and double tap both act, and the second tap is prevented.")
    func withoutWaiting() {
        let hand = ArenaStageHand()
        set(hand, .tap, [.afterDoubleTap], false)
        for _ in 0..<2 {
            hand.simulator.down(1, at: hand.place(60, 100, on: hand.controller.outer))
            hand.simulator.advance(by: 0.05)
            hand.simulator.up(1)
            hand.simulator.advance(by: 0.1)
        }
        #expect(hand.lines.contains("0.050 A tap recognized"))
        #expect(hand.lines.contains("0.200 A 2 taps recognized"))
        #expect(hand.lines.contains("0.200 A tap failed: prevented by A 2 taps R-6.10"))
    }

    @Test("A finger that moves off B early fails the press, and A's pan takes it from B.")
    func earlyMove() {
        let hand = ArenaStageHand()
        let inner = hand.controller.inner
        hand.simulator.down(1, at: hand.place(60, 100, on: inner))
        hand.simulator.move(1, to: hand.place(-30, 100, on: inner))
        hand.simulator.up(1)
        #expect(hand.lines.contains { $0.hasSuffix("B press failed: moved too far R-4.1") })
        #expect(hand.lines.contains { $0.hasSuffix("A pan began") })
        #expect(hand.lines.contains { $0.hasSuffix("B touchesCancelled R-5.2") })
    }

    @Test("R-5.2: a pan takes the finger from the view, or goes on beside it.")
    func cancelling() {
        let hand = ArenaStageHand()
        hand.drag()
        #expect(hand.lines.contains { $0.hasSuffix("A touchesCancelled R-5.2") })
        #expect(!hand.lines.contains { $0.contains("touchesMoved") })
        set(hand, .pan, [.cancelsTouchesInView], false)
        hand.drag()
        #expect(hand.lines.contains { $0.hasSuffix("A pan changed ×7") })
        #expect(hand.lines.contains { $0.hasSuffix("A touchesMoved ×8") })
        #expect(hand.lines.contains { $0.hasSuffix("A touchesEnded") })
    }

    @Test("R-5.5: what a pan delayed comes when it has failed.")
    func delayedBeginning() {
        let hand = ArenaStageHand()
        set(hand, .pan, [.delaysTouchesBegan], true)
        hand.simulator.down(1, at: hand.place(60, 100, on: hand.controller.outer))
        hand.simulator.advance(by: 1)
        #expect(hand.controller.outer.heldCount == 0)
        hand.simulator.up(1)
        #expect(
            hand.lines.suffix(4) == [
                "1.000 A finger lifted", "1.000 A pan failed: lifted too early R-4.1",
                "1.000 A touchesBegan", "1.000 A touchesEnded",
            ])
    }

    @Test("R-4.15: a press that may not begin leaves the finger to the others.")
    func refusedPress() {
        let hand = ArenaStageHand()
        hand.controller[.press, on: hand.controller.inner][.shouldBegin] = false
        hand.simulator.down(1, at: hand.place(60, 100, on: hand.controller.inner))
        hand.simulator.advance(by: 0.6)
        hand.simulator.move(1, to: hand.place(80, 100, on: hand.controller.inner))
        hand.simulator.up(1)
        #expect(hand.lines.contains("0.500 B press failed: should not begin R-4.15"))
        #expect(hand.lines.contains("0.600 A pan began"))
    }

    @Test(
        "R-6.18: pinch, rotation and pan go on side by side, or the first keeps the others out.",
        arguments: [false, true])
    func twoFingers(together: Bool) {
        let hand = ArenaStageHand()
        for gesture in [ArenaGesture.pinch, .rotation, .pan] {
            set(hand, gesture, [.isEnabled], true)
            set(hand, gesture, [.simultaneously], together)
        }
        let outer = hand.controller.outer
        hand.simulator.down(1, at: hand.place(60, 60, on: outer))
        hand.simulator.down(2, at: hand.place(60, 140, on: outer))
        for step in 1...20 {
            hand.simulator.advance(by: 0.01)
            hand.simulator.frame { frame in
                let way = CGFloat(step) * 4
                frame.move(1, to: hand.place(60 + way, 60, on: outer))
                frame.move(2, to: hand.place(60, 140 + way, on: outer))
            }
        }
        let begun = ["A pinch began", "A rotate began", "A pan began"].filter { words in
            hand.lines.contains { $0.hasSuffix(words) }
        }
        #expect(begun.count == (together ? 3 : 1))
        hand.simulator.up(1)
        hand.simulator.up(2)
        #expect(hand.controller.outer.heldCount == 0)
    }

    @Test("R-4.13: a pan that is disabled under the finger is cancelled at once.")
    func disabling() {
        let hand = ArenaStageHand()
        let outer = hand.controller.outer
        hand.simulator.down(1, at: hand.place(60, 100, on: outer))
        hand.simulator.move(1, to: hand.place(90, 100, on: outer))
        hand.tap(hand.button(.pan))
        hand.tap(hand.toggle(.isEnabled))
        #expect(!hand.controller[.pan, on: outer][.isEnabled])
        #expect(hand.lines.contains { $0.hasSuffix("A pan cancelled: disabled R-4.13") })
        #expect(hand.lines.contains { $0.hasSuffix("A pan cancelled") })
        hand.simulator.up(1)
    }
}
