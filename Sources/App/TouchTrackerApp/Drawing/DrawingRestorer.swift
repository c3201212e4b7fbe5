import TouchKit
import TouchTrackerStore

/// An object that restores the stored strokes into a drawing page by page, in the order of their
/// identifiers. Meanwhile the drawing shows a stored picture of the strokes, if there is one.
@MainActor
final class DrawingRestorer {
    private let drawing: Drawing

    /// Starts restoring into an empty drawing.
    ///
    /// - Parameters:
    ///   - drawing: The drawing. New strokes get identifiers and levels above all stored strokes.
    ///   - head: The stored drawing's next identifier and level.
    ///   - picture: The stored picture of the drawing, or `nil`.
    init(_ drawing: Drawing, head: DrawingHead, picture: EncodedPicture?) {
        self.drawing = drawing
        drawing.beginRestoring(
            nextID: Int(head.nextID), nextLevel: Int(head.nextLevel), picture: picture)
    }

    /// Passes the next page of stored strokes to the drawing.
    func restore(_ page: [Stroke]) {
        drawing.restore(page)
    }

    /// Informs the drawing that the last page of stored strokes was passed.
    func finish() {
        drawing.finishRestoring()
    }

    /// Restores all strokes that were passed so far, without a limit on the time that this takes.
    func restoreImmediately() {
        while drawing.continueRestoring() {}
    }
}
