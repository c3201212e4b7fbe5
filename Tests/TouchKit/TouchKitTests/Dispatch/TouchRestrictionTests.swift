import Testing
import TouchKit
import TouchKitTesting

/// Fingers that single-touch views and exclusive views don't receive.
@Suite("Touch restriction", .serialized)
@MainActor
struct TouchRestrictionTests: StageSuite {
    let stage = Stage()

    @Test("R-2.11: Of two fingers in one frame, a single-touch view receives the first.")
    func twoInOneFrame() {
        simulator.play("1↓(10,10)&2↓(20,10) 2↑&1↑")
        trace.expectLines("V.began{1}@0", "V.ended{1}@0")
    }

    @Test("R-2.11: A finger that comes down in the frame that lifts the first is not delivered.")
    func handover() {
        simulator.play("1↓(10,10) 1↑&2↓(20,10) 2↑ 3↓(150,10)")
        trace.expectLines("V.began{1}@0", "V.ended{1}@0", "V.began{3}@0")
    }

    @Test("R-2.12: The restriction applies to each view: a subview receives a finger of its own.")
    func subviewHasItsOwn() {
        _ = stage.add("C", 100, 100, 50, 50, to: view)
        simulator.play("1↓(10,10) 2↓(120,120)")
        trace.expectLines("V.began{1}@0", "C.began{2}@0")
    }

    @Test("R-2.14: An exclusive multi-touch view that has a finger receives a second one.")
    func exclusiveWithSeveralFingers() {
        view.isExclusiveTouch = true
        view.isMultipleTouchEnabled = true
        simulator.play("1↓(10,10) 2↓(20,10)")
        trace.expectLines("V.began{1}@0", "V.began{2}@0")
    }

    @Test("R-2.14: Fingers in other windows don't restrict an exclusive view.")
    func exclusivePerWindow() {
        view.isExclusiveTouch = true
        let window = UIWindow(frame: CGRect(x: 300, y: 300, width: 100, height: 100))
        window.addSubview(RecorderView("W", trace, frame: window.bounds))
        window.makeKeyAndVisible()
        simulator.play("1↓(350,350) 2↓(10,10)")
        trace.expectLines("W.began{1}@0", "V.began{2}@0")
    }

    @Test("R-2.14: Undelivered fingers don't exclude others.")
    func blockedFingersDontBlock() {
        let exclusive = stage.add("A", 200, 200, 100, 100)
        exclusive.isExclusiveTouch = true
        simulator.play("1↓(10,10) 2↓(250,250) 1↑")
        // Finger 2 rests on the exclusive view but was never delivered to it.
        simulator.down(3, at: CGPoint(10, 10))
        trace.expectLines("V.began{1}@0", "V.ended{1}@0", "V.began{3}@0")
    }

    @Test("R-2.16: Fingers that are down when events begin to be ignored are cancelled.")
    func ignoringCancels() {
        simulator.down(1, at: CGPoint(10, 10))
        simulator.application.beginIgnoringInteractionEvents()
        trace.expectRemovedLines("V.began{1}@0", "V.cancelled{1}@0")
        simulator.move(1, to: CGPoint(20, 10))
        simulator.application.endIgnoringInteractionEvents()
        simulator.play("1→(30,10) 1↑")
        #expect(trace.lines == [])
    }

    @Test("R-2.16: Ignoring events inside a callback cancels touches when the callback returns.")
    func ignoringInCallback() {
        view.onBegan = { _, _ in
            simulator.application.beginIgnoringInteractionEvents()
            trace.record("ignoring")
        }
        simulator.down(1, at: CGPoint(10, 10))
        trace.expectLines("V.began{1}@0", "ignoring@0", "V.cancelled{1}@0")
    }

    @Test("R-2.16: One superfluous endIgnoringInteractionEvents has no effect.")
    func tooManyEnds() {
        simulator.application.endIgnoringInteractionEvents()
        simulator.application.beginIgnoringInteractionEvents()
        #expect(simulator.application.isIgnoringInteractionEvents)
    }
}
