/// The content view of the menu: a bubble with an arrow and one button for each item.
///
/// Items that do not fit in a row continue in the next row.
@MainActor
final class MenuView: UIView {
    class override var drawsWholeContent: Bool { true }

    /// The radius of the corners of the menu's bubble, in points.
    private static let cornerRadius: CGFloat = 10
    /// The space to the left and right of a title, in points.
    private static let titleMargin: CGFloat = 14
    private static let bubbleColor = UIColor(white: 0.13, alpha: 1)
    private static let borderColor = UIColor(white: 0.42, alpha: 1)
    private static let highlightColor = UIColor(white: 0.38, alpha: 1)

    private let buttons: [UIButton]
    /// The indices of the buttons in each row.
    private var rows: [Range<Int>] = []
    /// The placement of the menu in the view's own coordinates, or `nil` before layout.
    private var placement: MenuPlacement?

    /// Creates a view with one button for each item.
    ///
    /// - Parameters:
    ///   - items: The menu items, in the order in which they are shown.
    ///   - choose: A closure called with the item that the user taps.
    init(items: [UIMenuItem], choose: @escaping (UIMenuItem) -> Void) {
        buttons = items.map { item in
            let button = UIButton(frame: .zero, type: .custom)
            button.titleLabel?.font = .systemFont(ofSize: UIFont.labelFontSize)
            button.setTitle(item.title, for: .normal)
            button.setBackgroundColor(Self.highlightColor, for: .highlighted)
            button.cornerRadius = Self.cornerRadius - 3
            button.addAction(for: .touchUpInside) { _ in choose(item) }
            return button
        }
        super.init(frame: .zero)
        for button in buttons { addSubview(button) }
    }

    /// Arranges the items in rows of at most `maximumWidth` points and returns the size of the
    /// menu's bubble without its arrow, in points.
    func bubbleSize(maximumWidth: CGFloat) -> CGSize {
        rows = []
        var start = 0
        var width: CGFloat = 0
        var widest: CGFloat = 0
        for index in buttons.indices {
            let itemWidth = itemWidth(index)
            if index > start && width + itemWidth > maximumWidth {
                rows.append(start..<index)
                start = index
                width = 0
            }
            width += itemWidth
            widest = max(widest, min(width, maximumWidth))
        }
        rows.append(start..<buttons.count)
        return CGSize(width: widest, height: CGFloat(rows.count) * rowHeight)
    }

    /// Returns the minimum width of an item, in points.
    private func itemWidth(_ index: Int) -> CGFloat {
        max(
            ControlStyle.minimumTouchSize,
            buttons[index].intrinsicContentSize.width + 2 * Self.titleMargin
        ).rounded(.up)
    }

    /// The height of each row, in points.
    private var rowHeight: CGFloat {
        let lineHeight = buttons.first?.titleLabel?.font.lineHeight ?? 0
        return max(ControlStyle.minimumTouchSize, (lineHeight + 16).rounded(.up))
    }

    /// Sets the view's frame to the size of the menu and lays out the buttons in the bubble.
    func layOut(_ placement: MenuPlacement) {
        let corner = placement.frame.origin
        self.placement = MenuPlacement(placement, movedBy: CGPoint(x: -corner.x, y: -corner.y))
        frame = CGRect(origin: .zero, size: placement.frame.size)
        guard let bubble = self.placement?.bubble else { return }
        for (rowIndex, row) in rows.enumerated() {
            // The items of a row share the remaining width equally.
            let rowWidth = row.reduce(0) { $0 + itemWidth($1) }
            let spare = max(0, bubble.width - rowWidth) / CGFloat(max(row.count, 1))
            var x = bubble.minX
            for index in row {
                let width = min(itemWidth(index) + spare, bubble.width)
                buttons[index].frame = CGRect(
                    x: x, y: bubble.minY + CGFloat(rowIndex) * rowHeight, width: width,
                    height: rowHeight
                ).insetBy(dx: 3, dy: 3)
                x += width
            }
        }
        setNeedsDisplay()
    }

    /// Returns the button whose cell contains the point, the menu view for other points inside the
    /// menu view, or `nil` for points outside of the menu view. A cell is larger than the button's
    /// highlighted area.
    override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        if super.hitTest(point, with: event) == nil { return nil }
        for button in buttons where button.frame.insetBy(dx: -3, dy: -3).contains(point) {
            return button
        }
        return self
    }

    override func draw(_ rect: CGRect) {
        guard let placement, let context = DrawingContext.current else { return }
        let bubble = placement.bubble
        context.fill(bubble, cornerRadius: Self.cornerRadius, color: Self.borderColor)
        drawArrow(placement, MenuPlacement.arrowLength, Self.borderColor)
        context.fill(
            bubble.insetBy(dx: 1, dy: 1), cornerRadius: Self.cornerRadius - 1,
            color: Self.bubbleColor)
        drawArrow(placement, MenuPlacement.arrowLength - 1.5, Self.bubbleColor)
        for (rowIndex, row) in rows.enumerated() {
            for index in row.dropFirst() {
                let x = (buttons[index].frame.minX - 3).rounded()
                context.fill(
                    CGRect(
                        x: x, y: bubble.minY + CGFloat(rowIndex) * rowHeight + 8, width: 1,
                        height: rowHeight - 16), color: Self.borderColor)
            }
            if rowIndex > 0 {
                context.fill(
                    CGRect(
                        x: bubble.minX + 8, y: bubble.minY + CGFloat(rowIndex) * rowHeight,
                        width: bubble.width - 16, height: 1), color: Self.borderColor)
            }
        }
    }

    /// Draws the arrow as a square that is rotated by 45° and half covered by the bubble. `length`
    /// is the length of the arrow in points.
    private func drawArrow(_ placement: MenuPlacement, _ length: CGFloat, _ color: UIColor) {
        let bubble = placement.bubble
        let middle: CGPoint
        switch placement.side {
        case .down: middle = CGPoint(x: placement.tip.x, y: bubble.maxY)
        case .up: middle = CGPoint(x: placement.tip.x, y: bubble.minY)
        case .left: middle = CGPoint(x: bubble.minX, y: placement.tip.y)
        case .right: middle = CGPoint(x: bubble.maxX, y: placement.tip.y)
        }
        let path = UIBezierPath()
        path.lineWidth = length * 2.0.squareRoot()
        path.move(to: CGPoint(x: middle.x - length / 2, y: middle.y - length / 2))
        path.addLine(to: CGPoint(x: middle.x + length / 2, y: middle.y + length / 2))
        color.setStroke()
        path.stroke()
    }
}

extension MenuPlacement {
    /// Creates a placement that is offset from `other` by `offset`.
    init(_ other: MenuPlacement, movedBy offset: CGPoint) {
        self = other
        bubble = other.bubble.offsetBy(dx: offset.x, dy: offset.y)
        tip = CGPoint(x: other.tip.x + offset.x, y: other.tip.y + offset.y)
    }
}
