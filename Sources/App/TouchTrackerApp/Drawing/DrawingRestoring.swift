import TouchKit
import TouchTrackerStore

/// Puts the strokes that were stored back into a drawing, as they come: in pages, in the order of their
/// numbers, under a picture of them if there is one.
@MainActor
final class DrawingRestoring {
    private let drawing: Drawing

    /// Begins with an empty drawing.
    ///
    /// - Parameters:
    ///   - drawing: The drawing. What is drawn from here on gets names that no stored stroke has, and
    ///     lies above them.
    ///   - head: What is known of the stored drawing.
    ///   - picture: What it looks like, if that was kept.
    init(_ drawing: Drawing, head: DrawingHead, picture: StoredPicture?) {
        self.drawing = drawing
        drawing.beginRestoring(
            nextID: Int(head.nextID), nextLevel: Int(head.nextLevel), picture: picture)
    }

    /// Takes the next strokes.
    func restore(_ page: [Stroke]) {
        drawing.restore(page)
    }

    /// There are no more.
    func finish() {
        drawing.finishRestoring()
    }

    /// Puts all strokes that have come into the drawing at once, whatever that takes.
    func hurry() {
        while drawing.continueRestoring() {}
    }
}
