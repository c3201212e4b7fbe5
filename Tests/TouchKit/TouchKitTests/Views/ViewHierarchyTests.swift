import Testing
import TouchKit
import TouchKitTesting

/// The tree of views and its callbacks.
@Suite("View hierarchy", .serialized)
@MainActor
struct ViewHierarchyTests {
    let stage = Stage()

    private func views(_ count: Int, in superview: UIView) -> [UIView] {
        (0..<count).map { index in
            let view = UIView()
            view.tag = index
            superview.addSubview(view)
            return view
        }
    }

    private func order(_ superview: UIView) -> [Int] {
        superview.subviews.map(\.tag)
    }

    @Test("Views are added in front, behind and between others, and are exchanged.")
    func ordering() {
        let box = UIView()
        let all = views(4, in: box)
        #expect(order(box) == [0, 1, 2, 3])
        box.bringSubviewToFront(all[1])
        #expect(order(box) == [0, 2, 3, 1])
        box.sendSubviewToBack(all[3])
        #expect(order(box) == [3, 0, 2, 1])
        box.exchangeSubview(at: 0, withSubviewAt: 3)
        #expect(order(box) == [1, 0, 2, 3])
        box.insertSubview(all[3], aboveSubview: all[1])
        #expect(order(box) == [1, 3, 0, 2])
        box.insertSubview(all[1], belowSubview: all[2])
        #expect(order(box) == [3, 0, 1, 2])
        box.insertSubview(all[2], at: 0)
        #expect(order(box) == [2, 3, 0, 1])
        box.insertSubview(all[2], at: 99)
        #expect(order(box) == [3, 0, 1, 2])
        box.exchangeSubview(at: 0, withSubviewAt: 9)
        #expect(order(box) == [3, 0, 1, 2])
    }

    @Test("A view that is inserted next to a view of another superview is added in front.")
    func strangers() {
        let box = UIView()
        let all = views(2, in: box)
        let stranger = UIView()
        for (tag, isAbove) in [(2, true), (3, false)] {
            let view = UIView()
            view.tag = tag
            if isAbove {
                box.insertSubview(view, aboveSubview: stranger)
            } else {
                box.insertSubview(view, belowSubview: stranger)
            }
            #expect(view.superview === box)
        }
        #expect(order(box) == [0, 1, 2, 3])
        box.insertSubview(all[0], aboveSubview: stranger)
        #expect(order(box) == [1, 2, 3, 0])
    }

    @Test("A subview that is inserted again ends at the requested index.")
    func reinsertion() {
        for from in 0..<4 {
            for index in 0..<4 {
                let box = UIView()
                let all = views(4, in: box)
                box.insertSubview(all[from], at: index)
                #expect(box.subviews[index] === all[from], "from \(from) to \(index)")
                #expect(box.subviews.count == 4)
            }
        }
    }

    @Test("A view that is inserted next to itself stays in its place.")
    func nextToItself() {
        let box = UIView()
        let all = views(3, in: box)
        box.insertSubview(all[1], aboveSubview: all[1])
        box.insertSubview(all[1], belowSubview: all[1])
        #expect(order(box) == [0, 1, 2])
    }

    @Test("A view has one superview; adding it elsewhere removes it.")
    func oneSuperview() {
        let first = UIView()
        let second = UIView()
        let view = views(1, in: first)[0]
        second.addSubview(view)
        #expect(first.subviews == [])
        #expect(view.superview === second)
        #expect(view.isDescendant(of: second) && view.isDescendant(of: view))
        #expect(!view.isDescendant(of: first))
        view.removeFromSuperview()
        #expect(view.superview == nil)
        #expect(second.subviews == [])
    }

    @Test("A superview retains its subviews; an unreferenced view is deallocated.")
    func lifetime() {
        let box = UIView()
        weak var gone: UIView?
        do {
            let view = UIView()
            gone = view
            box.addSubview(view)
        }
        #expect(gone != nil)
        gone?.removeFromSuperview()
        #expect(gone == nil)
    }

