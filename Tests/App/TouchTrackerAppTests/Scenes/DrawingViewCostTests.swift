import Testing
import TouchKit
import TouchKitGeometry
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

/// The cost of the drawing view per frame, in painted and composed pixels.
@Suite("DrawingView cost", .serialized)
@MainActor
struct DrawingViewCostTests {
    /// An 800 × 480 drawing view with its own compositor, so that tests can inspect its frames.
    @MainActor
    private final class ComposedDrawing {
        let simulator = TouchSimulator(screenSize: CGSize(width: 800, height: 480))
        let view: DrawingView
        private let painter: FramePainter
        var list: DisplayList { painter.list }

        init(lines: Int) {
            view = DrawingView(frame: simulator.window.bounds)
            view.isMultipleTouchEnabled = true
            simulator.window.addSubview(view)
            painter = FramePainter(simulator.application, width: 800, height: 480)
            var random = SeededRandom(seed: 4)
            for _ in 0..<lines {
                simulator.down(1, at: place(&random))
                simulator.move(1, to: place(&random))
                simulator.up(1)
            }
            _ = compose()
        }

        private func place(_ random: inout SeededRandom) -> CGPoint {
            CGPoint(x: random.number(in: 0...800), y: random.number(in: 0...480))
        }

        /// Composes the damaged region.
        func compose() -> (invalid: Int, rects: Int, differing: Int) {
            painter.paint()
        }
    }

    @Test("A frame with a moving touch paints as much over a thousand lines as over none.")
    func costIsIndependentOfLineCount() {
        var counts: [Int] = []
        for lines in [0, 10, 1_000] {
            let scene = ComposedDrawing(lines: lines)
            #expect(scene.view.drawing.count == lines)
            scene.simulator.down(1, at: CGPoint(x: 100, y: 100))
            _ = scene.compose()
            scene.simulator.move(1, to: CGPoint(x: 500, y: 300))
            _ = scene.compose()
            counts.append(scene.list.count)
        }
        #expect(counts[0] == counts[1])
        #expect(counts[0] == counts[2])
        #expect(counts[0] <= 3)
    }

    @Test(
        "Dragging a diagonal line composes narrow slices along it, not its bounding box.",
        arguments: [20, 60, 240])
    func damageIsNarrow(steps: Int) {
        let scene = ComposedDrawing(lines: 0)
        scene.simulator.down(1, at: CGPoint(x: 0, y: 0))
        _ = scene.compose()
        var recomposed = 0
        var differing = 0
        var most = 0.0
        var worst = 0.0
        for step in 1...steps {
            let part = Double(step) / Double(steps)
            // The end moves beside the diagonal, so that the line rotates while it grows.
            let bend = 40 * part * (1 - part)
            scene.simulator.move(1, to: CGPoint(x: 799 * part, y: 479 * part + bend))
            let frame = scene.compose()
            recomposed += frame.invalid
            differing += frame.differing
            let length = 933 * part
            most = max(most, Double(frame.invalid) / (length * 11 + 200))
            worst = max(worst, Double(frame.invalid) / Double(max(frame.differing, 1)))
        }
        print(
            "\(steps) steps: recomposed / differing \(Double(recomposed) / Double(differing)),",
            "at most \(worst); recomposed / line at most \(most)")
        // The damage is a few times the line's own pixels; its bounding box is forty times as
        // large.
        #expect(differing > 0 && most < 6)
    }

    @Test("Ten touches with long lines compose less than the whole screen.")
    func tenTouches() {
        let scene = ComposedDrawing(lines: 0)
        for finger in 0..<10 {
            scene.simulator.down(finger, at: CGPoint(x: Double(finger) * 30 + 5, y: 5))
        }
        _ = scene.compose()
        var most = 0
        for step in 0..<20 {
            scene.simulator.frame { frame in
                for finger in 0..<10 {
                    frame.move(
                        finger,
                        to: CGPoint(x: Double(finger) * 30 + 400 + Double(step), y: 470))
                }
            }
            let frame = scene.compose()
            if step > 0 { most = max(most, frame.invalid) }
        }
        print("ten fingers: \(most) of \(800 * 480) pixels recomposed")
        #expect(most > 0 && most < 800 * 480 * 3 / 4)
    }
}
