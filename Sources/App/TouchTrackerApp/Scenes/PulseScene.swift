import TouchKit

extension Scene {
    /// The pulse scene, with a disc that pulses while it is pressed.
    package static let pulse = Scene(
        name: "pulse", title: "Pulse",
        miniature: SceneMiniature(background: 0) { context in
            context.setStrokeColor(UIColor(red: 1, green: 0.5, blue: 0, alpha: 0.45))
            context.setLineWidth(3)
            context.strokeEllipse(in: CGRect(x: 27, y: 7, width: 46, height: 46))
            context.setFillColor(.orange)
            context.fillEllipse(in: CGRect(x: 33, y: 13, width: 34, height: 34))
        },
        controllerFactory: { _ in PulseViewController() })
}

/// The view controller of the pulse scene, whose view is a `PulseView`.
package final class PulseViewController: UIViewController {
    /// Creates the view of the pulse scene.
    package override func loadView() {
        view = PulseView(frame: UIScreen.main.bounds)
    }
}

/// A view with a disc that pulses while it is pressed. The user can drag the pressed disc.
///
/// A single long-press recognizer handles all touches: `began` starts the pulse, `changed` moves
/// the disc, and `ended` or `cancelled` stops the pulse. No pan recognizer is needed, because a
/// long press follows its touch without a limit once it has begun.
package final class PulseView: UIView {
    /// The disc, which pulses while it is pressed and can be dragged.
    package let disc = UIView()
    private let label = UILabel()
    private let hint = UILabel()
    /// The center of the disc as fractions of the width and height of the view. A resize preserves
    /// these fractions.
    private var relativeCenter = CGPoint(x: 0.5, y: 0.5)
    /// The vector from the touch to the disc's center when the press began, in points.
    private var touchOffset = CGVector.zero

    /// Creates a view with a disc in its center.
    package override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = .black
        disc.backgroundColor = .orange
        label.text = "Hold"
        label.textAlignment = .center
        hint.text = "Hold the disc, then drag it"
        hint.textColor = .lightGray
        hint.textAlignment = .center
        disc.addSubview(label)
        addSubview(hint)
        addSubview(disc)
        disc.addGestureRecognizer(
            UILongPressGestureRecognizer(target: self, action: { $0.pressed }))
    }

    private func pressed(_ press: UILongPressGestureRecognizer) {
        let location = press.location(in: self)
        switch press.state {
        case .began:
            touchOffset = CGVector(dx: disc.center.x - location.x, dy: disc.center.y - location.y)
            label.text = "Drag"
            startPulsing()
        case .changed:
            moveDisc(to: CGPoint(x: location.x + touchOffset.dx, y: location.y + touchOffset.dy))
        case .ended, .cancelled:
            label.text = "Hold"
            stopPulsing()
        case .possible, .failed:
            break
        }
    }

    private func startPulsing() {
        UIView.animate(
            withDuration: 0.4, delay: 0, options: [.autoreverse, .repeat, .allowUserInteraction],
            animations: { disc.transform = CGAffineTransform(scaleX: 1.1, y: 1.1) })
    }

    /// Ends the pulse of the disc by starting an animation that returns the disc to its normal
    /// size.
    private func stopPulsing() {
        UIView.animate(
            withDuration: 0.15, delay: 0, options: [.beginFromCurrentState, .allowUserInteraction],
            animations: { disc.transform = .identity })
    }

    /// Moves the center of the disc to `center`, or to the nearest point inside the view, so that
    /// the disc can always be touched.
    private func moveDisc(to center: CGPoint) {
        guard bounds.width > 0, bounds.height > 0 else { return }
        disc.center = CGPoint(
            x: min(max(center.x, 0), bounds.width), y: min(max(center.y, 0), bounds.height))
        relativeCenter = CGPoint(x: disc.center.x / bounds.width, y: disc.center.y / bounds.height)
    }

    /// Sets the diameter of the disc to a third of the shorter side of the view, and places the
    /// disc at its relative position.
    package override func layoutSubviews() {
        let side = (min(bounds.width, bounds.height) / 3).rounded()
        disc.bounds = CGRect(x: 0, y: 0, width: side, height: side)
        disc.layer.cornerRadius = side / 2
        disc.center = CGPoint(
            x: relativeCenter.x * bounds.width, y: relativeCenter.y * bounds.height)
        label.frame = disc.bounds
        label.font = .boldSystemFont(ofSize: side / 5)
        hint.font = .systemFont(ofSize: min(max(side / 6, 17), 28))
        hint.frame = CGRect(x: 0, y: 0, width: bounds.width, height: side / 2)
    }
}
