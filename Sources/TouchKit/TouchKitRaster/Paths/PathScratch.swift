/// The buffers for rendering paths, one band of rows at a time. The buffers grow to the widest clip
/// and are reused.
final class PathScratch {
    /// The width of the widest clip for which the buffers are large enough, in pixels.
    private var width = 0
    /// The memory of the accumulation buffer.
    private var cells: UnsafeMutablePointer<Int32>
    /// The memory for one row of coverage.
    private var bytes: UnsafeMutablePointer<UInt8>
    /// The memory for one row of pixels of a gradient or pattern.
    private var pixels: UnsafeMutablePointer<UInt32>
    /// The modified columns of each row of the accumulation buffer.
    private let columns: UnsafeMutablePointer<AccumulatedColumns>

    /// The number of columns in addition to the width of the clip: up to 7 before the
    /// clip, because each row begins at a multiple of 8 columns, and up to 5 after it. An edge on
    /// the right border modifies the first two of them, and coverage is computed for four at once.
    private static let extraColumns = 24

    /// Creates buffers for a clip width of 0. Call `prepare(width:)` before painting.
    init() {
        let rows = PathLimits.bandHeight
        cells = .allocate(capacity: 0)
        bytes = .allocate(capacity: 0)
        pixels = .allocate(capacity: 0)
        columns = .allocate(capacity: rows)
        columns.initialize(repeating: AccumulatedColumns(), count: rows)
    }

    deinit {
        cells.deallocate()
        bytes.deallocate()
        pixels.deallocate()
        columns.deallocate()
    }

    /// Ensures that the buffers are large enough for `width` columns.
    func prepare(width: Int) {
        if width <= self.width { return }
        self.width = width
        cells.deallocate()
        bytes.deallocate()
        pixels.deallocate()
        let columns = width + Self.extraColumns
        cells = .allocate(capacity: columns * PathLimits.bandHeight)
        bytes = .allocate(capacity: columns)
        pixels = .allocate(capacity: columns)
        cells.initialize(repeating: 0, count: columns * PathLimits.bandHeight)
        bytes.initialize(repeating: 0, count: columns)
        pixels.initialize(repeating: 0, count: columns)
    }

    /// Returns the accumulation buffer, indexed by canvas columns beginning with the chunk of
    /// `column`.
    func accumulationBuffer(from column: Int) -> AccumulationBuffer {
        AccumulationBuffer(
            cells: cells - (column & ~7), stride: width + Self.extraColumns, columns: columns)
    }

    /// Returns the memory for a row of coverage, indexed by canvas columns beginning with the chunk
    /// of `column`.
    func coverage(from column: Int) -> UnsafeMutablePointer<UInt8> { bytes - (column & ~7) }

    /// Returns the memory for a row of a paint's pixels, indexed by canvas columns beginning with
    /// the chunk of `column`.
    func source(from column: Int) -> UnsafeMutablePointer<UInt32> { pixels - (column & ~7) }
}
