import Testing
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerTestSupport

/// Bitmaps that are drawn smaller than their original size.
@Suite("Mipmapped bitmaps")
struct MipmappedBitmapTests {
    /// Draws a bitmap with a transform over a color.
    private func draw(
        _ levels: MipmappedBitmap, _ map: CGAffineTransform, width: Int, height: Int,
        over color: PixelColor = .white
    ) -> Bitmap {
        let list = DisplayList()
        list.fill(CGRect(x: 0, y: 0, width: Double(width), height: Double(height)), color: color)
        list.paint(levels, map: map, opacity: 1)
        return list.painted(width, height)
    }

    @Test(
        "A checkerboard of single pixels becomes uniform gray at any scale and rotation.",
        arguments: [1.2, 1.3, 1.7, 2, 2.9, 5, 11.3, 40])
    func checkerboard(shrink: Double) {
        let board = MipmappedBitmap(
            Bitmap(400, 400) { x, y in (x + y) % 2 == 0 ? 0xFFFF_FFFF : 0xFF00_0000 })
        for angle in [0.0, 0.5, .pi / 2] {
            let map = CGAffineTransform(translationX: -200, y: -200).concatenating(
                CGAffineTransform(scaleX: 1 / shrink, y: 1 / shrink)
            ).concatenating(CGAffineTransform(rotationAngle: angle)).concatenating(
                CGAffineTransform(translationX: 200.3, y: 199.8))
            let shown = draw(board, map, width: 400, height: 400)
            // The inner disc, without the edges.
            let reach = 190 / shrink - 2
            var largest = 0
            for y in 0..<400 {
                for x in 0..<400 {
                    let dx = Double(x) - 200
                    let dy = Double(y) - 200
                    guard dx * dx + dy * dy < reach * reach else { continue }
                    largest = max(largest, abs(Int(shown[x, y] & 0xFF) - 127))
                }
            }
            #expect(largest <= 2, "turned by \(angle)")
        }
    }

    @Test("A bitmap that is reduced only in width stays sharp in the vertical direction.")
    func oneWay() {
        let stripes = MipmappedBitmap(
            Bitmap(64, 16) { x, y in
                y % 2 == 0 ? (x % 2 == 0 ? 0xFFFF_FFFF : 0xFF00_0000) : 0xFFFF_0000
            })
        let shown = draw(
            stripes, CGAffineTransform(scaleX: 0.25, y: 1), width: 16, height: 16)
        for y in 0..<16 {
            for x in 0..<16 {
                #expect(shown[x, y] == (y % 2 == 0 ? 0xFF7F_7F7F : 0xFFFF_0000))
            }
        }
    }

    @Test("Reducing a bitmap preserves its mean brightness.")
    func brightness() {
        var random = SeededRandom(seed: 8)
        let noise = MipmappedBitmap(
            Bitmap(512, 512) { _, _ in 0xFF00_0000 | UInt32(random.next(below: 1 << 24)) })
        for side in [256, 128, 64, 32, 16, 8, 1] {
            let factor = Double(side) / 512
            let shown = draw(
                noise, CGAffineTransform(scaleX: factor, y: factor), width: side, height: side)
            for shift in [UInt32(0), 8, 16] {
                var sum = 0.0
                for y in 0..<side {
                    for x in 0..<side { sum += Double(shown[x, y] >> shift & 0xFF) }
                }
                #expect(abs(sum / Double(side * side) - 127.5) < 1.5, "\(side) pixels")
            }
        }
    }

    @Test("At half the size, each pixel is the mean of four pixels.")
    func half() {
        var random = SeededRandom(seed: 9)
        let source = Bitmap(40, 24) { _, _ in 0xFF00_0000 | UInt32(random.next(below: 1 << 24)) }
        let shown = draw(
            MipmappedBitmap(source), CGAffineTransform(scaleX: 0.5, y: 0.5), width: 20, height: 12)
        for y in 0..<12 {
            for x in 0..<20 {
                for shift in [UInt32(0), 8, 16] {
                    var sum = 0.0
                    for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                        sum += Double(source[2 * x + dx, 2 * y + dy] >> shift & 0xFF)
                    }
                    #expect(abs(sum / 4 - Double(shown[x, y] >> shift & 0xFF)) <= 1)
                }
            }
        }
    }

    @Test("Transparent pixels do not darken their neighbors.")
    func translucent() {
        let source = Bitmap(64, 64, isOpaque: false) { x, _ in x % 2 == 0 ? 0xFFFF_0000 : 0 }
        let shown = draw(
            MipmappedBitmap(source), CGAffineTransform(scaleX: 0.25, y: 0.25), width: 16, height: 16
        )
        for y in 0..<16 {
            for x in 0..<16 {
                let pixel = shown[x, y]
                #expect(pixel >> 24 == 255 && pixel >> 16 & 0xFF >= 254)
                #expect(abs(Int(pixel >> 8 & 0xFF) - 128) <= 2 && abs(Int(pixel & 0xFF) - 128) <= 2)
            }
        }
    }

    @Test("Bitmaps of odd size fill exactly their rectangle at any scale.")
    func extents() {
        for (width, height) in [(37, 23), (5, 3), (1, 9), (127, 1), (65, 33)] {
            let plain = MipmappedBitmap(Bitmap(width, height) { _, _ in 0xFF00_0000 })
            for factor in [0.9, 0.6, 0.3, 0.17, 0.051] {
                let rect = CGRect(
                    x: 3.25, y: 2.5, width: Double(width) * factor,
                    height: Double(height) * factor)
                let map = CGAffineTransform(scaleX: factor, y: factor).concatenating(
                    CGAffineTransform(translationX: rect.minX, y: rect.minY))
                let shown = draw(plain, map, width: 130, height: 40)
                let list = DisplayList()
                list.fill(CGRect(x: 0, y: 0, width: 130, height: 40), color: .white)
                list.fill(rect, color: .black)
                let largest = largestDifference(shown, list.painted(130, 40))
                #expect(largest <= 3, "\(width) × \(height), \(factor)")
            }
        }
    }

    @Test("Reduced bitmaps match the golden image.")
    func golden() throws {
        let rings = MipmappedBitmap(
            Bitmap(300, 300) { (x: Int, y: Int) -> UInt32 in
                let dx = Double(x) - 149.5
                let dy = Double(y) - 149.5
                let squares: Double = dx * dx + dy * dy
                let isRing = Int(squares / 300) % 2 == 0
                return isRing ? 0xFF20_50A0 : 0xFFF4_F0E0
            })
        let list = DisplayList()
        list.fill(CGRect(x: 0, y: 0, width: 340, height: 170), color: .white)
        var left = 8.0
        for side in [150.0, 80, 40, 20, 10] {
            list.paint(
                rings,
                map: CGAffineTransform(scaleX: side / 300, y: side / 300).concatenating(
                    CGAffineTransform(translationX: left, y: 8)), opacity: 1)
            left += side + 8
        }
        list.paint(
            rings,
            map: CGAffineTransform(scaleX: 0.2, y: 0.2).concatenating(
                CGAffineTransform(rotationAngle: 0.4)
            ).concatenating(CGAffineTransform(translationX: 200, y: 96)), opacity: 1)
        list.paint(
            rings,
            map: CGAffineTransform(scaleX: 0.25, y: 0.06).concatenating(
                CGAffineTransform(translationX: 250, y: 120)), opacity: 0.5)
        try expectPicture(list.painted(340, 170), matches: "shrunk-pictures")
    }
}
