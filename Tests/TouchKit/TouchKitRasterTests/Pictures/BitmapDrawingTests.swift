import Testing
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerTestSupport

/// Drawing bitmaps.
@Suite("Bitmap drawing")
struct BitmapDrawingTests {
    /// A bitmap in which all pixels differ.
    private var distinctPixels: Bitmap {
        Bitmap(20, 12) { x, y in 0xFF00_0000 | UInt32(x * 12) << 16 | UInt32(y * 20) << 8 | 7 }
    }

    @Test("An unscaled bitmap is copied to the nearest whole pixel without changes.")
    func copied() {
        let source = distinctPixels
        let shown = composed(40, 30, over: .white) {
            $0.paint(source, in: CGRect(x: 4.4, y: 7.6, width: 20, height: 12), opacity: 1)
        }
        for y in 0..<30 {
            for x in 0..<40 {
                let inside = (4..<24).contains(x) && (8..<20).contains(y)
                #expect(shown[x, y] == (inside ? source[x - 4, y - 8] : 0xFFFF_FFFF))
            }
        }
    }

    @Test("A bitmap is limited to the clip and to the canvas.")
    func clipped() {
        let source = distinctPixels
        let shown = composed(20, 20, over: .white) { list in
            list.pushClip(PixelRect(x: 0, y: 0, width: 9, height: 20))
            list.paint(source, in: CGRect(x: -5, y: -3, width: 20, height: 12), opacity: 1)
            list.popClip()
        }
        #expect(shown[0, 0] == source[5, 3])
        #expect(shown[8, 8] == source[13, 11])
        #expect(shown[9, 0] == 0xFFFF_FFFF)
        #expect(shown[0, 9] == 0xFFFF_FFFF)
    }

