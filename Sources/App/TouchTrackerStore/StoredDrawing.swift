import TouchKitGeometry

/// A stroke as stored in the database. The store does not interpret the names of the tool and the
/// color.
package struct StoredStroke: Hashable, Sendable {
    /// The identifier of the stroke, which is never reused within a drawing.
    package var id: Int64
    /// The position in the drawing order: strokes with higher levels cover strokes with lower
    /// levels. Strokes with equal levels are ordered by identifier.
    package var level: Int64
    /// The name of the tool that drew the stroke.
    package var tool: String
    /// The name of the stroke's color.
    package var color: String
    /// The line width, in points.
    package var width: CGFloat
    /// The points of the stroke in drawing coordinates, at least one.
    package var points: [CGPoint]
    /// The identifier of the first stroke of the same touch, or `nil` if the stroke does not
    /// continue another stroke.
    package var firstPart: Int64?

    /// Creates a stroke from its stored values.
    package init(
        id: Int64, level: Int64, tool: String, color: String, width: CGFloat, points: [CGPoint],
        firstPart: Int64? = nil
    ) {
        self.id = id
        self.level = level
        self.tool = tool
        self.color = color
        self.width = width
        self.points = points
        self.firstPart = firstPart
    }
}

/// The tool, the color and the width with which the user draws, as stored in the database. The
/// store does not interpret the names. A value is `nil` if none was stored.
package struct StoredSettings: Hashable, Sendable {
    /// The name of the tool.
    package var tool: String?
    /// The name of the ink color.
    package var color: String?
    /// The name of the line width.
    package var width: String?

    /// Creates settings from their stored values.
    package init(tool: String? = nil, color: String? = nil, width: String? = nil) {
        self.tool = tool
        self.color = color
        self.width = width
    }
}

/// The properties of a stored drawing, without its strokes: its generation (the number of edits
/// stored so far), the next identifier and level, the size of its screen, and the settings.
package struct DrawingHead: Hashable, Sendable {
    /// The number of edits that have ever been stored in the drawing, which identifies the state of
    /// the drawing.
    package var generation: Int64
    /// The identifier for the next new stroke, greater than the identifier of any stored stroke.
    package var nextID: Int64
    /// The level (position in the drawing order) for the next new stroke, greater than the level of
    /// any stored stroke.
    package var nextLevel: Int64
    /// The size of the screen on which the drawing was made, in points, or `nil` if the size is
    /// unknown.
    package var canvas: CGSize?
    /// The tool, the color and the width with which the user draws.
    package var settings = StoredSettings()

    /// Creates properties with the given values and without settings. Without arguments, they are
    /// the properties of an empty drawing that has never been edited.
    package init(
        generation: Int64 = 0, nextID: Int64 = 1, nextLevel: Int64 = 1, canvas: CGSize? = nil
    ) {
        self.generation = generation
        self.nextID = nextID
        self.nextLevel = nextLevel
        self.canvas = canvas
    }
}

/// A page of stored strokes, which is a limited number of strokes in ascending order of their
/// identifiers.
package struct StoredPage: Hashable, Sendable {
    /// The valid strokes of the page.
    package internal(set) var strokes: [StoredStroke] = []
    /// The identifiers of the stored strokes in the page that were skipped because they are
    /// invalid.
    package internal(set) var skippedIDs: [Int64] = []
    /// The identifiers that could not be read. The database need not contain strokes with these
    /// identifiers.
    package internal(set) var unreadable: [Int64] = []
    /// The last identifier that was read or tried. The next page starts after this identifier.
    package internal(set) var lastID: Int64
    /// Whether the page is the last page of the drawing.
    package internal(set) var isLast = false

    /// Creates a page from its values.
    package init(
        strokes: [StoredStroke] = [], unreadable: [Int64] = [], lastID: Int64, isLast: Bool = false
    ) {
        self.strokes = strokes
        self.unreadable = unreadable
        self.lastID = lastID
        self.isLast = isLast
    }

    /// Appends `stroke` to the page. If `stroke` is `nil`, records `id` as the identifier of an
    /// invalid stroke.
    mutating func append(_ stroke: StoredStroke?, id: Int64) {
        if let stroke { strokes.append(stroke) } else { skippedIDs.append(id) }
    }
}

/// The highest identifier and the highest level (position in the drawing order) in a group of
/// strokes.
package struct DrawingMaximums: Hashable, Sendable {
    /// The highest identifier, or 0 for an empty group.
    package var maximumID: Int64 = 0
    /// The highest level, or 0 for an empty group.
    package var maximumLevel: Int64 = 0

    /// Creates the maximums of an empty group of strokes.
    package init() {}

    /// Creates maximums that include all strokes of a stored drawing with the properties `head`.
    package init(below head: DrawingHead) {
        maximumID = head.nextID - 1
        maximumLevel = head.nextLevel - 1
    }
}

/// A change of a stored drawing. An edit is an array of changes that are stored in one transaction.
///
/// When a stroke is modified, its complete new state is stored. Undo and redo therefore need no
/// separate kinds of changes.
package enum StoreChange: Hashable, Sendable {
    /// Inserts strokes, or replaces stored strokes that have the same identifiers.
    case put([StoredStroke])
    /// Deletes the strokes with the given identifiers. Identifiers that do not exist are ignored.
    case remove([Int64])
    /// Deletes all strokes.
    case removeAll
    /// Sets the size of the screen on which the drawing is shown, in points.
    case canvas(CGSize)
    /// Sets the tool, the color and the width with which the user draws.
    case settings(StoredSettings)
}
