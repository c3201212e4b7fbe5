import Testing
import TouchKit
import TouchKitGeometry
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

/// Scaling, rotating and moving a selected stroke with two touches.
@Suite("Drawing scene: two-touch gestures", .serialized)
@MainActor
final class DrawingTransformTests {
    // Must be created during the test, because the menu belongs to the newest application.
    lazy var stage = DrawingTestScreen.withLine()
    var controller: DrawingViewController { stage.controller }
    var drawing: Drawing { stage.drawing }
    var simulator: TouchSimulator { stage.simulator }
    /// The identifier of the existing line.
    let id = 1

    private func select() {
        stage.tap(200, 150)
        #expect(controller.selectedStrokeID == id)
    }

    /// Moves two touches on the selected stroke along the paths that `map` returns.
    private func moveTwoTouches(steps: Int = 20, _ map: (CGPoint, Double) -> CGPoint) {
        let starts = [CGPoint(150, 150), CGPoint(250, 150)]
        simulator.frame {
            $0.down(1, at: starts[0])
            $0.down(2, at: starts[1])
        }
        for step in 1...steps {
            simulator.advance(by: 0.01)
            let part = Double(step) / Double(steps)
            simulator.frame {
                $0.move(1, to: map(starts[0], part))
                $0.move(2, to: map(starts[1], part))
            }
        }
    }

    private func endBothTouches() {
        simulator.advance(by: 0.01)
        simulator.up(1)
        simulator.advance(by: 0.01)
        simulator.up(2)
    }

    @Test("A pinch scales the selected stroke around the touches' center; its width is unchanged.")
    func scales() throws {
        select()
        moveTwoTouches { CGPoint($0.x + ($0.x - 200) * $1, 150) }
        #expect(stage.view.unfinishedStrokeCount == 0)
        endBothTouches()
        // The first 8 points are the recognition threshold: 200 / 108.
        let half = 100 * 200 / 108.0
        stage.expectPoints([CGPoint(200 - half, 150), CGPoint(200 + half, 150)])
        #expect(drawing.stroke(id)?.width == 10)
        #expect(controller.selectedStrokeID == id)
        #expect(drawing.count == 1)
        controller.undo()
        stage.expectPoints([CGPoint(100, 150), CGPoint(300, 150)], within: 0)
        controller.undo()
        #expect(drawing.count == 0)
    }

    @Test("A rotation rotates the selected stroke around the touches' center.")
    func turns() throws {
        select()
        moveTwoTouches(steps: 180) { start, part in
            start.applying(
                CGAffineTransform(translationX: -200, y: -150)
                    .concatenating(CGAffineTransform(rotationAngle: part * .pi / 2))
                    .concatenating(CGAffineTransform(translationX: 200, y: 150)))
        }
        endBothTouches()
        // The first 5° are the recognition threshold.
        let angle = 85 * Double.pi / 180
        let (x, y) = (100 * CGPoint.cosine(angle), 100 * CGPoint.sine(angle))
        stage.expectPoints([CGPoint(200 - x, 150 - y), CGPoint(200 + x, 150 + y)], within: 1e-6)
        #expect(stage.renderVerified()[192, 60] == 0xFF00_E640)
    }

    @Test("Two touches move the selected stroke by their distance less the first 10 points.")
    func moves() {
        select()
        moveTwoTouches { CGPoint($0.x, $0.y + 100 * $1) }
        endBothTouches()
        stage.expectPoints([CGPoint(100, 240), CGPoint(300, 240)])
    }

    @Test("Combined gestures follow both touches and are one edit.")
    func allAtOnce() throws {
        select()
        let map = { (start: CGPoint, part: Double) in
            start.applying(
                CGAffineTransform(translationX: -200, y: -150)
                    .concatenating(
                        CGAffineTransform(rotationAngle: 0.6 * part)
                            .concatenating(
                                CGAffineTransform(scaleX: 1 + 0.5 * part, y: 1 + 0.5 * part))
                    )
                    .concatenating(
                        CGAffineTransform(translationX: 200 + 40 * part, y: 150 - 30 * part)))
        }
        moveTwoTouches(steps: 120, map)
        guard case .transforming(id, gestures: 3) = controller.activity else {
            Issue.record("not three gestures: \(controller.activity)")
            return
        }
        endBothTouches()
        // The tolerance is the sum of the three gestures' recognition thresholds.
        stage.expectPoints(
            [map(CGPoint(100, 150), 1), map(CGPoint(300, 150), 1)], within: 25)
        controller.undo()
        stage.expectPoints([CGPoint(100, 150), CGPoint(300, 150)], within: 0)
        controller.redo()
        stage.expectPoints(
            [map(CGPoint(100, 150), 1), map(CGPoint(300, 150), 1)], within: 25)
        _ = stage.renderVerified()
    }

