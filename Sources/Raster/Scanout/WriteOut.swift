import Geometry

// Hot code: see Blend.swift. Each marked pixel is written once; scanout memory is never read.

/// Writes the marked pixels of the canvas into scanout memory, turned as the geometry says.
///
/// - Parameters:
///   - canvas: The upright picture.
///   - mask: The pixels to write, of the canvas.
///   - geometry: How the canvas lies in the scanout picture.
///   - buffer: The scanout memory, of the geometry's size.
/// - Returns: The number of bytes written.
/// - Complexity: O(marked pixels + marked rows); allocates nothing.
public func writeOut(
    _ canvas: Bitmap, _ mask: DamageMask, geometry: ScreenGeometry, to buffer: ScanoutBuffer
) -> Int {
    precondition(
        canvas.width == geometry.canvasWidth && canvas.height == geometry.canvasHeight
            && mask.width == canvas.width && mask.height == canvas.height
            && buffer.width == geometry.scanoutWidth && buffer.height == geometry.scanoutHeight,
        "canvas, mask and buffer belong to one geometry")
    switch buffer.format {
    case .xrgb8888:
        switch geometry.rotation {
        case .none: return writeUpright(canvas, mask, buffer)
        case .halfTurn: return writeUpsideDown(canvas, mask, buffer)
        case .clockwise90, .clockwise270:
            return writeSideways(
                canvas, mask, buffer, clockwise: geometry.rotation == .clockwise90)
        }
    }
}

private func writeUpright(_ canvas: Bitmap, _ mask: DamageMask, _ buffer: ScanoutBuffer) -> Int {
    var bytes = 0
    let pixels = canvas.pixels
    let stride = canvas.stride
    mask.forEachRun { row, columns in
        let target = buffer.base + row * buffer.bytesPerRow + columns.lowerBound * 4
        target.copyMemory(
            from: pixels + row * stride + columns.lowerBound, byteCount: columns.count * 4)
        bytes += columns.count * 4
    }
    return bytes
}

private func writeUpsideDown(
    _ canvas: Bitmap, _ mask: DamageMask, _ buffer: ScanoutBuffer
) -> Int {
    var bytes = 0
    let pixels = canvas.pixels
    let stride = canvas.stride
    mask.forEachRun { row, columns in
        let source = pixels + row * stride
        let targetRow = buffer.base + (buffer.height - 1 - row) * buffer.bytesPerRow
        let target = (targetRow + (buffer.width - columns.upperBound) * 4)
            .assumingMemoryBound(to: UInt32.self)
        var index = 0
        while index < columns.count {
            target[index] = source[columns.upperBound &- 1 &- index]
            index &+= 1
        }
        bytes += columns.count * 4
    }
    return bytes
}

/// A quarter turn: canvas columns become scanout rows, so blocks four rows high are turned in
/// registers, and each of their columns leaves as one 16-byte store.
private func writeSideways(
    _ canvas: Bitmap, _ mask: DamageMask, _ buffer: ScanoutBuffer, clockwise: Bool
) -> Int {
    var bytes = 0
    let pixels = canvas.pixels
    let stride = canvas.stride
    mask.forEachBlock { x, y, rows in
        let columns = min(DamageMask.cellWidth, canvas.width - x)
        let source = pixels + y * stride + x
        for column in 0..<columns {
            if rows == 0b1111 {
                writeTurned(source + column, stride, x + column, y, buffer, clockwise)
                bytes += 16
                continue
            }
            for row in 0..<4 where rows >> row & 1 == 1 {
                turnedPlace(x + column, y + row, buffer, clockwise)
                    .storeBytes(of: source[row * stride + column], as: UInt32.self)
                bytes += 4
            }
        }
    }
    return bytes
}

/// Where the canvas pixel lies in the scanout memory (`ScreenGeometry.scanoutRect`).
@inline(__always)
private func turnedPlace(
    _ x: Int, _ y: Int, _ buffer: ScanoutBuffer, _ clockwise: Bool
) -> UnsafeMutableRawPointer {
    clockwise
        ? buffer.base + x * buffer.bytesPerRow + (buffer.width - 1 - y) * 4
        : buffer.base + (buffer.height - 1 - x) * buffer.bytesPerRow + y * 4
}

/// Writes four pixels that stand above each other side by side.
@inline(__always)
private func writeTurned(
    _ source: UnsafeMutablePointer<UInt32>, _ stride: Int, _ x: Int, _ y: Int,
    _ buffer: ScanoutBuffer, _ clockwise: Bool
) {
    let column = SIMD4(source[0], source[stride], source[stride * 2], source[stride * 3])
    if clockwise {
        turnedPlace(x, y + 3, buffer, true).storeBytes(
            of: SIMD4(column.w, column.z, column.y, column.x), as: SIMD4<UInt32>.self)
    } else {
        turnedPlace(x, y, buffer, false).storeBytes(of: column, as: SIMD4<UInt32>.self)
    }
}
