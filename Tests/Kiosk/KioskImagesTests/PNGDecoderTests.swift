import Foundation
import KioskImages
import Testing
import TouchKitRaster
import TouchTrackerTestSupport

/// PNGs of every kind, and what only says it is one.
@Suite("PNG decoder")
struct PNGDecoderTests {
    /// What a decoder says of bytes.
    private func decode(_ bytes: [UInt8]) -> (bitmap: Bitmap?, complaint: String?) {
        var complaint: String?
        let bitmap = PNGDecoder { complaint = $0 }.decode(bytes)
        return (bitmap, complaint)
    }

    /// Channels of 8 bits as a pixel.
    private func pixel(_ red: Int, _ green: Int, _ blue: Int, _ alpha: Int = 255) -> UInt32 {
        UInt32(alpha) << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }

    @Test("Grey of every depth arrives as grey.", arguments: [1, 2, 4, 8, 16])
    func grey(depth: Int) throws {
        let top = 1 << depth - 1
        let file = PNGBytes(width: 21, height: 5, color: .grey, depth: depth) { x, y, _ in
            min((x + y) * max(top / 24, 1), top)
        }
        let bitmap = try #require(decode(file.bytes).bitmap)
        #expect(bitmap.width == 21 && bitmap.height == 5 && bitmap.isOpaque)
        for y in 0..<5 {
            for x in 0..<21 {
                let level = Int((Double(file.sample(x, y, 0)) * 255 / Double(top)).rounded())
                #expect(abs(Int(bitmap[x, y] & 0xFF) - level) <= (depth == 16 ? 1 : 0))
                #expect(bitmap[x, y] == pixel(1, 1, 1) &* (bitmap[x, y] & 0xFF) | 0xFF00_0000)
            }
        }
    }

    @Test("A palette's colours arrive, with their alphas multiplied in.", arguments: [1, 2, 4, 8])
    func palette(depth: Int) throws {
        var file = PNGBytes(width: 11, height: 3, color: .palette, depth: depth) { x, y, _ in
            (x + y) % 2
        }
        file.palette = [200, 100, 50, 10, 20, 30]
        let opaque = try #require(decode(file.bytes).bitmap)
        #expect(opaque.isOpaque)
        #expect(opaque[0, 0] == pixel(200, 100, 50) && opaque[1, 0] == pixel(10, 20, 30))
        file.alphas = [51]
        let translucent = try #require(decode(file.bytes).bitmap)
        #expect(!translucent.isOpaque)
        #expect(translucent[0, 0] == pixel(40, 20, 10, 51))
        #expect(translucent[1, 0] == pixel(10, 20, 30))
    }

    @Test(
        "Colours of 8 and 16 bits arrive, and of 8 bits interlaced.",
        arguments: [(8, false), (16, false), (8, true)])
    func colours(depth: Int, isInterlaced: Bool) throws {
        let shift = depth - 8
        var file = PNGBytes(width: 13, height: 10, color: .rgb, depth: depth) { x, y, channel in
            [x * 19, y * 25, 255 - x * 7][channel] * (shift == 8 ? 257 : 1)
        }
        file.isInterlaced = isInterlaced
        let bitmap = try #require(decode(file.bytes).bitmap)
        #expect(bitmap.isOpaque)
        for y in 0..<10 {
            for x in 0..<13 { #expect(bitmap[x, y] == pixel(x * 19, y * 25, 255 - x * 7)) }
        }
    }

    @Test(
        "Alpha is multiplied in, rounded to nearest, for every pair of alpha and colour.",
        arguments: [PNGBytes.Color.rgba, .greyAlpha])
    func alpha(color: PNGBytes.Color) throws {
        let alphaChannel = color.channels - 1
        let file = PNGBytes(width: 256, height: 256, color: color) { x, y, channel in
            channel == alphaChannel ? y : x
        }
        let bitmap = try #require(decode(file.bytes).bitmap)
        #expect(!bitmap.isOpaque)
        var wrong = 0
        for alpha in 0...255 {
            for level in 0...255 {
                let part = (level * alpha * 2 + 255) / 510
                if bitmap[level, alpha] != pixel(part, part, part, alpha) { wrong += 1 }
            }
        }
        #expect(wrong == 0)
    }

    @Test("Of 16 bits and interlaced it is refused: libpng reads that wrongly.")
    func interlacedDepth() {
        var file = PNGBytes(width: 13, height: 10, color: .rgb, depth: 16) { x, _, _ in x }
        file.isInterlaced = true
        let (bitmap, complaint) = decode(file.bytes)
        #expect(bitmap == nil)
        #expect(
            complaint
                == "a picture in memory: 16 bits a channel, interlaced: libpng can't be trusted with "
                + "that; save the picture again with 8 bits a channel, or not interlaced")
    }

