import Testing
import TouchKit
import TouchKitGeometry
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

/// What two fingers do to a selected stroke.
@Suite("Drawing scene: two fingers", .serialized)
@MainActor
final class DrawingTransformTests {
    // Made by the test itself: the menu is that of the newest application.
    lazy var stage = DrawingStage.withLine()
    var controller: DrawingViewController { stage.controller }
    var drawing: Drawing { stage.drawing }
    var simulator: TouchSimulator { stage.simulator }
    /// The name of the line that is there.
    let id = 1

    private func select() {
        stage.tap(200, 150)
        #expect(controller.selected == id)
    }

    /// Two fingers on the selected stroke, which go apart, turn and move as a map says.
    private func twoFingers(steps: Int = 20, _ map: (CGPoint, Double) -> CGPoint) {
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

    private func liftBoth() {
        simulator.advance(by: 0.01)
        simulator.up(1)
        simulator.advance(by: 0.01)
        simulator.up(2)
    }

    @Test("Two fingers that go apart scale a selected stroke around their middle; its width stays.")
    func scales() throws {
        select()
        twoFingers { CGPoint($0.x + ($0.x - 200) * $1, 150) }
        #expect(stage.view.heldCount == 0)
        liftBoth()
        // The first 8 points don't count: 200 over 108.
        let half = 100 * 200 / 108.0
        stage.expectPlaces([CGPoint(200 - half, 150), CGPoint(200 + half, 150)])
        #expect(drawing.stroke(id)?.width == 10)
        #expect(controller.selected == id)
        #expect(drawing.count == 1)
        controller.undo()
        stage.expectPlaces([CGPoint(100, 150), CGPoint(300, 150)], within: 0)
        controller.undo()
        #expect(drawing.count == 0)
    }

    @Test("Two fingers that go round turn it around their middle.")
    func turns() throws {
        select()
        twoFingers(steps: 180) { start, part in
            start.applying(
                CGAffineTransform(translationX: -200, y: -150)
                    .concatenating(CGAffineTransform(rotationAngle: part * .pi / 2))
                    .concatenating(CGAffineTransform(translationX: 200, y: 150)))
        }
        liftBoth()
        // The first 5° don't count.
        let angle = 85 * Double.pi / 180
        let (x, y) = (100 * CGPoint.cosine(angle), 100 * CGPoint.sine(angle))
        stage.expectPlaces([CGPoint(200 - x, 150 - y), CGPoint(200 + x, 150 + y)], within: 1e-6)
        #expect(stage.picture()[192, 60] == 0xFF00_E640)
    }

    @Test("Two fingers that go the same way move it by their way without its first 10 points.")
    func moves() {
        select()
        twoFingers { CGPoint($0.x, $0.y + 100 * $1) }
        liftBoth()
        stage.expectPlaces([CGPoint(100, 240), CGPoint(300, 240)])
    }

    @Test("All at once, it follows both fingers, and it is one step to undo.")
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
        twoFingers(steps: 120, map)
        guard case .transforming(id, gestures: 3) = controller.activity else {
            Issue.record("three gestures are under way: \(controller.activity)")
            return
        }
        liftBoth()
        // Up to what it takes each of the three to begin.
        stage.expectPlaces(
            [map(CGPoint(100, 150), 1), map(CGPoint(300, 150), 1)], within: 25)
        controller.undo()
        stage.expectPlaces([CGPoint(100, 150), CGPoint(300, 150)], within: 0)
        controller.redo()
        #expect(stage.picture()[200, 150] != 0)
    }

    @Test("Taken back by the system, it is where it was.")
    func cancelledTransform() {
        select()
        let before = stage.picture()
        twoFingers { CGPoint($0.x + ($0.x - 200) * $1, 150 + 50 * $1) }
        #expect(!stage.picture().isEqual(to: before))
        simulator.cancel(2)
        stage.expectPlaces([CGPoint(100, 150), CGPoint(300, 150)], within: 0)
        #expect(controller.selected == id)
        simulator.move(1, to: CGPoint(20, 20))
        simulator.up(1)
        #expect(drawing.count == 1)
        controller.select(nil)
        #expect(stage.picture().isEqual(to: stage.pictureOfModel()))
    }

    @Test("Two fingers elsewhere draw, and so do two on a stroke that isn't selected.")
    func elsewhereTheyDraw() {
        twoFingers { CGPoint($0.x, $0.y + 60 * $1) }
        #expect(stage.view.heldCount == 2)
        liftBoth()
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
        #expect(stage.view.heldCount == 2)
        liftBoth()
        #expect(drawing.count == 5)
        stage.expectPlaces([CGPoint(100, 150), CGPoint(300, 150)], within: 0)
        #expect(controller.selected == id)
    }

    @Test("The second finger may come later, and takes what the first has begun to draw away.")
    func secondFingerLater() {
        select()
        simulator.down(1, at: CGPoint(150, 150))
        simulator.move(1, to: CGPoint(150, 165))
        #expect(stage.view.heldCount == 1)
        simulator.down(2, at: CGPoint(250, 150))
        simulator.move(2, to: CGPoint(280, 150))
        #expect(stage.view.heldCount == 0)
        guard case .transforming = controller.activity else {
            Issue.record("two fingers hold it")
            return
        }
        liftBoth()
        #expect(drawing.count == 1)
    }

    @Test("Squeezed to nothing it keeps a size that a finger finds again.")
    func squeezed() throws {
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
            liftBoth()
        }
        let points = try #require(drawing.stroke(id)).points
        #expect(points[0].distance(to: points[1]) >= 1)
        #expect(points[0].distance(to: points[1]) < 20)
        stage.tap(200, 280)
        stage.tap(200, 150)
        #expect(controller.selected == id)
    }

    @Test("It tells that fingers are busy from when they hold the stroke until the last is lifted.")
    func tells() {
        select()
        var busy: [Bool] = []
        controller.onBusy = { busy.append($0) }
        twoFingers { CGPoint($0.x + ($0.x - 200) * $1, 150) }
        #expect(controller.isHolding)
        #expect(busy.last == true)
        liftBoth()
        #expect(busy.last == false)
    }

    @Test(
        "A double tap beside a carried or transformed stroke clears, and undo finds it where it was."
    )
    func clearWhileHolding() {
        stage.press(200, 150)
        simulator.move(1, to: CGPoint(200, 220))
        stage.doubleTap(50, 50)
        #expect(drawing.count == 0)
        simulator.up(1)
        controller.undo()
        stage.expectPlaces([CGPoint(100, 150), CGPoint(300, 150)], within: 0)
        select()
        twoFingers { CGPoint($0.x + ($0.x - 200) * $1, 150) }
        controller.clear()
        liftBoth()
        #expect(drawing.count == 0)
        controller.undo()
        stage.expectPlaces([CGPoint(100, 150), CGPoint(300, 150)], within: 0)
        #expect(controller.activity == .idle)
        #expect(stage.picture().isEqual(to: stage.pictureOfModel()))
    }
}

extension CGPoint {
    /// The cosine of an angle in radians, by way of the transform that scenes use.
    fileprivate static func cosine(_ angle: Double) -> Double {
        CGAffineTransform(rotationAngle: angle).a
    }

    fileprivate static func sine(_ angle: Double) -> Double {
        CGAffineTransform(rotationAngle: angle).b
    }
}
