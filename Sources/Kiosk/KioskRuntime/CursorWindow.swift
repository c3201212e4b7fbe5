import TouchKit

/// The pointer's cursor, in a window of its own above all others; no touch ever hits it.
@MainActor
final class CursorWindow: UIWindow {
    private static let size = CGSize(width: 16, height: 16)

    init() {
        super.init(frame: CGRect(origin: .zero, size: Self.size))
        windowLevel = UIWindow.Level(rawValue: 10_000)
        isUserInteractionEnabled = false
        addSubview(CursorView(frame: bounds))
    }

    /// Shows the cursor at a place of the screen, in points, or hides it.
    func show(at place: CGPoint?) {
        guard let place else {
            isHidden = true
            return
        }
        center = CGPoint(x: place.x, y: place.y)
        isHidden = false
    }
}

/// A dark cross on a light one: to be seen on any ground, and small enough not to hide it.
private final class CursorView: UIView {
    private let cross = UIBezierPath()

    override init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
        cross.lineCapStyle = .round
        cross.move(to: CGPoint(x: bounds.midX, y: bounds.minY + 2))
        cross.addLine(to: CGPoint(x: bounds.midX, y: bounds.maxY - 2))
        cross.move(to: CGPoint(x: bounds.minX + 2, y: bounds.midY))
        cross.addLine(to: CGPoint(x: bounds.maxX - 2, y: bounds.midY))
    }

    override func draw(_ rect: CGRect) {
        UIColor.white.setStroke()
        cross.lineWidth = 4
        cross.stroke()
        UIColor.black.setStroke()
        cross.lineWidth = 2
        cross.stroke()
    }
}
