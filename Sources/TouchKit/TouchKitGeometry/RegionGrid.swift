/// A coarse bitmap of a region, with one bit for each cell of 4 × 4 pixels.
///
/// The grid quickly tests many small rectangles for intersection with the region. A negative result
/// is always correct. A positive result may be wrong, because the rectangle may intersect only a
/// cell that the region touches and not the region itself.
package struct RegionGrid: Sendable {
    /// The width and height of a cell, in pixels.
    ///
    /// Small cells reduce the number of wrong positive results near thin lines.
    private static let cellSize = 4

    /// One bit for each cell, with the leftmost cell of a word in its lowest bit.
    private var words: [UInt64]
    private let wordsPerRow: Int
    private let picture: PixelRect
    /// The range of words that may contain bits.
    private var usedWords: Range<Int> = 0..<0

    /// Creates an empty grid for a picture of the given size, in pixels.
    package init(width: Int, height: Int) {
        precondition(width > 0 && height > 0, "region grid: the size must be positive")
        picture = PixelRect(x: 0, y: 0, width: width, height: height)
        wordsPerRow = (width - 1) / (64 * Self.cellSize) + 1
        words = Array(repeating: 0, count: wordsPerRow * ((height - 1) / Self.cellSize + 1))
    }

    /// Replaces the contents of the grid with the cells that intersect `region`.
    ///
    /// - Complexity: O(words in the rows of the previous and the new region).
    package mutating func set(_ region: Region) {
        for index in usedWords { words[index] = 0 }
        usedWords = 0..<0
        for rect in region.rects {
            guard let cells = Cells(rect, in: picture) else { continue }
            let first = cells.rows.lowerBound * wordsPerRow
            let end = (cells.rows.upperBound + 1) * wordsPerRow
            usedWords =
                usedWords.isEmpty
                ? first..<end : min(first, usedWords.lowerBound)..<max(end, usedWords.upperBound)
            for row in cells.rows {
                for word in cells.words {
                    words[row &* wordsPerRow &+ word] |= cells.mask(ofWord: word)
                }
            }
        }
    }

    /// Returns whether `rect` may intersect the region. False positives are possible.
    package func mayIntersect(_ rect: PixelRect) -> Bool {
        guard let cells = Cells(rect, in: picture) else { return false }
        for row in cells.rows {
            for word in cells.words
            where words[row &* wordsPerRow &+ word] & cells.mask(ofWord: word) != 0 { return true }
        }
        return false
    }

    /// The cells that intersect a rectangle.
    private struct Cells {
        let rows: ClosedRange<Int>
        private let first: Int
        private let last: Int

        /// Creates the cells of a rectangle, or returns `nil` if it is outside the picture.
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

        /// Returns the bits of the cells of a row that are in the word with the index `word`.
        @inline(__always)
        func mask(ofWord word: Int) -> UInt64 {
            let low = max(first &- word &* 64, 0)
            let high = min(last &- word &* 64, 63)
            return (UInt64.max &>> UInt64(63 &- high)) & (UInt64.max &<< UInt64(low))
        }
    }
}
