import TouchKit

/// A button for what can't be done by mistake: it does it, once, after a finger has stayed on it for a
/// second or more, on `primaryActionTriggered`.
///
/// Meanwhile a bar fills a hint above it. A finger that is lifted, taken back or slides off before lets the
/// bar go back and nothing is done; the hint stays a while to say what was missing.
package final class HoldButton: IconButton {
    /// How long a finger has to stay unless told otherwise, in seconds.
    package static let holdDuration = 1.0
    /// How far beyond its edges a finger may stray, in points: as far as a pressing one may tremble.
    private static let slack: CGFloat = 10
    private static let warning = UIColor(red: 0.8, green: 0.07, blue: 0.07, alpha: 1)
    private static let finish = Selector("finish") { (button: HoldButton) in button.finish }

    /// What a finger does with it.
    private enum Hold {
        case none
        case running
        case done
    }

    private var hold = Hold.none
    private let hint: HoldHint
    private let duration: Double

    /// Makes a button without an extent.
    ///
    /// - Parameters:
    ///   - face: What it shows.
    ///   - hint: What says that it has to be held.
    ///   - duration: How long, in seconds.
    package init(_ face: Face, hint: String, duration: Double = HoldButton.holdDuration) {
        self.duration = duration
        self.hint = HoldHint(text: hint)
        super.init(face)
        addSubview(self.hint)
    }

    override var tint: UIColor { isHighlighted ? Self.warning : super.tint }

    /// The finger has to stay from now on.
    package override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        hold = .running
        hint.place(above: self)
        hint.fill(for: duration)
        perform(Self.finish, with: nil, afterDelay: duration)
        return true
    }

    /// Stops following a finger that slides off.
    package override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        let near = bounds.insetBy(dx: -Self.slack, dy: -Self.slack)
        if near.contains(touch.location(in: self)) { return true }
        stop()
        return false
    }

    /// Nothing is done if it was too early.
    package override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
        stop()
    }

    /// Nothing is done.
    package override func cancelTracking(with event: UIEvent?) {
        stop()
    }

    private func finish() {
        guard hold == .running else { return }
        hold = .done
        hint.fade(after: 0)
        sendActions(for: .primaryActionTriggered)
    }

    private func stop() {
        if hold == .running {
            Self.cancelPreviousPerformRequests(withTarget: self)
            hint.empty()
            hint.fade(after: HoldHint.stay)
        }
        hold = .none
    }
}

/// What a `HoldButton` shows while it is held: text, and behind it a bar that grows.
final class HoldHint: PlateView {
    /// How long it stays when nothing was done, in seconds.
    static let stay = 1.0
    private static let height: CGFloat = 40
    /// To the left and right of the text, in points.
    private static let margin: CGFloat = 16
    /// From the panel's edge to the bar, in points.
    private static let inset: CGFloat = 4
    /// Above the button, in points.
    private static let gap: CGFloat = 12

    private let label = UILabel(frame: .zero)
    private let bar = UIView(frame: .zero)

    init(text: String) {
        super.init(frame: .zero)
        isUserInteractionEnabled = false
        alpha = 0
        bar.backgroundColor = UIColor(red: 0.97, green: 0.5, blue: 0.46, alpha: 1)
        bar.layer.cornerRadius = PlateView.cornerRadius - Self.inset
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

    /// Lies above a button, as far in the middle as the window's edges allow; below it at the window's
    /// top.
    func place(above button: UIView) {
        let window = button.window?.bounds ?? button.bounds
        let room = button.convert(window, from: nil).insetBy(dx: Self.inset, dy: Self.inset)
        let width = label.sizeThatFits(.zero).width + 2 * Self.margin
        let middle = (button.bounds.width - width) / 2
        let above = -Self.gap - Self.height
        frame = CGRect(
            x: max(min(middle, room.maxX - width), room.minX).rounded(),
            y: above >= room.minY ? above : button.bounds.height + Self.gap,
            width: width, height: Self.height)
        label.frame = bounds
    }

    /// Shows it at once, and lets the bar grow from nothing.
    func fill(for duration: Double) {
        removeAllAnimations()
        bar.removeAllAnimations()
        alpha = 1
        bar.frame = emptyBar
        UIView.animate(withDuration: duration, delay: 0, options: .curveLinear) {
            bar.frame = fullBar
        }
    }

    /// Lets the bar go back.
    func empty() {
        UIView.animate(withDuration: 0.2, delay: 0, options: .beginFromCurrentState) {
            bar.frame = emptyBar
        }
    }

    /// Lets it go away.
    func fade(after delay: Double) {
        UIView.animate(withDuration: 0.25, delay: delay, options: .curveEaseOut) { alpha = 0 }
    }
}
