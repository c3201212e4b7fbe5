import Foundation
import KioskImages
import Testing
import TouchKitRaster
import TouchTrackerTestSupport

/// PNG images of every kind, and damaged ones.
@Suite("PNG decoder")
struct PNGDecoderTests {
    /// Returns the decoded image and the error message.
    private func decode(_ bytes: [UInt8]) -> (bitmap: Bitmap?, message: String?) {
        var message: String?
        let bitmap = PNGDecoder { message = $0 }.decode(bytes)
        return (bitmap, message)
    }

    /// Returns a pixel with 8-bit channels.
    private func pixel(_ red: Int, _ green: Int, _ blue: Int, _ alpha: Int = 255) -> UInt32 {
        UInt32(alpha) << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }

    @Test("Grayscale images of every bit depth are decoded.", arguments: [1, 2, 4, 8, 16])
    func gray(depth: Int) throws {
        let top = 1 << depth - 1
        let file = PNGBuilder(width: 21, height: 5, color: .gray, depth: depth) { x, y, _ in
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

    @Test("Palette images are decoded with premultiplied alpha.", arguments: [1, 2, 4, 8])
    func palette(depth: Int) throws {
        var file = PNGBuilder(width: 11, height: 3, color: .palette, depth: depth) { x, y, _ in
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
        "Color images with 8 and 16 bits, and interlaced ones with 8 bits, are decoded.",
        arguments: [(8, false), (16, false), (8, true)])
    func colors(depth: Int, isInterlaced: Bool) throws {
        let shift = depth - 8
        var file = PNGBuilder(width: 13, height: 10, color: .rgb, depth: depth) { x, y, channel in
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
        "Alpha is premultiplied and rounded to nearest for every pair of alpha and color.",
        arguments: [PNGBuilder.Color.rgba, .grayAlpha])
    func alpha(color: PNGBuilder.Color) throws {
        let alphaChannel = color.channelCount - 1
        let file = PNGBuilder(width: 256, height: 256, color: color) { x, y, channel in
            channel == alphaChannel ? y : x
        }
        let bitmap = try #require(decode(file.bytes).bitmap)
        #expect(!bitmap.isOpaque)
        var mismatchCount = 0
        for alpha in 0...255 {
            for level in 0...255 {
                let premultiplied = (level * alpha * 2 + 255) / 510
                if bitmap[level, alpha] != pixel(premultiplied, premultiplied, premultiplied, alpha)
                {
                    mismatchCount += 1
                }
            }
        }
        #expect(mismatchCount == 0)
    }

    @Test("Interlaced images with 16 bits per channel are rejected.")
    func interlacedDepth() {
        var file = PNGBuilder(width: 13, height: 10, color: .rgb, depth: 16) { x, _, _ in x }
        file.isInterlaced = true
        let (bitmap, message) = decode(file.bytes)
        #expect(bitmap == nil)
        #expect(
            message
                == "image in memory: interlaced images with 16 bits per channel are not supported; "
                + "save the image with 8 bits per channel, or without interlacing")
    }

    @Test("A chunk before the header chunk does not hide that an image is unsupported.")
    func chunkBeforeHeader() {
        var file = PNGBuilder(width: 13, height: 10, color: .rgb, depth: 16) { x, _, _ in x }
        file.isInterlaced = true
        var bytes = file.bytes
        // libpng skips unknown chunks whose name begins with a lowercase letter.
        bytes.insert(contentsOf: PNGBuilder.chunk("teSt", [0]), at: 8)
        let (bitmap, message) = decode(bytes)
        #expect(bitmap == nil)
        #expect(message?.hasSuffix("; save the image again as PNG") == true)
    }

    @Test("An image with an alpha of 255 in all pixels is opaque.")
    func fullAlpha() throws {
        var file = PNGBuilder(width: 9, height: 4, color: .rgba) { x, _, channel in
            channel == 3 ? 255 : x
        }
        #expect(try #require(decode(file.bytes).bitmap).isOpaque)
        file.sample = { x, y, channel in channel == 3 ? (x == 8 && y == 3 ? 254 : 255) : x }
        #expect(!(try #require(decode(file.bytes).bitmap).isOpaque))
    }

    @Test("An image with too many pixels is rejected before memory is allocated.")
    func huge() throws {
        for (width, height) in [(1_000_000, 1_000_000), (100_000, 168), (16_385, 1_024)] {
            var file = PNGBuilder(width: 1, height: 1, color: .rgba) { _, _, _ in 0 }
            file.width = width
            file.height = height
            var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            bytes += PNGBuilder.chunk("IHDR", file.header)
            bytes += PNGBuilder.chunk("IDAT", PNGBuilder.uncompressedStream([0, 0, 0, 0, 0]))
            bytes += PNGBuilder.chunk("IEND", [])
            let (bitmap, message) = decode(bytes)
            #expect(bitmap == nil)
            #expect(
                message
                    == "image in memory: \(width) × \(height) pixels are more than 16777216; "
                    + "use a smaller image")
        }
        #expect(PNGFile.maximumPixelCount == 16_777_216)
    }

    @Test("Empty data is rejected with a message.")
    func empty() {
        let (bitmap, message) = decode([])
        #expect(bitmap == nil)
        #expect(
            message == "image in memory: the data is empty; save the image again as PNG")
    }

    @Test("A truncated image is rejected with a message.")
    func truncated() {
        let whole = PNGBuilder(width: 40, height: 30, color: .rgba) { x, y, _ in x * y % 256 }.bytes
        #expect(decode(whole).bitmap != nil)
        // The pixels are followed by a CRC of 4 bytes and an end chunk of 12 bytes.
        for end in stride(from: 0, to: whole.count - 20, by: 7) {
            let (bitmap, message) = decode(Array(whole[..<end]))
            #expect(bitmap == nil, "\(end) bytes")
            #expect(
                message?.hasPrefix("image in memory: ") == true
                    && message?.hasSuffix("; save the image again as PNG") == true)
        }
    }

    @Test("A damaged image is decoded or rejected with a message, without a crash.")
    func damaged() {
        var file = PNGBuilder(width: 24, height: 16, color: .palette, depth: 4) { x, y, _ in
            (x + y) % 3
        }
        file.palette = [1, 2, 3, 4, 5, 6, 7, 8, 9]
        file.isInterlaced = true
        let whole = file.bytes
        var random = SeededRandom(seed: 21)
        var rejectedCount = 0
        for _ in 0..<3_000 {
            var bytes = whole
            for _ in 0...random.next(below: 3) {
                bytes[random.next(below: bytes.count)] = UInt8(random.next(below: 256))
            }
            let (bitmap, message) = decode(bytes)
            #expect((bitmap == nil) == (message != nil))
            if bitmap == nil { rejectedCount += 1 }
        }
        #expect(rejectedCount > 1_000)
    }
}
