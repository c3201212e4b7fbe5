import Testing
import TouchKit
import TouchKitTesting

/// The rules of scroll views that no golden trace holds.
@Suite("Scroll view: rules")
@MainActor
struct ScrollRuleTests {
    private let flick = ScrollStage.flick + " 1↑@.10"

    @Test("R-10.1, R-10.3: The offset is the origin of the bounds; bounds change silently.")
    func offsetIsBoundsOrigin() {
        let stage = ScrollStage()
        stage.recorder.recordsMotion = true
        #expect(stage.scrollView.clipsToBounds)
        stage.scrollView.contentOffset = CGPoint(0, -700)
        #expect(stage.scrollView.bounds.origin == CGPoint(0, -700))
        #expect(stage.view.frame.origin == .zero)
        stage.scrollView.contentOffset = CGPoint(0, -700)
        stage.expect("didScroll(-700)@0")
        stage.scrollView.bounds.origin.y = 30
        #expect(stage.scrollView.contentOffset.y == 30)
        stage.expect("")
    }

    @Test("R-10.2: The legal offsets include the insets.")
    func legalOffsets() {
        let stage = ScrollStage(200, 300)
        stage.scrollView.contentInset = UIEdgeInsets(top: 20, left: 0, bottom: 30, right: 0)
        stage.scrollView.bounces = false
        stage.play("1↓(100,190)@0 1→(+0,-300)@.1")
        #expect(stage.scrollView.contentOffset.y == 130)
        stage.play("1→(+0,300)@.2")
        #expect(stage.scrollView.contentOffset.y == -20)
    }

    @Test("R-10.4: A motion continues within legal offsets that change, and ends within them.")
    func rangesDuringAMotion() {
        let shrunk = ScrollStage(400, 2_000)
        shrunk.scrollView.contentOffset.x = 100
        shrunk.play(flick)
        shrunk.simulator.advance(to: 0.5)
        shrunk.scrollView.contentSize = CGSize(width: 200, height: 500)
        shrunk.finish()
        #expect(shrunk.scrollView.contentOffset == CGPoint(0, 300))
        #expect(!shrunk.scrollView.isDecelerating)
        let grown = ScrollStage(200, 600)
        grown.play(flick)
        grown.simulator.advance(to: 0.2)
        grown.scrollView.contentSize.height = 2_000
        grown.finish()
        #expect(abs(grown.scrollView.contentOffset.y - 853.51) < 0.05)
        let shrunkAtTheEnd = ScrollStage(200, 600)
        shrunkAtTheEnd.recorder.onScroll = { scrollView in
            if scrollView.contentOffset.y == 400 { scrollView.contentSize.height = 500 }
        }
        shrunkAtTheEnd.finish(flick)
        #expect(shrunkAtTheEnd.scrollView.contentOffset.y == 300)
        let lines = shrunkAtTheEnd.trace.removeLines()
        #expect(lines.count { $0.hasPrefix("didEndDecelerating") } == 1)
    }

    @Test("R-10.22, R-10.25: Without bounces, no motion passes an edge that has changed.")
    func changedEdgeWithoutBounces() {
        let stage = ScrollStage()
        stage.scrollView.bounces = false
        stage.play(flick)
        stage.simulator.advance(to: 0.5)
        let offset = stage.scrollView.contentOffset.y
        stage.scrollView.contentSize.height = offset + 190
        stage.finish()
        #expect(offset > 100 && stage.scrollView.contentOffset.y == offset - 10)
        let offsets = stage.recorder.offsets.map(\.offset.y)
        #expect(offsets.max() == offset)
        let paged = ScrollStage()
        paged.scrollView.bounces = false
        paged.scrollView.isPagingEnabled = true
        paged.play(flick)
        paged.simulator.advance(to: 0.15)
        paged.scrollView.contentSize.height = 350
        paged.finish()
        #expect(paged.scrollView.contentOffset.y == 150)
        #expect(paged.recorder.offsets.allSatisfy { $0.offset.y <= 150 })
    }

