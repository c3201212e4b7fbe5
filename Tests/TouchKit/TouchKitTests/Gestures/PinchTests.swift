import Testing
import TouchKit
import TouchKitTesting

/// Pinches within and beyond their limits, with scale and velocity.
@Suite("Pinch", .serialized)
@MainActor
struct PinchTests: StageSuite {
    let stage = Stage()

    private func pinch() -> UIPinchGestureRecognizer {
        stage.add("P", UIPinchGestureRecognizer(), to: stage.window)
    }

    private let down = "1↓(100,50)&2↓(200,50)"

    @Test(
        "R-7.22: A pinch begins when the fingers' distance has changed by 10 points.",
        arguments: [(10, true), (9.99, false), (-10, true), (-9.99, false)] as [(Double, Bool)])
    func threshold(change: Double, begins: Bool) {
        _ = pinch()
        #expect(
            actions("\(down)@0 2→(\(200 + change),50)@.1 1↑&2↑@.2")
                == (begins ? ["P!began@0.1", "P!ended@0.2"] : []))
    }

    @Test("R-7.22: Two fingers that move in parallel, or one finger alone, don't pinch.")
    func noPinch() {
        _ = pinch()
        #expect(actions("\(down)@0 1→(+50)&2→(+50)@.1 1↑&2↑@.2") == [])
        #expect(actions("1↓(100,50)@10 1→(+90)@10.1 1↑@10.2") == [])
    }

    @Test("R-7.22: With one finger left the scale doesn't change; with two again it continues.")
    func fingersComeAndGo() {
        let pinch = pinch()
        var player = stage.begin("\(down)@0 2→(+58)@.1")
        let scale = pinch.scale
        #expect(abs(scale - 158 / 108) < 1e-9)
        player.play("1↑@.2 2→(+90)@.3")
        #expect(pinch.scale == scale && pinch.state == .began)
        // The distance of 290 − 190 points corresponds to the present scale.
        player.play("1↓(190,50)@.4 1→(90,50)@.5")
        #expect(abs(pinch.scale - 2 * scale) < 1e-9)
        player.play("1↑@.6 2↑@.7")
        #expect(
            trace.lines.filter { $0.contains("!") } == [
                "P!began@0.1", "P!changed@0.5", "P!ended@0.7",
            ])
    }

    @Test("R-7.22: A third finger doesn't count, neither before nor after the beginning.")
    func thirdFinger() {
        let pinch = pinch()
        #expect(
            actions(
                "\(down)@0 2→(+5)@.1 3↓(150,300)@.2 3→(+50)@.3 2→(+10)@.4 3→(+60)@.5 2→(+20)@.6 "
                    + "3↑@.7 1↑&2↑@.8")
                == ["P!began@0.4", "P!changed@0.6", "P!ended@0.8"])
        #expect(pinch.numberOfTouches == 0)
    }

    @Test(
        "R-7.23: 8 of the 10 points don't count, in the direction of the motion.",
        arguments: [(100, 110, 108), (200, 190, 192), (100, 150, 108), (200, 100, 192)])
    func scale(start: Int, end: Int, baseline: Int) {
        let scale = Double(end) / Double(baseline)
        let pinch = pinch()
        var seen: [CGFloat] = []
        pinch.addAction { seen.append($0.scale) }
        _ = actions("1↓(50,50)&2↓(\(50 + start),50)@0 2→(\(50 + end),50)@.1 1↑&2↑@.2")
        #expect(seen.count == 2)
        #expect(seen.allSatisfy { abs($0 - scale) < 1e-9 })
        #expect(pinch.scale == 1)
    }

    @Test("R-7.23: An assigned scale becomes the present scale; a scale of 0 is ignored.")
    func assigning() {
        let pinch = pinch()
        var player = stage.begin("\(down)@0 2→(+100)@.1")
        pinch.scale = 3
        #expect(pinch.scale == 3)
        player.play("2→(+200)@.2")
        #expect(abs(pinch.scale - 4.5) < 1e-9)
        pinch.scale = 0
        #expect(abs(pinch.scale - 4.5) < 1e-9)
    }

    @Test("R-7.25: The velocity is that of the last step, and 0 after the scale is set.")
    func velocity() {
        let pinch = pinch()
        var player = stage.begin("\(down)@0 2→(+10)@.05")
        #expect(abs(pinch.velocity - 0.3704) < 0.0001)
        player.play("2→(+64)@.15")
        #expect(abs(pinch.velocity - 5) < 1e-9)
        player.play("2→(+10)@.25")
        #expect(abs(pinch.velocity + 5) < 1e-9)
        pinch.scale = 1
        #expect(pinch.velocity == 0)
    }

    @Test("R-7.25: A third finger doesn't shorten the last step.")
    func velocityWithThirdFinger() {
        let pinch = pinch()
        stage.begin("\(down)@0 2→(+5)@.05 3↓(150,300)@.09 2→(+10)@.10")
        #expect(abs(pinch.velocity - 0.3704) < 0.0001)
    }

    @Test("R-7.26: The location is between the two fingers, and jumps to the remaining one.")
    func place() {
        let pinch = pinch()
        var player = stage.begin("\(down)@0 2→(+40,20)@.1")
        #expect(pinch.location(in: nil) == CGPoint(170, 60))
        #expect(pinch.location(ofTouch: 1, in: nil) == CGPoint(240, 70))
        player.play("1↑@.2")
        #expect(pinch.location(in: nil) == CGPoint(240, 70))
        #expect(pinch.numberOfTouches == 1)
    }

    @Test("R-7.26: A pinch and a rotation with the same fingers have the same location.")
    func besideRotation() {
        let pinch = pinch()
        let rotation = stage.add("R", UIRotationGestureRecognizer(), to: stage.window)
        let delegate = ScriptedDelegate(simultaneous: true)
        rotation.delegate = delegate
        stage.begin("\(down)@0 2→(200,100)@.1")
        #expect(
            trace.lines.filter { $0.contains("!") } == ["P!began@0.1", "R!began@0.1"])
        #expect(pinch.location(in: nil) == rotation.location(in: nil))
        #expect(delegate.questions.contains("R with P"))
    }
}
