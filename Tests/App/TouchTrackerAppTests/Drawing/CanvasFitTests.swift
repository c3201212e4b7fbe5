import Testing
import TouchKit
import TouchTrackerApp
import TouchTrackerStore

/// Drawings that were made on another screen, or at another scale.
@Suite("Drawings of other screens", .serialized)
@MainActor
struct CanvasFitTests {
    private let folder = DrawingFolder()

    /// Opens the drawing on a screen, calls `body`, and stores the drawing.
    private func open(
        _ width: CGFloat, _ height: CGFloat, _ body: (Drawing) throws -> Void
    ) throws {
        let drawing = Drawing(size: CGSize(width: width, height: height), scale: 1, paper: .white)
        let persistence = try folder.persistence()
        persistence.restoreCompletely(into: drawing)
        try body(drawing)
        persistence.finish()
    }

    private func addLine(to drawing: Drawing, from start: CGPoint, to end: CGPoint) {
        drawing.add([start, end], tool: .line, color: .blue, width: 10)
    }

    @Test("On a smaller screen, the whole drawing is shown; without an edit, it is unchanged.")
    func smaller() throws {
        try open(800, 480) { addLine(to: $0, from: CGPoint(700, 400), to: CGPoint(790, 470)) }
        let stored = try folder.saved()
        try open(480, 800) { drawing in
            #expect(drawing.strokes.map(\.points) == [[CGPoint(420, 240), CGPoint(474, 282)]])
            #expect(drawing.strokes.map(\.width) == [6])
        }
        try open(400, 240) { drawing in
            #expect(drawing.strokes.map(\.points) == [[CGPoint(350, 200), CGPoint(395, 235)]])
            #expect(drawing.picture.bitmap[370, 215] != 0xFFFF_FFFF)
        }
        #expect(try folder.saved() == stored)
    }

    @Test("Strokes that are drawn or changed on a smaller screen fit those of the larger one.")
    func edits() throws {
        try open(800, 480) { addLine(to: $0, from: CGPoint(0, 0), to: CGPoint(800, 480)) }
        try open(400, 240) { drawing in
            addLine(to: drawing, from: CGPoint(400, 0), to: CGPoint(0, 240))
            drawing.reshape(1, to: [CGPoint(10, 10), CGPoint(390, 230)])
            drawing.undo()
            drawing.recolor(1, to: .red)
        }
        try open(800, 480) { drawing in
            #expect(
                drawing.strokes.map(\.points) == [
                    [CGPoint(0, 0), CGPoint(800, 480)], [CGPoint(800, 0), CGPoint(0, 480)],
                ])
            #expect(drawing.strokes.map(\.width) == [10, 20])
            #expect(drawing.strokes.map(\.color) == [.red, .blue])
        }
        #expect(try folder.saved().canvas == CGSize(width: 800, height: 480))
    }

    @Test("A stroke in the additional part of another screen enlarges the canvas.")
    func enlargement() throws {
        try open(800, 480) { addLine(to: $0, from: CGPoint(0, 0), to: CGPoint(800, 480)) }
        try open(400, 800) { addLine(to: $0, from: CGPoint(0, 790), to: CGPoint(400, 790)) }
        #expect(try folder.saved().canvas == CGSize(width: 800, height: 1_600))
        try open(800, 480) { drawing in
            #expect(drawing.count == 2)
            for stroke in drawing.strokes {
                for point in stroke.points { #expect(point.x <= 800 && point.y <= 480) }
            }
        }
        #expect(try folder.saved().canvas == CGSize(width: 800, height: 1_600))
    }

    @Test("On a larger screen, strokes keep their size.")
    func larger() throws {
        try open(400, 240) { addLine(to: $0, from: CGPoint(10, 10), to: CGPoint(390, 230)) }
        let stored = try folder.saved()
        try open(800, 480) { #expect($0.strokes == stored.strokes) }
        #expect(try folder.saved() == stored)
    }

    @Test("When all strokes are deleted, the canvas becomes the screen; undo keeps the picture.")
    func clear() throws {
        try open(800, 480) { addLine(to: $0, from: CGPoint(0, 0), to: CGPoint(800, 480)) }
        try open(400, 240) { drawing in
            drawing.clear()
            drawing.undo()
            #expect(drawing.strokes.map(\.points) == [[CGPoint(0, 0), CGPoint(400, 240)]])
        }
        let saved = try folder.saved()
        #expect(saved.canvas == CGSize(width: 400, height: 240))
        #expect(saved.strokes.map(\.points) == [[CGPoint(0, 0), CGPoint(400, 240)]])
    }

    @Test("Coordinates and widths that scaling would make invalid are limited.")
    func limits() throws {
        try open(6_400, 480) { drawing in
            drawing.add([CGPoint(0, 0)], tool: .pen, color: .blue, width: 1)
        }
        try open(400, 480) { drawing in
            #expect(drawing.strokes.map(\.width) == [Stroke.validWidths.lowerBound])
            drawing.add([CGPoint(90_000, 0)], tool: .pen, color: .red, width: 20)
        }
        let saved = try folder.saved()
        #expect(saved.skippedIDs.isEmpty)
        #expect(saved.strokes.last?.points == [CGPoint(100_000, 0)])
        #expect(saved.strokes.last?.width == Stroke.validWidths.upperBound)
    }
}
