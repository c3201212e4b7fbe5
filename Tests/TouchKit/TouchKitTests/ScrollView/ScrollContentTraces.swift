import Testing
import TouchKit
import TouchKitTesting

/// The golden traces of touches on the content of a scroll view.
@Suite("Scroll view: content touches")
@MainActor
struct ScrollContentTraces {
    private let longDrag = "1↓(100,150)@0 1→(+0,-20)@.2 1→(+0,-40)@.22 1↑@.5"
    private let quickDrag =
        "1↓(100,150)@0 1→(+0,-20)@.02 1→(+0,-40)@.04 1→(+0,-60)@.06 1↑@.3"

    @Test("G-51, R-10.6, R-10.7: A short tap is delivered at its lift, with its own times.")
    func shortTap() {
        let stage = ScrollStage()
        var began = -1.0
        stage.view.onBegan = { touches, _ in began = touches.first?.timestamp ?? -1 }
        stage.finish("1↓(50,50)@0 1↑@.05")
        stage.expect("V.began{1}@.05 · V.ended{1}@.05")
        #expect(began == 0)
    }

    @Test("G-52, R-10.6, R-10.8: A longer touch is delivered after 0.15 s.")
    func longTouch() {
        let stage = ScrollStage(recordsQuestions: true)
        stage.finish("1↓(50,50)@0 1↑@.3")
        stage.expect(
            "touchesShouldBegin(V)@.15 · V.began{1}@.15 · V.ended{1}@.3")
    }

