import TouchKit
import TouchTrackerLock

/// Asks for the pattern, lets the keeper judge it, and says how it went.
///
/// It is kept when its window goes: a pattern that is being judged then is still being judged when the
/// window comes again, and until it is no other one can be tried.
final class LockViewController: UIViewController {
    /// Is called when the right pattern was drawn, while somebody looks.
    var onRight: (() -> Void)?
    /// Is called when the button is tapped.
    var onCancel: (() -> Void)?

    private let keeper: any LockKeeper
    private var lockView = LockView(frame: .zero)
    /// Whether its window is there.
    private var isOpen = false
    /// Whether the keeper has a pattern that he hasn't judged yet.
    private var isJudging = false
    private static let tick = Selector("tick") { (controller: LockViewController) in
        controller.tick
    }

    /// Makes one that asks a keeper.
    init(keeper: any LockKeeper) {
        self.keeper = keeper
        super.init()
    }

    /// Makes the view.
    override func loadView() {
        view = lockView
    }

    /// Connects the dots with the keeper.
    override func viewDidLoad() {
        lockView.patternView.check = { [weak self] in self?.check($0) }
        lockView.patternView.onChange = { [weak self] in self?.patternChanged($0) }
        lockView.cancelButton.addAction(for: .touchUpInside) { [weak self] _ in self?.onCancel?() }
    }

    /// The window came.
    func open() {
        isOpen = true
        _ = view
        ask()
    }

    /// The window went.
    func close() {
        isOpen = false
        Self.cancelPreviousPerformRequests(withTarget: self)
        lockView.patternView.reset()
    }

    // MARK: Judging

    /// Gives the pattern away; the answer comes later.
    private func check(_ pattern: Pattern) -> Bool? {
        isJudging = true
        keeper.check(pattern) { [weak self] in self?.take($0) }
        return nil
    }

    private func take(_ answer: LockAnswer) {
        isJudging = false
        guard isOpen else { return }
        switch answer {
        case .right:
            // Of somebody who went away and came back it isn't the answer.
            guard lockView.patternView.state == .judging else { return ask() }
            onRight?()
        case .wrong:
            guard lockView.patternView.state == .judging else { return ask() }
            lockView.patternView.answer(isRight: false)
        case .tooEarly:
            lockView.patternView.reset()
            ask()
        case .unavailable(let reason):
            lockView.patternView.reset()
            ask()
            lockView.say(reason, .trouble)
        }
    }

    private func patternChanged(_ state: PatternView.State) {
        guard isOpen else { return }
        switch state {
        case .waiting, .joining: ask()
        case .judging: lockView.say("…")
        case .judged: lockView.say("Wrong", .trouble)
        }
    }

    // MARK: Waiting

    /// Asks for a pattern, if one may be tried now; else says how long that takes, and looks again when
    /// it has another second to say.
    private func ask() {
        Self.cancelPreviousPerformRequests(withTarget: self)
        let seconds = keeper.secondsToWait
        let shown = (seconds - Self.slack).rounded(.up)
        let mayTry = !isJudging && !(shown > 0)
        lockView.patternView.isEnabled = mayTry
        if isJudging {
            lockView.say("…")
        } else if mayTry {
            lockView.say("Draw the pattern")
        } else {
            lockView.say("Wait \(Self.words(seconds: shown))")
            perform(
                Self.tick, with: nil, afterDelay: max(seconds - (shown - 1), Self.leastDelay))
        }
    }

    private func tick() {
        if isOpen { ask() }
    }

    /// What a clock may be off, in seconds: no second is said twice for it.
    private static let slack = 0.01
    /// The least time between two looks at the keeper's clock, in seconds: it may stand.
    private static let leastDelay = 0.1

    /// "30 s", "4:59 min"; whatever it is, it is short.
    static func words(seconds: Double) -> String {
        let whole = Int(min(max(seconds, 0), 359_999))
        if whole < 60 { return "\(whole) s" }
        return "\(whole / 60):\(whole % 60 < 10 ? "0" : "")\(whole % 60) min"
    }
}
