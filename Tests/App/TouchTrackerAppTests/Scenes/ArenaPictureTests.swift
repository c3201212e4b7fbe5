import Testing
import TouchKit
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

/// How the arena looks at its key moments.
@Suite("Arena's pictures", .serialized)
@MainActor
struct ArenaPictureTests {
    /// Taps twice on A, then presses B while another finger drags on A.
    private func play(_ hand: ArenaStageHand) {
        let (outer, inner) = (hand.controller.outer, hand.controller.inner)
        hand.simulator.down(1, at: hand.place(40, 110, on: outer))
        hand.simulator.advance(by: 0.05)
        hand.simulator.up(1)
        hand.simulator.advance(by: 2)
        hand.simulator.down(1, at: hand.place(40, 60, on: inner))
        hand.simulator.advance(by: 0.6)
        hand.simulator.down(2, at: hand.place(30, 90, on: outer))
        hand.simulator.advance(by: 0.1)
        hand.simulator.move(2, to: hand.place(36, 90, on: outer))
    }

    @Test("At 800 × 480: at first, and while fingers press and drag.")
    func landscape() throws {
        let hand = ArenaStageHand()
        try expectPicture(hand.simulator.render(), matches: "arena-start")
        play(hand)
        try expectPicture(hand.simulator.render(), matches: "arena-press")
    }

    @Test("Upright, at 720 × 1280.")
    func portrait() throws {
        let hand = ArenaStageHand(720, 1_280)
        play(hand)
        try expectPicture(hand.simulator.render(), matches: "arena-portrait")
    }

    @Test("At 360 × 640 points and scale 2: the trace, the recognizers and the rules.")
    func portraitPages() throws {
        let hand = ArenaStageHand(360, 640, scale: 2)
        play(hand)
        try expectPicture(hand.simulator.render(), matches: "arena-small-trace")
        hand.turn(to: .rules)
        try expectPicture(hand.simulator.render(), matches: "arena-small-rules")
    }

    @Test("At 400 × 240 points and scale 2: the recognizers, one of them chosen.")
    func landscapePages() throws {
        let hand = ArenaStageHand(400, 240, scale: 2)
        hand.turn(to: .recognizers)
        hand.tap(hand.button(.pinch, isInner: true))
        try expectPicture(
            hand.simulator.render(), matches: "arena-small-recognizers")
    }
}
