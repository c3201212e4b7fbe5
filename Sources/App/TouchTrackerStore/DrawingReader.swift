import TouchKitGeometry

/// A reader that reads a stored drawing stroke by stroke in drawing order, and the points of each
/// stroke in parts. The memory does not depend on the number and the length of the strokes.
///
/// The reader reads all strokes in one transaction, in the same state, even if another process
/// writes. The store must not be used otherwise until the reader is released.
package final class DrawingReader {
    /// The maximum number of points in a part.
    package static let partCount = 256

    /// The properties of the drawing.
    package let head: DrawingHead
    private let database: Database
    private var rows: Statement?
    private var blob: Blob?
    private var bytes: [UInt8]

    /// Begins to read the drawing in `store`.
    ///
    /// - Complexity: O(*n*), where *n* is the number of strokes; O(*n* log *n*) if strokes were
    ///   brought to the front.
    package init(_ store: DrawingStore) throws(StoreError) {
        let database = store.database
        bytes = Array(repeating: 0, count: Self.partCount * PointEncoding.stride)
        self.database = database
        try database.run("BEGIN")
        do throws(StoreError) {
            head = try store.head()
            let isInOrder = try Self.isInDrawingOrder(database)
            rows = try Statement(
                database,
                isInOrder ? Schema.selectOutlines : Schema.selectOutlinesInDrawingOrder)
        } catch {
            if database.isInTransaction { try? database.run("ROLLBACK") }
            throw error
        }
    }

    deinit {
        blob = nil
        rows = nil
        // A failure has no effect, because nothing was changed. Closing the connection ends the
        // transaction.
        if database.isInTransaction { try? database.run("ROLLBACK") }
    }

    /// Returns whether the order of the identifiers is the drawing order.
    private static func isInDrawingOrder(_ database: Database) throws(StoreError) -> Bool {
        let levels = try Statement(database, Schema.selectLevels)
        var last = Int64.min
        while try levels.step() {
            if levels.integer(0) < last { return false }
            last = levels.integer(0)
        }
        return true
    }

    /// Advances to the next stroke.
    ///
    /// - Returns: The identifier of the stroke and the stroke without its points, which is `nil` if
    ///   a value is invalid; or `nil` after the last stroke.
    package func next() throws(StoreError) -> (id: Int64, outline: StoredStroke?)? {
        guard let rows, try rows.step() else { return nil }
        let id = rows.integer(0)
        // In a file of another program, the points may be another type than a blob.
        guard let outline = DrawingStore.outline(rows), rows.integer(5) == 1 else {
            return (id, nil)
        }
        if let blob {
            try blob.move(toRow: id)
        } else {
            blob = try Blob(database, table: "stroke", column: "points", row: id)
        }
        return (id, outline)
    }

    /// The number of points of the current stroke, or 0 if the last point is incomplete.
    package var pointCount: Int {
        guard let blob, blob.byteCount.isMultiple(of: PointEncoding.stride) else { return 0 }
        return blob.byteCount / PointEncoding.stride
    }

    /// Replaces the contents of `points` with the points of the current stroke from `index`, at
    /// most `partCount` points.
    ///
    /// - Returns: Whether there are points and all of their coordinates are finite.
    package func readPoints(
        from index: Int, into points: inout [CGPoint]
    ) throws(StoreError) -> Bool {
        let count = min(pointCount - index, Self.partCount) * PointEncoding.stride
        guard let blob, count > 0 else {
            points.removeAll(keepingCapacity: true)
            return false
        }
        try blob.read(at: index * PointEncoding.stride, count: count, into: &bytes)
        return bytes.withUnsafeBytes {
            PointEncoding.decode(UnsafeRawBufferPointer(rebasing: $0[..<count]), into: &points)
        }
    }
}
