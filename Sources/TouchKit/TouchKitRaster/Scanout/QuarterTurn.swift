import TouchKitGeometry

// Performance-critical: pointers and wrapping arithmetic avoid bounds and overflow checks.

/// Writes the marked pixels to a scanout buffer that is rotated by a quarter turn, and returns the
/// number of bytes written.
///
/// The canvas is processed in bands. A band consists of as many rows as fill 64 bytes of a scanout
/// row, and is aligned to 64 bytes. Therefore each 64-byte line of the write-combining buffer is
/// filled once, in ascending order.
///
/// - Parameters:
///   - canvas: The composed picture.
///   - mask: The canvas pixels to write.
///   - buffer: The scanout buffer.
///   - clockwise: Whether the canvas is rotated clockwise. If `false`, it is rotated
///     counterclockwise.
///   - packer: The converter to the buffer's pixel format.
func writeQuarterTurned<Packer: ScanoutPacker>(
    _ canvas: Bitmap, _ mask: DamageMask, _ buffer: ScanoutBuffer, clockwise: Bool,
    _ packer: Packer
) -> Int {
    let rows = mask.markedRows
    if rows.isEmpty { return 0 }
    let turn = QuarterTurn(canvas, buffer, clockwise: clockwise, packer)
    let height = QuarterTurn<Packer>.bandHeight
    // With a clockwise rotation, canvas row y becomes scanout column width − 1 − y.
    let phase = clockwise ? buffer.width & (height &- 1) : 0
    return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: height) { band in
        guard let cells = band.baseAddress else { return 0 }
        var pixels = 0
        var top = rows.lowerBound &- (rows.lowerBound &- phase) & (height &- 1)
        while top < rows.upperBound {
            for word in 0..<mask.wordsPerRow {
                let marked = mask.copyCells(
                    word: word, from: turn.firstRow(top), step: clockwise ? -1 : 1, count: height,
                    to: cells)
                if marked.any == 0 { continue }
                pixels &+= writeBand(
                    cells, marked.any, marked.all, x: word &* 64 &* DamageMask.cellWidth, y: top,
                    turn)
            }
            top &+= height
        }
        return pixels &* MemoryLayout<Packer.Pixel>.size
    }
}

/// Writes the marked pixels of 64 cells in all rows of a band and returns their number.
///
/// - Parameters:
///   - cells: The marked cells of each row of the band, in the order of scanout memory.
///   - any: The cells that are marked in at least one row.
///   - all: The cells that are marked in all rows.
///   - x: The canvas column of the first cell.
///   - y: The first canvas row of the band.
///   - turn: The rotation from the canvas to the scanout buffer.
@inline(__always)
private func writeBand<Packer: ScanoutPacker>(
    _ cells: UnsafePointer<UInt64>, _ any: UInt64, _ all: UInt64, x: Int, y: Int,
    _ turn: QuarterTurn<Packer>
) -> Int {
    var pixels = 0
    var pending = any
    while pending != 0 {
        // Two cells are four columns, which are transposed together.
        let cell = pending.trailingZeroBitCount & ~1
        let both: UInt64 = 3 &<< UInt64(truncatingIfNeeded: cell)
        let left = x &+ cell &* DamageMask.cellWidth
        if all & both == both, left &+ 4 <= turn.canvasWidth {
            pending &= ~both
            turn.writeBlock(x: left, y: y)
            pixels &+= 4 &* QuarterTurn<Packer>.bandHeight
            continue
        }
        let next = pending.trailingZeroBitCount
        pending &= pending &- 1
        let first = x &+ next &* DamageMask.cellWidth
        let rows = QuarterTurn<Packer>.rowsMarked(cells, UInt64(truncatingIfNeeded: next))
        let end = min(first &+ DamageMask.cellWidth, turn.canvasWidth)
        var column = first
        while column < end {
            turn.writeColumn(x: column, y: y, rows: rows)
            column &+= 1
        }
        pixels &+= rows.nonzeroBitCount &* (end &- first)
    }
    return pixels
}

/// A rotation by 90° or 270° from the canvas to a scanout buffer.
private struct QuarterTurn<Packer: ScanoutPacker> {
    /// The number of canvas rows that fill 64 bytes of a scanout row.
    @inline(__always)
    static var bandHeight: Int { 64 / MemoryLayout<Packer.Pixel>.size }

