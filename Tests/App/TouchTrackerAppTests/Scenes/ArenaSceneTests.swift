import Testing
import TouchKit
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

/// The arena's trace and switches, on every screen and under any fingers.
@Suite("Arena", .serialized)
@MainActor
struct ArenaSceneTests {
    @Test("Moves that follow each other are counted in one row for each that moves.")
    func moves() {
        let hand = ArenaStageHand()
        hand.button(.pan).sendActions(for: .touchUpInside)
        hand.toggle(.cancelsTouchesInView).setOn(false, animated: false)
        hand.toggle(.cancelsTouchesInView).sendActions(for: .valueChanged)
        hand.simulator.down(1, at: hand.place(60, 100, on: hand.controller.outer))
        for step in 1...300 {
            hand.simulator.advance(by: 0.004)
            hand.simulator.move(
                1, to: hand.place(60, 100 + CGFloat(step), on: hand.controller.outer))
        }
        hand.simulator.up(1)
        let lines = hand.lines
        #expect(lines.contains { $0.hasSuffix("A pan changed ×290") })
        #expect(lines.contains { $0.hasSuffix("A touchesMoved ×291") })
        #expect(lines.count < 20)
    }

    @Test("Each switch sets its property or its delegate's answer, of the chosen recognizer only.")
    func switches() {
        let hand = ArenaStageHand()
        for gesture in ArenaGesture.allCases {
            let button = hand.button(gesture, isInner: true)
            hand.tap(button)
            let contender = hand.controller[gesture, on: hand.controller.inner]
            let other = hand.controller[gesture, on: hand.controller.outer]
            for rule in ArenaRule.allCases {
                let before = contender[rule]
                let others = ArenaRule.allCases.map { other[$0] }
                #expect(hand.toggle(rule).isOn == before)
                hand.tap(hand.toggle(rule))
                #expect(contender[rule] == (contender.has(rule) ? !before : before))
                #expect(hand.toggle(rule).isOn == contender[rule])
                #expect(ArenaRule.allCases.map { other[$0] } == others)
            }
        }
    }

    @Test("A second press on a recognizer's button enables or disables it.")
    func pressAgain() {
        let hand = ArenaStageHand()
        let swipe = hand.controller[.swipe, on: hand.controller.outer]
        hand.tap(hand.button(.swipe))
        #expect(!swipe[.isEnabled])
        hand.tap(hand.button(.swipe))
        #expect(swipe[.isEnabled] && hand.toggle(.isEnabled).isOn)
        hand.tap(hand.button(.swipe))
        #expect(!swipe[.isEnabled] && !hand.toggle(.isEnabled).isOn)
    }

    @Test(
        "The panel's own touches aren't in the trace; a finger scrolls it back, a sequence forth.")
    func scrolling() {
        let hand = ArenaStageHand()
        for _ in 0..<4 { hand.drag() }
        let trace = hand.controller.trace
        let count = trace.trace.rows.count
        hand.tap(hand.button(.edge))
        let start = hand.place(100, 20, on: trace)
        hand.simulator.down(1, at: start)
        for step in 1...10 {
            hand.simulator.move(1, to: CGPoint(x: start.x, y: start.y + CGFloat(step) * 10))
        }
        hand.simulator.up(1)
        #expect(trace.scrolledBack == 5)
        #expect(trace.trace.rows.count == count)
        hand.drag()
        #expect(trace.scrolledBack == 0)
    }

    nonisolated private static let screens: [(CGFloat, CGFloat)] = [
        (800, 480), (720, 1_280), (400, 240), (360, 640), (480, 800), (640, 480), (1_280, 720),
    ]

    @Test(
        "On every screen all buttons and switches can be reached, and are 44 points high.",
        arguments: screens)
    func reach(width: CGFloat, height: CGFloat) {
        let hand = ArenaStageHand(width, height)
        expectReach(hand)
    }

