import TouchKitGeometry

/// Reading a stored drawing.
extension DrawingStore {
    /// The maximum number of strokes in a page, the unit in which strokes are read.
    package static let pageStrokes = 256
    /// The maximum total size of the points in a page of strokes, in bytes. A stroke that exceeds
    /// the limit is the only stroke of its page.
    package static let pageBytes = 256 << 10

    /// Reads the properties of the drawing, without its strokes.
    ///
    /// - Complexity: O(log *n*), where *n* is the number of strokes; O(*n*) for a read-only file
    ///   with schema version 1.
    package func head() throws(StoreError) -> DrawingHead {
        let row = try Statement(database, Schema.selectDrawing(version: version))
        guard try row.step() else {
            throw StoreError(.damaged("the table drawing is empty"), path: database.path)
        }
        let numbers = 1...Schema.strokeNumberLimit
        var head = DrawingHead(generation: row.integer(0))
        guard !row.isNull(0), 0..<Schema.numberLimit ~= head.generation else {
            throw StoreError(.damaged("invalid generation"), path: database.path)
        }
        let hasValidNextID = numbers.contains(row.integer(1))
        if hasValidNextID { head.nextID = row.integer(1) }
        if numbers.contains(row.integer(2)) {
            head.nextLevel = row.integer(2)
        } else {
            head.nextLevel = try database.queryInteger(Schema.selectNextLevel) ?? 1
        }
        if !row.isNull(3), !row.isNull(4) {
            head.canvas = CGSize(width: row.double(3), height: row.double(4))
        }
        func text(_ column: Int32) -> String? { row.isNull(column) ? nil : row.text(column) }
        head.settings = StoredSettings(tool: text(5), color: text(6), width: text(7))
        // Another program may have added strokes, and their identifiers must not be reused.
        do throws(StoreError) {
            if let newest = try database.queryInteger(Schema.selectNewestID) {
                head.nextID = max(head.nextID, newest + 1)
            }
        } catch {
            // Reading the strokes will find the same damage and rescue the undamaged part. Nothing
            // more is written to this file.
            guard error.requiresQuarantine, hasValidNextID else { throw error }
        }
        return head
    }

    /// Reads the next page of strokes, in ascending order of their identifiers. No lock is held
    /// between pages, so that edits can be stored between them.
    ///
    /// - Parameters:
    ///   - id: The last identifier of the previous page, or a number below all identifiers for the
    ///     first page.
    ///   - end: The exclusive upper limit of the identifiers to read.
    /// - Complexity: O(log *n* + *m*), where *n* is the number of stored strokes and *m* the size
    ///   of the page.
    package func page(after id: Int64, before end: Int64) throws(StoreError) -> StoredPage {
        let rows = try Statement(database, Schema.selectPage(version: version))
        try rows.bind(id, at: 1)
        try rows.bind(end, at: 2)
        try rows.bind(Int64(Self.pageStrokes), at: 3)
        var page = StoredPage(lastID: id)
        var bytes = 0
        var count = 0
        while try rows.step() {
            let next = rows.integer(0)
            // A damaged B-tree may lead to any row, even to a row that has already been read.
            guard next > page.lastID else {
                throw StoreError(.damaged("strokes are out of order"), path: database.path)
            }
            bytes += rows.byteCount(5)
            // A stroke that exceeds the size limit starts the next page.
            if bytes > Self.pageBytes, count > 0 { return page }
            page.lastID = next
            page.append(Self.stroke(rows), id: next)
            count += 1
        }
        page.isLast = count < Self.pageStrokes
        if page.isLast { try checkEnd(after: page.lastID, before: end) }
        return page
    }

    /// Throws an error if the database contains a stroke whose identifier is greater than `id` and
    /// less than `end`. A damaged identifier may have ended the reading of strokes too early.
    private func checkEnd(after id: Int64, before end: Int64) throws(StoreError) {
        let newest = try Statement(database, Schema.selectNewestIDBefore)
        try newest.bind(end, at: 1)
        guard try newest.step(), newest.isNull(0) || newest.integer(0) <= id else {
            throw StoreError(.damaged("strokes are out of order"), path: database.path)
        }
    }

    /// Reads strokes of a damaged database one by one. Tries the identifiers that are greater than
    /// `id` and less than `end`, but at most `limit` identifiers. The identifiers that cannot be
    /// read are recorded in the returned page.
    ///
    /// - Complexity: O(*m* log *n*), where *m* is `limit` and *n* is the number of stored strokes.
    package func readableStrokes(after id: Int64, before end: Int64, limit: Int64) -> StoredPage {
        let last = min(end - 1, id < .max - limit ? id + limit : .max)
        var page = StoredPage(lastID: last, isLast: last == end - 1)
        guard id < last else { return page }
        guard let row = try? Statement(database, Schema.selectStroke(version: version)) else {
            page.unreadable = [id + 1, last]
            return page
        }
        for number in (id + 1)...last {
            // The caller reports the unreadable identifiers as one range.
            do throws(StoreError) {
                try row.bind(number, at: 1)
                guard try row.step() else { continue }
                page.append(Self.stroke(row), id: number)
                row.reset()
            } catch {
                page.unreadable.append(number)
            }
        }
        return page
    }

    /// Returns the identifiers of stored strokes that are greater than or equal to `id`, in
    /// ascending order, but at most `pageStrokes` identifiers.
    package func ids(from id: Int64) throws(StoreError) -> [Int64] {
        let rows = try Statement(database, Schema.selectIDs)
        try rows.bind(id, at: 1)
        try rows.bind(Int64(Self.pageStrokes), at: 2)
        var ids: [Int64] = []
        while try rows.step() { ids.append(rows.integer(0)) }
        return ids
    }

    /// Returns the stroke in the current row of the query `row`, or `nil` if the stroke is invalid.
    private static func stroke(_ row: Statement) -> StoredStroke? {
        guard var stroke = outline(row), let points = row.withBytes(5, PointEncoding.decode) else {
            return nil
        }
        stroke.points = points
        stroke.firstPart = row.isNull(6) ? nil : row.integer(6)
        return stroke
    }

    /// Returns the stroke in the current row of the query `row` without its points, or `nil` if a
    /// value is invalid.
    static func outline(_ row: Statement) -> StoredStroke? {
        let width = row.double(4)
        let numbers = 1..<Schema.strokeNumberLimit
        guard numbers ~= row.integer(0),
            row.integer(1).magnitude < UInt64(Schema.strokeNumberLimit),
            width.isFinite, width > 0
        else { return nil }
        return StoredStroke(
            id: row.integer(0), level: row.integer(1), tool: row.text(2), color: row.text(3),
            width: width, points: [])
    }
}