    /// The width of the canvas, in pixels.
    let canvasWidth: Int
    /// The converter to the buffer's pixel format.
    private let packer: Packer
    /// Whether the canvas is rotated clockwise. If `false`, it is rotated counterclockwise.
    private let isClockwise: Bool
    /// The address of the first pixel of the canvas.
    private let source: UnsafePointer<UInt32>
    /// The distance between canvas rows, in pixels.
    private let stride: Int
    /// The scanout address of canvas pixel (0, 0).
    private let target: UnsafeMutableRawPointer
    /// The distance in scanout memory between adjacent canvas columns, in bytes.
    private let bytesPerColumn: Int
    /// The distance in scanout memory between adjacent canvas rows, in bytes.
    private let bytesPerRow: Int

    /// Creates a rotation from `canvas` to `buffer`.
    init(_ canvas: Bitmap, _ buffer: ScanoutBuffer, clockwise: Bool, _ packer: Packer) {
        let size = MemoryLayout<Packer.Pixel>.size
        self.packer = packer
        isClockwise = clockwise
        canvasWidth = canvas.width
        source = UnsafePointer(canvas.pixels)
        stride = canvas.stride
        target =
            clockwise
            ? buffer.base + (buffer.width - 1) * size
            : buffer.base + (buffer.height - 1) * buffer.bytesPerRow
        bytesPerColumn = clockwise ? buffer.bytesPerRow : -buffer.bytesPerRow
        bytesPerRow = clockwise ? -size : size
    }

    /// Returns the row of a band that comes first in scanout memory. `top` is the first canvas row
    /// of the band.
    @inline(__always)
    func firstRow(_ top: Int) -> Int { isClockwise ? top &+ Self.bandHeight &- 1 : top }

    /// Returns a mask with one bit for each row of a band. A bit is set if the cell `cell` is
    /// marked in that row.
    @inline(__always)
    static func rowsMarked(_ cells: UnsafePointer<UInt64>, _ cell: UInt64) -> UInt32 {
        var rows: UInt32 = 0
        var index = bandHeight
        while index > 0 {
            index &-= 1
            rows = (rows &<< 1) | UInt32(truncatingIfNeeded: (cells[index] &>> cell) & 1)
        }
        return rows
    }

    /// Writes four canvas columns of a band completely. Each column becomes 64 contiguous bytes of
    /// a scanout row.
    @inline(__always)
    func writeBlock(x: Int, y: Int) {
        let first = firstRow(y)
        let step = isClockwise ? -stride : stride
        let chunk = step &* (Self.bandHeight / 4)
        let from = source + (first &* stride &+ x)
        let a = packer.rotatedChunks(from, step: step)
        let b = packer.rotatedChunks(from + chunk, step: step)
        let c = packer.rotatedChunks(from + 2 &* chunk, step: step)
        let d = packer.rotatedChunks(from + 3 &* chunk, step: step)
        let to = target + (x &* bytesPerColumn &+ first &* bytesPerRow)
        writeLine(to, a.0, b.0, c.0, d.0)
        writeLine(to + bytesPerColumn, a.1, b.1, c.1, d.1)
        writeLine(to + 2 &* bytesPerColumn, a.2, b.2, c.2, d.2)
        writeLine(to + 3 &* bytesPerColumn, a.3, b.3, c.3, d.3)
    }

    /// Writes the pixels of a canvas column in the rows of the band that are set in `rows`, in the
    /// order of scanout memory.
    @inline(__always)
    func writeColumn(x: Int, y: Int, rows: UInt32) {
        let first = firstRow(y)
        let step = isClockwise ? -1 : 1
        let from = source + (first &* stride &+ x)
        let to = target + (x &* bytesPerColumn &+ first &* bytesPerRow)
        var pending = rows
        while pending != 0 {
            let index = pending.trailingZeroBitCount
            pending &= pending &- 1
            let pixel = packer.pack(
                from[index &* step &* stride], x: x, y: first &+ index &* step)
            (to + index &* MemoryLayout<Packer.Pixel>.size).storeBytes(
                of: pixel, as: Packer.Pixel.self)
        }
    }
}

/// Writes the four vectors as 64 contiguous bytes, in ascending order of addresses.
@inline(__always)
private func writeLine(
    _ to: UnsafeMutableRawPointer, _ a: SIMD4<UInt32>, _ b: SIMD4<UInt32>, _ c: SIMD4<UInt32>,
    _ d: SIMD4<UInt32>
) {
    to.storeBytes(of: a, as: SIMD4<UInt32>.self)
    (to + 16).storeBytes(of: b, as: SIMD4<UInt32>.self)
    (to + 32).storeBytes(of: c, as: SIMD4<UInt32>.self)
    (to + 48).storeBytes(of: d, as: SIMD4<UInt32>.self)
}