    @Test("Rotations by 90° keep all pixels unchanged.")
    func quarterTurn() {
        let source = distinctPixels
        let shown = composed(40, 40, over: .white) {
            $0.paint(
                source,
                map: CGAffineTransform(rotationAngle: .pi / 2).concatenating(
                    CGAffineTransform(translationX: 20, y: 10)), opacity: 1)
        }
        for y in 0..<12 {
            for x in 0..<20 { #expect(shown[19 - y, 10 + x] == source[x, y]) }
        }
        #expect(shown[20, 15] == 0xFFFF_FFFF)
        #expect(shown[7, 15] == 0xFFFF_FFFF)
    }

    @Test("Premultiplied alpha and opacity are blended with an error of at most 1.5 levels.")
    func blending() {
        for alpha in stride(from: 0, through: 255, by: 5) {
            for opacity in [0.0, 0.25, 0.5, 1] {
                let red = alpha / 2
                let source = Bitmap(1, 1, isOpaque: false) { _, _ in
                    UInt32(alpha) << 24 | UInt32(red) << 16
                }
                let shown = composed(1, 1, over: .white) {
                    $0.paint(source, in: CGRect(x: 0, y: 0, width: 1, height: 1), opacity: opacity)
                }
                let rest = 255 - Double(alpha) * opacity
                #expect(shown[0, 0] >> 24 == 255)
                #expect(abs(Double(shown[0, 0] >> 16 & 0xFF) - Double(red) * opacity - rest) <= 1.5)
                #expect(abs(Double(shown[0, 0] & 0xFF) - rest) <= 1.5)
            }
        }
    }

    @Test("Invalid premultiplied pixels are clamped to full brightness.")
    func overflowing() {
        let source = Bitmap(1, 1, isOpaque: false) { _, _ in 0x10FF_FFFF }
        let shown = composed(1, 1, over: .white) {
            $0.paint(source, in: CGRect(x: 0, y: 0, width: 1, height: 1), opacity: 1)
        }
        #expect(shown[0, 0] == 0xFFFF_FFFF)
    }

    @Test("A scaled bitmap is interpolated bilinearly, compared with an independent model.")
    func bilinear() {
        var random = SeededRandom(seed: 4)
        let source = Bitmap(9, 7) { _, _ in 0xFF00_0000 | UInt32(random.next(below: 1 << 24)) }
        let rect = CGRect(x: 3.25, y: 2.5, width: 31.5, height: 17.75)
        let shown = composed(40, 30, over: .white) { $0.paint(source, in: rect, opacity: 1) }
        var largest = 0.0
        for y in 0..<30 {
            for x in 0..<40 {
                for shift in [0, 8, 16] {
                    let wanted = model(source, rect, x, y, UInt32(shift))
                    let got = Double(shown[x, y] >> UInt32(shift) & 0xFF)
                    largest = max(largest, abs(wanted - got))
                }
            }
        }
        #expect(largest <= 2.5)
    }

    /// Returns a channel of a pixel over white: the sample at its center, weighted by the coverage
    /// of the rectangle.
    private func model(
        _ source: Bitmap, _ rect: CGRect, _ x: Int, _ y: Int, _ shift: UInt32
    ) -> Double {
        let u = (Double(x) + 0.5 - rect.minX) * Double(source.width) / rect.width - 0.5
        let v = (Double(y) + 0.5 - rect.minY) * Double(source.height) / rect.height - 0.5
        /// Returns the channel of a pixel of the bitmap, limited to its edges.
        func at(_ column: Double, _ row: Double) -> Double {
            let column = min(max(Int(column), 0), source.width - 1)
            let row = min(max(Int(row), 0), source.height - 1)
            return Double(source[column, row] >> shift & 0xFF)
        }
        let left = u.rounded(.down)
        let upper = v.rounded(.down)
        let above = at(left, upper) * (1 - u + left) + at(left + 1, upper) * (u - left)
        let below = at(left, upper + 1) * (1 - u + left) + at(left + 1, upper + 1) * (u - left)
        let color = above * (1 - v + upper) + below * (v - upper)
        let across = max(0, min(Double(x) + 1, rect.maxX) - max(Double(x), rect.minX))
        let down = max(0, min(Double(y) + 1, rect.maxY) - max(Double(y), rect.minY))
        return color * across * down + 255 * (1 - across * down)
    }

    @Test(
        "Rotated, scaled and translucent bitmaps, round corners and glyphs match the golden image."
    )
    func golden() throws {
        let checks = Bitmap(16, 16) { x, y in
            (x / 4 + y / 4) % 2 == 0 ? 0xFFD0_3020 : 0xFF20_60C0
        }
        let glow = Bitmap(32, 32, isOpaque: false) { (x: Int, y: Int) -> UInt32 in
            let dx = Double(x) - 15.5
            let dy = Double(y) - 15.5
            let distance: Double = (dx * dx + dy * dy).squareRoot()
            let alpha = UInt32(max(0, 1 - distance / 16) * 255)
            let green: UInt32 = alpha * 3 / 4
            return alpha << 24 | green << 8
        }
        let font = BuiltInFont()
        let picture = composed(240, 160, over: .white) { list in
            list.paint(checks, in: CGRect(x: 8, y: 8, width: 16, height: 16), opacity: 1)
            list.paint(checks, in: CGRect(x: 32, y: 8, width: 48, height: 48), opacity: 1)
            list.paint(checks, in: CGRect(x: 88, y: 8, width: 48, height: 24), opacity: 0.4)
            for (index, angle) in [0.2, 0.8, 1.4].enumerated() {
                list.paint(
                    checks,
                    map: CGAffineTransform(scaleX: 2, y: 2).concatenating(
                        CGAffineTransform(rotationAngle: angle)
                    ).concatenating(
                        CGAffineTransform(translationX: 40 + Double(index) * 60, y: 66)),
                    opacity: 1)
            }
            list.paint(glow, in: CGRect(x: 140, y: 4, width: 32, height: 32), opacity: 1)
            list.paint(glow, in: CGRect(x: 170, y: 4, width: 64, height: 64), opacity: 0.7)
            for (index, radius) in [0.0, 3, 8, 40].enumerated() {
                list.fill(
                    CGRect(x: 8 + Double(index) * 36, y: 120.5, width: 32, height: 30),
                    cornerRadius: radius, color: PixelColor(red: 0, green: 90, blue: 60, alpha: 160)
                )
            }
            for (index, scalar) in "Turned".unicodeScalars.enumerated() {
                guard let glyph = font.glyph(of: scalar, in: FontFace(size: 18)) else { continue }
                list.paint(
                    glyph,
                    map: CGAffineTransform(translationX: Double(index) * 12, y: 0).concatenating(
                        CGAffineTransform(rotationAngle: -0.5)
                    ).concatenating(CGAffineTransform(translationX: 165, y: 150)), color: .black)
            }
        }
        try expectPicture(picture, matches: "pictures")
    }

    @Test(
        "Bitmaps with extreme or invalid transforms do not hang or crash.")
    func strangeNumbers() {
        let strange: [Double] = [.nan, .infinity, 1e300, -1e300, 0, 1e-300, 1e9, 1e-9, 5]
        let source = distinctPixels
        var count = 0
        let shown = composed(20, 20, over: .white) { list in
            for a in strange {
                for b in strange {
                    list.paint(source, in: CGRect(x: a, y: b, width: 30, height: 30), opacity: 1)
                    list.paint(
                        source, map: CGAffineTransform(a: a, b: b, c: b, d: a, tx: b, ty: a),
                        opacity: 1)
                    list.paint(source, in: CGRect(x: 1, y: 1, width: a, height: b), opacity: .nan)
                    list.fill(
                        CGRect(x: 0, y: 0, width: 5, height: 5), cornerRadius: a,
                        color: .black)
                }
            }
            count = list.count
        }
        #expect(count > 10)
        #expect(shown[19, 0] >> 24 == 255)
    }
}
