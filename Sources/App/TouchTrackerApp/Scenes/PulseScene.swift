import TouchKit

/// A disc that pulses while it is held, and follows the finger then.
package final class PulseViewController: UIViewController {
    /// Makes the view.
    package override func loadView() {
        view = PulseView(frame: UIScreen.main.bounds)
    }
}

/// The disc and the ground it lies on.
///
/// One long press does it all: *began* lets the disc pulse, *changed* moves it by as much as the
/// finger, and *ended* and *cancelled* put it down. No pan is needed: a press has no limit once it
/// has begun.
package final class PulseView: UIView {
    /// What is held.
    package let disc = UIView()
    private let label = UILabel()
    private let hint = UILabel()
    /// Where the disc lies, as parts of the width and the height: another screen keeps it.
    private var place = CGPoint(x: 0.5, y: 0.5)
    /// From the finger to the disc's centre, while it is held.
    private var grip = CGVector.zero

    /// Makes a disc in the middle.
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
        let finger = press.location(in: self)
        switch press.state {
        case .began:
            grip = CGVector(dx: disc.center.x - finger.x, dy: disc.center.y - finger.y)
            label.text = "Drag"
            startPulsing()
        case .changed:
            moveDisc(to: CGPoint(x: finger.x + grip.dx, y: finger.y + grip.dy))
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

    /// A new animation of the same property ends the one that repeats.
    private func stopPulsing() {
        UIView.animate(
            withDuration: 0.15, delay: 0, options: [.beginFromCurrentState, .allowUserInteraction],
            animations: { disc.transform = .identity })
    }

    /// Its centre stays on the screen: there is always something left to take hold of.
    private func moveDisc(to center: CGPoint) {
        guard bounds.width > 0, bounds.height > 0 else { return }
        disc.center = CGPoint(
            x: min(max(center.x, 0), bounds.width), y: min(max(center.y, 0), bounds.height))
        place = CGPoint(x: disc.center.x / bounds.width, y: disc.center.y / bounds.height)
    }

    /// A disc of a third of the screen, where it was on the screen before.
    package override func layoutSubviews() {
        let side = (min(bounds.width, bounds.height) / 3).rounded()
        disc.bounds = CGRect(x: 0, y: 0, width: side, height: side)
        disc.layer.cornerRadius = side / 2
        disc.center = CGPoint(x: place.x * bounds.width, y: place.y * bounds.height)
        label.frame = disc.bounds
        label.font = .boldSystemFont(ofSize: side / 5)
        hint.font = .systemFont(ofSize: min(max(side / 6, 17), 28))
        hint.frame = CGRect(x: 0, y: 0, width: bounds.width, height: side / 2)
    }
}
