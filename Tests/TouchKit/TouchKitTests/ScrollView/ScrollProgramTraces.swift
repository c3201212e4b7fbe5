import Testing
import TouchKit
import TouchKitTesting

/// The golden traces of scrolling by the application, nested scroll views, zooming and indicators.
@Suite("Scroll view: application, nesting and zooming")
@MainActor
struct ScrollProgramTraces {
    @Test("G-85, R-10.3, R-10.28: An animated offset takes 0.3 s.")
    func animatedOffset() {
        let stage = ScrollStage()
        stage.scrollView.setContentOffset(CGPoint(0, 400), animated: true)
        stage.finish()
        stage.expect("didEndScrollingAnimation@.3")
        stage.expectOffsets([(0.05, 26.79), (0.1, 100), (0.15, 200), (0.25, 373.21), (0.3, 400)])
        stage.recorder.recordsMotion = true
        stage.scrollView.setContentOffset(CGPoint(0, 100), animated: false)
        stage.expect("didScroll(100)@4")
        for animated in [true, false] {
            stage.scrollView.setContentOffset(CGPoint(0, 100), animated: animated)
        }
        stage.finish()
        stage.expect("")
    }

    @Test("G-86, R-10.4, R-10.29: Visible rectangles and insets.")
    func visibleRectanglesAndInsets() {
        let stage = ScrollStage()
        let view = stage.scrollView
        stage.recorder.recordsMotion = true
        for (rect, offset) in [
            (CGRect(x: 0, y: 300, width: 200, height: 40), 140.0),
            (CGRect(x: 0, y: 150, width: 200, height: 50), 140),
            (CGRect(x: 0, y: 1_990, width: 200, height: 100), 1_800),
            (CGRect(x: 0, y: 20, width: 200, height: 40), 20),
        ] {
            view.scrollRectToVisible(rect, animated: false)
            #expect(view.contentOffset.y == offset)
        }
        stage.expect("didScroll(140)@0 · didScroll(1800)@0 · didScroll(20)@0")
        view.contentOffset = .zero
        _ = stage.trace.removeLines()
        view.contentInset.top = 50
        stage.expect("didScroll(-50)@0")
        view.contentOffset.y = 100
        _ = stage.trace.removeLines()
        view.contentInset.top = 20
        stage.expect("")
        #expect(view.adjustedContentInset.top == 20)
    }

    /// An outer scroll view with an inner one, whose calls are recorded with `O.` and `I.`.
    @MainActor
    private struct Nest {
        let stage = ScrollStage(200, 1_000)
        let inner: UIScrollView
        let recorder: ScrollRecorder

        init(_ frame: CGRect, _ width: CGFloat, _ height: CGFloat) {
            inner = UIScrollView(frame: frame)
            inner.contentSize = CGSize(width: width, height: height)
            recorder = ScrollRecorder(stage.trace)
            recorder.prefix = "I."
            stage.recorder.prefix = "O."
            inner.delegate = recorder
            stage.view.addSubview(inner)
            let content = RecorderView(
                "C", stage.trace, frame: CGRect(x: 0, y: 0, width: width, height: height))
            inner.addSubview(content)
        }
    }

    @Test("G-87, R-10.34: At its end, an inner view leaves the drag to an outer one.")
    func sameAxis() {
        let frame = CGRect(x: 0, y: 0, width: 200, height: 150)
        let script = "1↓(100,140)@0 1→(+0,-20)@.05"
        let start = Nest(frame, 200, 600)
        start.stage.finish(script)
        start.stage.expect("I.willBeginDragging@.05 · I.didScroll(10)@.05")
        let end = Nest(frame, 200, 600)
        end.inner.contentOffset.y = 450
        end.stage.finish(script)
        end.stage.expect("O.willBeginDragging@.05 · O.didScroll(10)@.05")
        let kept = Nest(frame, 200, 600)
        kept.inner.contentOffset.y = 450
        kept.inner.transfersVerticalScrollingToParent = false
        kept.stage.finish(script)
        kept.stage.expect("I.willBeginDragging@.05 · I.didScroll(455.31)@.05")
        let near = Nest(frame, 200, 600)
        near.inner.contentOffset.y = 440
        near.stage.finish(script + " 1→(+0,-40)@.1")
        near.stage.expect(
            "I.willBeginDragging@.05 · I.didScroll(450)@.05 · I.didScroll(460.25)@.1")
        let disabled = Nest(frame, 200, 600)
        disabled.inner.contentOffset.y = 450
        disabled.stage.scrollView.isScrollEnabled = false
        disabled.stage.finish(script)
        disabled.stage.expect("I.willBeginDragging@.05 · I.didScroll(455.31)@.05")
    }

