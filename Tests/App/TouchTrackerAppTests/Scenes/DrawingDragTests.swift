import Testing
import TouchKit
import TouchKitGeometry
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

/// Long presses and drags of strokes.
@Suite("Drawing scene: dragging", .serialized)
@MainActor
final class DrawingDragTests {
    // Must be created during the test, because the menu belongs to the newest application.
    lazy var stage = DrawingTestScreen.withLine()
    var controller: DrawingViewController { stage.controller }
    var drawing: Drawing { stage.drawing }
    var simulator: TouchSimulator { stage.simulator }
    /// The identifier of the existing line.
    let id = 1

    // MARK: Press and drag

    @Test("A long press picks up a stroke and colors it green; its touch draws no line.")
    func picksUp() {
        let before = stage.renderVerified()
        simulator.down(1, at: CGPoint(200, 155))
        simulator.advance(by: 0.49)
        #expect(controller.activity == .idle)
        simulator.advance(by: 0.02)
        #expect(controller.activity == .dragging(id, wasSelected: false))
        #expect(stage.renderVerified()[200, 150] == 0xFF00_E640)
        #expect(stage.view.unfinishedStrokeCount == 0)
        simulator.up(1)
        #expect(controller.activity == .idle)
        #expect(drawing.count == 1)
        #expect(stage.renderVerified().isEqual(to: before))
        // The stroke was not moved, so only its addition can be undone.
        controller.undo()
        #expect(drawing.count == 0)
    }

    @Test(
        "R-7.11: the stroke moves by the touch's distance less 10 points, without drift.",
        arguments: [CGPoint(90, 0), CGPoint(-60, 80), CGPoint(3, -95)], [1, 7, 1_000])
    func dragsWithoutDrift(offset: CGPoint, steps: Int) {
        stage.press(200, 150)
        for step in 1...steps {
            let part = Double(step) / Double(steps)
            simulator.advance(by: 0.002)
            simulator.move(1, to: CGPoint(200 + offset.x * part, 150 + offset.y * part))
        }
        simulator.up(1)
        let length = offset.distance(to: .zero)
        let moved = CGPoint(offset.x * (1 - 10 / length), offset.y * (1 - 10 / length))
        stage.expectPoints([
            CGPoint(100 + moved.x, 150 + moved.y), CGPoint(300 + moved.x, 150 + moved.y),
        ])
        #expect(stage.renderVerified().isEqual(to: stage.renderModel()))
        // Undoes and redoes the move.
        controller.undo()
        stage.expectPoints([CGPoint(100, 150), CGPoint(300, 150)], within: 0)
        controller.redo()
        controller.undo()
        controller.undo()
        #expect(drawing.count == 0)
    }

    @Test("Over many strokes, picking up and dropping a stroke are painted over several frames.")
    func overManyStrokes() {
        var random = SeededRandom(seed: 5)
        for _ in 0..<1_500 {
            let start = CGPoint(random.number(in: 100...300), random.number(in: 100...180))
            let end = CGPoint(start.x + random.number(in: -9...9), start.y + 9)
            drawing.add([start, end], tool: .line, color: .blue, width: 2)
        }
        _ = stage.renderVerified()
        /// Finishes painting, and returns the number of frames and the most work in one of them.
        func finishPainting(_ change: () -> Void) -> (frames: Int, most: Int) {
            var work = drawing.picture.work.steps
            change()
            var (frames, most) = (1, drawing.picture.work.steps - work)
            while drawing.picture.isRepaintPending {
                work = drawing.picture.work.steps
                drawing.continueRestoring(isUserDrawing: true)
                frames += 1
                most = max(most, drawing.picture.work.steps - work)
            }
            return (frames, most)
        }
        let pickUp = finishPainting { stage.view.pickUp(id) }
        #expect(pickUp.frames > 3 && pickUp.most < 40_000, "\(pickUp)")
        stage.view.transformPickedUpStroke(by: CGAffineTransform(translationX: 0, y: -20))
        let drop = finishPainting {
            stage.view.dropPickedUpStroke()
            // The stroke stays visible until the picture contains it.
            #expect(simulator.render()[299, 130] == 0xFF00_E640)
        }
        #expect(drop.frames > 3 && drop.most < 40_000, "\(drop)")
        #expect(stage.renderVerified().isEqual(to: stage.renderModel()))
    }

