import Testing
import TouchKit
import TouchKitTesting

/// The responder chain and the first responder.
@Suite("Responder chain", .serialized)
@MainActor
struct ResponderChainTests: StageSuite {
    let stage = Stage()

    class FocusView: UIView {
        var resigns = true
        override var canBecomeFirstResponder: Bool { true }
        override var canResignFirstResponder: Bool { resigns }
    }

    private final class FocusController: UIViewController {
        override var canBecomeFirstResponder: Bool { true }
    }

    @Test("R-3.1: The chain is view, controller, superview, window, application, delegate.")
    func chain() {
        final class Delegate: UIResponder, UIApplicationDelegate {
            required override init() {}
        }
        let controller = UIViewController()
        window.rootViewController = controller
        let child = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        controller.view.addSubview(child)
        #expect(child.next === controller.view)
        #expect(controller.view.next === controller)
        #expect(controller.next === window)
        #expect(window.next === simulator.application)
        #expect(simulator.application.next == nil)
        simulator.application.launch(Delegate())
        #expect(simulator.application.next === simulator.application.delegate)
        #expect((simulator.application.delegate as? UIResponder)?.next == nil)
    }

    @Test("R-3.1: A child controller's next responder is the superview of its view.")
    func innerController() {
        let outer = UIViewController()
        let inner = UIViewController()
        window.rootViewController = outer
        outer.view.addSubview(inner.view)
        #expect(inner.view.next === inner)
        #expect(inner.next === outer.view)
    }

    @Test("R-3.1, R-3.7: The chain of a full-screen presentation ends at the window.")
    func fullScreenPresentation() {
        let presenter = FocusController()
        let presented = FocusController()
        window.rootViewController = presenter
        presenter.present(presented, animated: false)
        #expect(presenter.view.window == nil)
        #expect(presented.view.next === presented)
        #expect(presented.next === presenter)
        #expect(presenter.next === window)
        #expect(presented.becomeFirstResponder())
        #expect(!presenter.becomeFirstResponder())
        presenter.dismiss(animated: false)
        #expect(presented.next == nil)
        #expect(presenter.next === window)
        #expect(presenter.becomeFirstResponder())
    }