    @Test("G-53, R-10.7, R-10.15, R-10.19: A quick drag scrolls and is not delivered.")
    func quickDragScrolls() {
        let stage = ScrollStage(recordsQuestions: true)
        stage.recorder.onCall = { call, scrollView in
            if call == "willBeginDragging" { #expect(scrollView.contentOffset == .zero) }
        }
        stage.finish(quickDrag)
        stage.expect(
            "willBeginDragging@.02 · didScroll(10)@.02 · didScroll(30)@.04 · didScroll(50)@.06 · "
                + "willEndDragging(0→50)@.3 · didEndDragging(false)@.3")
    }

    @Test("G-54, R-10.7, R-10.9: A drag takes a touch that the content has received.")
    func lateDragScrolls() {
        let stage = ScrollStage(recordsQuestions: true)
        stage.finish(longDrag)
        stage.expect(
            "touchesShouldBegin(V)@.15 · V.began{1}@.15 · touchesShouldCancel(V)@.2 · "
                + "willBeginDragging@.2 · didScroll(10)@.2 · V.cancelled{1}@.2 · "
                + "didScroll(30)@.22 · willEndDragging(0→30)@.5 · didEndDragging(false)@.5")
    }

    @Test("G-55, R-10.7: A movement during the delay is delivered after the delay.")
    func movementDuringTheDelay() {
        let stage = ScrollStage()
        stage.finish("1↓(100,150)@0 1→(+0,-6)@.05 1↑@.3")
        stage.expect("V.began{1}@.15 · V.moved{1}@.15 · V.ended{1}@.3")
    }

    @Test("G-56, R-10.8: Without a delay, the content receives touches at once.")
    func noDelay() {
        let stage = ScrollStage(recordsQuestions: true)
        stage.scrollView.delaysContentTouches = false
        stage.finish("1↓(100,150)@0 1→(+0,-6)@.05 1→(+0,-20)@.1 1↑@.4")
        stage.expect(
            "touchesShouldBegin(V)@0 · V.began{1}@0 · V.moved{1}@.05 · touchesShouldCancel(V)@.1 · "
                + "willBeginDragging@.1 · didScroll(10)@.1 · V.cancelled{1}@.1 · "
                + "willEndDragging(0→10)@.4 · didEndDragging(false)@.4")
    }

    @Test("G-57, R-10.9: Touches that the content keeps are never taken.")
    func contentKeepsItsTouches() {
        let stage = ScrollStage(recordsQuestions: true)
        stage.scrollView.canCancelContentTouches = false
        stage.finish(longDrag)
        stage.expect(
            "touchesShouldBegin(V)@.15 · V.began{1}@.15 · V.moved{1}@.2 · V.moved{1}@.22 · "
                + "V.ended{1}@.5")
        let quick = ScrollStage()
        quick.scrollView.canCancelContentTouches = false
        quick.finish(quickDrag)
        quick.expect(
            "willBeginDragging@.02 · didScroll(10)@.02 · didScroll(30)@.04 · didScroll(50)@.06 · "
                + "willEndDragging(0→50)@.3 · didEndDragging(false)@.3")
    }

    @Test("G-58, R-10.8, R-10.9: Touches that may not begin are not delivered, but scroll.")
    func mayNotBegin() {
        let stage = ScrollStage(recordsQuestions: true)
        stage.scrollView.shouldBegin = false
        stage.finish(longDrag)
        stage.expect(
            "touchesShouldBegin(V)@.15 · willBeginDragging@.2 · didScroll(10)@.2 · "
                + "didScroll(30)@.22 · willEndDragging(0→30)@.5 · didEndDragging(false)@.5")
    }

    @Test("G-59, R-10.9: A button keeps its touch, unless the scroll view overrides that.")
    func button() {
        let stage = ScrollStage(recordsQuestions: true)
        stage.addButton()
        stage.finish("1↓(100,150)@0 1→(+0,-20)@.2 1↑@.5")
        stage.expect(
            "touchesShouldBegin(B)@.15 · B touchDown@.15 · touchesShouldCancel(B)@.2 · "
                + "B touchDragInside@.2 · B touchUpInside@.5")
        let other = ScrollStage()
        other.scrollView.shouldCancel = true
        other.addButton()
        other.finish("1↓(100,150)@0 1→(+0,-20)@.2 1↑@.5")
        other.expect(
            "B touchDown@.15 · willBeginDragging@.2 · didScroll(10)@.2 · B touchCancel@.2 · "
                + "willEndDragging(0→10)@.5 · didEndDragging(false)@.5")
    }

    @Test("G-60, R-10.7: A tap on a button reaches the button, a quick drag does not.")
    func tapOnAButton() {
        let stage = ScrollStage()
        stage.addButton()
        stage.finish("1↓(100,150)@0 1↑@.05")
        stage.expect("B touchDown@.05 · B touchUpInside@.05")
        let other = ScrollStage()
        other.addButton()
        other.finish("1↓(100,150)@0 1→(+0,-20)@.05 1↑@.3")
        other.expect(
            "willBeginDragging@.05 · didScroll(10)@.05 · willEndDragging(0→10)@.3 · "
                + "didEndDragging(false)@.3")
    }

    @Test("G-61, R-10.12: A switch keeps a drag along itself; a drag across it scrolls.")
    func dragOnASwitch() {
        for isHorizontal in [true, false] {
            let stage = ScrollStage(isHorizontal ? 800 : 200, isHorizontal ? 200 : 2_000)
            let control = UISwitch(frame: CGRect(x: 50, y: 100, width: 51, height: 31))
            stage.addEvents(of: control, named: "W")
            stage.view.addSubview(control)
            if isHorizontal {
                stage.finish("1↓(60,115)@0 1→(+20)@.05 1↑@.3")
                stage.expect(
                    "W touchDown@.05 · W touchDragInside@.05 · W touchUpInside@.3")
            } else {
                stage.finish("1↓(60,115)@0 1→(+0,-20)@.05 1↑@.3")
                stage.expect(
                    "willBeginDragging@.05 · didScroll(10)@.05 · willEndDragging(0→10)@.3 · "
                        + "didEndDragging(false)@.3")
            }
        }
    }

    @Test("G-62, R-10.6, R-10.7: A tap recognizer of the content receives touches at once.")
    func tapRecognizer() {
        let stage = ScrollStage()
        stage.add("T", UITapGestureRecognizer())
        stage.finish("1↓(50,50)@0 1↑@.05")
        stage.expect("T!ended@.05")
        let other = ScrollStage()
        other.add("T", UITapGestureRecognizer()).cancelsTouchesInView = false
        other.finish("1↓(50,50)@0 1↑@.05")
        other.expect("T!ended@.05 · V.began{1}@.05 · V.ended{1}@.05")
    }

    @Test("G-63, R-10.11: A long press of the content that has begun prevents scrolling.")
    func longPress() {
        let stage = ScrollStage()
        stage.add("L", UILongPressGestureRecognizer())
        stage.finish("1↓(100,150)@0 1→(+0,-30)@.6 1↑@.8")
        stage.expect(
            "V.began{1}@.15 · L!began@.5 · V.cancelled{1}@.5 · L!changed@.6 · L!ended@.8")
    }

    @Test("G-64, R-10.11: A pan of the content wins, or both scroll if its delegate allows it.")
    func panOfTheContent() {
        let script = "1↓(100,150)@0 1→(+0,-20)@.05 1→(+0,-40)@.07 1↑@.3"
        let stage = ScrollStage()
        stage.add("M", UIPanGestureRecognizer())
        stage.finish(script)
        stage.expect("M!began@.05 · M!changed@.07 · M!ended@.3")
        let other = ScrollStage()
        let delegate = ScriptedDelegate(simultaneous: true)
        other.add("M", UIPanGestureRecognizer()).delegate = delegate
        other.finish(script)
        other.expect(
            "M!began@.05 · willBeginDragging@.05 · didScroll(10)@.05 · M!changed@.07 · "
                + "didScroll(30)@.07 · M!ended@.3 · willEndDragging(0→30)@.3 · "
                + "didEndDragging(false)@.3")
    }

    @Test("G-65, R-10.9, R-10.10: A drag that waits for a swipe asks when the swipe has failed.")
    func waitingForASwipe() {
        let stage = ScrollStage(recordsQuestions: true)
        let swipe = stage.add("S", UISwipeGestureRecognizer(), to: stage.scrollView)
        swipe.direction = .up
        stage.scrollView.panGestureRecognizer.require(toFail: swipe)
        stage.finish("1↓(100,150)@0 1→(+0,-20)@.1 1→(+0,-30)@.3 1→(+0,-40)@.6 1↑@.9")
        stage.expect(
            "touchesShouldBegin(V)@.15 · V.began{1}@.15 · V.moved{1}@.15 · V.moved{1}@.3 · "
                + "touchesShouldCancel(V)@.6 · willBeginDragging@.6 · didScroll(30)@.6 · "
                + "V.cancelled{1}@.6 · willEndDragging(0→30)@.9 · didEndDragging(false)@.9")
    }
}
