import Testing
import TouchKit
import TouchKitTesting

/// A touch from contact to lift, as delivered to its view.
@Suite("Touch lifecycle", .serialized)
@MainActor
struct TouchLifecycleTests: StageSuite {
    let stage = Stage()

    @Test("R-1.1: One object represents a finger from contact to lift.")
    func identity() {
        var touches: Set<UITouch> = []
        view.onBegan = { new, _ in touches.formUnion(new) }
        view.onMoved = { new, _ in touches.formUnion(new) }
        view.onEnded = { new, _ in touches.formUnion(new) }
        simulator.play("1↓(10,10) 1→(20,10) 1↑")
        #expect(touches.count == 1)
    }

    @Test("R-1.2: The next tap of a sequence reuses the object; a contact elsewhere gets another.")
    func identityOfTaps() throws {
        var touches: [UITouch] = []
        view.onBegan = { new, _ in touches += new }
        stage.tap(1, at: CGPoint(10, 10), time: 0)
        stage.tap(1, at: CGPoint(10, 10), time: 0.2)
        stage.tap(1, at: CGPoint(150, 150), time: 0.4)
        try #require(touches.count == 3)
        #expect(touches[0] === touches[1])
        #expect(touches[2] !== touches[0])
    }

    @Test("R-1.2: An object that the app retains is never reused for another finger.")
    func keptObjects() {
        var kept: [UITouch] = []
        view.onBegan = { new, _ in kept += new }
        for time in [0.0, 1, 2, 3] { stage.tap(1, at: CGPoint(10, 10), time: time) }
        #expect(Set(kept).count == 4)
        #expect(kept.map(\.timestamp) == [0.05, 1.05, 2.05, 3.05])
    }

    @Test("R-1.2: An object that the app has only read from an event is reused later.")
    func objectsReadFromEvents() {
        var objects: [ObjectIdentifier] = []
        view.onBegan = { _, event in
            objects += (event?.allTouches ?? []).map { ObjectIdentifier($0) }
        }
        for time in [0.0, 1, 2, 3] { stage.tap(1, at: CGPoint(10, 10), time: time) }
        #expect(objects.count == 4)
        #expect(Set(objects).count == 1)
    }

    @Test("R-1.3: One event represents the sequence, until the last finger is lifted.")
    func oneEvent() throws {
        view.isMultipleTouchEnabled = true
        var events: [UIEvent] = []
        view.onBegan = { _, event in events += [event].compactMap { $0 } }
        simulator.play("1↓(10,10) 2↓(20,10) 1↑ 3↓(30,10) 2↑ 3↑ 4↓(10,10)")
        try #require(events.count == 4)
        #expect(events[1] === events[0])
        #expect(events[2] === events[0])
        #expect(events[3] !== events[0])
    }

