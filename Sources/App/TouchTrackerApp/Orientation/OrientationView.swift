import TouchKit
import TouchKitGeometry
import TouchTrackerOrientation

/// What the orientation wizard is at: a mark, and words in the middle; the picture is upright, however the touch
/// is. It takes no finger.
final class OrientationView: UIView {
    private let title = UILabel(frame: .zero)
    private let number = UILabel(frame: .zero)
    private let remark = UILabel(frame: .zero)
    private var mark: CGPoint?
    private var finger: CGPoint?

    /// Makes one without a mark.
    override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = FieldTestColors.ground
        for label in [title, number, remark] {
            label.textAlignment = .center
            label.textColor = FieldTestColors.ink
            label.numberOfLines = 0
            label.lineBreakMode = .byWordWrapping
            addSubview(label)
        }
        remark.textColor = FieldTestColors.quiet
    }

    /// Shows what a wizard is at.
    ///
    /// - Parameter complaint: Why what was confirmed isn't kept.
    func show(_ wizard: OrientationWizard, complaint: String?) {
        let words = Self.words(wizard, complaint)
        title.text = words.title
        remark.text = words.remark
        number.text = wizard.secondsLeft.map { "\($0)" }
        if mark != wizard.mark {
            mark = wizard.mark
            setNeedsDisplay()
        }
        showFinger(wizard.triedFinger)
        setNeedsLayout()
    }

    /// Shows where a finger is with the calibration on trial.
    func showFinger(_ place: CGPoint?) {
        guard place != finger else { return }
        for place in [finger, place] {
            if let place { setNeedsDisplay(Self.square(place, Self.ring + 4)) }
        }
        finger = place
    }

    private static func words(
        _ wizard: OrientationWizard, _ complaint: String?
    ) -> (title: String, remark: String) {
        switch wizard.phase {
        case .first(let refusal):
            ("Tap the mark", refusal.map { words($0) } ?? leaving)
        case .second: ("And this one", leaving)
        case .confirming: ("Tap here to keep", "Else as before")
        case .ended(.confirmed, _):
            ("Done", complaint ?? "It is kept for this panel")
        case .ended(.unconfirmed, _): ("Not confirmed", "It is as before")
        case .closed: ("", "")
        }
    }

    private static let leaving =
        "With one finger. To leave, touch nothing for \(Int(OrientationWizard.patience)) s"

    private static func words(_ refusal: OrientationRefusal) -> String {
        switch refusal {
        case .tooClose: "Too close to each other: once more"
        case .unclear: "Not on the marks: once more"
        }
    }

    // MARK: Form

    /// Half the extent of the mark, in points.
    private var arm: CGFloat { min(min(bounds.width, bounds.height) * 0.085, 40) }
    /// The radius of the ring around a finger, in points.
    private static let ring: CGFloat = 24

    /// The words lie between the marks: beside none of them.
    override func layoutSubviews() {
        let isUpright = bounds.height > bounds.width
        let least = min(bounds.width, bounds.height)
        let band =
            isUpright
            ? CGRect(
                x: bounds.width * 0.05, y: bounds.height * 0.4, width: bounds.width * 0.9,
                height: bounds.height * 0.2)
            : CGRect(
                x: bounds.width * 0.05, y: bounds.height * 0.42, width: bounds.width * 0.9,
                height: bounds.height * 0.34)
        let size = min(max(least / 14, 16), 36)
        title.font = .boldSystemFont(ofSize: size)
        remark.font = .systemFont(ofSize: max(size * 0.62, 14))
        number.font = .boldSystemFont(ofSize: size * 1.6)
        let parts = [title, number, remark].filter { $0.text?.isEmpty == false }
        let heights = parts.map { label in
            label.sizeThatFits(CGSize(width: band.width, height: 0)).height
        }
        var top = band.midY - heights.reduce(0, +) / 2
        for label in [title, number, remark] { label.isHidden = !parts.contains(label) }
        for (label, height) in zip(parts, heights) {
            label.frame = CGRect(x: band.minX, y: top, width: band.width, height: height)
            top += height
        }
    }

    override func draw(_ rect: CGRect) {
        if let mark {
            FieldTestColors.target.setStroke()
            let ring = UIBezierPath(ovalIn: Self.square(mark, arm * 0.6))
            ring.lineWidth = 4
            ring.stroke()
            FieldTestColors.ink.setStroke()
            let cross = UIBezierPath()
            cross.lineWidth = 3
            cross.move(to: CGPoint(x: mark.x - arm, y: mark.y))
            cross.addLine(to: CGPoint(x: mark.x + arm, y: mark.y))
            cross.move(to: CGPoint(x: mark.x, y: mark.y - arm))
            cross.addLine(to: CGPoint(x: mark.x, y: mark.y + arm))
            cross.stroke()
        }
        if let finger {
            FieldTestColors.pass.setStroke()
            let ring = UIBezierPath(ovalIn: Self.square(finger, Self.ring))
            ring.lineWidth = 3
            ring.stroke()
        }
    }

    private static func square(_ middle: CGPoint, _ half: CGFloat) -> CGRect {
        CGRect(x: middle.x - half, y: middle.y - half, width: 2 * half, height: 2 * half)
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {}
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {}
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {}
}
