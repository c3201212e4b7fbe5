import Testing
import TouchKit
import TouchKitTesting

/// The golden traces of swipe, pinch, rotation and screen-edge pan.
@Suite("Golden traces: swipe, pinch, rotation, edge", .serialized)
@MainActor
struct SwipeAndPinchTraces: StageSuite {
    let stage = Stage()

    func swipe() -> UISwipeGestureRecognizer { stage.add("S", UISwipeGestureRecognizer()) }

    @Test("G-42: A swipe is recognized on the first move that is far enough.")
    func swiping() {
        let swipe = swipe()
        var player = FingerScript(stage.simulator)
        player.play(
            "1↓(20,50)@0 1→(+2)@.01 1→(+10)@.02 1→(+18)@.03 1→(+25)@.04 1→(+32)@.05 1→(+40)@.06"
                + " 1→(+50)@.07")
        #expect(swipe.state == .possible)
        player.play("1→(+120)@.10 1↑@.11")
        trace.expectLines(
            "V.began{1}@0", "V.moved{1}@0.01", "V.moved{1}@0.02", "V.moved{1}@0.03",
            "V.moved{1}@0.04", "V.moved{1}@0.05", "V.moved{1}@0.06", "S!ended@0.07",
            "V.cancelled{1}@0.07")
    }

    @Test(
        "G-43: Which movements are swipes.",
        arguments: [
            ("1↓(20,50)@0 1→(120,50)@.501 1↑@.6", "V.moved{1}@0.501 V.ended{1}@0.6"),
            ("1↓(150,50)@0 1→(50,50)@.1 1↑@.2", "V.moved{1}@0.1 V.ended{1}@0.2"),
            ("1↓(20,50)@0 1→(120,150)@.1 1↑@.2", "V.moved{1}@0.1 V.ended{1}@0.2"),
            (
                "1↓(20,50)@0 1→(19.9,50)@.01 1→(120,50)@.1 1↑@.2",
                "V.moved{1}@0.01 V.moved{1}@0.1 V.ended{1}@0.2"
            ),
            (
                "1↓(20,50)&2↓(20,90)@0 1→(120,50)&2→(120,90)@.1 1↑&2↑@.2",
                "V.moved{1}@0.1 V.ended{1}@0.2"
            ),
            ("1↓(20,50)@0 1→(120,50)@.5 1↑@.6", "S!ended@0.5 V.cancelled{1}@0.5"),
            (
                "1↓(20,50)@0 1→(40,50)@.05 1→(30,50)@.08 1→(120,50)@.1 1↑@.2",
                "V.moved{1}@0.05 V.moved{1}@0.08 S!ended@0.1 V.cancelled{1}@0.1"
            ),
            (
                "1↓(20,50)@0 1→(20,70)@.01 1→(120,50)@.1 1↑@.2",
                "V.moved{1}@0.01 S!ended@0.1 V.cancelled{1}@0.1"
            ),
        ])
    func swipeShapes(script: String, expected: String) {
        _ = swipe()
        stage.play(script)
        #expect(trace.lines.joined(separator: " ") == "V.began{1}@0 \(expected)")
    }

    @Test("G-44: A pan that waits for the swipe to fail.")
    func panAfterSwipe() {
        let swipe = swipe()
        let pan = stage.add("M", UIPanGestureRecognizer())
        pan.require(toFail: swipe)
        var translation = CGPoint.zero
        pan.addAction { if $0.state == .began { translation = $0.translation(in: nil) } }
        stage.play("1↓(50,50)@0 1→(+20)@.1 1→(+30)@.3 1→(+40)@.6 1↑@.7")
        trace.expectRemovedLines(
            "V.began{1}@0", "V.moved{1}@0.1", "V.moved{1}@0.3", "M!began@0.6", "V.cancelled{1}@0.6",
            "M!ended@0.7")
        #expect(translation == CGPoint(30, 0))
        stage.play("1↓(50,50)@10 1→(+60)@10.1 1↑@10.2")
        trace.expectLines("V.began{1}@10", "S!ended@10.1", "V.cancelled{1}@10.1")
    }

