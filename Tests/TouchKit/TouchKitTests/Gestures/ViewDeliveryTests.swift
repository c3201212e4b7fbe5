import Testing
import TouchKit
import TouchKitTesting

/// What views hear of touches that recognizers see as well, beyond the tables.
@Suite("Recognizers and views", .serialized)
@MainActor
struct ViewDeliveryTests {
    let stage = Stage()
    var simulator: TouchSimulator { stage.simulator }
    var trace: TouchTrace { stage.trace }
    var view: RecorderView { stage.view }

    private func double(_ name: String = "D", to target: UIView? = nil) -> UITapGestureRecognizer {
        let double = UITapGestureRecognizer()
        double.numberOfTapsRequired = 2
        return stage.add(name, double, to: target)
    }

    @Test("R-5.2: each view hears once of all its touches that are taken away; others keep theirs.")
    func severalViews() {
        view.isMultipleTouchEnabled = true
        _ = stage.add("C", 100, 100, 50, 50, to: view)
        _ = stage.add("W", 200, 200, 100, 100)
        stage.add("M", UIPanGestureRecognizer())
        _ = stage.begin(
            "1↓(10,10)&2↓(50,50)&3↓(120,120)&4↓(250,250)@0 1→(+45)&4→(+5)@.1 2→(+9)&3→(+9)@.2")
        #expect(
            trace.lines == [
                "V.began{1,2}@0", "C.began{3}@0", "W.began{4}@0", "M!began@0.1",
                "V.cancelled{1,2}@0.1", "C.cancelled{3}@0.1", "W.moved{4}@0.1", "M!changed@0.2",
            ])
    }

    @Test("R-5.3: first the action, then the cancelled touches, and nothing else in that frame.")
    func actionFirst() {
        stage.add("M", UIPanGestureRecognizer())
        _ = stage.begin("1↓(50,50)@0 1→(+20)@.1")
        #expect(trace.lines == ["V.began{1}@0", "M!began@0.1", "V.cancelled{1}@0.1"])
    }

    @Test("R-5.4: where nothing is cancelled, the action comes before the view in each frame.")
    func actionBeforeView() {
        let press = stage.manual("R")
        press.pressesAtOnce()
        press.trace = nil
        press.cancelsTouchesInView = false
        stage.play("1↓(50,50)@0 1→(+9)@.1 1↑@.2")
        #expect(
            trace.lines == [
                "R!began@0", "V.began{1}@0", "R!changed@0.1", "V.moved{1}@0.1", "R!ended@0.2",
                "V.ended{1}@0.2",
            ])
    }

    /// A tap that delays the beginning times out at 0.75 s.
    @Test("R-5.5, R-5.6: what was withheld is told with its own places, times and all its samples.")
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
        _ = stage.begin("1↓(50,50)@0 1→(+2)@.1 1→(+3)@.2 1→(+6)@.3")
        #expect(trace.lines == [])
        simulator.advance(to: 1)
        #expect(trace.take() == ["V.began{1}@0.75", "V.moved{1}@0.75"])
        #expect(
            told == [
                "began 50.0→50.0@0.0 [\"50.0@0.0\"]",
                "moved 50.0→56.0@0.3 [\"52.0@0.1\", \"53.0@0.2\", \"56.0@0.3\"]",
            ])
        told = []
        simulator.move(1, to: CGPoint(60, 50))
        #expect(told == ["moved 56.0→60.0@1.0 [\"60.0@1.0\"]"])
    }

    @Test("R-5.5: a finger that is where it came down when the view hears of it hasn't moved.")
    func thereAndBack() {
        stage.add("T", UITapGestureRecognizer()).delaysTouchesBegan = true
        stage.play("1↓(50,50)@0 1→(+3)@.1 1→(+0)@.2 1↑@.9")
        #expect(trace.lines == ["V.began{1}@0.75", "V.ended{1}@0.9"])
    }

    @Test("R-5.5: all samples of frames that the display merged are there as well.")
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

    @Test("R-5.7: a recognizer that doesn't delay the end holds nothing back; one that does, does.")
    func delayedEnd() {
        let recognizer = stage.manual("R")
        recognizer.trace = nil
        _ = stage.begin("1↓(50,50)@0 1↑@.1")
        #expect(trace.take() == ["V.began{1}@0"])
        simulator.advance(to: 0.5)
        recognizer.state = .failed
        #expect(trace.take() == ["V.ended{1}@0.5"])
        recognizer.delaysTouchesEnded = false
        _ = stage.begin("1↓(150,50)@10 1↑@10.1")
        #expect(trace.lines == ["V.began{1}@10", "V.ended{1}@10.1"])
    }

    @Test("R-5.8: the tap that follows a withheld end waits behind it, in order.")
    func queuedTap() {
        _ = double()
        stage.play("1↓(50,50)@0 1↑@.05 1↓(50,50)@.20 1↑@1.2")
        #expect(
            trace.lines == [
                "V.began{1}@0", "V.ended{1}@0.95", "V.began{1}@0.95", "V.ended{1}@1.2",
            ])
    }

    @Test("R-5.9: a touch is withheld until the last one that delays it has failed.")
    func lastDelay() {
        let (one, two) = (stage.manual("A"), stage.manual("B"))
        for recognizer in [one, two] {
            recognizer.trace = nil
            recognizer.delaysTouchesBegan = true
        }
        _ = stage.begin("1↓(50,50)@0")
        simulator.advance(to: 0.2)
        one.state = .failed
        #expect(trace.lines == [])
        simulator.advance(to: 0.4)
        two.state = .failed
        #expect(trace.lines == ["V.began{1}@0.4"])
    }

    @Test("R-5.9: the first that recognizes decides, whoever else would delay.")
    func firstRecognition() {
        let (one, two) = (stage.manual("A"), stage.manual("B"))
        two.delaysTouchesBegan = true
        one.onMoved = { recognizer, _, _ in recognizer.state = .ended }
        _ = stage.begin("1↓(50,50)@0 1→(+9)@.1 1→(+20)@.2 1↑@.3")
        #expect(trace.lines.filter { $0.hasPrefix("V") } == [])
        #expect(two.state == .possible)
    }

    @Test("R-5.10: who fails with the lift delays nothing.")
    func failingWithTheLift() {
        stage.add("M", UIPanGestureRecognizer())
        stage.add("S", UISwipeGestureRecognizer())
        stage.add("L", UILongPressGestureRecognizer())
        stage.play("1↓(50,50)@0 1↑@.1")
        #expect(trace.lines == ["V.began{1}@0", "V.ended{1}@0.1"])
    }

    @Test("R-5.11: a touch that was taken away stays so until lifted; the next one comes.")
    func takenForGood() {
        stage.add("S", UISwipeGestureRecognizer())
        stage.play("1↓(20,50)@0 1→(+60)@.1 1→(+90)@.2 1↑@.3 1↓(150,150)@.4")
        #expect(
            trace.lines == [
                "V.began{1}@0", "S!ended@0.1", "V.cancelled{1}@0.1", "V.began{1}@0.4",
            ])
    }

    @Test("R-5.12: what was withheld is lost when the system takes the touch back.")
    func takenBack() {
        stage.add("T", UITapGestureRecognizer()).delaysTouchesBegan = true
        stage.play("1↓(50,50)@0 1→(+3)@.1 1✕@.2")
        #expect(trace.lines == [])
    }

    @Test("R-5.13: delaying the end does nothing to a finger that stays.")
    func stayingFinger() {
        _ = double()
        _ = stage.begin("1↓(50,50)@0 1→(+3)@.1 1→(+6)@1.5")
        #expect(trace.lines == ["V.began{1}@0", "V.moved{1}@0.1", "V.moved{1}@1.5"])
    }

    @Test("R-5.13: delaying the beginning lasts as long as the tap may take.")
    func stayingFingerDelayed() {
        stage.add("T", UITapGestureRecognizer()).delaysTouchesBegan = true
        _ = stage.begin("1↓(50,50)@0")
        simulator.advance(to: 0.749)
        #expect(trace.lines == [])
        simulator.advance(to: 2)
        #expect(trace.lines == ["V.began{1}@0.75"])
    }

    @Test("R-5.14: late touches come with the event of the sequence, and all others in it.")
    func lateEvent() throws {
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

    @Test("R-5.14: with no finger down, late touches come with the event that they began in.")
    func lateEventAfterTheSequence() {
        _ = double()
        var events: [UIEvent] = []
        view.onBegan = { _, event in events += [event].compactMap { $0 } }
        view.onEnded = { _, event in events += [event].compactMap { $0 } }
        stage.play("1↓(50,50)@0 1↑@.05")
        #expect(trace.lines == ["V.began{1}@0", "V.ended{1}@0.4"])
        #expect(events.first === events.last)
    }

    @Test("R-5.14: late touches of one view in one phase share a call.")
    func lateTogether() {
        view.isMultipleTouchEnabled = true
        let recognizer = stage.manual("R")
        recognizer.trace = nil
        recognizer.delaysTouchesBegan = true
        _ = stage.begin("1↓(50,50)@0 2↓(90,90)@.1 1→(+9)@.2 2→(+9)@.3 2↑@.4")
        recognizer.state = .failed
        #expect(
            trace.lines == ["V.began{1,2}@0.4", "V.moved{1,2}@0.4", "V.ended{2}@0.4"])
    }

    @Test("R-5.15: a finger that joins a gesture under way never reaches its view.")
    func joiningFinger() {
        view.isMultipleTouchEnabled = true
        stage.add("M", UIPanGestureRecognizer())
        stage.play("1↓(50,50)@0 1→(+20)@.1 2↓(90,90)@.2 2→(+9)@.3 1↑@.4 2↑@.5")
        #expect(
            trace.lines == [
                "V.began{1}@0", "M!began@0.1", "V.cancelled{1}@0.1", "M!changed@0.3",
                "M!ended@0.5",
            ])
    }

    @Test("R-5.15: a finger that the gesture doesn't take does reach its view.")
    func refusedFinger() {
        let pan = stage.add("M", UIPanGestureRecognizer())
        pan.maximumNumberOfTouches = 1
        stage.play("1↓(50,50)@0 1→(+20)@.1 2↓(90,90)@.2 2→(+9)@.3 2↑@.4 1↑@.5")
        #expect(
            trace.lines == [
                "V.began{1}@0", "M!began@0.1", "V.cancelled{1}@0.1", "V.began{2}@0.2",
                "V.moved{2}@0.3", "V.ended{2}@0.4", "M!ended@0.5",
            ])
    }

    @Test("R-1.16: a touch that was taken away has no view any more, but its window.")
    func viewOfATakenTouch() throws {
        let pan = stage.add("M", UIPanGestureRecognizer())
        var known: UITouch?
        view.onBegan = { touches, _ in known = touches.first }
        view.onCancelled = { [view] touches, _ in #expect(touches.first?.view === view) }
        var player = stage.begin("1↓(50,50)@0")
        let touch = try #require(known)
        #expect(touch.view === view)
        player.play("1→(+20)@.1")
        #expect(touch.view == nil)
        #expect(touch.window === stage.window)
        player.play("1↑@.2")
        pan.cancelsTouchesInView = false
        player.play("1↓(150,50)@2 1→(+20)@2.1")
        #expect(known?.view === view)
    }

    @Test("R-1.25: taken back, recognizers hear of it before views, and act before them.")
    func recognizersFirst() {
        let recognizer = stage.manual("R")
        recognizer.pressesAtOnce()
        recognizer.cancelsTouchesInView = false
        _ = stage.begin("1↓(50,50)@0")
        _ = trace.take()
        simulator.application.resignActive()
        #expect(trace.lines == ["R.cancelled{1}@0", "R!cancelled@0", "V.cancelled{1}@0"])
        #expect(recognizer.state == .possible)
    }
}
