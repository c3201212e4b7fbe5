import Glibc
import Testing
import TouchKit
import TouchKitRaster
import TouchTrackerApp
import TouchTrackerStore
import TouchTrackerTestSupport

/// Saving and restoring drawings.
@Suite("DrawingPersistence", .serialized)
@MainActor
struct DrawingPersistenceTests {
    private let folder = DrawingFolder()

    private func drawing() -> Drawing {
        Drawing(size: CGSize(width: 400, height: 240), scale: 1, paper: .gray)
    }

    private func line(_ x: CGFloat) -> [CGPoint] {
        [CGPoint(x: x, y: 20), CGPoint(x: x + 30, y: 200)]
    }

    @Test("All kinds of edits, undone and redone, survive a restart in strokes and picture.")
    func everyEdit() throws {
        let edits: [(Drawing) -> Void] = [
            { $0.add([CGPoint(x: 5, y: 6)], tool: .pen, color: .red, width: 20) },
            { $0.bringToFront(1) },
            { $0.recolor(2, to: .purple) },
            { $0.reshape(1, to: [CGPoint(x: 50, y: 20), CGPoint(x: 200, y: 100)]) },
            { $0.delete(2) },
            { $0.clear() },
        ]
        for edit in edits {
            let folder = DrawingFolder()
            let (before, persistence) = try folder.open()
            for x in [40, 60, 80] as [CGFloat] {
                before.add(line(x), tool: .line, color: .blue, width: 10)
            }
            for step in [edit, { $0.undo() }, { $0.redo() }, { $0.undo() }, { $0.redo() }] {
                step(before)
            }
            persistence.finish()
            let after = try folder.open().drawing
            #expect(after.strokes == before.strokes)
            #expect(after.picture.bitmap.isEqual(to: before.picture.bitmap))
            #expect(!after.canUndo)
        }
    }

    @Test("The result of random undone edits is stored.", arguments: 1...3)
    func randomEdits(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<3 {
            let (drawing, persistence) = try folder.open()
            for _ in 0..<100 { edit(drawing, &random) }
            persistence.finish()
            #expect(try folder.saved().strokes == drawing.strokes)
        }
    }

    private func edit(_ drawing: Drawing, _ random: inout SeededRandom) {
        let strokes = drawing.strokes
        let id = strokes.isEmpty ? 0 : strokes[random.next(below: strokes.count)].id
        switch random.next(below: 20) {
        case 0...3: drawing.undo()
        case 4...6: drawing.redo()
        case 7: drawing.delete(id)
        case 8: drawing.recolor(id, to: InkColor.allCases[random.next(below: 8)])
        case 9: drawing.bringToFront(id)
        case 10:
            let points = (drawing.joinedStroke(id)?.points ?? []).map {
                CGPoint(x: $0.x + random.number(in: -9...9), y: $0.y)
            }
            drawing.reshape(id, to: points)
        case 11 where random.next(below: 5) == 0: drawing.clear()
        default:
            let isLine = random.next(below: 2) == 0
            // Small strokes are painted faster, and their appearance is irrelevant here.
            let (x, y) = (random.number(in: 0...400), random.number(in: 0...240))
            let points = (0..<(isLine ? 2 : 1 + random.next(below: 8))).map { _ in
                CGPoint(x: x + random.number(in: 0...12), y: y + random.number(in: 0...12))
            }
            drawing.add(
                points, tool: isLine ? .line : .pen, color: .black, width: 4,
                continuing: !isLine && id % 3 == 0 ? id : nil)
        }
    }

    @Test("The identifier of a deleted stroke is not reused after a restart.")
    func identifiers() throws {
        let (before, persistence) = try folder.open()
        let first = before.add(line(10), tool: .line, color: .black, width: 4)
        let second = before.add(line(20), tool: .line, color: .black, width: 4)
        #expect(before.delete(try #require(second)))
        persistence.finish()
        let after = try folder.open().drawing
        let third = after.add(line(30), tool: .line, color: .black, width: 4)
        #expect([first, second, third] == [1, 2, 3])
    }

    @Test("A drawing and its persistence are released when the app uses neither.")
    func release() throws {
        weak var released: DrawingPersistence?
        weak var releasedDrawing: Drawing?
        do {
            let (drawing, persistence) = try folder.open()
            drawing.add(line(10), tool: .line, color: .black, width: 4)
            persistence.finish()
            (released, releasedDrawing) = (persistence, drawing)
        }
        #expect(released == nil && releasedDrawing == nil)
    }

    @Test("The canvas is the first screen, and contains the screens of later edits.")
    func canvas() throws {
        let drawing = drawing()
        let persistence = try folder.persistence()
        #expect(persistence.head.canvas == nil)
        persistence.restoreCompletely(into: drawing)
        persistence.finish()
        #expect(try folder.saved().canvas == CGSize(width: 400, height: 240))
        let (turned, next) = try folder.open()
        turned.picture.resize(to: CGSize(width: 240, height: 400), scale: 2)
        turned.add(line(10), tool: .line, color: .black, width: 4)
        next.finish()
        #expect(try folder.saved().canvas == CGSize(width: 400, height: 400))
    }

