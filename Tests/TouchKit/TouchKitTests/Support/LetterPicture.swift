import TouchKit
import TouchKitRaster
import TouchKitTesting

/// A small picture as text: a letter for each pixel, `?` for a colour that has none.
func letters(_ bitmap: Bitmap) -> [String] {
    let names: [UInt32: Character] = [
        0xFF00_0000: ".", 0xFFFF_0000: "R", 0xFF00_FF00: "G", 0xFF00_00FF: "B", 0xFFFF_FFFF: "W",
    ]
    return (0..<bitmap.height).map { y in
        String((0..<bitmap.width).map { x in names[bitmap[x, y]] ?? "?" })
    }
}

/// A view that draws what the test says.
@MainActor
final class PaintingView: UIView {
    var paint: (CGRect) -> Void = { _ in }

    override func draw(_ rect: CGRect) {
        paint(rect)
    }
}

extension TouchSimulator {
    /// Whether drawing everything anew changes nothing: what was invalidated so far was enough.
    func isUpToDate() -> Bool {
        let shown = render()
        application.invalidateEverything()
        return render().isEqual(to: shown)
    }
}
