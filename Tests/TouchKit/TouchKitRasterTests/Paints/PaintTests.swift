import Testing
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerTestSupport

/// Gradients and patterns as paints.
@Suite("Paints")
struct PaintTests {
    private let red = PixelColor(red: 255, green: 0, blue: 0)
    private let blue = PixelColor(red: 0, green: 0, blue: 255)
    private let box = Path.through([(0, 0), (400, 0), (400, 400), (0, 400)], isClosed: true)

    /// Returns a row of pixels painted with a paint.
    private func row(_ width: Int, _ paint: Paint, background: PixelColor = .black) -> [UInt32] {
        let picture = composed(width, 1, over: background) {
            $0.fill(box, rule: .nonzero, paint: paint)
        }
        return (0..<width).map { picture[$0, 0] }
    }

    @Test(
        "The table contains the stops' colors and interpolates premultiplied colors between them."
    )
    func table() {
        let plain = Gradient(stops: [.init(red, at: 0), .init(blue, at: 1)])
        #expect(plain.table[0] == 0xFFFF_0000 && plain.table[1_023] == 0xFF00_00FF)
        #expect(plain.table[511] == 0xFF80_007F)
        let fading = Gradient(stops: [
            .init(PixelColor(red: 255, green: 0, blue: 0, alpha: 0), at: 0), .init(blue, at: 1),
        ])
        // A transparent color does not contribute to the interpolated channels.
        #expect(fading.table[0] == 0 && fading.table[511] == 0x7F00_007F)
        let inner = Gradient(stops: [.init(red, at: 0.25), .init(blue, at: 0.75)])
        #expect(inner.table[0] == 0xFFFF_0000 && inner.table[250] == 0xFFFF_0000)
        #expect(inner.table[800] == 0xFF00_00FF)
        // A discontinuity, unordered stops, and locations outside 0…1.
        let jump = Gradient(stops: [
            .init(red, at: -3), .init(red, at: 0.5), .init(blue, at: 0.5), .init(blue, at: 7),
        ])
        #expect(jump.table[511] == 0xFFFF_0000 && jump.table[512] == 0xFF00_00FF)
        let disorder = Gradient(stops: [.init(red, at: 0.5), .init(blue, at: 0.2)])
        #expect(disorder.table[511] == 0xFFFF_0000 && disorder.table[512] == 0xFF00_00FF)
        let one = Gradient(stops: [.init(red, at: .nan)])
        #expect(one.table[0] == 0xFFFF_0000 && one.table[1_023] == 0xFFFF_0000)
    }

    @Test(
        "A linear gradient is evaluated at pixel centers and optionally extends beyond its ends."
    )
    func linear() {
        let gradient = Gradient(stops: [.init(.black, at: 0), .init(.white, at: 1)])
        func levels(_ extent: Paint.Extent) -> [UInt32] {
            row(
                8,
                .linear(
                    gradient, from: CGPoint(x: 2, y: 0), to: CGPoint(x: 6, y: 0), extent: extent,
                    map: .identity, opacity: 1), background: red
            ).map { $0 == red.opaquePixel ? 0x999 : $0 & 0xFF }
        }
        #expect(levels([]) == [0x999, 0x999, 32, 96, 159, 223, 0x999, 0x999])
        #expect(levels(.beforeStart) == [0, 0, 32, 96, 159, 223, 0x999, 0x999])
        #expect(levels(.afterEnd) == [0x999, 0x999, 32, 96, 159, 223, 255, 255])
        // The transform scales the gradient; singular transforms and equal ends paint nothing.
        let wide = row(
            8,
            .linear(
                gradient, from: .zero, to: CGPoint(x: 4, y: 0), extent: [],
                map: CGAffineTransform(scaleX: 2, y: 2), opacity: 1))
        #expect(wide.map { $0 & 0xFF } == [16, 48, 80, 112, 143, 175, 207, 239])
        let nothing: [(CGPoint, CGPoint, CGAffineTransform)] = [
            (.zero, .zero, .identity), (.zero, CGPoint(x: Double.nan, y: 1), .identity),
            (.zero, CGPoint(x: 1, y: 1), CGAffineTransform(scaleX: 0, y: 1)),
            (.zero, CGPoint(x: 1e-9, y: 0), .identity),
        ]
        for (from, to, map) in nothing {
            let list = DisplayList()
            list.fill(
                box, rule: .nonzero,
                paint: .linear(
                    gradient, from: from, to: to, extent: [.afterEnd], map: map, opacity: 1))
            #expect(list.count == 0)
        }
    }

