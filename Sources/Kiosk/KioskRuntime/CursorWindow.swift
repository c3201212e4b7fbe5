import TouchKit

/// A window that shows the mouse cursor above all other windows and receives no touches.
@MainActor
final class CursorWindow: UIWindow {
    private static let size = CGSize(width: 16, height: 16)

    init() {
        super.init(frame: CGRect(origin: .zero, size: Self.size))
        windowLevel = UIWindow.Level(rawValue: 10_000)
        isUserInteractionEnabled = false
        addSubview(CursorView(frame: bounds))
    }

    /// Shows the cursor at `position`, in points in the screen's coordinate system, or hides the
    /// cursor if `position` is `nil`.
    func show(at position: CGPoint?) {
        guard let position else {
            isHidden = true
            return
        }
        center = position
        isHidden = false
    }
}

/// A black cross with a white outline, visible on any background.
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
