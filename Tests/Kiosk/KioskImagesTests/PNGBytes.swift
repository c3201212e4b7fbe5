/// PNG files made by hand, after the specification (ISO/IEC 15948): of every kind, and broken ones.
struct PNGBytes {
    enum Color: UInt8 {
        case grey = 0
        case rgb = 2
        case palette = 3
        case greyAlpha = 4
        case rgba = 6

        var channels: Int {
            switch self {
            case .grey, .palette: 1
            case .greyAlpha: 2
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
    /// Colours of a palette, red, green, blue, and their alphas.
    var palette: [UInt8] = []
    var alphas: [UInt8] = []
    /// A channel's value in a column and a row, 0 … 2^depth - 1.
    var sample: (_ x: Int, _ y: Int, _ channel: Int) -> Int

    /// The file.
    var bytes: [UInt8] {
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        file += Self.chunk("IHDR", head)
        if !palette.isEmpty { file += Self.chunk("PLTE", palette) }
        if !alphas.isEmpty { file += Self.chunk("tRNS", alphas) }
        file += Self.chunk("IDAT", Self.stored(rows))
        return file + Self.chunk("IEND", [])
    }

    /// What the file says of itself.
    var head: [UInt8] {
        Self.big(width) + Self.big(height)
            + [UInt8(depth), color.rawValue, 0, 0, isInterlaced ? 1 : 0]
    }

    /// Rows, each after its filter's number, 0; pass by pass where they are interlaced.
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
                    for channel in 0..<color.channels {
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

    static func big(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    /// A chunk: length, name, contents, check sum.
    static func chunk(_ name: String, _ contents: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + contents
        return big(contents.count) + body + big(Int(cyclicSum(body)))
    }

    private static func cyclicSum(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }

    /// A zlib stream that compresses nothing.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
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
        return stream + big(high << 16 | low)
    }
}
