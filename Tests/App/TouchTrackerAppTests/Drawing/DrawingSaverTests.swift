import Glibc
import Testing
import TouchKit
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerStore
import TouchTrackerTestSupport

/// What is drawn is there again the next time.
@Suite("Drawing saver", .serialized)
@MainActor
struct DrawingSaverTests {
    private typealias Place = DrawingPlace

    private let place = Place()

    private func drawing() -> Drawing {
        Drawing(size: CGSize(width: 400, height: 240), scale: 1, backgroundColor: .lightGray)
    }

    private func line(_ x: CGFloat) -> [CGPoint] {
        [CGPoint(x: x, y: 20), CGPoint(x: x + 30, y: 200)]
    }

    @Test(
        "Every kind of edit, undone and done again, is stored: after a restart the drawing is the same, and its picture, too."
    )
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
            let place = Place()
            let before = drawing()
            let saver = try place.saver()
            saver.followWhole(before)
            for x in [40, 60, 80] as [CGFloat] {
                before.add(line(x), tool: .line, color: .blue, width: 10)
            }
            for step in [edit, { $0.undo() }, { $0.redo() }, { $0.undo() }, { $0.redo() }] {
                step(before)
            }
            saver.finish()
            let after = drawing()
            try place.saver().followWhole(after)
            #expect(after.strokes == before.strokes)
            #expect(after.picture.bitmap.isEqual(to: before.picture.bitmap))
            #expect(!after.canUndo)
        }
    }

    @Test("Undone edits are stored as they are then.", arguments: 1...3)
    func randomEdits(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<3 {
            let saver = try place.saver()
            let drawing = drawing()
            saver.followWhole(drawing)
            for _ in 0..<100 { edit(drawing, &random) }
            saver.finish()
            #expect(try place.saved().strokes == drawing.strokes)
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
            let points = (drawing.stroke(id)?.points ?? []).map {
                CGPoint(x: $0.x + random.number(in: -9...9), y: $0.y)
            }
            drawing.reshape(id, to: points)
        case 11 where random.next(below: 5) == 0: drawing.clear()
        default:
            let isLine = random.next(below: 2) == 0
            // Small ones: what they look like isn't the matter here, and painting takes its time.
            let (x, y) = (random.number(in: 0...400), random.number(in: 0...240))
            let points = (0..<(isLine ? 2 : 1 + random.next(below: 8))).map { _ in
                CGPoint(x: x + random.number(in: 0...12), y: y + random.number(in: 0...12))
            }
            drawing.add(points, tool: isLine ? .line : .pen, color: .black, width: 4)
        }
    }

    @Test("A name isn't given again after a restart, though its stroke is gone.")
    func names() throws {
        let before = drawing()
        let saver = try place.saver()
        saver.followWhole(before)
        let first = before.add(line(10), tool: .line, color: .black, width: 4)
        let second = before.add(line(20), tool: .line, color: .black, width: 4)
        #expect(before.delete(try #require(second)))
        saver.finish()
        let after = drawing()
        try place.saver().followWhole(after)
        let third = after.add(line(30), tool: .line, color: .black, width: 4)
        #expect([first, second, third] == [1, 2, 3])
    }

    @Test("How large the screen is, is stored at once and with the next edit after it has changed.")
    func canvas() throws {
        let drawing = drawing()
        let saver = try place.saver()
        #expect(saver.head.canvas == nil)
        saver.followWhole(drawing)
        saver.finish()
        #expect(try place.saved().canvas == CGSize(width: 400, height: 240))
        let next = try place.saver()
        let turned = Drawing(
            size: CGSize(width: 400, height: 240), scale: 1, backgroundColor: .lightGray)
        next.followWhole(turned)
        turned.picture.resize(to: CGSize(width: 240, height: 400), scale: 2)
        turned.add(line(10), tool: .line, color: .black, width: 4)
        next.finish()
        #expect(try place.saved().canvas == CGSize(width: 240, height: 400))
    }

    @Test("The app: what fingers drew is shown in the first frame of the next start, and stays.")
    func restart() throws {
        var pictures: [Bitmap] = []
        for _ in 0..<3 {
            let simulator = TouchSimulator(screenSize: CGSize(width: 400, height: 240))
            let saver = try place.saver()
            simulator.application.launch(
                AppDelegate(options: AppOptions(hasToolbar: false), saver: saver))
            if !pictures.isEmpty {
                #expect(simulator.render().isEqual(to: try #require(pictures.last)))
            }
            // Only of a drawing that is back as a whole is a picture kept for the next start.
            saver.waitUntilRestored()
            let x = 60 + 100 * CGFloat(pictures.count)
            simulator.down(1, at: CGPoint(x: x, y: 40))
            simulator.advance(by: 1)
            for step in 1...10 { simulator.move(1, to: CGPoint(x: x, y: 40 + 15 * CGFloat(step))) }
            simulator.up(1)
            simulator.advance(by: 1)
            pictures.append(simulator.render().copy())
            simulator.application.terminate()
            #expect(try place.saved().strokes.count == pictures.count)
        }
        #expect(!pictures[0].isEqual(to: pictures[2]))
    }

    @Test(
        "While nothing can be stored drawing goes on: it is said once, and once more when it is over."
    )
    func trouble() throws {
        let heard = Lines()
        let saver = try DrawingSaver(folder: place.path) { heard.add($0) }
        let drawing = drawing()
        saver.followWhole(drawing)
        let path = "\(place.path)/\(DrawingStore.fileName)"
        let other = try Database(path: path, access: .readWrite)
        // The saver's first edit, the canvas, may be on its way.
        while try other.number("SELECT generation FROM drawing") == 0 { sched_yield() }
        try other.run("BEGIN IMMEDIATE")
        for x in [40, 60] as [CGFloat] {
            drawing.add(line(x), tool: .line, color: .blue, width: 10)
            while heard.all.isEmpty {
                sched_yield()
                saver.hearNews()
            }
        }
        #expect(drawing.count == 2)
        try other.run("ROLLBACK")
        saver.finish()
        let trouble = StoreError(.busy, path: path)
        #expect(
            heard.all == [
                "the drawing isn't being saved: \(trouble)", "the drawing is saved again",
            ])
        #expect(try place.saved().strokes == drawing.strokes)
    }

    @Test("What is lost in the end is said.")
    func lost() throws {
        let heard = Lines()
        let saver = try DrawingSaver(folder: place.path) { heard.add($0) }
        let other = try Database(
            path: "\(place.path)/\(DrawingStore.fileName)", access: .readWrite)
        try other.run("BEGIN IMMEDIATE")
        let drawing = drawing()
        saver.followWhole(drawing)
        drawing.add(line(40), tool: .line, color: .blue, width: 10)
        saver.finish()
        #expect(heard.all.count == 2)
        #expect(
            heard.all.last
                == "\(place.path)/\(DrawingStore.fileName): the last 2 changes couldn't be saved and are lost; see above why, and mend that"
        )
    }

    private typealias Lines = SaidLines

    @Test(
        "What is no stroke of ours is left out, with a line that names it; it stays, also when all that is seen is cleared, before it was read, too.",
        arguments: [true, false])
    func senseless(isRead: Bool) throws {
        let store = try DrawingStore(folder: place.path, access: .readWrite)
        func stroke(_ id: Int64, tool: String = "line", color: String = "red") -> StoredStroke {
            StoredStroke(
                id: id, level: id, tool: tool, color: color, width: 4, points: line(CGFloat(id)))
        }
        try store.apply([
            .put([stroke(1), stroke(2, tool: "brush"), stroke(3), stroke(4, color: "mauve")])
        ])
        let heard = Lines()
        let saver = try DrawingSaver(folder: place.path) { heard.add($0) }
        let drawing = drawing()
        if isRead { saver.followWhole(drawing) } else { saver.follow(drawing) }
        #expect(drawing.strokes.map(\.id) == (isRead ? [1, 3] : []))
        #expect(drawing.clear())
        saver.finish()
        #expect(
            heard.all == [
                "\(store.path): strokes 2, 4 make no sense and are left out; mend or delete what is stored there with sqlite3"
            ])
        #expect(try store.load().strokes.map(\.id) == [2, 4])
        #expect(try place.saved().leftOut == [2, 4])
    }

    @Test("Strokes on one level, which only a file that was changed by hand has, keep their order.")
    func sharedLevels() throws {
        let store = try DrawingStore(folder: place.path, access: .readWrite)
        let levels: [Int64] = [4, 4, -9, 5, 4]
        try store.apply([
            .put(
                levels.enumerated().map {
                    StoredStroke(
                        id: Int64($0.offset + 1), level: $0.element, tool: "line", color: "red",
                        width: 4, points: line(CGFloat($0.offset)))
                })
        ])
        let drawing = drawing()
        try place.saver().followWhole(drawing)
        #expect(drawing.strokes.map(\.id) == [3, 1, 2, 5, 4])
    }
}
