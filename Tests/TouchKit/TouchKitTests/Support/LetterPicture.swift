import Testing
import TouchKit
import TouchKitRaster
import TouchKitTesting

/// Returns a small picture as text: one letter for each pixel, `?` for an unknown color.
func letters(_ bitmap: Bitmap) -> [String] {
    let names: [UInt32: Character] = [
        0xFF00_0000: ".", 0xFFFF_0000: "R", 0xFF00_FF00: "G", 0xFF00_00FF: "B", 0xFFFF_FFFF: "W",
    ]
    return (0..<bitmap.height).map { y in
        String((0..<bitmap.width).map { x in names[bitmap[x, y]] ?? "?" })
    }
}

/// A view whose drawing code is assigned by the test.
@MainActor
class PaintingView: UIView {
    var paint: (CGRect) -> Void = { _ in }

    override func draw(_ rect: CGRect) {
        paint(rect)
    }
}

/// A view whose drawing code is assigned by the test and called for each damaged part.
@MainActor
final class DirectPaintingView: PaintingView {
    override class var hasBackingStore: Bool { false }
}

extension UIBezierPath {
    /// Creates a path of lines through points.
    convenience init(through points: [CGPoint], width: CGFloat = 1) {
        self.init()
        lineWidth = width
        move(to: points[0])
        for point in points.dropFirst() { addLine(to: point) }
    }
}

extension TouchSimulator {
    /// Returns whether redrawing everything leaves the picture unchanged.
    ///
    /// A difference means that an invalidation was missing.
    func isUpToDate() -> Bool {
        let shown = render()
        application.discardContent()
        application.invalidateEverything()
        return render().isEqual(to: shown)
    }

    /// Renders the windows, and expects that a complete repaint gives the same pixels.
    func renderVerified(sourceLocation: SourceLocation = #_sourceLocation) -> Bitmap {
        #expect(isUpToDate(), sourceLocation: sourceLocation)
        return render()
    }
}

/// Returns what `body` draws, with the context of a view that fills a screen of the given size in
/// points, over a color or over black.
@MainActor
func paint(
    _ width: CGFloat = 40, _ height: CGFloat = 40, over background: UIColor? = nil,
    _ body: @escaping (CGContext) -> Void
) -> Bitmap {
    let simulator = TouchSimulator(screenSize: CGSize(width: width, height: height))
    if let background { simulator.window.backgroundColor = background }
    let view = PaintingView(frame: simulator.window.bounds)
    view.paint = { _ in
        guard let context = UIGraphicsGetCurrentContext() else {
            Issue.record("no current context inside draw(_:)")
            return
        }
        body(context)
    }
    simulator.window.addSubview(view)
    return simulator.render()
}
