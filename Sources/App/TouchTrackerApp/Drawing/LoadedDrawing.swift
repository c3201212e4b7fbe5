import TouchKit
import TouchTrackerStore

/// A complete drawing that was loaded from a store and converted to the app's types.
package struct LoadedDrawing: Hashable, Sendable {
    /// The strokes of the drawing in drawing order, the lowest first.
    package var strokes: [Stroke]
    /// The lowest identifier that is available for a new stroke.
    package var nextID: Stroke.ID
    /// The size of the screen on which the drawing was made, in points, or `nil` if the size is
    /// unknown.
    package var canvas: CGSize?
    /// The identifiers of the stored strokes that were skipped because they are invalid.
    package var skippedIDs: [Int64]

    /// Creates a drawing from its parts. Without arguments, the drawing is empty.
    package init(
        strokes: [Stroke] = [], nextID: Stroke.ID = 1, canvas: CGSize? = nil,
        skippedIDs: [Int64] = []
    ) {
        self.strokes = strokes
        self.nextID = nextID
        self.canvas = canvas
        self.skippedIDs = skippedIDs
    }

    /// Loads the drawing from `store`. Invalid strokes are skipped, and their identifiers are
    /// recorded in `skippedIDs`.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    package init(_ store: DrawingStore) throws(StoreError) {
        let stored = try store.load()
        skippedIDs = stored.skippedIDs
        strokes = Self.convertStrokes(stored.strokes, skippedIDs: &skippedIDs)
        Self.separateLevels(of: &strokes)
        nextID = Int(stored.nextID)
        canvas = DrawingHead.validCanvasSize(stored.canvas)
    }

    /// Converts stored strokes to the app's strokes, skipping invalid ones.
    ///
    /// - Parameters:
    ///   - records: The stored strokes.
    ///   - skippedIDs: The array to which the identifiers of invalid strokes are appended.
    /// - Returns: The valid strokes, in the order of `records`.
    static func convertStrokes(_ records: [StoredStroke], skippedIDs: inout [Int64]) -> [Stroke] {
        var strokes: [Stroke] = []
        strokes.reserveCapacity(records.count)
        for record in records {
            if let stroke = Stroke(record) {
                strokes.append(stroke)
            } else {
                skippedIDs.append(record.id)
            }
        }
        return strokes
    }

    /// Makes the levels (positions in the drawing order) of the strokes unique and at least 1. Only
    /// a database that another program has modified can contain duplicate or lower levels.
    ///
    /// - Parameter strokes: The strokes in drawing order.
    static func separateLevels(of strokes: inout [Stroke]) {
        var last = 0
        for index in strokes.indices {
            last = max(strokes[index].level, last + 1)
            strokes[index].level = last
        }
    }

    /// Returns a log message that lists the strokes that were skipped because they are invalid, or
    /// `nil` if `skippedIDs` is empty. The parameter `path` is the path of the database.
    package static func skippedStrokesMessage(_ skippedIDs: [Int64], path: String) -> String? {
        if skippedIDs.isEmpty { return nil }
        let named = skippedIDs.prefix(8).map(String.init).joined(separator: ", ")
        let others = skippedIDs.count - 8
        let more = others > 0 ? " and \(others) others" : ""
        let description =
            skippedIDs.count == 1
            ? "stroke \(named) is invalid and was" : "strokes \(named)\(more) are invalid and were"
        return "\(path): \(description) skipped; repair or delete the rows with sqlite3"
    }
}

extension DrawingHead {
    /// Returns `size`, a stored screen size in points, if it is valid, or `nil` if it is `nil`, not
    /// positive or too large.
    static func validCanvasSize(_ size: CGSize?) -> CGSize? {
        guard let size, size.width > 0, size.height > 0, size.width <= Stroke.maximumCoordinate,
            size.height <= Stroke.maximumCoordinate
        else { return nil }
        return size
    }
}

extension Stroke {
    /// Converts a stored stroke. Returns `nil` if the stored values are invalid.
    package init?(_ stored: StoredStroke) {
        guard let tool = Tool(rawValue: stored.tool), let color = InkColor(rawValue: stored.color),
            Drawing.validIdentifiers ~= Int(stored.id), Drawing.isValidLevel(Int(stored.level))
        else { return nil }
        self.init(
            id: Int(stored.id), tool: tool, points: stored.points, color: color,
            width: stored.width, level: Int(stored.level),
            firstPartID: stored.firstPart.flatMap { 1..<stored.id ~= $0 ? Int($0) : nil })
        if !isDrawable { return nil }
    }

    /// The stroke in the format in which the store saves it.
    package var stored: StoredStroke {
        StoredStroke(
            id: Int64(id), level: Int64(level), tool: tool.rawValue, color: color.rawValue,
            width: width, points: points,
            firstPart: firstPartID == id ? nil : Int64(firstPartID))
    }
}
