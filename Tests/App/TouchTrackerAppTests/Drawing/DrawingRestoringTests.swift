import Testing
import TouchKit
import TouchKitGeometry
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerStore
import TouchTrackerTestSupport

/// Restoring stored strokes page by page while the user draws.
@Suite("Restoring a drawing", .serialized)
@MainActor
struct DrawingRestoringTests {
    private static let size = CGSize(width: 240, height: 160)

    private func drawing() -> Drawing {
        Drawing(size: Self.size, scale: 1, paper: .gray)
    }

    private func line(_ id: Int, level: Int? = nil, color: InkColor = .blue) -> Stroke {
        let y = Double(5 + id * 7 % 150)
        return Stroke(
            id: id, tool: .line, points: [CGPoint(10, y), CGPoint(230, 160 - y)], color: color,
            width: 10, level: level ?? id)
    }

    /// Checks that the picture equals a new picture of the strokes.
    private func expectPictureOfStrokes(
        _ drawing: Drawing, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let other = self.drawing()
        other.restore(drawing.strokes, nextID: 1)
        #expect(
            drawing.picture.bitmap.isEqual(to: other.picture.bitmap),
            sourceLocation: sourceLocation)
    }

    // MARK: Random edits

    /// Makes the same random edit in two drawings; it concerns a stroke of the first one.
    private func edit(_ first: Drawing, _ second: Drawing, _ random: inout SeededRandom) {
        let strokes = first.strokes
        func place(_ random: inout SeededRandom) -> CGPoint {
            CGPoint(random.number(in: -10...250), random.number(in: -10...170))
        }
        let chosen = strokes.isEmpty ? nil : strokes[random.next(below: strokes.count)]
        let color = InkColor.allCases[random.next(below: InkColor.allCases.count)]
        switch (random.next(below: 11), chosen) {
        case (0, let stroke?), (1, let stroke?):
            for drawing in [first, second] { drawing.delete(stroke.id) }
        case (2, let stroke?), (3, let stroke?):
            for drawing in [first, second] { drawing.recolor(stroke.id, to: color) }
        case (4, let stroke?):
            let points = stroke.points.map { _ in place(&random) }
            for drawing in [first, second] { drawing.reshape(stroke.id, to: points) }
        case (5, _), (6, _):
            for drawing in [first, second] { drawing.undo() }
        case (7, _):
            for drawing in [first, second] { drawing.redo() }
        default:
            let tool: Tool = random.next(below: 2) == 0 ? .line : .pen
            let points = (0..<(tool == .line ? 2 : 1 + random.next(below: 8))).map { _ in
                place(&random)
            }
            let width = InkWidth.allCases[random.next(below: 3)].points
            for drawing in [first, second] {
                drawing.add(points, tool: tool, color: color, width: width)
            }
        }
    }

    @Test(
        "Edits between pages give the same strokes and pixels as edits of the restored drawing.",
        arguments: 0..<(Optimization.isEnabled ? 30 : 6) as Range<UInt64>)
    func editsBetweenPages(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let original = drawing()
        for _ in 0..<120 { edit(original, original, &random) }
        for stroke in original.strokes where random.next(below: 4) == 0 {
            original.bringToFront(stroke.id)
        }
        let stored = original.strokes.sorted { $0.id < $1.id }
        let nextID = 1 + (stored.last?.id ?? 0)
        let nextLevel = 1 + (original.strokes.last?.level ?? 0)
        let picture = try #require(EncodedPicture(of: original))

        let restored = drawing()
        restored.beginRestoring(
            nextID: nextID, nextLevel: nextLevel, picture: seed % 2 == 0 ? picture : nil)
        if seed % 2 == 0 {
            #expect(restored.picture.bitmap.isEqual(to: original.picture.bitmap))
        }
        let whole = drawing()
        whole.restore(stored, nextID: nextID)
        #expect(whole.strokes == original.strokes)
        var rest = stored[...]
        while !rest.isEmpty {
            let page = rest.prefix(1 + random.next(below: 12))
            rest = rest.dropFirst(page.count)
            restored.restore(Array(page))
            while restored.continueRestoring() {}
            for _ in 0..<random.next(below: 6) { edit(restored, whole, &random) }
        }
        #expect(restored.isRestoring)
        restored.finishRestoring()
        while restored.continueRestoring() {}
        #expect(!restored.isRestoring)
        #expect(restored.strokes == whole.strokes)
        #expect(restored.picture.bitmap.isEqual(to: whole.picture.bitmap))
        expectPictureOfStrokes(restored)
        while restored.undo() {}
        #expect(restored.strokes == stored.sorted { $0.level < $1.level })
        #expect(restored.picture.bitmap.isEqual(to: original.picture.bitmap))
    }

    // MARK: Edits of all strokes

    @Test("The drawing can be cleared when all strokes are restored, and not before.")
    func clearing() {
        let drawing = drawing()
        drawing.beginRestoring(nextID: 10, nextLevel: 10)
        drawing.restore([line(1), line(2)])
        #expect(!drawing.continueRestoring())
        let new = drawing.add(line(20).points, tool: .line, color: .red, width: 4)
        #expect(!drawing.canClear && !drawing.clear())
        #expect(drawing.strokes.map(\.id) == [1, 2, new])
        drawing.finishRestoring()
        while drawing.continueRestoring() {}
        #expect(drawing.canClear && drawing.clear())
        #expect(drawing.isEmpty && !drawing.canClear && !drawing.clear())
        #expect(drawing.isNewestEditClear && drawing.undo())
        #expect(drawing.strokes.map(\.id) == [1, 2, new])
        expectPictureOfStrokes(drawing)
    }

    @Test("An empty drawing counts as empty only when all stored strokes were read.")
    func emptyDrawing() {
        let drawing = drawing()
        #expect(drawing.isEmpty)
        drawing.beginRestoring(nextID: 10, nextLevel: 10)
        #expect(!drawing.isEmpty && !drawing.canClear)
        drawing.finishRestoring()
        drawing.continueRestoring()
        #expect(drawing.isEmpty && !drawing.canClear)
    }

    @Test("A stroke is brought to the front although strokes above it are not restored yet.")
    func bringingToFront() {
        let drawing = drawing()
        drawing.beginRestoring(nextID: 10, nextLevel: 10)
        drawing.restore([line(1), line(2)])
        drawing.continueRestoring()
        #expect(drawing.bringToFront(2))
        #expect(!drawing.bringToFront(2))
        drawing.restore([line(3)])
        drawing.finishRestoring()
        while drawing.continueRestoring() {}
        #expect(drawing.strokes.map(\.id) == [1, 3, 2])
        #expect(drawing.undo())
        #expect(drawing.strokes.map(\.id) == [1, 2, 3])
        expectPictureOfStrokes(drawing)
    }

    // MARK: Inconsistent input

    @Test("Strokes with unexpected identifiers or levels lie below new strokes or are skipped.")
    func unexpectedStrokes() {
        let drawing = drawing()
        drawing.beginRestoring(nextID: 10, nextLevel: 10)
        let new = drawing.add(line(20).points, tool: .line, color: .red, width: 4)
        #expect(new == 10)
        drawing.restore([line(1, level: 500), line(2, level: -3), line(2), line(1), line(12)])
        drawing.restore([line(3, level: .max), line(4, level: .min), line(5, level: 9)])
        var skippedIDs: [Stroke.ID] = []
        drawing.onStrokesSkipped = { skippedIDs += $0 }
        drawing.finishRestoring()
        while drawing.continueRestoring() {}
        #expect(drawing.strokes.map(\.id) == [2, 1, 5, 10])
        #expect(skippedIDs == [2, 1, 12, 3, 4])
        expectPictureOfStrokes(drawing)
    }

    @Test("If identifiers or levels are exhausted, strokes are restored and no value is reused.")
    func exhaustedIdentifiers() {
        let end = 1 << 52
        for (nextID, nextLevel) in [(end, 10), (.max, 10), (10, end), (10, .max)] {
            let drawing = drawing()
            drawing.beginRestoring(nextID: nextID, nextLevel: nextLevel)
            drawing.restore([line(1), line(2)])
            drawing.finishRestoring()
            while drawing.continueRestoring() {}
            #expect(drawing.strokes.map(\.id) == [1, 2])
            #expect(drawing.add(line(3).points, tool: .line, color: .red, width: 4) == nil)
            #expect(drawing.bringToFront(1) == (nextLevel == 10))
        }
        let last = drawing()
        last.beginRestoring(nextID: end - 1, nextLevel: end - 1)
        #expect(last.add(line(1).points, tool: .line, color: .red, width: 4) == end - 1)
        #expect(last.add(line(2).points, tool: .line, color: .red, width: 4) == nil)
    }

    @Test("If some pages are missing, the picture shows the restored strokes.")
    func incompletePages() throws {
        let original = drawing()
        original.restore((1...20).map { line($0) }, nextID: 1)
        let drawing = drawing()
        let picture = try #require(EncodedPicture(of: original))
        drawing.beginRestoring(nextID: 21, nextLevel: 21, picture: picture)
        drawing.restore((1...9).map { line($0) })
        drawing.repaintFromStrokes()
        drawing.finishRestoring()
        while drawing.continueRestoring() {}
        #expect(drawing.count == 9)
        expectPictureOfStrokes(drawing)
        // Discarding the picture after restoring has ended has an equal result.
        drawing.repaintFromStrokes()
        #expect(drawing.isRestoring)
        while drawing.continueRestoring() {}
        expectPictureOfStrokes(drawing)
    }

    @Test("A picture with another size, scale or renderer fingerprint is not used.")
    func unusablePictures() throws {
        let original = drawing()
        original.restore([line(1)], nextID: 1)
        let picture = try #require(EncodedPicture(of: original))
        let empty = drawing().picture.bitmap.copy()
        func expect(_ picture: EncodedPicture, isShown: Bool, scale: Double = 1) {
            let size = CGSize(width: 240 / scale, height: 160 / scale)
            let drawing = Drawing(size: size, scale: scale, paper: .gray)
            drawing.beginRestoring(nextID: 2, nextLevel: 2, picture: picture)
            let shown = isShown ? original.picture.bitmap : empty
            #expect(drawing.picture.bitmap.isEqual(to: shown))
        }
        func changed(width: Int = 240, look: UInt64? = nil) throws -> EncodedPicture {
            let bitmap = original.picture.bitmap
            return try #require(
                EncodedPicture(
                    width: width, height: 160, scale: 1,
                    rendererFingerprint: look ?? picture.rendererFingerprint
                ) {
                    UnsafePointer(bitmap.pixels + $0 * bitmap.stride)
                })
        }
        expect(picture, isShown: true)
        expect(picture, isShown: false, scale: 2)
        try expect(changed(), isShown: true)
        try expect(changed(width: 239), isShown: false)
        try expect(changed(look: picture.rendererFingerprint ^ 1), isShown: false)
    }

    @Test("A highlighted or excluded stroke is encoded in its normal appearance.")
    func normalAppearance() throws {
        let drawing = drawing()
        drawing.restore((1...5).map { line($0) }, nextID: 1)
        let plain = try #require(EncodedPicture(of: drawing))
        drawing.highlight(3, in: .white)
        let selected = drawing.picture.bitmap.copy()
        #expect(EncodedPicture(of: drawing) == plain)
        #expect(drawing.picture.bitmap.isEqual(to: selected))
        drawing.exclude(3)
        let lifted = drawing.picture.bitmap.copy()
        #expect(!lifted.isEqual(to: selected))
        #expect(EncodedPicture(of: drawing) == plain)
        #expect(drawing.picture.bitmap.isEqual(to: lifted))
    }

    // MARK: Frames

    @Test("A view restores strokes in several frames while it is touched, and then stops.")
    func frames() {
        let stage = DrawingTestScreen(width: 400, height: 240)
        let drawing = stage.drawing
        _ = stage.simulator.render()
        drawing.beginRestoring(nextID: 20_000, nextLevel: 20_000)
        for first in stride(from: 1, to: 12_000, by: 250) {
            drawing.restore((first..<(first + 250)).map { line($0) })
        }
        #expect(drawing.count == 0)
        stage.simulator.down(1, at: CGPoint(20, 20))
        var counts: [Int] = []
        while drawing.isRestoring, counts.count < 1_000 {
            if drawing.count == 12_000 { drawing.finishRestoring() }
            stage.simulator.move(1, to: CGPoint(30 + Double(counts.count % 300), 100))
            stage.simulator.advance(by: 1.0 / 60)
            _ = stage.simulator.render()
            counts.append(drawing.count)
        }
        // The work is spread evenly over several frames.
        #expect(counts.filter { $0 < 12_000 }.count > 3)
        #expect((counts.first ?? 0) < 3_000)
        #expect(drawing.count == 12_000)
        stage.simulator.up(1)
        #expect(drawing.strokes.last?.id == 20_000)
        stage.simulator.advance(by: 3)
        #expect(!stage.simulator.application.needsFrames)
        #expect(stage.renderVerified().isEqual(to: stage.renderModel()))
    }
}
