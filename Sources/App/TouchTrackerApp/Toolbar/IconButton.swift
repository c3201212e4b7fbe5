import TouchKit

/// A button that shows an icon or the selected value. The button sends `touchUpInside` when it is
/// tapped.
package class IconButton: UIControl {
    /// The contents of a button.
    package enum Face: Hashable, Sendable {
        /// A straight line for the line tool, or a squiggle for the pen.
        case tool(Tool)
        /// A disc in an ink color.
        case color(InkColor)
        /// A short stroke with an ink width.
        case width(InkWidth)
        /// The icon for undo, an arrow that turns back.
        case undo
        /// The icon for redo, an arrow that turns forward.
        case redo
        /// The icon for clearing, a bin.
        case clear
        /// The icon and title of an item of the maintenance menu.
        case item(MaintenanceItem)
        /// The miniature and title of a scene.
        case scene(Scene)
    }

    private static let normalTint = UIColor(white: 0.13, alpha: 1)
    private static let disabledTint = UIColor(white: 0.13, alpha: 0.25)
    private static let highlightColor = UIColor(white: 0, alpha: 0.16)
    private static let selectionColor = UIColor(white: 0, alpha: 0.12)

    /// The contents of the button.
    package var face: Face {
        didSet { if face != oldValue { setNeedsDisplay() } }
    }
    private var background = UIBezierPath()

    /// Creates a button with an empty frame.
    package init(_ face: Face) {
        self.face = face
        super.init(frame: .zero)
        isOpaque = false
    }

    /// Updates the background for the button's size.
    package override func layoutSubviews() {
        super.layoutSubviews()
        background = UIBezierPath(
            roundedRect: bounds.insetBy(dx: 3, dy: 3),
            cornerRadius: RoundedBackgroundView.cornerRadius - 3)
        setNeedsDisplay()
    }

    /// The color of icons and titles.
    var tint: UIColor { isEnabled ? Self.normalTint : Self.disabledTint }

    /// Draws the contents, with a darker background while the button is highlighted or selected.
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
    /// Whether the contents themselves show that the button is selected, so that the background is
    /// not drawn for a selection.
    fileprivate var showsSelection: Bool {
        if case .color = self { return true }
        return false
    }
}
