import Testing
import TouchKit
import TouchKitTesting

/// Regressions found by the random play tests: retained touches and undelivered touches.
@Suite("Leftover touches", .serialized)
@MainActor
struct LeftOverTests {
    let stage = Stage()

    /// A recognizer that never fails.
    private final class Onlooker: UIGestureRecognizer {
        var began = 0
        var resets = 0
        var onBegan: (Set<UITouch>, UIEvent) -> Void = { _, _ in }

        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
            began += touches.count
            onBegan(touches, event)
        }

        override func reset() {
            resets += 1
        }
    }

    @Test("A recognizer that never fails withholds the end of a touch for at most five seconds.")
    func onlookerIsBrokenOff() {
        let onlooker = stage.add("O", Onlooker())
        stage.tap(1, at: CGPoint(50, 50), time: 0)
        stage.simulator.advance(to: 4.9)
        stage.trace.expectLines("V.began{1}@0")
        stage.simulator.advance(to: 5.1)
        stage.trace.expectLines("V.began{1}@0", "V.ended{1}@5.05")
        #expect(onlooker.resets == 1)
        #expect(stage.simulator.application.touchAudit.trackedRecords == 0)
    }

    @Test("Fingers are delivered after any number of taps on a recognizer that never fails.")
    func onlookerTakesNoPlaces() {
        stage.add("O", Onlooker())
        for tap in 0..<200 { stage.tap(1, at: CGPoint(50, 50), time: Double(tap) * 0.2) }
        stage.simulator.advance(by: 6)
        #expect(stage.view.touchCounts.began == 200)
        #expect(stage.view.touchCounts.ended == 200)
    }

    @Test("A gesture in progress continues after any number of taps of another finger.")
    func tapsDoNotEndGesture() {
        let pan = stage.add("M", UIPanGestureRecognizer())
        stage.simulator.play("1↓(50,50)@0 1→(80,50)@.1")
        for tap in 1...200 { stage.tap(2, at: CGPoint(100, 100), time: Double(tap) * 0.2) }
        stage.simulator.move(1, to: CGPoint(90, 50))
        #expect(pan.state == .changed)
        #expect(pan.numberOfTouches == 1)
        stage.simulator.up(1)
        #expect(stage.trace.lines.last == "M!ended@40.05")
        #expect(!stage.trace.lines.contains { $0.hasPrefix("M!cancelled") })
        #expect(stage.simulator.application.touchAudit.trackedRecords == 0)
    }

    @Test("A view receives a limited number of samples of a touch withheld for a long time.")
    func withheldSamplesAreLimited() {
        let onlooker = stage.add("O", Onlooker())
        onlooker.delaysTouchesBegan = true
        stage.simulator.down(1, at: CGPoint(0, 50))
        for step in 1...20_000 {
            stage.simulator.advance(by: 1.0 / 240)
            stage.simulator.move(1, to: CGPoint(Double(step) / 200, 50))
        }
        var received: [CGFloat] = []
        stage.view.onMoved = { touches, event in
            for touch in touches {
                let samples = event?.coalescedTouches(for: touch) ?? []
                received += samples.map { $0.location(in: nil).x }
            }
        }
        onlooker.delaysTouchesBegan = false
        #expect((8_192...16_384).contains(received.count))
        #expect(received == received.sorted())
        #expect(received.first.map { $0 < 0.1 } == true)
        #expect(received.last == 100)
    }

    @Test(
        "A recognizer active without fingers is cancelled after five idle seconds."
    )
    func activeWithoutFingersIsCancelled() {
        let recognizer = stage.add("O", Onlooker())
        stage.simulator.down(1, at: CGPoint(50, 50))
        recognizer.state = .began
        stage.simulator.up(1)
        stage.simulator.advance(to: 4.9)
        recognizer.state = .changed
        stage.simulator.advance(to: 9.8)
        #expect(recognizer.state == .changed)
        stage.simulator.advance(to: 10)
        #expect(recognizer.state == .possible)
        #expect(stage.trace.lines.last == "O!cancelled@9.9")
    }

    @Test("A recognizer that ignores its only touch is reset, and the view is notified at once.")
    func ignoringEverythingResets() {
        let recognizer = stage.add("O", Onlooker())
        recognizer.delaysTouchesBegan = true
        recognizer.onBegan = { [unowned recognizer] touches, event in
            for touch in touches { recognizer.ignore(touch, for: event) }
        }
        stage.simulator.down(1, at: CGPoint(50, 50))
        #expect(recognizer.resets == 1)
        stage.trace.expectLines("V.began{1}@0")
    }

    @Test("A recognizer that ignored a touch receives the next one.")
    func nextTouchIsReceived() throws {
        let recognizer = stage.add("O", Onlooker())
        stage.simulator.down(1, at: CGPoint(50, 50))
        recognizer.state = .began
        var ended: (UITouch, UIEvent)?
        recognizer.onBegan = { touches, event in ended = touches.first.map { ($0, event) } }
        stage.simulator.play("2↓(90,50) 2↑")
        let (touch, event) = try #require(ended)
        recognizer.ignore(touch, for: event)
        stage.simulator.play("1↑ 3↓(90,90)")
        #expect(recognizer.began == 3)
    }

    @Test("Withheld touches are delivered when their recognizer stops delaying.")
    func undelayedTouchIsTold() {
        let recognizer = stage.add("O", Onlooker())
        recognizer.delaysTouchesBegan = true
        stage.simulator.down(1, at: CGPoint(50, 50))
        #expect(stage.trace.lines == [])
        recognizer.delaysTouchesBegan = false
        stage.trace.expectLines("V.began{1}@0")
    }

    @Test(
        "A single-touch view receives the next finger after the withheld end of the first."
    )
    func nextFingerWaits() {
        stage.add("O", Onlooker())
        stage.tap(1, at: CGPoint(20, 20), time: 0)
        stage.simulator.down(2, at: CGPoint(180, 180))
        stage.trace.expectLines("V.began{1}@0")
        stage.simulator.up(2)
        stage.simulator.advance(by: 6)
        stage.trace.expectLines(
            "V.began{1}@0", "V.ended{1}@5.05", "V.began{2}@5.05", "V.ended{2}@5.05")
    }

    @Test("Two active recognizers that exclude each other don't share a third finger.")
    func thirdFingerHasOneOwner() {
        let inner = stage.add("inner", UIPanGestureRecognizer())
        let outer = stage.add("outer", UIPanGestureRecognizer(), to: stage.window)
        stage.simulator.play("1↓(50,50) 1→(80,50) 2↓(300,300) 2→(330,300)")
        #expect(inner.state == .began && outer.state == .began)
        stage.simulator.down(3, at: CGPoint(100, 100))
        #expect(inner.numberOfTouches == 2)
        #expect(outer.numberOfTouches == 1)
    }

    @Test("A recognizer removed right after it recognized sends no action.")
    func removedSendsNothing() {
        let first = stage.add("A", UITapGestureRecognizer())
        let second = stage.add("B", UITapGestureRecognizer())
        let delegate = ScriptedDelegate(simultaneous: true)
        first.delegate = delegate
        first.addAction { [stage] _ in stage.view.removeGestureRecognizer(second) }
        stage.tap(1, at: CGPoint(50, 50), time: 0)
        #expect(stage.trace.lines.contains("A!ended@0.05"))
        #expect(!stage.trace.lines.contains("B!ended@0.05"))
    }

    @Test("A touch can be claimed before its window has passed the event on.")
    func claimInAnotherWindow() {
        let pan = stage.add("M", UIPanGestureRecognizer())
        let second = UIWindow(frame: CGRect(x: 200, y: 0, width: 200, height: 400))
        second.isHidden = false
        let other = stage.add("other", 0, 0, 200, 400, to: second)
        let held = stage.add("O", Onlooker(), to: other)
        pan.addAction { _ in held.state = .began }
        stage.simulator.play("1↓(50,50) 2↓(300,50) 1→(90,50)&2→(340,50)")
        #expect(stage.trace.lines.suffix(1) == ["other.cancelled{2}@0"])
        #expect(held.state == .began)
    }

    @Test("The log contains the name of a recognizer that is reset.")
    func logNamesWhoIsReset() {
        var lines: [String] = []
        stage.simulator.application.gestureLog = { lines.append($0) }
        stage.add("tap", UITapGestureRecognizer())
        stage.tap(1, at: CGPoint(50, 50), time: 0)
        #expect(lines.last == "0.050000  tap  ended → reset → possible  (R-4.5)")
    }
}
