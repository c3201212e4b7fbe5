import TouchKit

/// A control or scroll view with a title and with a line that says what happened to the last touch
/// on it.
package final class ControlsItemView: UIView {
    /// The height of an item whose control is in the same row as the title, in points.
    static let height: CGFloat = 76
    /// The height of the title's row, in points.
    private static let titleHeight: CGFloat = 48
    private static let captionHeight: CGFloat = 24

    /// The control or scroll view.
    package let control: UIView
    /// Whether the control fills the item above the caption, without a title.
    private let fillsItem: Bool
    private let titleLabel = UILabel()
    private let captionLabel = UILabel()
    /// The line that says what happened to the last touch.
    package var caption: String { captionLabel.text ?? "" }

    /// The newest decision, or an empty string.
    private var decision = ""
    /// The phase that a view of the item has received last, or `nil`.
    private var phase: UITouch.Phase?

    /// Creates an item.
    ///
    /// - Parameters:
    ///   - title: The title, left of the control.
    ///   - control: The control or scroll view.
    ///   - fillsItem: Whether the control fills the item above the caption. The title is not shown.
    init(_ title: String, _ control: UIView, fillsItem: Bool = false) {
        self.control = control
        self.fillsItem = fillsItem
        super.init(frame: .zero)
        titleLabel.text = title
        titleLabel.font = .systemFont(ofSize: ControlStyle.bodySize)
        captionLabel.text = "no touch"
        captionLabel.font = .systemFont(ofSize: ControlStyle.captionSize)
        captionLabel.textColor = .secondaryLabel
        if !fillsItem { addSubview(titleLabel) }
        addSubview(control)
        addSubview(captionLabel)
    }

    package override func layoutSubviews() {
        let margin = ControlStyle.margin
        let width = max(0, bounds.width - 2 * margin)
        captionLabel.frame = CGRect(
            x: margin, y: bounds.height - Self.captionHeight, width: width,
            height: Self.captionHeight)
        if fillsItem {
            control.frame = CGRect(
                x: 0, y: 0, width: bounds.width, height: bounds.height - Self.captionHeight)
            return
        }
        titleLabel.frame = CGRect(x: margin, y: 0, width: width * 0.4, height: Self.titleHeight)
        let natural = control.intrinsicContentSize
        let controlWidth =
            natural.width == UIView.noIntrinsicMetric
            ? width * 0.55 : min(natural.width, width * 0.6)
        control.frame = CGRect(
            x: margin + width - controlWidth, y: (Self.titleHeight - natural.height) / 2,
            width: controlWidth, height: natural.height)
    }

    // MARK: Last touch

    /// Forgets the previous touch.
    func clear() {
        decision = ""
        phase = nil
        updateCaption()
    }

    /// Shows a decision about the touch.
    func recordDecision(_ text: String) {
        if text == decision { return }
        decision = text
        updateCaption()
    }

    /// Shows that a view of the item has received a phase. Consecutive moves allocate no memory.
    func recordDelivery(_ phase: UITouch.Phase) {
        if phase == self.phase { return }
        self.phase = phase
        updateCaption()
    }

    private func updateCaption() {
        let received: String
        switch phase {
        case .began: received = "receives touchesBegan"
        case .moved: received = "receives touchesMoved"
        case .ended: received = "receives touchesEnded"
        case .cancelled: received = "receives touchesCancelled"
        case .stationary, nil: received = ""
        }
        let separator = decision.isEmpty || received.isEmpty ? "" : " · "
        captionLabel.text = decision + separator + received
    }
}
