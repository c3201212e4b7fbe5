import Testing
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerTestSupport

@Suite("Ink layer")
struct InkLayerTests {
    private static let paper = PixelColor(red: 170, green: 170, blue: 170)

    /// Paints all strokes of an ink layer into a bitmap of its size.
    private func picture(
        width: Int, height: Int, _ record: (DisplayList) -> Void
    ) -> Bitmap {
        let list = DisplayList()
        list.fill(
            CGRect(x: 0, y: 0, width: Double(width), height: Double(height)), color: Self.paper)
        record(list)
        return list.painted(width, height)
    }

    /// Paints lines one over the other, as a drawing does.
    private func expected(
        _ model: [(points: [CGPoint], width: Double, color: PixelColor)], width: Int, height: Int
    ) -> Bitmap {
        var drawing = DrawingModel(width: width, height: height, background: Self.paper)
        // The model does not use the identifiers of its strokes.
        let names = DrawingCache(width: 1, height: 1, background: Self.paper)
        guard let name = names.add([.zero], width: 1, color: Self.paper) else {
            Issue.record("a stroke with a finite point was rejected")
            return drawing.picture()
        }
        drawing.strokes = model.map {
            DrawingModel.Stroke(id: name, points: $0.points, width: $0.width, color: $0.color)
        }
        return drawing.picture()
    }

