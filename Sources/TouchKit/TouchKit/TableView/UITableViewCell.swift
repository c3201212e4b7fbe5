/// The visual representation of a single row in a table view.
///
/// Add views to `contentView`. The labels and the image view are created on first access. Without
/// Auto Layout, the height of a row is determined by `sizeThatFits(_:)`; the default implementation
/// fits the labels. UIKit's editing, swipe actions, indentation and configurations are missing.
@MainActor
open class UITableViewCell: UIView {
    class override var drawsWholeContent: Bool { true }

    /// An enumeration for the various styles of cells. The raw values are the same as in UIKit.
    public enum CellStyle: Int, Sendable {
        /// A text label.
        case `default` = 0
        /// A text label on the left and a detail label on the right.
        case value1 = 1
        /// A text label above a detail label.
        case subtitle = 3
    }

    /// The style of selected cells. The raw values are the same as in UIKit.
    public enum SelectionStyle: Int, Sendable {
        /// The cell has no distinct style when it is selected.
        case none = 0
        /// The cell has a gray background when it is selected.
        case `default` = 3
    }

    /// The type of standard accessory views. The raw values are the same as in UIKit.
    public enum AccessoryType: Int, Sendable {
        /// No accessory view.
        case none = 0
        /// A chevron.
        case disclosureIndicator = 1
        /// A check mark.
        case checkmark = 3
    }

    /// A string used to identify a cell that is reusable.
    public let reuseIdentifier: String?
    private let style: CellStyle
    /// The content view of the cell object.
    public let contentView: UIView = CellContentView(frame: .zero)
    /// The label to use for the main textual content of the table cell.
    public private(set) lazy var textLabel: UILabel? = makeLabel(size: ControlStyle.bodySize)
    /// The secondary label of the table cell, or `nil` in the default style.
    public private(set) lazy var detailTextLabel: UILabel? = makeDetailLabel()
    /// The image view of the table cell.
    public private(set) lazy var imageView: UIImageView? = makeImageView()
    private var hasLabel = false
    private var hasDetailLabel = false
    private var hasImageView = false
    private var accessory: CellAccessoryView?

    /// The style of selection for a cell.
    open var selectionStyle = SelectionStyle.default
    /// The type of standard accessory view for the cell to use.
    open var accessoryType = AccessoryType.none {
        didSet { if accessoryType != oldValue { updateAccessory() } }
    }
    /// A view that is used on the right side of the cell instead of the accessory type, of the size
    /// of its frame.
    open var accessoryView: UIView? {
        didSet {
            guard accessoryView !== oldValue else { return }
            oldValue?.removeFromSuperview()
            if let accessoryView { addSubview(accessoryView) }
            updateAccessory()
        }
    }
    /// The view to use as the cell's background when the cell is selected or highlighted.
    open var selectedBackgroundView: UIView? {
        didSet { if selectedBackgroundView !== oldValue { oldValue?.removeFromSuperview() } }
    }
    /// A Boolean value that indicates whether the cell is selected. Setting the value does not
    /// animate the transition.
    open var isSelected: Bool {
        get { storedSelection }
        set { setSelected(newValue, animated: false) }
    }
    private var storedSelection = false
    /// A Boolean value that indicates whether the cell is highlighted. Setting the value does not
    /// animate the transition.
    open var isHighlighted: Bool {
        get { storedHighlight }
        set { setHighlighted(newValue, animated: false) }
    }
    private var storedHighlight = false
    private var separatorColor: UIColor?
    private var separatorInset = UIEdgeInsets.zero

    /// Creates a table cell with a style and a reuse identifier.
    public required init(style: CellStyle, reuseIdentifier: String?) {
        self.style = style
        self.reuseIdentifier = reuseIdentifier
        super.init(frame: CGRect(x: 0, y: 0, width: 320, height: ControlStyle.rowHeight))
        backgroundColor = .systemBackground
        addSubview(contentView)
    }

    /// Prepares a reusable cell for reuse by the table view. Overrides must call `super`.
    open func prepareForReuse() {
        setHighlighted(false, animated: false)
        setSelected(false, animated: false)
    }

