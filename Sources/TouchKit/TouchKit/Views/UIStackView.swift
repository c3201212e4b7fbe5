/// A type for the axis along which a stack view arranges its views. TouchKit has no Auto Layout
/// constraints; the type exists because UIKit declares the axis in it.
public enum NSLayoutConstraint {
    /// Keys that specify a horizontal or vertical layout direction. The raw values are the same as
    /// in UIKit.
    public enum Axis: Int, Sendable {
        /// The horizontal direction, from left to right.
        case horizontal = 0
        /// The vertical direction, from top to bottom.
        case vertical = 1
    }
}

/// A view that lays out a collection of views in either a column or a row.
///
/// The layout uses the `intrinsicContentSize` of the views instead of Auto Layout. A view without
/// an intrinsic size along the axis shares the remaining space; if all views have one, the first
/// view gets it (`Distribution.fill`). Hidden views take no space. UIKit's baselines and layout
/// margins are missing.
@MainActor
open class UIStackView: UIView {
    /// The layout that defines the size and position of the arranged views along the axis. The raw
    /// values are the same as in UIKit.
    public enum Distribution: Int, Sendable {
        /// The views are resized so that they fill the available space.
        case fill = 0
        /// The views are resized to an equal length, and fill the available space.
        case fillEqually = 1
        /// The views are resized in proportion to their intrinsic lengths, and fill the available
        /// space.
        case fillProportionally = 2
        /// The views keep their lengths, and the remaining space is distributed evenly between
        /// them.
        case equalSpacing = 3
        /// The views keep their lengths, and their centers have equal distances, as far as the
        /// spacing permits.
        case equalCentering = 4
    }

    /// The layout of the arranged views perpendicular to the axis. The raw values are the same as
    /// in UIKit.
    public enum Alignment: Int, Sendable {
        /// The views are resized to the stack view's extent.
        case fill = 0
        /// The views are aligned with the leading edge, or the top edge in a row.
        case leading = 1
        /// The centers of the views are aligned with the stack view's center.
        case center = 3
        /// The views are aligned with the trailing edge, or the bottom edge in a row.
        case trailing = 4

        /// The views of a row are aligned with the top edge.
        public static var top: Alignment { .leading }
        /// The views of a row are aligned with the bottom edge.
        public static var bottom: Alignment { .trailing }
    }

    /// The views that the stack view lays out, in the order of the layout.
    public private(set) var arrangedSubviews: [UIView] = []
    /// The axis along which the arranged views lay out.
    open var axis = NSLayoutConstraint.Axis.horizontal { didSet { subviewSizeDidChange() } }
    /// The distribution of the arranged views along the stack view's axis.
    open var distribution = Distribution.fill { didSet { subviewSizeDidChange() } }
    /// The alignment of the arranged views perpendicular to the stack view's axis.
    open var alignment = Alignment.fill { didSet { subviewSizeDidChange() } }
    /// The distance in points between the adjacent edges of the arranged views.
    open var spacing: CGFloat = 0 { didSet { subviewSizeDidChange() } }
    /// The distances after individual views, in points.
    private var customSpacings: [ObjectIdentifier: CGFloat] = [:]

    /// Creates an empty stack view with the specified frame.
    public override init(frame: CGRect) {
        super.init(frame: frame)
    }

    /// Creates a stack view that manages the provided views.
    public convenience init(arrangedSubviews views: [UIView]) {
        self.init(frame: .zero)
        for view in views { addArrangedSubview(view) }
    }

    // MARK: Arranged views

    /// Adds a view to the end of the arranged views, and to the subviews.
    open func addArrangedSubview(_ view: UIView) {
        insertArrangedSubview(view, at: arrangedSubviews.count)
    }

    /// Adds the view to the arranged views at the specified index, which is clamped, and to the
    /// subviews.
    open func insertArrangedSubview(_ view: UIView, at stackIndex: Int) {
        arrangedSubviews.removeAll { $0 === view }
        if view.superview !== self { addSubview(view) }
        arrangedSubviews.insert(view, at: min(max(stackIndex, 0), arrangedSubviews.count))
        subviewSizeDidChange()
    }

    /// Removes the provided view from the arranged views. The view remains a subview.
    open func removeArrangedSubview(_ view: UIView) {
        arrangedSubviews.removeAll { $0 === view }
        customSpacings[ObjectIdentifier(view)] = nil
        subviewSizeDidChange()
    }

