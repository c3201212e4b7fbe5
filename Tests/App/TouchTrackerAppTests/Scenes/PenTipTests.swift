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

/// A pen's ink goes on to where its finger is expected, and that is taken back.
@Suite("Pen's tip", .serialized)
@MainActor
struct PenTipTests {
    /// A drawing view with a pen, on a display of 60 pictures a second.
    @MainActor
    private final class Desk {
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

        /// Half a circle, clockwise from the left, 500 points a second.
        func drawArc(reports: Int = 120) {
            simulator.down(1, at: CGPoint(x: 100, y: 140))
            for step in 1...reports {
                let angle = Double.pi + Double(step) / 48
                simulator.advance(by: 1.0 / 240)
                simulator.move(
                    1, to: CGPoint(x: 200 + 100 * cos(angle), y: 140 + 100 * sin(angle)))
            }
            // So that the newest are delivered, and drawn.
            simulator.advance(by: 1.0 / 60)
        }
    }

    /// The pixels of ink.
    private func inked(_ picture: Bitmap) -> Int {
        var count = 0
        for y in 0..<picture.height {
            for x in 0..<picture.width where picture[x, y] == 0xFF00_0000 { count += 1 }
        }
        return count
    }

    @Test("While a finger moves, its ink goes on in its direction, as the curve does.")
    func goesOn() throws {
        var counts: [Int] = []
        for predicts in [false, true] {
            let desk = Desk(predicts: predicts, scale: 2)
            desk.drawArc()
            let picture = desk.simulator.render()
            counts.append(inked(picture))
            if predicts { try expectPicture(picture, matches: "pen-tip") }
        }
        // Between 4 and 25 ms of 500 points a second, 10 points wide, at four pixels a point.
        #expect((80...500).contains(counts[1] - counts[0]))
    }

    @Test(
        "After the lift the picture is that without prediction, bit for bit, and so are the strokes."
    )
    func nothingStays() {
        var pictures: [Bitmap] = []
        var points: [[CGPoint]] = []
        var differed = false
        for predicts in [false, true] {
            let desk = Desk(predicts: predicts)
            desk.drawArc()
            let drawn = desk.simulator.render()
            if let first = pictures.first { differed = !drawn.isEqual(to: first) }
            if !predicts { pictures.append(drawn) }
            desk.simulator.up(1)
            desk.simulator.advance(by: 0.1)
            pictures.append(desk.simulator.render())
            points += desk.view.drawing.strokes.map(\.points)
        }
        #expect(differed)
        #expect(pictures[1].isEqual(to: pictures[2]))
        #expect(points.count == 2)
        #expect(points[0] == points[1])
    }

    @Test("A finger that rests has no tip after a few frames, and then nothing wakes the display.")
    func rest() {
        let desk = Desk(predicts: false)
        desk.drawArc()
        let without = desk.simulator.render()
        desk.simulator.up(1)
        let predicting = Desk(predicts: true)
        predicting.drawArc()
        #expect(predicting.simulator.application.needsFrames)
        #expect(!predicting.simulator.render().isEqual(to: without))
        predicting.simulator.advance(by: 0.05)
        #expect(predicting.simulator.render().isEqual(to: without))
        #expect(!predicting.simulator.application.needsFrames)
        #expect(predicting.view.heldCount == 1)
        // It goes on, and has one again.
        for step in 1...20 {
            predicting.simulator.advance(by: 1.0 / 240)
            predicting.simulator.move(1, to: CGPoint(x: 100, y: 140 + Double(step) * 3))
        }
        #expect(predicting.simulator.application.needsFrames)
        predicting.simulator.up(1)
        predicting.simulator.advance(by: 0.05)
        #expect(!predicting.simulator.application.needsFrames)
    }

    @Test("A finger that is taken back leaves neither ink nor tip, and its view is let go.")
    func cancelled() {
        weak var gone: DrawingView?
        do {
            let desk = Desk(predicts: true)
            let empty = desk.simulator.render()
            desk.drawArc()
            desk.simulator.cancel(1)
            desk.simulator.advance(by: 0.05)
            #expect(desk.simulator.render().isEqual(to: empty))
            #expect(!desk.simulator.application.needsFrames)
            #expect(desk.view.drawing.count == 0)
            desk.view.removeFromSuperview()
            gone = desk.view
        }
        #expect(gone == nil)
    }

