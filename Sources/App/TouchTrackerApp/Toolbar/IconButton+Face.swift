import TouchKit

/// Drawing of the contents of icon buttons. Icons consist of lines 2 points wide on a grid of 24 ×
/// 24 points; horizontal and vertical lines fill whole pixels at integer scales.
extension IconButton.Face {
    private static let gridSize: CGFloat = 24
    /// The attributes of the name below an icon, created once so that drawing allocates no memory.
    @MainActor private static let nameAttributes: [TextAttribute: Any] = [
        .font: UIFont.systemFont(ofSize: 11), .foregroundColor: IconButton.normalTint,
    ]
    /// The radius of the disc that shows a color, in points.
    private static let discRadius: CGFloat = 13
    /// The radius of the ring around the disc of the selected color, in points.
    private static let ringRadius: CGFloat = 17.5
    /// The length of the stroke that shows a line width, including its round ends, in points.
    private static let sampleLength: CGFloat = 30
    private static let borderColor = UIColor(white: 0, alpha: 0.35)

    /// Draws the contents of a button in the center of a rectangle of the current context.
    ///
    /// - Parameters:
    ///   - bounds: The rectangle.
    ///   - tint: The color of lines and titles.
    ///   - isSelected: Whether the button is selected. The disc of a selected color has a ring.
    @MainActor
    func draw(in bounds: CGRect, tint: UIColor, isSelected: Bool) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        tint.set()
        switch self {
        case .tool(.line): Self.draw(Icons.line, named: Tool.line.name, in: bounds, context)
        case .tool(.pen): Self.draw(Icons.squiggle, named: Tool.pen.name, in: bounds, context)
        case .eraser: Self.draw(Icons.eraser, named: "Eraser", in: bounds, context)
        case .undo: Self.draw(Icons.undo, in: bounds, context)
        case .redo: Self.draw(Icons.redo, in: bounds, context)
        case .clear: Self.draw(Icons.bin, in: bounds, context)
        case .pages: Self.draw(Icons.sheets, in: bounds, context)
        case .width(let width): Self.draw(width, in: bounds)
        case .color(let ink, let paper):
            Self.draw(paper.color(of: ink), in: bounds, isSelected: isSelected, context)
        case .item(let item): TileRenderer.draw(item, in: bounds, tint: tint, context)
        case .scene(let scene): TileRenderer.draw(scene, in: bounds, tint: tint, context)
        }
    }

    @MainActor
    private static func draw(_ icon: UIBezierPath, in bounds: CGRect, _ context: CGContext) {
        context.saveGState()
        context.translateBy(
            x: (bounds.midX - gridSize / 2).rounded(), y: (bounds.midY - gridSize / 2).rounded())
        icon.stroke()
        context.restoreGState()
    }

    /// Draws an icon with its name below it, together in the center of `bounds`.
    @MainActor
    private static func draw(
        _ icon: UIBezierPath, named name: String, in bounds: CGRect, _ context: CGContext
    ) {
        let size = name.size(withAttributes: nameAttributes)
        var iconBounds = bounds
        iconBounds.size.height -= size.height
        draw(icon, in: iconBounds, context)
        name.draw(
            at: CGPoint(
                x: (bounds.midX - size.width / 2).rounded(),
                y: (iconBounds.midY + gridSize / 2).rounded()),
            withAttributes: nameAttributes)
    }

    @MainActor
    private static func draw(_ width: InkWidth, in bounds: CGRect) {
        let half = (sampleLength - width.points) / 2
        let path = Icons.sample
        path.removeAllPoints()
        path.lineWidth = width.points
        path.move(to: CGPoint(x: bounds.midX - half, y: bounds.midY))
        path.addLine(to: CGPoint(x: bounds.midX + half, y: bounds.midY))
        path.stroke()
    }

    @MainActor
    private static func draw(
        _ color: UIColor, in bounds: CGRect, isSelected: Bool, _ context: CGContext
    ) {
        let middle = CGRect(x: bounds.midX, y: bounds.midY, width: 0, height: 0)
        if isSelected {
            context.setLineWidth(2.5)
            context.strokeEllipse(in: middle.insetBy(dx: -ringRadius, dy: -ringRadius))
        }
        let disc = middle.insetBy(dx: -discRadius, dy: -discRadius)
        context.setFillColor(color)
        context.fillEllipse(in: disc)
        // Without a border, a white disc would be hard to see.
        context.setStrokeColor(borderColor)
        context.setLineWidth(1)
        context.strokeEllipse(in: disc.insetBy(dx: 0.5, dy: 0.5))
    }
}