    @Test("A controller retains its children, and notifies each about its parent.")
    func children() {
        final class Child: UIViewController {
            var told: [String] = []
            override func willMove(toParent parent: UIViewController?) {
                told.append(parent == nil ? "will leave" : "will enter")
            }
            override func didMove(toParent parent: UIViewController?) {
                told.append(parent == nil ? "left" : "entered")
            }
        }
        let first = UIViewController()
        let second = UIViewController()
        let child = Child()
        first.addChild(child)
        child.didMove(toParent: first)
        #expect(first.children == [child])
        #expect(child.parent === first)
        second.addChild(child)
        child.didMove(toParent: second)
        #expect(first.children.isEmpty)
        #expect(child.parent === second)
        child.willMove(toParent: nil)
        child.removeFromParent()
        child.removeFromParent()
        #expect(second.children.isEmpty)
        #expect(child.parent == nil)
        #expect(
            child.told == [
                "will enter", "entered", "left", "will enter", "entered", "will leave", "left",
            ])
    }

    @Test("R-3.2: The delegate receives unhandled touches, with the same touches and event.")
    func upToTheDelegate() {
        final class Delegate: UIResponder, UIApplicationDelegate {
            var told: (Set<UITouch>, UIEvent?)?
            required override init() {}
            override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
                told = (touches, event)
            }
        }
        simulator.application.launch(Delegate())
        simulator.down(1, at: CGPoint(300, 300))
        let delegate = simulator.application.delegate as? Delegate
        #expect(delegate?.told?.0.count == 1)
        #expect(delegate?.told?.0.first?.view === window)
        #expect(delegate?.told?.1?.allTouches == delegate?.told?.0)
    }

    @Test("R-3.3: Touches of several views that go up the chain stay in separate sets.")
    func setsAreNotMixed() {
        final class Silent: UIView {}
        let controller = RecorderController("K", trace)
        window.rootViewController = controller
        controller.view.isUserInteractionEnabled = true
        var views: [UIView?] = []
        controller.onTouches = { views += $0.map(\.view) }
        let left = Silent(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let right = Silent(frame: CGRect(x: 200, y: 0, width: 100, height: 100))
        controller.view.addSubview(left)
        controller.view.addSubview(right)
        simulator.play("1↓(50,50)&2↓(250,50)")
        trace.expectLines("K.began{1}@0", "K.began{2}@0")
        #expect(views == [left, right])
    }

    @Test("R-3.4: Touches that no responder handles are dropped.")
    func dropped() {
        simulator.play("1↓(300,300) 1↑")
        #expect(trace.lines == [])
        #expect(simulator.application.touchAudit.total.ended == 1)
    }

    @Test(
        "R-3.6: An application delegate that is no responder receives no touches."
    )
    func onlyResponders() {
        final class Delegate: UIApplicationDelegate {
            required init() {}
        }
        let responders: [AnyObject] = [
            simulator.application, window, UIView(), UIViewController(),
        ]
        #expect(responders.allSatisfy { $0 is UIResponder })
        simulator.application.launch(Delegate())
        #expect(simulator.application.next == nil)
        simulator.play("1↓(300,300) 1↑")
        #expect(simulator.application.touchAudit.total.ended == 1)
    }

    // MARK: First responder

    @Test("R-3.7: A view becomes first responder if it can and is in a window.")
    func becomingFirst() {
        let plain = UIView()
        window.addSubview(plain)
        #expect(!plain.becomeFirstResponder())
        let view = FocusView()
        #expect(!view.becomeFirstResponder())
        window.addSubview(view)
        #expect(view.becomeFirstResponder())
        #expect(view.isFirstResponder)
        #expect(view.becomeFirstResponder())
    }

    @Test("R-3.7: The current first responder is asked to resign, and may refuse.")
    func refusingToResign() {
        let first = FocusView()
        let second = FocusView()
        window.addSubview(first)
        window.addSubview(second)
        #expect(first.becomeFirstResponder())
        first.resigns = false
        #expect(!second.becomeFirstResponder())
        #expect(first.isFirstResponder)
        #expect(!first.resignFirstResponder())
        first.resigns = true
        #expect(second.becomeFirstResponder())
        #expect(!first.isFirstResponder)
    }

    @Test("R-3.7: Each window has its own first responder.")
    func onePerWindow() {
        let other = UIWindow(frame: window.frame)
        let here = FocusView()
        let there = FocusView()
        window.addSubview(here)
        other.addSubview(there)
        #expect(here.becomeFirstResponder())
        #expect(there.becomeFirstResponder())
        #expect(here.isFirstResponder && there.isFirstResponder)
    }

    @Test("R-3.7: A responder that leaves its window resigns, controllers included.")
    func leavingTheWindow() {
        let box = UIView()
        let view = FocusView()
        window.addSubview(box)
        box.addSubview(view)
        #expect(view.becomeFirstResponder())
        box.removeFromSuperview()
        window.addSubview(box)
        #expect(!view.isFirstResponder)

        let controller = FocusController()
        window.addSubview(controller.view)
        #expect(controller.becomeFirstResponder())
        controller.view.removeFromSuperview()
        window.addSubview(controller.view)
        #expect(!controller.isFirstResponder)
    }

    @Test("R-3.7: A first responder is asked to resign before it leaves its window.")
    func resigningInTheWindow() {
        final class ResigningView: FocusView {
            var windows: [UIWindow?] = []
            override func resignFirstResponder() -> Bool {
                windows.append(window)
                return super.resignFirstResponder()
            }
        }
        let other = UIWindow(frame: window.frame)
        let box = UIView()
        let view = ResigningView()
        box.addSubview(view)
        window.addSubview(box)
        #expect(view.becomeFirstResponder())
        stage.view.addSubview(box)
        #expect(view.windows == [] && view.isFirstResponder)
        box.removeFromSuperview()
        #expect(view.windows == [window])
        window.addSubview(box)
        #expect(!view.isFirstResponder && view.becomeFirstResponder())
        // The view must not stay first responder of the window that it has left.
        view.resigns = false
        other.addSubview(box)
        #expect(view.windows == [window, window])
        window.addSubview(box)
        #expect(!view.isFirstResponder)
    }

    @Test("R-3.7: A first responder can remove itself or its superview before it resigns.")
    func removalWhileResigning() {
        final class ClosingView: UIView {
            var removed: UIView?
            var calls = 0
            override var canBecomeFirstResponder: Bool { true }
            override func resignFirstResponder() -> Bool {
                calls += 1
                removed?.removeFromSuperview()
                return super.resignFirstResponder()
            }
        }
        let box = UIView()
        let view = ClosingView()
        box.addSubview(view)
        for removed in [view, box] {
            view.removed = removed
            view.calls = 0
            box.addSubview(view)
            window.addSubview(box)
            #expect(view.becomeFirstResponder())
            removed.removeFromSuperview()
            #expect(view.calls == 1 && view.window == nil)
            window.addSubview(view)
            #expect(!view.isFirstResponder)
        }
    }

    @Test("R-3.8: Touches don't change the first responder.")
    func touchesDontChangeIt() {
        let view = FocusView()
        let touched = FocusView(frame: CGRect(x: 200, y: 200, width: 100, height: 100))
        window.addSubview(view)
        window.addSubview(touched)
        #expect(view.becomeFirstResponder())
        stage.tap(1, at: CGPoint(250, 250), time: 0)
        #expect(touched.touchCounts.ended == 1)
        #expect(view.isFirstResponder && !touched.isFirstResponder)
    }
}
