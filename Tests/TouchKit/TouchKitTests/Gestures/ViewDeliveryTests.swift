import Testing
import TouchKit
import TouchKitTesting

/// The delivery to views of touches that recognizers receive as well, beyond the tables.
@Suite("View delivery", .serialized)
@MainActor
struct ViewDeliveryTests: StageSuite {
    let stage = Stage()

    private func double(_ name: String = "D", to target: UIView? = nil) -> UITapGestureRecognizer {
        let double = UITapGestureRecognizer()
        double.numberOfTapsRequired = 2
        return stage.add(name, double, to: target)
    }

    @Test(
        "R-5.2: Each view gets one cancellation with its claimed touches; others keep theirs."
    )
    func severalViews() {
        view.isMultipleTouchEnabled = true
        _ = stage.add("C", 100, 100, 50, 50, to: view)
        _ = stage.add("W", 200, 200, 100, 100)
        stage.add("M", UIPanGestureRecognizer())
        stage.begin(
            "1↓(10,10)&2↓(50,50)&3↓(120,120)&4↓(250,250)@0 1→(+45)&4→(+5)@.1 2→(+9)&3→(+9)@.2")
        trace.expectLines(
            "V.began{1,2}@0", "C.began{3}@0", "W.began{4}@0", "M!began@0.1", "V.cancelled{1,2}@0.1",
            "C.cancelled{3}@0.1", "W.moved{4}@0.1", "M!changed@0.2")
    }

    @Test("R-5.3: The action comes first, then the cancellation, and nothing else in that frame.")
    func actionFirst() {
        stage.add("M", UIPanGestureRecognizer())
        _ = stage.begin("1↓(50,50)@0 1→(+20)@.1")
        #expect(trace.lines == ["V.began{1}@0", "M!began@0.1", "V.cancelled{1}@0.1"])
    }

    @Test(
        "R-5.4: Without cancellation, the action precedes the view's callback in each frame."
    )
    func actionBeforeView() {
        let press = stage.manual("R")
        press.pressesAtOnce()
        press.trace = nil
        press.cancelsTouchesInView = false
        stage.play("1↓(50,50)@0 1→(+9)@.1 1↑@.2")
        trace.expectLines(
            "R!began@0", "V.began{1}@0", "R!changed@0.1", "V.moved{1}@0.1", "R!ended@0.2",
            "V.ended{1}@0.2")
    }

