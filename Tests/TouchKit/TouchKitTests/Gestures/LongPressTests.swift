import Testing
import TouchKit
import TouchKitTesting

/// Long presses within and beyond their limits.
@Suite("Long press", .serialized)
@MainActor
struct LongPressTests: StageSuite {
    let stage = Stage()

    private func press(taps: Int = 0, fingers: Int = 1) -> UILongPressGestureRecognizer {
        let press = UILongPressGestureRecognizer()
        press.numberOfTapsRequired = taps
        press.numberOfTouchesRequired = fingers
        return stage.add("L", press)
    }

    @Test("R-7.7: By default a press takes half a second, 10 points, one finger and no taps.")
    func defaults() {
        let press = UILongPressGestureRecognizer()
        #expect(press.minimumPressDuration == 0.5)
        #expect(press.allowableMovement == 10)
        #expect(press.numberOfTouchesRequired == 1)
        #expect(press.numberOfTapsRequired == 0)
    }

    @Test(
        "R-7.7: A press begins by itself when its duration is over, not before.",
        arguments: [0.2, 0.5, 2] as [Double])
    func duration(seconds: Double) {
        press().minimumPressDuration = seconds
        #expect(actions("1↓(50,50)@0 1↑@\(seconds - 0.001)") == [])
        let began = seconds == 2 ? "12" : "\(10 + seconds)"
        #expect(
            actions("1↓(50,50)@10 1↑@13") == [
                "L!began@\(began)", "L!ended@13",
            ])
    }

    @Test("R-7.7: The taps come first, then the press.")
    func tapsFirst() {
        _ = press(taps: 1)
        #expect(actions("1↓(50,50)@0 1↑@1") == [])
        #expect(
            actions("1↓(50,50)@10 1↑@10.05 1↓(50,50)@10.2 1↑@11") == [
                "L!began@10.7", "L!ended@11",
            ])
        // A further tap, or a press that comes too late, isn't recognized.
        #expect(actions("1↓(50,50)@20 1↑@20.05 1↓(50,50)@20.2 1↑@20.25") == [])
        #expect(actions("1↓(50,50)@30 1↑@30.05 1↓(50,50)@30.41 1↑@32") == [])
    }

    @Test("R-7.7: All fingers have to press; the duration starts with the last contact.")
    func twoFingers() {
        _ = press(fingers: 2)
        #expect(
            actions("1↓(50,50)@0 2↓(90,50)@.2 1↑@1 2↑@1.1") == ["L!began@0.7", "L!ended@1"])
        #expect(actions("1↓(50,50)@10 1↑@12") == [])
        #expect(actions("1↓(50,50)&2↓(90,50)&3↓(20,50)@20 1↑&2↑&3↑@22") == [])
        #expect(actions("1↓(50,50)@30 2↓(90,50)@30.2 2↑@30.4 1↑@32") == [])
    }

    @Test(
        "R-7.8: Until the press begins, a finger may move as far as allowableMovement.",
        arguments: [(10, 10, true), (10, 10.1, false), (30, 30, true), (30, 30.1, false)]
            as [(Double, Double, Bool)])
    func movementBefore(allowed: Double, distance: Double, begins: Bool) {
        press().allowableMovement = allowed
        let actions = actions("1↓(50,50)@0 1→(\(50 + distance),50)@.2 1↑@1")
        #expect(actions.isEmpty != begins)
    }

    @Test("R-7.8: A press that has begun has no movement limit, and each move is a change.")
    func movementAfter() {
        _ = press(fingers: 2)
        #expect(
            actions("1↓(50,50)&2↓(90,50)@0 1→(+100)@.6 2→(+80)@.7 1→(+0)&2→(+0)@.8 1↑@.9 2↑@1") == [
                "L!began@0.5", "L!changed@0.6", "L!changed@0.7", "L!changed@0.8", "L!ended@0.9",
            ])
    }

    @Test("R-7.9: A press ends when one of its fingers is lifted, not when other fingers are.")
    func ending() {
        _ = press(fingers: 2)
        #expect(
            actions("1↓(50,50)&2↓(90,50)@0 3↓(20,50)@.6 3↑@.7 2↑@.8 1↑@.9") == [
                "L!began@0.5", "L!ended@0.8",
            ])
    }

    @Test(
        "R-7.9: A press without duration begins at the contact, before the view's callback."
    )
    func noTime() {
        press().minimumPressDuration = 0
        stage.play("1↓(50,50)@0 1→(+50)@.1 1↑@.2")
        trace.expectLines("L!began@0", "L!changed@0.1", "L!ended@0.2")
    }

    @Test("R-8.8: A lift at exactly the end of the duration is handled before the timer.")
    func liftAtTheMoment() {
        _ = press()
        let finger = TouchFrames()
        simulator.application.deliver(finger.down(at: 0))
        simulator.application.deliver(finger.up(at: 0.5))
        #expect(trace.lines.contains { $0.hasPrefix("V.ended") })
        #expect(trace.lines.filter { $0.contains("!") } == [])
    }

    @Test(
        "R-8.8: A lift that is delivered late is handled after the calls that were due before it.")
    func lateLift() {
        _ = press()
        let finger = TouchFrames()
        simulator.application.deliver(finger.down(at: 0))
        simulator.application.deliver(finger.up(at: 0.6))
        let actions = trace.lines.filter { $0.contains("!") }.map { $0.split(separator: "@")[0] }
        #expect(actions == ["L!began", "L!ended"])
    }

    @Test("R-4.17: The location of a press follows its fingers.")
    func place() {
        let press = press()
        var places: [CGPoint] = []
        press.addAction { places.append($0.location(in: $0.view)) }
        _ = actions("1↓(50,50)@0 1→(+5)@.2 1→(+70,20)@.6 1↑@.7")
        #expect(places == [CGPoint(55, 50), CGPoint(120, 70), CGPoint(120, 70)])
    }
}
