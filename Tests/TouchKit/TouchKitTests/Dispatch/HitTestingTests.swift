import Glibc
import Testing
import TouchKit
import TouchKitTesting

/// Which view a point hits.
@Suite("Hit-testing", .serialized)
@MainActor
struct HitTestingTests: StageSuite {
    let stage = Stage()

    private func hit(_ x: CGFloat, _ y: CGFloat) -> UIView? {
        window.hitTest(CGPoint(x, y), with: nil)
    }

    @Test("R-2.2: The frontmost subview is tested first, and a subview before its superview.")
    func frontmostFirst() {
        let front = stage.add("F", 0, 0, 100, 100)
        let inner = stage.add("I", 50, 50, 50, 50, to: front)
        #expect(hit(10, 10) === front)
        #expect(hit(60, 60) === inner)
        #expect(hit(150, 150) === view)
        #expect(hit(300, 300) === window)
        window.sendSubviewToBack(front)
        #expect(hit(10, 10) === view)
        #expect(hit(60, 60) === view)
    }

    @Test("R-2.3: A view that can't be hit excludes its whole subtree.")
    func subtreesGoTogether() {
        let front = stage.add("F", 0, 0, 100, 100)
        let inner = stage.add("I", 0, 0, 50, 50, to: front)
        front.isUserInteractionEnabled = false
        #expect(hit(10, 10) === view)
        front.isUserInteractionEnabled = true
        inner.isUserInteractionEnabled = false
        #expect(hit(10, 10) === front)
    }

    @Test(
        "R-2.4: A view with an alpha of 0.01 is hit; one with a lower alpha isn't.",
        arguments: [(0.01, true), (0.0099, false), (0, false), (1, true)])
    func alphaLimit(alpha: Double, isHit: Bool) {
        view.alpha = alpha
        #expect((hit(10, 10) === view) == isHit)
    }

    @Test("R-2.5: left and top edges belong to a view, right and bottom edges don't.")
    func halfOpenEdges() {
        let box = stage.add("B", 100, 100, 50, 50)
        #expect(hit(100, 100) === box)
        #expect(hit(149.999, 149.999) === box)
        #expect(hit(99.999, 120) !== box)
        #expect(hit(150, 120) !== box)
        #expect(hit(120, 150) !== box)
    }

    @Test("R-2.5: Hit-testing respects the origin of the bounds.")
    func boundsOrigin() {
        let inner = stage.add("I", 0, 0, 10, 10, to: view)
        view.bounds.origin = CGPoint(-100, -100)
        #expect(hit(105, 105) === inner)
        #expect(hit(5, 5) === view)
    }

    @Test("R-2.6: A subview can't be hit outside its superview, clipped or not.")
    func outsideTheSuperview() {
        let inner = stage.add("I", 150, 0, 100, 100, to: view)
        #expect(hit(199, 50) === inner)
        #expect(hit(201, 50) === window)
        view.clipsToBounds = true
        #expect(hit(201, 50) === window)
    }

    @Test("R-2.7: A rotated view is hit where it is drawn.")
    func turnedView() {
        let bar = stage.add("B", 250, 290, 100, 20)
        bar.transform = CGAffineTransform(rotationAngle: .pi / 2)
        #expect(hit(300, 255) === bar)
        #expect(hit(300, 345) === bar)
        #expect(hit(255, 300) === window)
        #expect(hit(311, 300) === window)
        bar.transform = CGAffineTransform(rotationAngle: .pi / 4)
        #expect(hit(330, 330) === bar)
        #expect(hit(330, 270) === window)
    }

    @Test("R-2.8: Overrides of point(inside:) and hitTest(_:) change which view is hit.")
    func overrides() {
        final class Disc: UIView {
            override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
                let dx = point.x - bounds.midX
                let dy = point.y - bounds.midY
                return dx * dx + dy * dy <= bounds.width * bounds.width / 4
            }
        }
        final class Redirecting: UIView {
            var target: UIView?
            override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
                super.hitTest(point, with: event) == nil ? nil : target
            }
        }
        let disc = Disc(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        window.addSubview(disc)
        #expect(hit(50, 50) === disc)
        #expect(hit(5, 5) === view)
        let redirecting = Redirecting(frame: CGRect(x: 300, y: 300, width: 100, height: 100))
        redirecting.target = view
        window.addSubview(redirecting)
        #expect(hit(350, 350) === view)
        simulator.down(1, at: CGPoint(350, 350))
        stage.trace.expectLines("V.began{1}@0")
    }

    // MARK: Windows

    private func addWindow(_ name: String, level: UIWindow.Level = .normal) -> UIWindow {
        let window = UIWindow(frame: stage.window.frame)
        window.windowLevel = level
        window.addSubview(RecorderView(name, stage.trace, frame: window.bounds))
        window.isHidden = false
        return window
    }

    private func tapped() -> [String] {
        simulator.play("1↓(10,10) 1✕")
        return stage.trace.removeLines().filter { $0.contains("began") }
    }

    @Test(
        "R-2.1: The window shown last is in front within its level; higher levels are in front.")
    func windowOrder() {
        let alert = addWindow("A", level: .alert)
        let second = addWindow("S")
        #expect(tapped() == ["A.began{1}@0"])
        alert.isHidden = true
        #expect(tapped() == ["S.began{1}@0"])
        second.windowLevel = UIWindow.Level(rawValue: -1)
        #expect(tapped() == ["V.began{1}@0"])
        second.windowLevel = .statusBar
        #expect(tapped() == ["S.began{1}@0"])
        #expect(UIWindow.Level.normal < .statusBar && UIWindow.Level.statusBar < .alert)
    }

    @Test("R-2.1: The key window has no influence on hit-testing.")
    func keyWindowDoesntMatter() {
        let front = addWindow("F")
        #expect(window.isKeyWindow)
        #expect(!front.isKeyWindow)
        #expect(tapped() == ["F.began{1}@0"])
    }

    @Test("R-2.1: A window that hits no view passes the finger to the windows behind it.")
    func transparentWindow() {
        let front = addWindow("F")
        front.isUserInteractionEnabled = false
        #expect(tapped() == ["V.began{1}@0"])
    }
}
