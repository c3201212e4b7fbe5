import Geometry

/// A stroke as it is kept on the disk. What its tool and its colour mean is the app's business.
public struct StoredStroke: Hashable, Sendable {
    /// Its number, which is never given twice, not even after a restart.
    public var id: Int64
    /// Its place in the drawing order: what is on a higher level lies above. Of strokes on one level,
    /// the one of the higher number does.
    public var level: Int64
    /// What it was drawn with, by name.
    public var tool: String
    /// Its colour, by name.
    public var color: String
    /// Its width, in points.
    public var width: CGFloat
    /// The places it goes through, in points; at least one.
    public var points: [CGPoint]

    /// Makes a stroke.
    public init(
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
public struct StoredDrawing: Hashable, Sendable {
    /// How many edits were ever stored: what a picture of the drawing is marked with.
    public var generation: Int64
    /// The number that the next stroke may have.
    public var nextID: Int64
    /// The extent of the screen it was drawn on, in points; nil where nobody said.
    public var canvas: CGSize?
    /// The strokes, the lowest first.
    public var strokes: [StoredStroke]

    /// Makes a drawing; an empty one that was never edited if nothing is said.
    public init(
        generation: Int64 = 0, nextID: Int64 = 1, canvas: CGSize? = nil,
        strokes: [StoredStroke] = []
    ) {
        self.generation = generation
        self.nextID = nextID
        self.canvas = canvas
        self.strokes = strokes
    }
}

/// A part of an edit. An edit is an array of them, which is stored whole or not at all.
///
/// Whatever happened to a stroke (drawn, moved, recoloured, brought to the front, deleted and put
/// back), what is stored is the stroke as it is now: so undoing needs no words of its own.
public enum StoreChange: Hashable, Sendable {
    /// These strokes are there, and are so; those of the same numbers are no more.
    case put([StoredStroke])
    /// The strokes of these numbers aren't there; numbers that nobody has are passed over.
    case remove([Int64])
    /// No stroke is there.
    case removeAll
    /// The drawing is shown on a screen of this extent, in points.
    case canvas(CGSize)
}
