/// Where a region's pixels are, roughly: a bit for each cell of a picture that has some.
///
/// For whoever has many small things and asks of each whether the region has anything of it: the answer
/// takes a few bits instead of a walk over the rectangles. It may be yes where only the cell has
/// something, never no where the thing does. Nothing allocates after `init`.
package struct RegionGrid: Sendable {
    /// Of a cell, in pixels: a line across the screen mustn't mean what is near to it.
    private static let cellSize = 4

    /// A bit for each cell, rows of whole words, the leftmost cell in the lowest bit.
    private var words: [UInt64]
    private let wordsPerRow: Int
    private let picture: PixelRect

    /// Makes an empty grid over a picture of this size, in pixels.
    package init(width: Int, height: Int) {
        precondition(width > 0 && height > 0, "a picture has pixels")
        picture = PixelRect(x: 0, y: 0, width: width, height: height)
        wordsPerRow = (width - 1) / (64 * Self.cellSize) + 1
        words = Array(repeating: 0, count: wordsPerRow * ((height - 1) / Self.cellSize + 1))
    }

    /// Takes over where a region is, instead of what was known before.
    ///
    /// - Complexity: O(cells / 64 + rectangles × words that they touch).
    package mutating func set(_ region: Region) {
        for index in words.indices { words[index] = 0 }
        for rect in region.rects {
            guard let cells = Cells(rect, in: picture) else { continue }
            for row in cells.rows {
                for word in cells.words {
                    words[row &* wordsPerRow &+ word] |= cells.mask(ofWord: word)
                }
            }
        }
    }

    /// Whether the region may have pixels of a rectangle.
    package func mayIntersect(_ rect: PixelRect) -> Bool {
        guard let cells = Cells(rect, in: picture) else { return false }
        for row in cells.rows {
            for word in cells.words
            where words[row &* wordsPerRow &+ word] & cells.mask(ofWord: word) != 0 { return true }
        }
        return false
    }

    /// The cells that have something of a rectangle.
    private struct Cells {
        let rows: ClosedRange<Int>
        private let first: Int
        private let last: Int

        /// Nil outside the picture.
        @inline(__always)
        init?(_ rect: PixelRect, in picture: PixelRect) {
            let (minX, maxX) = (max(rect.minX, picture.minX), min(rect.maxX, picture.maxX))
            let (minY, maxY) = (max(rect.minY, picture.minY), min(rect.maxY, picture.maxY))
            guard minX < maxX, minY < maxY else { return nil }
            first = minX / cellSize
            last = (maxX - 1) / cellSize
            rows = minY / cellSize...(maxY - 1) / cellSize
        }

        @inline(__always)
        var words: ClosedRange<Int> { first >> 6...last >> 6 }

        /// The bits in a word of a row.
        @inline(__always)
        func mask(ofWord word: Int) -> UInt64 {
            let low = max(first &- word &* 64, 0)
            let high = min(last &- word &* 64, 63)
            return (UInt64.max &>> UInt64(63 &- high)) & (UInt64.max &<< UInt64(low))
        }
    }
}
