/// The heights of a table view's rows, with sums in logarithmic time.
///
/// A row that was never shown has an estimated height. Sums are kept in a Fenwick tree: the entry
/// of a one-based index is the sum of as many heights as the index's lowest set bit.
struct RowHeights {
    private var heights: [CGFloat] = []
    private var sums: [CGFloat] = []

    /// Creates the heights of `count` rows, all equal to `estimate`, in points.
    init(count: Int = 0, estimate: CGFloat = 0) {
        heights = Array(repeating: estimate, count: count)
        rebuild()
    }

    /// The number of rows.
    var count: Int { heights.count }

    /// The height of a row, in points.
    subscript(row: Int) -> CGFloat { heights[row] }

    /// The sum of all heights, in points.
    var total: CGFloat { offset(of: count) }

    /// Returns the sum of the heights of the rows before `row`, in points.
    func offset(of row: Int) -> CGFloat {
        var sum: CGFloat = 0
        var index = row
        while index > 0 {
            sum += sums[index - 1]
            index &= index - 1
        }
        return sum
    }

    /// Returns the row that contains an offset in points, limited to the rows; 0 without rows.
    func row(at offset: CGFloat) -> Int {
        var step = 1
        while step * 2 <= count { step *= 2 }
        var index = 0
        var rest = offset
        while step > 0 {
            if index + step <= count && sums[index + step - 1] <= rest {
                index += step
                rest -= sums[index - 1]
            }
            step /= 2
        }
        return max(0, min(index, count - 1))
    }

    /// Changes the height of a row, in points.
    mutating func setHeight(_ height: CGFloat, of row: Int) {
        let change = height - heights[row]
        if change == 0 { return }
        heights[row] = height
        var index = row + 1
        while index <= count {
            sums[index - 1] += change
            index += index & -index
        }
    }

    /// Removes rows, and then inserts rows with an estimated height. The cost is proportional to
    /// the number of rows.
    ///
    /// - Parameters:
    ///   - removed: The rows to remove, as numbers before the change.
    ///   - inserted: The rows to insert, in ascending order, as numbers after the change.
    ///   - estimate: The height of the inserted rows, in points.
    mutating func update(removing removed: Set<Int>, inserting inserted: [Int], estimate: CGFloat) {
        heights = heights.indices.filter { !removed.contains($0) }.map { heights[$0] }
        for row in inserted { heights.insert(estimate, at: min(row, heights.count)) }
        rebuild()
    }

    private mutating func rebuild() {
        sums = heights
        for index in sums.indices {
            let parent = index | (index + 1)
            if parent < sums.count { sums[parent] += sums[index] }
        }
    }
}