/// The paths of the icons of the toolbar, created once so that drawing allocates no memory.
@MainActor
private enum Icons {
    static let line = UIBezierPath.withRoundLines(width: 3) { path in
        path.move(to: CGPoint(x: 3, y: 21))
        path.addLine(to: CGPoint(x: 21, y: 3))
    }

    static let squiggle = UIBezierPath.withRoundLines(width: 3) { path in
        path.move(to: CGPoint(x: 2, y: 16))
        path.addCurve(
            to: CGPoint(x: 12, y: 12), controlPoint1: CGPoint(x: 4, y: 0),
            controlPoint2: CGPoint(x: 12, y: 2))
        path.addCurve(
            to: CGPoint(x: 22, y: 8), controlPoint1: CGPoint(x: 12, y: 22),
            controlPoint2: CGPoint(x: 20, y: 24))
    }

    static let eraser = UIBezierPath.withRoundLines(width: 2) { path in
        // A tilted block, its sleeve, and the ground below.
        path.move(to: CGPoint(x: 9, y: 20))
        path.addLine(to: CGPoint(x: 3, y: 14))
        path.addLine(to: CGPoint(x: 13, y: 4))
        path.addLine(to: CGPoint(x: 21, y: 12))
        path.addLine(to: CGPoint(x: 13, y: 20))
        path.addLine(to: CGPoint(x: 9, y: 20))
        path.move(to: CGPoint(x: 8, y: 9))
        path.addLine(to: CGPoint(x: 16, y: 17))
        path.move(to: CGPoint(x: 13, y: 20))
        path.addLine(to: CGPoint(x: 21, y: 20))
    }

    static let undo = UIBezierPath.withRoundLines(width: 2) { addArrow(to: $0) }

    static let redo = UIBezierPath.withRoundLines(width: 2) { path in
        addArrow(to: path)
        path.apply(CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 24, ty: 0))
    }

    static let bin = UIBezierPath.withRoundLines(width: 2) { path in
        // The lid with its handle, the bin, and its ribs.
        path.move(to: CGPoint(x: 3, y: 6))
        path.addLine(to: CGPoint(x: 21, y: 6))
        path.move(to: CGPoint(x: 9, y: 6))
        path.addLine(to: CGPoint(x: 9, y: 3))
        path.addLine(to: CGPoint(x: 15, y: 3))
        path.addLine(to: CGPoint(x: 15, y: 6))
        path.move(to: CGPoint(x: 5, y: 6))
        path.addLine(to: CGPoint(x: 6, y: 22))
        path.addLine(to: CGPoint(x: 18, y: 22))
        path.addLine(to: CGPoint(x: 19, y: 6))
        path.move(to: CGPoint(x: 10, y: 11))
        path.addLine(to: CGPoint(x: 10, y: 17))
        path.move(to: CGPoint(x: 14, y: 11))
        path.addLine(to: CGPoint(x: 14, y: 17))
    }

    static let sheets = UIBezierPath.withRoundLines(width: 2) { path in
        // A sheet, and the visible edges of the sheet behind it.
        path.move(to: CGPoint(x: 3, y: 8))
        path.addLine(to: CGPoint(x: 15, y: 8))
        path.addLine(to: CGPoint(x: 15, y: 22))
        path.addLine(to: CGPoint(x: 3, y: 22))
        path.addLine(to: CGPoint(x: 3, y: 8))
        path.move(to: CGPoint(x: 8, y: 3))
        path.addLine(to: CGPoint(x: 20, y: 3))
        path.addLine(to: CGPoint(x: 20, y: 17))
    }

    /// The path of the stroke that shows a line width. The path is rebuilt for each use, but its
    /// memory is reused.
    static let sample = UIBezierPath.withRoundLines()

    /// Adds the arrow of the undo icon to `path`. The arrow points to the left and bends on its
    /// right side.
    private static func addArrow(to path: UIBezierPath) {
        path.move(to: CGPoint(x: 8, y: 4))
        path.addLine(to: CGPoint(x: 3, y: 9))
        path.addLine(to: CGPoint(x: 8, y: 14))
        path.move(to: CGPoint(x: 3, y: 9))
        path.addLine(to: CGPoint(x: 15, y: 9))
        path.addArc(
            withCenter: CGPoint(x: 15, y: 15), radius: 6, startAngle: -.pi / 2, endAngle: .pi / 2,
            clockwise: true)
        path.addLine(to: CGPoint(x: 9, y: 21))
    }
}
