import CTouchTrackerAllocationCounter
import Glibc
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

/// The predicted tip of pen ink, and its removal.
@Suite("Pen tip", .serialized)
@MainActor
struct PenTipTests {
    /// A drawing view with the pen, on a 60 Hz display.
    @MainActor
    private final class PenScreen {
        let simulator: TouchSimulator
        let view: DrawingView

        init(predicts: Bool, scale: CGFloat = 1) {
            simulator = TouchSimulator(screenSize: CGSize(width: 400, height: 240), scale: scale)
            view = DrawingView(frame: simulator.window.bounds)
            view.isMultipleTouchEnabled = true
            view.tool = .pen
            view.predictsInk = predicts
            simulator.window.addSubview(view)
            simulator.displayRate = 60
        }

        /// Draws a half circle, clockwise from the left, at 500 points per second.
        func drawArc() {
            simulator.down(1, at: CGPoint(x: 100, y: 140))
            for step in 1...120 {
                let angle = Double.pi + Double(step) / 48
                simulator.advance(by: 1.0 / 240)
                simulator.move(
                    1, to: CGPoint(x: 200 + 100 * cos(angle), y: 140 + 100 * sin(angle)))
            }
            // Delivers and draws the newest samples.
            simulator.advance(by: 1.0 / 60)
        }
    }

    /// Returns the number of pixels with ink.
    private func inkPixelCount(_ picture: Bitmap) -> Int {
        var count = 0
        for y in 0..<picture.height {
            for x in 0..<picture.width where picture[x, y] == 0xFF00_0000 { count += 1 }
        }
        return count
    }

    @Test("While a touch moves, its ink is extended in the direction of the curve.")
    func extendsInk() throws {
        var counts: [Int] = []
        for predicts in [false, true] {
            let screen = PenScreen(predicts: predicts, scale: 2)
            screen.drawArc()
            let picture = screen.simulator.render()
            counts.append(inkPixelCount(picture))
            if predicts { try expectPicture(picture, matches: "pen-tip") }
        }
        // The tip is 4 to 25 ms long at 500 points/s, 10 points wide, with 4 pixels per point.
        #expect((80...500).contains(counts[1] - counts[0]))
    }

    @Test("After the touch has ended, picture and strokes equal those without prediction.")
    func tipLeavesNoPixels() {
        var pictures: [Bitmap] = []
        var points: [[CGPoint]] = []
        var differed = false
        for predicts in [false, true] {
            let screen = PenScreen(predicts: predicts)
            screen.drawArc()
            let drawn = screen.simulator.render()
            if let first = pictures.first { differed = !drawn.isEqual(to: first) }
            if !predicts { pictures.append(drawn) }
            screen.simulator.up(1)
            screen.simulator.advance(by: 0.1)
            pictures.append(screen.simulator.render())
            points += screen.view.drawing.strokes.map(\.points)
        }
        #expect(differed)
        #expect(pictures[1].isEqual(to: pictures[2]))
        #expect(points.count == 2)
        #expect(points[0] == points[1])
    }

    @Test("A resting touch loses its tip after a few frames; then no more frames are produced.")
    func restingTouch() {
        let screen = PenScreen(predicts: false)
        screen.drawArc()
        let without = screen.simulator.render()
        screen.simulator.up(1)
        let predicting = PenScreen(predicts: true)
        predicting.drawArc()
        #expect(predicting.simulator.application.needsFrames)
        #expect(!predicting.simulator.render().isEqual(to: without))
        predicting.simulator.advance(by: 0.05)
        #expect(predicting.simulator.render().isEqual(to: without))
        #expect(!predicting.simulator.application.needsFrames)
        #expect(predicting.view.unfinishedStrokeCount == 1)
        // When the touch moves again, the ink has a tip again.
        for step in 1...20 {
            predicting.simulator.advance(by: 1.0 / 240)
            predicting.simulator.move(1, to: CGPoint(x: 100, y: 140 + Double(step) * 3))
        }
        #expect(predicting.simulator.application.needsFrames)
        predicting.simulator.up(1)
        predicting.simulator.advance(by: 0.05)
        #expect(!predicting.simulator.application.needsFrames)
    }

    @Test("A cancelled touch leaves neither ink nor tip, and its view is released.")
    func cancelled() {
        weak var gone: DrawingView?
        do {
            let screen = PenScreen(predicts: true)
            let empty = screen.simulator.render()
            screen.drawArc()
            screen.simulator.cancel(1)
            screen.simulator.advance(by: 0.05)
            #expect(screen.simulator.render().isEqual(to: empty))
            #expect(!screen.simulator.application.needsFrames)
            #expect(screen.view.drawing.count == 0)
            screen.view.removeFromSuperview()
            gone = screen.view
        }
        #expect(gone == nil)
    }

