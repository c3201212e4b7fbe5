import Testing
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerTestSupport

@Suite("Compositor")
struct CompositorTests {
    /// Returns the display list of a random scene of 300 × 200 pixels.
    private func scene(_ random: inout SeededRandom, items: Int) -> DisplayList {
        RandomScene(&random, items: items).list
    }

    /// Returns a random region of up to five rectangles.
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

    /// The region of all 300 × 200 pixels.
    private var everything: Region {
        var region = Region()
        region.formUnion(PixelRect(x: 0, y: 0, width: 300, height: 200))
        return region
    }

    @Test(
        "Redrawing arbitrary dirty rectangles gives exactly the pixels of a full redraw.",
        arguments: 0..<40)
    func clippedEqualsFull(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        let old = scene(&random, items: 12)
        let new = scene(&random, items: 12)
        let full = composed(new, 300, 200)
        let partial = Compositor(width: 300, height: 200)
        var damage = DamageMask(width: 300, height: 200)
        partial.compose(old, in: everything, damage: &damage)
        let before = partial.canvas.copy()
        var parts: [Region] = []
        for _ in 0..<6 {
            let part = region(&random)
            parts.append(part)
            partial.compose(new, in: part, damage: &damage)
        }
        let wanted = Bitmap(300, 200) { x, y in
            let isDirty = parts.contains { $0.contains(x: x, y: y) }
            return isDirty ? full[x, y] : before[x, y]
        }
        #expect(partial.canvas.isEqual(to: wanted))
    }

    @Test(
        "Redrawing crossing lines gives the pixels of a full redraw and changes nothing else.",
        arguments: 0..<40)
    func crossingLines(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed) + 300)
        let new = scene(&random, items: 12)
        let full = composed(new, 300, 200)
        let partial = Compositor(width: 300, height: 200)
        var damage = DamageMask(width: 300, height: 200)
        partial.compose(scene(&random, items: 12), in: everything, damage: &damage)
        let before = partial.canvas.copy()
        var lines = Region(limit: 40, maximumCrossingArea: 64)
        for _ in 0..<6 {
            lines.formUnion(
                PixelRect(
                    x: random.next(below: 290), y: 0, width: 1 + random.next(below: 8), height: 200)
            )
            lines.formUnion(
                PixelRect(
                    x: 0, y: random.next(below: 190), width: 300, height: 1 + random.next(below: 8))
            )
        }
        damage.removeAll()
        let count = partial.compose(new, in: lines, damage: &damage)
        var (wrong, differing, unmarked) = (0, 0, 0)
        for y in 0..<200 {
            for x in 0..<300 {
                let wanted = lines.contains(x: x, y: y) ? full[x, y] : before[x, y]
                if partial.canvas[x, y] != wanted { wrong += 1 }
                if wanted == before[x, y] { continue }
                differing += 1
                if !damage.contains(x: x, y: y) { unmarked += 1 }
            }
        }
        #expect(wrong == 0)
        #expect(unmarked == 0)
        // Where two rectangles cross, the second one finds no changed pixels.
        #expect(count == differing)
        #expect(damage.area <= 2 * differing)
    }

    @Test(
        "The size of tiles has no effect on the pixels.",
        arguments: [(8, 1), (16, 16), (64, 7), (304, 200)])
    func tileSizeDoesNotShow(size: (Int, Int)) {
        var random = SeededRandom(seed: 5)
        let list = scene(&random, items: 40)
        let other = composed(list, 300, 200, tile: size)
        #expect(differingPixels(composed(list, 300, 200), other) == 0)
    }

    @Test("A stroke of any direction, width and cap is painted in all tiles that it touches.")
    func strokesInTiles() {
        let compositor = Compositor(width: 96, height: 96, tileWidth: 8, tileHeight: 8)
        var damage = DamageMask(width: 96, height: 96)
        var region = Region()
        region.formUnion(compositor.canvas.bounds)
        for step in 0..<64 {
            let angle = Double(step) * .pi / 32
            let end = CGPoint(x: 40, y: 0).applying(CGAffineTransform(rotationAngle: angle))
            for (width, cap) in [(1.0, LineCap.butt), (7, .square), (20, .round)] {
                let list = DisplayList()
                list.stroke(
                    from: CGPoint(x: 48 - end.x, y: 48 - end.y),
                    to: CGPoint(x: 48 + end.x, y: 48 + end.y),
                    width: width, cap: cap, color: .white)
                compositor.compose(list, in: region, damage: &damage)
                let differing = differingPixels(compositor.canvas, list.painted(96, 96))
                #expect(differing == 0, "\(angle) \(width)")
            }
        }
    }

    @Test(
        "Items skipped by binning and occlusion are invisible: painting all gives the same pixels.",
        arguments: 0..<60)
    func sameAsPlainPainting(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed) + 700)
        let list = scene(&random, items: 2 + seed / 2)
        #expect(differingPixels(composed(list, 300, 200), list.painted(300, 200)) == 0)
    }

    @Test(
        "A floating-point model of the whole canvas agrees within rounding errors.",
        arguments: 0..<40)
    func sameAsModel(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed) + 900)
        let scene = RandomScene(&random, width: 90, height: 60, items: 8)
        let canvas = composed(scene.list, 90, 60, tile: (32, 16))
        let error = ComposingModel(scene).largestError(of: canvas)
        #expect(error <= 4)
    }

    @Test(
        "The damage consists of the changed pixels, in whole cells, and its count is exact.",
        arguments: 0..<10)
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

    @Test("Composing unchanged content causes no damage.")
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

    @Test("Coordinates, widths and radii that are not finite draw nothing.")
    func notFinite() {
        let list = DisplayList()
        let square = CGRect(x: 1, y: 1, width: 9, height: 9)
        for number in [Double.nan, .infinity, -.infinity] {
            list.stroke(
                from: CGPoint(x: number, y: 5), to: CGPoint(x: 9, y: 9), width: 3, cap: .round,
                color: .white)
            list.stroke(
                from: .zero, to: CGPoint(x: 9, y: 9), width: number, cap: .round, color: .white)
            list.fill(CGRect(x: number, y: 1, width: 9, height: 9), color: .white)
            list.fill(CGRect(x: 1, y: 1, width: 9, height: number), color: .white)
            list.fill(square, cornerRadius: number, color: .white)
            list.fill(
                square, cornerRadius: 2, map: CGAffineTransform(translationX: number, y: 0),
                color: .white)
        }
        #expect(list.count == 0)
    }

    @Test("Composing items with extreme coordinates terminates.")
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
                list.beginLayer(opacity: b) { list in
                    list.fill(
                        CGRect(x: b, y: 1, width: a, height: 30), cornerRadius: b, color: .white)
                    list.fill(
                        CGRect(x: 1, y: 1, width: 9, height: 9), cornerRadius: a,
                        map: CGAffineTransform(a: a, b: b, c: -b, d: a, tx: b, ty: a),
                        color: .white)
                }
                list.fill(
                    CGRect(x: a, y: b, width: b, height: 20), cornerRadius: 4,
                    map: CGAffineTransform(rotationAngle: a), color: .white)
                list.endLayer()
            }
        }
        _ = composed(list, 300, 200)
        #expect(list.count > 0)
    }
}
