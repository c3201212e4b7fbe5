import Testing
import TouchKit
import TouchKitRaster
import TouchKitTesting

/// The simulator that sends synthetic touches in tests.
@Suite("Touch simulator", .serialized)
@MainActor
struct TouchSimulatorTests {
    let stage = Stage()
    var simulator: TouchSimulator { stage.simulator }

    @Test("A new simulator has time 0 and a visible key window of the screen's size at scale 1.")
    func beginning() {
        #expect(simulator.time == 0)
        #expect(simulator.displayRate == nil)
        #expect(stage.window.bounds == CGRect(x: 0, y: 0, width: 400, height: 400))
        #expect(stage.window.isKeyWindow && !stage.window.isHidden)
        #expect(UIScreen.main.scale == 1)
    }

    @Test("Locations are delivered without rounding.")
    func exactPlaces() {
        var seen: [CGPoint] = []
        stage.view.isMultipleTouchEnabled = true
        stage.view.onBegan = { touches, _ in seen += touches.map { $0.location(in: nil) } }
        let places = [CGPoint(0.1, 0.2), CGPoint(1.0 / 3, 199.999_999), CGPoint(77.7, 0)]
        for (index, place) in places.enumerated() { simulator.down(index, at: place) }
        #expect(seen == places)
    }

    @Test("Time advances by an interval or to a time, never backwards.")
    func time() {
        simulator.advance(by: 0.1)
        simulator.advance(by: 0.1)
        simulator.advance(by: 0.1)
        #expect(simulator.time == 0.3)
        simulator.advance(to: 0.35)
        #expect(simulator.time == 0.35)
        simulator.advance(to: 0.2)
        #expect(simulator.time == 0.35)
    }

    @Test("With a display rate, moves are delivered once per frame, and none is lost.")
    func displayRate() {
        var deliveries = 0
        stage.view.onMoved = { _, _ in deliveries += 1 }
        simulator.displayRate = 50
        simulator.down(1, at: CGPoint(0, 0))
        for step in 1...100 {
            simulator.advance(to: Double(step) / 500)
            simulator.move(1, to: CGPoint(Double(step), 0))
        }
        simulator.up(1)
        simulator.advance(by: 0.1)
        #expect((9...12).contains(deliveries))
        #expect(stage.trace.lines.first?.hasPrefix("V.began") == true)
        #expect(stage.trace.lines.last?.hasPrefix("V.ended") == true)
    }

    @Test("Removing the display rate delivers pending touches.")
    func withoutDisplayRate() {
        simulator.displayRate = 60
        simulator.down(1, at: CGPoint(10, 10))
        simulator.move(1, to: CGPoint(20, 10))
        let waiting = stage.trace.lines.count
        simulator.displayRate = nil
        #expect(waiting == 1)
        #expect(stage.trace.lines == ["V.began{1}@0", "V.moved{1}@0"])
    }

    @Test("The rendered picture is what the display would show.")
    func picture() {
        stage.view.backgroundColor = .red
        let first = simulator.render()
        #expect(first[199, 199] == 0xFFFF_0000)
        #expect(first[200, 200] == 0xFF00_0000)
        stage.view.center.x += 1
        let second = simulator.render()
        #expect(first[0, 0] == 0xFFFF_0000)
        #expect(second[0, 0] == 0xFF00_0000)
    }
}