    @Test("Ten fingers at random leave what they leave without prediction.", arguments: 1...2)
    func atRandom(seed: UInt64) {
        var pictures: [Bitmap] = []
        var points: [[[CGPoint]]] = []
        for predicts in [false, true] {
            let desk = Desk(predicts: predicts)
            var random = SeededRandom(seed: seed)
            var places: [Int: CGPoint] = [:]
            for _ in 0..<250 {
                desk.simulator.advance(by: Double(1 + random.next(below: 20)) / 1_000)
                let finger = 1 + random.next(below: 10)
                guard places[finger] != nil else {
                    let place = CGPoint(
                        x: random.number(in: 20...380), y: random.number(in: 20...220))
                    places[finger] = place
                    desk.simulator.down(finger, at: place)
                    continue
                }
                switch random.next(below: 12) {
                case 0:
                    desk.simulator.up(finger)
                    places[finger] = nil
                case 1:
                    desk.simulator.cancel(finger)
                    places[finger] = nil
                default:
                    desk.simulator.frame { frame in
                        for (moved, place) in places.sorted(by: { $0.key < $1.key }) {
                            let next = CGPoint(
                                x: place.x + random.number(in: -3...9),
                                y: place.y + random.number(in: -6...6))
                            places[moved] = next
                            frame.move(moved, to: next)
                        }
                    }
                }
                if random.next(below: 8) == 0 { _ = desk.simulator.render() }
            }
            for finger in places.keys.sorted() { desk.simulator.up(finger) }
            desk.simulator.advance(by: 0.1)
            #expect(desk.view.heldCount == 0)
            #expect(!desk.simulator.application.needsFrames)
            pictures.append(desk.simulator.render())
            points.append(desk.view.drawing.strokes.map(\.points))
        }
        #expect(pictures[0].isEqual(to: pictures[1]))
        #expect(points[0] == points[1])
        #expect(points[0].count > 3)
    }

    @Test("A tip's damage is its old end and its new one, not the stroke.")
    func damageIsTight() {
        let desk = Desk(predicts: true)
        var worst = 0
        var region = Region(limit: 64)
        desk.simulator.down(1, at: CGPoint(x: 100, y: 140))
        for step in 1...240 {
            let angle = Double.pi + Double(step) / 48
            desk.simulator.advance(by: 1.0 / 240)
            desk.simulator.move(
                1, to: CGPoint(x: 200 + 100 * cos(angle), y: 140 + 100 * sin(angle)))
            guard step.isMultiple(of: 4) else { continue }
            region.removeAll()
            desk.simulator.application.collectDamage(into: &region)
            if step > 20 { worst = max(worst, region.area) }
        }
        print("damage of a frame with a tip, at 500 points a second: at most \(worst) pixels")
        // Eight points of new ink, as many of the tip before, a tip of up to twelve; the line is ten
        // wide, with its round end and the pixels that it touches.
        #expect(worst < 1_000)
        #expect(worst > 100)
    }

    @Test("The app's options decide.", arguments: [true, false])
    func options(predicts: Bool) throws {
        let simulator = TouchSimulator(screenSize: CGSize(width: 800, height: 480))
        let delegate = AppDelegate(options: AppOptions(predictsInk: predicts))
        simulator.application.launch(delegate)
        let scene = try #require(
            UIApplication.shared.keyWindow?.rootViewController as? DrawingSceneController)
        #expect(scene.drawingController.drawingView.predictsInk == predicts)
        #expect(AppOptions().predictsInk)
    }

    @Test(
        "Once warm, ten pens with tips allocate nothing.",
        .enabled(if: Optimization.isOn, "counted in release builds: scripts/test runs it there"))
    func allocatesNothing() {
        guard allocation_counter_is_active() else { return }
        let desk = Desk(predicts: true)
        let application = desk.simulator.application
        var region = Region(limit: 64)
        var frame = FingerFrame(time: .zero)
        var counted: UInt = 0
        var tips = 0
        for step in 0..<180 {
            // Four reports are one delivery; it is seen 6 ms after the last of them.
            frame.removeAll()
            for part in 0..<4 {
                frame.time = Timestamp(microseconds: Int64(step * 4 + part) * 4_167)
                frame.changes.removeAll(keepingCapacity: true)
                for finger in 1...10 {
                    let angle = Double(step * 4 + part) / 20 + Double(finger)
                    let place = CGPoint(
                        x: 200 + 90 * cos(angle), y: Double(finger) * 20 + 9 * sin(angle))
                    let sample = FingerSample(
                        finger: FingerID(rawValue: finger), time: frame.time, position: place)
                    frame.samples.append(sample)
                    frame.changes.append(
                        FingerChange(phase: step == 0 ? .began : .moved, sample: sample))
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
        // A long stroke grows: its samples and its pieces have room for a thousand, and 64.
        #expect(counted == 0)
    }
}
