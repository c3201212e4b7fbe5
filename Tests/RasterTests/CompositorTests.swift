import Geometry
import Raster
import TestSupport
import Testing

@Suite("Compositor")
struct CompositorTests {
    /// A scene of strokes and fills, opaque and translucent, some beyond the edges.
    private func scene(_ random: inout SeededRandom, items: Int) -> DisplayList {
        let list = DisplayList()
        list.fill(CGRect(x: 0, y: 0, width: 300, height: 200), color: .white)
        for _ in 0..<items {
            let color = PixelColor.fractions(
                red: random.number(in: 0...1), green: random.number(in: 0...1),
                blue: random.number(in: 0...1), alpha: random.next(below: 3) == 0 ? 0.5 : 1)
            let from = CGPoint(x: random.number(in: -40...340), y: random.number(in: -40...240))
            let to = CGPoint(x: random.number(in: -40...340), y: random.number(in: -40...240))
            switch random.next(below: 9) {
            case 4:
                list.paint(
                    picture, map: map(&random, from), opacity: color.alpha == 255 ? 1 : 0.4)
            case 5:
                list.paint(
                    veil, in: CGRect(x: from.x, y: from.y, width: 24, height: 17), opacity: 1)
            case 6:
                list.fill(
                    CGRect(x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y)
                        .standardized, cornerRadius: random.number(in: 0...30), color: color)
            case 7:
                list.glyphs(color: color) { run in
                    for step in 0..<6 {
                        run.add(glyph, x: from.x + Double(step) * 11.3, baseline: from.y)
                    }
                }
            case 8: list.paint(glyph, map: map(&random, from), color: color)
            case 0:
                list.fill(
                    CGRect(x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y)
                        .standardized, color: color)
            case 1:
                list.pushClip(PixelRect(x: 20, y: 30, width: 200, height: 120))
                list.stroke(from: from, to: to, width: 7, cap: .square, color: color)
                list.popClip()
            default:
                let caps: [LineCap] = [.round, .round, .butt]
                list.stroke(
                    from: from, to: to, width: random.number(in: 0.3...40),
                    cap: caps[random.next(below: 3)], color: color)
            }
        }
        return list
    }

    private let picture = Self.gradient(isOpaque: true)
    private let veil = Self.gradient(isOpaque: false)
    private let glyph = Glyph(
        coverage: CoverageBitmap(width: 13, height: 15) { x, y in UInt8((x * 19 + y * 7) % 256) },
        left: 1, top: 12)

    private static func gradient(isOpaque: Bool) -> Bitmap {
        let bitmap = Bitmap(width: 24, height: 17, isOpaque: isOpaque)
        for y in 0..<17 {
            for x in 0..<24 {
                let alpha = isOpaque ? 255 : UInt32(x * 10)
                bitmap[x, y] = alpha << 24 | (alpha / 2) << 16 | (alpha * UInt32(y) / 17) << 8
            }
        }
        return bitmap
    }

    /// Upright or turned, sometimes neither stretched nor turned, about a place.
    private func map(_ random: inout SeededRandom, _ place: CGPoint) -> CGAffineTransform {
        let angle = random.next(below: 2) == 0 ? 0 : random.number(in: 0...6)
        let scale = random.next(below: 3) == 0 ? 1 : random.number(in: 0.2...6)
        return CGAffineTransform(scaleX: scale, y: scale).concatenating(
            CGAffineTransform(rotationAngle: angle)
        ).concatenating(CGAffineTransform(translationX: place.x, y: place.y))
    }

    private func region(_ random: inout SeededRandom) -> Region {
        var region = Region()
        for _ in 0...random.next(below: 4) {
            region.formUnion(
                PixelRect(
                    x: random.next(below: 300), y: random.next(below: 200),
                    width: 1 + random.next(below: 150), height: 1 + random.next(below: 90)))
        }
        return region
    }

    private var everything: Region {
        var region = Region()
        region.formUnion(PixelRect(x: 0, y: 0, width: 300, height: 200))
        return region
    }

