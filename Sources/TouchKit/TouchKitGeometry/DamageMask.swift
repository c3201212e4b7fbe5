/// A bit mask of damaged pixels, with one bit for each cell of 2 × 1 pixels.
///
/// Rectangles are too coarse for some damage: a rotating line changes two thin edges across the
/// whole screen. With the mask, the repainted area is at most twice the changed area. A union takes
/// one OR per 64 cells of the marked rows and columns. The mask uses one bit for two pixels and
/// allocates nothing after `init`.
package struct DamageMask: Sendable {
    /// The width of a cell, in pixels.
    package static let cellWidth = 2

    /// The width of the picture, in pixels.
    package let width: Int
    /// The height of the picture, in pixels.
    package let height: Int
    /// The number of 64-bit words in a row, each for 64 cells.
    package let wordsPerRow: Int
    /// The cells of all rows.
    private var words: [UInt64]
    /// The range of rows that contains all marked pixels.
    private var rows: Range<Int> = 0..<0
    /// The range of words of a row that contains all marked pixels, because the damage of a frame
    /// is usually much narrower than the picture.
    private var columns: Range<Int> = 0..<0

    /// Creates an empty mask for a picture of the given size, in pixels.
    package init(width: Int, height: Int) {
        precondition(width > 0 && height > 0, "damage mask: the size must be positive")
        self.width = width
        self.height = height
        let cells = (width + Self.cellWidth - 1) / Self.cellWidth
        wordsPerRow = (cells + 63) / 64
        words = Array(repeating: 0, count: wordsPerRow * height)
    }

    /// Sequences of words at equal distances that together are all words which may contain marks.
    ///
    /// Words of whole rows are one sequence of adjacent words. Otherwise each column is a sequence,
    /// because rows of one or two words would cost more for the loop than for the words.
    private struct WordSequences {
        /// The index of the first word of the first sequence.
        let first: Int
        /// The number of sequences, which begin at adjacent words.
        let count: Int
        /// The number of words in a sequence.
        let length: Int
        /// The distance between the words of a sequence.
        let step: Int
    }

    /// The words that may contain marks.
    private var usedWords: WordSequences {
        let first = rows.lowerBound &* wordsPerRow &+ columns.lowerBound
        return columns.count == wordsPerRow
            ? WordSequences(
                first: first, count: 1, length: rows.count &* wordsPerRow, step: 1)
            : WordSequences(
                first: first, count: columns.count, length: rows.count, step: wordsPerRow)
    }

    /// Returns the indices in `words` of the words of a row that may contain marks.
    @inline(__always)
    private func usedWords(ofRow row: Int) -> Range<Int> {
        let base = row &* wordsPerRow
        return (base &+ columns.lowerBound)..<(base &+ columns.upperBound)
    }

    /// Whether no pixel is marked.
    package var isEmpty: Bool {
        words.withUnsafeBufferPointer { words in
            for row in rows {
                for index in usedWords(ofRow: row) where words[index] != 0 { return false }
            }
            return true
        }
    }

    /// The number of marked pixels.
    package var area: Int {
        let cells = words.withUnsafeBufferPointer { words in
            var cells = 0
            for row in rows {
                for index in usedWords(ofRow: row) where words[index] != 0 {
                    cells &+= words[index].nonzeroBitCount
                }
            }
            return cells
        }
        var pixels = cells * Self.cellWidth
        // The last cell of a row may extend beyond the picture.
        if width % Self.cellWidth != 0 {
            for row in rows where contains(x: width - 1, y: row) { pixels -= 1 }
        }
        return pixels
    }

    /// Returns whether the pixel in column `x` and row `y` is marked.
    package func contains(x: Int, y: Int) -> Bool {
        let cell = x / Self.cellWidth
        return words[y * wordsPerRow + cell / 64] >> UInt64(cell % 64) & 1 == 1
    }

    /// Removes the marks of all pixels.
    ///
    /// - Complexity: O(marked rows × marked columns).
    package mutating func removeAll() {
        if rows.isEmpty { return }
        let used = usedWords
        words.withUnsafeMutableBufferPointer { words in
            for first in used.first..<(used.first &+ used.count) {
                if used.step == 1 {
                    for index in first..<(first &+ used.length) { words[index] = 0 }
                } else {
                    var index = first
                    for _ in 0..<used.length {
                        words[index] = 0
                        index &+= used.step
                    }
                }
            }
        }
        rows = 0..<0
        columns = 0..<0
    }

    /// Marks the cells that contain the pixels in the columns `columns` of the row `row`.
    ///
    /// - Precondition: The pixels are inside the picture.
    package mutating func mark(_ columns: Range<Int>, row: Int) {
        if columns.isEmpty { return }
        precondition(
            columns.lowerBound >= 0 && columns.upperBound <= width && row >= 0 && row < height,
            "damage mask: the pixels must be inside the picture")
        let first = columns.lowerBound / Self.cellWidth
        let last = (columns.upperBound - 1) / Self.cellWidth
        include(row..<(row + 1), first / 64..<(last / 64 + 1))
        let base = row * wordsPerRow
        var word = first / 64
        while word <= last / 64 {
            let low = max(first - word * 64, 0)
            let high = min(last - word * 64, 63)
            words[base + word] |= (UInt64.max >> UInt64(63 - (high - low))) << UInt64(low)
            word += 1
        }
    }

    /// Marks up to 64 cells of a row.
    ///
    /// - Parameters:
    ///   - cells: A mask with one bit for each cell; the lowest bit is the leftmost cell.
    ///   - column: The pixel column at which the first cell begins, a multiple of 128.
    ///   - row: The row that contains the cells.
    /// - Precondition: The marked cells are inside the picture.
    package mutating func mark(cells: UInt64, fromColumn column: Int, row: Int) {
        precondition(
            column >= 0 && column < width && row >= 0 && row < height,
            "damage mask: the pixels must be inside the picture")
        let word = column / (64 * Self.cellWidth)
        include(row..<(row + 1), word..<(word + 1))
        words[row * wordsPerRow + word] |= cells
    }

    /// Marks a rectangle, clipped to the picture.
    package mutating func formUnion(_ rect: PixelRect) {
        let inside = rect.intersection(PixelRect(x: 0, y: 0, width: width, height: height))
        if inside.isEmpty { return }
        for row in inside.minY..<inside.maxY { mark(inside.minX..<inside.maxX, row: row) }
    }

    /// Marks all cells that are marked in another mask of the same size.
    ///
    /// - Complexity: O(marked rows × marked columns of `other`).
    package mutating func formUnion(_ other: DamageMask) {
        precondition(
            width == other.width && height == other.height, "damage mask: both sizes must be equal")
        if other.rows.isEmpty { return }
        include(other.rows, other.columns)
        let used = other.usedWords
        words.withUnsafeMutableBufferPointer { words in
            other.words.withUnsafeBufferPointer { more in
                for first in used.first..<(used.first &+ used.count) {
                    if used.step == 1 {
                        for index in first..<(first &+ used.length) { words[index] |= more[index] }
                    } else {
                        var index = first
                        for _ in 0..<used.length {
                            words[index] |= more[index]
                            index &+= used.step
                        }
                    }
                }
            }
        }
    }

    /// Calls `body` for each horizontal run of marked pixels, from top to bottom and from left to
    /// right.
    package func forEachRun(_ body: (_ row: Int, _ columns: Range<Int>) -> Void) {
        words.withUnsafeBufferPointer { words in
            for row in rows {
                let line = UnsafeBufferPointer(rebasing: words[usedWords(ofRow: row)])
                let left = columns.lowerBound * 64
                Self.forEachRun(in: line) { first, end in
                    body(
                        row,
                        (left + first) * Self.cellWidth..<min((left + end) * Self.cellWidth, width))
                }
            }
        }
    }

    /// Calls `body` with the first cell and the end cell of each run of marked cells in a row, from
    /// left to right.
    @inline(__always)
    private static func forEachRun(
        in line: UnsafeBufferPointer<UInt64>, _ body: (_ first: Int, _ end: Int) -> Void
    ) {
        var word = 0
        var bits: UInt64 = 0
        while true {
            while bits == 0 {
                if word == line.count { return }
                bits = line[word]
                word &+= 1
            }
            let first = bits.trailingZeroBitCount
            let start = (word &- 1) &* 64 &+ first
            var gaps = ~bits & (UInt64.max &<< UInt64(truncatingIfNeeded: first))
            while gaps == 0 {
                if word == line.count { return body(start, word &* 64) }
                bits = line[word]
                gaps = ~bits
                word &+= 1
            }
            let end = gaps.trailingZeroBitCount
            body(start, (word &- 1) &* 64 &+ end)
            bits &= UInt64.max &<< UInt64(truncatingIfNeeded: end)
        }
    }

    /// A range of rows that contains all marked pixels. The range is empty if no row was marked
    /// since the last call of `removeAll()`.
    package var markedRows: Range<Int> { rows }

    /// Copies 64 cells of each of several rows, so that the caller can process the mask column by
    /// column.
    ///
    /// The lowest bit of each copied word is the leftmost cell. Rows outside the picture have no
    /// marks.
    ///
    /// - Parameters:
    ///   - word: The index of the 64-bit word in each row, 0..<`wordsPerRow`.
    ///   - first: The first row.
    ///   - step: The distance between consecutive rows, 1 or −1.
    ///   - count: The number of rows.
    ///   - target: The memory to which the cells are copied: one 64-bit word for each of the
    ///     `count` rows.
    /// - Returns: Two masks: `any` has the cells that are marked in at least one of the rows, and
    ///   `all` has the cells that are marked in all of the rows.
    package func copyCells(
        word: Int, from first: Int, step: Int, count: Int,
        to target: UnsafeMutablePointer<UInt64>
    ) -> (any: UInt64, all: UInt64) {
        precondition(
            word >= 0 && word < wordsPerRow, "damage mask: the word index is out of bounds")
        var any: UInt64 = 0
        var all = UInt64.max
        for index in 0..<count {
            let row = first + index * step
            let cells = row >= 0 && row < height ? words[row &* wordsPerRow &+ word] : 0
            target[index] = cells
            any |= cells
            all &= cells
        }
        return (any, all)
    }

    /// Adds rectangles to `region` that cover all marked pixels.
    ///
    /// One rectangle is added for each band of `bandHeight` rows, so that the region has to merge
    /// only few rectangles.
    package func addCoveringRects(to region: inout Region, bandHeight: Int = 32) {
        var top = rows.lowerBound
        while top < rows.upperBound {
            let bottom = min(top + bandHeight, rows.upperBound)
            region.formUnion(box(ofRows: top..<bottom))
            top = bottom
        }
    }

    /// Returns the bounding box of the marked pixels in a range of rows.
    private func box(ofRows band: Range<Int>) -> PixelRect {
        var (first, last) = (Int.max, Int.min)
        var (top, bottom) = (Int.max, Int.min)
        words.withUnsafeBufferPointer { words in
            for row in band {
                let base = row * wordsPerRow
                for index in usedWords(ofRow: row) where words[index] != 0 {
                    let start = (index - base) * 64
                    top = min(top, row)
                    bottom = row
                    first = min(first, start + words[index].trailingZeroBitCount)
                    last = max(last, start + 63 - words[index].leadingZeroBitCount)
                }
            }
        }
        if first > last { return .empty }
        return PixelRect(
            minX: first * Self.cellWidth, minY: top, maxX: min((last + 1) * Self.cellWidth, width),
            maxY: bottom + 1)
    }

    /// Extends the ranges of marked rows and words.
    @inline(__always)
    private mutating func include(_ moreRows: Range<Int>, _ moreColumns: Range<Int>) {
        if rows.isEmpty {
            rows = moreRows
            columns = moreColumns
            return
        }
        rows =
            min(rows.lowerBound, moreRows.lowerBound)..<max(rows.upperBound, moreRows.upperBound)
        columns =
            min(
                columns.lowerBound, moreColumns.lowerBound)..<max(
                columns.upperBound, moreColumns.upperBound)
    }
}
