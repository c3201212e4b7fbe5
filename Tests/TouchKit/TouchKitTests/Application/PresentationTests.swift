import Testing
import TouchKit
import TouchKitTesting

/// Presentation of view controllers, and the order of the appearance callbacks.
@Suite("Presentation")
@MainActor
final class PresentationTests {
    /// A controller that records its callbacks.
    private final class Recorder: UIViewController {
        let name: String
        let record: (String) -> Void

        init(_ name: String, _ record: @escaping (String) -> Void) {
            self.name = name
            self.record = record
            super.init()
        }

        override func viewDidLoad() { record("\(name) load") }
        override func viewWillAppear(_ animated: Bool) { record("\(name) willAppear") }
        override func viewIsAppearing(_ animated: Bool) { record("\(name) isAppearing") }
        override func viewDidLayoutSubviews() { record("\(name) layout") }
        override func viewDidAppear(_ animated: Bool) { record("\(name) didAppear") }
        override func viewWillDisappear(_ animated: Bool) { record("\(name) willDisappear") }
        override func viewDidDisappear(_ animated: Bool) { record("\(name) didDisappear") }
    }

    /// A controller that records in each callback whether it is being presented or dismissed.
    private final class StateRecorder: UIViewController {
        var lines: [String] = []

        private func record(_ callback: String) {
            lines.append("\(callback) \(isBeingPresented) \(isBeingDismissed)")
        }

        override func viewWillAppear(_ animated: Bool) { record("willAppear") }
        override func viewDidAppear(_ animated: Bool) { record("didAppear") }
        override func viewWillDisappear(_ animated: Bool) { record("willDisappear") }
        override func viewDidDisappear(_ animated: Bool) { record("didDisappear") }
    }

    /// A controller that presents `following` in `viewDidAppear(_:)`, once.
    private final class RepeatedPresenter: UIViewController {
        var following: UIViewController?

        override func viewDidAppear(_ animated: Bool) {
            guard let controller = following else { return }
            following = nil
            present(controller, animated: animated)
        }
    }

    private var lines: [String] = []

    private func makeController(_ name: String) -> Recorder {
        Recorder(name) { [unowned self] in lines.append($0) }
    }

    private func removeLines() -> [String] {
        defer { lines = [] }
        return lines
    }

    private func makeStage() -> (TouchSimulator, Recorder, Recorder) {
        let simulator = TouchSimulator(screenSize: CGSize(width: 200, height: 300))
        let root = makeController("A")
        simulator.window.rootViewController = root
        _ = removeLines()
        return (simulator, root, makeController("B"))
    }

