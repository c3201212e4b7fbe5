import CTouchTrackerAllocationCounter
import Testing
import TouchKit
import TouchKitContacts
import TouchKitTesting
import TouchTrackerTestSupport

/// The events that an observer receives while a finger is down.
@Suite("Gesture observer", .serialized)
@MainActor
struct GestureObserverTests {
    let stage = Stage()

    @MainActor
    final class Notes {
        var lines: [String] = []

        func removeLines() -> [String] {
            defer { lines = [] }
            return lines
        }

        private func name(_ view: UIView) -> String {
            (view as? RecorderView)?.name ?? "window"
        }

        private func name(_ recognizer: UIGestureRecognizer) -> String { recognizer.name ?? "?" }

        func record(_ event: GestureEvent) {
            let text =
                switch event.kind {
                case .touch(let phase, on: let view): "finger \(phase) on \(name(view))"
                case .received(let recognizer, let touches):
                    "\(name(recognizer)) receives \(touches)"
                case .declined(let recognizer, let touches):
                    "\(name(recognizer)) declines \(touches)"
                case .decided(let recognizer, let decision):
                    "\(name(recognizer)) \(words(decision)) \(decision.rule)"
                case .action(let recognizer, let state): "\(name(recognizer))!\(state)"
                case .delivered(let view, let phase, let touches):
                    "\(name(view)).\(phase) \(touches)"
                case .withheld(let view, let phase, let touches):
                    "\(name(view)).\(phase) \(touches) withheld"
                case .suppressed(let view, let touches): "\(name(view)) never told of \(touches)"
                }
            lines.append(text)
        }

        private func words(_ decision: GestureEvent.Decision) -> String {
            switch decision.reason {
            case .assigned(let state, let failure):
                "set to \(state)" + (failure.map { ": \($0.rawValue)" } ?? "")
            case .granted: "recognizes"
            case .waits(let other): "waits for \(name(other))"
            case .refused: "refused"
            case .lost(let other): "lost to \(name(other))"
            case .blocked(let other): "blocked by \(name(other))"
            case .prevented(let other): "prevented by \(name(other))"
            case .disabled: "disabled"
            case .removed: "removed"
            case .abandoned: "abandoned"
            case .deadlocked: "deadlocked"
            case .reset: "reset"
            }
        }
    }

    private func observe() -> Notes {
        let notes = Notes()
        stage.simulator.application.gestureObserver = { notes.record($0) }
        return notes
    }

