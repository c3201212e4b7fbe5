import TouchKitGeometry

/// A stroke as it is kept on the disk. What its tool and its colour mean is the app's business.
package struct StoredStroke: Hashable, Sendable {
    /// Its number, which is never given twice, not even after a restart.
    package var id: Int64
    /// Its place in the drawing order: what is on a higher level lies above. Of strokes on one level,
    /// the one of the higher number does.
    package var level: Int64
    /// What it was drawn with, by name.
    package var tool: String
    /// Its colour, by name.
    package var color: String
    /// Its width, in points.
    package var width: CGFloat
    /// The places it goes through, in points; at least one.
    package var points: [CGPoint]

    /// Makes a stroke.
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

/// A drawing as it is kept on the disk.
package struct StoredDrawing: Hashable, Sendable {
    /// How many edits were ever stored: what a picture of the drawing is marked with.
    package var generation: Int64
    /// The number that the next stroke may have.
    package var nextID: Int64
    /// The level that the next stroke may have: above all.
    package var nextLevel: Int64
    /// The extent of the screen it was drawn on, in points; nil where nobody said.
    package var canvas: CGSize?
    /// The strokes, the lowest first.
    package var strokes: [StoredStroke]
    /// The numbers of strokes that are there, but make no sense.
    package var leftOut: [Int64] = []

    /// Makes a drawing; an empty one that was never edited if nothing is said.
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

/// What is said first about a drawing: all that has to be known before its strokes are read.
package struct DrawingHead: Hashable, Sendable {
    /// How many edits were ever stored: what a picture of the drawing is marked with.
    package var generation: Int64
    /// The number that the next stroke may have; all that are stored have lower ones.
    package var nextID: Int64
    /// The level that the next stroke may have: above all.
    package var nextLevel: Int64
    /// The extent of the screen it was drawn on, in points; nil where nobody said.
    package var canvas: CGSize?

    /// Makes a head; that of an empty drawing that was never edited if nothing is said.
    package init(
        generation: Int64 = 0, nextID: Int64 = 1, nextLevel: Int64 = 1, canvas: CGSize? = nil
    ) {
        self.generation = generation
        self.nextID = nextID
        self.nextLevel = nextLevel
        self.canvas = canvas
    }
}

/// Some strokes of a drawing, in the order of their numbers.
package struct StoredPage: Hashable, Sendable {
    /// The strokes.
    package internal(set) var strokes: [StoredStroke] = []
    /// The numbers of strokes that are there, but make no sense.
    package internal(set) var leftOut: [Int64] = []
    /// The numbers that couldn't be looked at, whether there are strokes of them or not.
    package internal(set) var unreadable: [Int64] = []
    /// The last number that was looked at.
    package internal(set) var lastID: Int64
    /// Whether there are no more.
    package internal(set) var isLast = false

    /// Takes a stroke, or the number of one that makes no sense.
    mutating func append(_ stroke: StoredStroke?, id: Int64) {
        if let stroke { strokes.append(stroke) } else { leftOut.append(id) }
    }
}

/// The numbers and levels of a stored drawing that whoever edits it doesn't know: theirs begin above.
package struct StoredGround: Hashable, Sendable {
    /// The last number.
    package var ids: Int64 = 0
    /// The topmost level.
    package var levels: Int64 = 0

    /// Makes a ground; nothing at all.
    package init() {}

    /// What lies under everything that comes to a drawing.
    package init(below head: DrawingHead) {
        ids = head.nextID - 1
        levels = head.nextLevel - 1
    }
}

/// A part of an edit. An edit is an array of them, which is stored whole or not at all.
///
/// Whatever happened to a stroke (drawn, moved, recoloured, brought to the front, deleted and put
/// back), what is stored is the stroke as it is now: so undoing needs no words of its own.
package enum StoreChange: Hashable, Sendable {
    /// These strokes are there, and are so; those of the same numbers are no more.
    case put([StoredStroke])
    /// The strokes of these numbers aren't there; numbers that nobody has are passed over.
    case remove([Int64])
    /// No stroke is there.
    case removeAll
    /// The drawing is shown on a screen of this extent, in points.
    case canvas(CGSize)
}
