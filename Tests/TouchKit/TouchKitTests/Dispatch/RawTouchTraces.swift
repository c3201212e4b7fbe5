import Testing
import TouchKit
import TouchKitTesting

/// The golden traces of raw touches: every callback, in order.
@Suite("Golden traces: raw touches", .serialized)
@MainActor
struct RawTouchTraces: StageSuite {
    let stage = Stage()

    @Test("G-01: A tap delivers began and ended.")
    func tap() {
        var counts: [Int] = []
        let look: (Set<UITouch>, UIEvent?) -> Void = { touches, event in
            for touch in touches {
                #expect(touch.previousLocation(in: nil) == touch.location(in: nil))
                #expect(event?.allTouches == [touch])
                counts.append(touch.tapCount)
            }
        }
        view.onBegan = look
        view.onEnded = look
        simulator.play("1↓(50,50) 1↑@.1")
        trace.expectLines("V.began{1}@0", "V.ended{1}@0.1")
        #expect(counts == [1, 1])
    }

    @Test("G-02: A finger that moves into another view stays with the first view.")
    func wandering() {
        _ = stage.add("W", 200, 0, 200, 200)
        var places: [CGPoint] = []
        view.onMoved = { [view] touches, _ in
            for touch in touches {
                places += [touch.location(in: view), touch.previousLocation(in: view)]
            }
        }
        simulator.play("1↓(190,50) 1→(250,50)@.02 1↑@.04")
        trace.expectLines("V.began{1}@0", "V.moved{1}@0.02", "V.ended{1}@0.04")
        #expect(places == [CGPoint(250, 50), CGPoint(190, 50)])
    }

    @Test(
        "G-03: A second finger on a single-touch view is not delivered, but is part of the event.")
    func secondFinger() {
        let window = stage.interceptEvents()
        var phases: [Double: [Int: UITouch.Phase]] = [:]
        window.onEvent = { event in
            for touch in event.allTouches ?? [] {
                guard let finger = simulator.finger(of: touch) else { continue }
                phases[event.timestamp, default: [:]][finger] = touch.phase
            }
        }
        simulator.play("1↓(50,50) 2↓(80,80)@.1 2→(90,80)@.2 1↑@.3 2→(100,80)@.4 2↑@.5")
        trace.expectLines("V.began{1}@0", "V.ended{1}@0.3")
        #expect(phases[0.2] == [1: .stationary, 2: .moved])
        #expect(phases[0.4] == [2: .moved])
    }

    @Test("G-04: On a multi-touch view, fingers that change together share one call.")
    func fingersTogether() {
        view.isMultipleTouchEnabled = true
        simulator.play("1↓(20,20)&2↓(80,80) 1→(30,20)&2→(90,80)@.1 2→(95,80)@.2 1↑@.3 2↑@.4")
        trace.expectLines(
            "V.began{1,2}@0", "V.moved{1,2}@0.1", "V.moved{2}@0.2", "V.ended{1}@0.3",
            "V.ended{2}@0.4")
    }

    @Test("G-05: Within a frame, a new finger is delivered before a moving one.")
    func mixedPhases() {
        view.isMultipleTouchEnabled = true
        simulator.play("1↓(20,20) 1→(30,20)&2↓(80,80)@.1")
        trace.expectLines("V.began{1}@0", "V.began{2}@0.1", "V.moved{1}@0.1")
    }

    @Test("G-06: Each view receives its own fingers; the event contains all fingers.")
    func twoViews() {
        let other = stage.add("B", 200, 200, 100, 100)
        view.onBegan = { [view] touches, event in
            #expect(event?.allTouches?.count == 2)
            #expect(event?.touches(for: view) == touches)
            #expect(event?.touches(for: other)?.count == 1)
        }
        simulator.play("1↓(50,50)&2↓(250,250) 2↑@.1 1↑@.2")
        trace.expectLines("V.began{1}@0", "B.began{2}@0", "B.ended{2}@0.1", "V.ended{1}@0.2")
    }

    @Test(
        "G-07: Quick taps at one location count up; a late or distant tap restarts the count."
    )
    func tapCounts() {
        var counts: [Int] = []
        let look: (Set<UITouch>, UIEvent?) -> Void = { touches, _ in
            counts += touches.map(\.tapCount)
        }
        view.onBegan = look
        view.onEnded = look
        stage.tap(1, at: CGPoint(50, 50), time: 0)
        stage.tap(2, at: CGPoint(52, 50), time: 0.2)
        stage.tap(3, at: CGPoint(52, 50), time: 1)
        stage.tap(4, at: CGPoint(150, 150), time: 1.15)
        #expect(counts == [1, 1, 2, 2, 1, 1, 1, 1])
    }

    enum Cover: CaseIterable {
        case hidden
        case almostTransparent
        case disabledWithChild
    }

    @Test(
        "G-08: A view that can't be hit passes touches to the view behind it.",
        arguments: Cover.allCases)
    func coveredView(cover: Cover) {
        let front = stage.add("F", 0, 0, 200, 200)
        switch cover {
        case .hidden: front.isHidden = true
        case .almostTransparent: front.alpha = 0.005
        case .disabledWithChild:
            front.isUserInteractionEnabled = false
            _ = stage.add("c", 0, 0, 200, 200, to: front)
        }
        simulator.down(1, at: CGPoint(50, 50))
        trace.expectLines("V.began{1}@0")
    }

    @Test("G-08: A view with an alpha of exactly 0.01 is hit.")
    func faintView() {
        let front = stage.add("Z", 0, 0, 200, 200)
        front.alpha = 0.01
        simulator.down(1, at: CGPoint(50, 50))
        #expect(trace.lines == ["Z.began{1}@0"])
    }

