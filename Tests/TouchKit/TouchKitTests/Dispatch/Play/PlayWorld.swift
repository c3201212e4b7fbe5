import TouchKit
import TouchKitTesting

/// A random tree of views and recognizers with random input and random changes.
@MainActor
final class PlayWorld {
    private struct RemovedView {
        weak var view: UIView?
    }

    let dice: RandomChoices
    let deliveryChecker = DeliveryChecker()
    let simulator = TouchSimulator(screenSize: CGSize(width: 400, height: 400))
    private(set) var recognizers: [any PlayRecognizer] = []
    /// The event of the current touch sequence.
    weak var event: UIEvent?
    /// The number of events that windows have received.
    var moment = 0

    private var windows: [PlayWindow] = []
    private var views: [PlayView] = []
    private var scrollViews: [PlayScrollView] = []
    private var controls: [any PlayControl] = []
    private var delegates: [PlayDelegate] = []
    private var removedViews: [RemovedView] = []
    private var input: RandomFingerInput
    /// Whether callbacks make random changes.
    private let makesRandomChanges: Bool
    /// Whether recognizers have no delegates and share few views, so that many of them compete.
    private let isOrderly: Bool
    private var isChanging = false

    init(seed: UInt64) {
        dice = RandomChoices(seed: seed)
        input = RandomFingerInput(dice)
        makesRandomChanges = !dice.once(in: 4)
        isOrderly = dice.once(in: 3)
        if dice.once(in: 5) { simulator.displayRate = [30, 60, 144][dice.roll(3)] }
        makeWindows()
        if dice.once(in: 3) { makeScrollViews() }
        makeViews()
        if dice.once(in: 3) { makeControls() }
        makeRecognizers()
    }

    /// Starts logging decisions and deliveries.
    func startLogging() {
        deliveryChecker.isLogging = true
        simulator.application.gestureLog = { [deliveryChecker] line in deliveryChecker.log(line) }
    }

    /// The newest 400 log lines.
    var lastLines: ArraySlice<String> { deliveryChecker.lines.suffix(400) }

    /// The problems found so far.
    var problems: [String] { deliveryChecker.problems }

    // MARK: Setup

    private func makeWindows() {
        for index in 0...dice.roll(3) {
            let size = index == 0 ? 400 : dice.number(in: 100...300)
            let window = PlayWindow(
                frame: CGRect(
                    x: index == 0 ? 0 : dice.number(in: 0...200),
                    y: index == 0 ? 0 : dice.number(in: 0...200), width: size, height: size))
            window.windowLevel = UIWindow.Level(rawValue: Double(dice.roll(3)))
            window.isMultipleTouchEnabled = dice.once(in: 2)
            window.consumesSomeEvents = dice.once(in: 10)
            window.world = self
            window.isHidden = false
            windows.append(window)
        }
    }