    @Test("A stroke that is dragged on a winding path ends at the touch's final offset.")
    func windingPath() {
        stage.press(200, 150)
        var random = SeededRandom(seed: 3)
        simulator.move(1, to: CGPoint(220, 150))
        for _ in 0..<1_000 {
            simulator.advance(by: 0.004)
            simulator.move(
                1, to: CGPoint(random.number(in: 0...400), random.number(in: 0...300)))
        }
        simulator.move(1, to: CGPoint(220, 150))
        simulator.up(1)
        stage.expectPoints([CGPoint(110, 150), CGPoint(310, 150)])
    }

    @Test("A cancelled press restores the stroke's original position.")
    func cancelledPress() {
        let before = stage.renderVerified()
        stage.press(200, 150)
        simulator.move(1, to: CGPoint(260, 200))
        #expect(!stage.renderVerified().isEqual(to: before))
        simulator.cancel(1)
        stage.expectPoints([CGPoint(100, 150), CGPoint(300, 150)], within: 0)
        #expect(controller.activity == .idle)
        #expect(stage.renderVerified().isEqual(to: before))
        controller.undo()
        #expect(drawing.count == 0)
    }

    @Test("A long press beside all strokes, or an early movement, draws.")
    func pressOnNothingDraws() {
        stage.press(200, 250)
        #expect(controller.activity == .idle)
        simulator.advance(by: 0.3)
        simulator.move(1, to: CGPoint(300, 250))
        #expect(stage.view.unfinishedStrokeCount == 1)
        simulator.up(1)
        stage.draw(CGPoint(200, 150), CGPoint(200, 30))
        #expect(drawing.count == 3)
        stage.expectPoints([CGPoint(100, 150), CGPoint(300, 150)], within: 0)
    }

