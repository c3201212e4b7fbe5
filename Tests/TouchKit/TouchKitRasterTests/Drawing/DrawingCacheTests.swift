import Testing
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerTestSupport

@Suite("Drawing cache")
struct DrawingCacheTests {
    private static let gray = PixelColor(red: 170, green: 170, blue: 170)

    /// Performs a random change of a drawing and of its model.
    private func change(
        _ cache: DrawingCache, _ model: inout DrawingModel, _ strokes: inout RandomStrokes
    ) {
        let count = model.strokes.count
        let chosen = count == 0 ? 0 : strokes.random.next(below: count)
        switch count < 3 ? 0 : strokes.random.next(below: 15) {
        case 0, 1, 2:
            add(to: cache, &model, &strokes)
        case 3:
            cache.remove(model.strokes.remove(at: chosen).id)
        case 4, 5:
            // Multiples of half a pixel, whose sums are exact in 24 bits.
            let offset = CGVector(
                dx: Double(strokes.random.next(below: 41) - 20) / 2,
                dy: Double(strokes.random.next(below: 41) - 20) / 2)
            cache.translate(model.strokes[chosen].id, by: offset)
            for number in model.strokes[chosen].points.indices {
                let point = model.strokes[chosen].points[number]
                model.strokes[chosen].points[number] = CGPoint(
                    x: roundedTo24Bits(point.x + offset.dx), y: roundedTo24Bits(point.y + offset.dy)
                )
            }
        case 6:
            let points = strokes.points()
            cache.setPoints(points, of: model.strokes[chosen].id)
            model.strokes[chosen].points = points
        case 7, 8:
            let color = strokes.color()
            cache.setColor(color, of: model.strokes[chosen].id)
            model.strokes[chosen].color = color
        case 9:
            let stroke = model.strokes.remove(at: chosen)
            if strokes.random.next(below: 2) == 0 {
                cache.bringToFront(stroke.id)
                model.strokes.append(stroke)
            } else {
                cache.sendToBack(stroke.id)
                model.strokes.insert(stroke, at: 0)
            }
        case 10:
            model.strokes[chosen].isHidden.toggle()
            cache.setHidden(model.strokes[chosen].isHidden, of: model.strokes[chosen].id)
        case 13:
            // Hides or shows some or all strokes at once, some of which are already in that state.
            let isHidden = strokes.random.next(below: 2) == 0
            let indices = model.strokes.indices.filter { _ in strokes.random.next(below: 3) > 0 }
            for index in indices { model.strokes[index].isHidden = isHidden }
            cache.setHidden(isHidden, of: indices.map { model.strokes[$0].id })
        case 11, 12:
            addInk(to: cache, &model, &strokes)
        default:
            // Moves a stroke to the top and back to its previous level.
            let id = model.strokes[chosen].id
            let level = cache.level(of: id)
            cache.bringToFront(id)
            cache.setLevel(level, of: id)
        }
    }

    /// Adds a stroke that is drawn as wet ink.
    private func addInk(
        to cache: DrawingCache, _ model: inout DrawingModel, _ strokes: inout RandomStrokes
    ) {
        let points = strokes.points()
        let width = strokes.lineWidth()
        let color = strokes.color()
        let ink = InkLayer(width: model.width, height: model.height)
        guard let stroke = ink.begin(at: points[0], width: width) else {
            Issue.record("ink at a finite point was rejected")
            return
        }
        ink.setEnd(of: stroke, settled: points[1...], tail: [])
        guard let id = cache.add(stroke, color: color) else {
            Issue.record("ink of the drawing's size was rejected")
            return
        }
        model.strokes.append(
            DrawingModel.Stroke(id: id, points: points, width: width, color: color))
    }

    /// Adds a random stroke to the drawing and its model.
    private func add(
        to cache: DrawingCache, _ model: inout DrawingModel, _ strokes: inout RandomStrokes
    ) {
        let points = strokes.points()
        let width = strokes.lineWidth()
        let color = strokes.color()
        guard let id = cache.add(points, width: width, color: color) else {
            Issue.record("a stroke with finite points was rejected")
            return
        }
        model.strokes.append(
            DrawingModel.Stroke(id: id, points: points, width: width, color: color))
    }