    private func makeScrollViews() {
        for _ in 0...dice.roll(3) {
            let view = PlayScrollView(dice)
            view.world = self
            place(view)
            scrollViews.append(view)
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

    private func makeControls() {
        for _ in 0...dice.roll(4) {
            let control: any PlayControl
            switch dice.roll(3) {
            case 0:
                control = PlaySlider(
                    frame: CGRect(
                        x: dice.number(in: 0...200), y: dice.number(in: 0...350), width: 200,
                        height: 31))
            case 1:
                control = PlayStepper(
                    frame: CGRect(
                        x: dice.number(in: 0...300), y: dice.number(in: 0...350), width: 0,
                        height: 0))
            default: control = PlayTable(dice)
            }
            control.world = self
            place(control)
            controls.append(control)
        }
    }

    private func place(_ view: UIView) {
        let scrollViews = scrollViews.filter { !$0.isDescendant(of: view) }
        let parents =
            windows as [UIView] + views.filter { !$0.isDescendant(of: view) } + scrollViews
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

    /// Returns a random view for a recognizer.
    private func host() -> UIView? {
        if isOrderly { return dice.pick(windows as [UIView] + Array(views.prefix(2))) }
        return dice.pick(windows as [UIView] + views + views + scrollViews)
    }

    private func makeRecognizer() -> any PlayRecognizer {
        let recognizer = makeKind()
        let checker = recognizer.checker
        checker.recognizer = recognizer
        checker.world = self
        if recognizer is PlayWild { checker.isStrict = false }
        if dice.once(in: 3) {
            recognizer.cancelsTouchesInView = false
            recognizer.delaysTouchesBegan = dice.once(in: 2)
        } else {
            recognizer.delaysTouchesBegan = dice.once(in: 4)
        }
        recognizer.delaysTouchesEnded = !dice.once(in: 3)
        if !isOrderly, dice.once(in: 2), let delegate = dice.pick(delegates) {
            recognizer.delegate = delegate
            if delegate.simultaneity != .never { checker.isStrict = false }
        }
        (recognizer as UIGestureRecognizer).addAction { _ in checker.recordAction() }
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

    /// Plays one hardware frame and advances time.
    func step() {
        input.play(on: simulator)
        check()
        switch dice.roll(40) {
        case 0: break
        case 1: simulator.advance(by: dice.number(in: 0...0.8))
        default: simulator.advance(by: dice.number(in: 0.001...0.03))
        }
        if makesRandomChanges && dice.once(in: 20) { changeAnything() }
        check()
    }

    /// Lifts all fingers, runs all due calls, and checks for leftover touches and calls.
    func rest() {
        input.liftAll(on: simulator)
        simulator.advance(by: 10)
        check()
        let application = simulator.application
        if application.nextDeadline != nil { deliveryChecker.report("a call is still due") }
        if application.needsFrames { deliveryChecker.report("frames are still needed") }
        for view in scrollViews where !view.isAtRest {
            deliveryChecker.report("a scroll view is not at rest")
        }
        for control in controls where !control.isAtRest {
            deliveryChecker.report("\(type(of: control)) is not at rest")
        }
        let audit = application.touchAudit
        if audit.liveTouches != 0 || audit.trackedRecords != 0 {
            deliveryChecker.report("left over: \(audit)")
        }
        for recognizer in recognizers { recognizer.checker.checkAtEnd() }
        deliveryChecker.close()
        for removed in removedViews where removed.view != nil {
            deliveryChecker.report("a removed view is still retained")
        }
        removedViews.removeAll()
    }

    private func check() {
        let unbalanced = simulator.application.touchAudit.unbalancedViews
        if unbalanced != 0 {
            deliveryChecker.report("\(unbalanced) views have unbalanced callbacks")
        }
        var active: [any PlayRecognizer] = []
        for recognizer in recognizers {
            recognizer.checker.checkAtRest()
            if recognizer.checker.isStrict, recognizer.checker.isVisiblyActive {
                active.append(recognizer)
            }
        }
        guard let event, active.count > 1 else { return }
        for (index, one) in active.enumerated() {
            for other in active[(index + 1)...] {
                let shared = (event.touches(for: one) ?? [])
                    .intersection(event.touches(for: other) ?? [])
                if !shared.isEmpty {
                    deliveryChecker.report("\(type(of: one)) and \(type(of: other)) share a finger")
                }
            }
        }
    }

    /// Handles the action of a recognizer, with a random change.
    func didAct(_ recognizer: UIGestureRecognizer) {
        if let pan = recognizer as? UIPanGestureRecognizer, dice.once(in: 10) {
            pan.setTranslation(.zero, in: pan.view)
        }
        changeAtRandom(oneIn: 40)
    }

    // MARK: Random changes

    /// Makes a random change from inside a callback, with a probability of 1 in `times`.
    func changeAtRandom(oneIn times: Int) {
        guard makesRandomChanges, !isChanging, dice.once(in: times) else { return }
        changeAnything()
    }

    private func changeAnything() {
        isChanging = true
        defer { isChanging = false }
        switch dice.roll(scrollViews.isEmpty && controls.isEmpty ? 3 : 4) {
        case 0: changeView()
        case 1: changeRecognizer()
        case 2: changeApplication()
        default: if dice.once(in: 2) { changeScrollView() } else { changeControl() }
        }
    }

    private func changeControl() {
        guard let control = dice.pick(controls) else { return }
        let kind = dice.roll(4)
        deliveryChecker.log("change of \(type(of: control)): \(kind)")
        switch kind {
        case 0: control.removeFromSuperview()
        case 1: place(control)
        default: control.changeProperties(dice)
        }
    }

    private func changeScrollView() {
        guard let view = dice.pick(scrollViews) else { return }
        let kind = dice.roll(5)
        deliveryChecker.log(
            "change of scroll view \(DeliveryChecker.short(ObjectIdentifier(view))): \(kind)")
        switch kind {
        case 0: view.removeFromSuperview()
        case 1: place(view)
        case 2: view.changeProperties(dice)
        default: view.scrollAtRandom(dice)
        }
    }

    private func changeView() {
        guard let view = dice.pick(views) else { return }
        let kind = dice.roll(8)
        deliveryChecker.log(
            "change of view \(DeliveryChecker.short(ObjectIdentifier(view))): \(kind)")
        switch kind {
        case 0: view.removeFromSuperview()
        case 1, 2:
            if dice.once(in: 2) { view.removeFromSuperview() }
            place(view)
        case 3: view.isHidden.toggle()
        case 4: view.isUserInteractionEnabled.toggle()
        case 5: view.superview?.sendSubviewToBack(view)
        case 6:
            // The view is removed permanently, and a new one replaces it.
            remove(view)
        default: view.transform = CGAffineTransform(rotationAngle: dice.number(in: 0...6))
        }
    }

    private func remove(_ view: PlayView) {
        for recognizer in view.gestureRecognizers ?? [] {
            (recognizer as? any PlayRecognizer)?.checker.recordRemoval()
            view.removeGestureRecognizer(recognizer)
        }
        for subview in view.subviews { place(subview) }
        view.removeFromSuperview()
        views.removeAll { $0 === view }
        removedViews.append(RemovedView(view: view))
        let new = PlayView(frame: view.frame)
        new.isMultipleTouchEnabled = dice.once(in: 2)
        new.world = self
        place(new)
        views.append(new)
    }

    private func changeRecognizer() {
        guard let recognizer = dice.pick(recognizers) else { return }
        let kind = dice.roll(10)
        deliveryChecker.log("change of \(type(of: recognizer)): \(kind)")
        switch kind {
        case 0: recognizer.isEnabled.toggle()
        case 1:
            recognizer.isEnabled = false
            recognizer.isEnabled = true
        case 2, 3:
            recognizer.checker.recordRemoval()
            recognizer.view?.removeGestureRecognizer(recognizer)
            if dice.once(in: 2) { host()?.addGestureRecognizer(recognizer) }
        case 4:
            if recognizer.view == nil { host()?.addGestureRecognizer(recognizer) }
        case 5:
            guard let state = UIGestureRecognizer.State(rawValue: dice.roll(6)) else { return }
            recognizer.checker.recordForcedState()
            recognizer.state = state
        case 6:
            recognizer.checker.hasChangedDelivery = true
            recognizer.cancelsTouchesInView.toggle()
        case 7:
            recognizer.checker.hasChangedDelivery = true
            recognizer.delaysTouchesBegan.toggle()
        case 8:
            recognizer.delaysTouchesEnded.toggle()
        default:
            guard let event, let touch = event.touches(for: recognizer)?.first else { return }
            recognizer.ignore(touch, for: event)
        }
    }

    private func changeApplication() {
        let application = simulator.application
        let kind = dice.roll(4)
        deliveryChecker.log("change of the application: \(kind)")
        switch kind {
        case 0:
            deliveryChecker.recordCancellation(of: nil, at: simulator.time)
            application.resignActive()
            application.becomeActive()
        case 1:
            deliveryChecker.recordCancellation(of: nil, at: simulator.time)
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
