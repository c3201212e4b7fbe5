/// A horizontal control that consists of multiple segments, each segment functioning as a discrete
/// button.
///
/// A touch selects the segment on which it is lifted, and the control then sends `valueChanged` and
/// `primaryActionTriggered` together, unless the segment was selected already. Setting
/// `selectedSegmentIndex` sends no event. Segments have equal widths and titles; UIKit's images,
/// widths and title attributes are missing.
@MainActor
open class UISegmentedControl: UIControl {
    class override var drawsWholeContent: Bool { true }

    /// A segment index value that indicates that there is no selected segment.
    public static let noSegment = -1

    /// The natural height of the control, in points, as on iOS.
    private static let height: CGFloat = 32
    /// The distance between the selected segment's background and the edges, in points.
    private static let gap: CGFloat = 2

    private struct Segment {
        var label: UILabel
        var isEnabled = true
    }

    private var segments: [Segment] = []
    /// The background of the selected segment.
    private let selection = UIView(frame: .zero)
    /// The index of the segment that the tracked touch is on, or `noSegment`.
    private var pressedSegment = noSegment
    private var selectedIndex = noSegment

    /// Creates a segmented control with segments having the given titles, none selected. Items
    /// other than strings become segments without a title.
    public convenience init(items: [Any]?) {
        self.init(frame: .zero)
        for (index, item) in (items ?? []).enumerated() {
            insertSegment(withTitle: item as? String, at: index, animated: false)
        }
        frame = CGRect(origin: .zero, size: intrinsicContentSize)
    }

