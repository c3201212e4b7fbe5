/// The memory in which paths are gathered and painted, one band of rows at a time; it grows to the
/// widest clip that was painted, and is used again.
final class PathScratch {
    private var width = 0
    private var cells: UnsafeMutablePointer<Int32>
    private var bytes: UnsafeMutablePointer<UInt8>
    private var pixels: UnsafeMutablePointer<UInt32>
    private let firsts: UnsafeMutablePointer<Int>
    private let ends: UnsafeMutablePointer<Int>

    /// Beside the clip's own columns: up to 7 before it, to the chunk grid, and as many after it.
    private static let slack = 24

    init() {
        let rows = PathLimits.bandHeight
        cells = .allocate(capacity: 0)
        bytes = .allocate(capacity: 0)
        pixels = .allocate(capacity: 0)
        firsts = .allocate(capacity: rows)
        ends = .allocate(capacity: rows)
        firsts.initialize(repeating: .max, count: rows)
        ends.initialize(repeating: .min, count: rows)
    }

    deinit {
        cells.deallocate()
        bytes.deallocate()
        pixels.deallocate()
        firsts.deallocate()
        ends.deallocate()
    }

    /// Makes sure that there is memory for so many columns.
    func prepare(width: Int) {
        if width <= self.width { return }
        self.width = width
        cells.deallocate()
        bytes.deallocate()
        pixels.deallocate()
        let columns = width + Self.slack
        cells = .allocate(capacity: columns * PathLimits.bandHeight)
        bytes = .allocate(capacity: columns)
        pixels = .allocate(capacity: columns)
        cells.initialize(repeating: 0, count: columns * PathLimits.bandHeight)
        bytes.initialize(repeating: 0, count: columns)
        pixels.initialize(repeating: 0, count: columns)
    }

    /// The rows that are gathered, addressed by canvas columns from this one on.
    func gathered(from column: Int) -> GatheredRows {
        GatheredRows(
            cells: cells - (column & ~7), stride: width + Self.slack, firsts: firsts, ends: ends)
    }

    /// The coverage of a row, 0…255, addressed by canvas columns from this one on.
    func coverage(from column: Int) -> UnsafeMutablePointer<UInt8> { bytes - (column & ~7) }

    /// The pixels of a row that a paint makes, addressed likewise.
    func source(from column: Int) -> UnsafeMutablePointer<UInt32> { pixels - (column & ~7) }
}
