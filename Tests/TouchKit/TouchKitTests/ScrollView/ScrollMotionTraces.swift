import Testing
import TouchKit
import TouchKitTesting

/// The golden traces of the motion of a scroll view after a drag.
@Suite("Scroll view: motion")
@MainActor
struct ScrollMotionTraces {
    private let flick = ScrollStage.flick

    @Test("G-72, R-10.23: An overscrolled view bounces back.")
    func bounce() {
        let stage = ScrollStage()
        stage.finish("1↓(100,50)@0 1→(+0,110)@.1 1↑@.5")
        stage.expect(
            "willBeginDragging@.1 · didScroll(-43.14)@.1 · willEndDragging(0→0)@.5 · "
                + "didEndDragging(true)@.5 · willBeginDecelerating@.5 · didEndDecelerating@1.0333")
        stage.expectOffsets([(0.55, -29.68), (0.6, -19.89), (0.7, -8.46), (0.8, -3.43)])
        #expect(stage.scrollView.contentOffset == .zero)
    }

    @Test("G-73, R-10.20, R-10.21, R-10.37: A flick decelerates.")
    func deceleration() {
        let stage = ScrollStage()
        var states: [String] = []
        stage.recorder.onCall = { call, view in
            guard !call.hasPrefix("didScroll") else { return }
            let flags = [view.isTracking, view.isDragging, view.isDecelerating]
            states.append(flags.map { $0 ? "1" : "0" }.joined())
        }
        stage.finish(flick + " 1↑@.10")
        stage.expect(ScrollStage.flickLines(target: "853.51") + "didEndDecelerating@2.6167")
        stage.expectOffsets([
            (0.15, 181.30), (0.2, 245.80), (0.5, 522.45), (1, 735), (2, 841.82), (3, 853.51),
        ])
        #expect(states == ["110", "110", "110", "011", "000"])
    }

    @Test("G-74, R-10.21: A fast deceleration rate shortens the motion.")
    func fastRate() {
        let stage = ScrollStage()
        stage.scrollView.decelerationRate = .fast
        stage.finish(flick + " 1↑@.10")
        stage.expect(ScrollStage.flickLines(target: "257.51") + "didEndDecelerating@.6")
        stage.expectOffsets([(0.15, 168.66), (0.2, 204.14), (0.3, 238.60), (1, 257.51)])
    }

    @Test("G-75, R-10.22, R-10.23: A deceleration bounces at an edge.")
    func edge() {
        let stage = ScrollStage(200, 600)
        stage.finish(flick + " 1↑@.10")
        stage.expect(ScrollStage.flickLines(target: "400") + "didEndDecelerating@1.0167")
        stage.expectOffsets([
            (0.2, 245.80), (0.4, 427.63), (0.45, 430.39), (0.5, 425.87), (0.6, 414.16),
            (0.8, 402.80), (2, 400),
        ])
    }

    @Test("G-76, R-10.22: Without bounces, a deceleration stops at an edge.")
    func edgeWithoutBounces() {
        let stage = ScrollStage(200, 600)
        stage.scrollView.bounces = false
        stage.finish(flick + " 1↑@.10")
        stage.expect(ScrollStage.flickLines(target: "400") + "didEndDecelerating@.35")
        #expect(stage.recorder.offset(at: 0.34).y < 400)
        #expect(stage.recorder.offset(at: 0.35).y == 400)
    }

