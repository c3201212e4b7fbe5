import Testing
import TouchKit
import TouchKitTesting

/// The golden traces of taps: every callback, action and time, in order.
@Suite("Golden traces: taps", .serialized)
@MainActor
struct TapTraces: StageSuite {
    let stage = Stage()

    func single() -> UITapGestureRecognizer { stage.add("T", UITapGestureRecognizer()) }

    func double() -> UITapGestureRecognizer {
        let double = UITapGestureRecognizer()
        double.numberOfTapsRequired = 2
        return stage.add("D", double)
    }

    let oneTap = "1↓(50,50)@0 1↑@.05"
    let twoTaps = "1↓(50,50)@0 1↑@.05 1↓(50,50)@.20 1↑@.25"

    @Test("G-17: A tap delivers began, its action, and cancelled.")
    func tap() {
        let tap = single()
        stage.simulator.play("1↓(50,50)@0 1↑@.10")
        #expect(tap.state == .possible)
        stage.simulator.advance(by: 2)
        trace.expectLines("V.began{1}@0", "T!ended@0.1", "V.cancelled{1}@0.1")
    }

    @Test("G-18: A finger that moves too far is no tap.")
    func wandering() {
        _ = single()
        stage.play("1↓(50,50)@0 1→(110,50)@.05 1↑@.10")
        trace.expectLines("V.began{1}@0", "V.moved{1}@0.05", "V.ended{1}@0.1")
    }

    @Test("G-19: A finger that stays too long is no tap.")
    func held() {
        _ = single()
        stage.play("1↓(50,50)@0 1↑@2.0")
        trace.expectLines("V.began{1}@0", "V.ended{1}@2")
    }

    @Test("G-20: A double tap delivers began, its action, and cancelled.")
    func doubleTap() {
        _ = double()
        stage.play(twoTaps)
        #expect(trace.lines == ["V.began{1}@0", "D!ended@0.25", "V.cancelled{1}@0.25"])
    }

    @Test("G-21: After one of two taps, the view receives the end when the second tap times out.")
    func halfADoubleTap() {
        _ = double()
        stage.play(oneTap)
        #expect(trace.lines == ["V.began{1}@0", "V.ended{1}@0.4"])
    }

    @Test(
        "G-22: A double tap that delays the beginning: the touch arrives late, or never."
    )
    func delayedBeginning() {
        let double = double()
        double.delaysTouchesBegan = true
        var places: [CGPoint] = []
        stage.view.onBegan = { touches, _ in
            places += touches.map { $0.location(in: nil) }
        }
        stage.play("1↓(50,50)@0 1↑@.05")
        trace.expectRemovedLines("V.began{1}@0.4", "V.ended{1}@0.4")
        #expect(places == [CGPoint(50, 50)])
        stage.play("1↓(50,50)@10 1↑@10.05 1↓(50,50)@10.20 1↑@10.25")
        trace.expectLines("D!ended@10.25")
    }

    @Test("G-23: A double tap that doesn't delay the end.")
    func undelayedEnd() {
        double().delaysTouchesEnded = false
        stage.play(twoTaps)
        #expect(
            trace.lines == [
                "V.began{1}@0", "V.ended{1}@0.05", "V.began{1}@0.2", "D!ended@0.25",
                "V.cancelled{1}@0.25",
            ])
    }

    @Test("G-24: A single tap that requires the double tap to fail.")
    func singleAfterDouble() {
        let double = double()
        let single = single()
        double.delaysTouchesBegan = true
        single.delaysTouchesBegan = true
        single.require(toFail: double)
        stage.play(oneTap)
        trace.expectRemovedLines("T!ended@0.4")
        stage.play("1↓(50,50)@10 1↑@10.05 1↓(50,50)@10.20 1↑@10.25")
        trace.expectLines("D!ended@10.25")
    }

    @Test("G-25: Without a requirement both act, the single tap first.")
    func singleAndDouble() {
        _ = double()
        _ = single()
        stage.play(twoTaps)
        trace.expectLines(
            "V.began{1}@0", "T!ended@0.05", "V.cancelled{1}@0.05", "V.began{1}@0.2", "D!ended@0.25",
            "V.cancelled{1}@0.25")
    }

    @Test("G-26: A two-finger tap on a single-touch view.")
    func twoFingers() {
        let tap = single()
        tap.numberOfTouchesRequired = 2
        var place = CGPoint.zero
        tap.addAction { place = $0.location(in: nil) }
        stage.play("1↓(50,50)@0 2↓(90,70)@.05 1↑@.10 2↑@.12")
        trace.expectLines("V.began{1}@0", "T!ended@0.12", "V.cancelled{1}@0.12")
        #expect(place == CGPoint(70, 60))
    }

    @Test("G-27: Of two taps, the one of the subview wins.")
    func childFirst() {
        _ = single()
        let child = stage.add("C", 0, 0, 100, 100, to: stage.view)
        stage.add("T'", UITapGestureRecognizer(), to: child)
        stage.play("1↓(50,50)@0 1↑@.10")
        trace.expectLines("C.began{1}@0", "T'!ended@0.1", "C.cancelled{1}@0.1")
    }

    @Test("G-28: A recognizer that doesn't receive the touch has no effect.")
    func refused() {
        let tap = single()
        let delegate = ScriptedDelegate()
        delegate.receivesTouch = { _, _ in false }
        tap.delegate = delegate
        stage.play("1↓(50,50)@0 1↑@.10")
        trace.expectLines("V.began{1}@0", "V.ended{1}@0.1")
        #expect(delegate.questions == ["T receives event", "T receives touch"])
    }

    @Test("G-29: A tap that cancels nothing acts before the view receives the end.")
    func notCancelling() {
        single().cancelsTouchesInView = false
        stage.play("1↓(50,50)@0 1↑@.10")
        #expect(trace.lines == ["V.began{1}@0", "T!ended@0.1", "V.ended{1}@0.1"])
    }
}
