import TouchKitGeometry

// Hot code: see Blend.swift. Each marked pixel is written once; scanout memory is never read.

/// Writes the marked pixels of the canvas into scanout memory, turned as the geometry says and in the
/// buffer's format.
///
/// - Parameters:
///   - canvas: The upright picture.
///   - mask: The pixels to write, of the canvas.
///   - geometry: How the canvas lies in the scanout picture.
///   - dithers: Whether formats with fewer than eight bits a colour are dithered (`DitherThresholds`);
///     else the lower bits are cut off.
///   - buffer: The scanout memory, of the geometry's size.
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
        "canvas, mask and buffer belong to one geometry")
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

/// How canvas pixels become pixels of a scanout format.
///
/// What a pixel becomes depends on its colour and its place on the canvas, nothing else; so a partial
/// write-out equals a full one.
protocol ScanoutPacker {
    /// A pixel in scanout memory.
    associatedtype Pixel: FixedWidthInteger

    /// A pixel of the canvas as it lies in scanout memory.
    func pack(_ color: UInt32, x: Int, y: Int) -> Pixel
    /// Writes a run of a canvas row from left to right. `source` is the pixel at (x, y).
    func writeRun(
        _ source: UnsafePointer<UInt32>, _ count: Int, x: Int, y: Int,
        to target: UnsafeMutableRawPointer)
    /// Writes a run of a canvas row from right to left. `source` is the pixel at (x, y), the last one.
    func writeReversedRun(
        _ source: UnsafePointer<UInt32>, _ count: Int, x: Int, y: Int,
        to target: UnsafeMutableRawPointer)
    /// Four columns of the canvas, from x = 0 modulo 4, of as many rows as fill 16 bytes each. `step`
    /// leads from a row to the one that lies behind it in scanout memory.
    func turnedChunks(_ source: UnsafePointer<UInt32>, step: Int) -> TurnedChunks
}

/// 16 bytes for each of four scanout rows.
typealias TurnedChunks = (SIMD4<UInt32>, SIMD4<UInt32>, SIMD4<UInt32>, SIMD4<UInt32>)

@inline(__always)
private func write<Packer: ScanoutPacker>(
    _ canvas: Bitmap, _ mask: DamageMask, _ rotation: Rotation, _ buffer: ScanoutBuffer,
    _ packer: Packer
) -> Int {
    switch rotation {
    case .none: writeUpright(canvas, mask, buffer, packer)
    case .halfTurn: writeUpsideDown(canvas, mask, buffer, packer)
    case .clockwise90: writeSideways(canvas, mask, buffer, clockwise: true, packer)
    case .clockwise270: writeSideways(canvas, mask, buffer, clockwise: false, packer)
    }
}

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

private func writeUpsideDown<Packer: ScanoutPacker>(
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
