import TouchKit

/// A button for actions that must not be triggered by accident. The button sends
/// `primaryActionTriggered` once after a touch has stayed on it for a given duration, by default
/// one second.
///
/// During the hold, a hint appears above the button, with a bar that fills. If the touch ends, is
/// cancelled or leaves the button too early, the bar empties, and the hint stays visible for one
/// more second.
package final class HoldToConfirmButton: IconButton {
    /// The default time for which the user must hold the button, in seconds.
    package static let holdDuration = 1.0
    /// The maximum distance between the button and a touch outside it at which the hold continues,
    /// in points. The value equals the movement tolerance of a long press.
    private static let touchTolerance: CGFloat = 10
    private static let holdTint = UIColor(red: 0.8, green: 0.07, blue: 0.07, alpha: 1)
    private static let finish = Selector("finish") { (button: HoldToConfirmButton) in button.finish
    }

    /// The state of the current hold.
    private enum Hold {
        case none
        case running
        case done
    }

    private var hold = Hold.none
    private let hint: HoldHintView
    private let duration: Double

    /// Creates a button with an empty frame.
    ///
    /// - Parameters:
    ///   - face: The contents of the button, such as an icon.
    ///   - hint: The text that instructs the user to hold the button.
    ///   - duration: The time for which the user must hold the button, in seconds.
    package init(_ face: Face, hint: String, duration: Double = HoldToConfirmButton.holdDuration) {
        self.duration = duration
        self.hint = HoldHintView(text: hint)
        super.init(face)
        addSubview(self.hint)
    }

    override var tint: UIColor { isHighlighted ? Self.holdTint : super.tint }

    /// Starts the hold and shows the hint.
    package override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        hold = .running
        hint.layOut(above: self)
        hint.fill(for: duration)
        perform(Self.finish, with: nil, afterDelay: duration)
        return true
    }

    /// Cancels the hold if the touch has left the button.
    package override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        let near = bounds.insetBy(dx: -Self.touchTolerance, dy: -Self.touchTolerance)
        if near.contains(touch.location(in: self)) { return true }
        stop()
        return false
    }

    /// Cancels the hold if the touch has ended too early.
    package override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
        stop()
    }

    /// Cancels the hold, because its touch was cancelled.
    package override func cancelTracking(with event: UIEvent?) {
        stop()
    }

    private func finish() {
        guard hold == .running else { return }
        hold = .done
        hint.fadeOut(after: 0)
        sendActions(for: .primaryActionTriggered)
    }

    private func stop() {
        if hold == .running {
            Self.cancelPreviousPerformRequests(withTarget: self)
            hint.empty()
            hint.fadeOut(after: HoldHintView.visibleDuration)
        }
        hold = .none
    }
}

/// The hint that a `HoldToConfirmButton` shows during a hold: a text in front of a bar that fills.
final class HoldHintView: RoundedBackgroundView {
    /// The time for which the hint stays visible after a hold that was cancelled, in seconds.
    static let visibleDuration = 1.0
    private static let height: CGFloat = 40
    /// The space to the left and to the right of the text, in points.
    private static let margin: CGFloat = 16
    /// The distance between the edges of the hint and the bar, in points.
    private static let inset: CGFloat = 4
    /// The distance between the button and the hint, in points.
    private static let gap: CGFloat = 12

    private let label = UILabel(frame: .zero)
    private let bar = UIView(frame: .zero)

    convenience init(text: String) {
        self.init(frame: .zero)
        isUserInteractionEnabled = false
        alpha = 0
        bar.backgroundColor = UIColor(red: 0.97, green: 0.5, blue: 0.46, alpha: 1)
        bar.layer.cornerRadius = RoundedBackgroundView.cornerRadius - Self.inset
        label.text = text
        label.font = .boldSystemFont(ofSize: UIFont.labelFontSize)
        label.textAlignment = .center
        addSubview(bar)
        addSubview(label)
    }

    private var fullBar: CGRect { bounds.insetBy(dx: Self.inset, dy: Self.inset) }
    private var emptyBar: CGRect {
        CGRect(x: Self.inset, y: Self.inset, width: 0, height: bounds.height - 2 * Self.inset)
    }

    /// Places the hint above `button`, or below it if there is no space above it. The hint is moved
    /// horizontally if necessary, so that it is inside the window.
    func layOut(above button: UIView) {
        let window = button.window?.bounds ?? button.bounds
        let availableArea = button.convert(window, from: nil).insetBy(
            dx: Self.inset, dy: Self.inset)
        let width = label.sizeThatFits(.zero).width + 2 * Self.margin
        let middle = (button.bounds.width - width) / 2
        let above = -Self.gap - Self.height
        frame = CGRect(
            x: max(min(middle, availableArea.maxX - width), availableArea.minX).rounded(),
            y: above >= availableArea.minY ? above : button.bounds.height + Self.gap,
            width: width, height: Self.height)
        label.frame = bounds
    }

    /// Shows the hint at once, and fills its bar within `duration` seconds.
    func fill(for duration: Double) {
        removeAllAnimations()
        bar.removeAllAnimations()
        alpha = 1
        bar.frame = emptyBar
        UIView.animate(withDuration: duration, delay: 0, options: .curveLinear) {
            bar.frame = fullBar
        }
    }

    /// Empties the bar of the hint with an animation.
    func empty() {
        UIView.animate(withDuration: 0.2, delay: 0, options: .beginFromCurrentState) {
            bar.frame = emptyBar
        }
    }

    /// Fades the hint out after `delay` seconds.
    func fadeOut(after delay: Double) {
        UIView.animate(withDuration: 0.25, delay: delay, options: .curveEaseOut) { alpha = 0 }
    }
}
