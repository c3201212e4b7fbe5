import TouchKit

/// The view controller of a screen that ignores touches for 30 seconds and shows the remaining
/// time, so that the user can clean the glass.
///
/// While the screen is touched, it stays open for up to 10 more seconds, so that a wiping cloth
/// cannot press a control of the next screen. Touches that are down when the screen closes have no
/// effect until they lift.
final class CleaningViewController: UIViewController, MaintenanceScreen {
    /// The duration of the countdown, in seconds.
    static let duration = 30
    /// The time without a touch after which the screen closes at the end of the countdown, in
    /// seconds. When a cloth skips over the glass, its contact is lost for a shorter time.
    static let requiredIdleTime = 0.5
    /// The maximum time by which touches can delay closing after the countdown, in seconds. The
    /// limit prevents a drop of water on the glass from keeping the screen open.
    static let maximumDelay = 10.0

    private enum Phase {
        /// The countdown is running.
        case counting(remainingSeconds: Int)
        /// The countdown has ended, and the screen waits until it is no longer touched. The wait
        /// ends at the time `until` at the latest, in seconds on the clock of
        /// `CACurrentMediaTime()`.
        case waiting(until: Double)
        /// The screen is closed.
        case closed
    }

    /// Called when the countdown has ended and the screen is no longer touched, or touches have
    /// delayed closing for `maximumDelay`.
    var onEnd: (() -> Void)?

    private let cleaningView = CleaningView(frame: .zero)
    private var phase = Phase.counting(remainingSeconds: CleaningViewController.duration)
    private static let timerFired = Selector("timerFired") { (controller: CleaningViewController) in
        controller.timerFired
    }

    /// Creates the view that shows the countdown.
    override func loadView() {
        view = cleaningView
    }

    /// Starts the countdown and prevents the screen from dimming.
    override func viewDidLoad() {
        UIApplication.shared.isIdleTimerDisabled = true
        cleaningView.show(remainingSeconds: Self.duration)
        perform(Self.timerFired, with: nil, afterDelay: 1)
    }

    /// Stops the countdown without calling `onEnd`, and allows the screen to dim again.
    func close() {
        phase = .closed
        UIApplication.shared.isIdleTimerDisabled = false
        Self.cancelPreviousPerformRequests(withTarget: self)
    }

    private func timerFired() {
        let now = CACurrentMediaTime()
        switch phase {
        case .counting(let seconds) where seconds > 1:
            phase = .counting(remainingSeconds: seconds - 1)
            cleaningView.show(remainingSeconds: seconds - 1)
            perform(Self.timerFired, with: nil, afterDelay: 1)
        case .counting:
            phase = .waiting(until: now + Self.maximumDelay)
            endIfIdle(at: now, until: now + Self.maximumDelay)
        case .waiting(let until):
            endIfIdle(at: now, until: until)
        case .closed:
            break
        }
    }

    /// Calls `onEnd` if the screen has not been touched for `requiredIdleTime` or the time `until`
    /// is reached. Schedules the next check if neither is the case.
    private func endIfIdle(at now: Double, until: Double) {
        let end = cleaningView.isTouched ? until : cleaningView.lastTouch + Self.requiredIdleTime
        // Timer times are rounded to microseconds.
        if min(end, until) - now < 1e-6 {
            onEnd?()
            return
        }
        cleaningView.showTouchWarning()
        perform(
            Self.timerFired, with: nil,
            afterDelay: min(Self.requiredIdleTime, min(end, until) - now))
    }
}

/// A view that shows a countdown in digits that are legible from a distance of one meter. The view
/// consumes all touches without reacting.
private final class CleaningView: UIView {
    private let titleLabel = UILabel(frame: .zero)
    private let numberLabel = UILabel(frame: .zero)
    private let hintLabel = UILabel(frame: .zero)
    private var touchCount = 0
    /// The time of the last touch event, in seconds, or minus infinity before the first touch
    /// event.
    private(set) var lastTouch = -Double.infinity
    /// Whether at least one touch is down on the view.
    var isTouched: Bool { touchCount > 0 }

    override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = MaintenanceColors.background
        isMultipleTouchEnabled = true
        for label in [titleLabel, numberLabel, hintLabel] {
            label.textAlignment = .center
            addSubview(label)
        }
        titleLabel.text = "Cleaning"
        titleLabel.textColor = .white
        numberLabel.textColor = .white
        hintLabel.text = "Touches do nothing"
        hintLabel.textColor = MaintenanceColors.secondaryText
    }

    func show(remainingSeconds: Int) {
        numberLabel.text = "\(remainingSeconds)"
    }

    /// Shows that the countdown has ended and that touches prevent the screen from closing.
    func showTouchWarning() {
        show(remainingSeconds: 0)
        hintLabel.text = "Leave the screen alone"
    }

    override func layoutSubviews() {
        let side = min(bounds.width, bounds.height)
        titleLabel.font = .boldSystemFont(ofSize: side / 12)
        numberLabel.font = .boldSystemFont(ofSize: side / 2.4)
        hintLabel.font = .systemFont(ofSize: max(side / 18, 14))
        let height = side / 2
        numberLabel.frame = CGRect(
            x: 0, y: bounds.midY - height / 2, width: bounds.width, height: height)
        titleLabel.frame = CGRect(
            x: 0, y: numberLabel.frame.minY - side / 7, width: bounds.width, height: side / 7)
        hintLabel.frame = CGRect(
            x: 0, y: numberLabel.frame.maxY, width: bounds.width, height: side / 8)
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        touchCount += touches.count
        updateLastTouch(with: event)
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        touchCount -= touches.count
        updateLastTouch(with: event)
    }

    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        touchCount -= touches.count
        updateLastTouch(with: event)
    }

    private func updateLastTouch(with event: UIEvent?) {
        lastTouch = event?.timestamp ?? CACurrentMediaTime()
    }
}