    @Test("A radial gradient depends on the distance, and the later circle is on top.")
    func radial() {
        let gradient = Gradient(stops: [.init(.black, at: 0), .init(.white, at: 1)])
        func level(_ x: Double, _ from: Paint.Circle, _ to: Paint.Circle, _ extent: Paint.Extent)
            -> UInt32
        {
            let paint = Paint.radial(
                gradient, from: from, to: to, extent: extent,
                map: CGAffineTransform(translationX: -x + 0.5, y: 0.5), opacity: 1)
            let pixel = row(1, paint, background: red)[0]
            return pixel == red.opaquePixel ? 0x999 : pixel & 0xFF
        }
        let point = Paint.Circle(center: .zero, radius: 0)
        let ring = Paint.Circle(center: .zero, radius: 10)
        let far = Paint.Circle(center: .zero, radius: 20)
        #expect(level(0, point, far, []) == 0)
        #expect(level(10, point, far, []) == 128)
        #expect(level(21, point, far, []) == 0x999)
        #expect(level(21, point, far, .afterEnd) == 255)
        #expect(level(5, ring, far, []) == 0x999)
        #expect(level(5, ring, far, .beforeStart) == 0)
        #expect(level(15, ring, far, []) == 128)
        // From a circle to an equal one: where two circles pass through a point, the later one is
        // visible.
        let right = Paint.Circle(center: CGPoint(x: 40, y: 0), radius: 10)
        #expect(level(0, ring, right, []) == 64)
        #expect(level(-5, ring, right, []) == 32)
        #expect(level(-11, ring, right, []) == 0x999)
        #expect(level(-11, ring, right, .beforeStart) == 0)
        #expect(level(60, ring, right, .afterEnd) == 255)
        // A cone that ends in a point, with nothing beyond its tip.
        let tip = Paint.Circle(center: CGPoint(x: 40, y: 0), radius: 0)
        #expect(level(20, ring, tip, [.beforeStart, .afterEnd]) == 153)
        #expect(level(45, ring, tip, [.beforeStart, .afterEnd]) == 0x999)
        // Invalid circles.
        #expect(level(0, ring, ring, .afterEnd) == 0x999)
        #expect(level(0, ring, Paint.Circle(center: .zero, radius: -1), .afterEnd) == 0x999)
    }