    /// Creates a segmented control without segments.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        selection.isUserInteractionEnabled = false
        selection.cornerRadius = ControlStyle.cornerRadius - 1
        addSubview(selection)
        updateColors()
    }

    // MARK: Segments

    /// The number of segments in the control.
    public var numberOfSegments: Int { segments.count }

    /// The index of the selected segment, or `noSegment`. In a momentary control, the value is
    /// different from `noSegment` only while the control sends events. An index out of range
    /// selects no segment.
    open var selectedSegmentIndex: Int {
        get { selectedIndex }
        set { select(newValue, animated: false) }
    }
    /// A Boolean value that determines whether segments in the control show selected state only
    /// while they are pressed.
    open var isMomentary = false {
        didSet { if isMomentary { select(Self.noSegment, animated: false) } }
    }
    /// The color to use for highlighting the currently selected segment; the style's color if
    /// `nil`.
    open var selectedSegmentTintColor: UIColor? {
        didSet { updateColors() }
    }

    /// Inserts a segment at a specific position and gives it a title. The index is clamped; the
    /// insertion is not animated.
    open func insertSegment(withTitle title: String?, at segment: Int, animated: Bool) {
        let label = UILabel(frame: .zero)
        label.text = title
        label.textAlignment = .center
        addSubview(label)
        let index = min(max(segment, 0), segments.count)
        segments.insert(Segment(label: label), at: index)
        if selectedIndex >= index { selectedIndex += 1 }
        segmentsDidChange()
    }

    /// Removes the specified segment. The removal is not animated. The selection is removed with
    /// its segment.
    open func removeSegment(at segment: Int, animated: Bool) {
        guard segments.indices.contains(segment) else { return }
        segments.remove(at: segment).label.removeFromSuperview()
        if selectedIndex == segment {
            selectedIndex = Self.noSegment
        } else if selectedIndex > segment {
            selectedIndex -= 1
        }
        segmentsDidChange()
    }

    /// Removes all segments of the control.
    open func removeAllSegments() {
        for segment in segments { segment.label.removeFromSuperview() }
        segments.removeAll()
        selectedIndex = Self.noSegment
        segmentsDidChange()
    }

    /// Sets the title of a segment.
    open func setTitle(_ title: String?, forSegmentAt segment: Int) {
        guard segments.indices.contains(segment) else { return }
        segments[segment].label.text = title
        invalidateIntrinsicContentSize()
    }

    /// Returns the title of the specified segment, or `nil` if there is none.
    open func titleForSegment(at segment: Int) -> String? {
        segments.indices.contains(segment) ? segments[segment].label.text : nil
    }

    /// Enables the specified segment.
    open func setEnabled(_ enabled: Bool, forSegmentAt segment: Int) {
        guard segments.indices.contains(segment) else { return }
        segments[segment].isEnabled = enabled
        updateColors()
    }

    /// Returns whether the indicated segment is enabled.
    open func isEnabledForSegment(at segment: Int) -> Bool {
        segments.indices.contains(segment) && segments[segment].isEnabled
    }

    private func segmentsDidChange() {
        pressedSegment = Self.noSegment
        layoutSegments()
        updateColors()
        invalidateIntrinsicContentSize()
    }

    private func select(_ index: Int, animated: Bool) {
        let wasSelected = selectedIndex != Self.noSegment
        selectedIndex = segments.indices.contains(index) ? index : Self.noSegment
        updateColors()
        changeAppearance(animated: animated && wasSelected) { layoutSegments() }
    }

    // MARK: Size

    open override var bounds: CGRect {
        didSet { if bounds != oldValue { layoutSegments() } }
    }

    open override var intrinsicContentSize: CGSize {
        let widest = segments.map { $0.label.sizeThatFits(.zero).width }.max() ?? 0
        let width = max(ControlStyle.minimumTouchSize, widest + 2 * ControlStyle.spacing)
        return CGSize(width: width * CGFloat(segments.count), height: Self.height)
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

    /// Returns whether the point is in the control's touch target, which is 44 points high.
    open override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
        touchTarget.contains(point)
    }

    private func rect(ofSegment index: Int) -> CGRect {
        let width = bounds.width / CGFloat(max(segments.count, 1))
        return CGRect(
            x: bounds.minX + CGFloat(index) * width, y: bounds.minY, width: width,
            height: bounds.height)
    }

    private func layoutSegments() {
        for (index, segment) in segments.enumerated() {
            segment.label.frame = rect(ofSegment: index).insetBy(dx: Self.gap, dy: 0)
        }
        selection.isHidden = selectedIndex == Self.noSegment
        if selectedIndex != Self.noSegment {
            selection.frame = rect(ofSegment: selectedIndex).insetBy(dx: Self.gap, dy: Self.gap)
        }
        setNeedsDisplay()
    }

    // MARK: Touches

    /// Returns the index of the enabled segment at a touch, or `noSegment`.
    private func segment(at touch: UITouch) -> Int {
        let location = touch.location(in: self)
        guard touchTarget.contains(location) else { return Self.noSegment }
        let index = segments.indices.first { location.x < rect(ofSegment: $0).maxX }
        return index.flatMap { segments[$0].isEnabled ? $0 : nil } ?? Self.noSegment
    }

    open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        press(segment(at: touch))
        return super.beginTracking(touch, with: event)
    }

    open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        press(segment(at: touch))
        return super.continueTracking(touch, with: event)
    }

    open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
        super.endTracking(touch, with: event)
        let index = touch.map { segment(at: $0) } ?? Self.noSegment
        press(Self.noSegment)
        guard index != Self.noSegment, index != selectedIndex else { return }
        select(index, animated: !isMomentary)
        sendChange(with: event)
        if isMomentary { select(Self.noSegment, animated: false) }
    }

    open override func cancelTracking(with event: UIEvent?) {
        super.cancelTracking(with: event)
        press(Self.noSegment)
    }

    private func press(_ index: Int) {
        guard index != pressedSegment else { return }
        pressedSegment = index
        updateColors()
        setNeedsDisplay()
    }

    override var preventsTapsOfOtherViews: Bool { true }

    // MARK: Appearance

    override var dimsWhenDisabled: Bool { true }

    private func updateColors() {
        selection.backgroundColor = selectedSegmentTintColor ?? ControlStyle.selectedSegment
        for (index, segment) in segments.enumerated() {
            let label = segment.label
            let isSelected = index == selectedIndex
            let size = ControlStyle.detailSize
            label.font = isSelected ? .boldSystemFont(ofSize: size) : .systemFont(ofSize: size)
            label.textColor = segment.isEnabled ? .label : .tertiaryLabel
            let isPressed = index == pressedSegment && !isSelected
            label.alpha = isPressed ? ControlStyle.pressedAlpha : 1
        }
    }

    /// Draws the background, and lines between segments that are not selected.
    open override func draw(_ rect: CGRect) {
        guard let context = DrawingContext.current else { return }
        context.fill(bounds, cornerRadius: ControlStyle.cornerRadius, color: .tertiarySystemFill)
        if pressedSegment != Self.noSegment && isMomentary {
            context.fill(
                self.rect(ofSegment: pressedSegment), cornerRadius: ControlStyle.cornerRadius,
                color: ControlStyle.pressedFill)
        }
        for index in segments.indices.dropFirst()
        where index != selectedIndex && index - 1 != selectedIndex {
            let x = self.rect(ofSegment: index).minX
            context.fill(
                CGRect(x: x - 0.5, y: bounds.minY + 8, width: 1, height: bounds.height - 16),
                color: .separator)
        }
    }
}
