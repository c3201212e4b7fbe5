import Testing
import TouchKit
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerStore
import TouchTrackerTestSupport

/// Touches that are stored as several strokes, and are edited as one.
@Suite("Touches of several strokes", .serialized)
@MainActor
struct TouchPartsTests {
    let folder = DrawingFolder()

    private func makeDrawing() -> Drawing {
        Drawing(size: CGSize(width: 400, height: 240), scale: 1, paper: .gray)
    }

    @discardableResult
    private func add(
        _ x: Double, to drawing: Drawing, continuing id: Stroke.ID? = nil
    ) -> Stroke.ID? {
        drawing.add(
            [CGPoint(x, 100), CGPoint(x + 20, 140)], tool: .pen, color: .black, width: 4,
            continuing: id)
    }

    /// Adds strokes 1, 2 and 4 of one touch, and between them stroke 3 of another touch.
    private func addTouches(to drawing: Drawing) {
        let first = add(20, to: drawing)
        let second = add(60, to: drawing, continuing: first)
        add(300, to: drawing)
        add(100, to: drawing, continuing: second)
    }

    /// The edits of a touch, made with its second stroke.
    enum Edit: CaseIterable {
        case delete, recolor, bringToFront, reshape

        @MainActor
        func perform(_ drawing: Drawing) {
            switch self {
            case .delete: #expect(drawing.delete(2))
            case .recolor: #expect(drawing.recolor(2, to: .red) && !drawing.recolor(1, to: .red))
            case .bringToFront:
                let other = drawing.add(
                    [CGPoint(5, 5)], tool: .pen, color: .blue, width: 4)
                #expect(drawing.bringToFront(2) && !drawing.bringToFront(4))
                #expect(drawing.strokes.map(\.id) == [3, other, 1, 2, 4])
            case .reshape:
                let points = drawing.joinedStroke(2)?.points ?? []
                #expect(points.count == 6)
                #expect(drawing.reshape(2, to: points.map { CGPoint(x: $0.x, y: $0.y + 50) }))
            }
        }

        /// The identifiers of the strokes that the edit changes or deletes.
        static let ids = [1, 2, 4]
    }