    @Test("A pattern repeats in both directions from its origin, with and without scaling.")
    func pattern() {
        let bitmap = Bitmap(width: 3, height: 2)
        for x in 0..<3 {
            bitmap[x, 0] = 0xFF00_0001 + UInt32(x)
            bitmap[x, 1] = 0xFF00_0011 + UInt32(x)
        }
        func pixels(_ map: CGAffineTransform) -> [UInt32] {
            row(8, .pattern(bitmap, map: map, opacity: 1)).map { $0 & 0xFF }
        }
        #expect(pixels(.identity) == [1, 2, 3, 1, 2, 3, 1, 2])
        #expect(
            pixels(CGAffineTransform(translationX: 1, y: 1)) == [19, 17, 18, 19, 17, 18, 19, 17])
        #expect(pixels(CGAffineTransform(translationX: -7, y: 40)) == [2, 3, 1, 2, 3, 1, 2, 3])
        // After a rotation by 180°, pixel centers coincide with pixel centers.
        #expect(
            pixels(CGAffineTransform(scaleX: -1, y: 1)) == [3, 2, 1, 3, 2, 1, 3, 2])
        // Between two pixels, both are interpolated, also across the edge of the bitmap.
        let flat = Bitmap(width: 2, height: 1)
        flat[0, 0] = 0xFF00_0000
        flat[1, 0] = 0xFF00_0080
        #expect(
            row(8, .pattern(flat, map: CGAffineTransform(scaleX: 2, y: 1), opacity: 1)).map {
                $0 & 0xFF
            } == [32, 32, 96, 96, 32, 32, 96, 96])
    }

    @Test(
        "A translucent paint keeps an opaque bitmap opaque and adds alpha to a transparent one.")
    func alpha() {
        for old in 0..<256 {
            for alpha in 0..<256 {
                let pixel = UInt32(alpha) << 24 | UInt32(alpha) << 8
                let under: UInt32 = 0xFF00_0000 | UInt32(old)
                #expect(sourceOver(under, pixel, 256) >> 24 == 255)
                #expect(sourceOver(under, pixel, 77) >> 24 == 255)
            }
        }
        #expect(sourceOver(0, 0x8040_2010, 256) == 0x8040_2010)
        #expect(sourceOver(0x8040_2010, 0, 256) == 0x8040_2010)
        #expect(sourceOver(0x1234_5678, 0xFF11_2233, 256) == 0xFF11_2233)
        #expect(sourceOver(0x8000_0080, 0x8080_0000, 256) == 0xC080_0040)
        #expect(sourceOver(0, 0xFF00_00FF, 128) == 0x8000_0080)
        // Colors that exceed their alpha do not overflow into other channels.
        #expect(sourceOver(0xFFFF_FFFF, 0x00FF_00FF, 256) == 0xFFFF_FFFF)
    }

    private func box(_ x: Double, _ y: Double) -> Path {
        .through([(x, y), (x + 80, y), (x + 80, y + 70), (x, y + 70)], isClosed: true)
    }

    /// Fills boxes with linear and radial gradients, with and without each extent.
    private func paintExtents(of rainbow: Gradient, into list: DisplayList) {
        let extents: [Paint.Extent] = [[], .beforeStart, [.beforeStart, .afterEnd]]
        for (index, extent) in extents.enumerated() {
            let x = 10 + Double(index) * 88
            list.fill(
                box(x, 10), rule: .nonzero,
                paint: .linear(
                    rainbow, from: CGPoint(x: x + 20, y: 20), to: CGPoint(x: x + 60, y: 60),
                    extent: extent, map: .identity, opacity: 1))
            list.fill(
                box(x, 95), rule: .nonzero,
                paint: .radial(
                    rainbow, from: .init(center: CGPoint(x: x + 30, y: 120), radius: 5),
                    to: .init(center: CGPoint(x: x + 45, y: 130), radius: 28),
                    extent: extent, map: .identity, opacity: 1))
        }
    }

    @Test("Gradients and patterns in shapes and along strokes match the golden image.")
    func golden() throws {
        let rainbow = Gradient(stops: [
            .init(red, at: 0), .init(PixelColor(red: 255, green: 220, blue: 0), at: 0.35),
            .init(PixelColor(red: 0, green: 160, blue: 60), at: 0.65), .init(blue, at: 1),
        ])
        let veil = Gradient(stops: [
            .init(PixelColor(red: 0, green: 0, blue: 0, alpha: 220), at: 0),
            .init(PixelColor(red: 0, green: 0, blue: 0, alpha: 0), at: 1),
        ])
        let tile = Bitmap(width: 12, height: 12, isOpaque: false)
        for y in 0..<12 {
            for x in 0..<12 where (x + y) % 12 < 5 { tile[x, y] = 0xC000_6090 }
        }
        let picture = composed(360, 270, over: .white) { list in
            let spin = CGAffineTransform(rotationAngle: 0.5)
            paintExtents(of: rainbow, into: list)
            list.fill(.star(315, 50, radius: 42), rule: .nonzero, paint: .color(red))
            list.fill(
                .circle(315, 50, radius: 40), rule: .nonzero,
                paint: .radial(
                    veil, from: .init(center: CGPoint(x: 315, y: 50), radius: 0),
                    to: .init(center: CGPoint(x: 315, y: 50), radius: 40), extent: [],
                    map: .identity, opacity: 1))
            list.fill(
                box(275, 95), rule: .nonzero,
                paint: .radial(
                    rainbow, from: .init(center: CGPoint(x: 290, y: 130), radius: 14),
                    to: .init(center: CGPoint(x: 340, y: 130), radius: 3), extent: [.afterEnd],
                    map: .identity, opacity: 1))
            list.fill(
                box(10, 185), rule: .nonzero, paint: .pattern(tile, map: .identity, opacity: 1))
            list.fill(
                .circle(140, 220, radius: 35), rule: .nonzero,
                paint: .pattern(tile, map: spin, opacity: 1))
            list.fill(
                .star(225, 222, radius: 40), rule: .evenOdd,
                paint: .pattern(tile, map: CGAffineTransform(scaleX: 0.4, y: 0.4), opacity: 0.6))
            list.stroke(
                .circle(315, 220, radius: 30),
                style: LineStyle(width: 16, cap: .butt, join: .round),
                paint: .linear(
                    rainbow, from: CGPoint(x: 280, y: 0), to: CGPoint(x: 350, y: 0), extent: [],
                    map: .identity, opacity: 0.8))
        }
        try expectPicture(picture, matches: "paints")
    }
}
