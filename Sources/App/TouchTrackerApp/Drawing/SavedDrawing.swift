import TouchKit
import TouchTrackerStore

/// A drawing as it was read from the disk: what is stored there, in the app's own words.
package struct SavedDrawing: Hashable, Sendable {
    /// The strokes, from the lowest to the topmost.
    package var strokes: [Stroke]
    /// The name that the next stroke may have.
    package var nextID: Stroke.ID
    /// The extent of the screen it was drawn on, in points; nil where nobody said.
    package var canvas: CGSize?
    /// The numbers of what is stored there and is no stroke of ours.
    package var leftOut: [Int64]

    /// Makes a drawing.
    package init(
        strokes: [Stroke] = [], nextID: Stroke.ID = 1, canvas: CGSize? = nil,
        leftOut: [Int64] = []
    ) {
        self.strokes = strokes
        self.nextID = nextID
        self.canvas = canvas
        self.leftOut = leftOut
    }

    /// Reads the drawing of a store. What is no stroke that could have been drawn is left out.
    ///
    /// - Throws: `StoreError` where it can't be read.
    package init(_ store: DrawingStore) throws(StoreError) {
        let stored = try store.load()
        leftOut = stored.leftOut
        strokes = Self.strokes(stored.strokes, leavingOut: &leftOut)
        Self.separateLevels(of: &strokes)
        nextID = Int(stored.nextID)
        canvas = DrawingHead.canvas(stored.canvas)
    }

    /// The strokes that stored ones are.
    ///
    /// - Parameters:
    ///   - records: What is stored.
    ///   - leftOut: Gets the numbers of those that are no stroke that could have been drawn.
    static func strokes(_ records: [StoredStroke], leavingOut leftOut: inout [Int64]) -> [Stroke] {
        var strokes: [Stroke] = []
        strokes.reserveCapacity(records.count)
        for record in records {
            if let stroke = Stroke(record) {
                strokes.append(stroke)
            } else {
                leftOut.append(record.id)
            }
        }
        return strokes
    }

    /// Gives each stroke a level of its own. A file that its owner has changed may have several on one
    /// level, or below the first; ours have not.
    ///
    /// - Parameter strokes: Strokes in drawing order.
    static func separateLevels(of strokes: inout [Stroke]) {
        var last = 0
        for index in strokes.indices {
            last = max(strokes[index].level, last + 1)
            strokes[index].level = last
        }
    }

    /// What is said of strokes that were left out; nil where none was.
    package static func complaint(_ leftOut: [Int64], path: String) -> String? {
        if leftOut.isEmpty { return nil }
        let named = leftOut.prefix(8).map(String.init).joined(separator: ", ")
        let others = leftOut.count - 8
        let more = others > 0 ? " and \(others) others" : ""
        let what =
            leftOut.count == 1
            ? "stroke \(named) makes no sense and is"
            : "strokes \(named)\(more) make no sense and are"
        return "\(path): \(what) left out; mend or delete what is stored there with sqlite3"
    }
}

extension DrawingHead {
    /// A canvas, if it is one that a screen may have.
    static func canvas(_ size: CGSize?) -> CGSize? {
        guard let size, size.width > 0, size.height > 0, size.width <= Stroke.farthest,
            size.height <= Stroke.farthest
        else { return nil }
        return size
    }
}

extension Stroke {
    /// A stroke that was stored; nil where it isn't one that could have been drawn.
    package init?(_ stored: StoredStroke) {
        guard let tool = Tool(rawValue: stored.tool), let color = InkColor(rawValue: stored.color),
            Drawing.numbers ~= Int(stored.id), Drawing.isLevel(Int(stored.level))
        else { return nil }
        self.init(
            id: Int(stored.id), tool: tool, points: stored.points, color: color,
            width: stored.width, level: Int(stored.level))
        if !isDrawable { return nil }
    }

    /// The stroke as it is stored.
    package var stored: StoredStroke {
        StoredStroke(
            id: Int64(id), level: Int64(level), tool: tool.rawValue, color: color.rawValue,
            width: width, points: points)
    }
}