    @Test("G-45: A pinch begins after 10 points, and ends with the last finger.")
    func pinching() {
        stage.view.isMultipleTouchEnabled = true
        let pinch = stage.add("P", UIPinchGestureRecognizer())
        var scale = 0.0
        var velocity = 0.0
        pinch.addAction {
            if $0.state == .began {
                scale = $0.scale
                velocity = $0.velocity
            }
        }
        stage.play("1↓(20,50)&2↓(120,50)@0 2→(128,50)@.05 2→(130,50)@.10 1↑@.2 2↑@.3")
        trace.expectLines(
            "V.began{1,2}@0", "V.moved{2}@0.05", "P!began@0.1", "V.cancelled{1,2}@0.1",
            "P!ended@0.3")
        #expect(abs(scale - 110.0 / 108.0) < 1e-9)
        #expect(abs(velocity - 0.3704) < 0.0001)
    }

    @Test("G-46: An assigned scale is the new starting value.")
    func assignedScale() {
        let pinch = stage.add("P", UIPinchGestureRecognizer(), to: stage.window)
        var scales: [Double] = []
        pinch.addAction { pinch in
            guard pinch.state != .ended else { return }
            scales.append(pinch.scale)
            if scales.count == 1 {
                pinch.scale = 1
                #expect(pinch.velocity == 0)
            }
        }
        stage.play("1↓(20,50)&2↓(120,50)@0 2→(220,50)@.1 2→(270,50)@.2 1↑&2↑@.3")
        #expect(scales.count == 2)
        #expect(abs((scales.last ?? 0) - 1.25) < 1e-9)
    }

    @Test("G-47: A rotation begins at 10° with 5°, and continues from an assigned value.")
    func rotating() throws {
        let rotation = stage.add("R", UIRotationGestureRecognizer(), to: stage.window)
        var seen: [(state: UIGestureRecognizer.State, degrees: Double, velocity: Double)] = []
        rotation.addAction { rotation in
            seen.append(
                (rotation.state, rotation.rotation * 180 / .pi, Double(rotation.velocity)))
            if seen.count == 3 { rotation.rotation = 0 }
        }
        var frames = "1↓(200,200)&2↓(300,200)@0"
        for (index, place) in [
            "(298.48077530122080,217.36481776669303)",
            "(270.71067811865476,270.71067811865476)", "(200,300)",
            "(129.28932188134524,270.71067811865476)",
        ].enumerated() {
            frames += " 2→\(place)@\(0.05 * Double(index + 1))"
        }
        stage.play(frames + " 1↑&2↑@1")
        let degrees = seen.map { ($0.degrees * 1e6).rounded() / 1e6 }
        #expect(degrees == [5, 40, 85, 45, 45])
        #expect(seen.map(\.state) == [.began, .changed, .changed, .changed, .ended])
        let first = try #require(seen.first)
        #expect(abs(first.velocity - 3.4907) < 0.0001)
    }

    @Test(
        "G-48: A screen-edge pan comes in from its edge.",
        arguments: [
            (
                "1↓(5,100)@0 1→(+20)@.1 1↑@.2",
                ["F.began{1}@0", "E!began@0.1", "F.cancelled{1}@0.1", "E!ended@0.2"]
            ),
            (
                "1↓(60,100)@0 1→(+20)@.1 1↑@.2",
                ["F.began{1}@0", "F.moved{1}@0.1", "F.ended{1}@0.2"]
            ),
            (
                "1↓(5,100)@0 1→(+0,30)@.1 1↑@.2",
                ["F.began{1}@0", "F.moved{1}@0.1", "F.ended{1}@0.2"]
            ),
        ])
    func screenEdge(script: String, lines: [String]) {
        let view = stage.add("F", 0, 0, 400, 400)
        let edge = stage.add("E", UIScreenEdgePanGestureRecognizer(), to: view)
        edge.edges = .left
        stage.play(script)
        #expect(trace.lines == lines)
    }
}
