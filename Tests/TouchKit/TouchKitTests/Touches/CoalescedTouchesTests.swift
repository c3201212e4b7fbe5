import Testing
import TouchKit
import TouchKitTesting
import TouchTrackerTestSupport

/// The samples measured between two deliveries.
@Suite("Coalesced touches", .serialized)
@MainActor
struct CoalescedTouchesTests: StageSuite {
    let stage = Stage()

    @Test("R-8.11: With a display rate, one delivery carries all samples of the frame in order.")
    func samplesOfAFrame() {
        var steps: [[CGPoint]] = []
        var last = CGPoint.zero
        view.onMoved = { touches, event in
            guard let touch = touches.first else { return }
            let measured = event?.coalescedTouches(for: touch) ?? []
            #expect(!measured.contains(touch))
            #expect(measured.last?.location(in: nil) == touch.location(in: nil))
            #expect(measured.last?.timestamp == touch.timestamp)
            #expect(measured.first?.previousLocation(in: nil) == last)
            #expect(touch.previousLocation(in: nil) == last)
            for (earlier, later) in zip(measured, measured.dropFirst()) {
                #expect(later.previousLocation(in: nil) == earlier.location(in: nil))
                #expect(later.timestamp > earlier.timestamp)
            }
            last = touch.location(in: nil)
            steps.append(measured.map { $0.location(in: nil) })
        }
        view.onBegan = { touches, _ in last = touches.first?.location(in: nil) ?? .zero }
        simulator.displayRate = 60
        simulator.down(1, at: CGPoint(0, 10))
        for step in 1...40 {
            simulator.advance(by: 1.0 / 240)
            simulator.move(1, to: CGPoint(Double(step), 10))
        }
        simulator.advance(by: 0.1)
        #expect(steps.flatMap { $0 } == (1...40).map { CGPoint(Double($0), 10) })
        #expect(steps.count <= 12)
        #expect(steps.filter { $0.count == 4 }.count >= 8)
    }

    @Test(
        "The locations of a touch's samples equal those of its coalesced and predicted touches.",
        arguments: [0.0, 0.3], [0.5, 0.25])
    func locationsOfSamples(angle: CGFloat, anchorY: CGFloat) {
        let outer = UIView(frame: CGRect(x: 30, y: 20, width: 200, height: 200))
        let inner = RecorderView(
            "inner", stage.trace, frame: CGRect(x: 10, y: 15, width: 150, height: 150))
        inner.transform = CGAffineTransform(rotationAngle: angle)
        inner.layer.anchorPoint = CGPoint(0.5, anchorY)
        simulator.window.addSubview(outer)
        outer.addSubview(inner)
        var checked = 0
        inner.onMoved = { touches, event in
            guard let touch = touches.first, let event, let map = PointMap(to: inner) else {
                return
            }
            var locations: [CGPoint] = []
            #expect(event.appendCoalescedLocations(of: touch, map, to: &locations))
            let measured = (event.coalescedTouches(for: touch) ?? []).map { $0.location(in: inner) }
            #expect(locations.count == measured.count)
            for (location, expected) in zip(locations, measured) {
                #expect(abs(location.x - expected.x) < 1e-9 && abs(location.y - expected.y) < 1e-9)
            }
            let predicted = event.predictedTouches(for: touch)?.last?.location(in: inner)
            let location = event.predictedLocation(of: touch, map)
            #expect((location == nil) == (predicted == nil))
            if let location, let predicted {
                #expect(abs(location.x - predicted.x) < 1e-9)
                #expect(abs(location.y - predicted.y) < 1e-9)
                checked += 1
            }
        }
        simulator.displayRate = 60
        simulator.down(1, at: CGPoint(80, 90))
        for step in 1...40 {
            simulator.advance(by: 1.0 / 240)
            simulator.move(1, to: CGPoint(80 + Double(step), 90 + Double(step) / 3))
        }
        #expect(checked > 4)
    }

    @Test("R-8.11: A resting finger has one sample, a copy; a touch of another event has none.")
    func restingFinger() throws {
        view.isMultipleTouchEnabled = true
        var first: UITouch?
        view.onBegan = { touches, _ in first = first ?? touches.first }
        simulator.play("1↓(10,10) 2↓(50,10)")
        let touch = try #require(first)
        view.onMoved = { _, event in
            let measured = event?.coalescedTouches(for: touch) ?? []
            #expect(measured.count == 1)
            #expect(measured.first !== touch)
            #expect(measured.first?.location(in: view) == CGPoint(10, 10))
        }
        simulator.play("2→(60,10) 1↑")
        view.onMoved = { _, event in #expect(event?.coalescedTouches(for: touch) == nil) }
        simulator.move(2, to: CGPoint(70, 10))
        #expect(stage.trace.lines.count == 5)
    }

    @Test("A down and an up are never merged with earlier or later samples.")
    func downsAndUpsStayAlone() {
        simulator.displayRate = 60
        simulator.play("1↓(10,10) 1→(20,10) 1→(30,10) 1↑ 2↓(150,150)")
        simulator.advance(to: 1)
        let callbacks = stage.trace.lines.map { $0.split(separator: "@")[0] }
        #expect(callbacks == ["V.began{1}", "V.moved{1}", "V.ended{1}", "V.began{2}"])
    }

    @Test("Samples that an application retains stay unchanged; the others are reused.")
    func keptSamples() {
        var kept: [(list: [UITouch], places: [CGPoint])] = []
        var single: [(touch: UITouch, place: CGPoint)] = []
        var seen: [ObjectIdentifier] = []
        view.onMoved = { touches, event in
            guard let touch = touches.first else { return }
            let measured = event?.coalescedTouches(for: touch) ?? []
            seen += measured.map { ObjectIdentifier($0) }
            let places = measured.map { $0.location(in: nil) }
            #expect(places.last == touch.location(in: nil))
            if kept.count < 3 { kept.append((measured, places)) }
            if let first = measured.first, single.count < 200 {
                single.append((first, first.location(in: nil)))
            }
        }
        simulator.displayRate = 60
        simulator.down(1, at: CGPoint(0, 10))
        for step in 1...4_000 {
            simulator.advance(by: 1.0 / 240)
            simulator.move(1, to: CGPoint(Double(step) / 10, 10))
        }
        #expect(kept.count == 3)
        for (list, places) in kept { #expect(list.map { $0.location(in: nil) } == places) }
        #expect(single.count == 200)
        for (touch, place) in single { #expect(touch.location(in: nil) == place) }
        #expect(seen.count > 3_900)
        #expect(Set(seen).count < 400)
    }

    @Test(
        "Reading samples allocates nothing after warm-up.",
        .requiresOptimizedBuild)
    func readingAllocatesNothing() {
        var sum = 0.0
        let allocations = allocationsOfMoves(distance: 0.1) { touches, event in
            for touch in touches {
                for measured in event?.coalescedTouches(for: touch) ?? [] {
                    sum += measured.location(in: nil).x
                }
            }
        }
        #expect(sum > 0)
        #expect(allocations == 0)
    }
}
