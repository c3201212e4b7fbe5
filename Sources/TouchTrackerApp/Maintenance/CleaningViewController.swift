import TouchKit

/// A screen that takes no finger for half a minute, and says how long it still does.
final class CleaningViewController: UIViewController {
    /// How long, in seconds.
    static let duration = 30

    /// Is called when the time is over.
    var onEnd: (() -> Void)?

    private let cleaningView = CleaningView(frame: .zero)
    private var seconds = CleaningViewController.duration
    private static let tick = Selector("tick") { (controller: CleaningViewController) in
        controller.tick
    }

    /// Makes the view.
    override func loadView() {
        view = cleaningView
    }

    /// Counts from now on.
    override func viewDidLoad() {
        cleaningView.show(seconds)
        perform(Self.tick, with: nil, afterDelay: 1)
    }

    /// Counts no longer.
    func close() {
        Self.cancelPreviousPerformRequests(withTarget: self)
    }

    private func tick() {
        seconds -= 1
        if seconds <= 0 {
            onEnd?()
        } else {
            cleaningView.show(seconds)
            perform(Self.tick, with: nil, afterDelay: 1)
        }
    }
}

/// A large number, to be read from a metre away. Whatever comes down on it, ends here.
private final class CleaningView: UIView {
    private let title = UILabel(frame: .zero)
    private let number = UILabel(frame: .zero)
    private let remark = UILabel(frame: .zero)

    override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = MaintenanceColors.ground
        for label in [title, number, remark] {
            label.textAlignment = .center
            addSubview(label)
        }
        title.text = "Cleaning"
        title.textColor = .white
        number.textColor = .white
        remark.text = "Touches do nothing"
        remark.textColor = MaintenanceColors.quiet
    }

    func show(_ seconds: Int) {
        number.text = "\(seconds)"
    }

    override func layoutSubviews() {
        let least = min(bounds.width, bounds.height)
        title.font = .boldSystemFont(ofSize: least / 12)
        number.font = .boldSystemFont(ofSize: least / 2.4)
        remark.font = .systemFont(ofSize: max(least / 18, 14))
        let height = least / 2
        number.frame = CGRect(
            x: 0, y: bounds.midY - height / 2, width: bounds.width, height: height)
        title.frame = CGRect(
            x: 0, y: number.frame.minY - least / 7, width: bounds.width, height: least / 7)
        remark.frame = CGRect(
            x: 0, y: number.frame.maxY, width: bounds.width, height: least / 8)
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {}
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {}
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {}
}