    @Test("G-88, R-10.33: Crossed scroll views need no code.")
    func crossedAxes() {
        let frame = CGRect(x: 0, y: 0, width: 200, height: 100)
        let vertical = Nest(frame, 800, 100)
        vertical.stage.finish("1↓(100,50)@0 1→(+0,-20)@.05")
        vertical.stage.expect("O.willBeginDragging@.05 · O.didScroll(10)@.05")
        let horizontal = Nest(frame, 800, 100)
        horizontal.recorder.axes = (true, false)
        horizontal.stage.finish("1↓(100,50)@0 1→(80,50)@.05")
        horizontal.stage.expect("I.willBeginDragging@.05 · I.didScroll(10)@.05")
    }

    @Test("R-10.35: A touch on a resting inner view stops the outer view that moves.")
    func movingAncestor() {
        let nest = Nest(CGRect(x: 0, y: 0, width: 200, height: 150), 200, 600)
        nest.stage.play("1↓(100,180)@0 1→(+0,-15)@.02 1→(+0,-30)@.04 1↑@.05")
        #expect(nest.stage.scrollView.isDecelerating)
        _ = nest.stage.trace.removeLines()
        nest.stage.finish("2↓(100,50)@.1")
        nest.stage.expect("O.willBeginDragging@.1")
        #expect(!nest.inner.isTracking && nest.stage.scrollView.isTracking)
    }

    @Test("R-10.35: When nested views both move, a touch drags the inner one and ends the outer.")
    func bothMove() {
        let nest = Nest(CGRect(x: 0, y: 100, width: 200, height: 100), 200, 900)
        nest.stage.play(
            "1↓(100,190)@0 1→(+0,-30)@.02 1→(+0,-60)@.04 1↑@.05 "
                + "2↓(100,60)@.1 2→(+0,-15)@.12 2→(+0,-30)@.14 2↑@.15")
        #expect(nest.inner.isDecelerating && nest.stage.scrollView.isDecelerating)
        _ = nest.stage.trace.removeLines()
        nest.stage.finish("3↓(100,90)@.2")
        nest.stage.expect("O.didEndDecelerating@.2 · I.willBeginDragging@.2")
        #expect(nest.inner.isTracking && !nest.stage.scrollView.isTracking)
    }

    /// A scroll view whose content Z of 200 × 200 zooms up to 2.
    private func zoomStage() -> ScrollStage {
        let stage = ScrollStage(200, 200)
        stage.recorder.axes = (true, true)
        stage.recorder.zoomedView = stage.view
        stage.view.isMultipleTouchEnabled = true
        stage.scrollView.maximumZoomScale = 2
        return stage
    }

    @Test("G-89, R-10.30, R-10.31, R-10.32: A pinch zooms about the fingers' center.")
    func pinch() {
        let stage = zoomStage()
        stage.finish(
            "1↓(50,100)&2↓(150,100)@0 1→(45,100)&2→(155,100)@.05 "
                + "1→(0,100)&2→(200,100)@.1 1↑&2↑@.2")
        stage.expect(
            "willBeginZooming@.05 · didScroll(1.85,1.85)@.05 · didZoom(1.0185)@.05 · "
                + "didScroll(85.19,85.19)@.1 · didZoom(1.8519)@.1 · didEndZooming(1.8519)@.2")
        #expect(stage.view.frame.origin == .zero)
        #expect(abs(stage.scrollView.contentSize.width - 370.37) < 0.01)
    }