    // MARK: Selection

    /// Sets the selected state of the cell, optionally animating the transition.
    open func setSelected(_ selected: Bool, animated: Bool) {
        guard selected != storedSelection else { return }
        storedSelection = selected
        updateSelection(animated: animated)
    }

    /// Sets the highlighted state of the cell, optionally animating the transition.
    open func setHighlighted(_ highlighted: Bool, animated: Bool) {
        guard highlighted != storedHighlight else { return }
        storedHighlight = highlighted
        updateSelection(animated: animated)
    }

    /// Shows or hides the selected background.
    private func updateSelection(animated: Bool) {
        let isShown = (storedSelection || storedHighlight) && selectionStyle != .none
        if isShown && selectedBackgroundView == nil {
            let view = UIView(frame: bounds)
            view.backgroundColor = ControlStyle.pressedFill
            view.isUserInteractionEnabled = false
            selectedBackgroundView = view
        }
        guard let view = selectedBackgroundView else { return }
        if isShown && view.superview !== self {
            view.frame = bounds
            insertSubview(view, at: 0)
            view.alpha = 0
        }
        guard animated, window != nil, isShown == (view.alpha < 1) else {
            view.alpha = isShown ? 1 : 0
            return
        }
        UIView.animate(
            withDuration: 0.3, delay: 0, options: [.allowUserInteraction, .beginFromCurrentState],
            animations: { view.alpha = isShown ? 1 : 0 })
    }

    // MARK: Content

    private func makeLabel(size: CGFloat) -> UILabel {
        let label = UILabel(frame: .zero)
        label.font = .systemFont(ofSize: size)
        contentView.addSubview(label)
        setNeedsLayout()
        hasLabel = true
        return label
    }

    private func makeDetailLabel() -> UILabel? {
        guard style != .default else { return nil }
        let label = makeLabel(
            size: style == .subtitle ? ControlStyle.detailSize : ControlStyle.bodySize)
        label.textColor = .secondaryLabel
        hasDetailLabel = true
        return label
    }

    private func makeImageView() -> UIImageView {
        let view = UIImageView(frame: .zero)
        view.contentMode = .center
        contentView.addSubview(view)
        setNeedsLayout()
        hasImageView = true
        return view
    }

    private func updateAccessory() {
        accessory?.removeFromSuperview()
        accessory = nil
        setNeedsLayout()
        guard accessoryView == nil, accessoryType != .none else { return }
        let view = CellAccessoryView(type: accessoryType)
        addSubview(view)
        accessory = view
    }

    /// Sets the color of the line below the cell, or `nil` for no line.
    func setSeparator(_ color: UIColor?, inset: UIEdgeInsets) {
        guard color != separatorColor || inset != separatorInset else { return }
        separatorColor = color
        separatorInset = inset
        setNeedsDisplay()
    }

    open override func draw(_ rect: CGRect) {
        guard let separatorColor else { return }
        let height = ControlStyle.separatorWidth
        DrawingContext.current?.fill(
            CGRect(
                x: bounds.minX + separatorInset.left, y: bounds.maxY - height,
                width: max(0, bounds.width - separatorInset.left - separatorInset.right),
                height: height), color: separatorColor)
    }

    // MARK: Layout

    /// The width of the accessory view with its margins, in points.
    private var accessoryWidth: CGFloat {
        guard let view = accessoryView ?? accessory else { return 0 }
        return view.frame.width + ControlStyle.margin
    }

    /// The x coordinate of the labels in the content view, in points.
    private var textStart: CGFloat {
        guard hasImageView, let image = imageView?.image else { return ControlStyle.margin }
        return 2 * ControlStyle.margin + image.size.width
    }

    /// The height of the label and of the detail label for a width of the cell, in points.
    private func textHeights(width: CGFloat) -> (text: CGFloat, detail: CGFloat) {
        let size = CGSize(
            width: max(1, width - accessoryWidth - textStart - ControlStyle.margin), height: 0)
        let text = hasLabel ? textLabel?.sizeThatFits(size).height ?? 0 : 0
        let detail = hasDetailLabel ? detailTextLabel?.sizeThatFits(size).height ?? 0 : 0
        return (text, detail)
    }