    @Test("R-10.24: A target of the delegate is reached exactly, also if the content grows.")
    func exactLandingWithGrowingContent() {
        let stage = ScrollStage()
        stage.recorder.target = CGPoint(0, 880)
        stage.recorder.onScroll = { $0.contentSize.height += 1.1 }
        stage.finish(flick)
        #expect(stage.scrollView.contentOffset.y == 880)
    }

    @Test("R-10.5: Default values")
    func defaults() {
        let view = UIScrollView()
        #expect(view.bounces && view.isScrollEnabled && view.delaysContentTouches)
        #expect(view.canCancelContentTouches && view.bouncesZoom)
        #expect(view.showsVerticalScrollIndicator && view.showsHorizontalScrollIndicator)
        #expect(view.transfersVerticalScrollingToParent)
        #expect(view.transfersHorizontalScrollingToParent)
        #expect(!view.isPagingEnabled && !view.isDirectionalLockEnabled)
        #expect(!view.alwaysBounceVertical && !view.alwaysBounceHorizontal)
        #expect(view.minimumZoomScale == 1 && view.maximumZoomScale == 1 && view.zoomScale == 1)
        #expect(view.decelerationRate == .normal && view.decelerationRate.rawValue == 0.998)
        #expect(UIScrollView.DecelerationRate.fast.rawValue == 0.99)
        #expect(view.pinchGestureRecognizer == nil)
    }

    @Test("R-10.10: Options of the pan recognizer apply to the content.")
    func panOptions() {
        let pan = ScrollStage().scrollView.panGestureRecognizer
        #expect(pan.cancelsTouchesInView && !pan.delaysTouchesBegan && !pan.delaysTouchesEnded)
        let script = "1↓(100,150)@0 1→(+0,-6)@.2 1→(+0,-20)@.3 1↑@.5"
        let delaying = ScrollStage()
        delaying.scrollView.panGestureRecognizer.delaysTouchesBegan = true
        delaying.finish(script)
        delaying.expect(
            "willBeginDragging@.3 · didScroll(10)@.3 · willEndDragging(0→10)@.5 · "
                + "didEndDragging(false)@.5")
        let beside = ScrollStage(recordsQuestions: true)
        beside.scrollView.panGestureRecognizer.cancelsTouchesInView = false
        beside.finish(script)
        beside.expect(
            "touchesShouldBegin(V)@.15 · V.began{1}@.15 · V.moved{1}@.2 · willBeginDragging@.3 · "
                + "didScroll(10)@.3 · V.moved{1}@.3 · willEndDragging(0→10)@.5 · "
                + "didEndDragging(false)@.5 · V.ended{1}@.5")
        let withheld = ScrollStage()
        withheld.scrollView.panGestureRecognizer.cancelsTouchesInView = false
        withheld.finish("1↓(100,150)@0 1→(+0,-20)@.1 1↑@.5")
        withheld.expect(
            "willBeginDragging@.1 · didScroll(10)@.1 · V.began{1}@.15 · V.moved{1}@.15 · "
                + "willEndDragging(0→10)@.5 · didEndDragging(false)@.5 · V.ended{1}@.5")
    }

    @Test("R-10.7: A cancelled touch is not delivered; it fails the pan and so releases others.")
    func cancelledTouch() {
        let stage = ScrollStage()
        stage.view.isMultipleTouchEnabled = true
        stage.finish("1↓(50,50)&2↓(80,50)@0 1✕@.1 2↑@.3")
        stage.expect("V.began{2}@.1 · V.ended{2}@.3")
    }

    @Test("R-10.6: Touches of one frame are released in one call.")
    func twoTouches() {
        let stage = ScrollStage()
        stage.view.isMultipleTouchEnabled = true
        stage.finish("1↓(50,50)&2↓(80,50)@0 3↓(90,90)@.1 1↑&2↑&3↑@.3")
        stage.expect("V.began{1,2}@.15 · V.began{3}@.25 · V.ended{1,2,3}@.3")
    }

    @Test("R-10.6: The delay takes no part in arbitration.")
    func delayIsNotArbitrated() {
        let stage = ScrollStage()
        let delegate = ScriptedDelegate()
        delegate.requiresFailure = { _, _ in true }
        stage.add("T", UITapGestureRecognizer()).delegate = delegate
        // The recognizer that delays has no name, which the delegate records as "?".
        stage.scrollView.panGestureRecognizer.name = "P"
        stage.finish("1↓(50,50)@0 1↑@.05")
        stage.expect("T!ended@.05")
        #expect(delegate.questions.contains("T requires P"))
        #expect(!delegate.questions.contains { $0.hasSuffix("?") }, "\(delegate.questions)")
    }