    @Test("G-89, R-10.32: A pinch beyond the limit meets resistance and returns.")
    func pinchBeyondTheLimit() {
        let stage = zoomStage()
        stage.play(
            "1↓(75,100)&2↓(125,100)@0 1→(70,100)&2→(130,100)@.05 1→(0,100)&2→(200,100)@.1")
        #expect(abs(stage.scrollView.zoomScale - 2.5697) < 0.001)
        #expect(stage.scrollView.isZooming && !stage.scrollView.isZoomBouncing)
        stage.play("1↑&2↑@.3")
        #expect(stage.scrollView.isZoomBouncing)
        stage.simulator.advance(to: 0.45)
        #expect(abs(stage.scrollView.zoomScale - 2.2848) < 0.001)
        stage.finish()
        #expect(stage.trace.removeLines().last == "didEndZooming(2.0)@0.6")
        #expect(!stage.scrollView.isZooming && stage.scrollView.zoomScale == 2)
    }

    @Test("R-10.30: A pinch ends if zooming is disabled during the pinch.")
    func disabledPinch() {
        let stage = zoomStage()
        stage.play("1↓(50,100)&2↓(150,100)@0 1→(45,100)&2→(155,100)@.05")
        #expect(stage.scrollView.isZooming)
        stage.scrollView.maximumZoomScale = 1
        stage.finish()
        #expect(!stage.scrollView.isZooming)
        #expect(stage.trace.lines.contains { $0.hasPrefix("didEndZooming") })
    }

    @Test("R-10.32: The application sets the scale within the limits, at once or in 0.3 s.")
    func zoomByTheApplication() {
        let stage = zoomStage()
        stage.scrollView.setZoomScale(5, animated: false)
        #expect(stage.scrollView.zoomScale == 2)
        #expect(stage.scrollView.contentSize == CGSize(width: 400, height: 400))
        #expect(!stage.trace.removeLines().contains { $0.contains("Zooming") })
        stage.scrollView.setZoomScale(1, animated: true)
        stage.simulator.advance(to: 0.15)
        #expect(abs(stage.scrollView.zoomScale - 1.5) < 1e-9)
        stage.finish()
        let lines = stage.trace.removeLines()
        #expect(lines.first == "willBeginZooming@0")
        #expect(lines.last == "didEndZooming(1.0)@0.3")
    }

    @Test("R-10.32: Assigning the scale that is shown ends an animation of the scale.")
    func zoomToTheShownScale() {
        let stage = zoomStage()
        stage.scrollView.setZoomScale(2, animated: true)
        stage.scrollView.zoomScale = 1
        #expect(!stage.scrollView.isZooming)
        stage.finish()
        #expect(stage.scrollView.zoomScale == 1)
        stage.expect("willBeginZooming@0")
    }

    @Test("G-90, R-10.36: The indicator of the scrolled axis is shown, and fades afterwards.")
    func indicators() throws {
        let stage = ScrollStage()
        func visible() -> [UIView] {
            stage.scrollView.subviews.filter { $0 !== stage.view && $0.alpha > 0 }
        }
        #expect(visible() == [])
        stage.play(ScrollStage.flick + " 1↑@.10")
        let indicator = try #require(visible().first)
        #expect(visible().count == 1)
        #expect(indicator.alpha == 1 && indicator.frame.height == 36)
        #expect(indicator.frame.width == 2.5)
        #expect(stage.scrollView.bounds.maxX - indicator.frame.maxX == 3)
        #expect(!indicator.isUserInteractionEnabled)
        stage.simulator.advance(to: 2.6)
        #expect(indicator.alpha == 1)
        stage.simulator.advance(to: 2.7)
        #expect(indicator.alpha > 0 && indicator.alpha < 1)
        stage.simulator.advance(to: 3.01)
        #expect(indicator.alpha > 0)
        stage.simulator.advance(to: 3.017)
        #expect(indicator.alpha == 0)
        #expect(!stage.simulator.application.needsFrames)
    }

