import TouchKit

/// A button that shows what it does or what is chosen: see `Face`. It does it on `touchUpInside`.
package class IconButton: UIControl {
    /// What a button shows.
    package enum Face: Hashable, Sendable {
        /// A straight line, or a squiggle for free hand.
        case tool(Tool)
        /// A disc of the colour.
        case color(InkColor)
        /// A short stroke as thick as it says.
        case width(InkWidth)
        /// An arrow that turns back.
        case undo
        /// An arrow that turns forward.
        case redo
        /// A bin.
        case clear
        /// An item of the maintenance menu: its icon, and its title below.
        case item(MaintenanceItem)
        /// A small picture of a scene, and its title below.
        case scene(Scene)
    }

    private static let ink = UIColor(white: 0.13, alpha: 1)
    private static let faint = UIColor(white: 0.13, alpha: 0.25)
    private static let pressed = UIColor(white: 0, alpha: 0.16)
    private static let chosen = UIColor(white: 0, alpha: 0.12)

    /// What it shows.
    package var face: Face {
        didSet { if face != oldValue { setNeedsDisplay() } }
    }
    private var plate = UIBezierPath()

    /// Makes a button without an extent.
    package init(_ face: Face) {
        self.face = face
        super.init(frame: .zero)
        isOpaque = false
    }

    /// Makes the ground that fits its size.
    package override func layoutSubviews() {
        super.layoutSubviews()
        plate = UIBezierPath(
            roundedRect: bounds.insetBy(dx: 3, dy: 3), cornerRadius: PlateView.cornerRadius - 3)
        setNeedsDisplay()
    }

    /// What its lines are drawn with.
    var tint: UIColor { isEnabled ? Self.ink : Self.faint }

    /// Draws the face; under a finger, or chosen, on a darker ground.
    package override func draw(_ rect: CGRect) {
        if isHighlighted {
            Self.pressed.setFill()
            plate.fill()
        } else if isSelected && !face.marksItself {
            Self.chosen.setFill()
            plate.fill()
        }
        face.draw(in: bounds, tint: tint, isChosen: isSelected)
    }
}

extension IconButton.Face {
    /// Whether the face shows by itself that it is chosen.
    fileprivate var marksItself: Bool {
        if case .color = self { return true }
        return false
    }
}
