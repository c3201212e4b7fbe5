import Testing
import TouchKit
import TouchKitTesting

/// Views that are removed while fingers are on them.
@Suite("Touch cancellation", .serialized)
@MainActor
struct TouchCancellationTests: StageSuite {
    let stage = Stage()

    private var isBalanced: Bool {
        let audit = simulator.application.touchAudit
        return audit.total.unfinished == 0 && audit.unbalancedViews == 0
    }

    @Test("R-1.23: Removing a superview cancels its subviews at once, each with all its fingers.")
    func removedAncestor() {
        let child = stage.add("C", 0, 0, 50, 50, to: view)
        child.isMultipleTouchEnabled = true
        simulator.play("1↓(10,10) 2↓(20,10) 3↓(100,100)")
        simulator.advance(to: 0.5)
        child.onCancelled = { touches, event in
            #expect(touches.allSatisfy { $0.phase == .cancelled && $0.timestamp == 0.5 })
            #expect(event?.timestamp == 0.5)
        }
        view.removeFromSuperview()
        simulator.play("1↑ 3↑")
        trace.expectLines(
            "C.began{1}@0", "C.began{2}@0", "V.began{3}@0", "C.cancelled{1,2}@0.5",
            "V.cancelled{3}@0.5")
        #expect(isBalanced)
    }

    @Test("R-1.23: A view that moves within its window keeps its finger.")
    func movedInsideTheWindow() {
        let other = stage.add("O", 200, 200, 100, 100)
        simulator.down(1, at: CGPoint(10, 10))
        other.addSubview(view)
        simulator.move(1, to: CGPoint(20, 10))
        trace.expectLines("V.began{1}@0", "V.moved{1}@0")
    }

    @Test("R-1.23: A view that moves to another window is cancelled.")
    func movedToAnotherWindow() {
        let window = UIWindow(frame: stage.window.frame)
        simulator.down(1, at: CGPoint(10, 10))
        window.addSubview(view)
        trace.expectLines("V.began{1}@0", "V.cancelled{1}@0")
    }

    @Test(
        "R-1.23: A view removed in another view's callback is cancelled after that callback."
    )
    func removalByAnotherView() {
        let other = stage.add("B", 200, 200, 100, 100)
        view.onMoved = { _, _ in
            other.removeFromSuperview()
            trace.record("removed")
        }
        simulator.play("1↓(10,10) 2↓(250,250) 1→(20,10)&2→(260,250) 2↑ 1↑")
        trace.expectLines(
            "V.began{1}@0", "B.began{2}@0", "V.moved{1}@0", "removed@0", "B.cancelled{2}@0",
            "V.ended{1}@0")
        #expect(isBalanced)
    }

    @Test("R-1.26: A view removed before its touch was delivered never receives it.")
    func removedBeforeItWasTold() {
        let other = stage.add("B", 200, 200, 100, 100)
        view.onBegan = { _, _ in other.removeFromSuperview() }
        simulator.play("1↓(10,10)&2↓(250,250) 2→(260,250) 2↑")
        trace.expectLines("V.began{1}@0")
    }