    /// A tap that delays the beginning times out at 0.75 s.
    @Test(
        "R-5.5, R-5.6: A withheld touch is delivered with its locations, times and samples."
    )
    func lateTouches() {
        stage.add("T", UITapGestureRecognizer()).delaysTouchesBegan = true
        var told: [String] = []
        func note(_ touches: Set<UITouch>, _ event: UIEvent?) {
            guard let touch = touches.first, let event else { return }
            let now = touch.location(in: nil).x
            let before = touch.previousLocation(in: nil).x
            let samples = (event.coalescedTouches(for: touch) ?? []).map {
                "\($0.location(in: nil).x)@\($0.timestamp)"
            }
            told.append("\(touch.phase) \(before)→\(now)@\(touch.timestamp) \(samples)")
            #expect(event.timestamp == simulator.time)
            #expect(event.allTouches == touches)
        }
        view.onBegan = note
        view.onMoved = note
        stage.begin("1↓(50,50)@0 1→(+2)@.1 1→(+3)@.2 1→(+6)@.3")
        #expect(trace.lines == [])
        simulator.advance(to: 1)
        trace.expectRemovedLines("V.began{1}@0.75", "V.moved{1}@0.75")
        #expect(
            told == [
                "began 50.0→50.0@0.0 [\"50.0@0.0\"]",
                "moved 50.0→56.0@0.3 [\"52.0@0.1\", \"53.0@0.2\", \"56.0@0.3\"]",
            ])
        told = []
        simulator.move(1, to: CGPoint(60, 50))
        #expect(told == ["moved 56.0→60.0@1.0 [\"60.0@1.0\"]"])
    }

    @Test("R-5.5: The samples of a withheld tap are delivered after another tap has begun.")
    func samplesOfEarlierTap() {
        let tap = stage.add("T", UITapGestureRecognizer())
        tap.numberOfTapsRequired = 2
        tap.delaysTouchesBegan = true
        var places: [CGFloat] = []
        view.onMoved = { touches, event in
            for touch in touches {
                places += (event?.coalescedTouches(for: touch) ?? []).map { $0.location(in: nil).x }
            }
        }
        stage.begin("1↓(50,50)@0 1→(+2)@.01 1→(+4)@.02 1↑@.05 2↓(50,50)@.2", until: 2)
        #expect(places == [52, 54])
    }

    @Test("R-5.5: A finger that is back at its start when the view is notified hasn't moved.")
    func thereAndBack() {
        stage.add("T", UITapGestureRecognizer()).delaysTouchesBegan = true
        stage.play("1↓(50,50)@0 1→(+3)@.1 1→(+0)@.2 1↑@.9")
        trace.expectLines("V.began{1}@0.75", "V.ended{1}@0.9")
    }

    @Test("R-5.5: The samples of frames that the display rate merged are included.")
    func lateSamplesOfMergedFrames() {
        simulator.displayRate = 60
        stage.add("T", UITapGestureRecognizer()).delaysTouchesBegan = true
        var places: [CGFloat] = []
        view.onMoved = { touches, event in
            for touch in touches {
                places += (event?.coalescedTouches(for: touch) ?? []).map { $0.location(in: nil).x }
            }
        }
        simulator.down(1, at: CGPoint(0, 50))
        for step in 1...30 {
            simulator.advance(by: 1.0 / 240)
            simulator.move(1, to: CGPoint(Double(step) / 4, 50))
        }
        simulator.advance(to: 2)
        #expect(places == (1...30).map { CGFloat($0) / 4 })
    }

    @Test("R-5.7: Only a recognizer with delaysTouchesEnded withholds the end.")
    func delayedEnd() {
        let recognizer = stage.manual("R")
        recognizer.trace = nil
        stage.begin("1↓(50,50)@0 1↑@.1")
        trace.expectRemovedLines("V.began{1}@0")
        simulator.advance(to: 0.5)
        recognizer.state = .failed
        trace.expectRemovedLines("V.ended{1}@0.5")
        recognizer.delaysTouchesEnded = false
        stage.begin("1↓(150,50)@10 1↑@10.1")
        trace.expectLines("V.began{1}@10", "V.ended{1}@10.1")
    }

    @Test("R-5.8: The tap after a withheld end is delivered after it, in order.")
    func queuedTap() {
        _ = double()
        stage.play("1↓(50,50)@0 1↑@.05 1↓(50,50)@.20 1↑@1.2")
        trace.expectLines("V.began{1}@0", "V.ended{1}@0.95", "V.began{1}@0.95", "V.ended{1}@1.2")
    }

    @Test("R-5.9: A touch is withheld until the last recognizer that delays it has failed.")
    func lastDelay() {
        let (one, two) = (stage.manual("A"), stage.manual("B"))
        for recognizer in [one, two] {
            recognizer.trace = nil
            recognizer.delaysTouchesBegan = true
        }
        stage.begin("1↓(50,50)@0", until: 0.2)
        one.state = .failed
        #expect(trace.lines == [])
        simulator.advance(to: 0.4)
        two.state = .failed
        trace.expectLines("V.began{1}@0.4")
    }

    @Test("R-5.9: The first recognition decides, even if other recognizers would delay longer.")
    func firstRecognition() {
        let (one, two) = (stage.manual("A"), stage.manual("B"))
        two.delaysTouchesBegan = true
        one.onMoved = { recognizer, _, _ in recognizer.state = .ended }
        stage.begin("1↓(50,50)@0 1→(+9)@.1 1→(+20)@.2 1↑@.3")
        #expect(trace.lines.contains("A!ended@0.1"))
        #expect(trace.lines.filter { $0.hasPrefix("V") } == [])
        #expect(two.state == .possible)
    }

    @Test("R-5.10: A recognizer that fails with the lift delays nothing.")
    func failingWithTheLift() {
        stage.add("M", UIPanGestureRecognizer())
        stage.add("S", UISwipeGestureRecognizer())
        stage.add("L", UILongPressGestureRecognizer())
        stage.play("1↓(50,50)@0 1↑@.1")
        trace.expectLines("V.began{1}@0", "V.ended{1}@0.1")
    }

    @Test("R-5.11: A claimed touch remains claimed until the lift; the next touch is delivered.")
    func claimedUntilLift() {
        stage.add("S", UISwipeGestureRecognizer())
        stage.play("1↓(20,50)@0 1→(+60)@.1 1→(+90)@.2 1↑@.3 1↓(150,150)@.4")
        trace.expectLines("V.began{1}@0", "S!ended@0.1", "V.cancelled{1}@0.1", "V.began{1}@0.4")
    }

    @Test("R-5.12: Withheld touches are discarded when the system cancels them.")
    func systemCancellation() {
        stage.add("T", UITapGestureRecognizer()).delaysTouchesBegan = true
        stage.play("1↓(50,50)@0 1→(+3)@.1 1✕@.2")
        #expect(trace.lines == [])
    }

    @Test("R-5.13: Delaying the end doesn't affect a finger that stays down.")
    func stayingFinger() {
        _ = double()
        stage.begin("1↓(50,50)@0 1→(+3)@.1 1→(+6)@1.5")
        trace.expectLines("V.began{1}@0", "V.moved{1}@0.1", "V.moved{1}@1.5")
    }

    @Test("R-5.13: Delaying the beginning lasts as long as the tap may take.")
    func stayingFingerDelayed() {
        stage.add("T", UITapGestureRecognizer()).delaysTouchesBegan = true
        stage.begin("1↓(50,50)@0", until: 0.749)
        #expect(trace.lines == [])
        simulator.advance(to: 2)
        trace.expectLines("V.began{1}@0.75")
    }

    @Test(
        "R-5.14: Late touches carry the event of their sequence, which contains all other touches.")
    func lateEvent() {
        _ = double().delaysTouchesBegan = true
        let other = stage.add("W", 200, 200, 100, 100)
        var event: UIEvent?
        other.onBegan = { event = $1 }
        var phases: [String] = []
        view.onBegan = { [simulator] touches, late in
            #expect(late === event)
            #expect(late?.allTouches?.count == 2)
            phases += touches.map { "\($0.phase) of \(simulator.finger(of: $0) ?? 0)" }
        }
        view.onEnded = { touches, late in
            #expect(late === event)
            #expect(late?.allTouches?.isSuperset(of: touches) == true)
            phases += touches.map { "\($0.phase)" }
        }
        stage.play("2↓(250,250)@0 1↓(50,50)@.1 1↑@.15")
        #expect(phases == ["began of 1", "ended"])
        #expect(event?.allTouches?.count == 1)
    }

    @Test("R-5.14: With no finger down, late touches carry the event in which they began.")
    func lateEventAfterTheSequence() {
        _ = double()
        var events: [UIEvent] = []
        view.onBegan = { _, event in events += [event].compactMap { $0 } }
        view.onEnded = { _, event in events += [event].compactMap { $0 } }
        stage.play("1↓(50,50)@0 1↑@.05")
        trace.expectLines("V.began{1}@0", "V.ended{1}@0.4")
        #expect(events.count == 2)
        #expect(events.first === events.last)
    }

    @Test("R-5.14: Late touches of one view in one phase share a call.")
    func lateTogether() {
        view.isMultipleTouchEnabled = true
        let recognizer = stage.manual("R")
        recognizer.trace = nil
        recognizer.delaysTouchesBegan = true
        stage.begin("1↓(50,50)@0 2↓(90,90)@.1 1→(+9)@.2 2→(+9)@.3 2↑@.4")
        recognizer.state = .failed
        trace.expectLines("V.began{1,2}@0.4", "V.moved{1,2}@0.4", "V.ended{2}@0.4")
    }

    @Test("R-5.15: A finger that joins an active gesture is never delivered to its view.")
    func joiningFinger() {
        view.isMultipleTouchEnabled = true
        stage.add("M", UIPanGestureRecognizer())
        stage.play("1↓(50,50)@0 1→(+20)@.1 2↓(90,90)@.2 2→(+9)@.3 1↑@.4 2↑@.5")
        trace.expectLines(
            "V.began{1}@0", "M!began@0.1", "V.cancelled{1}@0.1", "M!changed@0.3", "M!ended@0.5")
    }

    @Test("R-5.15: A finger that the gesture ignores is delivered to its view.")
    func refusedFinger() {
        let pan = stage.add("M", UIPanGestureRecognizer())
        pan.maximumNumberOfTouches = 1
        stage.play("1↓(50,50)@0 1→(+20)@.1 2↓(90,90)@.2 2→(+9)@.3 2↑@.4 1↑@.5")
        trace.expectLines(
            "V.began{1}@0", "M!began@0.1", "V.cancelled{1}@0.1", "V.began{2}@0.2", "V.moved{2}@0.3",
            "V.ended{2}@0.4", "M!ended@0.5")
    }

    @Test("R-1.16: A claimed touch has no view any more, but still has a window.")
    func viewOfAClaimedTouch() throws {
        let pan = stage.add("M", UIPanGestureRecognizer())
        var known: UITouch?
        view.onBegan = { touches, _ in known = touches.first }
        view.onCancelled = { [view] touches, _ in #expect(touches.first?.view === view) }
        var player = stage.begin("1↓(50,50)@0")
        let touch = try #require(known)
        #expect(touch.view === view)
        player.play("1→(+20)@.1")
        #expect(trace.lines.contains("V.cancelled{1}@0.1"))
        #expect(touch.view == nil)
        #expect(touch.window === stage.window)
        player.play("1↑@.2")
        pan.cancelsTouchesInView = false
        player.play("1↓(150,50)@2 1→(+20)@2.1")
        #expect(known?.view === view)
    }

    @Test(
        "R-1.25: On system cancellation, recognizers are notified and act before views."
    )
    func recognizersFirst() {
        let recognizer = stage.manual("R")
        recognizer.pressesAtOnce()
        recognizer.cancelsTouchesInView = false
        stage.begin("1↓(50,50)@0")
        _ = trace.removeLines()
        simulator.application.resignActive()
        trace.expectLines("R.cancelled{1}@0", "R!cancelled@0", "V.cancelled{1}@0")
        #expect(recognizer.state == .possible)
    }
}