    private func expectReach(_ hand: ArenaStageHand) {
        let window = hand.simulator.window
        func expectHit(_ view: UIView, height: CGFloat = 44) {
            let box = view.convert(view.bounds, to: window)
            #expect(window.bounds.contains(box))
            #expect(box.width >= 44 && box.height >= height)
            for y in [-20.0, 0, 20] {
                let place = CGPoint(x: box.midX, y: box.midY + y)
                #expect(window.hitTest(place, with: nil) === view)
            }
        }
        hand.turn(to: .recognizers)
        for gesture in ArenaGesture.allCases {
            expectHit(hand.button(gesture))
            expectHit(hand.button(gesture, isInner: true))
        }
        hand.turn(to: .rules)
        for rule in ArenaRule.allCases { expectHit(hand.toggle(rule), height: 31) }
        hand.turn(to: .trace)
        let trace = hand.controller.trace
        let box = trace.convert(trace.bounds, to: window)
        #expect(window.bounds.contains(box) && box.height >= 120)
        #expect(window.hitTest(CGPoint(x: box.midX, y: box.midY), with: nil) === trace)
        let (outer, inner) = (hand.controller.outer, hand.controller.inner)
        #expect(outer.frame.minX == 0 && outer.frame.width >= 170 && outer.frame.height >= 200)
        #expect(outer.bounds.contains(inner.frame) && inner.frame.width >= 100)
    }

    @Test("The screen may change its size under fingers.")
    func screenChange() {
        let hand = ArenaStageHand()
        hand.simulator.down(1, at: hand.place(60, 100, on: hand.controller.outer))
        for (width, height) in Self.screens {
            hand.simulator.application.screenChanged(
                to: ScreenGeometry(
                    scanoutWidth: Int(width), scanoutHeight: Int(height), scale: 1))
            #expect(hand.controller.view.bounds.size == CGSize(width: width, height: height))
            expectReach(hand)
        }
        hand.simulator.up(1)
        #expect(hand.controller.outer.heldCount == 0)
    }

    @Test(
        "Random fingers leave no finger behind, and switches that show what is set.",
        arguments: 0..<4)
    func randomFingers(seed: Int) {
        let hand = ArenaStageHand(seed % 2 == 0 ? 800 : 360, seed % 2 == 0 ? 480 : 640)
        let size = hand.simulator.window.bounds.size
        var random = SeededRandom(seed: UInt64(seed))
        var down: Set<Int> = []
        for _ in 0..<1_500 {
            let finger = random.next(below: 10)
            let place = CGPoint(
                x: random.number(in: 0...size.width - 1), y: random.number(in: 0...size.height - 1))
            if !down.contains(finger) {
                hand.simulator.down(finger, at: place)
                down.insert(finger)
            } else if random.next(below: 3) == 0 {
                hand.simulator.up(finger)
                down.remove(finger)
            } else if random.next(below: 20) == 0 {
                hand.simulator.cancel(finger)
                down.remove(finger)
            } else {
                hand.simulator.move(finger, to: place)
            }
            hand.simulator.advance(by: random.number(in: 0...0.08))
            if random.next(below: 50) == 0 { _ = hand.simulator.render() }
        }
        for finger in down.sorted() { hand.simulator.up(finger) }
        hand.simulator.advance(by: 10)
        #expect(hand.controller.outer.heldCount == 0 && hand.controller.inner.heldCount == 0)
        #expect(hand.controller.trace.trace.rows.count == ArenaTrace.capacity)
        let chosen = hand.controller.contenders[hand.panel.chosen]
        for rule in ArenaRule.allCases { #expect(hand.toggle(rule).isOn == chosen[rule]) }
        #expect(hand.simulator.application.touchAudit.unbalancedViews == 0)
        let before = hand.simulator.render()
        hand.simulator.application.invalidateEverything()
        #expect(differingPixels(hand.simulator.render(), before) == 0)
    }
}
