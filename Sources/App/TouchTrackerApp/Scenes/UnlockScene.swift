import TouchKit
import TouchTrackerLock

/// A lock of nine dots that an L opens, from the upper left down and to the right.
package final class UnlockViewController: UIViewController {
    /// Makes the view.
    package override func loadView() {
        view = UnlockView(frame: UIScreen.main.bounds)
    }
}

/// The nine dots, and a line of text above them.
package final class UnlockView: UIView {
    /// The dots.
    package let patternView: PatternView
    /// What there is to do, or how it went.
    package let label = UILabel()

    /// Makes a locked lock.
    package override init(frame: CGRect) {
        let right = Pattern()
        for corner in [1, 7, 9] { right.join(corner) }
        patternView = PatternView(frame: frame) { $0.isSame(as: right) }
        super.init(frame: frame)
        backgroundColor = .black
        label.textAlignment = .center
        addSubview(patternView)
        addSubview(label)
        patternView.onChange = { [weak self] in self?.tell($0) }
        tell(.waiting)
    }

    private func tell(_ state: PatternView.State) {
        switch state {
        case .waiting, .joining, .judging:
            label.text = "Draw an L"
            label.textColor = .lightGray
        case .judged(isRight: true):
            label.text = "Right"
            label.textColor = .green
        case .judged(isRight: false):
            label.text = "Wrong"
            label.textColor = .red
        }
    }

    /// The dots have the whole screen; the text lies in what they leave free above them.
    package override func layoutSubviews() {
        patternView.frame = bounds
        let room = patternView.center(ofDot: 1).y / 2
        label.font = .systemFont(ofSize: min(max(room / 2, 17), 32))
        label.frame = CGRect(x: 0, y: 0, width: bounds.width, height: room)
    }
}
