import Testing
import TouchKit
import TouchKitGeometry
import TouchKitTesting

/// When views lay out their subviews.
@Suite("View layout", .serialized)
@MainActor
struct ViewLayoutTests {
    private let stage = Stage()

    /// A view that counts its layouts and runs a closure in each.
    private final class Counting: UIView {
        var count = 0
        var body: (Counting) -> Void = { _ in }

        override func layoutSubviews() {
            count += 1
            body(self)
        }
    }

    private func add(to superview: UIView? = nil) -> Counting {
        let view = Counting(frame: CGRect(x: 0, y: 0, width: 100, height: 50))
        (superview ?? stage.window).addSubview(view)
        return view
    }

    private func draw() {
        _ = stage.simulator.render()
    }

    @Test("A new view is laid out once before the next frame, and not again without a reason.")
    func newView() {
        let view = add()
        #expect(view.count == 0)
        draw()
        #expect(view.count == 1)
        view.setNeedsDisplay()
        view.center.x += 10
        draw()
        #expect(view.count == 1)
    }

    @Test(
        "A new size, a changed subview or setNeedsLayout cause one layout, also in combination."
    )
    func reasons() {
        let view = add()
        draw()
        view.bounds.size.width = 120
        view.setNeedsLayout()
        draw()
        #expect(view.count == 2)
        let inner = add(to: view)
        draw()
        #expect(view.count == 3)
        #expect(inner.count == 1)
        inner.setNeedsLayout()
        draw()
        #expect(view.count == 3)
        #expect(inner.count == 2)
        inner.removeFromSuperview()
        draw()
        #expect(view.count == 4)
        view.bounds.origin.y = 5
        draw()
        #expect(view.count == 4)
    }

    @Test("A touch hits subviews where the layout positions them, even before the first frame.")
    func beforeTouches() {
        let view = add()
        let inner = RecorderView("inner", stage.trace, frame: .zero)
        view.addSubview(inner)
        view.body = { inner.frame = $0.bounds }
        stage.simulator.play("1↓(80,40) 1↑")
        #expect(inner.frame == view.bounds)
        #expect(stage.trace.lines.contains { $0.contains("inner.began") })
    }

    @Test(
        "A subview is laid out after its superview, in the same frame, with its new size.")
    func outsideFirst() {
        let outer = add()
        let inner = add(to: outer)
        var widths: [CGFloat] = []
        outer.body = { inner.frame = $0.bounds.insetBy(dx: 5, dy: 5) }
        inner.body = { widths.append($0.bounds.width) }
        draw()
        outer.bounds.size.width = 300
        draw()
        #expect(widths == [90, 290])
    }

    @Test("layoutIfNeeded performs pending layouts at once, also inside an animation.")
    func atOnce() {
        let outer = add()
        let inner = add(to: outer)
        outer.body = { inner.center.x = $0.tag == 0 ? 10 : 90 }
        draw()
        outer.layoutIfNeeded()
        #expect(outer.count == 1)
        outer.tag = 1
        UIView.animate(withDuration: 1) {
            outer.setNeedsLayout()
            outer.layoutIfNeeded()
        }
        #expect(inner.center.x == 90)
        #expect(stage.simulator.application.needsFrames)
    }

    @Test("Views of a hidden window or without a window are laid out when they become visible.")
    func hidden() {
        draw()
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
        let view = add(to: window)
        let loose = Counting(frame: .zero)
        let inner = add(to: loose)
        draw()
        inner.setNeedsLayout()
        #expect(view.count == 0)
        window.isHidden = false
        draw()
        #expect(view.count == 1)
        #expect(inner.count == 0)
        view.addSubview(loose)
        draw()
        #expect(inner.count == 1)
        window.isHidden = true
        view.setNeedsLayout()
        draw()
        #expect(view.count == 2)
        window.isHidden = false
        draw()
        #expect(view.count == 3)
    }

    @Test("A view that invalidates its layout in every layout doesn't prevent the frame.")
    func endless() {
        let view = add()
        view.body = { $0.setNeedsLayout() }
        draw()
        #expect(view.count > 1)
        #expect(view.count < 100)
        #expect(stage.simulator.application.needsDisplay)
        view.body = { _ in }
        draw()
        #expect(!stage.simulator.application.needsDisplay)
    }

    @Test("A view that removes itself during layout has its touches cancelled.")
    func leavesMeanwhile() {
        let view = RecorderView(
            "leaver", stage.trace, frame: CGRect(x: 0, y: 0, width: 300, height: 300))
        let watcher = add()
        watcher.addSubview(view)
        watcher.frame = CGRect(x: 0, y: 0, width: 300, height: 300)
        stage.simulator.down(1, at: CGPoint(x: 200, y: 200))
        watcher.body = { _ in view.removeFromSuperview() }
        watcher.setNeedsLayout()
        draw()
        #expect(stage.trace.lines.contains { $0.contains("leaver.cancelled") })
        stage.simulator.up(1)
    }

    @Test(
        "A controller is notified before and after its view's layout; a new screen causes one.")
    func controller() {
        final class Listening: UIViewController {
            var news: [String] = []
            override func loadView() {
                let view = Counting(frame: .zero)
                view.body = { [weak self] in self?.news.append("\($0.bounds.width)") }
                self.view = view
            }
            override func viewWillLayoutSubviews() { news.append("will") }
            override func viewDidLayoutSubviews() { news.append("did") }
        }
        let controller = Listening()
        stage.window.rootViewController = controller
        draw()
        #expect(controller.news == ["will", "400.0", "did"])
        let geometry = ScreenGeometry(
            scanoutWidth: 640, scanoutHeight: 300, rotation: nil, scale: 1)
        stage.simulator.application.changeScreenGeometry(to: geometry)
        #expect(stage.simulator.application.needsDisplay)
        stage.simulator.advance(by: 0.1)
        stage.simulator.play("1↓(1,1) 1↑")
        #expect(controller.news == ["will", "400.0", "did", "will", "640.0", "did"])
    }
}
