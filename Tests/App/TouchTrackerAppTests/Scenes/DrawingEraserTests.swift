import Testing
import TouchKit
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

/// Erasing strokes with touches.
@Suite("Drawing scene: eraser", .serialized)
@MainActor
struct DrawingEraserTests {
    private let stage = DrawingTestScreen(width: 400, height: 300)
    private var simulator: TouchSimulator { stage.simulator }
    private var drawing: Drawing { stage.drawing }

    /// Adds vertical lines from y = 50 to y = 250 and selects the eraser.
    private func addLines(_ places: [Double]) {
        for x in places {
            drawing.add([CGPoint(x, 50), CGPoint(x, 250)], tool: .line, color: .blue, width: 4)
        }
        stage.controller.isErasing = true
    }

    @Test("A touch erases every stroke that it crosses, in one undo step.")
    func oneUndoStep() {
        addLines([100, 150, 200, 250, 300])
        let before = stage.renderVerified()
        simulator.down(1, at: CGPoint(80, 150))
        simulator.advance(by: 0.02)
        // One sample crosses two strokes.
        simulator.move(1, to: CGPoint(170, 150))
        #expect(drawing.strokes.map(\.id) == [3, 4, 5])
        simulator.advance(by: 0.02)
        simulator.move(1, to: CGPoint(220, 160))
        simulator.up(1)
        #expect(drawing.strokes.map(\.id) == [4, 5])
        #expect(stage.controller.canUndo)
        let erased = stage.renderVerified()
        stage.controller.undo()
        #expect(drawing.strokes.map(\.id) == [1, 2, 3, 4, 5])
        #expect(stage.renderVerified().isEqual(to: before))
        stage.controller.redo()
        #expect(drawing.strokes.map(\.id) == [4, 5])
        #expect(stage.renderVerified().isEqual(to: erased))
    }

    @Test("A tap erases the stroke under it; a stroke that is 13 points away stays.")
    func tap() {
        addLines([100, 200])
        stage.tap(113, 150)
        #expect(drawing.count == 2)
        stage.tap(111, 150)
        #expect(drawing.strokes.map(\.id) == [2])
        #expect(stage.controller.selectedStrokeID == nil && !stage.menu.isMenuVisible)
    }

    @Test("Each touch has its own undo step, also if two touches erase at the same time.")
    func twoTouches() {
        addLines([60, 120, 240, 300])
        simulator.down(1, at: CGPoint(60, 150))
        simulator.down(2, at: CGPoint(300, 150))
        simulator.advance(by: 0.02)
        simulator.move(1, to: CGPoint(140, 150))
        simulator.move(2, to: CGPoint(220, 150))
        simulator.up(1)
        simulator.up(2)
        #expect(drawing.count == 0)
        stage.controller.undo()
        #expect(drawing.strokes.map(\.id) == [3, 4])
        stage.controller.undo()
        #expect(drawing.strokes.map(\.id) == [1, 2, 3, 4])
    }

    @Test("While a touch erases, undo restores its strokes; the touch then begins a new step.")
    func undoWhileErasing() {
        addLines([60, 120, 240])
        simulator.down(1, at: CGPoint(60, 150))
        #expect(stage.view.isUserDrawing)
        stage.controller.undo()
        #expect(drawing.count == 3)
        simulator.move(1, to: CGPoint(130, 150))
        simulator.up(1)
        #expect(!stage.view.isUserDrawing)
        #expect(drawing.strokes.map(\.id) == [3])
        stage.controller.undo()
        #expect(drawing.count == 3)
    }

