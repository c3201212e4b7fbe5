import TouchKit
import TouchTrackerLock

/// The view controller of the lock screen. The user draws the unlock pattern, an authenticator
/// checks the pattern, and the screen shows the result and the lockout delay (the wait after wrong
/// patterns).
///
/// The controller outlives its window. A check that is running when the window closes continues,
/// and no other pattern can be drawn until the check ends.
final class LockViewController: UIViewController, MaintenanceScreen {
    /// Called when the user has drawn the correct pattern, unless the lock screen was closed during
    /// the check.
    var onUnlock: (() -> Void)?
    /// Called when the user taps *Cancel*.
    var onCancel: (() -> Void)?

    private let authenticator: any PatternAuthenticator
    private var lockView = LockView(frame: .zero)
    /// Whether the lock screen's window is visible.
    private var isOpen = false
    /// Whether the authenticator is checking a pattern.
    private var isChecking = false
    private static let timerFired = Selector("timerFired") { (controller: LockViewController) in
        controller.timerFired
    }

    /// Creates the controller of a lock screen on which `authenticator` checks the drawn patterns.
    init(authenticator: any PatternAuthenticator) {
        self.authenticator = authenticator
        super.init()
    }

    /// Creates the view of the lock screen.
    override func loadView() {
        view = lockView
    }

    /// Sets the closures of the pattern view and the action of the *Cancel* button.
    override func viewDidLoad() {
        lockView.patternView.check = { [weak self] in self?.check($0) }
        lockView.patternView.onChange = { [weak self] in self?.handlePatternState($0) }
        lockView.cancelButton.addAction(for: .touchUpInside) { [weak self] _ in self?.onCancel?() }
    }

    /// Starts to accept patterns. The method is called after the window is shown.
    func open() {
        isOpen = true
        _ = view
        updatePrompt()
    }

    /// Cancels all timers and discards the drawn pattern. The method is called after the window is
    /// dismissed.
    func close() {
        isOpen = false
        Self.cancelPreviousPerformRequests(withTarget: self)
        lockView.patternView.reset()
    }

    // MARK: Checking

    /// Starts the check of a pattern. The result is always `nil`, because the check ends later.
    private func check(_ pattern: Pattern) -> Bool? {
        isChecking = true
        authenticator.check(pattern) { [weak self] in self?.handleResult($0) }
        return nil
    }

    private func handleResult(_ result: AuthenticationResult) {
        isChecking = false
        guard isOpen else { return }
        switch result {
        case .correct:
            // The lock screen may have been closed and opened again during the check.
            guard lockView.patternView.state == .checking else { return updatePrompt() }
            onUnlock?()
        case .wrong:
            guard lockView.patternView.state == .checking else { return updatePrompt() }
            lockView.patternView.finishCheck(isCorrect: false)
        case .tooEarly:
            lockView.patternView.reset()
            updatePrompt()
        case .unavailable(let message):
            lockView.patternView.reset()
            updatePrompt()
            lockView.showMessage(message, .error)
        }
    }

    private func handlePatternState(_ state: PatternView.State) {
        guard isOpen else { return }
        switch state {
        case .waiting, .connecting: updatePrompt()
        case .checking: lockView.showMessage("…")
        case .checked: lockView.showMessage("Wrong", .error)
        }
    }

    // MARK: Lockout

    /// Enables the dots if a pattern may be drawn now. If not, shows the remaining lockout delay or
    /// that a check is running, and schedules the next update if necessary.
    private func updatePrompt() {
        Self.cancelPreviousPerformRequests(withTarget: self)
        let seconds = authenticator.lockoutSeconds
        let shownSeconds = (seconds - Self.clockTolerance).rounded(.up)
        let acceptsPattern = !isChecking && !(shownSeconds > 0)
        lockView.patternView.isEnabled = acceptsPattern
        if isChecking {
            lockView.showMessage("…")
        } else if acceptsPattern {
            lockView.showMessage("Draw the pattern")
        } else {
            lockView.showMessage("Wait \(Self.durationText(seconds: shownSeconds))")
            perform(
                Self.timerFired, with: nil,
                afterDelay: max(seconds - (shownSeconds - 1), Self.minimumUpdateInterval))
        }
    }

    private func timerFired() {
        if isOpen { updatePrompt() }
    }

    /// The amount by which a timer may fire early, in seconds. The countdown tolerates this
    /// imprecision without showing the same second twice.
    private static let clockTolerance = 0.01
    /// The minimum time between two updates of the countdown, in seconds. The limit prevents
    /// continuous updates if the clock of the lockout delay has stopped.
    private static let minimumUpdateInterval = 0.1

    /// Returns a short text for a duration in seconds, for example "30 s" or "4:59 min".
    static func durationText(seconds: Double) -> String {
        let whole = Int(min(max(seconds, 0), 359_999))
        if whole < 60 { return "\(whole) s" }
        return "\(whole / 60):\(whole % 60 < 10 ? "0" : "")\(whole % 60) min"
    }
}
