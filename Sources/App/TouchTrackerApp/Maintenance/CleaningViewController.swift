import TouchKit

/// A screen that takes no finger for half a minute, and says how long it still does.
///
/// Who is still wiping when the time is over presses nothing: it stays until nothing has touched the screen
/// for a moment, though not for ever. Whatever is down when it goes does nothing until it is lifted.
final class CleaningViewController: UIViewController {
    /// How long, in seconds.
    static let duration = 30
    /// How long nothing may touch the screen before it is given free, in seconds: a cloth that jumps over the
    /// glass leaves it for less.
    static let quiet = 0.5
    /// How much longer it stays while something touches the screen, in seconds: a drop of water that is left
    /// there locks nobody out.
    static let patience = 10.0

    private enum Phase {
        /// So many seconds are left.
        case counting(seconds: Int)
        /// The time is over, and the screen is still touched; until this time at most.
        case waiting(until: Double)
        case over
    }

    /// Is called when the time is over, and the screen is left alone.
    var onEnd: (() -> Void)?

    private let cleaningView = CleaningView(frame: .zero)
    private var phase = Phase.counting(seconds: CleaningViewController.duration)
    private static let tick = Selector("tick") { (controller: CleaningViewController) in
        controller.tick
    }

    /// Makes the view.
    override func loadView() {
        view = cleaningView
    }

    /// Counts from now on, and keeps the screen bright meanwhile.
    override func viewDidLoad() {
        UIApplication.shared.isIdleTimerDisabled = true
        cleaningView.show(Self.duration)
        perform(Self.tick, with: nil, afterDelay: 1)
    }

    /// Counts no longer.
    func close() {
        phase = .over
        UIApplication.shared.isIdleTimerDisabled = false
        Self.cancelPreviousPerformRequests(withTarget: self)
    }

    private func tick() {
        let now = CACurrentMediaTime()
        switch phase {
        case .counting(let seconds) where seconds > 1:
            phase = .counting(seconds: seconds - 1)
            cleaningView.show(seconds - 1)
            perform(Self.tick, with: nil, afterDelay: 1)
        case .counting:
            phase = .waiting(until: now + Self.patience)
            waitForQuiet(at: now, until: now + Self.patience)
        case .waiting(let until):
            waitForQuiet(at: now, until: until)
        case .over:
            break
        }
    }

    private func waitForQuiet(at now: Double, until end: Double) {
        let freeAt = cleaningView.isTouched ? end : cleaningView.lastTouch + Self.quiet
        // Times are whole microseconds.
        if min(freeAt, end) - now < 1e-6 {
            onEnd?()
            return
        }
        cleaningView.showTouched()
        perform(Self.tick, with: nil, afterDelay: min(Self.quiet, min(freeAt, end) - now))
    }
}

/// A large number, to be read from a metre away. Whatever comes down on it, ends here.
private final class CleaningView: UIView {
    private let title = UILabel(frame: .zero)
    private let number = UILabel(frame: .zero)
    private let remark = UILabel(frame: .zero)
    private var touches = 0
    /// When something touched it last, in seconds.
    private(set) var lastTouch = -Double.infinity
    /// Whether something touches it.
    var isTouched: Bool { touches > 0 }

    override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = MaintenanceColors.ground
        isMultipleTouchEnabled = true
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

    /// The time is over, but for whoever still touches it.
    func showTouched() {
        show(0)
        remark.text = "Leave the screen alone"
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

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        self.touches += touches.count
        note(event)
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        self.touches -= touches.count
        note(event)
    }

    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        self.touches -= touches.count
        note(event)
    }

    private func note(_ event: UIEvent?) {
        lastTouch = event?.timestamp ?? CACurrentMediaTime()
    }
}
