import CTouchTrackerAllocationCounter
import Testing
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerTestSupport

@Suite("Layers", .serialized)
struct LayerTests {
    private let red = PixelColor(red: 220, green: 30, blue: 30)
    private let blue = PixelColor(red: 30, green: 60, blue: 220)

    /// Draws three groups of two overlapping rectangles on a checkerboard: opaque, half opaque as a
    /// group, and half opaque each.
    @Test("A group fades as a whole: hidden parts of its items do not become visible.")
    func groupOpacity() throws {
        let picture = composed(330, 110) { list in
            ground(list, 330, 110)
            for (index, way) in ["opaque", "group", "each"].enumerated() {
                let x = 10 + Double(index) * 110
                var (first, second) = (red, blue)
                if way == "each" { (first.alpha, second.alpha) = (128, 128) }
                list.beginLayer(opacity: way == "group" ? 0.5 : 1)
                list.fill(CGRect(x: x, y: 10, width: 60, height: 60), color: first)
                list.fill(
                    CGRect(x: x + 30, y: 40, width: 60, height: 60), cornerRadius: 12,
                    color: second)
                list.endLayer()
            }
        }
        try expectPicture(picture, matches: "group-opacity")
    }

    @Test("Rounded and rotated clips have antialiased edges and can be nested.")
    func clips() throws {
        let picture = composed(330, 110) { list in
            ground(list, 330, 110)
            list.beginLayer {
                $0.fill(
                    CGRect(x: 10.5, y: 10.5, width: 89, height: 89), cornerRadius: 24,
                    color: .white)
            }
            stripes(list, 0, 110)
            list.endLayer()
            list.beginLayer { turned($0, 165, 55, 70, 60, radius: 0) }
            stripes(list, 110, 220)
            list.endLayer()
            list.beginLayer(opacity: 0.7) { turned($0, 275, 55, 80, 70, radius: 20) }
            stripes(list, 220, 330)
            list.beginLayer {
                $0.fill(
                    CGRect(x: 250, y: 30, width: 50, height: 50), cornerRadius: 25, color: .white)
            }
            list.fill(CGRect(x: 220, y: 0, width: 110, height: 110), color: .white)
            list.endLayer()
            list.endLayer()
        }
        try expectPicture(picture, matches: "soft-clips")
    }

    @Test("Rectangles under arbitrary transforms are rotated, skewed, rounded or thin.")
    func mappedRectangles() throws {
        let picture = composed(330, 110) { list in
            list.fill(CGRect(x: 0, y: 0, width: 330, height: 110), color: .white)
            turned(list, 55, 55, 80, 40, radius: 0, color: red)
            turned(list, 55, 55, 60, 20, radius: 10, color: .white)
            let slanted = CGAffineTransform(a: 1.2, b: 0.2, c: 0.8, d: 0.9, tx: 165, ty: 55)
            list.fill(
                CGRect(x: -40, y: -30, width: 80, height: 60), cornerRadius: 15, map: slanted,
                color: blue)
            let flat = CGAffineTransform(scaleX: 2, y: 0.7)
                .concatenating(CGAffineTransform(rotationAngle: -0.4))
                .concatenating(CGAffineTransform(translationX: 275, y: 55))
            list.fill(
                CGRect(x: -20, y: -40, width: 40, height: 80), cornerRadius: 20, map: flat,
                color: red)
            turned(list, 275, 100, 60, 0.5, radius: 0, color: .black)
        }
        try expectPicture(picture, matches: "mapped-rectangles")
    }

    /// Paints a checkerboard.
    private func ground(_ list: DisplayList, _ width: Int, _ height: Int) {
        list.fill(
            CGRect(x: 0, y: 0, width: Double(width), height: Double(height)), color: .white)
        let gray = PixelColor(red: 210, green: 210, blue: 210)
        for y in 0..<(height / 10) {
            for x in 0..<(width / 10) where (x + y) % 2 == 0 {
                list.fill(
                    CGRect(x: Double(x) * 10, y: Double(y) * 10, width: 10, height: 10),
                    color: gray)
            }
        }
    }

    /// Paints colored stripes between two columns.
    private func stripes(_ list: DisplayList, _ from: Int, _ to: Int) {
        for step in 0..<11 {
            list.fill(
                CGRect(
                    x: Double(from), y: Double(step) * 10, width: Double(to - from), height: 10),
                color: step % 2 == 0 ? red : blue)
        }
    }

    /// Appends a white rotated rectangle with rounded corners.
    private func turned(
        _ list: DisplayList, _ x: Double, _ y: Double, _ width: Double, _ height: Double,
        radius: Double, color: PixelColor = .white
    ) {
        let map = CGAffineTransform(rotationAngle: 0.4)
            .concatenating(CGAffineTransform(translationX: x, y: y))
        list.fill(
            CGRect(x: -width / 2, y: -height / 2, width: width, height: height),
            cornerRadius: radius, map: map, color: color)
    }

