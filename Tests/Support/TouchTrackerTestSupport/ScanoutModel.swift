import TouchKitGeometry
import TouchKitRaster

/// What scanout memory should hold, computed pixel by pixel as one would explain it.
package enum ScanoutModel {
    /// A pixel of the canvas as a number in a format.
    ///
    /// - Parameters:
    ///   - color: 0xAARRGGBB.
    ///   - x: The canvas column.
    ///   - y: The canvas row.
    ///   - format: The format.
    ///   - dithers: Whether 16 bits are dithered.
    package static func stored(
        _ color: UInt32, x: Int, y: Int, format: PixelFormat, dithers: Bool
    ) -> UInt32 {
        switch format {
        case .xrgb8888:
            return color
        case .argb8888:
            return color | 0xFF00_0000
        case .rgb565:
            let threshold = dithers ? bayer(x, y, size: 4) : nil
            let red = level(color >> 16 & 0xFF, bits: 5, threshold)
            let green = level(color >> 8 & 0xFF, bits: 6, threshold)
            let blue = level(color & 0xFF, bits: 5, threshold)
            return red << 11 | green << 5 | blue
        }
    }

    /// The level that a colour of eight bits becomes: of the two around it (on the scale on which every
    /// level's own colour is whole) the upper one where the part above the lower one, in steps as fine
    /// as the bits that go, reaches over the threshold.
    private static func level(_ value: UInt32, bits: UInt32, _ threshold: Int?) -> UInt32 {
        let steps = 1 << (8 - Int(bits))
        guard let threshold else { return value / UInt32(steps) }
        let scaled = Int(value) - Int(value) / (1 << Int(bits))
        let lower = scaled / steps
        let rest = scaled % steps
        return UInt32(rest + threshold * steps / 16 >= steps ? lower + 1 : lower)
    }

    /// Bayer's matrix by its definition: four copies of the next smaller one, times four, each with
    /// its own of 0, 2, 3, 1 added.
    package static func bayer(_ x: Int, _ y: Int, size: Int) -> Int {
        if size == 1 { return 0 }
        let half = size / 2
        let corner = [[0, 2], [3, 1]][y % size / half][x % size / half]
        return 4 * bayer(x % half, y % half, size: half) + corner
    }

    /// The bytes of scanout memory after a write-out, and how many of them were written.
    ///
    /// - Parameter bytes: What it held before.
    package static func write(
        _ canvas: Bitmap, where isMarked: (_ x: Int, _ y: Int) -> Bool, geometry: ScreenGeometry,
        format: PixelFormat, dithers: Bool, bytesPerRow: Int, into bytes: inout [UInt8]
    ) -> Int {
        var written = 0
        for y in 0..<canvas.height {
            for x in 0..<canvas.width where isMarked(x, y) {
                let place = geometry.scanoutRect(PixelRect(x: x, y: y, width: 1, height: 1))
                let offset = place.minY * bytesPerRow + place.minX * format.bytesPerPixel
                let value = stored(canvas[x, y], x: x, y: y, format: format, dithers: dithers)
                for byte in 0..<format.bytesPerPixel {
                    bytes[offset + byte] = UInt8(value >> UInt32(byte * 8) & 0xFF)
                }
                written += format.bytesPerPixel
            }
        }
        return written
    }
}

/// Scanout memory with rows longer than they need be, filled with a pattern.
package final class ScanoutMemory {
    /// The distance from a row to the next.
    package let bytesPerRow: Int
    /// The memory as a write-out sees it.
    package let buffer: ScanoutBuffer

    /// Makes memory for a picture of this size, in pixels, with so many bytes more in each row.
    package init(width: Int, height: Int, format: PixelFormat, padding: Int = 0) {
        bytesPerRow = width * format.bytesPerPixel + padding
        let base = UnsafeMutableRawPointer.allocate(
            byteCount: bytesPerRow * height, alignment: 64)
        base.initializeMemory(as: UInt8.self, repeating: 0x5A, count: bytesPerRow * height)
        buffer = ScanoutBuffer(
            base: base, bytesPerRow: bytesPerRow, width: width, height: height, format: format)
    }

    deinit {
        buffer.base.deallocate()
    }

    /// All bytes.
    package var bytes: [UInt8] {
        Array(UnsafeRawBufferPointer(start: buffer.base, count: bytesPerRow * buffer.height))
    }

    /// The picture that a display makes of it.
    package var picture: Bitmap {
        let picture = Bitmap(width: buffer.width, height: buffer.height)
        for y in 0..<buffer.height {
            for x in 0..<buffer.width { picture[x, y] = buffer[x, y] }
        }
        return picture
    }
}
