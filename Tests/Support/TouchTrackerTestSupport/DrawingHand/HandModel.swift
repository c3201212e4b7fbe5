/// What a drawing has to be after the edits of a log.
package struct HandModel: Sendable {
    private var strokes: [Int64: StrokeMark] = [:]

    /// An empty drawing, or one of these strokes.
    package init(_ strokes: [StrokeMark] = []) {
        for stroke in strokes { self.strokes[stroke.id] = stroke }
    }

    /// The strokes from the lowest to the topmost.
    package var marks: [StrokeMark] {
        strokes.values.sorted { ($0.level, $0.id) < ($1.level, $1.id) }
    }

    /// Does what an edit did; other lines do nothing.
    package mutating func apply(_ line: HandLine) {
        guard case .edit(_, let put, let remove) = line else { return }
        for id in remove { strokes[id] = nil }
        for stroke in put { strokes[stroke.id] = stroke }
    }
}