    @Test("Ten random touches leave the same picture as without prediction.", arguments: 1...2)
    func randomTouches(seed: UInt64) {
        var pictures: [Bitmap] = []
        var points: [[[CGPoint]]] = []
        for predicts in [false, true] {
            let screen = PenScreen(predicts: predicts)
            var random = SeededRandom(seed: seed)
            var places: [Int: CGPoint] = [:]
            for _ in 0..<250 {
                screen.simulator.advance(by: Double(1 + random.next(below: 20)) / 1_000)
                let finger = 1 + random.next(below: 10)
                guard places[finger] != nil else {
                    let place = CGPoint(
                        x: random.number(in: 20...380), y: random.number(in: 20...220))
                    places[finger] = place
                    screen.simulator.down(finger, at: place)
                    continue
                }
                switch random.next(below: 12) {
                case 0:
                    screen.simulator.up(finger)
                    places[finger] = nil
                case 1:
                    screen.simulator.cancel(finger)
                    places[finger] = nil
                default:
                    screen.simulator.frame { frame in
                        for (moved, place) in places.sorted(by: { $0.key < $1.key }) {
                            let next = CGPoint(
                                x: place.x + random.number(in: -3...9),
                                y: place.y + random.number(in: -6...6))
                            places[moved] = next
                            frame.move(moved, to: next)
                        }
                    }
                }
                if random.next(below: 8) == 0 { _ = screen.simulator.render() }
            }
            for finger in places.keys.sorted() { screen.simulator.up(finger) }
            screen.simulator.advance(by: 0.1)
            #expect(screen.view.unfinishedStrokeCount == 0)
            #expect(!screen.simulator.application.needsFrames)
            pictures.append(screen.simulator.render())
            points.append(screen.view.drawing.strokes.map(\.points))
        }
        #expect(pictures[0].isEqual(to: pictures[1]))
        #expect(points[0] == points[1])
        #expect(points[0].count > 3)
    }

    @Test("The damage of a moving tip is its old and its new part, not the stroke.")
    func damageIsNarrow() {
        let screen = PenScreen(predicts: true)
        var worst = 0
        var region = Region(limit: 64)
        screen.simulator.down(1, at: CGPoint(x: 100, y: 140))
        for step in 1...240 {
            let angle = Double.pi + Double(step) / 48
            screen.simulator.advance(by: 1.0 / 240)
            screen.simulator.move(
                1, to: CGPoint(x: 200 + 100 * cos(angle), y: 140 + 100 * sin(angle)))
            guard step.isMultiple(of: 4) else { continue }
            region.removeAll()
            screen.simulator.application.collectDamage(into: &region)
            if step > 20 { worst = max(worst, region.area) }
        }
        print("damage of a frame with a tip, at 500 points a second: at most \(worst) pixels")
        // 8 points of new ink, 8 points of the old tip, a new tip of up to 12 points; the line is
        // 10 points wide, plus its round cap and antialiased pixels.
        #expect(worst < 1_000)
        #expect(worst > 100)
    }

    @Test("The app's options enable or disable prediction.", arguments: [true, false])
    func options(predicts: Bool) throws {
        let simulator = TouchSimulator(
            launching: AppDelegate(options: AppOptions(predictsInk: predicts)))
        let scene = try #require(simulator.drawingScene)
        #expect(scene.drawingController.drawingView.predictsInk == predicts)
        #expect(AppOptions().predictsInk)
    }

    @Test(
        "After warm-up, ten pens with tips allocate nothing.",
        .requiresOptimizedBuild)
    func allocatesNothing() {
        let screen = PenScreen(predicts: true)
        let application = screen.simulator.application
        var region = Region(limit: 64)
        var frame = TouchUpdate(time: .zero)
        var counted: UInt = 0
        var tips = 0
        for step in 0..<180 {
            // Four samples are delivered together, and drawn 6 ms after the last one.
            frame.removeAll()
            for part in 0..<4 {
                frame.time = Timestamp(microseconds: Int64(step * 4 + part) * 4_167)
                frame.changes.removeAll(keepingCapacity: true)
                for finger in 1...10 {
                    let angle = Double(step * 4 + part) / 20 + Double(finger)
                    let place = CGPoint(
                        x: 200 + 90 * cos(angle), y: Double(finger) * 20 + 9 * sin(angle))
                    let sample = TouchSample(
                        touch: TouchIdentifier(rawValue: finger), time: frame.time, position: place)
                    frame.samples.append(sample)
                    frame.changes.append(
                        TouchChange(phase: step == 0 ? .began : .moved, sample: sample))
                }
                if step == 0 { break }
            }
            let before = allocation_counter_value()
            application.deliver(frame, shownAt: frame.time.advanced(byMicroseconds: 6_000))
            application.stepFrame(at: frame.time)
            region.removeAll()
            application.collectDamage(into: &region)
            if step >= 90 { counted += allocation_counter_value() - before }
            if application.needsFrames { tips += 1 }
        }
        #expect(tips > 170)
        // Long strokes would allocate; the reserved capacity is 1,000 samples and 64 segments.
        #expect(counted == 0)
    }
}
