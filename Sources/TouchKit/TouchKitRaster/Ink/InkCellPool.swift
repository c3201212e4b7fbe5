/// A pool of coverage buffers for wet ink: cells of 32 × 32 pixels with one byte per pixel.
///
/// A stroke allocates a cell when it first covers pixels there, and frees its cells when it is
/// removed. Freed cells are reused, so drawing again allocates no memory.
final class InkCellPool {
    /// The base-2 logarithm of a cell's width and height, in pixels.
    static let shift = 5
    /// The width and height of a cell, in pixels.
    static let extent = 1 << shift
    /// The number of pixels, and thus of bytes, of a cell.
    private static let size = extent * extent

    /// The coverage of all cells.
    private let bytes: ChunkedArray<UInt8>
    /// The memory in which the strokes of the layer combine the coverage of new segments.
    let scratch = InkScratch()
    /// The indices of the free cells.
    @exclusivity(unchecked) private var freeCells: [Int32] = []

    /// Reserves address space for `count` cells. The pool grows if more cells are needed.
    ///
    /// The operating system commits a page of this memory only when the page is first written.
    ///
    /// - Parameter count: The number of cells in the ink layer.
    init(count: Int) {
        var shift = 2 * Self.shift
        while Self.size * count > 1 << shift { shift += 1 }
        bytes = ChunkedArray(shift: shift)
        freeCells.reserveCapacity(1 << (shift - 2 * Self.shift))
    }

    /// Returns the number of cells needed along a distance in pixels.
    static func count(along pixels: Int) -> Int { (pixels + extent - 1) >> shift }

    /// Allocates a cell whose coverage is 0 and returns its index in the pool.
    func allocate() -> Int32 {
        guard let cell = freeCells.popLast() else {
            return Int32(bytes.append(0, copies: Self.size) / Self.size)
        }
        at(cell).update(repeating: 0, count: Self.size)
        return cell
    }

    /// Returns the cell at the index `cell` to the pool.
    func release(_ cell: Int32) {
        freeCells.append(cell)
    }

    /// Returns the address of the coverage of the cell at the index `cell`, which is stored row by
    /// row.
    @inline(__always)
    func at(_ cell: Int32) -> UnsafeMutablePointer<UInt8> { bytes.at(Int(cell) * Self.size) }
}
