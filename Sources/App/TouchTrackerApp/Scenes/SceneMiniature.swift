import TouchKit

/// A small picture of a scene for the gallery of the maintenance menu, drawn in a coordinate system
/// of 100 × 60 points.
struct SceneMiniature: Sendable {
    /// The size that all miniatures have in their own coordinate system, in points.
    static let size = CGSize(width: 100, height: 60)

    /// The white level of the background, from 0 (black) to 1 (white).
    let background: CGFloat
    private let drawContents: @MainActor @Sendable (CGContext) -> Void

    /// Creates a miniature.
    ///
    /// - Parameters:
    ///   - background: The white level of the background, from 0 (black) to 1 (white).
    ///   - drawContents: The closure that draws the contents over the background, in the rectangle
    ///     (0, 0, 100, 60).
    init(
        background: CGFloat, drawContents: @escaping @MainActor @Sendable (CGContext) -> Void
    ) {
        self.background = background
        self.drawContents = drawContents
    }

    /// Draws the miniature into the rectangle (0, 0, 100, 60) of `context`, which must be the
    /// current context.
    @MainActor
    func draw(in context: CGContext) {
        UIColor(white: background, alpha: 1).setFill()
        UIBezierPath(roundedRect: CGRect(origin: .zero, size: Self.size), cornerRadius: 6).fill()
        drawContents(context)
    }
}
