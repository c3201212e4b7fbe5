import TouchKitGeometry

/// A stroke as stored in the database. The app interprets the tool and the color.
package struct StoredStroke: Hashable, Sendable {
    /// The stroke's identifier, never reused within a drawing.
    package var id: Int64
    /// The position in the drawing order: strokes with higher levels cover those with lower levels.
    /// Strokes with equal levels are ordered by identifier.
    package var level: Int64
    /// The name of the tool that drew the stroke.
    package var tool: String
    /// The name of the stroke's color.
    package var color: String
    /// The line width, in points.
    package var width: CGFloat
    /// The stroke's points, at least one.
    package var points: [CGPoint]

    /// Creates a stroke from its stored values.
    package init(
        id: Int64, level: Int64, tool: String, color: String, width: CGFloat, points: [CGPoint]
    ) {
        self.id = id
        self.level = level
        self.tool = tool
        self.color = color
        self.width = width
        self.points = points
    }
}

/// A complete drawing as stored in the database.
package struct StoredDrawing: Hashable, Sendable {
    /// The number of edits that were ever stored, which identifies the drawing's state.
    package var generation: Int64
    /// The identifier for the next stroke, greater than the identifier of any stored stroke.
    package var nextID: Int64
    /// The level for the next stroke, greater than the level of any stored stroke.
    package var nextLevel: Int64
    /// The size of the screen that the drawing was made on, in points, or `nil` if unknown.
    package var canvas: CGSize?
    /// The strokes in drawing order, the lowest first.
    package var strokes: [StoredStroke]
    /// The identifiers of stored strokes that are invalid and were skipped.
    package var skippedIDs: [Int64] = []

    /// Creates a drawing. Without arguments, the drawing is empty and was never edited.
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

/// The properties of a stored drawing without its strokes: its generation, the next identifier and
/// level, and the size of its screen.
package struct DrawingHead: Hashable, Sendable {
    /// The number of edits that were ever stored, which identifies the drawing's state.
    package var generation: Int64
    /// The identifier for the next stroke, greater than the identifier of any stored stroke.
    package var nextID: Int64
    /// The level for the next stroke, greater than the level of any stored stroke.
    package var nextLevel: Int64
    /// The size of the screen that the drawing was made on, in points, or `nil` if unknown.
    package var canvas: CGSize?

    /// Creates the properties of a drawing. Without arguments, the drawing is empty and was never
    /// edited.
    package init(
        generation: Int64 = 0, nextID: Int64 = 1, nextLevel: Int64 = 1, canvas: CGSize? = nil
    ) {
        self.generation = generation
        self.nextID = nextID
        self.nextLevel = nextLevel
        self.canvas = canvas
    }
}

/// A page of stored strokes in ascending order of their identifiers.
package struct StoredPage: Hashable, Sendable {
    /// The valid strokes of the page.
    package internal(set) var strokes: [StoredStroke] = []
    /// The identifiers of stored strokes that are invalid and were skipped.
    package internal(set) var skippedIDs: [Int64] = []
    /// The identifiers that could not be read, whether or not strokes with these identifiers exist.
    package internal(set) var unreadable: [Int64] = []
    /// The last identifier that was read or searched, after which the next page starts.
    package internal(set) var lastID: Int64
    /// Whether no more pages follow.
    package internal(set) var isLast = false

    /// Appends a stroke, or records the identifier of an invalid one if `stroke` is `nil`.
    mutating func append(_ stroke: StoredStroke?, id: Int64) {
        if let stroke { strokes.append(stroke) } else { skippedIDs.append(id) }
    }
}

/// The maximum identifier and the maximum level in a group of strokes.
package struct StrokeBounds: Hashable, Sendable {
    /// The maximum identifier, or 0 for an empty group.
    package var maximumID: Int64 = 0
    /// The maximum level, or 0 for an empty group.
    package var maximumLevel: Int64 = 0

    /// Creates the bounds of an empty group of strokes.
    package init() {}

    /// Creates the bounds of all strokes of a stored drawing with the properties `head`.
    package init(below head: DrawingHead) {
        maximumID = head.nextID - 1
        maximumLevel = head.nextLevel - 1
    }
}

/// A change of a stored drawing. An edit is an array of changes that are stored in one transaction.
///
/// A modified stroke is stored in its new state. Undo and redo therefore need no separate kinds of
/// changes.
package enum StoreChange: Hashable, Sendable {
    /// Inserts strokes, or replaces stored strokes that have the same identifiers.
    case put([StoredStroke])
    /// Deletes the strokes with the given identifiers; ignores missing identifiers.
    case remove([Int64])
    /// Deletes all strokes.
    case removeAll
    /// Sets the size of the screen that the drawing is shown on, in points.
    case canvas(CGSize)
}
