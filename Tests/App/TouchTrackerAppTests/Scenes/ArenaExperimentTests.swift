import Testing
import TouchKit
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

/// The experiments of docs/scenes.md with their expected traces.
@Suite("Arena experiments", .serialized)
@MainActor
struct ArenaExperimentTests {
    @Test("R-6.14: a tap on A waits for the double tap to fail and is then recognized.")
    func singleTap() {
        let screen = ArenaTestScreen()
        screen.simulator.tap(1, at: screen.point(60, 100, on: screen.controller.outer))
        screen.simulator.advance(by: 2)
        #expect(
            screen.lines == [
                "0.000 A hit by a finger", "0.000 A tap receives touch",
                "0.000 A 2 taps receives touch", "0.000 A pan receives touch",
                "0.000 A touchesBegan", "0.050 A finger lifted",
                "0.050 A pan failed: lifted too early R-4.1",
                "0.050 A tap waits for A 2 taps R-6.3", "0.050 A touchesEnded waits R-5.7",
                "0.400 A 2 taps failed: no next tap in time R-4.1", "0.400 A tap recognized",
                "0.400 A touchesCancelled R-5.2",
            ])
    }

    @Test("A double tap is one sequence of the trace, and the single tap fails.")
    func doubleTap() {
        let screen = ArenaTestScreen()
        for _ in 0..<2 {
            screen.simulator.tap(1, at: screen.point(60, 100, on: screen.controller.outer))
            screen.simulator.advance(by: 0.1)
        }
        #expect(screen.lines.first == "0.000 A hit by a finger")
        #expect(screen.lines.contains("0.200 A tap failed: lost to A 2 taps R-6.1"))
        #expect(screen.lines.contains("0.200 A 2 taps recognized"))
        #expect(!screen.lines.contains { $0.contains("A tap recognized") })
        screen.simulator.advance(by: 2)
        screen.tap(screen.controller.inner)
        #expect(screen.lines.first == "0.000 B hit by a finger")
    }

    @Test("A touch on B is received by B's press and A's recognizers; the press prevents them.")
    func press() {
        let screen = ArenaTestScreen()
        screen.simulator.tap(1, at: screen.point(60, 60, on: screen.controller.inner), for: 0.6)
        #expect(
            screen.lines == [
                "0.000 B hit by a finger", "0.000 B press receives touch",
                "0.000 A tap receives touch", "0.000 A 2 taps receives touch",
                "0.000 A pan receives touch", "0.000 B touchesBegan",
                "0.500 A tap failed: prevented by B press R-6.10",
                "0.500 A 2 taps failed: prevented by B press R-6.10",
                "0.500 A pan failed: prevented by B press R-6.10", "0.500 B press began",
                "0.500 B touchesCancelled R-5.2", "0.600 B finger lifted", "0.600 B press ended",
            ])
    }

    /// Sets rules of one of A's recognizers.
    private func set(
        _ screen: ArenaTestScreen, _ gesture: ArenaGesture, _ rules: [ArenaRule], _ isOn: Bool
    ) {
        let recognizer = screen.controller[gesture, on: screen.controller.outer]
        for rule in rules { recognizer[rule] = isOn }
    }

    @Test("R-6.16, R-6.9: a pan excludes a swipe, unless a delegate allows both.")
    func panAndSwipe() {
        let screen = ArenaTestScreen()
        set(screen, .swipe, [.isEnabled], true)
        screen.drag()
        #expect(screen.lines.contains { $0.contains("A swipe failed: prevented by A pan R-6.10") })
        set(screen, .swipe, [.simultaneously], true)
        screen.drag()
        #expect(screen.lines.contains { $0.contains("A pan began") })
        #expect(screen.lines.contains { $0.contains("A swipe recognized") })
    }

    @Test("R-4.15, R-4.10: a delegate makes a pan fail, or prevents it from receiving a touch.")
    func refusals() {
        let screen = ArenaTestScreen()
        set(screen, .pan, [.shouldBegin], false)
        screen.drag()
        #expect(screen.lines.contains { $0.contains("A pan failed: should not begin R-4.15") })
        #expect(screen.lines.contains { $0.contains("A touchesEnded") })
        set(screen, .pan, [.shouldReceive], false)
        screen.drag()
        #expect(screen.lines.contains("0.000 A pan should not receive R-4.10"))
        #expect(!screen.lines.contains { $0.contains("A pan receives") })
    }

    @Test("R-5.5: the view never receives a touch that a pan delays until it is recognized.")
    func delays() {
        let screen = ArenaTestScreen()
        set(screen, .pan, [.delaysTouchesBegan], true)
        screen.drag()
        #expect(screen.lines.contains("0.000 A touchesBegan waits R-5.5"))
        #expect(screen.lines.contains { $0.contains("A never told of touch R-5.5") })
        #expect(!screen.lines.contains { $0.hasSuffix("A touchesBegan") })
    }

    @Test("R-7.27: an edge pan begins only at the screen's left edge.")
    func edge() {
        let screen = ArenaTestScreen()
        set(screen, .pan, [.isEnabled], false)
        set(screen, .edge, [.isEnabled], true)
        screen.drag(from: 5)
        #expect(screen.lines.contains { $0.contains("A edge began") })
        screen.drag(from: 60)
        #expect(screen.lines.contains { $0.contains("A edge failed: not at an edge R-4.1") })
    }

    @Test(
        "R-6.13: without a failure requirement tap and double tap act; the second tap is prevented."
    )
    func withoutWaiting() {
        let screen = ArenaTestScreen()
        set(screen, .tap, [.afterDoubleTap], false)
        for _ in 0..<2 {
            screen.simulator.tap(1, at: screen.point(60, 100, on: screen.controller.outer))
            screen.simulator.advance(by: 0.1)
        }
        #expect(screen.lines.contains("0.050 A tap recognized"))
        #expect(screen.lines.contains("0.200 A 2 taps recognized"))
        #expect(screen.lines.contains("0.200 A tap failed: prevented by A 2 taps R-6.10"))
    }

    @Test("An early movement off B fails the press, and A's pan cancels B's touch.")
    func movementBeforePress() {
        let screen = ArenaTestScreen()
        let inner = screen.controller.inner
        screen.simulator.down(1, at: screen.point(60, 100, on: inner))
        screen.simulator.move(1, to: screen.point(-30, 100, on: inner))
        screen.simulator.up(1)
        #expect(screen.lines.contains { $0.hasSuffix("B press failed: moved too far R-4.1") })
        #expect(screen.lines.contains { $0.hasSuffix("A pan began") })
        #expect(screen.lines.contains { $0.hasSuffix("B touchesCancelled R-5.2") })
    }

    @Test("R-5.2: a pan cancels the view's touch, or leaves it if the setting is off.")
    func cancelling() {
        let screen = ArenaTestScreen()
        screen.drag()
        #expect(screen.lines.contains { $0.hasSuffix("A touchesCancelled R-5.2") })
        #expect(!screen.lines.contains { $0.contains("touchesMoved") })
        set(screen, .pan, [.cancelsTouchesInView], false)
        screen.drag()
        #expect(screen.lines.contains { $0.hasSuffix("A pan changed ×7") })
        #expect(screen.lines.contains { $0.hasSuffix("A touchesMoved ×8") })
        #expect(screen.lines.contains { $0.hasSuffix("A touchesEnded") })
    }

    @Test("R-5.5: a delayed touch is delivered when the pan has failed.")
    func delayedBeginning() {
        let screen = ArenaTestScreen()
        set(screen, .pan, [.delaysTouchesBegan], true)
        screen.simulator.down(1, at: screen.point(60, 100, on: screen.controller.outer))
        screen.simulator.advance(by: 1)
        #expect(screen.controller.outer.activeTouchCount == 0)
        screen.simulator.up(1)
        #expect(
            screen.lines.suffix(4) == [
                "1.000 A finger lifted", "1.000 A pan failed: lifted too early R-4.1",
                "1.000 A touchesBegan", "1.000 A touchesEnded",
            ])
    }

    @Test("R-4.15: a press that may not begin leaves the touch to the other recognizers.")
    func refusedPress() {
        let screen = ArenaTestScreen()
        screen.controller[.press, on: screen.controller.inner][.shouldBegin] = false
        screen.simulator.down(1, at: screen.point(60, 100, on: screen.controller.inner))
        screen.simulator.advance(by: 0.6)
        screen.simulator.move(1, to: screen.point(80, 100, on: screen.controller.inner))
        screen.simulator.up(1)
        #expect(screen.lines.contains("0.500 B press failed: should not begin R-4.15"))
        #expect(screen.lines.contains("0.600 A pan began"))
    }

    @Test(
        "R-6.18: pinch, rotation and pan are recognized together, or only the first of them.",
        arguments: [false, true])
    func twoFingers(together: Bool) {
        let screen = ArenaTestScreen()
        for gesture in [ArenaGesture.pinch, .rotation, .pan] {
            set(screen, gesture, [.isEnabled], true)
            set(screen, gesture, [.simultaneously], together)
        }
        let outer = screen.controller.outer
        screen.simulator.down(1, at: screen.point(60, 60, on: outer))
        screen.simulator.down(2, at: screen.point(60, 140, on: outer))
        for step in 1...20 {
            screen.simulator.advance(by: 0.01)
            screen.simulator.frame { frame in
                let way = CGFloat(step) * 4
                frame.move(1, to: screen.point(60 + way, 60, on: outer))
                frame.move(2, to: screen.point(60, 140 + way, on: outer))
            }
        }
        let begun = ["A pinch began", "A rotate began", "A pan began"].filter { words in
            screen.lines.contains { $0.hasSuffix(words) }
        }
        #expect(begun.count == (together ? 3 : 1))
        screen.simulator.up(1)
        screen.simulator.up(2)
        #expect(screen.controller.outer.activeTouchCount == 0)
    }

    @Test("R-4.13: a pan that is disabled during a touch is cancelled at once.")
    func disabledDuringTouch() {
        let screen = ArenaTestScreen()
        let outer = screen.controller.outer
        screen.simulator.down(1, at: screen.point(60, 100, on: outer))
        screen.simulator.move(1, to: screen.point(90, 100, on: outer))
        screen.tap(screen.button(.pan))
        screen.tap(screen.toggle(.isEnabled))
        #expect(!screen.controller[.pan, on: outer][.isEnabled])
        #expect(screen.lines.contains { $0.hasSuffix("A pan cancelled: disabled R-4.13") })
        #expect(screen.lines.contains { $0.hasSuffix("A pan cancelled") })
        screen.simulator.up(1)
    }
}
