/// An object that displays a single image in your interface.
///
/// The property `contentMode` determines the layout of the image in the bounds. The image is always
/// clipped to the bounds, even if `clipsToBounds` is `false`. User interaction is disabled by
/// default, so hit-testing ignores image views.
@MainActor
open class UIImageView: UIView {
    /// The image displayed in the image view.
    open var image: UIImage? {
        didSet {
            guard image !== oldValue else { return }
            setNeedsDisplay()
            if image?.size != oldValue?.size { invalidateIntrinsicContentSize() }
        }
    }
    class override var drawsWholeContent: Bool { true }

    /// The images to use for an animation, or `nil`. Assigning images stops a running animation.
    open var animationImages: [UIImage]? {
        didSet { stopAnimating() }
    }
    /// The time it takes to go through one cycle of the images, in seconds. If the value is 0, each
    /// image is shown for 1/30 s.
    open var animationDuration = 0.0
    /// The number of times to repeat the animation; 0 for no limit.
    open var animationRepeatCount = 0
    /// The index of the animation's current image, counted over all cycles, or `nil` while no
    /// animation is running.
    private var animationStep: Int?
    private var repetition: RepeatingCall?

    /// Creates an image view with the specified frame.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
    }

    /// Creates an image view of the size of the specified image, at the origin.
    public convenience init(image: UIImage?) {
        self.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
        self.image = image
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { image?.size ?? .zero }

    open override var intrinsicContentSize: CGSize { image?.size ?? super.intrinsicContentSize }

    // MARK: Animation

    /// A Boolean value that indicates whether the animation is running.
    open var isAnimating: Bool { animationStep != nil }

    /// Starts animating the images from the first one; the animation runs while the view is in a
    /// window.
    open func startAnimating() {
        guard let animationImages, !animationImages.isEmpty, animationStep == nil else { return }
        animationStep = 0
        setNeedsDisplay()
        updateRepetition()
    }

    /// Stops animating the images; the view shows `image` again.
    open func stopAnimating() {
        guard animationStep != nil else { return }
        animationStep = nil
        setNeedsDisplay()
        updateRepetition()
    }

    override func windowDidChange() {
        super.windowDidChange()
        updateRepetition()
    }

    private func updateRepetition() {
        repetition?.stop()
        repetition = nil
        guard isAnimating, let application = window?.application else { return }
        let count = animationImages?.count ?? 1
        let interval = animationDuration > 0 ? animationDuration / Double(count) : 1.0 / 30
        let repetition = RepeatingCall(application: application) { [weak self] in
            self?.showNextImage()
        }
        repetition.start(after: interval, interval: interval)
        self.repetition = repetition
    }

    private func showNextImage() {
        guard let step = animationStep, let count = animationImages?.count else { return }
        if animationRepeatCount > 0 && step + 1 >= count * animationRepeatCount {
            stopAnimating()
        } else {
            animationStep = step + 1
            setNeedsDisplay()
        }
    }

    /// The image to draw: of the animation, or `image`.
    private var currentImage: UIImage? {
        guard let animationStep, let animationImages else { return image }
        return animationImages[animationStep % animationImages.count]
    }

    /// Draws the image according to `contentMode`.
    open override func draw(_ rect: CGRect) {
        guard let image = currentImage, bounds.width > 0, bounds.height > 0 else { return }
        image.draw(in: contentMode.rect(of: image.size, in: bounds))
    }
}
