import TouchKitGeometry
import TouchTrackerStore

/// A complete drawing as stored in the database.
package struct StoredDrawing: Hashable, Sendable {
    package var generation: Int64
    package var nextID: Int64
    package var nextLevel: Int64
    package var canvas: CGSize?
    /// The strokes in drawing order, the lowest first.
    package var strokes: [StoredStroke]
    /// The identifiers of the stored strokes that are invalid.
    package var skippedIDs: [Int64] = []

    /// Creates a drawing. Without arguments, the drawing is empty and has never been edited.
    package init(
        generation: Int64 = 0, nextID: Int64 = 1, nextLevel: Int64 = 1, canvas: CGSize? = nil,
        strokes: [StoredStroke] = []
    ) {
        self.generation = generation
        self.nextID = nextID
        self.nextLevel = nextLevel
        self.canvas = canvas
        self.strokes = strokes
    }
}

extension DrawingStore {
    /// Reads the complete drawing in one transaction, also while another process writes.
    package func load() throws(StoreError) -> StoredDrawing {
        try database.run("BEGIN")
        let result = Result { () throws(StoreError) in try readPages() }
        if database.isInTransaction { try database.run("ROLLBACK") }
        return try result.get()
    }

    private func readPages() throws(StoreError) -> StoredDrawing {
        let head = try head()
        var drawing = StoredDrawing(
            generation: head.generation, nextID: head.nextID, nextLevel: head.nextLevel,
            canvas: head.canvas)
        var page = try page(after: .min, before: .max)
        while true {
            drawing.strokes += page.strokes
            drawing.skippedIDs += page.skippedIDs
            if page.isLast { break }
            page = try self.page(after: page.lastID, before: .max)
        }
        drawing.strokes.sort { ($0.level, $0.id) < ($1.level, $1.id) }
        return drawing
    }

    /// Stores one edit in a transaction, and returns the new generation of the drawing.
    @discardableResult
    package func apply(_ edit: [StoreChange]) throws(StoreError) -> Int64 {
        try apply(edits: [edit])
    }
}
