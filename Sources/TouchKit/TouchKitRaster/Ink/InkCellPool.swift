/// A pool of coverage buffers for wet ink: cells of 32 × 32 pixels with one byte per pixel.
///
/// Strokes allocate cells where they cover pixels and free them when they are removed. Freed cells
/// are reused, so that drawing again allocates no memory.
final class InkCellPool {
    /// The base-2 logarithm of a cell's width and height, in pixels.
    static let shift = 5
    /// The width and height of a cell, in pixels.
    static let extent = 1 << shift
    /// The number of pixels of a cell.
    private static let size = extent * extent

    /// The coverage of all cells.
    private let bytes: ChunkedArray<UInt8>
    /// The numbers of the free cells.
    private var freeCells: [Int32] = []

    /// Reserves address space for `count` cells; the pool grows if more are needed.
    ///
    /// The operating system commits a memory page only when it is first written.
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

    /// Allocates a cell with coverage 0 and returns its number.
    func allocate() -> Int32 {
        guard let number = freeCells.popLast() else {
            return Int32(bytes.append(0, copies: Self.size) / Self.size)
        }
        at(number).update(repeating: 0, count: Self.size)
        return number
    }

    /// Returns a cell to the pool.
    func release(_ number: Int32) {
        freeCells.append(number)
    }

    /// Returns the address of a cell's coverage, which is stored row by row.
    @inline(__always)
    func at(_ number: Int32) -> UnsafeMutablePointer<UInt8> { bytes.at(Int(number) * Self.size) }
}
