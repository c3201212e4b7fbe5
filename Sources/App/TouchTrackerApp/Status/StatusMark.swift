import TouchKit
import TouchTrackerStore

/// A window in front of everything with a small mark in its upper right corner while the drawing isn't
/// being saved, and for a while a line beside it that says why. Fingers go through it.
///
/// While the mark stands it costs nothing: no timer runs, and nothing is drawn.
package final class StatusMark: UIWindow {
    /// How long the line is shown, in seconds.
    package static let textDuration = 10.0

    /// Why the drawing isn't being saved; nil: nothing is shown.
    package private(set) var trouble: StoreError?

    private let plate = StatusPlate(frame: .zero)

    /// Makes a hidden mark.
    package convenience init() {
        self.init(frame: UIScreen.main.bounds)
    }

    /// Makes a hidden mark in a window of this extent.
    package override init(frame: CGRect) {
        super.init(frame: frame)
        windowLevel = .statusBar
        isUserInteractionEnabled = false
        isOpaque = false
        addSubview(plate)
    }

    /// Shows that the drawing isn't being saved, and for a while why; the same trouble isn't explained
    /// twice while it lasts.
    package func show(_ trouble: StoreError) {
        if trouble == self.trouble { return }
        self.trouble = trouble
        plate.text = trouble.statusText
        isHidden = false
        setNeedsLayout()
        UIResponder.cancelPreviousPerformRequests(withTarget: self)
        perform(Self.endText, with: nil, afterDelay: Self.textDuration)
    }

    /// Shows nothing any more: the drawing is being saved.
    package func hide() {
        trouble = nil
        isHidden = true
        UIResponder.cancelPreviousPerformRequests(withTarget: self)
    }

    private static let endText = Selector("endText") { (mark: StatusMark) in mark.endText }

    private func endText() {
        plate.text = nil
        setNeedsLayout()
    }

    /// Keeps the plate in the corner, whatever size the screen has.
    package override func layoutSubviews() {
        super.layoutSubviews()
        let room = bounds.insetBy(dx: Self.margin, dy: Self.margin)
        let size = plate.sizeThatFits(room.size)
        plate.frame = CGRect(
            x: room.maxX - size.width, y: room.minY, width: size.width, height: size.height)
    }

    /// Between the plate and the screen's edges, in points.
    private static let margin: CGFloat = 8
}
