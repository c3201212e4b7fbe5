import Testing
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerTestSupport

@Suite("Drawing cache: restoring")
struct DrawingCacheRestoringTests {
    private static let gray = PixelColor(red: 170, green: 170, blue: 170)

    /// A stroke that is in the drawing or will be restored.
    private struct Stroke {
        var level: Int64
        var drawn: DrawingModel.Stroke
        var isIn = false
    }

    /// A drawing cache during restoring, together with its expected contents.
    private struct Stage {
        let cache: DrawingCache
        var strokes: [Stroke] = []
        var random: RandomStrokes
        var nextLevel: Int64

        init(seed: UInt64, count: Int, isSorted: Bool) {
            cache = DrawingCache(width: 200, height: 150, background: gray)
            random = RandomStrokes(seed: seed, width: 200, height: 150)
            nextLevel = Int64(count) + 1
            var levels = (1...Int64(count)).map { $0 }
            if !isSorted {
                for index in levels.indices {
                    levels.swapAt(index, random.random.next(below: index + 1))
                }
            }
            // `restore(_:)` replaces the identifier.
            let placeholder = DrawingCache(width: 1, height: 1, background: .black)
                .add([.zero], width: 1, color: .black)
            guard let placeholder else {
                Issue.record("a stroke with finite points was rejected")
                return
            }
            for level in levels {
                let drawn = DrawingModel.Stroke(
                    id: placeholder, points: random.points(), width: random.lineWidth(),
                    color: random.color())
                strokes.append(Stroke(level: level, drawn: drawn))
            }
        }

        /// Returns the expected bitmap, painted from scratch.
        func picture() -> Bitmap {
            var model = DrawingModel(width: 200, height: 150, background: gray)
            model.strokes = strokes.sorted { $0.level < $1.level }.map(\.drawn)
            return model.picture()
        }

        /// Begins restoring, with a prepainted bitmap or without.
        func begin(withPicture: Bool) {
            let picture = picture()
            cache.beginRestoring { bitmap in
                for y in 0..<150 {
                    for x in 0..<200 { bitmap[x, y] = withPicture ? picture[x, y] : 7 }
                }
                return withPicture
            }
        }

        /// Restores the next strokes.
        mutating func restore(_ count: Int) {
            for index in strokes.indices.filter({ !strokes[$0].isIn }).prefix(count) {
                let drawn = strokes[index].drawn
                let id = cache.restore(
                    drawn.points, width: drawn.width, color: drawn.color,
                    level: StrokeLevel(strokes[index].level))
                guard let id else {
                    Issue.record("a stroke with finite points was rejected")
                    return
                }
                strokes[index].drawn.id = id
                strokes[index].isIn = true
            }
        }

        /// Restores the remaining strokes and paints the missing parts.
        mutating func finish() {
            restore(strokes.count)
            cache.endRestoring()
            while cache.isRestoring { cache.paintMissingParts(allowance: 3_000) }
        }

        /// Performs a random change of an existing stroke, or adds one.
        mutating func edit() {
            let known = strokes.indices.filter { strokes[$0].isIn }
            guard let chosen = known.isEmpty ? nil : known[random.random.next(below: known.count)],
                random.random.next(below: 3) > 0
            else {
                let (points, color) = (random.points(), random.color())
                guard
                    let id = cache.add(
                        points, width: 8, color: color, level: StrokeLevel(nextLevel))
                else {
                    Issue.record("a stroke with finite points was rejected")
                    return
                }
                let drawn = DrawingModel.Stroke(id: id, points: points, width: 8, color: color)
                strokes.append(Stroke(level: nextLevel, drawn: drawn, isIn: true))
                nextLevel += 1
                return
            }
            let id = strokes[chosen].drawn.id
            switch random.random.next(below: 5) {
            case 0:
                cache.remove(id)
                strokes.remove(at: chosen)
            case 1:
                strokes[chosen].drawn.isHidden.toggle()
                cache.setHidden(strokes[chosen].drawn.isHidden, of: id)
            case 2:
                strokes[chosen].drawn.color = random.color()
                cache.setColor(strokes[chosen].drawn.color, of: id)
            case 3:
                strokes[chosen].drawn.points = random.points()
                cache.setPoints(strokes[chosen].drawn.points, of: id)
            default:
                strokes[chosen].level = nextLevel
                cache.setLevel(StrokeLevel(nextLevel), of: id)
                nextLevel += 1
            }
        }
    }

    @Test(
        "After arbitrary changes during restoring, the bitmap equals painting all strokes.",
        arguments: 0..<(Optimization.isEnabled ? 60 : 8) as Range<UInt64>)
    func edits(seed: UInt64) {
        let withPicture = seed % 2 == 0
        var stage = Stage(seed: seed, count: 60, isSorted: seed % 4 < 2)
        stage.cache.resetChanges()
        stage.begin(withPicture: withPicture)
        #expect(stage.cache.changed.rects == [stage.cache.bitmap.bounds])
        while stage.strokes.contains(where: { !$0.isIn }) {
            stage.restore(1 + stage.random.random.next(below: 20))
            for _ in 0..<stage.random.random.next(below: 5) { stage.edit() }
        }
        stage.finish()
        #expect(stage.cache.bitmap.isEqual(to: stage.picture()))
        // After restoring, the drawing can be changed like any other.
        for _ in 0..<20 { stage.edit() }
        #expect(stage.cache.bitmap.isEqual(to: stage.picture()))
    }