    @Test(
        "An observer receives touches, waits, results, failure reasons and deliveries, in order.")
    func order() {
        let double = stage.add("D", UITapGestureRecognizer())
        double.numberOfTapsRequired = 2
        let single = stage.add("T", UITapGestureRecognizer())
        single.require(toFail: double)
        stage.add("M", UIPanGestureRecognizer())
        let notes = observe()
        stage.play("1↓(50,50)@0 1↑@.05")
        stage.simulator.advance(to: 1)
        #expect(
            notes.removeLines() == [
                "finger began on V", "D receives 1", "T receives 1", "M receives 1", "V.began 1",
                "finger ended on V",
                "T set to ended R-4.1", "M set to failed: lifted too early R-4.1",
                "T waits for D R-6.3", "V.ended 1 withheld", "M reset R-4.5",
                "D set to failed: no next tap in time R-4.1", "T recognizes R-4.1", "T!ended",
                "V.cancelled 1", "D reset R-4.5", "T reset R-4.5",
            ])
    }

    @Test("An observer receives unclaimed, withheld and never delivered touches.")
    func touches() {
        let tap = stage.add("T", UITapGestureRecognizer())
        tap.delaysTouchesBegan = true
        let other = stage.add("N", UITapGestureRecognizer())
        let delegate = Refusing()
        other.delegate = delegate
        let notes = observe()
        stage.play("1↓(50,50)@0 1↑@.05")
        #expect(
            notes.removeLines() == [
                "finger began on V", "T receives 1", "N declines 1", "V.began 1 withheld",
                "finger ended on V", "T set to ended R-4.1", "T recognizes R-4.1", "T!ended",
                "V never told of 1", "T reset R-4.5",
            ])
        tap.isEnabled = false
        stage.view.isMultipleTouchEnabled = false
        stage.play("1↓(50,50)@5 2↓(90,50)@5.1 1✕@5.2 2↑@5.3")
        #expect(
            notes.removeLines() == [
                "finger began on V", "N declines 1", "V.began 1",
                "finger began on V", "V never told of 1", "N declines 1",
                "finger cancelled on V", "V.cancelled 1", "finger ended on V",
            ])
    }

    private final class Refusing: UIGestureRecognizerDelegate {
        func gestureRecognizer(
            _ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch
        ) -> Bool { false }
    }

    /// Returns the failure reason that a recognizer reports for a script, or `nil` without one.
    private func failure(of recognizer: UIGestureRecognizer, _ script: String) -> String? {
        stage.add("R", recognizer)
        let notes = observe()
        stage.play(script)
        stage.simulator.advance(by: 2)
        recognizer.view?.removeGestureRecognizer(recognizer)
        let prefix = "R set to failed: "
        let lines = notes.removeLines().filter { $0.hasPrefix(prefix) && $0.hasSuffix(" R-4.1") }
        #expect(lines.count <= 1)
        return lines.first.map { String($0.dropFirst(prefix.count).dropLast(" R-4.1".count)) }
    }

    /// Compares the failure reasons that recognizers report for scripts.
    private func expectFailures(_ cases: [(UIGestureRecognizer, String, String)]) {
        for (recognizer, script, reason) in cases {
            #expect(failure(of: recognizer, script) == reason, "\(script)")
        }
    }

    @Test("Taps and presses report why they failed.")
    func tapFailures() {
        let double = UITapGestureRecognizer()
        double.numberOfTapsRequired = 2
        let twoFingers = UITapGestureRecognizer()
        twoFingers.numberOfTouchesRequired = 2
        let twoPress = UILongPressGestureRecognizer()
        twoPress.numberOfTouchesRequired = 2
        let tapPress = UILongPressGestureRecognizer()
        tapPress.numberOfTapsRequired = 1
        let (tap, press) = (UITapGestureRecognizer(), UILongPressGestureRecognizer())
        expectFailures([
            (tap, "1↓(50,50)@0 1→(+30)@.1 1↑@.2", "moved too far"),
            (tap, "1↓(50,50)@10 1↑@12", "took too long"),
            (tap, "1↓(50,50)@20 2↓(90,50)@20.1 1↑@20.2 2↑@20.2", "too many fingers"),
            (double, "1↓(50,50)@30 1↑@30.1", "no next tap in time"),
            (double, "1↓(50,50)@40 1↑@40.1 2↓(150,150)@40.2 2↑@40.3", "next tap too far away"),
            (twoFingers, "1↓(50,50)@50 1↑@50.1", "too few fingers"),
            (press, "1↓(50,50)@60 1↑@60.3", "lifted too early"),
            (press, "1↓(50,50)@70 1→(+30)@70.1 1↑@70.3", "moved too far"),
            (twoPress, "1↓(50,50)@80 1↑@82", "too few fingers"),
            (tapPress, "1↓(50,50)@90 1↑@90.1", "no next tap in time"),
            (tapPress, "1↓(50,50)@100 1↑@102", "took too long"),
        ])
    }

    @Test("Drags, swipes and two-finger gestures report why they failed.")
    func dragFailures() {
        let pan = UIPanGestureRecognizer()
        pan.maximumNumberOfTouches = 1
        let edge = UIScreenEdgePanGestureRecognizer()
        edge.edges = .left
        let swipe = UISwipeGestureRecognizer()
        expectFailures([
            (UIPanGestureRecognizer(), "1↓(50,50)@0 1→(+5)@.1 1↑@.2", "lifted too early"),
            (pan, "1↓(50,50)@10 2↓(90,50)@10.1 1↑@10.2 2↑@10.2", "too many fingers"),
            (swipe, "1↓(50,50)@20 1→(+5)@20.6 1↑@20.7", "took too long"),
            (swipe, "1↓(50,50)@30 1→(+-5)@30.1 1↑@30.2", "wrong direction"),
            (swipe, "1↓(50,50)@40 1↑@40.1", "lifted too early"),
            (swipe, "1↓(50,50)@50 2↓(90,50)@50.1 1↑@50.2 2↑@50.2", "too many fingers"),
            (UIPinchGestureRecognizer(), "1↓(50,50)@60 1↑@60.1", "lifted too early"),
            (UIRotationGestureRecognizer(), "1↓(50,50)@70 1↑@70.1", "lifted too early"),
            (edge, "1↓(50,50)@80 1↑@80.1", "not at an edge"),
            (edge, "1↓(5,50)@90 1→(+0,30)@90.1 1↑@90.2", "wrong direction"),
            (edge, "1↓(5,50)&2↓(5,90)@100 1↑&2↑@100.1", "too many fingers"),
        ])
    }

    @Test("Prevention and refusals name their cause; log and observer work side by side.")
    func others() {
        stage.add("L", UILongPressGestureRecognizer())
        stage.add("M", UIPanGestureRecognizer())
        var lines: [String] = []
        stage.simulator.application.gestureLog = { lines.append($0) }
        let notes = observe()
        stage.play("1↓(50,50)@0 1↑@.6")
        let seen = notes.removeLines()
        #expect(seen.contains("M prevented by L R-6.10"))
        #expect(lines.contains("0.500000  M  possible → prevented by L → failed  (R-6.10)"))
        #expect(lines.count == seen.filter { $0.contains(" R-") }.count)
        stage.simulator.application.gestureObserver = nil
        lines = []
        stage.play("1↓(50,50)@10 1↑@10.6")
        #expect(!lines.isEmpty && notes.removeLines().isEmpty)
    }

    @Test(
        "An observer causes no allocation after warm-up.",
        .requiresOptimizedBuild)
    func allocatesNothing() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 400, height: 400))
        simulator.window.addGestureRecognizer(UITapGestureRecognizer())
        simulator.window.addGestureRecognizer(UIPanGestureRecognizer())
        var count = 0
        simulator.application.gestureObserver = { _ in count += 1 }
        let drags = (0..<20).map { drag(TouchIdentifier(rawValue: $0 + 1), at: Double($0)) }
        for frame in drags.prefix(5).joined() { simulator.application.deliver(frame) }
        let seen = count
        let before = allocation_counter_value()
        for drag in drags.dropFirst(5) {
            for frame in drag { simulator.application.deliver(frame) }
        }
        #expect(allocation_counter_value() == before)
        #expect(count > seen + 15 * 60)
    }

    /// Plays a finger that comes down, moves 60 times and is lifted.
    private func drag(_ finger: TouchIdentifier, at start: Double) -> [TouchUpdate] {
        var frames = TouchFrames(finger: finger)
        var drag = [frames.down(at: start)]
        for step in 1...60 {
            frames.place.x += 2
            drag.append(frames.frame(.moved, at: start + Double(step) * 0.004))
        }
        return drag + [frames.up(at: start + 0.25)]
    }
}
