import TouchKit
import TouchKitGeometry
import TouchTrackerOrientation

/// The view of orientation calibration: a mark that the user must tap, instructions in the middle,
/// and a ring at the position of the contact. The view consumes touches without reacting.
final class OrientationView: UIView {
    /// `false`: the view draws what changed whenever a part is repainted.
    override class var hasBackingStore: Bool { false }

    private let title = UILabel(frame: .zero)
    private let countdown = UILabel(frame: .zero)
    private let hint = UILabel(frame: .zero)
    /// The position of the visible mark, in points, or `nil` if no mark is visible.
    private var mark: CGPoint?
    /// The position of the visible contact ring, in points, or `nil` if no ring is visible.
    private var contact: CGPoint?

    /// Creates a view without a mark.
    override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = OrientationColors.background
        for label in [title, countdown, hint] {
            label.textAlignment = .center
            label.textColor = OrientationColors.text
            label.numberOfLines = 0
            label.lineBreakMode = .byWordWrapping
            addSubview(label)
        }
        hint.textColor = OrientationColors.secondaryText
    }

    /// Shows the mark and the instructions for the current phase of a calibration.
    ///
    /// - Parameters:
    ///   - calibration: The calibration in progress.
    ///   - storeError: The reason why a confirmed calibration could not be stored, or `nil` if
    ///     there was no error.
    func show(_ calibration: OrientationCalibration, storeError: String?) {
        let text = Self.text(for: calibration.phase, storeError: storeError)
        title.text = text.title
        hint.text = text.hint
        countdown.text = calibration.remainingSeconds.map { "\($0)" }
        if mark != calibration.mark {
            mark = calibration.mark
            setNeedsDisplay()
        }
        showContact(at: calibration.calibratedPosition)
        setNeedsLayout()
    }

    /// Shows a ring around a contact at `position`, in points, or hides the ring if `position` is
    /// `nil`.
    func showContact(at position: CGPoint?) {
        guard position != contact else { return }
        for position in [contact, position] {
            if let position { setNeedsDisplay(Self.square(around: position, Self.ringRadius + 4)) }
        }
        contact = position
    }

    private static func text(
        for phase: OrientationCalibration.Phase, storeError: String?
    ) -> (title: String, hint: String) {
        switch phase {
        case .first(let error):
            ("Tap the mark", error.map { text(for: $0) } ?? cancelHint)
        case .second: ("And this one", cancelHint)
        case .confirming: ("Tap here to keep", "Else as before")
        case .ended(.confirmed, _):
            ("Done", storeError ?? "It is kept for this panel")
        case .ended(.unconfirmed, _): ("Not confirmed", "It is as before")
        case .closed: ("", "")
        }
    }

    private static let cancelHint =
        "With one finger. To leave, touch nothing for \(Int(OrientationCalibration.tapTimeout)) s"

    private static func text(for error: OrientationFitError) -> String {
        switch error {
        case .tooClose: "Too close to each other: once more"
        case .unclear: "Not on the marks: once more"
        }
    }

    // MARK: Layout

    /// Half the width and height of the mark, in points.
    private var markRadius: CGFloat { min(min(bounds.width, bounds.height) * 0.085, 40) }
    /// The radius of the ring around the contact, in points.
    private static let ringRadius: CGFloat = 24

    /// Stacks the labels in a horizontal band that contains none of the marks.
    override func layoutSubviews() {
        let isUpright = bounds.height > bounds.width
        let side = min(bounds.width, bounds.height)
        let band =
            isUpright
            ? CGRect(
                x: bounds.width * 0.05, y: bounds.height * 0.4, width: bounds.width * 0.9,
                height: bounds.height * 0.2)
            : CGRect(
                x: bounds.width * 0.05, y: bounds.height * 0.42, width: bounds.width * 0.9,
                height: bounds.height * 0.34)
        let fontSize = min(max(side / 14, 16), 36)
        title.font = .boldSystemFont(ofSize: fontSize)
        hint.font = .systemFont(ofSize: max(fontSize * 0.62, 14))
        countdown.font = .boldSystemFont(ofSize: fontSize * 1.6)
        let visible = [title, countdown, hint].filter { $0.text?.isEmpty == false }
        let heights = visible.map { label in
            label.sizeThatFits(CGSize(width: band.width, height: 0)).height
        }
        var top = band.midY - heights.reduce(0, +) / 2
        for label in [title, countdown, hint] { label.isHidden = !visible.contains(label) }
        for (label, height) in zip(visible, heights) {
            label.frame = CGRect(x: band.minX, y: top, width: band.width, height: height)
            top += height
        }
    }

    override func draw(_ rect: CGRect) {
        if let mark {
            OrientationColors.mark.setStroke()
            let ring = UIBezierPath(ovalIn: Self.square(around: mark, markRadius * 0.6))
            ring.lineWidth = 4
            ring.stroke()
            OrientationColors.text.setStroke()
            let cross = UIBezierPath()
            cross.lineWidth = 3
            cross.move(to: CGPoint(x: mark.x - markRadius, y: mark.y))
            cross.addLine(to: CGPoint(x: mark.x + markRadius, y: mark.y))
            cross.move(to: CGPoint(x: mark.x, y: mark.y - markRadius))
            cross.addLine(to: CGPoint(x: mark.x, y: mark.y + markRadius))
            cross.stroke()
        }
        if let contact {
            OrientationColors.contact.setStroke()
            let ring = UIBezierPath(ovalIn: Self.square(around: contact, Self.ringRadius))
            ring.lineWidth = 3
            ring.stroke()
        }
    }

    private static func square(around center: CGPoint, _ radius: CGFloat) -> CGRect {
        CGRect(
            x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {}
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {}
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {}
}

/// The colors of orientation calibration: black on white, for readability in sunlight.
@MainActor
private enum OrientationColors {
    static let background = UIColor.white
    static let text = UIColor.black
    static let secondaryText = UIColor(white: 0.33, alpha: 1)
    /// The color of the ring that is part of the mark.
    static let mark = UIColor(red: 0, green: 0.3, blue: 0.85, alpha: 1)
    /// The color of the ring around the contact.
    static let contact = UIColor(red: 0, green: 0.47, blue: 0.16, alpha: 1)
}
