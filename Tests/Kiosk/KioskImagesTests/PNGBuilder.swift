/// Builds PNG files of every kind without libpng (ISO/IEC 15948).
struct PNGBuilder {
    /// The color type in the header chunk.
    enum Color: UInt8 {
        case gray = 0
        case rgb = 2
        case palette = 3
        case grayAlpha = 4
        case rgba = 6

        /// The number of channels per pixel.
        var channelCount: Int {
            switch self {
            case .gray, .palette: 1
            case .grayAlpha: 2
            case .rgb: 3
            case .rgba: 4
            }
        }
    }

    var width: Int
    var height: Int
    var color: Color
    var depth = 8
    var isInterlaced = false
    /// The red, green and blue values of a palette's colors.
    var palette: [UInt8] = []
    /// The alpha values of a palette's colors.
    var alphas: [UInt8] = []
    /// Returns the value of a channel at a pixel, 0...2^depth - 1.
    var sample: (_ x: Int, _ y: Int, _ channel: Int) -> Int

    /// The contents of the file.
    var bytes: [UInt8] {
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        file += Self.chunk("IHDR", header)
        if !palette.isEmpty { file += Self.chunk("PLTE", palette) }
        if !alphas.isEmpty { file += Self.chunk("tRNS", alphas) }
        file += Self.chunk("IDAT", Self.uncompressedStream(rows))
        return file + Self.chunk("IEND", [])
    }

    /// The contents of the header chunk.
    var header: [UInt8] {
        Self.bigEndian(width) + Self.bigEndian(height)
            + [UInt8(depth), color.rawValue, 0, 0, isInterlaced ? 1 : 0]
    }

    /// The rows of all interlace passes, each with the filter byte 0.
    private var rows: [UInt8] {
        let passes =
            isInterlaced
            ? [
                (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
                (0, 1, 1, 2),
            ] : [(0, 0, 1, 1)]
        var bytes: [UInt8] = []
        for (left, top, across, down) in passes where left < width {
            for y in stride(from: top, to: height, by: down) {
                bytes.append(0)
                var bits = 0
                var count = 0
                for x in stride(from: left, to: width, by: across) {
                    for channel in 0..<color.channelCount {
                        bits = bits << depth | sample(x, y, channel)
                        count += depth
                        while count >= 8 {
                            count -= 8
                            bytes.append(UInt8(bits >> count & 0xFF))
                        }
                        bits &= 1 << count - 1
                    }
                }
                if count > 0 { bytes.append(UInt8(bits << (8 - count) & 0xFF)) }
            }
        }
        return bytes
    }

    /// Returns the four bytes of a number in big-endian order.
    static func bigEndian(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    /// Returns a chunk: length, name, contents and CRC.
    static func chunk(_ name: String, _ contents: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + contents
        return bigEndian(contents.count) + body + bigEndian(Int(crc32(body)))
    }

    /// Returns the CRC-32 of bytes.
    private static func crc32(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }

    /// Returns a zlib stream of uncompressed blocks.
    static func uncompressedStream(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var start = 0
        repeat {
            let end = min(start + 65_535, bytes.count)
            let count = end - start
            stream.append(end == bytes.count ? 1 : 0)
            stream += [UInt8(count & 0xFF), UInt8(count >> 8)]
            stream += [UInt8(~count & 0xFF), UInt8(~count >> 8 & 0xFF)]
            stream += bytes[start..<end]
            start = end
        } while start < bytes.count
        var low = 1
        var high = 0
        for byte in bytes {
            low = (low + Int(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return stream + bigEndian(high << 16 | low)
    }
}