    /// Returns the width of `size` and the height that the labels need in it, at least 44 points.
    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        let (text, detail) = textHeights(width: size.width)
        let content = style == .subtitle ? text + detail : max(text, detail)
        let image = hasImageView ? imageView?.image?.size.height ?? 0 : 0
        let height = max(content, image) + 2 * ControlStyle.spacing
        return CGSize(width: size.width, height: max(ControlStyle.rowHeight, height.rounded(.up)))
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        if let view = accessoryView ?? accessory {
            // Changing the origin in place would allocate memory for the access.
            let size = view.frame.size
            view.frame = CGRect(
                x: bounds.maxX - ControlStyle.margin - size.width,
                y: bounds.midY - size.height / 2, width: size.width, height: size.height)
        }
        contentView.frame = CGRect(
            x: 0, y: 0, width: max(0, bounds.width - accessoryWidth), height: bounds.height)
        if let selectedBackgroundView, selectedBackgroundView.superview === self {
            selectedBackgroundView.frame = bounds
        }
        if hasImageView, let imageView {
            imageView.frame = CGRect(
                x: ControlStyle.margin, y: 0, width: imageView.image?.size.width ?? 0,
                height: bounds.height)
        }
        layoutLabels()
    }

    private func layoutLabels() {
        let (text, detail) = textHeights(width: bounds.width)
        let width = max(0, contentView.bounds.width - textStart - ControlStyle.margin)
        let label = hasLabel ? textLabel : nil
        let detailLabel = hasDetailLabel ? detailTextLabel : nil
        if style == .subtitle {
            let top = bounds.midY - (text + detail) / 2
            label?.frame = CGRect(x: textStart, y: top, width: width, height: text)
            detailLabel?.frame = CGRect(
                x: textStart, y: top + text, width: width, height: detail)
            return
        }
        let detailWidth = min(
            width, detailLabel?.sizeThatFits(CGSize(width: 0, height: 0)).width ?? 0)
        let gap = detailWidth > 0 ? ControlStyle.spacing : 0
        label?.frame = CGRect(
            x: textStart, y: 0, width: max(0, width - detailWidth - gap), height: bounds.height)
        detailLabel?.frame = CGRect(
            x: textStart + width - detailWidth, y: 0, width: detailWidth, height: bounds.height)
    }
}

/// The content view of a cell, which lays out the cell again after a text or image has changed.
private final class CellContentView: UIView {
    override func subviewSizeDidChange() {
        superview?.setNeedsLayout()
    }
}

/// The standard accessory view of a cell.
private final class CellAccessoryView: UIView {
    class override var drawsWholeContent: Bool { true }

    private let type: UITableViewCell.AccessoryType
    /// The lines of the symbol, stored because creating a path allocates memory.
    private let path = UIBezierPath()

    init(type: UITableViewCell.AccessoryType) {
        self.type = type
        super.init(frame: CGRect(x: 0, y: 0, width: type == .checkmark ? 15 : 8, height: 14))
        isUserInteractionEnabled = false
        path.lineWidth = 2
        path.lineCapStyle = .round
        path.lineJoinStyle = .round
        if type == .checkmark {
            path.move(to: CGPoint(x: 1.5, y: 7.5))
            path.addLine(to: CGPoint(x: 5.5, y: 12))
            path.addLine(to: CGPoint(x: 13.5, y: 2))
        } else {
            path.move(to: CGPoint(x: 1.5, y: 1.5))
            path.addLine(to: CGPoint(x: 6.5, y: 7))
            path.addLine(to: CGPoint(x: 1.5, y: 12.5))
        }
    }

    override func tintColorDidChange() {
        setNeedsDisplay()
    }

    override func draw(_ rect: CGRect) {
        if type == .checkmark {
            inheritedTintColor.setStroke()
        } else {
            UIColor.tertiaryLabel.setStroke()
        }
        path.stroke()
    }
}
