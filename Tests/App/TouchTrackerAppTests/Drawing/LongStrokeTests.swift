import Testing
import TouchKit
import TouchKitGeometry
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerStore
import TouchTrackerTestSupport

/// Strokes of many thousand samples, which a contact that never ends can make.
@Suite("Long strokes", .serialized)
@MainActor
struct LongStrokeTests {
    private static let size = CGSize(width: 400, height: 240)

    /// The maximum cost of the work in one frame, in units of `DrawingWork.steps`.
    private static let frameBudget = 200_000

    private func drawing() -> Drawing {
        Drawing(size: Self.size, scale: 1, paper: .gray)
    }

    /// Returns pen strokes of `sampleCount` samples each, which cross the whole picture.
    private func strokes(_ count: Int, sampleCount: Int) -> [Stroke] {
        var random = SeededRandom(seed: 5)
        return (1...count).map { id in
            var point = CGPoint(x: 200, y: 120)
            let points = (0..<sampleCount).map { _ in
                point = CGPoint(
                    x: min(max(point.x + random.number(in: -9...9), 0), 400),
                    y: min(max(point.y + random.number(in: -9...9), 0), 240))
                return point
            }
            return Stroke(
                id: id, tool: .pen, points: points, color: InkColor.allCases[id % 8], width: 10,
                level: id)
        }
    }

    @Test("Strokes of 200,000 samples are restored in steps of limited work.")
    func restores() throws {
        let sampleCount = Optimization.isEnabled ? 200_000 : 60_000
        let strokes = strokes(Optimization.isEnabled ? 10 : 1, sampleCount: sampleCount)
        let drawing = drawing()
        drawing.beginRestoring(nextID: 100, nextLevel: 100)
        drawing.restore(strokes)
        drawing.finishRestoring()
        var insertions = 0
        while drawing.count < strokes.count {
            drawing.continueRestoring()
            insertions += 1
        }
        // A step flattens at most 100,000 points, and a sample gives at least one point.
        #expect(insertions >= strokes.count * sampleCount / 110_000, "\(insertions) steps")
        #expect(drawing.strokes == strokes)
        var most = 0
        while drawing.isRestoring {
            let before = drawing.picture.work.steps
            drawing.continueRestoring()
            most = max(most, drawing.picture.work.steps - before)
        }
        // Finding the strokes and painting one section exceeds the budget.
        #expect(most > 0 && most < Self.frameBudget * 3 / 2, "\(most)")
    }

    @Test("A stroke that is restored in parts has the points of a stroke restored at once.")
    func parts() throws {
        let strokes = strokes(3, sampleCount: 4_096 * 2 + 1)
        let restored = drawing()
        restored.restore(strokes, nextID: 10)
        let whole = drawing()
        for stroke in strokes {
            whole.add(stroke.points, tool: .pen, color: stroke.color, width: stroke.width)
        }
        #expect(restored.picture.bitmap.isEqual(to: whole.picture.bitmap))
    }

    @Test(
        "Edits of a long stroke are painted over several frames of limited work.",
        .requiresOptimizedBuild)
    func edits() throws {
        let strokes = strokes(10, sampleCount: 20_000)
        let atOnce = drawing()
        atOnce.restore(strokes, nextID: 20)
        let drawing = drawing()
        drawing.restore(strokes, nextID: 20)
        var isScheduled = false
        drawing.onRestoringNeeded = { isScheduled = true }
        let moved = strokes[4].points.map { CGPoint(x: $0.x + 5, y: $0.y - 3) }
        let edits: [(String, @MainActor (Drawing) -> Bool)] = [
            ("delete", { $0.delete(5) }), ("undo", { $0.undo() }), ("redo", { $0.redo() }),
            ("undo again", { $0.undo() }), ("recolor", { $0.recolor(5, to: .white) }),
            ("front", { $0.bringToFront(5) }), ("move", { $0.reshape(5, to: moved) }),
            ("clear", { $0.clear() }), ("undo clear", { $0.undo() }),
            ("undo move", { $0.undo() }),
        ]
        for (name, edit) in edits {
            isScheduled = false
            var before = drawing.picture.work.steps
            #expect(edit(drawing) && edit(atOnce))
            var most = drawing.picture.work.steps - before
            #expect(isScheduled == drawing.isRestoring)
            while drawing.isRestoring {
                before = drawing.picture.work.steps
                drawing.continueRestoring()
                most = max(most, drawing.picture.work.steps - before)
            }
            #expect(most < Self.frameBudget * 3 / 2, "\(name): \(most)")
            #expect(drawing.picture.bitmap.isEqual(to: atOnce.picture.bitmap), "\(name)")
        }
        #expect(isScheduled)
    }

