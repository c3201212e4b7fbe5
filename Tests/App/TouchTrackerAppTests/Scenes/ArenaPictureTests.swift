import Testing
import TouchKit
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

/// Pictures of the arena in its important states.
@Suite("Arena pictures", .serialized)
@MainActor
struct ArenaPictureTests {
    /// Taps A twice, then presses B while another touch drags on A.
    private func play(_ screen: ArenaTestScreen) {
        let (outer, inner) = (screen.controller.outer, screen.controller.inner)
        screen.simulator.tap(1, at: screen.point(40, 110, on: outer))
        screen.simulator.advance(by: 2)
        screen.simulator.down(1, at: screen.point(40, 60, on: inner))
        screen.simulator.advance(by: 0.6)
        screen.simulator.down(2, at: screen.point(30, 90, on: outer))
        screen.simulator.advance(by: 0.1)
        screen.simulator.move(2, to: screen.point(36, 90, on: outer))
    }

    @Test("At 800 × 480 points: the initial state, and a press with a drag.")
    func landscape() throws {
        let screen = ArenaTestScreen()
        try expectPicture(screen.simulator.render(), matches: "arena-start")
        play(screen)
        try expectPicture(screen.simulator.render(), matches: "arena-press")
    }

    @Test("In portrait at 720 × 1280 points.")
    func portrait() throws {
        let screen = ArenaTestScreen(720, 1_280)
        play(screen)
        try expectPicture(screen.simulator.render(), matches: "arena-portrait")
    }

    @Test("At 360 × 640 points and scale 2: the trace, the recognizers and the rules.")
    func portraitPages() throws {
        let screen = ArenaTestScreen(360, 640, scale: 2)
        play(screen)
        try expectPicture(screen.simulator.render(), matches: "arena-small-trace")
        screen.showPage(.rules)
        try expectPicture(screen.simulator.render(), matches: "arena-small-rules")
    }

    @Test("At 400 × 240 points and scale 2: the recognizers, with one selected.")
    func landscapePages() throws {
        let screen = ArenaTestScreen(400, 240, scale: 2)
        screen.showPage(.recognizers)
        screen.tap(screen.button(.pinch, isInner: true))
        try expectPicture(
            screen.simulator.render(), matches: "arena-small-recognizers")
    }
}
