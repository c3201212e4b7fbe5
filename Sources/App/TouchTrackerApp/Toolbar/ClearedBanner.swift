import TouchKit

/// A banner that confirms that the drawing was cleared, with a button that undoes it. The banner
/// hides after five seconds.
package final class ClearedBanner: RoundedBackgroundView {
    /// The time for which the banner is shown, in seconds.
    package static let displayDuration = 5.0
    private static let height: CGFloat = 48
    private static let buttonWidth: CGFloat = 88
    /// The space to the left and to the right of the text, in points.
    private static let margin: CGFloat = 20
    /// The distance of the button from the edges, in points.
    private static let inset: CGFloat = 4
    /// The distance between the banner and the view below it, in points.
    private static let gap: CGFloat = 12
    private static let hideBanner = Selector("hideBanner") { (banner: ClearedBanner) in banner.hide
    }

    /// Called when the user taps the button.
    package var onUndo: (() -> Void)?
    private let label = UILabel(frame: .zero)
    private let button = FilledButton("Undo")

    /// Creates a hidden banner.
    package convenience init() {
        self.init(frame: .zero)
        isHidden = true
        alpha = 0
        label.text = "Cleared"
        label.font = .boldSystemFont(ofSize: UIFont.labelFontSize)
        button.addAction(for: .touchUpInside) { [weak self] _ in
            self?.hide()
            self?.onUndo?()
        }
        addSubview(label)
        addSubview(button)
    }

    /// Whether the banner is shown, or being shown by an animation.
    package var isShown: Bool { alpha == 1 && !isHidden }

    /// The touchable frame of the button, in the coordinates of the banner.
    package var buttonFrame: CGRect { button.frame }

    /// Shows the banner for `displayDuration`.
    package func show() {
        Self.cancelPreviousPerformRequests(withTarget: self)
        isHidden = false
        UIView.animate(
            withDuration: MaintenanceStyle.transitionDuration, delay: 0,
            options: .beginFromCurrentState
        ) {
            alpha = 1
        }
        perform(Self.hideBanner, with: nil, afterDelay: Self.displayDuration)
    }

    /// Hides the banner. A hidden banner receives no touches.
    package func hide() {
        Self.cancelPreviousPerformRequests(withTarget: self)
        if alpha == 0 { return }
        UIView.animate(
            withDuration: MaintenanceStyle.transitionDuration, delay: 0,
            options: .beginFromCurrentState,
            animations: { alpha = 0 }
        ) { [weak self] _ in
            guard let self, alpha == 0 else { return }
            isHidden = true
        }
    }

    /// Places the banner in the center of `bounds` of its superview, above the coordinate `bottom`.
    package func layOut(in bounds: CGRect, above bottom: CGFloat) {
        let textWidth = label.sizeThatFits(.zero).width.rounded(.up)
        let width = textWidth + 2 * Self.margin + Self.buttonWidth + Self.inset
        frame = CGRect(
            x: (bounds.midX - width / 2).rounded(), y: bottom - Self.gap - Self.height,
            width: width, height: Self.height)
        label.frame = CGRect(x: Self.margin, y: 0, width: textWidth, height: Self.height)
        button.frame = CGRect(
            x: width - Self.inset - Self.buttonWidth, y: Self.inset, width: Self.buttonWidth,
            height: Self.height - 2 * Self.inset)
    }
}
