import Testing
import TouchKit
import TouchKitTesting

/// Frequent questions about gestures, as scenes. Scenes with controls are in the control tests.
@Suite("Corner cases", .serialized)
@MainActor
struct CornerCaseTests: StageSuite {
    let stage = Stage()

    @Test(
        "R-9.1: A superview's gesture cancels the view's touch instead of ending it."
    )
    func cancelledByAnotherGesture() {
        _ = stage.add("C", 0, 0, 100, 100, to: view)
        stage.add("M", UIPanGestureRecognizer(), to: stage.window)
        stage.play("1↓(50,50)@0 1→(+20)@.1 1↑@.2")
        #expect(trace.lines.filter { $0.hasPrefix("C") } == ["C.began{1}@0", "C.cancelled{1}@0.1"])
    }

    @Test(
        "R-9.2: In a tappable view, a subview's touch ends only if the tap doesn't cancel it."
    )
    func viewUnderATap() {
        _ = stage.add("C", 0, 0, 100, 100, to: view)
        let tap = stage.add("T", UITapGestureRecognizer())
        stage.play("1↓(50,50)@0 1↑@.1")
        trace.expectRemovedLines("C.began{1}@0", "T!ended@0.1", "C.cancelled{1}@0.1")
        tap.cancelsTouchesInView = false
        stage.play("1↓(50,50)@10 1↑@10.1")
        trace.expectLines("C.began{1}@10", "T!ended@10.1", "C.ended{1}@10.1")
    }

    @Test(
        "R-9.4: In a pannable view, a subview loses its touch after 10 points, not before."
    )
    func smallDrag() {
        _ = stage.add("C", 0, 0, 100, 100, to: view)
        stage.add("M", UIPanGestureRecognizer())
        stage.play("1↓(50,50)@0 1→(+9)@.5 1↑@1")
        trace.expectRemovedLines("C.began{1}@0", "C.moved{1}@0.5", "C.ended{1}@1")
        stage.play("1↓(50,50)@10 1→(+10)@10.5 1↑@11")
        trace.expectLines("C.began{1}@10", "M!began@10.5", "C.cancelled{1}@10.5", "M!ended@11")
    }

    @Test("R-9.5: A long press cancels the view's finger after half a second.")
    func pressOnAView() {
        let child = stage.add("C", 0, 0, 100, 100, to: view)
        stage.add("L", UILongPressGestureRecognizer(), to: child)
        stage.play("1↓(50,50)@0 1↑@.6")
        #expect(
            trace.lines == ["C.began{1}@0", "L!began@0.5", "C.cancelled{1}@0.5", "L!ended@0.6"])
    }

    @Test("R-9.6: Of a press and a pan, the first to begin prevents the other.")
    func pressOrPan() {
        stage.add("L", UILongPressGestureRecognizer())
        stage.add("M", UIPanGestureRecognizer())
        #expect(
            actions("1↓(50,50)@0 1→(+50)@.8 1↑@1") == ["L!began@0.5", "L!changed@0.8", "L!ended@1"])
        #expect(
            actions("1↓(50,50)@10 1→(+50)@10.2 1→(+60)@10.8 1↑@11") == [
                "M!began@10.2", "M!changed@10.8", "M!ended@11",
            ])
    }

    @Test("R-9.7: The action for cancelled undoes what the gesture began.")
    func cleaningUp() {
        let pan = stage.add("M", UIPanGestureRecognizer())
        var isLifted = false
        pan.addAction {
            switch $0.state {
            case .began: isLifted = true
            case .ended, .cancelled: isLifted = false
            default: break
            }
        }
        for (time, end) in [(0, "1↑"), (10, "1✕")] {
            var player = stage.begin("1↓(50,50)@\(time) 1→(+20)@\(time).1")
            #expect(isLifted)
            player.play("\(end)@\(time).2")
            #expect(!isLifted)
        }
        var player = stage.begin("1↓(50,50)@20 1→(+20)@20.1")
        #expect(isLifted)
        pan.isEnabled = false
        #expect(!isLifted)
        player.play("1↑@20.2")
    }

    @Test("R-9.8: A double tap delays the touches of the view below it by 0.35 s.")
    func slowedByADoubleTap() {
        let double = UITapGestureRecognizer()
        double.numberOfTapsRequired = 2
        stage.add("D", double, to: stage.window)
        stage.play("1↓(50,50)@0 1↑@.1")
        trace.expectRemovedLines("V.began{1}@0", "V.ended{1}@0.45")
        let single = stage.add("T", UITapGestureRecognizer())
        #expect(actions("1↓(50,50)@10 1↑@10.1") == ["T!ended@10.1"])
        single.require(toFail: double)
        #expect(actions("1↓(50,50)@20 1↑@20.1") == ["T!ended@20.45"])
    }

    @Test(
        "R-9.9: A continuous gesture acts with every move; checking the state gives one call."
    )
    func manyActions() {
        let pan = stage.add("M", UIPanGestureRecognizer())
        var (calls, ends) = (0, 0)
        pan.addAction {
            calls += 1
            if $0.state == .ended { ends += 1 }
        }
        let moves = (1...20).map { "1→(+\($0 * 5))@\(Double($0) / 100)" }.joined(separator: " ")
        _ = actions("1↓(50,50)@0 \(moves) 1↑@1")
        #expect(calls == 20)
        #expect(ends == 1)
    }

    @Test("R-9.10: A failed recognizer doesn't recover when the finger returns.")
    func theFingerReturns() {
        stage.add("T", UITapGestureRecognizer())
        stage.add("S", UISwipeGestureRecognizer())
        #expect(
            actions("1↓(50,50)@0 1→(20,50)@.05 1→(50,50)@.1 1→(+90)@.15 1→(+0)@.2 1↑@.25") == [])
    }

    @Test("R-9.12: A finger moving over views without interaction stays with their superview.")
    func patternLock() {
        final class Lock: UIView {
            var dots: [UIView] = []
            var path: [Int] = []

            override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
                follow(touches)
            }

            override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
                follow(touches)
            }

            override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
                follow(touches)
            }

            private func follow(_ touches: Set<UITouch>) {
                guard let place = touches.first?.location(in: self) else { return }
                for (index, dot) in dots.enumerated()
                where dot.frame.contains(place) && !path.contains(index) {
                    path.append(index)
                }
            }
        }
        let lock = Lock(frame: CGRect(x: 0, y: 200, width: 200, height: 200))
        stage.window.addSubview(lock)
        for index in 0..<9 {
            let dot = UIView(
                frame: CGRect(
                    x: Double(index % 3) * 70, y: Double(index / 3) * 70, width: 40, height: 40))
            dot.isUserInteractionEnabled = false
            lock.addSubview(dot)
            lock.dots.append(dot)
        }
        stage.play("1↓(20,220)@0 1→(90,220)@.1 1→(125,255)@.15 1→(160,220)@.2 1→(160,290)@.3 1↑@.4")
        #expect(lock.path == [0, 1, 2, 5])
    }

    @Test(
        "R-9.13: A second finger fails a tap; after the tap's time, it can tap by itself."
    )
    func restingFinger() {
        stage.add("T", UITapGestureRecognizer())
        #expect(actions("1↓(50,50)@0 2↓(90,90)@.1 2↑@.2 1↑@.3") == [])
        #expect(
            actions("1↓(50,50)@10 2↓(90,90)@11 2↑@11.1 2↓(90,90)@12 2↑@12.1 1↑@13") == [
                "T!ended@11.1", "T!ended@12.1",
            ])
    }
}