    @Test("A root view controller appears with its window, after its layout.")
    func root() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 200, height: 300))
        let window = simulator.application.performAsShared { UIWindow() }
        window.rootViewController = makeController("A")
        #expect(removeLines() == ["A load"])
        window.makeKeyAndVisible()
        #expect(removeLines() == ["A willAppear", "A isAppearing", "A layout", "A didAppear"])
        window.isHidden = true
        #expect(removeLines() == ["A willDisappear", "A didDisappear"])
    }

    @Test("A full-screen presentation has UIKit's order of callbacks.", arguments: [true, false])
    func fullScreen(isAnimated: Bool) {
        let (simulator, a, b) = makeStage()
        a.present(b, animated: isAnimated) { [unowned self] in lines.append("completion") }
        #expect(a.presentedViewController === b && b.presentingViewController === a)
        if isAnimated {
            #expect(b.isBeingPresented)
            #expect(
                removeLines()
                    == ["B load", "A willDisappear", "B willAppear", "B isAppearing", "B layout"])
            simulator.advance(by: 0.5)
            #expect(removeLines() == ["B didAppear", "A didDisappear", "completion"])
        } else {
            #expect(
                removeLines() == [
                    "B load", "A willDisappear", "B willAppear", "B isAppearing", "B layout",
                    "B didAppear", "A didDisappear", "completion",
                ])
        }
        #expect(a.view.window == nil && b.view.frame == simulator.window.bounds)
        b.dismiss(animated: isAnimated) { [unowned self] in lines.append("completion") }
        simulator.advance(by: 0.5)
        #expect(
            removeLines().filter { $0 != "A layout" } == [
                "B willDisappear", "A willAppear", "A isAppearing", "A didAppear",
                "B didDisappear", "completion",
            ])
        #expect(a.presentedViewController == nil && b.presentingViewController == nil)
        #expect(a.view.superview === simulator.window && b.view.superview == nil)
        #expect(simulator.isUpToDate())
    }

    @Test("A presentation over the screen leaves the presenter in its place, without callbacks.")
    func overFullScreen() {
        let (simulator, a, b) = makeStage()
        b.modalPresentationStyle = .overFullScreen
        b.modalTransitionStyle = .crossDissolve
        a.present(b, animated: true)
        simulator.advance(by: 0.5)
        #expect(
            removeLines()
                == ["B load", "B willAppear", "B isAppearing", "B layout", "B didAppear"])
        #expect(a.view.window != nil)
        a.dismiss(animated: true)
        simulator.advance(by: 0.5)
        #expect(removeLines() == ["B willDisappear", "B didDisappear"])
    }

    @Test(
        "The view of a dismissed controller is opaque again after a cross dissolve.",
        arguments: [true, false])
    func crossDissolve(isAnimated: Bool) {
        let (simulator, a, b) = makeStage()
        b.modalTransitionStyle = .crossDissolve
        a.present(b, animated: isAnimated)
        simulator.advance(by: 0.5)
        b.dismiss(animated: isAnimated)
        simulator.advance(by: 0.5)
        #expect(b.view.superview == nil)
        #expect(b.view.alpha == 1)
        #expect(simulator.isUpToDate())
    }

    @Test("Dismissing a chain removes all of it, and the lowest presenter appears again.")
    func chain() {
        let (simulator, a, b) = makeStage()
        let c = makeController("C")
        a.present(b, animated: false)
        b.present(c, animated: false)
        #expect(removeLines().suffix(3) == ["C layout", "C didAppear", "B didDisappear"])
        a.dismiss(animated: true)
        simulator.advance(by: 0.5)
        #expect(
            removeLines().filter { !$0.hasSuffix("layout") } == [
                "C willDisappear", "A willAppear", "A isAppearing", "A didAppear",
                "C didDisappear",
            ])
        #expect(simulator.window.subviews.count == 1)
        #expect(b.presentedViewController == nil && b.presentingViewController == nil)
    }

    @Test(
        "After a dismissal, the presenter can present another controller in viewDidAppear(_:).",
        arguments: [true, false])
    func presentedNext(isAnimated: Bool) {
        let (simulator, _, b) = makeStage()
        let presenter = RepeatedPresenter()
        simulator.window.rootViewController = presenter
        presenter.present(b, animated: false)
        let c = makeController("C")
        presenter.following = c
        _ = removeLines()
        b.dismiss(animated: isAnimated)
        simulator.advance(by: 1)
        #expect(presenter.presentedViewController === c)
        #expect(c.presentingViewController === presenter && b.presentingViewController == nil)
        #expect(c.view.window === simulator.window)
        #expect(presenter.view.window == nil && b.view.window == nil)
        #expect(simulator.window.subviews.count == 1)
        let ends =
            isAnimated ? ["B didDisappear", "C didAppear"] : ["C didAppear", "B didDisappear"]
        #expect(
            removeLines().filter { !$0.hasSuffix("layout") }
                == ["B willDisappear", "C load", "C willAppear", "C isAppearing"] + ends)
    }

    @Test("A controller that is being dismissed cannot be presented until it has disappeared.")
    func presentedWhileDismissed() {
        let (simulator, _, b) = makeStage()
        let presenter = RepeatedPresenter()
        simulator.window.rootViewController = presenter
        presenter.present(b, animated: false)
        presenter.following = b
        b.dismiss(animated: false)
        #expect(presenter.following == nil && presenter.presentedViewController == nil)
        #expect(presenter.view.window != nil && b.view.window == nil)
        presenter.present(b, animated: false)
        #expect(presenter.presentedViewController === b && b.view.window != nil)
    }

    @Test("A controller that presents, or is not in a window, presents nothing.")
    func refused() {
        let (simulator, a, b) = makeStage()
        defer { simulator.advance(by: 1) }
        a.present(b, animated: false)
        let c = makeController("C")
        a.present(c, animated: false)
        #expect(c.presentingViewController == nil && a.presentedViewController === b)
        makeController("D").present(c, animated: false)
        #expect(c.presentingViewController == nil)
    }

    @Test("Touches during a transition and beside the presented view reach no presenter.")
    func touches() {
        let (simulator, a, b) = makeStage()
        var touches = 0
        let button = UIButton(frame: simulator.window.bounds)
        button.addAction(for: .touchDown) { _ in touches += 1 }
        a.view.addSubview(button)
        b.modalPresentationStyle = .overFullScreen
        a.present(b, animated: true)
        simulator.advance(by: 0.1)
        simulator.play("1↓(100,10) 1↑")
        simulator.advance(by: 0.5)
        b.view.frame = CGRect(x: 50, y: 100, width: 100, height: 100)
        simulator.play("1↓(10,10) 1↑")
        #expect(touches == 0)
        b.dismiss(animated: false)
        simulator.play("1↓(10,10) 1↑")
        #expect(touches == 1)
    }

    @Test(
        "A controller is being presented or dismissed until its last callback has returned.",
        arguments: [true, false])
    func states(isAnimated: Bool) {
        let (simulator, a, _) = makeStage()
        let b = StateRecorder()
        a.present(b, animated: isAnimated)
        simulator.advance(by: 0.5)
        #expect(b.lines == ["willAppear true false", "didAppear true false"])
        #expect(!b.isBeingPresented)
        b.lines = []
        b.dismiss(animated: isAnimated)
        simulator.advance(by: 0.5)
        #expect(b.lines == ["willDisappear false true", "didDisappear false true"])
        #expect(!b.isBeingDismissed)
    }

    @Test("A dismissal during the presentation ends both, with each callback once.")
    func interrupted() {
        let (simulator, a, b) = makeStage()
        a.present(b, animated: true)
        simulator.advance(by: 0.1)
        b.dismiss(animated: true)
        simulator.advance(by: 1)
        #expect(
            removeLines().filter { !$0.hasSuffix("layout") } == [
                "B load", "A willDisappear", "B willAppear", "B isAppearing",
                "B willDisappear", "A willAppear", "A isAppearing", "A didAppear",
                "B didDisappear",
            ])
        #expect(a.presentedViewController == nil && a.view.window != nil)
        #expect(!b.isBeingPresented && !b.isBeingDismissed)
        #expect(simulator.window.subviews.count == 1)
    }

    @Test("Children appear and disappear with their parent, and when their views are added.")
    func children() {
        let (simulator, a, b) = makeStage()
        defer { simulator.advance(by: 1) }
        a.addChild(b)
        a.view.addSubview(b.view)
        b.didMove(toParent: a)
        #expect(
            removeLines().filter { !$0.hasSuffix("layout") } == [
                "B load", "B willAppear", "B isAppearing", "B didAppear",
            ])
        let c = makeController("C")
        b.present(c, animated: false)
        #expect(c.presentingViewController === a)
        #expect(
            removeLines().filter { !$0.hasSuffix("layout") } == [
                "C load", "A willDisappear", "B willDisappear", "C willAppear", "C isAppearing",
                "C didAppear", "A didDisappear", "B didDisappear",
            ])
        c.dismiss(animated: false)
        _ = removeLines()
        b.view.removeFromSuperview()
        #expect(removeLines() == ["B willDisappear", "B didDisappear"])
    }

    @Test("A new root view controller removes what the old one has presented.")
    func newRoot() {
        let (simulator, a, b) = makeStage()
        a.present(b, animated: false)
        let c = makeController("C")
        simulator.window.rootViewController = c
        #expect(simulator.window.subviews == [c.view])
        #expect(a.presentedViewController == nil)
    }

    @Test("An old root view controller that appears during its replacement presents nothing.")
    func presentedDuringReplacement() {
        let (simulator, a, b) = makeStage()
        let presenter = RepeatedPresenter()
        simulator.window.rootViewController = presenter
        presenter.present(b, animated: false)
        presenter.following = makeController("C")
        simulator.window.rootViewController = a
        #expect(presenter.following == nil && presenter.presentedViewController == nil)
        #expect(simulator.window.subviews == [a.view])
        simulator.window.rootViewController = presenter
        presenter.present(b, animated: false)
        #expect(presenter.presentedViewController === b)
    }

    @Test("If viewDidAppear(_:) presents, children disappear at the end of that presentation.")
    func childrenOfRepeatedPresenter() {
        let (simulator, _, b) = makeStage()
        let child = makeController("Child")
        let presenter = RepeatedPresenter()
        presenter.addChild(child)
        presenter.view.addSubview(child.view)
        simulator.window.rootViewController = presenter
        presenter.present(b, animated: false)
        presenter.following = makeController("C")
        _ = removeLines()
        b.dismiss(animated: true)
        simulator.advance(by: 0.4)
        #expect(removeLines().last { $0.hasPrefix("Child") } == "Child willDisappear")
        simulator.advance(by: 1)
        #expect(removeLines().filter { $0.hasPrefix("Child") } == ["Child didDisappear"])
    }
}
