import Glibc
import Testing
import TouchKit
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

@Suite("DrawingView", .serialized)
@MainActor
struct DrawingViewTests {
    let simulator: TouchSimulator
    let view: DrawingView

    init() {
        simulator = TouchSimulator(screenSize: CGSize(width: 400, height: 240))
        view = DrawingView(frame: simulator.window.bounds)
        view.isMultipleTouchEnabled = true
        simulator.window.addSubview(view)
    }

    /// Shows the next frame, in which pen ink is drawn, and returns its picture.
    private func nextFrame() -> Bitmap {
        simulator.advance(by: 1.0 / 60)
        return simulator.render()
    }

    @Test("A line is red while unfinished, and black when finished.")
    func unfinishedIsRed() throws {
        simulator.down(1, at: CGPoint(x: 40, y: 40))
        simulator.move(1, to: CGPoint(x: 340, y: 200))
        try expectPicture(simulator.render(), matches: "line-held")
        simulator.up(1)
        try expectPicture(simulator.render(), matches: "line-finished")
        #expect(
            view.drawing.strokes.map(\.points) == [
                [CGPoint(x: 40, y: 40), CGPoint(x: 340, y: 200)]
            ])
    }

    @Test("Five touches draw five lines at once, red over black where they cross.")
    func fiveTouches() throws {
        simulator.down(9, at: CGPoint(x: 20, y: 220))
        simulator.move(9, to: CGPoint(x: 380, y: 20))
        simulator.up(9)
        for finger in 1...5 {
            simulator.down(finger, at: CGPoint(x: Double(finger) * 60, y: 30))
        }
        simulator.frame { frame in
            for finger in 1...5 {
                frame.move(finger, to: CGPoint(x: Double(finger) * 60 + 40, y: 210))
            }
        }
        #expect(view.unfinishedStrokeCount == 5)
        try expectPicture(simulator.render(), matches: "five-fingers")
    }

    @Test("The end of a pen stroke changes no pixel, whatever it crosses.")
    func endingPenStroke() {
        view.tool = .pen
        for finger in 1...3 {
            view.color = InkColor.allCases[finger]
            simulator.down(finger, at: CGPoint(x: Double(finger * 80), y: 40))
            for step in 1...30 {
                let angle = Double(step) * 0.7
                let place = CGPoint(
                    x: 120 + Double(finger) * 40 + 60 * sin(angle),
                    y: 110 + 50 * cos(1.3 * angle))
                simulator.move(finger, to: place)
            }
            let held = nextFrame()
            simulator.up(finger)
            #expect(nextFrame().isEqual(to: held))
        }
        #expect(view.drawing.count == 3)
    }

    @Test("After the view grew, pen ink in its new part is visible while the touch is down.")
    func inkInNewPart() {
        view.frame = CGRect(x: 0, y: 0, width: 200, height: 240)
        view.tool = .pen
        simulator.down(1, at: CGPoint(x: 40, y: 40))
        simulator.move(1, to: CGPoint(x: 90, y: 40))
        _ = nextFrame()
        simulator.up(1)
        _ = nextFrame()
        view.frame = simulator.window.bounds
        #expect(nextFrame()[320, 120] != 0xFF00_0000)
        simulator.down(2, at: CGPoint(x: 300, y: 120))
        simulator.move(2, to: CGPoint(x: 340, y: 120))
        #expect(nextFrame()[320, 120] == 0xFF00_0000)
        #expect(view.unfinishedStrokeCount == 1)
        simulator.up(2)
    }

    @Test("A touch that doesn't move leaves a dot.")
    func tapLeavesADot() throws {
        simulator.down(1, at: CGPoint(x: 200, y: 120))
        simulator.up(1)
        try expectPicture(simulator.render(), matches: "dot")
    }

    @Test("A cancelled line disappears, and the picture below is restored.")
    func cancelledLineVanishes() {
        simulator.down(1, at: CGPoint(x: 40, y: 120))
        simulator.move(1, to: CGPoint(x: 360, y: 120))
        simulator.up(1)
        let before = simulator.render()
        simulator.down(2, at: CGPoint(x: 200, y: 20))
        simulator.move(2, to: CGPoint(x: 210, y: 220))
        #expect(!simulator.render().isEqual(to: before))
        simulator.cancel(2)
        #expect(simulator.render().isEqual(to: before))
        #expect(view.drawing.count == 1)
    }

    @Test("With multi-touch disabled, one line is drawn at a time.")
    func oneLineAtATime() {
        view.isMultipleTouchEnabled = false
        simulator.down(1, at: CGPoint(x: 40, y: 40))
        simulator.down(2, at: CGPoint(x: 90, y: 90))
        simulator.move(2, to: CGPoint(x: 95, y: 200))
        simulator.up(2)
        #expect(view.unfinishedStrokeCount == 1)
        simulator.up(1)
        #expect(
            view.drawing.strokes.map(\.points) == [[CGPoint(x: 40, y: 40), CGPoint(x: 40, y: 40)]])
    }

    @Test("Incremental drawing equals drawing everything.")
    func incrementalEqualsWhole() {
        var random = SeededRandom(seed: 42)
        for finger in 1...60 {
            let place = { (random: inout SeededRandom) in
                CGPoint(x: random.number(in: 0...400), y: random.number(in: 0...240))
            }
            simulator.down(finger, at: place(&random))
            for _ in 0..<random.next(below: 6) {
                simulator.move(finger, to: place(&random))
                if random.next(below: 2) == 0 { _ = simulator.render() }
            }
            if random.next(below: 4) == 0 { simulator.cancel(finger) } else { simulator.up(finger) }
        }
        let incremental = simulator.render()
        view.setNeedsDisplay()
        #expect(differingPixels(simulator.render(), incremental) == 0)
    }

    @Test("A finished pen stroke uses no more memory than its points require.")
    func strokesHaveNoSpareCapacity() throws {
        view.tool = .pen
        simulator.down(1, at: CGPoint(x: 40, y: 40))
        for step in 1...9 { simulator.move(1, to: CGPoint(x: 40 + Double(step) * 9, y: 50)) }
        simulator.up(1)
        let points = try #require(view.drawing.strokes.first).points
        #expect(points.count == 10)
        #expect(points.capacity < 20)
    }

    @Test("Restored strokes are visible at once.")
    func restoredStrokesAreShown() {
        let before = simulator.render()
        let stroke = Stroke(
            id: 1, tool: .line, points: [CGPoint(x: 40, y: 40), CGPoint(x: 200, y: 99)],
            color: .blue, width: 10, level: 1)
        view.drawing.restore([stroke], nextID: 1)
        let shown = simulator.render()
        #expect(!shown.isEqual(to: before))
        view.setNeedsDisplay()
        #expect(differingPixels(simulator.render(), shown) == 0)
    }
}
