import TouchKitGeometry

extension DrawingStore {
    /// How many strokes a page has at most.
    package static let pageStrokes = 256
    /// How many bytes of points a page has at most, unless its only stroke has more.
    package static let pageBytes = 256 << 10

    /// What is read before anything is shown.
    ///
    /// - Complexity: O(log strokes); O(strokes) in a file of schema 1 that can't be written.
    package func head() throws(StoreError) -> DrawingHead {
        let row = try Statement(database, Schema.readDrawing(version: version))
        guard try row.step() else {
            throw StoreError(.damaged("the table drawing is empty"), path: database.path)
        }
        let numbers = 1...Schema.strokesEnd
        var head = DrawingHead(generation: row.integer(0))
        guard !row.isNull(0), 0..<Schema.numbersEnd ~= head.generation else {
            throw StoreError(.damaged("its generation makes no sense"), path: database.path)
        }
        let knowsNextID = numbers.contains(row.integer(1))
        if knowsNextID { head.nextID = row.integer(1) }
        if numbers.contains(row.integer(2)) {
            head.nextLevel = row.integer(2)
        } else {
            head.nextLevel = try database.number(Schema.levelAboveAll) ?? 1
        }
        if !row.isNull(3), !row.isNull(4) {
            head.canvas = CGSize(width: row.double(3), height: row.double(4))
        }
        // Its owner may have added strokes: their numbers aren't to be given again.
        do throws(StoreError) {
            if let newest = try database.number(Schema.newestID) {
                head.nextID = max(head.nextID, newest + 1)
            }
        } catch {
            // Where there is damage, reading the strokes comes upon it, too: it saves what is left, and
            // nothing is written to this file any more.
            guard error.isDamage, knowsNextID else { throw error }
        }
        return head
    }

    /// Reads the drawing as it is at one moment; strokes that make no sense are left out and named.
    ///
    /// - Complexity: O(strokes · log(strokes)), less where few were brought to the front.
    package func load() throws(StoreError) -> StoredDrawing {
        // Both tables as of the same edit, whoever writes meanwhile.
        try database.run("BEGIN")
        let result = Result { () throws(StoreError) in try read() }
        if database.isInTransaction { try database.run("ROLLBACK") }
        return try result.get()
    }

    private func read() throws(StoreError) -> StoredDrawing {
        let head = try head()
        var drawing = StoredDrawing(
            generation: head.generation, nextID: head.nextID, nextLevel: head.nextLevel,
            canvas: head.canvas)
        let rows = try Statement(database, Schema.readStrokes)
        var isInOrder = true
        while try rows.step() {
            guard let stroke = Self.stroke(rows) else {
                drawing.leftOut.append(rows.integer(0))
                continue
            }
            if let last = drawing.strokes.last, last.level > stroke.level { isInOrder = false }
            drawing.strokes.append(stroke)
        }
        if !isInOrder {
            drawing.strokes.sort { ($0.level, $0.id) < ($1.level, $1.id) }
        }
        return drawing
    }

    /// Reads the next strokes by number. No lock is held between two pages: edits come between them.
    ///
    /// - Parameters:
    ///   - id: The last number of the page before.
    ///   - end: Where reading ends: a number that isn't read any more.
    /// - Complexity: O(log(strokes) + the page).
    package func page(after id: Int64, before end: Int64) throws(StoreError) -> StoredPage {
        let rows = try Statement(database, Schema.readPage)
        try rows.bind(id, at: 1)
        try rows.bind(end, at: 2)
        try rows.bind(Int64(Self.pageStrokes), at: 3)
        var page = StoredPage(lastID: id)
        var bytes = 0
        var count = 0
        while try rows.step() {
            let next = rows.integer(0)
            // A damaged tree may lead anywhere, back included.
            guard next > page.lastID else {
                throw StoreError(.damaged("its strokes are out of order"), path: database.path)
            }
            bytes += rows.bytes(5)
            // What doesn't fit any more is the next page's first.
            if bytes > Self.pageBytes, count > 0 { return page }
            page.lastID = next
            page.append(Self.stroke(rows), id: next)
            count += 1
        }
        page.isLast = count < Self.pageStrokes
        if page.isLast { try checkEnd(after: page.lastID, before: end) }
        return page
    }

    /// Looks at the strokes from their other end: a number that was damaged may end them too early.
    private func checkEnd(after id: Int64, before end: Int64) throws(StoreError) {
        let newest = try Statement(database, Schema.newestBefore)
        try newest.bind(end, at: 1)
        guard try newest.step(), newest.isNull(0) || newest.integer(0) <= id else {
            throw StoreError(.damaged("its strokes are out of order"), path: database.path)
        }
    }

    /// Reads strokes one by one, whatever was damaged between them: those of so many numbers at most.
    ///
    /// - Complexity: O(numbers · log(strokes)).
    package func remains(after id: Int64, before end: Int64, limit: Int64) -> StoredPage {
        let last = min(end - 1, id < .max - limit ? id + limit : .max)
        var page = StoredPage(lastID: last, isLast: last == end - 1)
        guard id < last else { return page }
        guard let row = try? Statement(database, Schema.readStroke) else {
            page.unreadable = [id + 1, last]
            return page
        }
        for number in (id + 1)...last {
            // What can't be read is named as a whole, by whoever asks.
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

    /// The first numbers of strokes from one on.
    package func ids(from id: Int64) throws(StoreError) -> [Int64] {
        let rows = try Statement(database, Schema.idsFrom)
        try rows.bind(id, at: 1)
        try rows.bind(Int64(Self.pageStrokes), at: 2)
        var ids: [Int64] = []
        while try rows.step() { ids.append(rows.integer(0)) }
        return ids
    }

    private static func stroke(_ row: Statement) -> StoredStroke? {
        let width = row.double(4)
        let numbers = 1..<Schema.strokesEnd
        guard numbers ~= row.integer(0), row.integer(1).magnitude < UInt64(Schema.strokesEnd),
            width.isFinite, width > 0, let points = row.withBytes(5, PointBytes.read)
        else { return nil }
        return StoredStroke(
            id: row.integer(0), level: row.integer(1), tool: row.text(2), color: row.text(3),
            width: width, points: points)
    }
}