    @Test("While one touch drags a stroke, others draw and tap but pick up no stroke.")
    func otherTouchesDraw() throws {
        let other = try #require(
            drawing.add(
                [CGPoint(100, 60), CGPoint(300, 60)], tool: .line, color: .blue, width: 10))
        stage.press(200, 150)
        simulator.move(1, to: CGPoint(200, 170))
        simulator.down(2, at: CGPoint(30, 30))
        simulator.move(2, to: CGPoint(30, 280))
        #expect(stage.view.unfinishedStrokeCount == 1)
        simulator.up(2)
        #expect(drawing.count == 3)
        stage.tap(200, 60)
        #expect(controller.activity == .dragging(id, wasSelected: false))
        stage.press(250, 60, finger: 3)
        #expect(controller.activity == .dragging(id, wasSelected: false))
        simulator.up(3)
        simulator.move(1, to: CGPoint(200, 200))
        simulator.up(1)
        stage.expectPoints([CGPoint(100, 190), CGPoint(300, 190)])
        #expect(drawing.stroke(other)?.points == [CGPoint(100, 60), CGPoint(300, 60)])
        #expect(stage.renderVerified().isEqual(to: stage.renderModel()))
    }

    @Test("A touch resting elsewhere does not prevent another one from dragging a stroke.")
    func restingTouch() {
        simulator.down(1, at: CGPoint(30, 30))
        simulator.advance(by: 0.2)
        simulator.down(2, at: CGPoint(200, 150))
        simulator.advance(by: 0.6)
        #expect(controller.activity == .dragging(id, wasSelected: false))
        simulator.down(3, at: CGPoint(200, 20))
        simulator.move(3, to: CGPoint(280, 20))
        simulator.move(2, to: CGPoint(250, 150))
        simulator.up(2)
        stage.expectPoints([CGPoint(140, 150), CGPoint(340, 150)])
    }

    @Test("A selected stroke stays selected after a drag; a drag of another one deselects.")
    func selectionAndDragging() throws {
        let other = try #require(
            drawing.add(
                [CGPoint(100, 60), CGPoint(300, 60)], tool: .line, color: .blue, width: 10))
        stage.tap(200, 150)
        stage.press(200, 150)
        #expect(controller.activity == .dragging(id, wasSelected: true))
        simulator.move(1, to: CGPoint(200, 200))
        simulator.up(1)
        #expect(controller.selectedStrokeID == id)
        #expect(!stage.menu.isMenuVisible)
        stage.press(200, 60)
        #expect(controller.activity == .dragging(other, wasSelected: false))
        simulator.up(1)
        #expect(controller.activity == .idle)
        #expect(stage.renderVerified().isEqual(to: stage.renderModel()))
    }

    @Test(
        "A press that picks up a stroke removes the pen's dot; pen strokes are dragged unchanged.")
    func penStrokeIsDragged() throws {
        controller.tool = .pen
        let points = (0...20).map { CGPoint(50 + Double($0) * 10, 230 + Double($0 % 4) * 8) }
        let curve = try #require(drawing.add(points, tool: .pen, color: .red, width: 4))
        simulator.down(1, at: CGPoint(100, 235))
        #expect(stage.view.unfinishedStrokeCount == 1)
        simulator.advance(by: 0.6)
        #expect(stage.view.unfinishedStrokeCount == 0)
        simulator.move(1, to: CGPoint(100, 135))
        simulator.up(1)
        #expect(drawing.count == 2)
        let moved = try #require(drawing.stroke(curve)).points
        #expect(moved.count == points.count)
        for (point, place) in zip(moved, points) {
            #expect(point.distance(to: CGPoint(place.x, place.y - 90)) < 1e-9)
        }
        #expect(stage.renderVerified().isEqual(to: stage.renderModel()))
    }

    // MARK: Undo during a gesture

    @Test("Undo during a drag first restores the stroke, and its touch draws nothing.")
    func undoWhileDragging() {
        stage.press(200, 150)
        simulator.move(1, to: CGPoint(200, 220))
        controller.undo()
        #expect(drawing.count == 0)
        #expect(controller.activity == .idle)
        simulator.move(1, to: CGPoint(200, 250))
        simulator.up(1)
        #expect(stage.renderVerified().isEqual(to: stage.renderModel()))
        #expect(drawing.count == 0)
        controller.redo()
        stage.expectPoints([CGPoint(100, 150), CGPoint(300, 150)], within: 0)
        // The gestures continue to work.
        stage.press(200, 150)
        simulator.move(1, to: CGPoint(200, 180))
        simulator.up(1)
        stage.expectPoints([CGPoint(100, 170), CGPoint(300, 170)])
    }

    @Test("Undo during drawing keeps the unfinished strokes, which are added on top.")
    func undoWhileDrawing() {
        simulator.down(1, at: CGPoint(50, 20))
        simulator.move(1, to: CGPoint(50, 250))
        controller.undo()
        #expect(drawing.count == 0)
        #expect(stage.view.unfinishedStrokeCount == 1)
        simulator.up(1)
        #expect(stage.strokePoints == [[CGPoint(50, 20), CGPoint(50, 250)]])
        #expect(!controller.canRedo)
    }

    // MARK: Callbacks

    @Test("The scene reports being busy while a stroke is held or drawn.")
    func busyWhileDragging() {
        var busy: [Bool] = []
        controller.onUserDrawingChange = { busy.append($0) }
        stage.press(200, 150)
        #expect(busy == [true])
        simulator.down(2, at: CGPoint(50, 20))
        simulator.move(2, to: CGPoint(50, 250))
        simulator.up(2)
        #expect(busy == [true])
        simulator.up(1)
        #expect(busy == [true, false])
        stage.press(200, 150)
        simulator.cancel(1)
        #expect(busy == [true, false, true, false])
        stage.press(200, 150)
        controller.clear()
        #expect(busy == [true, false, true, false, true, false])
    }

    @Test("The toolbar hides while a stroke is dragged, and reappears afterwards.")
    func toolbarHides() throws {
        let simulator = TouchSimulator(screenSize: CGSize(width: 800, height: 480))
        let scene = DrawingSceneController()
        simulator.window.rootViewController = scene
        let toolbar = try #require(scene.toolbar)
        scene.drawingController.drawing.add(
            [CGPoint(100, 150), CGPoint(300, 150)], tool: .line, color: .black, width: 10)
        simulator.down(1, at: CGPoint(200, 150))
        simulator.advance(by: 1)
        #expect(scene.drawingController.isStrokePickedUp)
        #expect(toolbar.alpha == 0)
        simulator.move(1, to: CGPoint(200, 460))
        simulator.up(1)
        simulator.advance(by: 2)
        #expect(toolbar.alpha == 1)
    }
}