    @Test("A picture with an alpha of 255 everywhere is opaque.")
    func fullAlpha() throws {
        var file = PNGBytes(width: 9, height: 4, color: .rgba) { x, _, channel in
            channel == 3 ? 255 : x
        }
        #expect(try #require(decode(file.bytes).bitmap).isOpaque)
        file.sample = { x, y, channel in channel == 3 ? (x == 8 && y == 3 ? 254 : 255) : x }
        #expect(!(try #require(decode(file.bytes).bitmap).isOpaque))
    }

    @Test("One that says it is huge is refused before it takes memory.")
    func huge() throws {
        for (width, height) in [(1_000_000, 1_000_000), (100_000, 168), (16_385, 1_024)] {
            var file = PNGBytes(width: 1, height: 1, color: .rgba) { _, _, _ in 0 }
            file.width = width
            file.height = height
            var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            bytes += PNGBytes.chunk("IHDR", file.head)
            bytes += PNGBytes.chunk("IDAT", PNGBytes.stored([0, 0, 0, 0, 0]))
            bytes += PNGBytes.chunk("IEND", [])
            let (bitmap, complaint) = decode(bytes)
            #expect(bitmap == nil)
            #expect(
                complaint
                    == "a picture in memory: \(width) × \(height) pixels are more than 16777216; "
                    + "make the picture smaller")
        }
        #expect(PNGFile.largestPicture == 16_777_216)
    }

    @Test("Cut off anywhere, it is refused with a line that says why.")
    func truncated() {
        let whole = PNGBytes(width: 40, height: 30, color: .rgba) { x, y, _ in x * y % 256 }.bytes
        #expect(decode(whole).bitmap != nil)
        // Behind the pixels stand only 12 bytes of an end and 4 of a check sum.
        for end in stride(from: 0, to: whole.count - 20, by: 7) {
            let (bitmap, complaint) = decode(Array(whole[..<end]))
            #expect(bitmap == nil, "\(end) bytes")
            #expect(
                complaint?.hasPrefix("a picture in memory: ") == true
                    && complaint?.hasSuffix("; save the picture again as PNG") == true)
        }
    }

    @Test("Damaged anywhere, it is a picture of its size or none, and stops nothing.")
    func damaged() {
        var file = PNGBytes(width: 24, height: 16, color: .palette, depth: 4) { x, y, _ in
            (x + y) % 3
        }
        file.palette = [1, 2, 3, 4, 5, 6, 7, 8, 9]
        file.isInterlaced = true
        let whole = file.bytes
        var random = SeededRandom(seed: 21)
        var refused = 0
        for _ in 0..<3_000 {
            var bytes = whole
            for _ in 0...random.next(below: 3) {
                bytes[random.next(below: bytes.count)] = UInt8(random.next(below: 256))
            }
            let (bitmap, complaint) = decode(bytes)
            #expect((bitmap == nil) == (complaint != nil))
            if bitmap == nil { refused += 1 }
        }
        #expect(refused > 1_000)
    }
}
