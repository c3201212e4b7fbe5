import Testing
import TouchKit
import TouchKitTesting

/// Custom recognizer subclasses, written as on iOS.
@Suite("Recognizer subclasses", .serialized)
@MainActor
struct SubclassTests: StageSuite {
    let stage = Stage()

    /// A pan along one axis, which overrides the state that its superclass has just assigned.
    final class HorizontalPan: UIPanGestureRecognizer {
        var refusal = State.cancelled

        override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
            super.touchesMoved(touches, with: event)
            guard state == .began else { return }
            let velocity = velocity(in: view)
            if abs(velocity.y) > abs(velocity.x) { state = refusal }
        }
    }

    @Test(
        "R-4.3: A beginning that the subclass replaces before the arbiter decides never happens.",
        arguments: [UIGestureRecognizer.State.cancelled, .failed])
    func directionLock(refusal: UIGestureRecognizer.State) {
        let pan = stage.add("M", HorizontalPan())
        pan.refusal = refusal
        stage.play("1↓(50,50)@0 1→(+2,20)@.1 1→(+40,20)@.2 1↑@.3")
        trace.expectRemovedLines(
            "V.began{1}@0", "V.moved{1}@0.1", "V.moved{1}@0.2", "V.ended{1}@0.3")
        #expect(
            actions("1↓(50,50)@10 1→(+20,2)@10.1 1→(+20,40)@10.2 1↑@10.3") == [
                "M!began@10.1", "M!changed@10.2", "M!ended@10.3",
            ])
    }

    @Test("R-6.15: Of two one-axis pans on one view, the one with the matching axis recognizes.")
    func directionLockBesidePan() {
        stage.add("H", HorizontalPan())
        stage.add("M", UIPanGestureRecognizer())
        #expect(
            actions("1↓(50,50)@0 1→(+2,20)@.1 1→(+40,20)@.2 1↑@.3") == [
                "M!began@0.1", "M!changed@0.2", "M!ended@0.3",
            ])
        #expect(actions("1↓(50,50)@10 1→(+20,2)@10.1 1↑@10.3") == ["H!began@10.1", "H!ended@10.3"])
    }

    /// Down to the right, then up to the right: Apple's example of a discrete recognizer.
    final class CheckMark: UIGestureRecognizer {
        private var isGoingUp = false
        private var lowest = CGPoint.zero

        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
            super.touchesBegan(touches, with: event)
            guard touches.count == 1, numberOfTouches == 1 else {
                state = .failed
                return
            }
            lowest = location(in: view)
        }

        override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
            super.touchesMoved(touches, with: event)
            guard state != .failed, let touch = touches.first else { return }
            let (now, before) = (touch.location(in: view), touch.previousLocation(in: view))
            if now.x < before.x || (isGoingUp && now.y > before.y) {
                state = .failed
            } else if now.y < before.y {
                isGoingUp = true
            } else {
                lowest = now
            }
        }

        override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
            super.touchesEnded(touches, with: event)
            let isDrawn = isGoingUp && lowest.y - location(in: view).y > 20
            state = isDrawn ? .recognized : .failed
        }

        override func reset() {
            super.reset()
            isGoingUp = false
        }
    }

    @Test("R-4.1, R-4.5: A check mark is recognized repeatedly, other strokes aren't.")
    func checkMark() {
        stage.add("K", CheckMark())
        for start in [0, 10] {
            stage.play("1↓(50,50)@\(start) 1→(60,80)@\(start).1 1→(90,20)@\(start).2 1↑@\(start).3")
            trace.expectRemovedLines(
                "V.began{1}@\(start)", "V.moved{1}@\(start).1", "V.moved{1}@\(start).2",
                "K!ended@\(start).3", "V.cancelled{1}@\(start).3")
        }
        #expect(actions("1↓(50,50)@20 1→(60,80)@20.1 1→(50,20)@20.2 1↑@20.3") == [])
        #expect(
            actions("1↓(50,50)@30 2↓(90,90)@30.1 1→(60,80)@30.2 1→(90,20)@30.3 1↑&2↑@30.4") == [])
        #expect(actions("1↓(50,50)@40 1→(60,80)@40.1 1→(90,20)@40.2 1✕@40.3") == [])
    }

    /// Reports the fingers from contact to lift, and neither prevents nor can be prevented.
    final class Press: UIGestureRecognizer {
        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
            if state == .possible { state = .began }
        }

        override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
            if numberOfTouches == touches.count { state = .ended }
        }

        override func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool {
            false
        }
        override func canBePrevented(
            by preventingGestureRecognizer: UIGestureRecognizer
        ) -> Bool { false }
    }

    @Test(
        "R-6.8: An unpreventable recognizer that prevents none recognizes beside all others."
    )
    func press() {
        let press = stage.add("R", Press())
        press.cancelsTouchesInView = false
        press.delaysTouchesEnded = false
        stage.add("M", UIPanGestureRecognizer())
        stage.play("1↓(50,50)@0 1→(+20)@.1 1↑@.2")
        trace.expectRemovedLines(
            "R!began@0", "V.began{1}@0", "M!began@0.1", "V.cancelled{1}@0.1", "R!ended@0.2",
            "M!ended@0.2")
        stage.play("1↓(50,50)@10 1↑@10.1")
        trace.expectLines("R!began@10", "V.began{1}@10", "R!ended@10.1", "V.ended{1}@10.1")
    }

    @Test("R-4.2: A state that is assigned from outside sends its action at once.")
    func setFromOutside() {
        let pan = stage.add("M", UIPanGestureRecognizer())
        var player = stage.begin("1↓(50,50)@0 1→(+20)@.1")
        _ = trace.removeLines()
        pan.state = .cancelled
        trace.expectRemovedLines("M!cancelled@0.1")
        player.play("1→(+40)@.2 1↑@.3")
        #expect(trace.removeLines() == [])
        pan.state = .began
        #expect(pan.state == .possible)
        #expect(trace.removeLines() == [])
    }
}
