import Testing
import TouchKit
import TouchKitRaster
import TouchKitTesting

/// The hand that tests use.
@Suite("Touch simulator", .serialized)
@MainActor
struct TouchSimulatorTests {
    let stage = Stage()
    var simulator: TouchSimulator { stage.simulator }

    @Test("It begins at time 0 with a visible key window of the screen's size at scale 1.")
    func beginning() {
        #expect(simulator.time == 0)
        #expect(simulator.displayRate == nil)
        #expect(stage.window.bounds == CGRect(x: 0, y: 0, width: 400, height: 400))
        #expect(stage.window.isKeyWindow && !stage.window.isHidden)
        #expect(UIScreen.main.scale == 1)
    }

    @Test("Places arrive bit for bit.")
    func exactPlaces() {
        var seen: [CGPoint] = []
        stage.view.isMultipleTouchEnabled = true
        stage.view.onBegan = { touches, _ in seen += touches.map { $0.location(in: nil) } }
        let places = [CGPoint(0.1, 0.2), CGPoint(1.0 / 3, 199.999_999), CGPoint(77.7, 0)]
        for (index, place) in places.enumerated() { simulator.down(index, at: place) }
        #expect(seen == places)
    }

    @Test("Time goes on by steps or to a moment, never back.")
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

    @Test("At a display's pace, moves come once a picture, and nothing is lost.")
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

    @Test("Taking the display's pace away delivers what waits.")
    func withoutDisplayRate() {
        simulator.displayRate = 60
        simulator.down(1, at: CGPoint(10, 10))
        simulator.move(1, to: CGPoint(20, 10))
        let waiting = stage.trace.lines.count
        simulator.displayRate = nil
        #expect(waiting == 1)
        #expect(stage.trace.lines == ["V.began{1}@0", "V.moved{1}@0"])
    }

    @Test("It shows what the display would.")
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
