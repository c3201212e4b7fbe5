import TouchKit
import TouchKitTesting

/// A random tree of views and recognizers, in which anything happens at any time.
@MainActor
final class PlayWorld {
    private struct Gone {
        weak var view: UIView?
    }

    let dice: PlayDice
    let ledger = PlayLedger()
    let simulator = TouchSimulator(screenSize: CGSize(width: 400, height: 400))
    private(set) var recognizers: [any PlayRecognizer] = []
    /// The event of the sequence.
    weak var event: UIEvent?
    /// Counts what goes through windows.
    var moment = 0

    private var windows: [PlayWindow] = []
    private var views: [PlayView] = []
    private var delegates: [PlayDelegate] = []
    private var gone: [Gone] = []
    private var hand: PlayHand
    /// Whether callbacks do more than look on.
    private let isMischievous: Bool
    /// Whether nobody has a say in who recognizes, so that there are many rivals.
    private let isOrderly: Bool
    private var isInMischief = false

    init(seed: UInt64) {
        dice = PlayDice(seed: seed)
        hand = PlayHand(dice)
        isMischievous = !dice.once(in: 4)
        isOrderly = dice.once(in: 3)
        if dice.once(in: 5) { simulator.displayRate = [30, 60, 144][dice.roll(3)] }
        makeWindows()
        makeViews()
        makeRecognizers()
    }

    /// Keeps what is decided and told from now on.
    func writeDown() {
        ledger.keepsLines = true
        simulator.application.gestureLog = { [ledger] line in ledger.note(line) }
    }

    /// What happened last.
    var lastLines: ArraySlice<String> { ledger.lines.suffix(400) }

    /// What is wrong so far.
    var problems: [String] { ledger.problems }

    // MARK: Making

    private func makeWindows() {
        for index in 0...dice.roll(3) {
            let size = index == 0 ? 400 : dice.number(in: 100...300)
            let window = PlayWindow(
                frame: CGRect(
                    x: index == 0 ? 0 : dice.number(in: 0...200),
                    y: index == 0 ? 0 : dice.number(in: 0...200), width: size, height: size))
            window.windowLevel = UIWindow.Level(rawValue: Double(dice.roll(3)))
            window.isMultipleTouchEnabled = dice.once(in: 2)
            window.keepsSome = dice.once(in: 10)
            window.world = self
            window.isHidden = false
            windows.append(window)
        }
    }

    private func makeViews() {
        for _ in 0...dice.roll(15) {
            let view = PlayView(
                frame: CGRect(
                    x: dice.number(in: -50...200), y: dice.number(in: -50...200),
                    width: dice.number(in: 40...400), height: dice.number(in: 40...400)))
            view.isMultipleTouchEnabled = dice.once(in: 2)
            view.isExclusiveTouch = dice.once(in: 12)
            view.isUserInteractionEnabled = !dice.once(in: 12)
            view.isHidden = dice.once(in: 15)
            if dice.once(in: 10) {
                view.transform = CGAffineTransform(rotationAngle: dice.number(in: 0...6))
            }
            view.world = self
            place(view)
            views.append(view)
        }
    }

    private func place(_ view: UIView) {
        let parents = windows as [UIView] + views.filter { !$0.isDescendant(of: view) }
        let parent = dice.once(in: 3) ? dice.pick(windows) : dice.pick(parents)
        parent?.addSubview(view)
    }

    private func makeRecognizers() {
        delegates = [
            PlayDelegate(.never, dice), PlayDelegate(.always, dice), PlayDelegate(.atRandom, dice),
        ]
        for delegate in delegates { delegate.world = self }
        for _ in 0..<dice.roll(13) {
            let recognizer = makeRecognizer()
            recognizers.append(recognizer)
            host()?.addGestureRecognizer(recognizer)
        }
        for recognizer in recognizers where dice.once(in: isOrderly ? 10 : 4) {
            if let other = dice.pick(recognizers), other !== recognizer {
                recognizer.require(toFail: other)
            }
        }
    }

    /// Where a recognizer may belong.
    private func host() -> UIView? {
        if isOrderly { return dice.pick(windows as [UIView] + Array(views.prefix(2))) }
        return dice.pick(windows as [UIView] + views + views)
    }