    @Test("G-09: Touches that a view doesn't handle go up the responder chain, phase by phase.")
    func responderChain() {
        final class BeganView: UIView {
            var onBegan: (Set<UITouch>) -> Void = { _ in }
            override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
                onBegan(touches)
            }
        }
        let root = BeganView()
        let controller = RecorderController("K", trace)
        controller.view = root
        stage.window.rootViewController = controller
        let child = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        root.addSubview(child)
        root.onBegan = { touches in
            trace.recordTouches("V", "began", touches)
            #expect(touches.first?.view === child)
        }
        controller.onTouches = { #expect($0.first?.view === child) }
        simulator.play("1↓(50,50) 1↑@.1")
        trace.expectLines("V.began{1}@0", "K.ended{1}@0.1")
    }

    @Test("G-10: An exclusive view and other views exclude each other's fingers.")
    func exclusiveTouch() {
        let exclusive = stage.add("A", 200, 200, 100, 100)
        exclusive.isExclusiveTouch = true
        let inA = CGPoint(250, 250)
        let inV = CGPoint(50, 50)
        let script: [(Double, () -> Void)] = [
            (0, { simulator.down(1, at: inV) }), (0.1, { simulator.down(2, at: inA) }),
            (0.2, { simulator.up(1) }), (0.3, { simulator.up(2) }),
            (0.4, { simulator.down(3, at: inA) }), (0.5, { simulator.down(4, at: inV) }),
            (0.6, { simulator.up(3) }), (0.7, { simulator.up(4) }),
        ]
        for (time, action) in script {
            simulator.advance(to: time)
            action()
        }
        trace.expectLines("V.began{1}@0", "V.ended{1}@0.2", "A.began{3}@0.4", "A.ended{3}@0.6")
    }

    @Test("G-11: A finger that comes down while events are ignored stays undelivered until lifted.")
    func ignoredEvents() {
        let application = simulator.application
        application.beginIgnoringInteractionEvents()
        application.beginIgnoringInteractionEvents()
        simulator.down(1, at: CGPoint(50, 50))
        application.endIgnoringInteractionEvents()
        #expect(application.isIgnoringInteractionEvents)
        simulator.advance(to: 0.1)
        simulator.move(1, to: CGPoint(60, 50))
        application.endIgnoringInteractionEvents()
        #expect(!application.isIgnoringInteractionEvents)
        simulator.play("1↑@.2 2↓(50,50)@.3 2↑@.4")
        trace.expectLines("V.began{2}@0.3", "V.ended{2}@0.4")
    }

    @Test("G-12: A view that removes itself in a callback is cancelled right after the callback.")
    func removalInCallback() {
        view.onMoved = { [view] _, _ in
            view.removeFromSuperview()
            trace.record("removed")
        }
        simulator.play("1↓(50,50) 1→(60,50)@.1 1→(70,50)@.2 1↑@.3")
        trace.expectLines("V.began{1}@0", "V.moved{1}@0.1", "removed@0.1", "V.cancelled{1}@0.1")
    }

    @Test("G-13: A finger that the system cancels is delivered as cancelled.")
    func systemCancel() {
        simulator.play("1↓(50,50) 1→(60,50)@.1 1✕@.2")
        trace.expectLines("V.began{1}@0", "V.moved{1}@0.1", "V.cancelled{1}@0.2")
    }

    @Test("G-14, R-1.11: A center moved by location differences tracks the finger exactly.")
    func dragging() {
        let box = stage.add("B", 50, 50, 100, 100, to: view)
        box.onMoved = { [view] touches, _ in
            for touch in touches {
                let place = touch.location(in: view)
                let previous = touch.previousLocation(in: view)
                box.center.x += place.x - previous.x
                box.center.y += place.y - previous.y
            }
        }
        #expect(box.center == CGPoint(100, 100))
        simulator.play("1↓(90,90) 1→(95,92)")
        #expect(box.center == CGPoint(105, 102))
        simulator.move(1, to: CGPoint(120, 120))
        #expect(box.center == CGPoint(130, 130))
    }

    @Test("G-15: A long press made of raw touches and a delayed call.")
    func rawLongPress() {
        let application = simulator.application
        var pending: CallScheduler.Ticket?
        var began = 0.0
        view.onBegan = { _, event in
            began = event?.timestamp ?? 0
            pending = application.schedule(after: 0.4) { trace.record("long") }
        }
        view.onEnded = { _, event in
            guard (event?.timestamp ?? 0) - began < 0.4, let ticket = pending else { return }
            application.cancelScheduled(ticket)
            trace.record("short")
        }
        simulator.play("1↓(50,50) 1↑@.3 1↓(50,50)@1 1↑@1.6")
        simulator.advance(to: 3)
        trace.expectLines(
            "V.began{1}@0", "V.ended{1}@0.3", "short@0.3", "V.began{1}@1", "long@1.4",
            "V.ended{1}@1.6")
    }

    @Test("G-16: Raw touches and a delayed call distinguish single from double taps.")
    func rawDoubleTap() {
        let application = simulator.application
        var pending: CallScheduler.Ticket?
        view.onEnded = { touches, _ in
            if let ticket = pending { application.cancelScheduled(ticket) }
            pending = nil
            if touches.first?.tapCount == 2 {
                trace.record("double")
            } else {
                pending = application.schedule(after: 0.3) { trace.record("single") }
            }
        }
        stage.tap(1, at: CGPoint(50, 50), time: 0)
        stage.tap(1, at: CGPoint(50, 50), time: 0.2)
        stage.tap(1, at: CGPoint(50, 50), time: 2)
        simulator.advance(to: 3)
        #expect(
            trace.lines.filter { !$0.hasPrefix("V.") } == ["double@0.25", "single@2.35"])
    }
}
