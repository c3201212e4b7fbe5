import CTouchTrackerAllocationCounter
import Testing
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerTestSupport

/// Cached coverage of shapes that are painted repeatedly.
@Suite("Shape cache", .serialized)
struct ShapeCacheTests {
    private static let size = (width: 300, height: 200)

    /// Returns a closed path of lines and curves, possibly beyond the edges of the canvas.
    private func path(_ random: inout SeededRandom) -> Path {
        var path = Path()
        let middle = CGPoint(x: random.number(in: -20...320), y: random.number(in: -20...220))
        func point() -> CGPoint {
            CGPoint(
                x: middle.x + random.number(in: -50...50),
                y: middle.y + random.number(in: -40...40))
        }
        path.move(to: point())
        for _ in 0..<(1 + random.next(below: 6)) {
            switch random.next(below: 3) {
            case 0: path.addLine(to: point())
            case 1: path.addQuadCurve(to: point(), control: point())
            default: path.addCurve(to: point(), control1: point(), control2: point())
            }
        }
        if random.next(below: 2) == 0 { path.close() }
        return path
    }

    /// Paints many shapes with different parameters; equal seeds give equal shapes.
    private func paint(_ list: DisplayList, seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<40 {
            let path = path(&random)
            let map = CGAffineTransform(rotationAngle: random.number(in: -0.1...0.1))
            let color = PixelColor(
                red: UInt8(random.next(below: 256)), green: UInt8(random.next(below: 256)),
                blue: 90, alpha: [255, 128, 3][random.next(below: 3)])
            let width = [0.3, 1, 2.5, 11][random.next(below: 4)]
            switch random.next(below: 4) {
            case 0: list.fill(path, map: map, rule: .nonzero, paint: .color(color))
            case 1: list.fill(path, map: map, rule: .evenOdd, paint: .color(color))
            case 2:
                let style = LineStyle(
                    width: width, cap: [.butt, .round, .square][random.next(below: 3)],
                    join: [.miter, .round, .bevel][random.next(below: 3)])
                list.stroke(path, map: map, style: style, paint: .color(color))
            default:
                list.polyline(
                    along: path, map: map, tolerance: 0.1, width: width, color: color
                ) { line in
                    for (start, end) in zip(path.points, path.points.dropFirst()) {
                        line.add(from: start.applying(map), to: end.applying(map))
                    }
                }
            }
        }
    }

    /// Returns the pixels inside a clip.
    private func picture(_ list: DisplayList, seed: UInt64, clip: PixelRect) -> Bitmap {
        list.pushClip(clip)
        paint(list, seed: seed)
        list.popClip()
        return list.painted(Self.size.width, Self.size.height)
    }

    @Test(
        "Painting from cached coverage gives the same pixels as rendering again, in any clip.",
        arguments: 0..<20)
    func sameBits(seed: Int) {
        let list = DisplayList()
        list.removeAll()
        var random = SeededRandom(seed: UInt64(seed) + 500)
        for round in 0..<4 {
            let x = round == 0 ? 0 : random.next(below: 200)
            let y = round == 0 ? 0 : random.next(below: 150)
            let clip = PixelRect(
                minX: x, minY: y, maxX: round == 0 ? 300 : x + 1 + random.next(below: 100),
                maxY: round == 0 ? 200 : y + 1 + random.next(below: 50))
            let kept = picture(list, seed: UInt64(seed), clip: clip)
            let anew = picture(DisplayList(), seed: UInt64(seed), clip: clip)
            #expect(kept.isEqual(to: anew), "round \(round)")
            list.removeAll()
        }
        #expect(list.cachedShapeCount > 10)
    }

    @Test("A list that is used once caches nothing.")
    func usedOnce() {
        let list = DisplayList()
        paint(list, seed: 1)
        #expect(list.cachedShapeCount == 0)
    }