    private func makeRecognizer() -> any PlayRecognizer {
        let recognizer = makeKind()
        let diary = recognizer.diary
        diary.recognizer = recognizer
        diary.world = self
        if recognizer is PlayWild { diary.isStrict = false }
        if dice.once(in: 3) {
            recognizer.cancelsTouchesInView = false
            recognizer.delaysTouchesBegan = dice.once(in: 2)
        } else {
            recognizer.delaysTouchesBegan = dice.once(in: 4)
        }
        recognizer.delaysTouchesEnded = !dice.once(in: 3)
        if !isOrderly, dice.once(in: 2), let delegate = dice.pick(delegates) {
            recognizer.delegate = delegate
            if delegate.simultaneity != .never { diary.isStrict = false }
        }
        (recognizer as UIGestureRecognizer).addAction { _ in diary.acts() }
        return recognizer
    }

    private func makeKind() -> any PlayRecognizer {
        switch dice.roll(isOrderly ? 9 : 11) {
        case 0, 1:
            let tap = PlayTap()
            tap.numberOfTapsRequired = 1 + dice.roll(3)
            tap.numberOfTouchesRequired = dice.once(in: 4) ? 2 : 1
            return tap
        case 2:
            let press = PlayPress()
            press.minimumPressDuration = [0, 0.1, 0.5][dice.roll(3)]
            press.numberOfTapsRequired = dice.once(in: 4) ? 1 : 0
            press.numberOfTouchesRequired = dice.once(in: 4) ? 2 : 1
            return press
        case 3, 4:
            let pan = PlayPan()
            pan.minimumNumberOfTouches = dice.once(in: 4) ? 2 : 1
            if dice.once(in: 3) { pan.maximumNumberOfTouches = pan.minimumNumberOfTouches }
            return pan
        case 5:
            let swipe = PlaySwipe()
            swipe.direction = .init(rawValue: UInt(dice.roll(16)))
            swipe.numberOfTouchesRequired = dice.once(in: 4) ? 2 : 1
            return swipe
        case 6: return PlayPinch()
        case 7: return PlayRotation()
        case 8:
            let pan = PlayEdgePan()
            pan.edges = UIRectEdge(rawValue: UInt(dice.roll(16)))
            return pan
        case 9: return dice.once(in: 2) ? PlayMomentum() : PlayOnlooker()
        default:
            let wild = PlayWild()
            wild.dice = dice
            wild.isLazy = dice.once(in: 3)
            return wild
        }
    }

    // MARK: Playing

    /// One hardware frame, and some time.
    func step() {
        hand.play(on: simulator)
        check()
        switch dice.roll(40) {
        case 0: break
        case 1: simulator.advance(by: dice.number(in: 0...0.8))
        default: simulator.advance(by: dice.number(in: 0.001...0.03))
        }
        if isMischievous && dice.once(in: 20) { disturb() }
        check()
    }

    /// Lifts all fingers, lets everything that is due happen, and looks whether something is left.
    func rest() {
        hand.lift(on: simulator)
        simulator.advance(by: 10)
        check()
        let application = simulator.application
        if application.nextDeadline != nil { ledger.report("a call is still due") }
        let audit = application.touchAudit
        if audit.live != 0 || audit.tracked != 0 { ledger.report("left over: \(audit)") }
        for recognizer in recognizers { recognizer.diary.checkAtEnd() }
        ledger.close()
        for gone in gone where gone.view != nil { ledger.report("a removed view is kept") }
        gone.removeAll()
    }

    private func check() {
        let unbalanced = simulator.application.touchAudit.unbalancedViews
        if unbalanced != 0 { ledger.report("\(unbalanced) views don't add up") }
        var going: [any PlayRecognizer] = []
        for recognizer in recognizers {
            recognizer.diary.checkAtRest()
            if recognizer.diary.isStrict, recognizer.diary.isGoingOn { going.append(recognizer) }
        }
        guard let event, going.count > 1 else { return }
        for (index, one) in going.enumerated() {
            for other in going[(index + 1)...] {
                let shared = (event.touches(for: one) ?? [])
                    .intersection(event.touches(for: other) ?? [])
                if !shared.isEmpty {
                    ledger.report("\(type(of: one)) and \(type(of: other)) share a finger")
                }
            }
        }
    }