    @Test("R-1.26: A view removed while its finger is being lifted receives cancelled, not ended.")
    func removedWhileLifting() {
        view.isMultipleTouchEnabled = true
        view.onMoved = { [view] _, _ in view.removeFromSuperview() }
        simulator.play("1↓(10,10) 2↓(20,10) 1→(30,10)&2↑")
        #expect(
            trace.lines.map { $0.split(separator: "@")[0] } == [
                "V.began{1}", "V.began{2}", "V.moved{1}", "V.cancelled{1,2}",
            ])
        #expect(isBalanced)
    }

    @Test("R-1.23: Views that remove each other while being cancelled are each cancelled once.")
    func chainOfRemovals() {
        let other = stage.add("B", 200, 200, 100, 100)
        view.onCancelled = { _, _ in other.removeFromSuperview() }
        simulator.play("1↓(10,10) 2↓(250,250)")
        view.removeFromSuperview()
        trace.expectLines("V.began{1}@0", "B.began{2}@0", "V.cancelled{1}@0", "B.cancelled{2}@0")
        #expect(simulator.application.touchAudit.liveTouches == 0)
        simulator.play("1↑ 2↑")
        #expect(trace.lines.count == 4)
        #expect(isBalanced)
    }

    @Test(
        "R-1.23: A view removed during hit-testing is cancelled before the new finger begins."
    )
    func removalDuringHitTest() {
        final class RemovingView: UIView {
            weak var victim: UIView?
            override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
                victim?.removeFromSuperview()
                return nil
            }
        }
        let other = stage.add("B", 200, 200, 100, 100)
        simulator.down(1, at: CGPoint(10, 10))
        let remover = RemovingView(frame: stage.window.bounds)
        remover.victim = view
        stage.window.addSubview(remover)
        // Finger 1 is lifted in the frame in which its view is removed.
        simulator.play("1↑&2↓(250,250)")
        #expect(other.touchCounts.began == 1)
        #expect(
            trace.lines.map { $0.split(separator: "@")[0] }
                == ["V.began{1}", "V.cancelled{1}", "B.began{2}"])
        simulator.up(2)
        #expect(isBalanced)
    }

    @Test("R-1.26: The cancellation of a removed view goes up the chain of its beginning.")
    func formerResponderChain() {
        let controller = UIViewController()
        controller.view = UIView(frame: view.bounds)
        let leaf = UIView(frame: view.bounds)
        controller.view.addSubview(leaf)
        view.addSubview(controller.view)
        view.onMoved = { _, _ in controller.view.removeFromSuperview() }
        simulator.play("1↓(10,10) 1→(20,10)")
        trace.expectRemovedLines("V.began{1}@0", "V.moved{1}@0", "V.cancelled{1}@0")
        #expect(controller.next == nil)
        // A view that moves to another window notifies the responders of the former one.
        let window = UIWindow(frame: stage.window.frame)
        let other = stage.add("O", 0, 0, 200, 200, to: window)
        view.addSubview(leaf)
        simulator.down(2, at: CGPoint(10, 10))
        other.addSubview(leaf)
        trace.expectRemovedLines("V.began{2}@0", "V.cancelled{2}@0")
        simulator.play("1↑ 2↑")
        #expect(trace.lines == [])
        #expect(isBalanced)
    }

    @Test(
        "R-1.26: A chain of which two parts are removed in one callback is notified completely.",
        arguments: [true, false])
    func formerResponderChainInParts(beginsWithLeaf: Bool) {
        let box = UIView(frame: view.bounds)
        let leaf = UIView(frame: view.bounds)
        box.addSubview(leaf)
        view.addSubview(box)
        view.onMoved = { _, _ in
            for part in beginsWithLeaf ? [leaf, box] : [box, leaf] { part.removeFromSuperview() }
        }
        simulator.play("1↓(10,10) 1→(20,10)")
        trace.expectLines("V.began{1}@0", "V.moved{1}@0", "V.cancelled{1}@0")
        #expect(simulator.application.touchAudit.trackedRecords == 0)
    }

    @Test("R-1.26: A window that is hidden and released still delivers the end to its views.")
    func releasedWindow() {
        var window: UIWindow? = UIWindow(frame: stage.window.frame)
        let inner = RecorderView("I", trace, frame: CGRect(x: 0, y: 0, width: 50, height: 50))
        window?.addSubview(inner)
        window?.isHidden = false
        simulator.down(1, at: CGPoint(10, 10))
        window?.isHidden = true
        window = nil
        simulator.up(1)
        trace.expectLines("I.began{1}@0", "I.ended{1}@0")
    }

    @Test("R-1.26: If a window consumes the beginning, its views receive nothing of the touch.")
    func swallowedBeginning() {
        let window = stage.interceptEvents()
        window.passesOn = false
        simulator.down(1, at: CGPoint(10, 10))
        window.passesOn = true
        simulator.play("1→(20,10) 2↓(150,10) 1↑ 2↑")
        trace.expectLines("V.began{2}@0", "V.ended{2}@0")
        #expect(isBalanced)
    }

    @Test("R-1.25: Deactivation cancels every finger, view by view.")
    func deactivation() {
        _ = stage.add("B", 200, 200, 100, 100)
        view.isMultipleTouchEnabled = true
        simulator.play("1↓(10,10) 2↓(250,250) 3↓(20,10)")
        simulator.application.resignActive()
        #expect(
            trace.removeLines().suffix(2) == ["V.cancelled{1,3}@0", "B.cancelled{2}@0"])
        simulator.play("1→(30,10) 1↑ 4↓(10,10)")
        #expect(trace.removeLines() == [])
        simulator.application.becomeActive()
        // A finger that came down meanwhile stays undelivered until it is lifted.
        simulator.play("4→(20,10) 4↑ 5↓(10,10)")
        trace.expectRemovedLines("V.began{5}@0")
    }
}