    @Test("Edits while an earlier edit is still being painted give the same picture.")
    func editsInBetween() throws {
        let strokes = strokes(10, sampleCount: Optimization.isEnabled ? 20_000 : 3_000)
        let drawing = drawing()
        drawing.restore(strokes, nextID: 20)
        drawing.onRestoringNeeded = {}
        for id in 1...9 {
            drawing.delete(id)
            drawing.continueRestoring()
            if id % 3 == 0 { drawing.undo() }
            drawing.add([CGPoint(x: 30 * id, y: 7)], tool: .pen, color: .red, width: 20)
            drawing.continueRestoring()
        }
        #expect(drawing.isRestoring)
        while drawing.continueRestoring() {}
        let other = self.drawing()
        other.restore(drawing.strokes, nextID: 1)
        #expect(drawing.picture.bitmap.isEqual(to: other.picture.bitmap))
    }

    @Test("The picture of a drawing is not encoded while it needs several frames to be correct.")
    func encoding() throws {
        let drawing = drawing()
        drawing.restore(
            strokes(10, sampleCount: Optimization.isEnabled ? 20_000 : 3_000), nextID: 20)
        drawing.onRestoringNeeded = {}
        let expected = drawing.picture.bitmap.copy()
        #expect(EncodedPicture(of: drawing) != nil)
        drawing.highlight(3, in: .green)
        #expect(EncodedPicture(of: drawing) == nil)
        while drawing.continueRestoring() {}
        #expect(EncodedPicture(of: drawing) == nil)
        drawing.highlight(nil, in: .green)
        #expect(EncodedPicture(of: drawing) == nil)
        while drawing.continueRestoring() {}
        #expect(EncodedPicture(of: drawing) != nil)
        #expect(drawing.picture.bitmap.isEqual(to: expected))
    }

    @Test("A pen touch with too many samples for one stroke continues in another stroke.")
    func continuedTouch() {
        let simulator = TouchSimulator(screenSize: Self.size)
        let view = DrawingView(frame: simulator.window.bounds)
        view.tool = .pen
        view.color = .blue
        simulator.window.addSubview(view)
        simulator.down(1, at: CGPoint(x: 5, y: 5))
        let total = PenInk.maximumSampleCount + 50
        for index in 1..<total {
            let (row, column) = (index / 300, index % 300)
            let x = row % 2 == 0 ? column : 300 - column
            simulator.move(1, to: CGPoint(x: 5 + x, y: 5 + row * 2))
        }
        #expect(view.drawing.count == 1)
        #expect(view.unfinishedStrokeCount == 1)
        simulator.up(1)
        let strokes = view.drawing.strokes
        #expect(strokes.map(\.points.count) == [PenInk.maximumSampleCount, 51])
        #expect(strokes.allSatisfy { $0.color == .blue && $0.tool == .pen && $0.width == 10 })
        #expect(strokes[0].points.last == strokes[1].points.first)
        #expect(strokes.map(\.firstPartID) == [1, 1])
        simulator.advance(by: 1)
        let shown = simulator.render()
        view.setNeedsDisplay()
        #expect(simulator.render().isEqual(to: shown))
        let other = drawing()
        other.restore(strokes, nextID: 5)
        #expect(view.drawing.picture.bitmap.isEqual(to: other.picture.bitmap))
        #expect(view.drawing.undo() && view.drawing.count == 0 && !view.drawing.canUndo)
        #expect(view.drawing.redo() && view.drawing.strokes == strokes)
    }
}
