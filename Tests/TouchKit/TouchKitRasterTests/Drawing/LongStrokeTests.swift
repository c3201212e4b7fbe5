import Testing
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerTestSupport

@Suite("Drawing cache: long strokes")
struct LongStrokeTests {
    private static let gray = PixelColor(red: 170, green: 170, blue: 170)

    /// Returns a scribble of `count` points, each within `step` of the one before.
    private func scribble(
        _ count: Int, step: Double, _ random: inout RandomStrokes
    ) -> [CGPoint] {
        var points = [random.point()]
        while points.count < count {
            let next = random.near(points[points.count - 1], step)
            let isInside = -20...220 ~= next.x && -20...170 ~= next.y
            points.append(isInside ? next : random.near(CGPoint(x: 100, y: 75), 60))
        }
        return points
    }

    /// Returns a short stroke or a scribble of up to 2,000 points.
    private func points(_ random: inout RandomStrokes) -> [CGPoint] {
        switch random.random.next(below: 4) {
        case 0: random.points()
        case 1: scribble(255 + random.random.next(below: 4), step: 8, &random)
        case 2: scribble(300 + random.random.next(below: 1_700), step: 3, &random)
        default: scribble(300 + random.random.next(below: 300), step: 40, &random)
        }
    }

    /// Makes a random change of a stroke, or adds a stroke.
    private func change(
        _ cache: DrawingCache, _ model: inout DrawingModel, _ random: inout RandomStrokes
    ) {
        let isFull = model.strokes.count > 12
        guard model.strokes.count > 2, isFull || random.random.next(below: 3) > 0 else {
            let (points, color) = (points(&random), random.color())
            let width = random.lineWidth()
            guard let id = cache.add(points, width: width, color: color) else {
                Issue.record("a stroke with finite points was rejected")
                return
            }
            let new = DrawingModel.Stroke(id: id, points: points, width: width, color: color)
            model.strokes.append(new)
            return
        }
        let chosen = random.random.next(below: model.strokes.count)
        let id = model.strokes[chosen].id
        switch isFull ? 0 : random.random.next(below: 6) {
        case 0:
            cache.remove(id)
            model.strokes.remove(at: chosen)
        case 1:
            model.strokes[chosen].isHidden.toggle()
            cache.setHidden(model.strokes[chosen].isHidden, of: id)
        case 2:
            model.strokes[chosen].color = random.color()
            cache.setColor(model.strokes[chosen].color, of: id)
        case 3:
            model.strokes[chosen].points = points(&random)
            cache.setPoints(model.strokes[chosen].points, of: id)
        case 4:
            cache.translate(id, by: CGVector(dx: 4.5, dy: -2))
            model.strokes[chosen].points = model.strokes[chosen].points.map {
                CGPoint(x: roundedTo24Bits($0.x + 4.5), y: roundedTo24Bits($0.y - 2))
            }
        default:
            cache.bringToFront(id)
            model.strokes.append(model.strokes.remove(at: chosen))
        }
    }

    @Test(
        "Long strokes have the pixels of a polyline after any changes, also in limited steps.",
        arguments: 0..<(Optimization.isEnabled ? 40 : 6) as Range<UInt64>)
    func agreesWithModel(seed: UInt64) {
        var random = RandomStrokes(seed: seed, width: 200, height: 150)
        let cache = DrawingCache(width: 200, height: 150, background: Self.gray)
        var model = DrawingModel(width: 200, height: 150, background: Self.gray)
        if seed % 2 == 1 { cache.repaintAllowance = 1_000 }
        for _ in 0..<40 {
            let before = cache.bitmap.copy()
            cache.resetChanges()
            change(cache, &model, &random)
            if random.random.next(below: 3) == 0 { cache.paintMissingParts(allowance: 2_000) }
            if !cache.isRestoring {
                #expect(cache.bitmap.isEqual(to: model.picture()))
            }
            #expect(changedPixels(before, cache.bitmap, outside: cache.changed) == 0)
        }
        while cache.isRestoring { cache.paintMissingParts(allowance: 2_000) }
        #expect(cache.bitmap.isEqual(to: model.picture()))
        // Parts of strokes outside of the bitmap are not found.
        let point = random.near(CGPoint(x: 100, y: 75), 50)
        var found: [StrokeID] = []
        cache.forEachStroke(near: point, within: 20) { id, _ in
            found.append(id)
            return true
        }
        #expect(found == model.strokes(near: point, within: 20))
        cache.resize(width: 200, height: 150, scaledBy: 2)
        while cache.isRestoring { cache.paintMissingParts(allowance: 2_000) }
        for index in model.strokes.indices {
            model.strokes[index].width *= 2
            model.strokes[index].points = model.strokes[index].points.map {
                CGPoint(x: roundedTo24Bits($0.x * 2), y: roundedTo24Bits($0.y * 2))
            }
        }
        #expect(cache.bitmap.isEqual(to: model.picture()))
    }

    /// Returns a drawing of restored strokes that has not been painted yet.
    private func unpaintedDrawing(_ strokes: [[CGPoint]]) -> DrawingCache {
        let cache = DrawingCache(width: 800, height: 480, background: Self.gray)
        cache.beginRestoring()
        for (index, points) in strokes.enumerated() {
            let id = cache.restore(
                points, width: 10, color: .black, level: StrokeLevel(Int64(index + 1)))
            #expect(id != nil)
        }
        cache.endRestoring()
        return cache
    }

    @Test("Strokes of many points in one place are painted in steps of limited work.")
    func spot() {
        var random = RandomStrokes(seed: 1, width: 800, height: 480)
        let count = Optimization.isEnabled ? 20_000 : 2_000
        let cache = unpaintedDrawing(
            (0..<10).map { _ in
                (0..<count).map { _ in random.near(CGPoint(x: 96, y: 96), 4) }
            })
        var most = 0
        while cache.isRestoring {
            let before = cache.work.pointsExamined
            cache.paintMissingParts(allowance: 200_000)
            most = max(most, cache.work.pointsExamined - before)
        }
        #expect(cache.work.pointsExamined > 8 * count)
        #expect(most <= 20_000, "\(most) points examined in one step")
    }

    @Test("A piece of the bitmap examines only the sections of a long stroke that are near it.")
    func sections() {
        var random = RandomStrokes(seed: 2, width: 800, height: 480)
        let count = Optimization.isEnabled ? 100_000 : 10_000
        // A zigzag over the whole bitmap.
        let points = (0..<count).map { index in
            let row = index * 480 / count
            let column = Double(index % 200) * 4
            return random.near(CGPoint(x: column, y: Double(row)), 1)
        }
        let cache = unpaintedDrawing([points])
        while cache.isRestoring { cache.paintMissingParts(allowance: 200_000) }
        // Each point is near at most four of the 104 pieces, most points are near one.
        let work = cache.work
        #expect(work.pointsExamined > count / 2, "\(work)")
        #expect(work.pointsExamined + work.sectionsExamined < 4 * count, "\(work)")
    }
}