    @Test(
        "Wet ink equals the complete lines after any change of its tail, and reports all changes.",
        arguments: Optimization.isEnabled ? 0..<16 : 0..<4)
    func agreesWithPolylines(seed: Int) throws {
        let width = [97, 256, 401][seed % 3]
        let height = [200, 128, 61][seed / 3 % 3]
        let layer = InkLayer(width: width, height: height)
        var strokes = RandomStrokes(seed: UInt64(seed), width: width, height: height)
        var inks: [InkStroke] = []
        var model: [(points: [CGPoint], width: Double, color: PixelColor)] = []
        var settled: [Int] = []
        var before = expected(model, width: width, height: height)
        for step in 0..<(Optimization.isEnabled ? 120 : 30) {
            layer.resetChanges()
            let choice = strokes.random.next(below: 10)
            if model.isEmpty || (choice == 0 && model.count < 6) {
                let point = strokes.points()[0]
                let lineWidth = strokes.lineWidth()
                inks.append(try #require(layer.begin(at: point, width: lineWidth)))
                model.append((points: [point], width: lineWidth, color: strokes.color()))
                settled.append(1)
            } else if choice == 1 {
                let index = strokes.random.next(below: model.count)
                layer.remove(inks.remove(at: index))
                model.remove(at: index)
                settled.remove(at: index)
            } else {
                let index = strokes.random.next(below: model.count)
                let news = strokes.random.next(below: 3) == 0 ? [] : strokes.points()
                let tail = strokes.random.next(below: 3) == 0 ? [] : strokes.points()
                layer.setEnd(of: inks[index], settled: news[...], tail: tail[...])
                model[index].points.replaceSubrange(settled[index]..., with: news + tail)
                settled[index] += news.count
            }
            let now = expected(model, width: width, height: height)
            let drawn = picture(width: width, height: height) { list in
                for (ink, stroke) in zip(inks, model) {
                    list.ink(ink, x: 0, y: 0, color: stroke.color)
                }
            }
            let isSame = drawn.isEqual(to: now)
            #expect(isSame, "step \(step)")
            if !isSame { return }
            #expect(changedPixels(before, now, outside: layer.changed) == 0, "step \(step)")
            before = now
        }
    }

    @Test("Painting a part of the ink gives the same pixels as painting all, at any position.")
    func parts() throws {
        let layer = InkLayer(width: 300, height: 200)
        var strokes = RandomStrokes(seed: 5, width: 300, height: 200)
        let points = (0..<12).flatMap { _ in strokes.points() }
        let ink = try #require(layer.begin(at: points[0], width: 7))
        layer.setEnd(of: ink, settled: points[1...], tail: [])
        let whole = picture(width: 300, height: 200) { $0.ink(ink, x: 0, y: 0, color: .black) }
        let list = DisplayList()
        list.fill(CGRect(x: 0, y: 0, width: 400, height: 300), color: Self.paper)
        list.ink(ink, x: 40, y: 30, color: .black)
        let moved = Bitmap(width: 400, height: 300, isOpaque: true)
        for y in stride(from: 0, to: 300, by: 37) {
            for x in stride(from: 0, to: 400, by: 29) {
                list.paint(onto: moved, clip: PixelRect(x: x, y: y, width: 29, height: 37))
            }
        }
        var differing = 0
        for y in 0..<200 {
            for x in 0..<300 where moved[x + 40, y + 30] != whole[x, y] { differing += 1 }
        }
        #expect(differing == 0)
        #expect(moved[20, 15] == moved[5, 5])
    }

    @Test(
        "After a change of the layer's size and scale, the ink equals the line drawn in that size."
    )
    func resize() throws {
        let layer = InkLayer(width: 200, height: 100)
        let points = [(20.0, 20.0), (60, 30), (90, 70), (40, 80)].map { CGPoint(x: $0, y: $1) }
        let ink = try #require(layer.begin(at: points[0], width: 6))
        layer.setEnd(of: ink, settled: points[1...2], tail: points[3...])
        layer.resize(width: 400, height: 300, scaledBy: 2)
        #expect(layer.changed.contains(x: 399, y: 299))
        let drawn = picture(width: 400, height: 300) { $0.ink(ink, x: 0, y: 0, color: .black) }
        let larger = points.map { CGPoint(x: $0.x * 2, y: $0.y * 2) }
        let all = [(points: larger, width: 12.0, color: PixelColor.black)]
        #expect(drawn.isEqual(to: expected(all, width: 400, height: 300)))
        // The tail remains replaceable.
        layer.setEnd(of: ink, settled: [], tail: [])
        let shorter = picture(width: 400, height: 300) { $0.ink(ink, x: 0, y: 0, color: .black) }
        let rest = [(points: Array(larger[...2]), width: 12.0, color: PixelColor.black)]
        #expect(shorter.isEqual(to: expected(rest, width: 400, height: 300)))
    }

    @Test("Points that are not finite draw nothing and leave the tail unchanged.")
    func notFinite() throws {
        let layer = InkLayer(width: 100, height: 100)
        #expect(layer.begin(at: CGPoint(x: Double.nan, y: 5), width: 4) == nil)
        #expect(layer.begin(at: CGPoint(x: 5, y: 5), width: .infinity) == nil)
        #expect(layer.begin(at: CGPoint(x: 5, y: 5), width: 0) == nil)
        let ink = try #require(layer.begin(at: CGPoint(x: 5, y: 5), width: 4))
        let line = [CGPoint(x: 50, y: 50), CGPoint(x: 90, y: 20)]
        layer.setEnd(of: ink, settled: line[...], tail: [])
        let before = picture(width: 100, height: 100) { $0.ink(ink, x: 0, y: 0, color: .black) }
        layer.setEnd(
            of: ink, settled: [], tail: [CGPoint(x: 0, y: Double.infinity)])
        let after = picture(width: 100, height: 100) { $0.ink(ink, x: 0, y: 0, color: .black) }
        #expect(after.isEqual(to: before))
        // A point far outside the layer extends the line.
        layer.setEnd(of: ink, settled: [CGPoint(x: 1e9, y: -1e9)], tail: [])
        let extended = picture(width: 100, height: 100) { $0.ink(ink, x: 0, y: 0, color: .black) }
        #expect(before[95, 14] == Self.paper.opaquePixel)
        #expect(extended[95, 14] == PixelColor.black.opaquePixel)
        layer.remove(ink)
        #expect(layer.strokes.isEmpty)
    }
}
