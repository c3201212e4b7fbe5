import TouchKit

/// A button that shows an icon, a color, a line width or a tile with a picture and a title. The
/// button sends `touchUpInside` when it is tapped.
package class IconButton: UIControl {
    /// The contents that a button shows.
    package enum Face: Hashable, Sendable {
        /// The icon and the name of a tool: a straight line for the line tool, or a squiggle for
        /// the pen.
        case tool(Tool)
        /// The icon and the name of the eraser.
        case eraser
        /// A disc in the color that an ink has on a paper.
        case color(InkColor, on: Paper)
        /// A short stroke with the given line width.
        case width(InkWidth)
        /// The icon for undo, a bent arrow that points to the left.
        case undo
        /// The icon for redo, a bent arrow that points to the right.
        case redo
        /// The icon for clearing the drawing, a bin.
        case clear
        /// The icon for the pages of the drawing, two sheets.
        case pages
        /// The icon and the title of an item of the maintenance menu.
        case item(MaintenanceItem)
        /// The miniature picture and the title of a scene.
        case scene(Scene)
    }

    /// The color of icons and titles of enabled buttons.
    static let normalTint = UIColor(white: 0.13, alpha: 1)
    private static let disabledTint = UIColor(white: 0.13, alpha: 0.25)
    private static let highlightColor = UIColor(white: 0, alpha: 0.16)
    private static let selectionColor = UIColor(white: 0, alpha: 0.12)

    /// The contents that the button shows.
    package var face: Face {
        didSet { if face != oldValue { setNeedsDisplay() } }
    }
    private var background = UIBezierPath()

    /// Creates a button with an empty frame that shows `face`.
    package init(_ face: Face) {
        self.face = face
        super.init(frame: .zero)
        isOpaque = false
    }

    /// Adapts the background to the size of the button.
    package override func layoutSubviews() {
        super.layoutSubviews()
        background = UIBezierPath(
            roundedRect: bounds.insetBy(dx: 3, dy: 3),
            cornerRadius: RoundedBackgroundView.cornerRadius - 3)
        setNeedsDisplay()
    }

    /// The color of icons and titles, which depends on whether the button is enabled.
    var tint: UIColor { isEnabled ? Self.normalTint : Self.disabledTint }

    /// Draws the contents of the button, with a darker background while the button is pressed or
    /// selected.
    package override func draw(_ rect: CGRect) {
        if isHighlighted {
            Self.highlightColor.setFill()
            background.fill()
        } else if isSelected && !face.showsSelection {
            Self.selectionColor.setFill()
            background.fill()
        }
        face.draw(in: bounds, tint: tint, isSelected: isSelected)
    }
}

extension IconButton.Face {
    /// Whether the contents themselves indicate that the button is selected. If `true`, a selected
    /// button has no darker background.
    fileprivate var showsSelection: Bool {
        if case .color = self { return true }
        return false
    }
}
