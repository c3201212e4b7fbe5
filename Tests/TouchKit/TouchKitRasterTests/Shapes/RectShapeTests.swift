import Testing
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerTestSupport

@Suite("Rectangles")
struct RectShapeTests {
    /// Paints on a gray background, which differs from black and white.
    private func paint(
        _ width: Int, _ height: Int, clip: PixelRect? = nil, _ body: (DisplayList) -> Void
    ) -> Bitmap {
        let bitmap = Bitmap(width, height) { _, _ in 0xFF80_8080 }
        let list = DisplayList()
        body(list)
        list.paint(onto: bitmap, clip: clip ?? bitmap.bounds)
        return bitmap
    }

    /// The sizes include the bitmap's own width, for which all rows are one run, and range from a
    /// few pixels to more than `setLongRun` copies at once.
    @Test(
        "A rectangle changes exactly its own pixels, at any size.",
        arguments: [(16, 1), (64, 16), (65, 40), (512, 2), (512, 220), (500, 220), (1_280, 90)])
    func plain(size: (Int, Int)) {
        let (width, height) = size
        let color = PixelColor(red: 1, green: 2, blue: 3)
        for inset in [0, 1] {
            let part = PixelRect(x: inset, y: 0, width: width - 2 * inset, height: height)
            let picture = paint(width, height + 2) {
                $0.fill(
                    CGRect(
                        x: Double(part.minX), y: 1, width: Double(part.width),
                        height: Double(height)), color: color)
            }
            let wanted = Bitmap(width, height + 2) { x, y in
                let isInside = x >= part.minX && x < part.maxX && y >= 1 && y <= height
                return isInside ? color.opaquePixel : 0xFF80_8080
            }
            #expect(picture.isEqual(to: wanted))
        }
    }

    @Test(
        "Rectangles at fractional positions cover the pixels that they overlap, for any clip.",
        arguments: 0..<30)
    func edges(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        let extents: [ClosedRange<Double>] = [0.1...1, 0.5...3, 1...40]
        let rect = CGRect(
            x: random.number(in: -2...30), y: random.number(in: -2...20),
            width: random.number(in: extents[seed % 3]),
            height: random.number(in: extents[seed / 3 % 3]))
        let clip = PixelRect(
            x: random.next(below: 10), y: random.next(below: 10), width: 10 + seed, height: 20)
        for alpha in [255, 100] as [UInt8] {
            let color = PixelColor(red: 255, green: 255, blue: 255, alpha: alpha)
            let picture = paint(48, 40, clip: clip) { $0.fill(rect, color: color) }
            for y in 0..<40 {
                for x in 0..<48 {
                    let across = min(Double(x + 1), rect.maxX) - max(Double(x), rect.minX)
                    let down = min(Double(y + 1), rect.maxY) - max(Double(y), rect.minY)
                    let seen = clip.contains(x: x, y: y) ? max(0, across) * max(0, down) : 0
                    let wanted = 128 + 127 * seen * Double(alpha) / 255
                    #expect(abs(Double(picture[x, y] & 0xFF) - wanted) <= 1.3)
                }
            }
        }
    }

    @Test("A slightly rotated rectangle thinner than a pixel covers no pixel fully.")
    func thinRotatedRectangle() {
        let map = CGAffineTransform(rotationAngle: .pi / 180)
            .concatenating(CGAffineTransform(translationX: 60, y: 20))
        let picture = paint(120, 40) {
            $0.fill(
                CGRect(x: -50, y: -0.25, width: 100, height: 0.5), cornerRadius: 0, map: map,
                color: .white)
        }
        var brightest: UInt32 = 0
        for y in 0..<40 {
            for x in 0..<120 { brightest = max(brightest, picture[x, y] & 0xFF) }
        }
        // Half the pixel is white, on a background of 128.
        #expect((190...193).contains(brightest))
    }

    @Test("All corners of a rounded rectangle have the same pixels.", arguments: 0..<20)
    func symmetricCorners(radius: Int) {
        let radius = Double(radius) * 0.9
        let picture = paint(60, 50) {
            $0.fill(
                CGRect(x: 4, y: 3, width: 52, height: 44), cornerRadius: radius, color: .white)
        }
        for y in 0..<25 {
            for x in 0..<30 {
                #expect(picture[x, y] == picture[59 - x, y])
                #expect(picture[x, y] == picture[x, 49 - y])
                #expect(picture[x, y] == picture[59 - x, 49 - y])
            }
        }
    }
}