    @Test(
        "R-10.27: An offset that is assigned during a motion shifts it; setContentOffset stops it.")
    func offsetDuringAMotion() {
        let stage = ScrollStage()
        stage.play(flick)
        stage.simulator.advance(to: 0.5)
        stage.scrollView.contentOffset.y += 300
        stage.finish()
        #expect(abs(stage.scrollView.contentOffset.y - 1_153.51) < 0.05)
        #expect(stage.trace.removeLines().last == "didEndDecelerating@2.616667")
        let stopped = ScrollStage()
        stopped.play(flick)
        stopped.simulator.advance(to: 0.5)
        stopped.scrollView.setContentOffset(CGPoint(0, 7), animated: false)
        #expect(!stopped.scrollView.isDecelerating && !stopped.scrollView.isDragging)
        stopped.finish()
        #expect(stopped.scrollView.contentOffset.y == 7)
        #expect(!stopped.trace.removeLines().contains { $0.hasPrefix("didEndDecelerating") })
    }

    @Test("R-10.27: An animated offset replaces a motion.")
    func animatedOffsetDuringAMotion() {
        let stage = ScrollStage()
        stage.play(flick)
        stage.simulator.advance(to: 0.5)
        _ = stage.trace.removeLines()
        stage.scrollView.setContentOffset(.zero, animated: true)
        #expect(!stage.scrollView.isDecelerating && !stage.scrollView.isDragging)
        stage.finish()
        stage.expect("didEndScrollingAnimation@.8")
        #expect(stage.scrollView.contentOffset == .zero)
    }

    @Test("R-10.27: A view that leaves its window stops silently.")
    func leavingTheWindow() {
        let stage = ScrollStage()
        stage.play(flick)
        stage.simulator.advance(to: 0.5)
        _ = stage.trace.removeLines()
        stage.scrollView.removeFromSuperview()
        stage.finish()
        #expect(abs(stage.scrollView.contentOffset.y - 522.45) < 0.05)
        stage.expect("")
        #expect(!stage.simulator.application.needsFrames)
    }

    @Test("R-10.28: A drag freezes an animated offset; a touch alone does not.")
    func touchDuringAnAnimation() {
        let stage = ScrollStage()
        stage.scrollView.setContentOffset(CGPoint(0, 400), animated: true)
        stage.play("1↓(100,150)@.05 1→(+0,-20)@.105")
        #expect(abs(stage.scrollView.contentOffset.y - 110) < 0.05)
        stage.finish("1↑@.5")
        #expect(!stage.trace.removeLines().contains { $0.hasPrefix("didEndScrolling") })
        let touched = ScrollStage()
        touched.scrollView.setContentOffset(CGPoint(0, 400), animated: true)
        touched.finish("1↓(100,150)@.05")
        #expect(touched.scrollView.contentOffset.y == 400)
    }

    @Test("R-10.37: Nothing runs while a scroll view is at rest or a finger rests on it.")
    func idle() {
        let stage = ScrollStage()
        #expect(!stage.simulator.application.needsFrames)
        stage.play("1↓(100,150)@0 1→(+0,-20)@.02")
        stage.simulator.advance(to: 1)
        #expect(!stage.simulator.application.needsFrames)
        #expect(stage.simulator.application.nextDeadline == nil)
    }

    @Test("A drag ends if its recognizer is removed from the scroll view.")
    func removedRecognizer() {
        let stage = ScrollStage()
        stage.play("1↓(100,150)@0 1→(+0,-20)@.02")
        stage.scrollView.removeGestureRecognizer(stage.scrollView.panGestureRecognizer)
        #expect(!stage.scrollView.isDragging && !stage.scrollView.isTracking)
        stage.expect(
            "willBeginDragging@.02 · didScroll(10)@.02 · willEndDragging(0→10)@.02 · "
                + "didEndDragging(false)@.02")
    }
}