    /// Applies custom spacing after the specified view.
    open func setCustomSpacing(_ spacing: CGFloat, after arrangedSubview: UIView) {
        customSpacings[ObjectIdentifier(arrangedSubview)] = spacing
        subviewSizeDidChange()
    }

    /// Returns the custom spacing after the specified view, or `spacing` if there is none.
    open func customSpacing(after arrangedSubview: UIView) -> CGFloat {
        customSpacings[ObjectIdentifier(arrangedSubview)] ?? spacing
    }

    open override func willRemoveSubview(_ subview: UIView) {
        super.willRemoveSubview(subview)
        if arrangedSubviews.contains(subview) { removeArrangedSubview(subview) }
    }

    override func subviewSizeDidChange() {
        setNeedsLayout()
        invalidateIntrinsicContentSize()
    }

    // MARK: Size

    /// The arranged views that are not hidden.
    private var visibleViews: [UIView] { arrangedSubviews.filter { !$0.isHidden } }

    /// The sum of the lengths and distances of the views along the axis, and the greatest extent
    /// perpendicular to it.
    open override var intrinsicContentSize: CGSize {
        let views = visibleViews
        let sizes = views.map(\.intrinsicContentSize)
        let lengths = sizes.map { max(0, $0[axis]) }
        let total: CGFloat
        switch distribution {
        case .fillEqually: total = (lengths.max() ?? 0) * CGFloat(lengths.count)
        default: total = lengths.reduce(0, +)
        }
        return CGSize(
            axis: axis, length: total + gaps(between: views).reduce(0, +),
            extent: sizes.map { max(0, $0[axis.other]) }.max() ?? 0)
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

    private func gaps(between views: [UIView]) -> [CGFloat] {
        views.dropLast().map { customSpacing(after: $0) }
    }

    // MARK: Layout

    open override func layoutSubviews() {
        super.layoutSubviews()
        let views = visibleViews
        guard !views.isEmpty else { return }
        let extents = views.map { layOutExtent(of: $0) }
        let natural = views.map { view -> CGFloat? in
            let length = view.intrinsicContentSize[axis]
            return length == Self.noIntrinsicMetric ? nil : length
        }
        let layout = StackLayout(
            natural: natural, gaps: gaps(between: views), available: bounds.size[axis],
            distribution: distribution)
        for (index, view) in views.enumerated() {
            let extent = extents[index]
            let free = bounds.size[axis.other] - extent
            let start: CGFloat
            switch alignment {
            case .fill, .leading: start = 0
            case .center: start = free / 2
            case .trailing: start = free
            }
            let origin = CGSize(axis: axis, length: layout.starts[index], extent: start)
            view.frame = CGRect(
                origin: CGPoint(
                    x: bounds.minX + origin.width, y: bounds.minY + origin.height),
                size: CGSize(axis: axis, length: layout.lengths[index], extent: extent))
        }
    }

    /// Returns the extent of a view perpendicular to the axis, and assigns it to the view, because
    /// the intrinsic length of a label depends on it.
    private func layOutExtent(of view: UIView) -> CGFloat {
        let available = bounds.size[axis.other]
        let intrinsic = view.intrinsicContentSize[axis.other]
        let isStretched = alignment == .fill || intrinsic == Self.noIntrinsicMetric
        let extent = isStretched ? available : min(intrinsic, available)
        if view.bounds.size[axis.other] != extent {
            view.bounds.size[axis.other] = extent
        }
        return extent
    }
}

extension NSLayoutConstraint.Axis {
    fileprivate var other: NSLayoutConstraint.Axis {
        self == .horizontal ? .vertical : .horizontal
    }
}

extension CGSize {
    /// Creates a size from its length along an axis and its extent perpendicular to the axis.
    fileprivate init(axis: NSLayoutConstraint.Axis, length: CGFloat, extent: CGFloat) {
        self.init(
            width: axis == .horizontal ? length : extent,
            height: axis == .horizontal ? extent : length)
    }

    /// The length along an axis.
    fileprivate subscript(axis: NSLayoutConstraint.Axis) -> CGFloat {
        get { axis == .horizontal ? width : height }
        set {
            if axis == .horizontal { width = newValue } else { height = newValue }
        }
    }
}