    @Test("The key contains the transform, width, rule and points, but not the color.")
    func cacheKey() {
        let list = DisplayList()
        list.removeAll()
        let star = Path.star(60, 60, radius: 40)
        func count(_ body: () -> Void) -> Int {
            body()
            return list.cachedShapeCount
        }
        let white = Paint.color(.white)
        #expect(count { list.fill(star, rule: .nonzero, paint: white) } == 1)
        #expect(count { list.fill(star, rule: .nonzero, paint: .color(.black)) } == 1)
        #expect(count { list.fill(star, rule: .evenOdd, paint: white) } == 2)
        let moved = CGAffineTransform(translationX: 0.25, y: 0)
        #expect(count { list.fill(star, map: moved, rule: .nonzero, paint: white) } == 3)
        #expect(
            count {
                list.stroke(
                    star, style: LineStyle(width: 3, cap: .butt, join: .miter), paint: white)
            }
                == 4)
        #expect(
            count {
                list.stroke(
                    star, style: LineStyle(width: 4, cap: .butt, join: .miter), paint: white)
            }
                == 5)
        #expect(
            count {
                list.stroke(
                    star, style: LineStyle(width: 4, cap: .butt, join: .bevel), paint: white)
            }
                == 6)
        var other = star
        other.addLine(to: CGPoint(x: 60, y: 61))
        #expect(count { list.fill(other, rule: .nonzero, paint: white) } == 7)
        var dashed = LineStyle(width: 4, cap: .butt, join: .bevel)
        dashed.dashes = [3, 2]
        #expect(count { list.stroke(star, style: dashed, paint: white) } == 7)
    }

    @Test(
        "Shapes that are invalid, too large or too complex are painted without being cached."
    )
    func notCacheable() {
        let list = DisplayList()
        list.removeAll()
        var strange = Path.star(60, 60, radius: 40)
        strange.addLine(to: CGPoint(x: Double.nan, y: 5))
        strange.addLine(to: CGPoint(x: 200, y: Double.infinity))
        strange.addLine(to: CGPoint(x: 90, y: 150))
        var long = Path()
        long.move(to: .zero)
        for step in 0..<100 { long.addLine(to: CGPoint(x: step * 3, y: step % 2 * 50)) }
        let wide = Path.star(60, 60, radius: 4_000)
        for path in [strange, long, wide] {
            for _ in 0..<2 {
                let once = DisplayList()
                once.fill(path, rule: .nonzero, paint: .color(.white))
                let anew = once.painted(Self.size.width, Self.size.height)
                list.fill(path, rule: .nonzero, paint: .color(.white))
                #expect(list.painted(Self.size.width, Self.size.height).isEqual(to: anew))
                list.removeAll()
            }
        }
        #expect(list.cachedShapeCount == 0)
    }

    @Test(
        "Shapes that change in each frame do not displace constant ones, and memory is bounded."
    )
    func changingShapes() {
        let list = DisplayList()
        list.removeAll()
        let icon = Path.star(100, 100, radius: 12)
        var counts: Set<Int> = []
        for frame in 0..<2_000 {
            list.fill(icon, rule: .nonzero, paint: .color(.white))
            list.fill(
                .star(50, 50, radius: 10 + Double(frame) / 100), rule: .nonzero,
                paint: .color(.white))
            list.removeAll()
            if frame >= 500 { counts.insert(list.cachedShapeCount) }
        }
        #expect(counts.count == 1)
        #expect((2...150).contains(list.cachedShapeCount))
        let before = list.cachedShapeCount
        list.fill(icon, rule: .nonzero, paint: .color(.black))
        #expect(list.cachedShapeCount == before)
    }

    @Test("A full cache is cleared later and filled again.")
    func full() {
        let list = DisplayList()
        list.removeAll()
        var largest = 0
        var wasForgotten = false
        for frame in 0..<600 {
            // Each shape is painted twice, so that all are cached.
            for _ in 0..<2 {
                list.fill(
                    .star(60, 60, radius: 30 + Double(frame / 2) / 50), rule: .nonzero,
                    paint: .color(.white))
            }
            wasForgotten = wasForgotten || list.cachedShapeCount < largest
            largest = max(largest, list.cachedShapeCount)
            list.removeAll()
        }
        #expect(wasForgotten)
        #expect(largest > 20)
        #expect(list.cachedShapeCount > 0)
    }

    @Test(
        "Painting cached shapes allocates nothing.",
        .requiresOptimizedBuild)
    func allocatesNothing() {
        let list = DisplayList()
        let paths = (0..<12).map { Path.star(Double($0) * 20, 80, radius: 15) }
        var before = allocation_counter_value()
        for frame in 0..<40 {
            if frame == 5 { before = allocation_counter_value() }
            list.removeAll()
            for path in paths {
                list.fill(path, rule: .nonzero, paint: .color(.white))
                list.stroke(
                    path, style: LineStyle(width: 2, cap: .round, join: .round),
                    paint: .color(.black))
            }
        }
        #expect(allocation_counter_value() == before)
        #expect(list.cachedShapeCount == 24)
    }
}
