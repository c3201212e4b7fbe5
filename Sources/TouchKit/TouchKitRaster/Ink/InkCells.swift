/// Memory for the coverage of ink, in cells of 32 × 32 pixels, one byte each: strokes take them where they
/// come by and give them back when they go.
///
/// Cells that were given back are used again, so that ink on known ground allocates nothing.
final class InkCells {
    /// A cell's width and height, in pixels, are 2 to this power.
    static let shift = 5
    /// A cell's width and height, in pixels.
    static let extent = 1 << shift
    private static let size = extent * extent

    private let bytes: Slabs<UInt8>
    private var free: [Int32] = []

    /// Takes memory for as many cells as a picture has, and more when all are in use: none of it is
    /// touched before there is ink.
    ///
    /// - Parameter count: The number of the picture's cells.
    init(count: Int) {
        var shift = 2 * Self.shift
        while Self.size * count > 1 << shift { shift += 1 }
        bytes = Slabs(shift: shift)
        free.reserveCapacity(1 << (shift - 2 * Self.shift))
    }

    /// How many cells lie along so many pixels.
    static func count(along pixels: Int) -> Int { (pixels + extent - 1) >> shift }

    /// A cell without any coverage.
    func take() -> Int32 {
        guard let number = free.popLast() else {
            return Int32(bytes.append(0, copies: Self.size) / Self.size)
        }
        at(number).update(repeating: 0, count: Self.size)
        return number
    }

    /// Takes a cell back that nobody uses any more.
    func giveBack(_ number: Int32) {
        free.append(number)
    }

    /// A cell's pixels, row by row.
    @inline(__always)
    func at(_ number: Int32) -> UnsafeMutablePointer<UInt8> { bytes.at(Int(number) * Self.size) }
}
