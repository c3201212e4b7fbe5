/// A control that executes your custom code in response to user interactions. A tap on the button
/// sends `touchUpInside`, then `primaryActionTriggered`.
///
/// Titles, colors and images can be set for each state; a state without its own value uses the
/// value for the normal state. Button configurations are not supported. `cornerRadius` rounds the
/// corners of the background that `setBackgroundColor(_:for:)` sets. System buttons start with a
/// radius of 8 points.
@MainActor
open class UIButton: UIControl {
    class override var drawsWholeContent: Bool { true }

    /// Constants that specify the style of a button.
    public enum ButtonType: Int, Sendable {
        /// No button style: a white title. Without an own image for the state, the image is dimmed
        /// while the button is highlighted or disabled.
        case custom = 0
        /// A system style button: a title in `tintColor`, translucent while highlighted; white on
        /// `tintColor` while selected; gray while disabled.
        case system = 1
    }

    /// The button type.
    public let buttonType: ButtonType
    /// A view that displays the value of the current title. Set its font; the button sets its text
    /// and color.
    public let titleLabel: UILabel? = UILabel(frame: .zero)
    /// The button's image view. Set its `contentMode`; the button sets its image.
    public let imageView: UIImageView? = UIImageView(frame: .zero)
    /// The inset margins for the button's content, in points.
    open var contentEdgeInsets: UIEdgeInsets {
        didSet { if contentEdgeInsets != oldValue { updateAppearance() } }
    }

    /// The titles set for each state.
    var titles: [State: String] = [:]
    /// The title colors set for each state.
    var titleColors: [State: UIColor] = [:]
    /// Whether a system button's title is translucent while the button is highlighted.
    var fadesTitleWhenHighlighted = true
    /// The images set for each state.
    var images: [State: UIImage] = [:]
    /// The background images set for each state.
    var backgroundImages: [State: UIImage] = [:]
    /// Whether `updateAppearance()` is changing the label and the image view.
    private var isUpdatingAppearance = false
    /// The background colors set for each state.
    var backgroundColors: [State: UIColor] = [:]

    /// Creates and returns a new button of the specified type, with an empty frame.
    public convenience init(type: ButtonType) {
        self.init(frame: .zero, type: type)
    }

    /// Creates a custom button with the specified frame.
    public override init(frame: CGRect) {
        buttonType = .custom
        contentEdgeInsets = .zero
        super.init(frame: frame)
        setUp()
    }

    /// Creates a button with the specified frame and type. Not part of UIKit.
    public init(frame: CGRect, type: ButtonType) {
        buttonType = type
        contentEdgeInsets =
            type == .system ? ControlStyle.buttonInsets : .zero
        super.init(frame: frame)
        if type == .system { cornerRadius = ControlStyle.cornerRadius }
        setUp()
    }

    /// Adds the subviews and shows the initial state.
    private func setUp() {
        titleLabel?.font = .systemFont(ofSize: UIFont.buttonFontSize)
        titleLabel?.textAlignment = .center
        if let imageView { addSubview(imageView) }
        if let titleLabel { addSubview(titleLabel) }
        updateAppearance()
    }

    override var sendsPrimaryActionOnTouchUp: Bool { true }
    override var preventsTapsOfOtherViews: Bool { true }

    override func stateDidChange() {
        updateAppearance()
    }

    open override func tintColorDidChange() {
        updateAppearance()
    }

    open override var bounds: CGRect {
        didSet { if bounds != oldValue { layoutContent() } }
    }

    open override func draw(_ rect: CGRect) {
        if let color = currentBackgroundColor {
            DrawingContext.current?.fill(bounds, cornerRadius: cornerRadius, color: color)
        }
        currentBackgroundImage?.draw(in: bounds)
    }

    // MARK: Layout

    /// The size of image and title side by side, plus the insets, in points.
    open override var intrinsicContentSize: CGSize {
        let content = contentSize
        return CGSize(
            width: content.width + contentEdgeInsets.left + contentEdgeInsets.right,
            height: content.height + contentEdgeInsets.top + contentEdgeInsets.bottom)
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

    /// The size of the current image in points, or zero without an image.
    private var imageSize: CGSize { currentImage?.size ?? .zero }
    /// The space between image and title, in points, or 0 if the image or the title is missing.
    private var gap: CGFloat {
        currentImage != nil && currentTitle != nil ? ControlStyle.spacing : 0
    }
    /// The size of image and title side by side without the insets, in points.
    private var contentSize: CGSize {
        let title = titleLabel?.sizeThatFits(.zero) ?? .zero
        return CGSize(
            width: imageSize.width + gap + title.width, height: max(imageSize.height, title.height))
    }

    /// Centers image and title side by side within the insets.
    private func layoutContent() {
        let content = bounds.inset(by: contentEdgeInsets)
        let title = titleLabel?.sizeThatFits(.zero) ?? .zero
        let titleWidth = min(title.width, max(0, content.width - imageSize.width - gap))
        let left = content.midX - (imageSize.width + gap + titleWidth) / 2
        imageView?.frame = CGRect(
            x: left, y: content.midY - imageSize.height / 2, width: imageSize.width,
            height: imageSize.height)
        titleLabel?.frame = CGRect(
            x: left + imageSize.width + gap, y: content.midY - title.height / 2, width: titleWidth,
            height: title.height)
    }

    /// Updates title, image and background, after the button's state has changed or a title, image
    /// or color was set for a state.
    func updateAppearance() {
        isUpdatingAppearance = true
        defer { isUpdatingAppearance = false }
        titleLabel?.text = currentTitle
        titleLabel?.textColor = currentTitleColor
        imageView?.image = currentImage
        imageView?.alpha = isImageDimmed ? ControlStyle.dimmedAlpha : 1
        layoutContent()
        setNeedsDisplay()
        invalidateIntrinsicContentSize()
    }

    /// Lays out the content again, for example after the font of the title label was set.
    override func subviewSizeDidChange() {
        if isUpdatingAppearance { return }
        layoutContent()
        invalidateIntrinsicContentSize()
    }

    /// Whether the image is drawn at half opacity, because the button is highlighted or disabled
    /// and no image is set for that state.
    private var isImageDimmed: Bool {
        (isHighlighted || !isEnabled) && images[state] == nil
    }
}