    @Test("A transformed rectangle without rotation equals an axis-aligned one.", arguments: 0..<20)
    func uprightMap(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        let rect = CGRect(
            x: random.number(in: 3...30), y: random.number(in: 3...20),
            width: random.number(in: 0.3...60), height: random.number(in: 0.3...40))
        let radius = seed % 2 == 0 ? 0 : random.number(in: 1...20)
        let upright = composed(100, 70) { $0.fill(rect, cornerRadius: radius, color: .white) }
        let mapped = composed(100, 70) {
            $0.fill(rect, cornerRadius: radius, map: .identity, color: .white)
        }
        #expect(largestDifference(upright, mapped) <= 1)
    }

    @Test("Layers beyond the maximum nesting depth are painted without group opacity.")
    func deepNesting() {
        let picture = composed(20, 10) { list in
            for _ in 0..<100_000 {
                list.beginLayer(opacity: 0.999) {
                    $0.fill(CGRect(x: 0, y: 0, width: 15, height: 10), color: .white)
                }
            }
            list.fill(CGRect(x: 0, y: 0, width: 20, height: 10), color: red)
            for _ in 0..<100_000 { list.endLayer() }
        }
        // 16 layers with an opacity of 0.999, and clips to the bounding boxes of the remaining
        // masks.
        #expect((picture[5, 5] >> 16 & 0xFF) > 210)
        #expect(picture[16, 5] == PixelColor.black.opaquePixel)
    }

    @Test(
        "Layers without opacity, content or mask show nothing; a layer without an end is ignored.")
    func strangeLayers() {
        let picture = composed(20, 10) { list in
            list.beginLayer(opacity: 0)
            list.fill(CGRect(x: 0, y: 0, width: 20, height: 10), color: red)
            list.endLayer()
            list.beginLayer(opacity: .nan)
            list.fill(CGRect(x: 0, y: 0, width: 20, height: 10), color: red)
            list.endLayer()
            list.beginLayer(opacity: 1)
            list.endLayer()
            list.beginLayer { _ in }
            list.fill(CGRect(x: 0, y: 0, width: 20, height: 10), color: red)
            list.endLayer()
            #expect(list.count == 0)
            list.beginLayer(opacity: 0.5)
            list.fill(CGRect(x: 0, y: 0, width: 10, height: 10), color: red)
        }
        #expect(picture[5, 5] == red.opaquePixel)
        #expect(picture[15, 5] == PixelColor.black.opaquePixel)
    }

    @Test("On a translucent bitmap, layers blend alpha like the color channels.")
    func translucentBitmap() {
        let bitmap = Bitmap(width: 20, height: 10, isOpaque: false)
        let list = DisplayList()
        list.beginLayer(opacity: 0.5)
        list.fill(CGRect(x: 0, y: 0, width: 10, height: 10), color: .white)
        list.fill(CGRect(x: 5, y: 0, width: 10, height: 10), color: .white)
        list.endLayer()
        list.paint(onto: bitmap, clip: bitmap.bounds)
        for x in [2, 7, 12] { #expect(bitmap[x, 5] == 0x8080_8080) }
        #expect(bitmap[17, 5] == 0)
    }

    @Test(
        "Composing allocates nothing after a similar frame, including layers.",
        .requiresOptimizedBuild)
    func warmComposingAllocatesNothing() {
        var random = SeededRandom(seed: 77)
        let scenes = (0..<4).map { _ in RandomScene(&random, items: 60) }
        let list = DisplayList()
        let compositor = Compositor(width: 300, height: 200)
        var damage = DamageMask(width: 300, height: 200)
        var region = Region()
        region.formUnion(compositor.canvas.bounds)
        var counted: UInt = 0
        for round in 0..<3 {
            for scene in scenes {
                // The closures of the scene may allocate while the list is recorded; composing must
                // not.
                list.removeAll()
                for node in scene.nodes { RandomScene.record(node, into: list) }
                damage.removeAll()
                let before = allocation_counter_value()
                compositor.compose(list, in: region, damage: &damage)
                if round > 0 { counted += allocation_counter_value() - before }
            }
        }
        #expect(counted == 0)
    }

    @Test(
        "Recording layers allocates nothing after a similar frame.",
        .requiresOptimizedBuild)
    func warmRecordingAllocatesNothing() {
        let list = DisplayList()
        var before = allocation_counter_value()
        for round in 0..<6 {
            if round == 2 { before = allocation_counter_value() }
            list.removeAll()
            for step in 0..<10 {
                list.beginLayer(opacity: 0.5) {
                    $0.fill(
                        CGRect(x: 0, y: 0, width: 90, height: 60), cornerRadius: Double(step),
                        color: .white)
                }
                list.fill(CGRect(x: 5, y: 5, width: 50, height: 50), color: red)
                list.endLayer()
            }
        }
        #expect(allocation_counter_value() == before)
        #expect(list.count == 30)
    }
}
