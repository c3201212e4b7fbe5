import TouchKit
import TouchTrackerStore

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

    /// Returns a log message that lists the strokes that were skipped because they are invalid, or
    /// `nil` if `skippedIDs` is empty. The parameter `path` is the path of the database.
    package static func skippedMessage(_ skippedIDs: [Int64], path: String) -> String? {
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