    @Test(
        "Redrawing any dirty rectangles gives exactly the pixels of a full redraw.",
        arguments: 0..<40)
    func clippedEqualsFull(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        let old = scene(&random, items: 12)
        let new = scene(&random, items: 12)
        let full = Compositor(width: 300, height: 200)
        let partial = Compositor(width: 300, height: 200)
        var damage = DamageMask(width: 300, height: 200)
        full.compose(new, in: everything, damage: &damage)
        partial.compose(old, in: everything, damage: &damage)
        let before = partial.canvas.copy()
        var parts: [Region] = []
        for _ in 0..<6 {
            let part = region(&random)
            parts.append(part)
            partial.compose(new, in: part, damage: &damage)
        }
        var wrong = 0
        for y in 0..<200 {
            for x in 0..<300 {
                let isDirty = parts.contains { $0.contains(x: x, y: y) }
                let wanted = isDirty ? full.canvas[x, y] : before[x, y]
                if partial.canvas[x, y] != wanted { wrong += 1 }
            }
        }
        #expect(wrong == 0)
    }

    @Test("The size of tiles doesn't show.", arguments: [(8, 1), (16, 16), (64, 7), (304, 200)])
    func tileSizeDoesNotShow(size: (Int, Int)) {
        var random = SeededRandom(seed: 5)
        let list = scene(&random, items: 40)
        let usual = Compositor(width: 300, height: 200)
        let other = Compositor(width: 300, height: 200, tileWidth: size.0, tileHeight: size.1)
        var damage = DamageMask(width: 300, height: 200)
        usual.compose(list, in: everything, damage: &damage)
        other.compose(list, in: everything, damage: &damage)
        #expect(differingPixels(usual.canvas, other.canvas) == 0)
    }

    @Test("The damage is what differs, in whole cells, and its count is exact.", arguments: 0..<10)
    func damageIsWhatDiffers(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed) + 100)
        let compositor = Compositor(width: 300, height: 200)
        var damage = DamageMask(width: 300, height: 200)
        compositor.compose(scene(&random, items: 6), in: everything, damage: &damage)
        let before = compositor.canvas.copy()
        damage.removeAll()
        let part = region(&random)
        let count = compositor.compose(scene(&random, items: 6), in: part, damage: &damage)
        #expect(count == differingPixels(before, compositor.canvas))
        for y in 0..<200 {
            for x in 0..<300 {
                let cell = (x & ~1)..<min((x & ~1) + 2, 300)
                let differs = cell.contains { before[$0, y] != compositor.canvas[$0, y] }
                #expect(damage.contains(x: x, y: y) == differs)
            }
        }
    }

    @Test("Composing what is there already damages nothing.")
    func sameIsNoDamage() {
        var random = SeededRandom(seed: 9)
        let list = scene(&random, items: 20)
        let compositor = Compositor(width: 300, height: 200)
        var damage = DamageMask(width: 300, height: 200)
        compositor.compose(list, in: everything, damage: &damage)
        damage.removeAll()
        #expect(compositor.compose(list, in: everything, damage: &damage) == 0)
        #expect(damage.isEmpty)
    }

    @Test("Numbers that are no coordinates draw nothing, and huge ones end.")
    func strangeNumbers() {
        let strange: [Double] = [
            .nan, .infinity, -.infinity, 1e300, -1e300, 0, -0.0, .leastNonzeroMagnitude,
            .greatestFiniteMagnitude, 1e7, -1e7, 150,
        ]
        let list = DisplayList()
        for a in strange {
            for b in strange {
                for cap in [LineCap.round, .butt, .square] {
                    list.stroke(
                        from: CGPoint(x: a, y: b), to: CGPoint(x: b, y: 7), width: 3, cap: cap,
                        color: .black)
                    list.stroke(
                        from: CGPoint(x: 5, y: 5), to: CGPoint(x: 20, y: 20), width: a, cap: cap,
                        color: .black)
                }
                list.fill(CGRect(x: a, y: b, width: b, height: a), color: .white)
                list.fill(CGRect(x: b, y: 1, width: a, height: 3), color: .white)
            }
        }
        let compositor = Compositor(width: 300, height: 200)
        var damage = DamageMask(width: 300, height: 200)
        compositor.compose(list, in: everything, damage: &damage)
        #expect(list.count > 0)
    }
}
