import Store
import TouchKit

/// A drawing as it was read from the disk: what is stored there, in the app's own words.
public struct SavedDrawing: Hashable, Sendable {
    /// The strokes, from the lowest to the topmost.
    public var strokes: [Stroke]
    /// The name that the next stroke may have.
    public var nextID: Stroke.ID
    /// The extent of the screen it was drawn on, in points; nil where nobody said.
    public var canvas: CGSize?

    /// Makes a drawing.
    public init(strokes: [Stroke] = [], nextID: Stroke.ID = 1, canvas: CGSize? = nil) {
        self.strokes = strokes
        self.nextID = nextID
        self.canvas = canvas
    }

    /// Reads the drawing of a store.
    ///
    /// - Throws: `StoreError` where it can't be read, or something in it is no stroke of ours.
    public init(_ store: DrawingStore) throws(StoreError) {
        let stored = try store.load()
        strokes = []
        strokes.reserveCapacity(stored.strokes.count)
        for record in stored.strokes {
            guard var stroke = Stroke(record) else {
                throw StoreError(.senseless("stroke \(record.id)"), path: store.path)
            }
            // A file that its owner has changed may have several on one level; we have not.
            stroke.level = max(stroke.level, (strokes.last?.level ?? 0) + 1)
            strokes.append(stroke)
        }
        nextID = Int(stored.nextID)
        canvas = stored.canvas
        if let size = stored.canvas, !Self.isCanvas(size) {
            throw StoreError(.senseless("the canvas"), path: store.path)
        }
    }

    /// Whether a size is one that a screen may have.
    private static func isCanvas(_ size: CGSize) -> Bool {
        size.width > 0 && size.height > 0 && size.width <= Stroke.farthest
            && size.height <= Stroke.farthest
    }
}

extension Stroke {
    /// A stroke that was stored; nil where it isn't one that could have been drawn.
    init?(_ stored: StoredStroke) {
        guard let tool = Tool(rawValue: stored.tool), let color = InkColor(rawValue: stored.color),
            Drawing.numbers ~= Int(stored.id), Int(stored.level) < Drawing.numbers.upperBound
        else { return nil }
        self.init(
            id: Int(stored.id), tool: tool, points: stored.points, color: color,
            width: stored.width, level: Int(stored.level))
        if !isDrawable { return nil }
    }

    /// The stroke as it is stored.
    var stored: StoredStroke {
        StoredStroke(
            id: Int64(id), level: Int64(level), tool: tool.rawValue, color: color.rawValue,
            width: width, points: points)
    }
}
