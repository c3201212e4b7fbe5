import Testing
import TouchKit
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

/// The arena's trace and switches, in all screen sizes and with random touches.
@Suite("Arena", .serialized)
@MainActor
struct ArenaSceneTests {
    @Test("Consecutive moves share one row for each moving touch or recognizer.")
    func consecutiveMoves() {
        let screen = ArenaTestScreen()
        screen.button(.pan).sendActions(for: .touchUpInside)
        screen.toggle(.cancelsTouchesInView).setOn(false, animated: false)
        screen.toggle(.cancelsTouchesInView).sendActions(for: .valueChanged)
        screen.simulator.down(1, at: screen.point(60, 100, on: screen.controller.outer))
        for step in 1...300 {
            screen.simulator.advance(by: 0.004)
            screen.simulator.move(
                1, to: screen.point(60, 100 + CGFloat(step), on: screen.controller.outer))
        }
        screen.simulator.up(1)
        let lines = screen.lines
        #expect(lines.contains { $0.hasSuffix("A pan changed ×290") })
        #expect(lines.contains { $0.hasSuffix("A touchesMoved ×291") })
        #expect(lines.count < 20)
    }

    @Test("Each switch changes a property or delegate result of the selected recognizer only.")
    func switches() {
        let screen = ArenaTestScreen()
        for gesture in ArenaGesture.allCases {
            let button = screen.button(gesture, isInner: true)
            screen.tap(button)
            let recognizer = screen.controller[gesture, on: screen.controller.inner]
            let other = screen.controller[gesture, on: screen.controller.outer]
            for rule in ArenaRule.allCases {
                let before = recognizer[rule]
                let others = ArenaRule.allCases.map { other[$0] }
                #expect(screen.toggle(rule).isOn == before)
                screen.tap(screen.toggle(rule))
                #expect(recognizer[rule] == (recognizer.supports(rule) ? !before : before))
                #expect(screen.toggle(rule).isOn == recognizer[rule])
                #expect(ArenaRule.allCases.map { other[$0] } == others)
            }
        }
    }

    @Test("A second tap on a recognizer's button enables or disables it.")
    func secondTapOnButton() {
        let screen = ArenaTestScreen()
        let swipe = screen.controller[.swipe, on: screen.controller.outer]
        screen.tap(screen.button(.swipe))
        #expect(!swipe[.isEnabled])
        screen.tap(screen.button(.swipe))
        #expect(swipe[.isEnabled] && screen.toggle(.isEnabled).isOn)
        screen.tap(screen.button(.swipe))
        #expect(!swipe[.isEnabled] && !screen.toggle(.isEnabled).isOn)
    }

    @Test("The trace omits touches on the panel; a drag scrolls it back, a new sequence forward.")
    func scrolling() {
        let screen = ArenaTestScreen()
        for _ in 0..<4 { screen.drag() }
        let trace = screen.controller.trace
        let count = trace.trace.rows.count
        screen.tap(screen.button(.edge))
        let start = screen.point(100, 20, on: trace)
        screen.simulator.down(1, at: start)
        for step in 1...10 {
            screen.simulator.move(1, to: CGPoint(x: start.x, y: start.y + CGFloat(step) * 10))
        }
        screen.simulator.up(1)
        #expect(trace.rowsScrolledBack == 5)
        #expect(trace.trace.rows.count == count)
        screen.drag()
        #expect(trace.rowsScrolledBack == 0)
    }

    nonisolated private static let screens: [(CGFloat, CGFloat)] = [
        (800, 480), (720, 1_280), (400, 240), (360, 640), (480, 800), (640, 480), (1_280, 720),
    ]

    @Test(
        "On every screen all controls can be reached and are 44 points high.",
        arguments: screens)
    func reachableControls(width: CGFloat, height: CGFloat) {
        let screen = ArenaTestScreen(width, height)
        expectReachableControls(screen)
    }

    private func expectReachableControls(_ screen: ArenaTestScreen) {
        let window = screen.simulator.window
        func expectHit(_ view: UIView, height: CGFloat = 44) {
            let box = view.convert(view.bounds, to: window)
            #expect(window.bounds.contains(box))
            #expect(box.width >= 44 && box.height >= height)
            for y in [-20.0, 0, 20] {
                let place = CGPoint(x: box.midX, y: box.midY + y)
                #expect(window.hitTest(place, with: nil) === view)
            }
        }
        screen.showPage(.recognizers)
        for gesture in ArenaGesture.allCases {
            expectHit(screen.button(gesture))
            expectHit(screen.button(gesture, isInner: true))
        }
        screen.showPage(.rules)
        for rule in ArenaRule.allCases { expectHit(screen.toggle(rule), height: 31) }
        screen.showPage(.trace)
        let trace = screen.controller.trace
        let box = trace.convert(trace.bounds, to: window)
        #expect(window.bounds.contains(box) && box.height >= 120)
        #expect(window.hitTest(CGPoint(x: box.midX, y: box.midY), with: nil) === trace)
        let (outer, inner) = (screen.controller.outer, screen.controller.inner)
        #expect(outer.frame.minX == 0 && outer.frame.width >= 170 && outer.frame.height >= 200)
        #expect(outer.bounds.contains(inner.frame) && inner.frame.width >= 100)
    }

    @Test("The screen may be resized during touches.")
    func resizeDuringTouches() {
        let screen = ArenaTestScreen()
        screen.simulator.down(1, at: screen.point(60, 100, on: screen.controller.outer))
        for (width, height) in Self.screens {
            screen.simulator.resize(width: width, height: height)
            #expect(screen.controller.view.bounds.size == CGSize(width: width, height: height))
            expectReachableControls(screen)
        }
        screen.simulator.up(1)
        #expect(screen.controller.outer.activeTouchCount == 0)
    }

    @Test(
        "After random touches, no touch remains and the switches show the current settings.",
        arguments: 0..<4)
    func randomTouches(seed: Int) {
        let screen = ArenaTestScreen(seed % 2 == 0 ? 800 : 360, seed % 2 == 0 ? 480 : 640)
        let size = screen.simulator.window.bounds.size
        var step = 0
        screen.simulator.playRandomTouches(
            seed: UInt64(seed), frames: 1_500,
            at: {
                CGPoint(x: $0.number(in: 0...size.width - 1), y: $0.number(in: 0...size.height - 1))
            },
            {
                if step % 50 == 0 { _ = screen.simulator.render() }
                step += 1
            })
        screen.simulator.advance(by: 10)
        #expect(
            screen.controller.outer.activeTouchCount == 0
                && screen.controller.inner.activeTouchCount == 0)
        #expect(screen.controller.trace.trace.rows.count == ArenaTrace.capacity)
        let selected = screen.controller.recognizers[screen.panel.selectedIndex]
        for rule in ArenaRule.allCases { #expect(screen.toggle(rule).isOn == selected[rule]) }
        #expect(screen.simulator.application.touchAudit.unbalancedViews == 0)
        screen.simulator.expectUpToDatePicture()
    }
}
