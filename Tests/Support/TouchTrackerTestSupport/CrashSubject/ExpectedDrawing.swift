/// The drawing that results from the edits in a log of `touchtracker-crash-subject`.
package struct ExpectedDrawing: Sendable {
    private var strokes: [Int64: StrokeDigest] = [:]

    /// Creates a drawing with the given strokes.
    package init(_ strokes: [StrokeDigest] = []) {
        for stroke in strokes { self.strokes[stroke.id] = stroke }
    }

    /// The strokes from the lowest to the topmost level.
    package var digests: [StrokeDigest] {
        strokes.values.sorted { ($0.level, $0.id) < ($1.level, $1.id) }
    }

    /// Applies the edit of a log line; lines of other kinds have no effect.
    package mutating func apply(_ line: CrashSubjectLogLine) {
        guard case .edit(_, let put, let remove) = line else { return }
        for id in remove { strokes[id] = nil }
        for stroke in put { strokes[stroke.id] = stroke }
    }
}