    @Test(
        "A stroke that is added or changed while a touch erases is erased by another undo step.",
        arguments: [true, false])
    func changesWhileErasing(adds: Bool) {
        addLines([60, 120, 180])
        simulator.down(1, at: CGPoint(60, 150))
        if adds {
            drawing.add([CGPoint(150, 50), CGPoint(150, 250)], tool: .pen, color: .red, width: 4)
        } else {
            drawing.bringToFront(2)
        }
        simulator.move(1, to: CGPoint(155, 150))
        simulator.up(1)
        #expect(drawing.strokes.map(\.id) == [3])
        stage.controller.undo()
        #expect(drawing.strokes.map(\.id) == (adds ? [2, 3, 4] : [3, 2]))
        _ = stage.renderVerified()
        stage.controller.undo()
        #expect(drawing.strokes.map(\.id) == [2, 3])
        stage.controller.undo()
        #expect(drawing.strokes.map(\.id) == [1, 2, 3])
        while stage.controller.canRedo { stage.controller.redo() }
        #expect(drawing.strokes.map(\.id) == [3])
        _ = stage.renderVerified()
    }

    @Test("Gestures are off while the eraser is selected, and on again with another tool.")
    func gestures() {
        addLines([100])
        stage.controller.isErasing = false
        stage.tap(100, 150)
        #expect(stage.controller.selectedStrokeID == 1)
        stage.controller.isErasing = true
        #expect(stage.controller.activity == .idle && !stage.menu.isMenuVisible)
        stage.press(300, 150)
        stage.doubleTap(300, 200)
        simulator.up(1)
        #expect(drawing.count == 1 && stage.view.unfinishedStrokeCount == 0)
        stage.controller.tool = .line
        #expect(!stage.controller.isErasing)
        stage.tap(100, 150)
        #expect(stage.controller.selectedStrokeID == 1)
    }

    @Test("Many strokes that one touch erases return to their places in the drawing order.")
    func manyStrokes() {
        var random = SeededRandom(seed: 4)
        for _ in 0..<500 {
            drawing.add(
                [
                    CGPoint(random.number(in: 0...400), 20),
                    CGPoint(random.number(in: 0...400), 280),
                ], tool: .pen, color: .red, width: 4)
        }
        drawing.bringToFront(7)
        let order = drawing.strokes.map(\.id)
        stage.controller.isErasing = true
        simulator.down(1, at: CGPoint(5, 150))
        simulator.advance(by: 0.1)
        simulator.move(1, to: CGPoint(395, 150))
        simulator.up(1)
        #expect(drawing.count < 20)
        stage.controller.undo()
        #expect(drawing.strokes.map(\.id) == order)
        _ = stage.renderVerified()
    }

    @Test("Erased strokes are erased after a restart, and undone ones are there.")
    func stored() throws {
        let folder = DrawingFolder()
        let persistence = try folder.persistence()
        addLines([])
        persistence.restoreCompletely(into: drawing)
        addLines([100, 150, 200])
        simulator.down(1, at: CGPoint(90, 150))
        simulator.move(1, to: CGPoint(160, 150))
        simulator.up(1)
        stage.controller.undo()
        simulator.down(1, at: CGPoint(200, 150))
        simulator.up(1)
        persistence.finish()
        #expect(try folder.saved().strokes == drawing.strokes)
        #expect(drawing.strokes.map(\.id) == [1, 2])
    }

    @Test("Erasing beside 20,000 strokes examines few of them.")
    func indexed() {
        let strokes = (1...20_000).map { number in
            Stroke(
                id: number, tool: .pen,
                points: [CGPoint(Double(number % 400), Double(number / 400) * 5)], color: .red,
                width: 0.5, level: number)
        }
        drawing.restore(strokes, nextID: 1)
        stage.controller.isErasing = true
        let before = drawing.picture.examinedStrokeCount
        simulator.down(1, at: CGPoint(200, 290))
        for step in 1...20 {
            simulator.advance(by: 0.01)
            simulator.move(1, to: CGPoint(200 + Double(step), 290))
        }
        simulator.up(1)
        #expect(drawing.count == 20_000)
        #expect(drawing.picture.examinedStrokeCount - before < 200)
    }
}