    @Test(
        "If saving fails, drawing continues; the failure and the recovery are reported once each.")
    func failure() throws {
        let messages = SharedList<String>()
        let (drawing, persistence) = try folder.open(messages: messages)
        let path = "\(folder.path)/\(DrawingStore.fileName)"
        let other = try Database(path: path, access: .readWrite)
        // The first edit, which stores the canvas size, may be in progress.
        while try other.queryInteger("SELECT generation FROM drawing") == 0 { sched_yield() }
        try other.run("BEGIN IMMEDIATE")
        for x in [40, 60] as [CGFloat] {
            drawing.add(line(x), tool: .line, color: .blue, width: 10)
            while messages.all.isEmpty {
                sched_yield()
                persistence.processEvents()
            }
        }
        #expect(drawing.count == 2)
        try other.run("ROLLBACK")
        persistence.finish()
        let failure = StoreError(.busy, path: path)
        #expect(
            messages.all == [
                "the drawing cannot be read or saved: \(failure)", "the drawing is saved again",
            ])
        #expect(try folder.saved().strokes == drawing.strokes)
    }

    @Test("Edits that cannot be stored before the end are reported.")
    func lost() throws {
        let messages = SharedList<String>()
        let persistence = try DrawingPersistence(folder: folder.path) { messages.append($0) }
        let other = try Database(
            path: "\(folder.path)/\(DrawingStore.fileName)", access: .readWrite)
        try other.run("BEGIN IMMEDIATE")
        let drawing = drawing()
        persistence.restoreCompletely(into: drawing)
        drawing.add(line(40), tool: .line, color: .blue, width: 10)
        persistence.finish()
        #expect(messages.all.count == 2)
        #expect(
            messages.all.last
                == "\(folder.path)/\(DrawingStore.fileName): cannot save the last 2 changes; "
                + "see the previous message")
    }

    @Test("Invalid strokes are skipped with a message, and remain in the file even after a clear.")
    func invalidStrokes() throws {
        let store = try DrawingStore(folder: folder.path, access: .readWrite)
        func stroke(_ id: Int64, tool: String = "line", color: String = "red") -> StoredStroke {
            StoredStroke(
                id: id, level: id, tool: tool, color: color, width: 4, points: line(CGFloat(id)))
        }
        try store.apply([
            .put([stroke(1), stroke(2, tool: "brush"), stroke(3), stroke(4, color: "mauve")])
        ])
        let messages = SharedList<String>()
        let (drawing, persistence) = try folder.open(messages: messages)
        #expect(drawing.strokes.map(\.id) == [1, 3])
        #expect(drawing.clear())
        persistence.finish()
        #expect(
            messages.all == [
                "\(store.path): strokes 2, 4 are invalid and were skipped; "
                    + "repair or delete the rows with sqlite3"
            ])
        #expect(try store.load().strokes.map(\.id) == [2, 4])
        #expect(try folder.saved().skippedIDs == [2, 4])
    }

    @Test("Strokes whose width no palette offers are skipped and remain in the store.")
    func invalidWidths() throws {
        let store = try DrawingStore(folder: folder.path, access: .readWrite)
        let widths = [4, 0.49, 0.5, 64, 64.01, 1_000, 100_000, 20]
        try store.apply([
            .put(
                widths.enumerated().map {
                    let id = Int64($0.offset + 1)
                    return StoredStroke(
                        id: id, level: id, tool: "pen", color: "red", width: $0.element,
                        points: line(CGFloat(id)))
                })
        ])
        let messages = SharedList<String>()
        let (drawing, persistence) = try folder.open(messages: messages)
        #expect(drawing.strokes.map(\.id) == [1, 3, 4, 8])
        #expect(drawing.add(line(9), tool: .pen, color: .red, width: 65) == nil)
        #expect(drawing.delete(3))
        persistence.finish()
        #expect(
            messages.all == [
                "\(store.path): strokes 2, 5, 6, 7 are invalid and were skipped; "
                    + "repair or delete the rows with sqlite3"
            ])
        #expect(try store.load().strokes.map(\.width) == [4, 0.49, 64, 64.01, 1_000, 100_000, 20])
        #expect(try folder.saved().skippedIDs == [2, 5, 6, 7])
    }

    @Test("Strokes with equal levels, which another program stored, keep their order.")
    func sharedLevels() throws {
        let store = try DrawingStore(folder: folder.path, access: .readWrite)
        let levels: [Int64] = [4, 4, -9, 5, 4]
        try store.apply([
            .put(
                levels.enumerated().map {
                    StoredStroke(
                        id: Int64($0.offset + 1), level: $0.element, tool: "line", color: "red",
                        width: 4, points: line(CGFloat($0.offset)))
                })
        ])
        let drawing = try folder.open().drawing
        #expect(drawing.strokes.map(\.id) == [3, 1, 2, 5, 4])
    }
}