    @Test(
        "After arbitrary changes, the bitmap shows all strokes, and all changes are reported.",
        arguments: Optimization.isEnabled ? 0..<24 : 0..<6)
    func agreesWithModel(seed: Int) throws {
        let isOpaque = seed % 3 != 0
        let width = [97, 256, 401][seed % 3]
        let height = [200, 128, 61][seed / 3 % 3]
        let background = isOpaque ? Self.gray : PixelColor(red: 0, green: 0, blue: 0, alpha: 0)
        let cache = DrawingCache(width: width, height: height, background: background)
        var model = DrawingModel(width: width, height: height, background: background)
        var strokes = RandomStrokes(seed: UInt64(seed), width: width, height: height)
        var before = model.picture()
        #expect(cache.bitmap.isEqual(to: before))
        for step in 0..<(Optimization.isEnabled ? 120 : 30) {
            cache.resetChanges()
            if step % 5 == 4 {
                // Groups several changes, including nested groups.
                cache.performChanges {
                    for _ in 0..<3 { change(cache, &model, &strokes) }
                    cache.performChanges { change(cache, &model, &strokes) }
                }
            } else {
                change(cache, &model, &strokes)
            }
            let now = model.picture()
            let isSame = cache.bitmap.isEqual(to: now)
            #expect(isSame, "step \(step)")
            if !isSame { return }
            #expect(changedPixels(before, now, outside: cache.changed) == 0, "step \(step)")
            before = now
        }
        #expect(cache.count == model.strokes.count)
        for stroke in model.strokes {
            #expect(cache.points(of: stroke.id) == stroke.points)
            #expect(cache.color(of: stroke.id) == stroke.color)
            #expect(cache.width(of: stroke.id) == stroke.width)
            #expect(cache.isHidden(stroke.id) == stroke.isHidden)
        }
        #expect(
            model.strokes.map { cache.level(of: $0.id) }
                == model.strokes.map { cache.level(of: $0.id) }.sorted())
    }

    @Test("The area affected by several changes is painted once.")
    func changesTogether() throws {
        /// Returns the number of pixels that a change repaints.
        func pixelsPainted(_ change: (DrawingCache, StrokeID) -> Void) throws -> Int {
            let cache = DrawingCache(width: 400, height: 300, background: Self.gray)
            let id = try #require(
                cache.add([CGPoint(x: 10, y: 10)], width: 8, color: PixelColor.black))
            let before = cache.work.pixelsRepainted
            change(cache, id)
            return cache.work.pixelsRepainted - before
        }
        /// Extends a stroke step by step.
        func draw(_ cache: DrawingCache, _ id: StrokeID) {
            for step in 1...8 {
                cache.setPoints(
                    [CGPoint(x: 8 + 4 * step, y: 10), CGPoint(x: 40 + 4 * step, y: 11)], of: id)
            }
        }
        let apart = try pixelsPainted(draw)
        let together = try pixelsPainted { cache, id in
            cache.performChanges { draw(cache, id) }
        }
        #expect(together > 0)
        #expect(together * 2 < apart)
    }

    @Test("The index returns the strokes that a linear search finds, topmost first.")
    func findsWhatASimpleSearchFinds() {
        let cache = DrawingCache(width: 500, height: 300, background: Self.gray)
        var model = DrawingModel(width: 500, height: 300, background: Self.gray)
        var strokes = RandomStrokes(seed: 11, width: 500, height: 300)
        let count = Optimization.isEnabled ? 400 : 60
        for _ in 0..<count { add(to: cache, &model, &strokes) }
        for _ in 0..<count { change(cache, &model, &strokes) }
        for _ in 0..<200 {
            let point = CGPoint(
                x: strokes.random.number(in: 25...475), y: strokes.random.number(in: 25...275))
            let distance = strokes.random.number(in: 0...25)
            var found: [StrokeID] = []
            cache.forEachStroke(near: point, within: distance) { id, _ in
                found.append(id)
                return true
            }
            #expect(found == model.strokes(near: point, within: distance))
        }
        expectStrokesInRects(cache, model, &strokes)
    }

    /// Checks that each stroke that covers pixels of a rectangle is returned, in drawing order.
    private func expectStrokesInRects(
        _ cache: DrawingCache, _ model: DrawingModel, _ strokes: inout RandomStrokes
    ) {
        let shown = model.strokes.filter { !$0.isHidden && $0.color.alpha > 0 }
        for _ in 0..<(Optimization.isEnabled ? 20 : 2) {
            let rect = PixelRect(
                x: strokes.random.next(below: 480), y: strokes.random.next(below: 280),
                width: 1 + strokes.random.next(below: 20),
                height: 1 + strokes.random.next(below: 20))
            let named = cache.strokes(in: rect)
            #expect(Set(named).count == named.count)
            let order = model.strokes.reversed().map(\.id).filter(Set(named).contains)
            #expect(named == order)
            for stroke in shown where !named.contains(stroke.id) {
                var alone = DrawingModel(width: 500, height: 300, background: .white)
                alone.strokes = [stroke]
                alone.strokes[0].color = .black
                let picture = alone.picture()
                var touched = 0
                for y in rect.minY..<min(rect.maxY, 300) {
                    for x in rect.minX..<min(rect.maxX, 500)
                    where picture[x, y] != PixelColor.white.opaquePixel { touched += 1 }
                }
                #expect(touched == 0)
            }
        }
    }

    @Test("In a dense drawing, strokes hidden by opaque ones are skipped without visible effect.")
    func skipsHiddenStrokes() {
        let cache = DrawingCache(width: 300, height: 200, background: Self.gray)
        var model = DrawingModel(width: 300, height: 200, background: Self.gray)
        var strokes = RandomStrokes(seed: 5, width: 300, height: 200)
        let count = Optimization.isEnabled ? 3_000 : 1_500
        for _ in 0..<count { add(to: cache, &model, &strokes) }
        let examinedBefore = cache.work.strokesExamined
        for _ in 0..<20 {
            let chosen = strokes.random.next(below: model.strokes.count)
            cache.remove(model.strokes.remove(at: chosen).id)
        }
        #expect(cache.bitmap.isEqual(to: model.picture()))
        // Hundreds of strokes are near the changed one.
        #expect(cache.work.strokesExamined - examinedBefore < 20 * count)
    }

    @Test("Strokes with invalid points or widths are rejected.")
    func refuses() {
        let cache = DrawingCache(width: 10, height: 10, background: .white)
        let point = CGPoint(x: 5, y: 5)
        #expect(cache.add([], width: 1, color: .black) == nil)
        #expect(cache.add([point], width: 0, color: .black) == nil)
        #expect(cache.add([point], width: .nan, color: .black) == nil)
        #expect(cache.add([CGPoint(x: 1, y: Double.nan)], width: 1, color: .black) == nil)
        #expect(cache.add([CGPoint(x: Double.infinity, y: 1)], width: 1, color: .black) == nil)
        #expect(cache.count == 0)
        let far = [CGPoint(x: -1e300, y: 5), CGPoint(x: 1e300, y: 5)]
        #expect(cache.add(far, width: 2, color: .black) != nil)
        #expect(cache.bitmap[9, 5] == PixelColor.black.opaquePixel)
        #expect(cache.add([point], width: 1e300, color: .black) != nil)
        #expect(cache.bitmap[0, 0] == PixelColor.black.opaquePixel)
    }

    @Test("Removing all strokes leaves the background, and the drawing remains usable.")
    func removesAll() {
        let cache = DrawingCache(width: 100, height: 80, background: Self.gray)
        var model = DrawingModel(width: 100, height: 80, background: Self.gray)
        var strokes = RandomStrokes(seed: 2, width: 100, height: 80)
        for _ in 0..<50 { add(to: cache, &model, &strokes) }
        cache.resetChanges()
        cache.removeAll()
        model.strokes = []
        #expect(cache.count == 0)
        #expect(cache.bitmap.isEqual(to: model.picture()))
        #expect(cache.changed.rects == [cache.bitmap.bounds])
        for _ in 0..<50 { add(to: cache, &model, &strokes) }
        #expect(cache.bitmap.isEqual(to: model.picture()))
    }

    @Test("After resizing, the strokes are repainted in the new size.", arguments: [0.5, 1, 2])
    func resizes(factor: Double) {
        let cache = DrawingCache(width: 100, height: 80, background: Self.gray)
        var model = DrawingModel(width: 140, height: 60, background: Self.gray)
        var strokes = RandomStrokes(seed: 3, width: 100, height: 80)
        for _ in 0..<40 { add(to: cache, &model, &strokes) }
        cache.resize(width: 140, height: 60, scaledBy: factor)
        for number in model.strokes.indices {
            model.strokes[number].width *= factor
            model.strokes[number].points = model.strokes[number].points.map {
                CGPoint(x: $0.x * factor, y: $0.y * factor)
            }
        }
        #expect(cache.bitmap.isEqual(to: model.picture()))
        for stroke in model.strokes { cache.remove(stroke.id) }
        model.strokes = []
        #expect(cache.bitmap.isEqual(to: model.picture()))
    }
}
