import Store
import TouchKit

/// Puts the strokes that were stored back into a drawing, as they come: in pages, in the order of their
/// numbers.
@MainActor
final class DrawingRestoring {
    /// Whether all of them are in the drawing.
    private(set) var isComplete = false
    /// Is called then.
    var onCompletion: (() -> Void)?

    private let drawing: Drawing
    private var strokes: [Stroke] = []

    /// Begins with an empty drawing.
    ///
    /// - Parameters:
    ///   - drawing: The drawing. What is drawn from here on gets names that no stored stroke has.
    ///   - head: What is known of the stored drawing.
    init(_ drawing: Drawing, head: DrawingHead) {
        self.drawing = drawing
        drawing.restore([], nextID: Int(head.nextID))
    }

    /// Takes the next strokes.
    func restore(_ page: [Stroke]) {
        strokes += page
    }

    /// There are no more.
    func finish() {
        if drawing.isUntouched {
            strokes.sort { ($0.level, $0.id) < ($1.level, $1.id) }
            SavedDrawing.separateLevels(of: &strokes)
            drawing.restore(strokes)
        }
        strokes = []
        isComplete = true
        onCompletion?()
    }
}

extension Drawing {
    /// Whether nobody has drawn yet.
    fileprivate var isUntouched: Bool { count == 0 && !canUndo && !canRedo }
}
