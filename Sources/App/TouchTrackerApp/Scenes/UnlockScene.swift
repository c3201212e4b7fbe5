import TouchKit
import TouchTrackerLock

extension Scene {
    /// The unlock scene, in which the user draws an unlock pattern.
    package static let unlock = Scene(
        name: "unlock", title: "Unlock",
        miniature: SceneMiniature(background: 0) { context in
            let path = UIBezierPath.withRoundLines(width: 4)
            path.move(to: CGPoint(x: 33, y: 13))
            path.addLine(to: CGPoint(x: 33, y: 47))
            path.addLine(to: CGPoint(x: 67, y: 47))
            UIColor.green.setStroke()
            path.stroke()
            for row in 0..<3 {
                for column in 0..<3 {
                    let isConnected = column == 0 || row == 2
                    context.setFillColor(isConnected ? .green : .lightGray)
                    context.fillEllipse(
                        in: CGRect(
                            x: 30 + CGFloat(column) * 17, y: 10 + CGFloat(row) * 17, width: 6,
                            height: 6))
                }
            }
        },
        controllerFactory: { _ in UnlockViewController() })
}

/// The view controller of the unlock scene, which shows nine dots. The correct unlock pattern has
/// the shape of an L and is drawn from the upper left.
package final class UnlockViewController: UIViewController {
    /// Creates the view of the unlock scene.
    package override func loadView() {
        view = UnlockView(frame: UIScreen.main.bounds)
    }
}

/// A view with nine dots, on which the user draws an unlock pattern, and a line of text above them.
package final class UnlockView: UIView {
    /// The view with the nine dots.
    package let patternView: PatternView
    /// The label with the instruction or with the result of the last pattern.
    package let label = UILabel()

    /// Creates a view that shows the instruction to draw a pattern.
    package override init(frame: CGRect) {
        let correctPattern = Pattern()
        for corner in [1, 7, 9] { correctPattern.connect(corner) }
        patternView = PatternView(frame: frame) { $0.isEqual(to: correctPattern) }
        super.init(frame: frame)
        backgroundColor = .black
        label.textAlignment = .center
        addSubview(patternView)
        addSubview(label)
        patternView.onChange = { [weak self] in self?.updateLabel($0) }
        updateLabel(.waiting)
    }

    private func updateLabel(_ state: PatternView.State) {
        switch state {
        case .waiting, .connecting, .checking:
            label.text = "Draw an L"
            label.textColor = .lightGray
        case .checked(isCorrect: true):
            label.text = "Right"
            label.textColor = .green
        case .checked(isCorrect: false):
            label.text = "Wrong"
            label.textColor = .red
        }
    }

    /// Lays out the dots in the whole view, and the text in the free space above them.
    package override func layoutSubviews() {
        patternView.frame = bounds
        let height = patternView.center(ofDot: 1).y / 2
        label.font = .systemFont(ofSize: min(max(height / 2, 17), 32))
        label.frame = CGRect(x: 0, y: 0, width: bounds.width, height: height)
    }
}
