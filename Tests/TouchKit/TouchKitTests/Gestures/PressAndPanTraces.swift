import Testing
import TouchKit
import TouchKitTesting

/// The golden traces of long press and pan: every callback, action and time, in order.
@Suite("Golden traces: long press and pan", .serialized)
@MainActor
struct PressAndPanTraces: StageSuite {
    let stage = Stage()

    func press() -> UILongPressGestureRecognizer {
        stage.add("L", UILongPressGestureRecognizer())
    }

    func pan() -> UIPanGestureRecognizer { stage.add("M", UIPanGestureRecognizer()) }

    let drag = "1↓(50,50)@0 1→(+6)@.02 1→(+14)@.04 1→(+30)@.06 1↑@.08"
    let holdAndDrag = "1↓(50,50)@0 1→(+30,0)@.8 1↑@1.0"

    @Test("G-30: A long press begins by itself, changes with the finger and ends with it.")
    func longPress() {
        _ = press()
        stage.play(holdAndDrag)
        trace.expectLines(
            "V.began{1}@0", "L!began@0.5", "V.cancelled{1}@0.5", "L!changed@0.8", "L!ended@1")
    }

    @Test("G-31: A press that is lifted too soon or moves too far is no long press.")
    func noLongPress() {
        _ = press()
        stage.play("1↓(50,50)@0 1↑@.2")
        trace.expectRemovedLines("V.began{1}@0", "V.ended{1}@0.2")
        stage.play("1↓(50,50)@10 1→(+12,0)@10.2 1↑@10.9")
        trace.expectLines("V.began{1}@10", "V.moved{1}@10.2", "V.ended{1}@10.9")
    }

    @Test("G-32: A pan cancels the view's touch.")
    func panning() {
        _ = pan()
        stage.play(drag)
        #expect(
            trace.lines == [
                "V.began{1}@0", "V.moved{1}@0.02", "M!began@0.04", "V.cancelled{1}@0.04",
                "M!changed@0.06", "M!ended@0.08",
            ])
    }

    @Test("G-33: A pan that cancels nothing acts before the view is notified.")
    func panningBesides() {
        pan().cancelsTouchesInView = false
        stage.play(drag)
        #expect(
            trace.lines == [
                "V.began{1}@0", "V.moved{1}@0.02", "M!began@0.04", "V.moved{1}@0.04",
                "M!changed@0.06", "V.moved{1}@0.06", "M!ended@0.08", "V.ended{1}@0.08",
            ])
    }

    @Test("G-34: Translation and velocity, and the effect of setting the translation.")
    func values() {
        let pan = pan()
        var translations: [CGPoint] = []
        var velocities: [CGPoint] = []
        pan.addAction { pan in
            guard pan.state != .ended else { return }
            translations.append(pan.translation(in: nil))
            velocities.append(pan.velocity(in: nil))
            if pan.state == .changed { pan.setTranslation(.zero, in: nil) }
        }
        stage.play("1↓(100,100)@0 1→(120,100)@.10 1→(140,110)@.15 1→(150,110)@.20 1↑@.25")
        let expected = [CGPoint(10, 0), CGPoint(30, 10), CGPoint(10, 0)]
        #expect(translations.count == 3 && velocities.count == 3)
        for (translation, wanted) in zip(translations, expected) {
            #expect(abs(translation.x - wanted.x) < 1e-9 && abs(translation.y - wanted.y) < 1e-9)
        }
        let speeds = [CGPoint(200, 0), CGPoint(400, 200), CGPoint(200, 0)]
        for (velocity, wanted) in zip(velocities, speeds) {
            #expect(abs(velocity.x - wanted.x) < 1e-6 && abs(velocity.y - wanted.y) < 1e-6)
        }
    }

    @Test("G-35: A finger that doesn't move is no pan.")
    func noPan() {
        _ = pan()
        stage.play("1↓(50,50)@0 1↑@.1")
        trace.expectLines("V.began{1}@0", "V.ended{1}@0.1")
    }

    @Test("G-36: A pan that may not begin is asked once.")
    func refusedPan() {
        let pan = pan()
        let delegate = ScriptedDelegate()
        delegate.shouldBegin = { [trace] _ in
            trace.record("asked")
            return false
        }
        pan.delegate = delegate
        stage.play(drag)
        trace.expectLines(
            "V.began{1}@0", "V.moved{1}@0.02", "asked@0.04", "V.moved{1}@0.04", "V.moved{1}@0.06",
            "V.ended{1}@0.08")
    }

    @Test("G-37: Taps that delay the view, and a press beside a pan that cancels nothing.")
    func pressBesidePan() {
        let double = UITapGestureRecognizer()
        double.numberOfTapsRequired = 2
        double.delaysTouchesBegan = true
        stage.add("D", double)
        let single = stage.add("T", UITapGestureRecognizer())
        single.delaysTouchesBegan = true
        single.require(toFail: double)
        _ = press()
        let pan = pan()
        pan.cancelsTouchesInView = false
        let delegate = ScriptedDelegate(simultaneous: true)
        pan.delegate = delegate
        var translation = CGPoint.zero
        pan.addAction { if $0.state == .began { translation = $0.translation(in: nil) } }
        stage.play(holdAndDrag)
        trace.expectLines("L!began@0.5", "L!changed@0.8", "M!began@0.8", "L!ended@1", "M!ended@1")
        #expect(translation == CGPoint(20, 0))
    }

    @Test("G-38: A long press that has begun prevents the pan.")
    func pressBeforePan() {
        _ = press()
        _ = pan()
        stage.play(holdAndDrag)
        trace.expectLines(
            "V.began{1}@0", "L!began@0.5", "V.cancelled{1}@0.5", "L!changed@0.8", "L!ended@1")
    }

    @Test("G-39: A pan that has begun prevents the long press.")
    func panBeforePress() {
        _ = press()
        _ = pan()
        stage.play("1↓(50,50)@0 1→(+14)@.1 1→(+30)@.7 1↑@.8")
        trace.expectLines(
            "V.began{1}@0", "M!began@0.1", "V.cancelled{1}@0.1", "M!changed@0.7", "M!ended@0.8")
    }

    @Test("G-40: A pan with two fingers waits for the second finger.")
    func twoFingerPan() {
        pan().minimumNumberOfTouches = 2
        stage.view.isMultipleTouchEnabled = true
        stage.play(
            "1↓(50,50)@0 1→(90,50)@.1 2↓(80,80)@.2 1→(110,50)&2→(100,80)@.3 1↑@.4 2↑@.5")
        trace.expectLines(
            "V.began{1}@0", "V.moved{1}@0.1", "V.began{2}@0.2", "M!began@0.3",
            "V.cancelled{1,2}@0.3", "M!ended@0.5")
    }

    @Test("G-41: A pan disabled in its own action is cancelled, and receives nothing more.")
    func disabledInAction() {
        let pan = pan()
        pan.addAction { if $0.state == .changed { $0.isEnabled = false } }
        stage.play(drag)
        trace.expectLines(
            "V.began{1}@0", "V.moved{1}@0.02", "M!began@0.04", "V.cancelled{1}@0.04",
            "M!changed@0.06", "M!cancelled@0.06")
        #expect(pan.state == .possible)
    }
}
