/// A control that does something when it is tapped: `touchUpInside`, then `primaryActionTriggered`.
///
/// `cornerRadius` rounds what `setBackgroundColor` sets, as UIKit's
/// `configuration.background.cornerRadius` does; system buttons begin with 8 points.
///
/// Titles, colours and pictures can be given for each state; a state without one has the normal
/// state's, as in UIKit.
@MainActor
open class UIButton: UIControl {
    /// How a button looks where nothing is said.
    public enum ButtonType: Int, Sendable {
        /// A white title; what a state looks like is for the app to say.
        case custom = 0
        /// A title in `tintColor`, faint under a finger; white on `tintColor` when selected; grey
        /// when disabled.
        case system = 1
    }

    /// How it looks where nothing is said.
    public let buttonType: ButtonType
    /// The title's view; set its font, not its text or colour.
    public let titleLabel: UILabel? = UILabel(frame: .zero)
    /// The picture's view; set its `contentMode`, not its picture.
    public let imageView: UIImageView? = UIImageView(frame: .zero)
    /// The colour of a system button.
    open var tintColor = UIButton.defaultTint {
        didSet { if tintColor != oldValue { updateLooks() } }
    }
    /// Room between the content and the edges, in points.
    open var contentEdgeInsets: UIEdgeInsets {
        didSet { if contentEdgeInsets != oldValue { updateLooks() } }
    }

    /// The blue of UIKit's system buttons.
    private static let defaultTint = UIColor(red: 0, green: 122.0 / 255, blue: 1, alpha: 1)

    var titles: [State: String] = [:]
    var titleColors: [State: UIColor] = [:]
    var images: [State: UIImage] = [:]
    var backgroundImages: [State: UIImage] = [:]
    var backgroundColors: [State: UIColor] = [:]

    /// Makes a button of a type, without an extent.
    public convenience init(type: ButtonType) {
        self.init(frame: .zero, type: type)
    }

    /// Makes a custom button of this extent in its superview, in points.
    public override init(frame: CGRect) {
        buttonType = .custom
        contentEdgeInsets = .zero
        super.init(frame: frame)
        setUp()
    }

    /// Makes a button of this extent in its superview, in points.
    public init(frame: CGRect, type: ButtonType) {
        buttonType = type
        contentEdgeInsets =
            type == .system ? UIEdgeInsets(top: 6, left: 10, bottom: 6, right: 10) : .zero
        super.init(frame: frame)
        if type == .system { cornerRadius = 8 }
        setUp()
    }

    private func setUp() {
        titleLabel?.font = .systemFont(ofSize: UIFont.buttonFontSize)
        titleLabel?.textAlignment = .center
        if let imageView { addSubview(imageView) }
        if let titleLabel { addSubview(titleLabel) }
        updateLooks()
    }

    override var sendsPrimaryActionOnTouchUp: Bool { true }

    override func stateChanged() {
        updateLooks()
    }

    open override var bounds: CGRect {
        didSet { if bounds != oldValue { layOut() } }
    }

    open override func draw(_ rect: CGRect) {
        if let color = currentBackgroundColor {
            DrawingContext.current?.fill(bounds, cornerRadius: cornerRadius, color: color)
        }
        currentBackgroundImage?.draw(in: bounds)
    }

    /// A button keeps a tap of a view around it to itself: not one that wants several taps or fingers,
    /// or that cancels nothing.
    open override func gestureRecognizerShouldBegin(
        _ gestureRecognizer: UIGestureRecognizer
    ) -> Bool {
        !isTapAroundIt(gestureRecognizer)
            && super.gestureRecognizerShouldBegin(gestureRecognizer)
    }

    // MARK: Layout

    /// The size of title and picture side by side, with insets, in points.
    open override var intrinsicContentSize: CGSize {
        let content = contentSize
        return CGSize(
            width: content.width + contentEdgeInsets.left + contentEdgeInsets.right,
            height: content.height + contentEdgeInsets.top + contentEdgeInsets.bottom)
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

    private var imageSize: CGSize { currentImage?.size ?? .zero }
    /// Between picture and title, in points.
    private var gap: CGFloat { currentImage != nil && currentTitle != nil ? 8 : 0 }
    private var contentSize: CGSize {
        let title = titleLabel?.sizeThatFits(.zero) ?? .zero
        return CGSize(
            width: imageSize.width + gap + title.width, height: max(imageSize.height, title.height))
    }

    /// Puts picture and title side by side into the middle.
    private func layOut() {
        let room = bounds.inset(by: contentEdgeInsets)
        let title = titleLabel?.sizeThatFits(.zero) ?? .zero
        let titleWidth = min(title.width, max(0, room.width - imageSize.width - gap))
        let left = room.midX - (imageSize.width + gap + titleWidth) / 2
        imageView?.frame = CGRect(
            x: left, y: room.midY - imageSize.height / 2, width: imageSize.width,
            height: imageSize.height)
        titleLabel?.frame = CGRect(
            x: left + imageSize.width + gap, y: room.midY - title.height / 2, width: titleWidth,
            height: title.height)
    }

    /// Brings title and picture up to date with the state.
    func updateLooks() {
        titleLabel?.text = currentTitle
        titleLabel?.textColor = currentTitleColor
        imageView?.image = currentImage
        imageView?.alpha = isImageDimmed ? 0.5 : 1
        layOut()
        setNeedsDisplay()
    }

    /// Under a finger, and disabled, a picture is fainter if the state has none of its own.
    private var isImageDimmed: Bool {
        (isHighlighted || !isEnabled) && images[state] == nil
    }
}