    @Test("Views are notified of additions and removals, subviews after their superview.")
    func notices() {
        final class Noticing: UIView {
            var notes: (String) -> Void = { _ in }
            override func willMove(toSuperview newSuperview: UIView?) {
                notes(newSuperview == nil ? "will leave superview" : "will get superview")
            }
            override func didMoveToSuperview() { notes("did move to superview") }
            override func willMove(toWindow newWindow: UIWindow?) {
                notes(newWindow == nil ? "will leave window" : "will get window")
            }
            override func didMoveToWindow() {
                notes(window == nil ? "left window" : "got window")
            }
            override func didAddSubview(_ subview: UIView) { notes("added") }
            override func willRemoveSubview(_ subview: UIView) { notes("removes") }
        }
        let window = stage.window
        var notes: [String] = []
        let outer = Noticing()
        outer.notes = { notes.append("outer " + $0) }
        let inner = Noticing()
        inner.notes = { notes.append("inner " + $0) }
        outer.addSubview(inner)
        #expect(
            notes == ["inner will get superview", "outer added", "inner did move to superview"])
        notes = []
        window.addSubview(outer)
        #expect(
            notes == [
                "outer will get superview", "outer will get window", "inner will get window",
                "outer did move to superview", "outer got window", "inner got window",
            ])
        notes = []
        inner.removeFromSuperview()
        #expect(
            notes == [
                "inner will leave superview", "inner will leave window", "outer removes",
                "inner left window", "inner did move to superview",
            ])
    }

    @Test("A subview that didMoveToWindow() adds or removes receives the call once.")
    func subviewsChangedByNotice() {
        final class Noticing: UIView {
            var onWindow: () -> Void = {}
            var notes: [Bool] = []
            override func didMoveToWindow() {
                notes.append(window != nil)
                onWindow()
            }
        }
        let window = stage.window
        let outer = Noticing()
        let box = Noticing()
        let removed = Noticing()
        let added = [Noticing(), Noticing()]
        outer.addSubview(box)
        outer.addSubview(removed)
        outer.onWindow = { [unowned outer] in
            removed.removeFromSuperview()
            outer.addSubview(added[0])
            box.addSubview(added[1])
        }
        window.addSubview(outer)
        #expect(outer.notes == [true] && box.notes == [true])
        #expect(removed.notes == [false])
        #expect(added.map(\.notes) == [[true], [true]])
    }

    @Test("An animation that didMoveToWindow() starts in a subview continues to its end.")
    func animationStartedByNotice() {
        final class FadingView: UIView {
            var completions: [Bool] = []
            override func didMoveToWindow() {
                UIView.animate(withDuration: 1) {
                    for view in subviews { view.alpha = 0.5 }
                } completion: { [unowned self] in
                    completions.append($0)
                }
            }
        }
        let window = stage.window
        let view = FadingView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        view.addSubview(UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 50)))
        window.addSubview(view)
        stage.simulator.advance(to: 0.9)
        #expect(view.completions == [])
        stage.simulator.advance(to: 1.1)
        #expect(view.completions == [true])
    }

    @Test("A scroll that viewDidAppear(_:) starts continues to its end.")
    func scrollStartedByController() {
        final class Controller: UIViewController {
            let scrollView = UIScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
            override func viewDidLoad() {
                scrollView.contentSize = CGSize(width: 100, height: 1_000)
                view.addSubview(scrollView)
            }
            override func viewDidAppear(_ animated: Bool) {
                scrollView.setContentOffset(CGPoint(0, 300), animated: true)
            }
        }
        let window = stage.window
        let controller = Controller()
        window.rootViewController = controller
        #expect(controller.scrollView.contentOffset == .zero)
        stage.simulator.advance(to: 1)
        #expect(controller.scrollView.contentOffset == CGPoint(0, 300))
    }

    @Test("A controller creates its view once, at the first access.")
    func controllers() {
        final class Controller: UIViewController {
            var loads = 0
            override func loadView() {
                view = UIView(frame: CGRect(x: 0, y: 0, width: 7, height: 7))
            }
            override func viewDidLoad() { loads += 1 }
        }
        let window = stage.window
        let controller = Controller()
        #expect(!controller.isViewLoaded)
        window.rootViewController = controller
        #expect(controller.isViewLoaded)
        #expect(controller.view.frame == window.bounds)
        #expect(controller.view.superview === window)
        #expect(controller.loads == 1)
        let next = UIViewController()
        window.rootViewController = next
        #expect(controller.view.superview == nil)
        #expect(next.view.superview === window)
        window.rootViewController = nil
        #expect(window.subviews == [stage.view])
    }
}