    @Test(
        "Deleting, recoloring, reordering and moving apply to all strokes, and so does undo.",
        arguments: Edit.allCases)
    func edits(edit: Edit) throws {
        let (drawing, persistence) = try folder.open()
        addTouches(to: drawing)
        let before = Dictionary(uniqueKeysWithValues: drawing.strokes.map { ($0.id, $0) })
        edit.perform(drawing)
        for id in Edit.ids { #expect(drawing.stroke(id) != before[id], "stroke \(id)") }
        #expect(drawing.stroke(3) == before[3])
        let after = drawing.strokes
        #expect(drawing.undo())
        for id in 1...4 { #expect(drawing.stroke(id) == before[id], "stroke \(id)") }
        #expect(drawing.redo() && drawing.strokes == after)
        persistence.finish()
        let saved = try folder.saved().strokes
        #expect(saved == after)
        // The picture is that of a new drawing with the same strokes.
        let other = makeDrawing()
        other.restore(after, nextID: 9)
        #expect(drawing.picture.bitmap.isEqual(to: other.picture.bitmap))
    }

    @Test("Each edit of a touch is one durable edit, and one transaction.")
    func transactions() throws {
        let (drawing, persistence) = try folder.open()
        addTouches(to: drawing)
        let count = persistence.submittedEditCount
        var ids: [[Stroke.ID]] = []
        persistence.willStore = { _, change in ids.append(change?.edit.ids ?? []) }
        drawing.recolor(4, to: .green)
        drawing.bringToFront(1)
        drawing.undo()
        drawing.delete(2)
        drawing.undo()
        drawing.undo()
        drawing.undo()
        #expect(persistence.submittedEditCount == count + 7)
        #expect(ids == Array(repeating: [1, 2, 4], count: 7))
        #expect(drawing.strokes.map(\.id) == [3])
        persistence.finish()
        #expect(try folder.saved().strokes.map(\.id) == [3])
    }

    @Test("After a restart, a touch is still edited as one.")
    func restart() throws {
        let (drawing, persistence) = try folder.open()
        addTouches(to: drawing)
        persistence.finish()
        let (next, second) = try folder.open()
        #expect(next.strokes == drawing.strokes)
        #expect(next.strokes.map(\.firstPartID) == [1, 1, 3, 1])
        #expect(next.delete(4))
        #expect(next.strokes.map(\.id) == [3])
        second.finish()
        #expect(try folder.saved().strokes.map(\.id) == [3])
    }

    @Test("Undo and redo apply to all strokes of a touch, also around another touch's stroke.")
    func undo() {
        let drawing = makeDrawing()
        addTouches(to: drawing)
        for _ in 1...2 {
            #expect(drawing.undo() && drawing.strokes.map(\.id) == [3])
            #expect(drawing.undo() && drawing.count == 0 && !drawing.canUndo)
            #expect(drawing.redo() && drawing.strokes.map(\.id) == [3])
            #expect(
                drawing.redo() && drawing.strokes.map(\.id) == [1, 2, 3, 4] && !drawing.canRedo)
        }
        // An edit of an earlier stroke remains an edit of its own.
        let fifth = add(140, to: drawing, continuing: 4)
        drawing.recolor(3, to: .blue)
        drawing.recolor(1, to: .blue)
        add(180, to: drawing, continuing: fifth)
        #expect(drawing.undo() && drawing.strokes.map(\.id) == [1, 2, 3, 4, 5])
        #expect(drawing.undo() && drawing.stroke(5)?.color == .black)
        #expect(drawing.undo() && drawing.stroke(3)?.color == .black)
        #expect(drawing.undo() && drawing.strokes.map(\.id) == [3])
    }

    @Test("A touch that continues after an undo is another touch.")
    func undoWhileDrawing() {
        let drawing = makeDrawing()
        let first = add(20, to: drawing)
        drawing.undo()
        let second = add(60, to: drawing, continuing: first)
        #expect(drawing.strokes.map(\.id) == [second])
        #expect(drawing.undo() && drawing.count == 0 && !drawing.canUndo)
        #expect(drawing.redo() && drawing.delete(second ?? 0) && drawing.count == 0)
    }

    @Test("Selecting and picking up shows all strokes of a touch in green, and moves them.")
    func gestures() {
        let screen = DrawingTestScreen(width: 400, height: 240)
        addTouches(to: screen.drawing)
        let before = screen.strokePoints
        screen.controller.select(2)
        func isGreen(_ x: Int) -> Bool {
            let pixel = screen.drawing.picture.bitmap[x + 10, 120]
            return pixel >> 8 & 255 > 200 && pixel >> 16 & 255 < 100
        }
        #expect([20, 60, 100, 300].map(isGreen) == [true, true, true, false])
        screen.controller.select(nil)
        #expect(![20, 60, 100, 300].contains { isGreen($0) })
        screen.view.pickUp(1)
        screen.view.transformPickedUpStroke(by: CGAffineTransform(translationX: 0, y: 40))
        screen.view.dropPickedUpStroke()
        let moved = before.enumerated().map { index, points in
            index == 2 ? points : points.map { CGPoint(x: $0.x, y: $0.y + 40) }
        }
        #expect(screen.strokePoints == moved)
        screen.controller.undo()
        #expect(screen.strokePoints == before)
        screen.controller.isErasing = true
        screen.draw(CGPoint(110, 20), CGPoint(110, 120))
        #expect(screen.drawing.strokes.map(\.id) == [3])
        screen.controller.undo()
        #expect(screen.strokePoints == before)
    }

    @Test("While stored strokes of a touch may be missing, the touch is not edited.")
    func restoring() {
        let points = (0..<PenInk.maximumSampleCount).map { CGPoint(Double($0 % 300), 50) }
        func part(_ id: Int, _ points: [CGPoint]) -> Stroke {
            Stroke(
                id: id, tool: .pen, points: points, color: .black, width: 4, level: id,
                firstPartID: 1)
        }
        let drawing = makeDrawing()
        drawing.onRestoringNeeded = {}
        drawing.beginRestoring(nextID: 9, nextLevel: 9)
        drawing.restore([part(1, points)])
        while drawing.continueRestoring() {}
        #expect(drawing.count == 1)
        #expect(!drawing.delete(1) && !drawing.recolor(1, to: .red) && !drawing.bringToFront(1))
        drawing.restore([part(3, [CGPoint(5, 5)])])
        while drawing.continueRestoring() {}
        #expect(drawing.recolor(3, to: .red))
        #expect(drawing.strokes.map(\.color) == [.red, .red])
        drawing.finishRestoring()
        while drawing.continueRestoring() {}
        #expect(drawing.delete(1) && drawing.count == 0)
    }

    @Test("A stroke in the file whose first part continues another one is a touch of its own.")
    func chainedParts() throws {
        func stored(_ id: Int64, first: Int64?) -> StoredStroke {
            let x = Double(40 * id - 20)
            return StoredStroke(
                id: id, level: id, tool: "pen", color: "black", width: 4,
                points: [CGPoint(x, 100), CGPoint(x + 20, 140)], firstPart: first)
        }
        try DrawingStore(folder: folder.path, access: .readWrite).apply([
            .put([stored(1, first: nil), stored(2, first: 1), stored(3, first: 2)])
        ])
        let screen = DrawingTestScreen(width: 400, height: 240)
        let persistence = try folder.persistence()
        persistence.restoreCompletely(into: screen.drawing)
        #expect(screen.drawing.strokes.map(\.firstPartID) == [1, 1, 3])
        screen.controller.isErasing = true
        screen.draw(CGPoint(10, 120), CGPoint(130, 120))
        #expect(screen.drawing.count == 0)
        screen.controller.undo()
        #expect(screen.drawing.strokes.map(\.id) == [1, 2, 3])
        screen.draw(CGPoint(110, 20), CGPoint(110, 120))
        #expect(screen.drawing.strokes.map(\.id) == [1, 2])
        persistence.finish()
        #expect(try folder.saved().strokes.map(\.id) == [1, 2])
    }

    @Test("Invalid parts in the file are separate strokes; a touch has at most 1,024 strokes.")
    func invalidParts() throws {
        func stored(_ id: Int64, first: Int64?) -> StoredStroke {
            StoredStroke(
                id: id, level: id, tool: id == 5 ? "line" : "pen", color: "black", width: 4,
                points: [CGPoint(Double(id), 9), CGPoint(5, 9)], firstPart: first)
        }
        let many = (10..<1_040).map { stored($0, first: 10) }
        let store = try DrawingStore(folder: folder.path, access: .readWrite)
        try store.apply([
            .put(
                [
                    stored(1, first: 9), stored(2, first: -4), stored(3, first: .max),
                    stored(4, first: 1), stored(5, first: 1), stored(6, first: 0),
                ] + many)
        ])
        let drawing = try folder.open().drawing
        #expect(drawing.strokes.prefix(6).map(\.firstPartID) == [1, 2, 3, 1, 5, 6])
        #expect(drawing.strokes.map(\.firstPartID).filter { $0 == 10 }.count == 1_024)
        #expect(drawing.delete(700))
        #expect(drawing.count == 12)
        #expect(drawing.delete(4) && drawing.strokes.first?.id == 2)
    }
}
