import Testing
import TouchKit
import TouchKitGeometry
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

/// The drawing model: strokes, edits, undo, and the picture.
@Suite("Drawing", .serialized)
@MainActor
struct DrawingTests {
    final class PaperView: UIView {
        var drawing: Drawing?
        override func draw(_ rect: CGRect) { drawing?.picture.draw(at: .zero) }
    }

    private static let size = CGSize(width: 240, height: 160)
    let simulator = TouchSimulator(screenSize: Self.size)
    let paper = PaperView(frame: CGRect(origin: .zero, size: Self.size))
    let drawing = Self.makeDrawing()

    init() {
        simulator.window.addSubview(paper)
    }

    private static func makeDrawing() -> Drawing {
        Drawing(size: size, scale: 1, paper: .gray)
    }

    private func picture(of drawing: Drawing) -> Bitmap {
        paper.drawing = drawing
        paper.setNeedsDisplay()
        return simulator.render()
    }

    /// Checks that the picture equals a new picture of the strokes.
    private func expectPictureOfStrokes(sourceLocation: SourceLocation = #_sourceLocation) {
        let other = Self.makeDrawing()
        other.restore(drawing.strokes, nextID: 1)
        #expect(
            differingPixels(picture(of: drawing), picture(of: other)) == 0,
            sourceLocation: sourceLocation)
    }

    private func add(_ y: Double, _ color: InkColor = .black) throws -> Stroke.ID {
        try #require(
            drawing.add([CGPoint(20, y), CGPoint(200, y)], tool: .line, color: color, width: 10))
    }

    @Test("Strokes are stacked in the order of drawing and have unique identifiers.")
    func adding() throws {
        #expect(!drawing.canUndo && !drawing.canRedo)
        let first = try add(40)
        let second = try #require(
            drawing.add(
                [CGPoint(20, 20), CGPoint(60, 90), CGPoint(120, 30)], tool: .pen, color: .red,
                width: 4))
        #expect(first != second)
        #expect(drawing.strokes.map(\.id) == [first, second])
        #expect(drawing.stroke(second)?.tool == .pen)
        #expect(drawing.stroke(second)?.points.count == 3)
        #expect(drawing.stroke(nearestTo: CGPoint(190, 45), within: 20) == first)
        #expect(drawing.stroke(nearestTo: CGPoint(190, 61), within: 20) == nil)
        #expect(drawing.canUndo)
        expectPictureOfStrokes()
    }

    @Test("All kinds of edits are undone and redone in strokes and picture.")
    func everyEdit() throws {
        let low = try add(40)
        let high = try add(46, .yellow)
        let edits: [(name: String, edit: () -> Bool)] = [
            ("delete", { drawing.delete(low) }),
            ("clear", { drawing.clear() }),
            ("recolor", { drawing.recolor(low, to: .blue) }),
            ("bring to front", { drawing.bringToFront(low) }),
            ("reshape", { drawing.reshape(high, to: [CGPoint(30, 130), CGPoint(180, 20)]) }),
        ]
        for (name, edit) in edits {
            let before = (drawing.strokes, picture(of: drawing))
            #expect(edit(), "\(name)")
            let after = (drawing.strokes, picture(of: drawing))
            #expect(after.0 != before.0 && !after.1.isEqual(to: before.1), "\(name)")
            expectPictureOfStrokes()
            #expect(drawing.undo())
            #expect(drawing.strokes == before.0, "\(name)")
            #expect(picture(of: drawing).isEqual(to: before.1), "\(name)")
            #expect(drawing.redo())
            #expect(drawing.strokes == after.0, "\(name)")
            #expect(picture(of: drawing).isEqual(to: after.1), "\(name)")
            drawing.undo()
        }
    }

    @Test("A change without an effect is no edit.")
    func noEdits() throws {
        #expect(!drawing.clear())
        #expect(!drawing.undo() && !drawing.redo())
        let low = try add(40)
        let high = try add(60)
        let line = try #require(drawing.stroke(low)).points
        #expect(!drawing.delete(99))
        #expect(!drawing.recolor(low, to: .black))
        #expect(!drawing.bringToFront(high))
        #expect(!drawing.reshape(low, to: line))
        drawing.delete(low)
        #expect(!drawing.delete(low))
        #expect(!drawing.recolor(low, to: .red))
        #expect(!drawing.bringToFront(low))
        #expect(!drawing.reshape(low, to: [CGPoint(0, 0), CGPoint(9, 9)]))
        drawing.undo()
        drawing.undo()
        drawing.undo()
        #expect(!drawing.canUndo)
        #expect(drawing.count == 0)
    }

    @Test(
        "Points that cannot be drawn, or are too close to select, are rejected.",
        arguments: [
            [], [CGPoint(1, 1)], [CGPoint(1, 1), CGPoint(2, 2), CGPoint(3, 3)],
            [CGPoint(.nan, 1), CGPoint(9, 9)], [CGPoint(1, 1), CGPoint(.infinity, 9)],
            [CGPoint(1, 1), CGPoint(2e5, 9)], [CGPoint(50, 50), CGPoint(50.5, 50.9)],
        ] as [[CGPoint]])
    func refusedShapes(points: [CGPoint]) throws {
        let id = try add(40)
        let before = drawing.strokes
        #expect(!drawing.reshape(id, to: points))
        #expect(drawing.strokes == before)
        drawing.undo()
        #expect(!drawing.canUndo)
    }

    @Test("A dot can be moved; a stroke that cannot be drawn is not added.")
    func dotsAndInvalidStrokes() throws {
        let dot = try #require(
            drawing.add([CGPoint(50, 50)], tool: .pen, color: .white, width: 20))
        #expect(drawing.reshape(dot, to: [CGPoint(90, 70)]))
        #expect(drawing.stroke(nearestTo: CGPoint(90, 70), within: 1) == dot)
        for (points, width) in [
            ([], 10), ([CGPoint(.nan, 0)], 10), ([CGPoint(1, 1)], 0), ([CGPoint(1, 1)], .nan),
            ([CGPoint(1, 1)], -.infinity),
        ] as [([CGPoint], CGFloat)] {
            #expect(drawing.add(points, tool: .line, color: .black, width: width) == nil)
        }
        #expect(drawing.count == 1)
    }

    @Test("A new edit discards undone edits, and identifiers are not reused.")
    func discardsRedo() throws {
        let first = try add(40)
        let second = try add(60)
        drawing.bringToFront(first)
        drawing.undo()
        drawing.undo()
        #expect(drawing.canRedo)
        let third = try add(80)
        #expect(!drawing.canRedo)
        #expect(![first, second].contains(third))
        #expect(drawing.strokes.map(\.id) == [first, third])
        #expect(drawing.picture.count == 2)
        drawing.bringToFront(first)
        #expect(drawing.strokes.map(\.id) == [third, first])
        while drawing.undo() {}
        #expect(drawing.count == 0)
        expectPictureOfStrokes()
    }

    @Test("Highlighting and exclusion of a stroke survive any edit.")
    func highlightAndExclusion() throws {
        let id = try add(80)
        let other = try add(20)
        let plain = picture(of: drawing)
        drawing.highlight(id, in: .magenta)
        #expect(picture(of: drawing)[100, 80] == 0xFFFF_00FF)
        drawing.recolor(id, to: .blue)
        drawing.clear()
        drawing.undo()
        #expect(picture(of: drawing)[100, 80] == 0xFFFF_00FF)
        drawing.undo()
        drawing.highlight(other, in: .magenta)
        #expect(picture(of: drawing)[100, 80] == 0xFF00_0000)
        drawing.highlight(nil, in: .magenta)
        #expect(picture(of: drawing).isEqual(to: plain))
        drawing.exclude(id)
        drawing.clear()
        drawing.undo()
        drawing.recolor(id, to: .red)
        #expect(picture(of: drawing)[100, 80] == 0xFFAA_AAAA)
        drawing.undo()
        drawing.exclude(nil)
        #expect(picture(of: drawing).isEqual(to: plain))
    }

    @Test("Stored strokes are restored unchanged without undo; invalid ones are skipped.")
    func restoring() throws {
        func stroke(_ id: Int, _ level: Int, _ points: [CGPoint] = [CGPoint(9, 9)]) -> Stroke {
            Stroke(id: id, tool: .pen, points: points, color: .blue, width: 10, level: level)
        }
        let strokes = [
            stroke(7, 30), stroke(3, 20), stroke(3, 40), stroke(8, 20), stroke(-1, 50),
            stroke(9, -5), stroke(10, 60, []), stroke(11, 61, [CGPoint(.nan, 0)]),
            stroke(.max, 70), stroke(12, .max),
        ]
        drawing.restore(strokes, nextID: 1)
        #expect(drawing.strokes.map(\.id) == [9, 3, 8, 7])
        #expect(!drawing.canUndo)
        let new = try add(100)
        #expect(new > 7)
        #expect(try #require(drawing.stroke(new)).level > 30)
        drawing.bringToFront(3)
        #expect(drawing.strokes.map(\.id) == [9, 8, 7, new, 3])
        drawing.undo()
        #expect(drawing.strokes.map(\.id) == [9, 3, 8, 7, new])
        expectPictureOfStrokes()
    }

    // MARK: Random edits

    /// Makes a random edit, which may be rejected.
    private func edit(_ random: inout SeededRandom) {
        let strokes = drawing.strokes
        func place() -> CGPoint {
            CGPoint(random.number(in: -10...250), random.number(in: -10...170))
        }
        let chosen = strokes.isEmpty ? nil : strokes[random.next(below: strokes.count)]
        switch (random.next(below: 12), chosen) {
        case (0, let stroke?):
            drawing.delete(stroke.id)
        case (1, _) where random.next(below: 3) == 0:
            drawing.clear()
        case (2, let stroke?), (3, let stroke?):
            drawing.recolor(
                stroke.id, to: InkColor.allCases[random.next(below: InkColor.allCases.count)])
        case (4, let stroke?), (5, let stroke?):
            drawing.bringToFront(stroke.id)
        case (6, let stroke?), (7, let stroke?):
            drawing.reshape(stroke.id, to: stroke.points.map { _ in place() })
        default:
            let tool: Tool = random.next(below: 2) == 0 ? .line : .pen
            let points = (0..<(tool == .line ? 2 : 1 + random.next(below: 8))).map { _ in place() }
            drawing.add(
                points, tool: tool,
                color: InkColor.allCases[random.next(below: InkColor.allCases.count)],
                width: InkWidth.allCases[random.next(below: 3)].points)
        }
    }

    @Test(
        "Undoing all random edits gives an empty drawing, and redoing them the same pixels.",
        arguments: Optimization.isEnabled ? 0..<8 : 0..<1 as Range<UInt64>)
    func undoesAndRedoes(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        // The strokes after each edit that can be undone.
        var history: [[Stroke]] = [[]]
        var position = 0
        let observer = StrokeObserver()
        drawing.observe { observer.apply($0) }
        for _ in 0..<(Optimization.isEnabled ? 600 : 90) {
            switch random.next(below: 10) {
            case 0, 1:
                #expect(drawing.undo() == (position > 0))
                position = max(position - 1, 0)
            case 2:
                #expect(drawing.redo() == (position + 1 < history.count))
                position = min(position + 1, history.count - 1)
            default:
                edit(&random)
                if drawing.strokes != history[position] {
                    position += 1
                    history.replaceSubrange(position..., with: [drawing.strokes])
                }
            }
            #expect(drawing.strokes == history[position])
            #expect(drawing.canUndo == (position > 0))
            #expect(drawing.canRedo == (position + 1 < history.count))
            #expect(observer.strokes.values.sorted { $0.level < $1.level } == drawing.strokes)
        }
        while drawing.redo() {}
        let end = (drawing.strokes, picture(of: drawing))
        expectPictureOfStrokes()
        while drawing.undo() {}
        #expect(drawing.strokes.isEmpty)
        #expect(picture(of: drawing).isEqual(to: picture(of: Self.makeDrawing())))
        while drawing.redo() {}
        #expect(drawing.strokes == end.0)
        #expect(picture(of: drawing).isEqual(to: end.1))
    }

    /// Tracks the strokes of a drawing by its change notifications only.
    @MainActor
    private final class StrokeObserver {
        private(set) var strokes: [Stroke.ID: Stroke] = [:]
        private var deleted: [Stroke.ID: Stroke] = [:]

        func apply(_ change: DrawingChange) {
            apply(change.edit, isForward: !change.isUndone)
        }

        private func apply(_ edit: DrawingEdit, isForward: Bool) {
            func setShown(_ isShown: Bool, _ id: Stroke.ID) {
                if isShown {
                    strokes[id] = deleted.removeValue(forKey: id)
                } else {
                    deleted[id] = strokes.removeValue(forKey: id)
                }
            }
            switch edit {
            case .added(let stroke):
                if isForward { strokes[stroke.id] = stroke } else { strokes[stroke.id] = nil }
            case .deleted(let id):
                setShown(!isForward, id)
            case .cleared(let ids), .erased(let ids):
                for id in ids { setShown(!isForward, id) }
            case .recolored(let id, let from, let to):
                #expect(strokes[id]?.color == (isForward ? from : to))
                strokes[id]?.color = isForward ? to : from
            case .broughtToFront(let id, let from, let to):
                #expect(strokes[id]?.level == (isForward ? from : to))
                strokes[id]?.level = isForward ? to : from
            case .reshaped(let id, let from, let to):
                #expect(strokes[id]?.points == (isForward ? from : to))
                strokes[id]?.points = isForward ? to : from
            case .parts(let edits):
                for edit in isForward ? edits : edits.reversed() {
                    apply(edit, isForward: isForward)
                }
            }
        }
    }

    @Test("The distance to a stroke is the distance to the nearest of its segments.")
    func distance() {
        let stroke = Stroke(
            id: 1, tool: .pen, points: [CGPoint(0, 0), CGPoint(30, 40), CGPoint(30, 100)],
            color: .black, width: 4, level: 1)
        #expect(stroke.distance(to: CGPoint(-3, -4)) == 5)
        #expect(abs(stroke.distance(to: CGPoint(9, 37)) - 15) < 1e-9)
        #expect(stroke.distance(to: CGPoint(50, 70)) == 20)
        #expect(stroke.distance(to: CGPoint(30, 112)) == 12)
        #expect(Stroke.distance(of: [], to: .zero) == .infinity)
        #expect(Stroke.distance(of: [CGPoint(3, 4)], to: .zero) == 5)
    }
}
