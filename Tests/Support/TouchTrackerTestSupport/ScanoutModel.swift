import TouchKitGeometry
import TouchKitRaster

/// A reference implementation of the write-out that computes scanout memory one pixel at a time.
package enum ScanoutModel {
    /// Returns the value that scanout memory stores for a pixel of the canvas.
    ///
    /// - Parameters:
    ///   - color: The pixel, 0xAARRGGBB.
    ///   - x: The pixel's column in the canvas.
    ///   - y: The pixel's row in the canvas.
    ///   - format: The pixel format of scanout memory.
    ///   - dithers: Whether a 16-bit format is dithered.
    package static func storedValue(
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

    /// Returns the `bits`-bit level of an 8-bit color component. Without a threshold the component
    /// is truncated. With one (0 to 15), the result is the next higher level if the truncated
    /// fraction plus threshold / 16 reaches 1.
    private static func level(_ value: UInt32, bits: UInt32, _ threshold: Int?) -> UInt32 {
        let steps = 1 << (8 - Int(bits))
        guard let threshold else { return value / UInt32(steps) }
        let scaled = Int(value) - Int(value) / (1 << Int(bits))
        let lower = scaled / steps
        let rest = scaled % steps
        return UInt32(rest + threshold * steps / 16 >= steps ? lower + 1 : lower)
    }

    /// Returns an element of the Bayer matrix of `size` × `size`, computed by its recursive
    /// definition.
    ///
    /// A Bayer matrix is four copies of the next smaller one, times four, plus 0, 2, 3 and 1.
    package static func bayer(_ x: Int, _ y: Int, size: Int) -> Int {
        if size == 1 { return 0 }
        let half = size / 2
        let corner = [[0, 2], [3, 1]][y % size / half][x % size / half]
        return 4 * bayer(x % half, y % half, size: half) + corner
    }

    /// Writes the marked pixels of a canvas into scanout memory.
    ///
    /// - Parameters:
    ///   - canvas: The picture before rotation.
    ///   - isMarked: Returns whether a pixel of the canvas is written.
    ///   - geometry: The rotation between canvas and scanout.
    ///   - format: The pixel format of scanout memory.
    ///   - dithers: Whether a 16-bit format is dithered.
    ///   - bytesPerRow: The length of a row of scanout memory, in bytes.
    ///   - bytes: The content of scanout memory.
    /// - Returns: The number of bytes written.
    package static func write(
        _ canvas: Bitmap, where isMarked: (_ x: Int, _ y: Int) -> Bool, geometry: ScreenGeometry,
        format: PixelFormat, dithers: Bool, bytesPerRow: Int, into bytes: inout [UInt8]
    ) -> Int {
        var written = 0
        for y in 0..<canvas.height {
            for x in 0..<canvas.width where isMarked(x, y) {
                let place = geometry.scanoutRect(PixelRect(x: x, y: y, width: 1, height: 1))
                let offset = place.minY * bytesPerRow + place.minX * format.bytesPerPixel
                let value = storedValue(canvas[x, y], x: x, y: y, format: format, dithers: dithers)
                for byte in 0..<format.bytesPerPixel {
                    bytes[offset + byte] = UInt8(value >> UInt32(byte * 8) & 0xFF)
                }
                written += format.bytesPerPixel
            }
        }
        return written
    }
}

/// Scanout memory for tests: rows may have padding, and every byte starts as 0x5A.
package final class ScanoutMemory {
    /// The length of a row including its padding, in bytes.
    package let bytesPerRow: Int
    /// The buffer that is passed to a write-out.
    package let buffer: ScanoutBuffer

    /// Creates memory for a picture of `width` × `height` pixels with `padding` bytes after each
    /// row.
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

    /// All bytes of the memory, including the padding.
    package var bytes: [UInt8] {
        Array(UnsafeRawBufferPointer(start: buffer.base, count: bytesPerRow * buffer.height))
    }

    /// The picture that a display would show, converted to 0xAARRGGBB.
    package var picture: Bitmap {
        let picture = Bitmap(width: buffer.width, height: buffer.height)
        for y in 0..<buffer.height {
            for x in 0..<buffer.width { picture[x, y] = buffer[x, y] }
        }
        return picture
    }
}
