import TouchKit
import TouchTrackerStore

/// The strokes of a stored drawing as parts of paths, in drawing order. Invalid strokes are
/// skipped. The memory does not depend on the number and the length of the strokes.
@MainActor
struct ExportedStrokes {
    /// The next part of a drawing.
    enum Part {
        /// A stroke begins. Its path parts follow.
        case begin(width: CGFloat, color: UIColor)
        /// `path` contains the next part of the stroke's line. The part begins at the end of the
        /// previous part.
        case path
        /// The stroke ends.
        case end
    }

    /// The path of the current part.
    let path = UIBezierPath()
    /// The identifiers of the strokes that were skipped because they are invalid.
    private(set) var skippedIDs: [Int64] = []
    private let reader: DrawingReader
    /// The paper under the strokes, or `nil` for a transparent background.
    private let paper: Paper?
    /// The tool of the current stroke, or `nil` between strokes.
    private var tool: Tool?
    private var curve = PenCurve()
    /// The index of the first point that has not been converted.
    private var nextPoint = 0
    /// Whether the path contains the end of the current stroke's line.
    private var isCurveFinished = false
    /// The points that were read last.
    private var points: [CGPoint] = []

    /// Begins to read the strokes, which are drawn on `paper`, or on a transparent background if
    /// `paper` is `nil`.
    init(_ reader: DrawingReader, on paper: Paper?) {
        self.reader = reader
        self.paper = paper
    }

    /// Advances to the next part, and returns it, or `nil` at the end of the drawing.
    mutating func next() throws(StoreError) -> Part? {
        guard let tool else { return try beginStroke() }
        if isCurveFinished {
            self.tool = nil
            return .end
        }
        switch tool {
        case .line: try setLine()
        case .pen: try setNextCurve()
        }
        return .path
    }

    /// Advances to the next valid stroke, or returns `nil` if there is none.
    private mutating func beginStroke() throws(StoreError) -> Part? {
        while let (id, outline) = try reader.next() {
            guard let outline, let stroke = try convert(outline) else {
                skippedIDs.append(id)
                continue
            }
            tool = stroke.tool
            curve = PenCurve()
            nextPoint = 0
            isCurveFinished = false
            path.removeAllPoints()
            let color = paper?.color(of: stroke.color) ?? stroke.color.uiColor
            return .begin(width: stroke.width, color: color)
        }
        return nil
    }

    /// Converts the current stroke, with its first points only. Returns `nil` if a value or any of
    /// the stroke's points is invalid.
    private mutating func convert(_ outline: StoredStroke) throws(StoreError) -> Stroke? {
        var stored = outline
        guard try reader.readPoints(from: 0, into: &points) else { return nil }
        stored.points = points
        guard let stroke = Stroke(stored) else { return nil }
        let partCount = DrawingReader.partCount
        for index in stride(from: partCount, to: reader.pointCount, by: partCount) {
            guard try reader.readPoints(from: index, into: &points),
                points.allSatisfy(Stroke.isDrawable)
            else { return nil }
        }
        return stroke
    }

    /// Sets the path to a straight line from the first to the last point of the stroke.
    private mutating func setLine() throws(StoreError) {
        _ = try reader.readPoints(from: 0, into: &points)
        guard let first = points.first else { return }
        _ = try reader.readPoints(from: reader.pointCount - 1, into: &points)
        path.move(to: first)
        path.addLine(to: points.first ?? first)
        isCurveFinished = true
    }

    /// Replaces the path with the next part of a smoothed curve.
    private mutating func setNextCurve() throws(StoreError) {
        if nextPoint > 0 {
            let end = path.currentPoint
            path.removeAllPoints()
            path.move(to: end)
        }
        _ = try reader.readPoints(from: nextPoint, into: &points)
        for point in points { curve.add(point, to: path) }
        nextPoint += points.count
        if nextPoint >= reader.pointCount || points.isEmpty {
            curve.finish(path)
            isCurveFinished = true
        }
    }
}
