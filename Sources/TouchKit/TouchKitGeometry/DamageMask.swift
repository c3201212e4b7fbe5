/// The pixels of a picture that changed, in cells of 2 × 1 pixels, one bit each.
///
/// Rectangles are too coarse for damage: a turning line changes two thin rims across the whole
/// screen. A cell holds two pixels, so what is damaged is at most twice what really differs; union
/// is a row of ORs, and the memory is a 64th of the screen's. Rows that hold nothing are passed
/// over. Nothing here allocates after `init`.
package struct DamageMask: Sendable {
    /// The width of a cell, in pixels.
    package static let cellWidth = 2

    /// The picture's width, in pixels.
    package let width: Int
    /// The picture's height, in pixels.
    package let height: Int
    /// The words of 64 cells in a row.
    package let wordsPerRow: Int
    private var words: [UInt64]
    /// The rows that may hold cells; all others hold none.
    private var rows: Range<Int> = 0..<0

    /// Makes an empty mask for a picture of this size, in pixels.
    package init(width: Int, height: Int) {
        precondition(width > 0 && height > 0, "a picture has pixels")
        self.width = width
        self.height = height
        let cells = (width + Self.cellWidth - 1) / Self.cellWidth
        wordsPerRow = (cells + 63) / 64
        words = Array(repeating: 0, count: wordsPerRow * height)
    }

    /// Whether no pixel is marked.
    package var isEmpty: Bool {
        for index in (rows.lowerBound * wordsPerRow)..<(rows.upperBound * wordsPerRow)
        where words[index] != 0 { return false }
        return true
    }

    /// The number of marked pixels.
    package var area: Int {
        var cells = 0
        for index in (rows.lowerBound * wordsPerRow)..<(rows.upperBound * wordsPerRow) {
            cells += words[index].nonzeroBitCount
        }
        var pixels = cells * Self.cellWidth
        // The last cell of a row may go beyond the picture.
        if width % Self.cellWidth != 0 {
            for row in rows where contains(x: width - 1, y: row) { pixels -= 1 }
        }
        return pixels
    }

    /// Whether the pixel is marked.
    package func contains(x: Int, y: Int) -> Bool {
        let cell = x / Self.cellWidth
        return words[y * wordsPerRow + cell / 64] >> UInt64(cell % 64) & 1 == 1
    }

    /// Unmarks all pixels.
    ///
    /// - Complexity: O(marked rows).
    package mutating func removeAll() {
        for index in (rows.lowerBound * wordsPerRow)..<(rows.upperBound * wordsPerRow) {
            words[index] = 0
        }
        rows = 0..<0
    }

    /// Marks the cells of a row that hold these pixels.
    ///
    /// - Precondition: The pixels lie inside the picture.
    package mutating func mark(_ columns: Range<Int>, row: Int) {
        if columns.isEmpty { return }
        precondition(
            columns.lowerBound >= 0 && columns.upperBound <= width && row >= 0 && row < height,
            "marked pixels lie inside the picture")
        include(row..<(row + 1))
        let first = columns.lowerBound / Self.cellWidth
        let last = (columns.upperBound - 1) / Self.cellWidth
        let base = row * wordsPerRow
        var word = first / 64
        while word <= last / 64 {
            let low = max(first - word * 64, 0)
            let high = min(last - word * 64, 63)
            words[base + word] |= (UInt64.max >> UInt64(63 - (high - low))) << UInt64(low)
            word += 1
        }
    }

    /// Marks up to 64 cells of a row at once.
    ///
    /// - Parameters:
    ///   - cells: A bit for each cell, the leftmost lowest.
    ///   - column: The first cell's first column: a multiple of 128.
    ///   - row: The row.
    /// - Precondition: The cells lie inside the picture.
    package mutating func mark(cells: UInt64, fromColumn column: Int, row: Int) {
        precondition(
            column >= 0 && column < width && row >= 0 && row < height,
            "marked pixels lie inside the picture")
        include(row..<(row + 1))
        words[row * wordsPerRow + column / (64 * Self.cellWidth)] |= cells
    }

    /// Marks a rectangle; what lies outside the picture is passed over.
    package mutating func formUnion(_ rect: PixelRect) {
        let inside = rect.intersection(PixelRect(x: 0, y: 0, width: width, height: height))
        if inside.isEmpty { return }
        for row in inside.minY..<inside.maxY { mark(inside.minX..<inside.maxX, row: row) }
    }

    /// Marks what another mask of the same size marks.
    ///
    /// - Complexity: O(rows that the other one marks).
    package mutating func formUnion(_ other: DamageMask) {
        precondition(width == other.width && height == other.height, "masks of one picture")
        if other.rows.isEmpty { return }
        include(other.rows)
        for index in (other.rows.lowerBound * wordsPerRow)..<(other.rows.upperBound * wordsPerRow) {
            words[index] |= other.words[index]
        }
    }

    /// Calls `body` for every unbroken run of marked pixels: rows from the top, runs from the left.
    package func forEachRun(_ body: (_ row: Int, _ columns: Range<Int>) -> Void) {
        words.withUnsafeBufferPointer { words in
            for row in rows {
                let line = UnsafeBufferPointer(
                    rebasing: words[row * wordsPerRow..<(row + 1) * wordsPerRow])
                Self.forEachRun(in: line) { first, end in
                    body(row, first * Self.cellWidth..<min(end * Self.cellWidth, width))
                }
            }
        }
    }

    /// Calls `body` for every unbroken run of bits, from the lowest of the first word on.
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

    /// The rows outside which nothing is marked.
    package var markedRows: Range<Int> { rows }

    /// Copies 64 cells of each of some rows, the leftmost in the lowest bit; rows outside the picture
    /// hold none. For whoever needs marked pixels by columns.
    ///
    /// - Parameters:
    ///   - word: Which 64 cells, 0..<`wordsPerRow`.
    ///   - first: The first row.
    ///   - step: 1 or −1: from a row to the next one.
    ///   - count: The number of rows.
    ///   - target: Room for `count` words.
    /// - Returns: The cells that are marked in any of these rows, and in all of them.
    package func copyCells(
        word: Int, from first: Int, step: Int, count: Int,
        to target: UnsafeMutablePointer<UInt64>
    ) -> (any: UInt64, all: UInt64) {
        precondition(word >= 0 && word < wordsPerRow, "a row has that many words")
        var any: UInt64 = 0
        var all = UInt64.max
        for index in 0..<count {
            let row = first + index * step
            let cells = row >= 0 && row < height ? words[row * wordsPerRow + word] : 0
            target[index] = cells
            any |= cells
            all &= cells
        }
        return (any, all)
    }

    /// Adds rectangles that cover all marked pixels to a region, as few as the region keeps.
    ///
    /// Rows are gathered in bands first, so that the region merges tens of boxes, not thousands.
    package func cover(with region: inout Region, bandHeight: Int = 32) {
        var top = rows.lowerBound
        while top < rows.upperBound {
            let bottom = min(top + bandHeight, rows.upperBound)
            var box = PixelRect.empty
            for row in top..<bottom {
                let first = nextColumn(from: 0, row: row, marked: true)
                if first >= width { continue }
                box = box.union(
                    PixelRect(minX: first, minY: row, maxX: end(ofRow: row), maxY: row + 1))
            }
            region.formUnion(box)
            top = bottom
        }
    }

    /// The first column from `column` on that is marked, or isn't; `width` if there is none.
    private func nextColumn(from column: Int, row: Int, marked: Bool) -> Int {
        var cell = (column + Self.cellWidth - 1) / Self.cellWidth
        let base = row * wordsPerRow
        while cell < wordsPerRow * 64 {
            let word = marked ? words[base + cell / 64] : ~words[base + cell / 64]
            let rest = word >> UInt64(cell % 64)
            if rest != 0 { return min((cell + rest.trailingZeroBitCount) * Self.cellWidth, width) }
            cell = (cell / 64 + 1) * 64
        }
        return width
    }

    /// The column after the last marked pixel of a row that has one.
    private func end(ofRow row: Int) -> Int {
        var word = wordsPerRow - 1
        while word >= 0 {
            let bits = words[row * wordsPerRow + word]
            if bits != 0 {
                return min((word * 64 + 64 - bits.leadingZeroBitCount) * Self.cellWidth, width)
            }
            word -= 1
        }
        return 0
    }

    private mutating func include(_ more: Range<Int>) {
        rows =
            rows.isEmpty
            ? more
            : min(rows.lowerBound, more.lowerBound)..<max(rows.upperBound, more.upperBound)
    }
}
