import Testing
import TouchKit
import TouchKitTesting

/// The golden traces of drags of a scroll view.
@Suite("Scroll view: dragging")
@MainActor
struct ScrollDragTraces {
    private func stage(_ width: CGFloat, _ height: CGFloat, _ x: Bool, _ y: Bool) -> ScrollStage {
        let stage = ScrollStage(width, height)
        stage.recorder.axes = (x, y)
        return stage
    }

    @Test("G-66, R-10.15: A drag scrolls along its path, less 10 points.")
    func diagonal() {
        let stage = stage(2_000, 2_000, true, true)
        stage.finish("1↓(150,150)@0 1→(138,134)@.05")
        stage.expect("willBeginDragging@.05 · didScroll(6,8)@.05")
    }

    @Test("G-67, R-10.16: Directional lock applies to drags mainly along one axis.")
    func directionalLock() {
        let stage = stage(2_000, 2_000, true, true)
        stage.scrollView.isDirectionalLockEnabled = true
        stage.finish("1↓(150,150)@0 1→(146,130)@.05 1→(90,110)@.07")
        stage.expect(
            "willBeginDragging@.05 · didScroll(0,10.196)@.05 · didScroll(0,30.196)@.07")
        stage.finish("1↑@5")
        _ = stage.trace.removeLines()
        stage.scrollView.contentOffset = .zero
        stage.finish("2↓(150,150)@10 2→(135,130)@10.05 2→(90,110)@10.07")
        stage.expect("willBeginDragging@10.05 · didScroll(9,12)@10.05 · didScroll(54,32)@10.07")
    }

    @Test("G-68, R-10.14, R-10.7: A drag along an axis that cannot scroll is the content's.")
    func wrongAxis() {
        let stage = ScrollStage()
        stage.play("1↓(100,100)@0")
        #expect(stage.scrollView.isTracking)
        stage.play("1→(120,100)@.05")
        #expect(!stage.scrollView.isTracking)
        stage.finish("1→(120,60)@.1 1↑@.3")
        stage.expect("V.began{1}@.05 · V.moved{1}@.05 · V.moved{1}@.1 · V.ended{1}@.3")
    }

    @Test("G-69, R-10.6, R-10.14: Small content neither delays nor scrolls, unless it bounces.")
    func smallContent() {
        let stage = ScrollStage(200, 150)
        stage.finish("1↓(100,100)@0 1→(+0,60)@.05 1↑@.3")
        stage.expect("V.began{1}@0 · V.moved{1}@.05 · V.ended{1}@.3")
        let bouncing = ScrollStage(200, 150)
        bouncing.scrollView.alwaysBounceVertical = true
        bouncing.finish("1↓(100,100)@0 1→(+0,60)@.05 1↑@.3")
        bouncing.expect(
            "willBeginDragging@.05 · didScroll(-24.18)@.05 · willEndDragging(0→0)@.3 · "
                + "didEndDragging(true)@.3 · willBeginDecelerating@.3 · didEndDecelerating@.7667")
        #expect(bouncing.scrollView.contentOffset == .zero)
    }

    @Test("G-70, R-10.17: Without bounces, an offset stays within its range.")
    func noBounces() {
        let stage = ScrollStage()
        stage.scrollView.bounces = false
        stage.finish("1↓(100,50)@0 1→(+0,60)@.02 1→(+0,20)@.04 1→(+0,-20)@.06 1↑@.3")
        stage.expect(
            "willBeginDragging@.02 · didScroll(30)@.06 · willEndDragging(0→30)@.3 · "
                + "didEndDragging(false)@.3")
    }

    @Test("G-71, R-10.17: Beyond an edge, the content follows with resistance.")
    func resistance() {
        let stage = ScrollStage()
        stage.finish("1↓(100,50)@0 1→(+0,110)@.1 1→(+0,210)@.2 1→(+0,10)@.3 1↑@.6")
        stage.expect(
            "willBeginDragging@.1 · didScroll(-43.14)@.1 · didScroll(-70.97)@.2 · "
                + "didScroll(0)@.3 · willEndDragging(0→0)@.6 · didEndDragging(false)@.6")
    }

    @Test("G-79, R-10.19: A cancelled touch and disabled scrolling end a drag without velocity.")
    func cancellation() {
        let quickDrag = "1↓(100,150)@0 1→(+0,-20)@.02 1→(+0,-40)@.04 1→(+0,-60)@.06"
        let lines =
            "willBeginDragging@.02 · didScroll(10)@.02 · didScroll(30)@.04 · didScroll(50)@.06"
        let stage = ScrollStage()
        stage.finish(quickDrag + " 1✕@.3")
        stage.expect(lines + " · willEndDragging(0→50)@.3 · didEndDragging(false)@.3")
        let disabled = ScrollStage()
        disabled.recorder.onScroll = { scrollView in
            if scrollView.contentOffset.y == 50 { scrollView.isScrollEnabled = false }
        }
        disabled.finish(quickDrag + " 1→(+0,-90)@.08 1↑@.3")
        disabled.expect(lines + " · willEndDragging(0→50)@.06 · didEndDragging(false)@.06")
    }

    @Test("G-83, R-10.13: A further finger joins a drag without a jump.")
    func twoFingers() {
        let stage = ScrollStage()
        stage.view.isMultipleTouchEnabled = true
        stage.finish(
            "1↓(60,150)@0 1→(+0,-20)@.05 2↓(140,150)@.1 1→(+0,-40)&2→(+0,-20)@.15 1↑@.2 "
                + "2→(+0,-30)@.25 2↑@.6")
        stage.expect(
            "willBeginDragging@.05 · didScroll(10)@.05 · didScroll(30)@.15 · didScroll(40)@.25 · "
                + "willEndDragging(0→40)@.6 · didEndDragging(false)@.6")
    }

    @Test("R-10.18: An offset that the application assigns during a drag is the new start.")
    func rebasing() {
        let stage = ScrollStage()
        stage.play("1↓(100,150)@0 1→(+0,-20)@.1")
        stage.scrollView.contentOffset.y = 500
        stage.play("1→(+0,-30)@.2")
        stage.scrollView.setContentOffset(CGPoint(0, 100), animated: false)
        stage.finish("1→(+0,-45)@.3 1↑@.6")
        stage.expect(
            "willBeginDragging@.1 · didScroll(10)@.1 · didScroll(500)@.1 · didScroll(510)@.2 · "
                + "didScroll(100)@.2 · didScroll(115)@.3 · willEndDragging(0→115)@.6 · "
                + "didEndDragging(false)@.6")
    }
}