    @Test("G-77, R-10.19: The velocity is that of the last 0.1 s; a held finger stops.")
    func releaseVelocity() {
        let stage = ScrollStage()
        stage.finish(flick + " 1↑@.14")
        #expect(
            stage.trace.removeLines().contains { $0.hasPrefix("willEndDragging(1.5→853.5") })
        let held = ScrollStage()
        held.finish(flick + " 1↑@.25")
        held.expect(
            ScrollStage.flickLines
                + " · willEndDragging(0→110)@.25 · didEndDragging(false)@.25")
    }

    @Test("G-78, R-10.24: The delegate can change the target.")
    func changedTarget() {
        let stage = ScrollStage()
        stage.recorder.target = CGPoint(0, 900)
        stage.finish(flick + " 1↑@.10")
        stage.expectOffsets([(0.2, 254.24), (0.5, 548.06), (1, 773.82), (3, 900)])
        #expect(stage.trace.removeLines().last == "didEndDecelerating@2.633333")
        let drag = ScrollStage()
        drag.recorder.target = CGPoint(0, 100)
        drag.finish("1↓(100,150)@0 1→(+0,-20)@.02 1→(+0,-40)@.04 1→(+0,-60)@.06 1↑@.3")
        drag.expectOffsets([(0.4, 59.98), (0.5, 68.14), (1, 91.45), (2, 100)])
        #expect(
            drag.trace.removeLines().suffix(3) == [
                "didEndDragging(true)@0.3", "willBeginDecelerating@0.3", "didEndDecelerating@1.5",
            ])
        let still = ScrollStage()
        still.recorder.target = CGPoint(0, 110)
        still.finish(flick + " 1↑@.10")
        #expect(still.trace.removeLines().last == "didEndDragging(false)@0.1")
    }

    @Test("G-80, R-10.26, R-10.37: A touch stops a deceleration and is the view's.")
    func caught() {
        let stage = ScrollStage()
        stage.add("T", UITapGestureRecognizer())
        stage.play(flick + " 1↑@.10 2↓(100,100)@.505")
        #expect(stage.scrollView.isDecelerating && stage.scrollView.isDragging)
        #expect(stage.scrollView.isTracking)
        var wasDecelerating = false
        stage.recorder.onCall = { call, view in
            if call.hasPrefix("didEndDragging") { wasDecelerating = view.isDecelerating }
        }
        stage.finish("2↑@.6")
        #expect(wasDecelerating && !stage.scrollView.isDecelerating)
        stage.expect(
            ScrollStage.flickLines(target: "853.51") + "willBeginDragging@.505 · "
                + "willEndDragging(0→522.45)@.6 · didEndDragging(false)@.6")
        stage.expectOffsets([(0.5, 522.45), (2, 522.45)])
    }

    @Test("G-81, R-10.26: A touch that has stopped a deceleration scrolls at once.")
    func dragAfterTheCatch() {
        let stage = ScrollStage()
        stage.play(flick + " 1↑@.10 2↓(100,100)@.505")
        _ = stage.trace.removeLines()
        stage.finish("2→(100,95)@.55 2→(100,65)@.6 2↑@.9")
        stage.expect(
            "didScroll(527.45)@.55 · didScroll(557.45)@.6 · willEndDragging(0→557.45)@.9 · "
                + "didEndDragging(false)@.9")
    }

    @Test("G-82, R-10.26: A touch stops a bounce, which starts again after the lift.")
    func caughtBounce() {
        let stage = ScrollStage()
        stage.play("1↓(100,50)@0 1→(+0,110)@.1 1↑@.5 2↓(100,100)@.605")
        #expect(abs(stage.scrollView.contentOffset.y + 19.89) < 0.05)
        #expect(stage.trace.removeLines().last == "willBeginDragging@0.605")
        stage.finish("2↑@.7")
        stage.expect(
            "willEndDragging(0→0)@.7 · didEndDragging(true)@.7 · willBeginDecelerating@.7 · "
                + "didEndDecelerating@1.15")
        stage.expectOffsets([(0.8, -9.17)])
        let drag = ScrollStage()
        drag.play("1↓(100,50)@0 1→(+0,110)@.1 1↑@.5 2↓(100,100)@.605")
        _ = drag.trace.removeLines()
        drag.play("2→(100,120)@.65")
        #expect(abs(drag.scrollView.contentOffset.y + 28.39) < 0.05)
    }

    @Test("G-84, R-10.25: A paged view comes to rest at the nearest page in its direction.")
    func paging() {
        func stage(_ script: String) -> ScrollStage {
            let stage = ScrollStage(800, 200)
            stage.recorder.axes = (true, false)
            stage.scrollView.isPagingEnabled = true
            stage.finish(script)
            return stage
        }
        let back = stage("1↓(190,100)@0 1→(120,100)@.1 1↑@.5")
        back.expect(
            "willBeginDragging@.1 · didScroll(60)@.1 · willEndDragging(0→0)@.5 · "
                + "didEndDragging(true)@.5 · willBeginDecelerating@.5 · didEndDecelerating@1.15")
        back.expectOffsets([(0.6, 41.94), (0.7, 21.27), (0.8, 9.52), (2, 0)], horizontal: true)
        let next = stage("1↓(190,100)@0 1→(60,100)@.1 1↑@.5")
        #expect(next.trace.removeLines().last == "didEndDecelerating@1.183333")
        next.expectOffsets([(0.6, 144.08), (0.7, 171.63), (2, 200)], horizontal: true)
        let moves = (1...10).map { step in
            "1→(\(190 - 10 * step),100)@\(step < 10 ? ".0" : ".")\(step)"
        }
        let flicked = stage("1↓(190,100)@0 " + moves.joined(separator: " ") + " 1↑@.10")
        let lines = flicked.trace.removeLines()
        #expect(lines.contains { $0.hasPrefix("willEndDragging(1.0→200.0)") }, "\(lines)")
        #expect(lines.last == "didEndDecelerating@0.683333")
        flicked.expectOffsets(
            [(0.2, 156.39), (0.3, 183.16), (0.4, 193.62), (2, 200)], horizontal: true)
    }
}
