import Testing
import TouchKit
import TouchKitTesting

/// The steps of frame-driven animations.
@Suite("Frame stepper list", .serialized)
@MainActor
struct FrameStepperListTests {
    private func makeMovingView(_ simulator: TouchSimulator) -> UIView {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        view.backgroundColor = .white
        simulator.window.addSubview(view)
        return view
    }

    /// Returns the left edge of the white pixels in the first row.
    private func place(_ simulator: TouchSimulator) -> Int? {
        let row = letters(simulator.render())[0]
        return row.firstIndex(of: "W").map { row.distance(from: row.startIndex, to: $0) }
    }

    @Test("The simulator steps at whole 60ths of a second.")
    func sixtieths() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 100, height: 10))
        let view = makeMovingView(simulator)
        UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { view.center.x += 60 }
        #expect(place(simulator) == 0)
        for frame in 1...10 {
            simulator.advance(to: Double(frame) / 60 - 0.001)
            #expect(place(simulator) == frame - 1)
            simulator.advance(to: Double(frame) / 60 + 0.001)
            #expect(place(simulator) == frame)
        }
        simulator.advance(to: 0.99)
        #expect(simulator.application.needsFrames)
        simulator.advance(to: 1)
        #expect(place(simulator) == 60)
        #expect(!simulator.application.needsFrames)
    }

    @Test("With a display rate there is one step for each frame, to the frame's own time.")
    func displayPace() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 100, height: 10))
        simulator.displayRate = 10
        let view = makeMovingView(simulator)
        UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { view.center.x += 80 }
        var places: Set<Int> = []
        for _ in 0..<200 {
            simulator.advance(by: 0.005)
            if let place = place(simulator) { places.insert(place) }
        }
        simulator.advance(by: 0.2)
        #expect((9...11).contains(places.count))
        #expect(place(simulator) == 80)
        #expect(!simulator.application.needsFrames)
    }

    @Test("A touch and a delayed call between two frames are handled at their own times.")
    func betweenFrames() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 100, height: 100))
        let view = makeMovingView(simulator)
        let trace = TouchTrace(simulator)
        let touched = RecorderView(
            "T", trace, frame: CGRect(x: 50, y: 50, width: 50, height: 50))
        simulator.window.addSubview(touched)
        UIView.animate(withDuration: 1) { view.alpha = 0.5 }
        var time = 0.0
        simulator.application.schedule(after: 0.123_4) { time = simulator.time }
        simulator.frame(at: 0.234_5) { $0.down(1, at: CGPoint(60, 60)) }
        #expect(time == 0.123_4)
        trace.expectLines("T.began{1}@0.2345")
        #expect(simulator.application.needsFrames)
    }
}