    @Test("R-1.4: A touch begins, moves or rests, and ends or is cancelled, once each.")
    func phases() {
        view.isMultipleTouchEnabled = true
        let window = stage.interceptEvents()
        var phases: [Int: [UITouch.Phase]] = [:]
        window.onEvent = { [simulator] event in
            for touch in event.allTouches ?? [] {
                phases[simulator.finger(of: touch) ?? 0, default: []].append(touch.phase)
            }
        }
        simulator.play("1↓(10,10) 2↓(50,10) 1→(20,10) 2→(60,10) 2✕ 1→(30,10) 1↑ 3↓(90,90)")
        #expect(
            phases[1] == [
                .began, .stationary, .moved, .stationary, .stationary, .moved, .ended,
            ])
        #expect(phases[2] == [.began, .stationary, .moved, .cancelled])
        #expect(phases[3] == [.began])
    }

    @Test("R-1.4: After its end a touch belongs to no event.")
    func endedTouchesVanish() {
        view.isMultipleTouchEnabled = true
        var counts: [Int] = []
        view.onMoved = { _, event in counts.append(event?.allTouches?.count ?? 0) }
        simulator.play("1↓(10,10) 2↓(20,10) 1↑ 2→(30,10)")
        #expect(counts == [1])
    }

    @Test("R-1.5, R-1.6, R-1.7, R-1.10: A resting finger is stationary and keeps its timestamp.")
    func stationaryFingers() throws {
        view.isMultipleTouchEnabled = true
        var resting: UITouch?
        view.onBegan = { new, _ in resting = resting ?? new.first }
        simulator.play("1↓(10,10) 1→(15,10)@.1 2↓(50,10)@.2")
        let touch = try #require(resting)
        view.onMoved = { moved, event in
            #expect(!moved.contains(touch))
            #expect(event?.allTouches?.contains(touch) == true)
            #expect(event?.timestamp == 0.3)
            #expect(touch.phase == .stationary)
            #expect(touch.timestamp == 0.1)
            #expect(touch.previousLocation(in: nil) == CGPoint(15, 10))
            #expect(moved.first?.timestamp == 0.3)
        }
        simulator.advance(to: 0.3)
        simulator.move(2, to: CGPoint(60, 10))
        trace.expectLines("V.began{1}@0", "V.moved{1}@0.1", "V.began{2}@0.2", "V.moved{2}@0.3")
    }

    @Test("R-1.8, R-1.9: Locations are converted when they are read; nil means the window.")
    func locations() throws {
        var touch: UITouch?
        view.onBegan = { new, _ in touch = new.first }
        simulator.down(1, at: CGPoint(50, 60))
        let down = try #require(touch)
        #expect(down.location(in: view) == CGPoint(50, 60))
        view.center.x += 30
        view.bounds.origin.y = 5
        #expect(down.location(in: view) == CGPoint(20, 65))
        #expect(down.location(in: nil) == CGPoint(50, 60))
        view.bounds.origin = .zero
        view.center = CGPoint(100, 100)
        view.transform = CGAffineTransform(scaleX: 2, y: 2)
        #expect(down.location(in: view) == CGPoint(75, 80))
    }

    @Test("R-1.9: A window that isn't at the screen's origin has its own coordinates.")
    func windowPlaces() {
        let screen = stage.window.bounds
        let window = UIWindow(
            frame: CGRect(x: screen.midX, y: screen.midY / 2, width: 100, height: 100))
        let inner = RecorderView("I", trace, frame: CGRect(x: 10, y: 10, width: 50, height: 50))
        window.addSubview(inner)
        window.makeKeyAndVisible()
        inner.onBegan = { touches, _ in
            #expect(touches.first?.location(in: nil) == CGPoint(30, 40))
            #expect(touches.first?.location(in: inner) == CGPoint(20, 30))
            #expect(touches.first?.window === window)
        }
        simulator.down(1, at: CGPoint(230, 140))
        trace.expectLines("I.began{1}@0")
    }

    @Test("R-1.12: The next tap of a sequence comes at most 0.35 s after the lift.")
    func tapInterval() {
        #expect(tapCount(ofSecondTapAt: CGPoint(50, 50), after: 0.35) == 2)
        #expect(tapCount(ofSecondTapAt: CGPoint(50, 50), after: 0.350_001) == 1)
    }

    @Test("R-1.12: The next tap of a sequence lies within 45 points of the previous tap's start.")
    func tapDistance() {
        #expect(tapCount(ofSecondTapAt: CGPoint(95, 50), after: 0.1) == 2)
        #expect(tapCount(ofSecondTapAt: CGPoint(95.5, 50), after: 0.1) == 1)
        #expect(tapCount(ofSecondTapAt: CGPoint(77, 86), after: 0.1) == 2)
        #expect(tapCount(ofSecondTapAt: CGPoint(82, 82), after: 0.1) == 1)
    }

    @Test(
        "R-1.12: The distance is measured from where the previous tap began, not its lift."
    )
    func tapBeganPlace() {
        var count = 0
        view.onBegan = { touches, _ in count = touches.first?.tapCount ?? 0 }
        simulator.play("1↓(50,50) 1→(120,50) 1↑ 1↓(120,50)")
        #expect(count == 1)
    }

    @Test("R-1.12: A cancelled finger doesn't count as a tap.")
    func cancelledIsNoTap() {
        var count = 0
        view.onBegan = { touches, _ in count = touches.first?.tapCount ?? 0 }
        simulator.play("1↓(50,50) 1✕ 1↓(50,50)")
        #expect(count == 1)
    }

    private func tapCount(ofSecondTapAt point: CGPoint, after seconds: Double) -> Int {
        let stage = Stage()
        var count = 0
        stage.view.onBegan = { touches, _ in count = touches.first?.tapCount ?? 0 }
        stage.simulator.play("1↓(50,50) 1↑")
        stage.simulator.advance(by: seconds)
        stage.simulator.down(1, at: point)
        return count
    }

    @Test("R-1.13: With two fingers that tap twice, each finger has its own tap count.")
    func tapsOfTwoFingers() {
        view.isMultipleTouchEnabled = true
        var counts: [Int] = []
        view.onBegan = { touches, _ in counts += touches.map(\.tapCount) }
        for _ in 0..<2 {
            simulator.play("1↓(20,20)&2↓(120,20)")
            simulator.advance(by: 0.05)
            simulator.play("1↑&2↑")
            simulator.advance(by: 0.05)
        }
        #expect(counts == [1, 1, 2, 2])
    }

    @Test("R-1.14: Two quick taps have tap counts 1 and 2; the first is always delivered.")
    func tapCountsAtTheEnd() {
        var counts: [[Int]] = []
        view.onBegan = { touches, _ in counts.append(touches.map(\.tapCount)) }
        view.onEnded = { touches, _ in counts.append(touches.map(\.tapCount)) }
        stage.tap(1, at: CGPoint(50, 50), time: 0)
        stage.tap(1, at: CGPoint(50, 50), time: 0.2)
        #expect(counts == [[1], [1], [2], [2]])
        trace.expectLines("V.began{1}@0", "V.ended{1}@0.05", "V.began{1}@0.2", "V.ended{1}@0.25")
    }

    @Test("R-1.15: The view that was hit keeps the finger, even if another view covers it.")
    func fixedView() {
        simulator.down(1, at: CGPoint(50, 50))
        _ = stage.add("F", 0, 0, 400, 400)
        simulator.play("1→(60,50) 1↑")
        trace.expectLines("V.began{1}@0", "V.moved{1}@0", "V.ended{1}@0")
    }

    @Test("R-1.18: The event contains the fingers of all windows, of each window and of each view.")
    func touchesOfAnEvent() throws {
        let screen = stage.window.bounds
        let other = UIWindow(
            frame: CGRect(x: screen.maxX - 100, y: screen.maxY - 100, width: 100, height: 100))
        other.isHidden = false
        var event: UIEvent?
        view.onBegan = { event = $1 }
        simulator.play("1↓(50,50)&2↓(350,350)&3↓(250,50)")
        let known = try #require(event)
        func fingers(_ touches: Set<UITouch>?) -> [Int] {
            (touches ?? []).compactMap { simulator.finger(of: $0) }.sorted()
        }
        #expect(fingers(known.allTouches) == [1, 2, 3])
        #expect(fingers(known.touches(for: stage.window)) == [1, 3])
        #expect(fingers(known.touches(for: other)) == [2])
        #expect(fingers(known.touches(for: view)) == [1])
        simulator.up(3)
        #expect(fingers(known.allTouches) == [1, 2])
    }

    @Test("R-1.19, R-1.20: A call has all touches of its view and phase; the event has the others.")
    func setsOfTouches() {
        view.isMultipleTouchEnabled = true
        _ = stage.add("B", 200, 200, 100, 100)
        var calls: [String] = []
        func note(_ touches: Set<UITouch>, _ event: UIEvent?) {
            let all = event?.allTouches ?? []
            calls.append("\(touches.count) of \(all.count)")
            for touch in touches { #expect(touch.view === view) }
            for other in all.subtracting(touches) {
                #expect(other.view !== view || other.phase != touches.first?.phase)
            }
        }
        view.onBegan = note
        view.onMoved = note
        view.onEnded = note
        simulator.play(
            "1↓(10,10)&2↓(30,10)&3↓(250,250)@0 1→(+5)&2→(+5)&3→(+5)@.1 1→(+9)@.2 1↑&2→(+9)@.3")
        #expect(calls == ["2 of 3", "2 of 3", "1 of 3", "1 of 3", "1 of 3"])
    }

    @Test("R-1.21: Views are notified in the order of their first fingers, each for all phases.")
    func viewOrder() {
        view.isMultipleTouchEnabled = true
        let other = stage.add("B", 200, 200, 100, 100)
        other.isMultipleTouchEnabled = true
        simulator.play("1↓(250,250) 2↓(10,10) 3↓(260,250) 4↓(20,10)")
        _ = trace.removeLines()
        simulator.play("2✕&3↑&4→(30,10)&1→(240,250)&5↓(40,10)")
        trace.expectLines(
            "B.moved{1}@0", "B.ended{3}@0", "V.began{5}@0", "V.moved{4}@0", "V.cancelled{2}@0")
    }

    @Test("R-1.22: A finger that reports an unchanged location doesn't move.")
    func samePlace() {
        simulator.play("1↓(50,50) 1→(50,50)")
        trace.expectLines("V.began{1}@0")
    }

    @Test("R-1.24: Hiding a view or disabling its interaction doesn't stop an active touch.")
    func hidingWhileTouched() {
        simulator.down(1, at: CGPoint(50, 50))
        view.isHidden = true
        view.alpha = 0
        view.isUserInteractionEnabled = false
        simulator.play("1→(60,50) 1↑ 2↓(50,50)")
        trace.expectLines("V.began{1}@0", "V.moved{1}@0", "V.ended{1}@0")
    }

    @Test("R-8.13: A finger that comes down and is lifted in one frame causes two deliveries.")
    func downAndUpInOneFrame() {
        let window = stage.interceptEvents()
        var deliveries: [[UITouch.Phase]] = []
        window.onEvent = { event in deliveries.append((event.allTouches ?? []).map(\.phase)) }
        simulator.play("1↓(50,50)&1↑")
        #expect(deliveries == [[.began], [.ended]])
        trace.expectRemovedLines("V.began{1}@0", "V.ended{1}@0")
        simulator.play("1↓(150,50)&1→(160,50)&1↑")
        trace.expectLines("V.began{1}@0", "V.moved{1}@0", "V.ended{1}@0")
        #expect(simulator.application.touchAudit.liveTouches == 0)
    }
}
