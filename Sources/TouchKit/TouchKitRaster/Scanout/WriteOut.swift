import TouchKitGeometry

// Performance-critical: pointers and wrapping arithmetic avoid bounds and overflow checks. Each
// marked pixel is written once; scanout memory is never read.

/// Converts the marked pixels of the canvas to the format of the buffer, and writes them to scanout
/// memory with the rotation of the geometry.
///
/// - Parameters:
///   - canvas: The composed picture.
///   - mask: The canvas pixels to write.
///   - geometry: The sizes of canvas and scanout buffer, and the rotation between them.
///   - dithers: Whether colors are dithered in formats with fewer than 8 bits per channel (see
///     `DitherThresholds`). If `false`, the low bits are truncated.
///   - buffer: The scanout memory, whose size must equal the scanout size of the geometry.
/// - Returns: The number of bytes written.
/// - Complexity: O(marked pixels + marked rows); allocates nothing.
package func writeOut(
    _ canvas: Bitmap, _ mask: DamageMask, geometry: ScreenGeometry, dithers: Bool = true,
    to buffer: ScanoutBuffer
) -> Int {
    precondition(
        canvas.width == geometry.canvasWidth && canvas.height == geometry.canvasHeight
            && mask.width == canvas.width && mask.height == canvas.height
            && buffer.width == geometry.scanoutWidth && buffer.height == geometry.scanoutHeight,
        "write-out: canvas, mask or buffer do not match the geometry")
    let rotation = geometry.rotation
    switch buffer.format {
    case .xrgb8888:
        return write(canvas, mask, rotation, buffer, XRGB8888Packer())
    case .argb8888:
        return write(canvas, mask, rotation, buffer, ARGB8888Packer())
    case .rgb565 where dithers:
        return write(
            canvas, mask, rotation, buffer,
            DitheringPacker(rotation: rotation, scanoutWidth: buffer.width))
    case .rgb565:
        return write(canvas, mask, rotation, buffer, TruncatingPacker())
    }
}

/// A converter of canvas pixels to a scanout format.
///
/// The result for a pixel depends only on its color and its position on the canvas, so that a
/// partial write-out gives the same pixels as a complete write-out.
protocol ScanoutPacker {
    /// The integer type of a pixel in scanout memory.
    associatedtype Pixel: FixedWidthInteger

    /// Returns the scanout representation of a canvas pixel.
    func pack(_ color: UInt32, x: Int, y: Int) -> Pixel
    /// Writes a run of a canvas row from left to right.
    ///
    /// - Parameters:
    ///   - source: The first pixel of the run.
    ///   - count: The number of pixels.
    ///   - x: The canvas column of the first pixel.
    ///   - y: The canvas row.
    ///   - target: The scanout address of the first pixel.
    func writeRun(
        _ source: UnsafePointer<UInt32>, _ count: Int, x: Int, y: Int,
        to target: UnsafeMutableRawPointer)
    /// Writes a run of a canvas row from right to left, to ascending scanout addresses.
    ///
    /// - Parameters:
    ///   - source: The last pixel of the run, which is written first.
    ///   - count: The number of pixels.
    ///   - x: The canvas column of the last pixel.
    ///   - y: The canvas row.
    ///   - target: The scanout address of the last pixel.
    func writeReversedRun(
        _ source: UnsafePointer<UInt32>, _ count: Int, x: Int, y: Int,
        to target: UnsafeMutableRawPointer)
    /// Returns four canvas columns, converted and transposed. Each column has as many rows as fill
    /// 16 bytes.
    ///
    /// - Parameters:
    ///   - source: The address of a pixel. Its column is the first of the four columns, which is 0
    ///     modulo 4. Its row is the row that comes first in scanout memory.
    ///   - step: The distance from a canvas row to the row that follows in scanout memory, in
    ///     pixels. Negative if that row is above.
    func rotatedChunks(_ source: UnsafePointer<UInt32>, step: Int) -> RotatedChunks
}

/// The pixels of four scanout rows, with 16 bytes per row.
typealias RotatedChunks = (SIMD4<UInt32>, SIMD4<UInt32>, SIMD4<UInt32>, SIMD4<UInt32>)

/// Writes the marked pixels with a packer for the buffer's format.
@inline(__always)
private func write<Packer: ScanoutPacker>(
    _ canvas: Bitmap, _ mask: DamageMask, _ rotation: Rotation, _ buffer: ScanoutBuffer,
    _ packer: Packer
) -> Int {
    switch rotation {
    case .none: writeUpright(canvas, mask, buffer, packer)
    case .halfTurn: writeHalfTurned(canvas, mask, buffer, packer)
    case .clockwise90: writeQuarterTurned(canvas, mask, buffer, clockwise: true, packer)
    case .clockwise270: writeQuarterTurned(canvas, mask, buffer, clockwise: false, packer)
    }
}

/// Writes the marked pixels without rotation.
private func writeUpright<Packer: ScanoutPacker>(
    _ canvas: Bitmap, _ mask: DamageMask, _ buffer: ScanoutBuffer, _ packer: Packer
) -> Int {
    let size = MemoryLayout<Packer.Pixel>.size
    let pixels = canvas.pixels
    let stride = canvas.stride
    var written = 0
    mask.forEachRun { row, columns in
        packer.writeRun(
            pixels + (row * stride + columns.lowerBound), columns.count,
            x: columns.lowerBound, y: row,
            to: buffer.base + (row * buffer.bytesPerRow + columns.lowerBound * size))
        written += columns.count
    }
    return written * size
}

/// Writes the marked pixels rotated by 180°.
private func writeHalfTurned<Packer: ScanoutPacker>(
    _ canvas: Bitmap, _ mask: DamageMask, _ buffer: ScanoutBuffer, _ packer: Packer
) -> Int {
    let size = MemoryLayout<Packer.Pixel>.size
    let pixels = canvas.pixels
    let stride = canvas.stride
    var written = 0
    mask.forEachRun { row, columns in
        let last = columns.upperBound - 1
        let targetRow = buffer.base + (buffer.height - 1 - row) * buffer.bytesPerRow
        packer.writeReversedRun(
            pixels + (row * stride + last), columns.count, x: last, y: row,
            to: targetRow + (buffer.width - 1 - last) * size)
        written += columns.count
    }
    return written * size
}