    /// A recognizer's action was sent.
    func didAct(_ recognizer: UIGestureRecognizer) {
        if let pan = recognizer as? UIPanGestureRecognizer, dice.once(in: 10) {
            pan.setTranslation(.zero, in: pan.view)
        }
        mischief(in: 40)
    }

    // MARK: Mischief

    /// Once in so many times, does something from inside a callback.
    func mischief(in times: Int) {
        guard isMischievous, !isInMischief, dice.once(in: times) else { return }
        disturb()
    }

    private func disturb() {
        isInMischief = true
        defer { isInMischief = false }
        switch dice.roll(3) {
        case 0: disturbView()
        case 1: disturbRecognizer()
        default: disturbApplication()
        }
    }

    private func disturbView() {
        guard let view = dice.pick(views) else { return }
        let kind = dice.roll(8)
        ledger.note("mischief with view \(PlayLedger.short(ObjectIdentifier(view))): \(kind)")
        switch kind {
        case 0: view.removeFromSuperview()
        case 1, 2:
            if dice.once(in: 2) { view.removeFromSuperview() }
            place(view)
        case 3: view.isHidden.toggle()
        case 4: view.isUserInteractionEnabled.toggle()
        case 5: view.superview?.sendSubviewToBack(view)
        case 6:
            // Gone for good, and another one for it.
            remove(view)
        default: view.transform = CGAffineTransform(rotationAngle: dice.number(in: 0...6))
        }
    }

    private func remove(_ view: PlayView) {
        for recognizer in view.gestureRecognizers ?? [] {
            (recognizer as? any PlayRecognizer)?.diary.removed()
            view.removeGestureRecognizer(recognizer)
        }
        for subview in view.subviews { place(subview) }
        view.removeFromSuperview()
        views.removeAll { $0 === view }
        gone.append(Gone(view: view))
        let new = PlayView(frame: view.frame)
        new.isMultipleTouchEnabled = dice.once(in: 2)
        new.world = self
        place(new)
        views.append(new)
    }

    private func disturbRecognizer() {
        guard let recognizer = dice.pick(recognizers) else { return }
        let kind = dice.roll(10)
        ledger.note("mischief with \(type(of: recognizer)): \(kind)")
        switch kind {
        case 0: recognizer.isEnabled.toggle()
        case 1:
            recognizer.isEnabled = false
            recognizer.isEnabled = true
        case 2, 3:
            recognizer.diary.removed()
            recognizer.view?.removeGestureRecognizer(recognizer)
            if dice.once(in: 2) { host()?.addGestureRecognizer(recognizer) }
        case 4:
            if recognizer.view == nil { host()?.addGestureRecognizer(recognizer) }
        case 5:
            guard let state = UIGestureRecognizer.State(rawValue: dice.roll(6)) else { return }
            recognizer.diary.wasForced()
            recognizer.state = state
        case 6:
            recognizer.diary.wasTuned = true
            recognizer.cancelsTouchesInView.toggle()
        case 7:
            recognizer.diary.wasTuned = true
            recognizer.delaysTouchesBegan.toggle()
        case 8:
            recognizer.delaysTouchesEnded.toggle()
        default:
            guard let event, let touch = event.touches(for: recognizer)?.first else { return }
            recognizer.ignore(touch, for: event)
        }
    }

    private func disturbApplication() {
        let application = simulator.application
        let kind = dice.roll(4)
        ledger.note("mischief with the application: \(kind)")
        switch kind {
        case 0:
            ledger.disturbed(nil, at: simulator.time)
            application.resignActive()
            application.becomeActive()
        case 1:
            ledger.disturbed(nil, at: simulator.time)
            application.beginIgnoringInteractionEvents()
            application.endIgnoringInteractionEvents()
        case 2:
            guard let window = dice.pick(windows) else { return }
            window.isHidden.toggle()
            if windows.allSatisfy(\.isHidden) { window.isHidden = false }
        default:
            guard let one = dice.pick(recognizers), let other = dice.pick(recognizers) else {
                return
            }
            if one !== other { one.require(toFail: other) }
        }
    }
}