    @Test("With a bitmap, restoring paints nothing, and added strokes are on top.")
    func paintsNothing() throws {
        var stage = Stage(seed: 9, count: 80, isSorted: false)
        stage.begin(withPicture: true)
        stage.cache.resetChanges()
        let work = stage.cache.work
        stage.restore(40)
        #expect(stage.cache.work == work)
        #expect(stage.cache.changed.isEmpty)
        #expect(stage.cache.bitmap.isEqual(to: stage.picture()))
        let id = stage.cache.add(
            [CGPoint(x: 20, y: 70)], width: 40, color: .white,
            level: StrokeLevel(stage.nextLevel))
        let added = try #require(id)
        stage.strokes.append(
            Stroke(
                level: stage.nextLevel,
                drawn: DrawingModel.Stroke(
                    id: added, points: [CGPoint(x: 20, y: 70)], width: 40, color: .white),
                isIn: true))
        #expect(stage.cache.bitmap.isEqual(to: stage.picture()))
        stage.finish()
        #expect(stage.cache.work.pixelsRepainted == work.pixelsRepainted)
        #expect(stage.cache.bitmap.isEqual(to: stage.picture()))
        #expect(stage.cache.count == 81)
    }

    @Test("Pieces that wait to be repainted when restoring begins do not replace the bitmap.")
    func pendingPieces() throws {
        var stage = Stage(seed: 12, count: 60, isSorted: true)
        stage.cache.repaintAllowance = 1
        let line = [CGPoint(x: 10, y: 75), CGPoint(x: 190, y: 75)]
        let id = stage.cache.add(line, width: 40, color: .white)
        stage.cache.remove(try #require(id))
        #expect(stage.cache.isRepaintPending)
        let empty = DrawingModel(width: 200, height: 150, background: Self.gray).picture()
        let picture = stage.picture()
        stage.cache.beginRestoring { bitmap in
            #expect(bitmap.isEqual(to: empty))
            for y in 0..<150 {
                for x in 0..<200 { bitmap[x, y] = picture[x, y] }
            }
            return true
        }
        stage.cache.paintMissingParts(allowance: 1_000_000)
        #expect(stage.cache.bitmap.isEqual(to: picture))
        stage.finish()
        #expect(stage.cache.bitmap.isEqual(to: picture))
    }

    @Test(
        "Without a bitmap, the drawing is painted in pieces that cost little more than allowed.")
    func paintsInPieces() {
        var stage = Stage(seed: 10, count: 300, isSorted: true)
        stage.begin(withPicture: false)
        stage.restore(300)
        let empty = DrawingModel(width: 200, height: 150, background: Self.gray).picture()
        #expect(stage.cache.bitmap.isEqual(to: empty))
        stage.cache.endRestoring()
        var slices = 0
        while stage.cache.isRestoring {
            let before = stage.cache.work
            stage.cache.resetChanges()
            stage.cache.paintMissingParts(allowance: 1)
            let pixels = stage.cache.work.pixelsRepainted - before.pixelsRepainted
            // One call finds the strokes in a piece, and each further call paints one of them.
            #expect(pixels <= 64 * 64)
            #expect(stage.cache.work.strokesPainted - before.strokesPainted <= 1)
            #expect(stage.cache.changed.area <= 64 * 64)
            if !stage.cache.changed.isEmpty { slices += 1 }
        }
        #expect(slices == 4 * 3)
        #expect(stage.cache.bitmap.isEqual(to: stage.picture()))
    }

    @Test("After resizing twice during restoring, all strokes are painted at the end.")
    func resizes() {
        var stage = Stage(seed: 11, count: 40, isSorted: false)
        stage.begin(withPicture: true)
        stage.restore(20)
        stage.cache.resize(width: 150, height: 170)
        stage.cache.resize(width: 200, height: 150)
        stage.finish()
        #expect(stage.cache.bitmap.isEqual(to: stage.picture()))
    }

    @Test("Of several strokes on one level, the one restored last is on top.")
    func sharedLevels() {
        let cache = DrawingCache(width: 20, height: 20, background: .white)
        cache.beginRestoring()
        // Unused records are not reused for restored strokes.
        let gone = cache.add([CGPoint(x: 10, y: 10)], width: 9, color: .black)
        if let gone { cache.remove(gone) }
        for channel in [10, 20, 30] as [UInt8] {
            let color = PixelColor(red: channel, green: 0, blue: 0)
            let id = cache.restore(
                [CGPoint(x: 10, y: 10)], width: 9, color: color, level: StrokeLevel(-4))
            #expect(id != nil)
        }
        cache.endRestoring()
        while cache.isRestoring { cache.paintMissingParts(allowance: 1_000) }
        #expect(cache.bitmap[10, 10] == 0xFF1E_0000)
    }
}