    @Test("Cancelled gestures restore the stroke's original shape.")
    func cancelledTransform() {
        select()
        let before = stage.renderVerified()
        moveTwoTouches { CGPoint($0.x + ($0.x - 200) * $1, 150 + 50 * $1) }
        #expect(!stage.renderVerified().isEqual(to: before))
        simulator.cancel(2)
        stage.expectPoints([CGPoint(100, 150), CGPoint(300, 150)], within: 0)
        #expect(controller.selectedStrokeID == id)
        simulator.move(1, to: CGPoint(20, 20))
        simulator.up(1)
        #expect(drawing.count == 1)
        controller.select(nil)
        #expect(stage.renderVerified().isEqual(to: stage.renderModel()))
    }

    @Test("Two touches elsewhere, or on a stroke that is not selected, draw.")
    func touchesElsewhereDraw() {
        moveTwoTouches { CGPoint($0.x, $0.y + 60 * $1) }
        #expect(stage.view.unfinishedStrokeCount == 2)
        endBothTouches()
        #expect(drawing.count == 3)
        select()
        simulator.frame {
            $0.down(1, at: CGPoint(100, 280))
            $0.down(2, at: CGPoint(200, 171))
        }
        simulator.frame {
            $0.move(1, to: CGPoint(20, 280))
            $0.move(2, to: CGPoint(380, 290))
        }
        #expect(stage.view.unfinishedStrokeCount == 2)
        endBothTouches()
        #expect(drawing.count == 5)
        stage.expectPoints([CGPoint(100, 150), CGPoint(300, 150)], within: 0)
        #expect(controller.selectedStrokeID == id)
    }

    @Test("The second touch may begin later; it cancels the line that the first one has begun.")
    func lateSecondTouch() {
        select()
        simulator.down(1, at: CGPoint(150, 150))
        simulator.move(1, to: CGPoint(150, 165))
        #expect(stage.view.unfinishedStrokeCount == 1)
        simulator.down(2, at: CGPoint(250, 150))
        simulator.move(2, to: CGPoint(280, 150))
        #expect(stage.view.unfinishedStrokeCount == 0)
        guard case .transforming = controller.activity else {
            Issue.record("no transformation: \(controller.activity)")
            return
        }
        endBothTouches()
        #expect(drawing.count == 1)
    }

    @Test("A stroke cannot be scaled below a size that can be selected.")
    func minimumSize() throws {
        select()
        for _ in 0..<6 {
            simulator.frame {
                $0.down(1, at: CGPoint(190, 150))
                $0.down(2, at: CGPoint(210, 150))
            }
            for step in 1...20 {
                simulator.frame {
                    $0.move(1, to: CGPoint(190 + Double(step) * 0.499, 150))
                    $0.move(2, to: CGPoint(210 - Double(step) * 0.499, 150))
                }
            }
            endBothTouches()
        }
        let points = try #require(drawing.stroke(id)).points
        #expect(points[0].distance(to: points[1]) >= 1)
        #expect(points[0].distance(to: points[1]) < 20)
        stage.tap(200, 280)
        stage.tap(200, 150)
        #expect(controller.selectedStrokeID == id)
    }

    @Test("The scene reports being busy from the start of the gesture to its end.")
    func busyWhileTransforming() {
        select()
        var busy: [Bool] = []
        controller.onUserDrawingChange = { busy.append($0) }
        moveTwoTouches { CGPoint($0.x + ($0.x - 200) * $1, 150) }
        #expect(controller.isStrokePickedUp)
        #expect(busy.last == true)
        endBothTouches()
        #expect(busy.last == false)
    }

    @Test("A double tap beside a held stroke clears; undo restores the stroke's original shape.")
    func clearWhileHolding() {
        stage.press(200, 150)
        simulator.move(1, to: CGPoint(200, 220))
        stage.doubleTap(50, 50)
        #expect(drawing.count == 0)
        simulator.up(1)
        controller.undo()
        stage.expectPoints([CGPoint(100, 150), CGPoint(300, 150)], within: 0)
        select()
        moveTwoTouches { CGPoint($0.x + ($0.x - 200) * $1, 150) }
        controller.clear()
        endBothTouches()
        #expect(drawing.count == 0)
        controller.undo()
        stage.expectPoints([CGPoint(100, 150), CGPoint(300, 150)], within: 0)
        #expect(controller.activity == .idle)
        #expect(stage.renderVerified().isEqual(to: stage.renderModel()))
    }
}

extension CGPoint {
    /// Returns the cosine of an angle in radians, computed by the transform that scenes use.
    fileprivate static func cosine(_ angle: Double) -> Double {
        CGAffineTransform(rotationAngle: angle).a
    }

    fileprivate static func sine(_ angle: Double) -> Double {
        CGAffineTransform(rotationAngle: angle).b
    }
}
