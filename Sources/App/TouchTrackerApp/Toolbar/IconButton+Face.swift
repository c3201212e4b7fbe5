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
        path.addLines(through: (3, 21), (21, 3))
    }

    static let squiggle = UIBezierPath.withRoundLines(width: 3) { path in
        path.move(to: CGPoint(x: 2, y: 16))
        path.addCurve(to: (12, 12), controls: (4, 0), (12, 2))
        path.addCurve(to: (22, 8), controls: (12, 22), (20, 24))
    }

    static let eraser = UIBezierPath.withRoundLines(width: 2) { path in
        // A tilted block, its sleeve, and the ground below.
        path.addLines(through: (9, 20), (3, 14), (13, 4), (21, 12), (13, 20), (9, 20))
        path.addLines(through: (8, 9), (16, 17))
        path.addLines(through: (13, 20), (21, 20))
    }

    static let undo = UIBezierPath.withRoundLines(width: 2) { addArrow(to: $0) }

    static let redo = UIBezierPath.withRoundLines(width: 2) { path in
        addArrow(to: path)
        path.apply(CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 24, ty: 0))
    }

    static let bin = UIBezierPath.withRoundLines(width: 2) { path in
        // The lid with its handle, the bin, and its ribs.
        path.addLines(through: (3, 6), (21, 6))
        path.addLines(through: (9, 6), (9, 3), (15, 3), (15, 6))
        path.addLines(through: (5, 6), (6, 22), (18, 22), (19, 6))
        path.addLines(through: (10, 11), (10, 17))
        path.addLines(through: (14, 11), (14, 17))
    }

    static let sheets = UIBezierPath.withRoundLines(width: 2) { path in
        // A sheet, and the visible edges of the sheet behind it.
        path.addLines(through: (3, 8), (15, 8), (15, 22), (3, 22), (3, 8))
        path.addLines(through: (8, 3), (20, 3), (20, 17))
    }

    /// The path of the stroke that shows a line width. The path is rebuilt for each use, but its
    /// memory is reused.
    static let sample = UIBezierPath.withRoundLines()

    /// Adds the arrow of the undo icon to `path`. The arrow points to the left and bends on its
    /// right side.
    private static func addArrow(to path: UIBezierPath) {
        path.addLines(through: (8, 4), (3, 9), (8, 14))
        path.addLines(through: (3, 9), (15, 9))
        path.addArc(
            withCenter: CGPoint(x: 15, y: 15), radius: 6, startAngle: -.pi / 2, endAngle: .pi / 2,
            clockwise: true)
        path.addLine(to: CGPoint(x: 9, y: 21))
    }
}