    @Test("R-10.36: Flashed indicators fade after half a second.")
    func flash() {
        let stage = ScrollStage()
        stage.scrollView.flashScrollIndicators()
        let indicator = stage.scrollView.subviews.last
        #expect(indicator?.alpha == 1)
        #expect(!stage.simulator.application.needsFrames)
        stage.simulator.advance(to: 0.7)
        #expect((indicator?.alpha ?? 0) > 0 && (indicator?.alpha ?? 1) < 1)
        stage.simulator.advance(to: 0.91)
        #expect(indicator?.alpha == 0)
    }

    @Test("R-10.36: A motion that stops while the indicator fades does not show it again.")
    func motionDuringFade() throws {
        let stage = ScrollStage()
        stage.scrollView.flashScrollIndicators()
        let indicator = try #require(stage.scrollView.subviews.last)
        stage.simulator.advance(to: 0.7)
        let alpha = indicator.alpha
        stage.scrollView.setContentOffset(CGPoint(0, 100), animated: true)
        stage.scrollView.setContentOffset(.zero, animated: false)
        stage.simulator.advance(to: 0.8)
        #expect(alpha < 1 && indicator.alpha < alpha)
        stage.simulator.advance(to: 0.91)
        #expect(indicator.alpha == 0)
    }

    @Test("R-10.36: A flash ends when the scroll view leaves its window.")
    func flashOutsideOfTheWindow() {
        let stage = ScrollStage()
        stage.scrollView.flashScrollIndicators()
        #expect(stage.simulator.application.nextDeadline != nil)
        stage.scrollView.removeFromSuperview()
        #expect(stage.simulator.application.nextDeadline == nil)
    }

    @Test("R-10.36: The indicator fades after an animation that the delegate starts at a lift.")
    func animationAfterDrag() throws {
        let stage = ScrollStage()
        stage.recorder.onCall = { text, scrollView in
            guard text.hasPrefix("didEndDragging") else { return }
            scrollView.setContentOffset(CGPoint(0, 200), animated: true)
        }
        stage.play(ScrollStage.flick + " 1↑@.10")
        let indicator = try #require(stage.scrollView.subviews.first { $0 !== stage.view })
        stage.simulator.advance(to: 0.3)
        #expect(indicator.alpha == 1)
        stage.simulator.advance(to: 1)
        #expect(stage.scrollView.contentOffset.y == 200 && indicator.alpha == 0)
        #expect(!stage.simulator.application.needsFrames)
    }

    @Test("R-10.6: Content that fits again after zooming does not scroll, despite rounding.")
    func zoomRounding() {
        let stage = zoomStage()
        for step in 1...500 where stage.scrollView.contentSize.height <= 200 {
            stage.scrollView.setZoomScale(1 + CGFloat(step % 97) / 97, animated: false)
            stage.scrollView.setZoomScale(1, animated: false)
        }
        let excess = stage.scrollView.contentSize.height - 200
        #expect(excess > 0 && excess < 1e-9)
        _ = stage.trace.removeLines()
        stage.finish("1↓(100,100)@0 1→(+0,-20)@.01 1→(+0,-40)@.02 1↑@.2")
        #expect(!stage.trace.lines.contains { $0.hasPrefix("willBeginDragging") })
    }

    @Test("R-10.14: A view whose content has become smaller than the offset can be dragged back.")
    func offsetBeyondContent() {
        let stage = ScrollStage()
        stage.scrollView.contentOffset.y = 1_000
        stage.scrollView.contentSize.height = 150
        stage.finish("1↓(100,100)@0 1→(+0,20)@.01 1→(+0,40)@.02 1↑@.2")
        #expect(stage.scrollView.contentOffset == .zero)
        _ = stage.trace.removeLines()
        stage.finish("1↓(100,100)@10 1→(+0,20)@10.01 1→(+0,40)@10.02 1↑@10.2")
        #expect(stage.scrollView.contentOffset == .zero)
        #expect(!stage.trace.lines.contains { $0.hasPrefix("willBeginDragging") })
    }
}
