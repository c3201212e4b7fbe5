import KioskServices
import LabFieldTest
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

/// The field test on the screen: who gets what, and when.
@Suite("Field test on the screen", .serialized)
@MainActor
struct FieldTestViewControllerTests {
    // MARK: A whole test

    @Test(
        "A good panel passes every page up to the summary, and there is one report of it.",
        arguments: FieldTestHand.screens)
    func goodPanel(screen: FieldTestHand.Screen) {
        let hand = FieldTestHand(screen)
        hand.performAll()
        #expect(hand.test.phase == .summary)
        #expect(hand.reports.count == 1)
        #expect(hand.reports.first?.verdict == .pass)
        for outcome in hand.reports.first?.outcomes ?? [] {
            #expect(outcome.verdict == .pass, "\(outcome.test): \(outcome.finding)")
        }
        #expect(hand.timesDone == 0)
        hand.pressNext()
        hand.tap(CGPoint(x: 60, y: 60))
        #expect(hand.timesDone == 1 && hand.reports.count == 1)
    }

    @Test("A page that nobody touches is left, without a frame that would tell the time.")
    func deadlines() {
        let hand = FieldTestHand()
        hand.go(to: .coverage)
        hand.simulator.advance(by: 29)
        #expect(hand.test.phase == .testing(.coverage))
        hand.simulator.advance(by: 1.1)
        guard case .result(.coverage, _) = hand.test.phase else {
            Issue.record("\(hand.test.phase)")
            return
        }
        hand.simulator.advance(by: 2.1)
        #expect(hand.test.phase == .testing(.accuracy))
        hand.simulator.advance(by: 400)
        #expect(hand.test.phase == .summary)
        #expect(hand.reports.count == 1)
        // Nobody looks at the clock any more.
        #expect(hand.simulator.application.nextDeadline == nil)
    }

    @Test("A frame that comes a little after its moment still counts for it.")
    func lateFrames() throws {
        let hand = FieldTestHand()
        hand.go(to: .accuracy)
        let deadline = try #require(hand.test.nextDeadline)
        hand.simulator.advance(to: deadline.seconds - 0.15)
        hand.frame([(0, hand.layout.crosses[0])])
        let time = deadline.advanced(byMicroseconds: -1_000)
        hand.simulator.advance(to: deadline.seconds + 0.03)
        #expect(hand.test.accuracy?.taps.count == 0)
        hand.frame([(0, nil)], at: time)
        #expect(hand.test.accuracy?.taps.count == 1)
        #expect(hand.test.accuracy?.taps.compactMap { $0 }.count == 1)
    }

    @Test("Skipping every page leads to the summary, and says that nothing was done.")
    func skipping() {
        let hand = FieldTestHand()
        hand.tap(CGPoint(x: 60, y: 60))
        for _ in 0..<2 * GuidedTest.allCases.count { hand.pressNext() }
        #expect(hand.test.phase == .summary)
        #expect(hand.reports.first?.verdict == .doubtful)
        #expect(hand.texts.filter { $0 == "Not done" }.count == GuidedTest.allCases.count)
        #expect(hand.texts.contains("Doubtful") && hand.texts.contains("Done"))
    }

    // MARK: What it is told

    @Test("The time to the screen is taken from frames while the latency page is shown.")
    func scanout() throws {
        let hand = FieldTestHand()
        hand.go(to: .latency)
        for _ in 0..<11 {
            hand.circle(seconds: 0.5, lifts: false)
            hand.frames.add(latency: 30_000)
        }
        hand.simulator.advance(by: 2)
        hand.pressNext()
        let outcome = try #require(hand.test.outcome(of: .latency))
        let figure = try #require(outcome.figures.first { $0.limit.name == "latency.scanout-ms" })
        #expect(figure.value == 30)
    }

    @Test("UITouches do nothing: only what panels report counts.")
    func touchesOfViews() {
        let hand = FieldTestHand()
        hand.simulator.down(1, at: CGPoint(x: 100, y: 100))
        hand.simulator.advance(by: 0.1)
        hand.simulator.up(1)
        #expect(hand.test.phase == .welcome)
    }

    // MARK: Calibration

    @Test("The proposed calibration is applied on request, told of once, and mends the panel.")
    func calibration() {
        let hand = FieldTestHand()
        hand.go(to: .accuracy)
        hand.distort = { CGPoint(x: 1 - $0.x, y: $0.y) }
        hand.perform(.accuracy)
        #expect(hand.test.asksToApply)
        #expect(hand.texts.contains("Apply"))
        hand.pressApply()
        #expect(hand.test.phase == .testing(.accuracy))
        #expect(hand.calibrations.count == 1)
        hand.perform(.accuracy)
        #expect(hand.test.outcome(of: .accuracy)?.verdict == .pass)
        #expect(!hand.texts.contains("Apply"))
        #expect(hand.calibrations.count == 1)
    }

    @Test("A calibration that was applied is kept with Done, and not before.")
    func keptCalibration() {
        let hand = FieldTestHand()
        hand.go(to: .accuracy)
        hand.distort = { CGPoint(x: 1 - $0.x, y: $0.y) }
        hand.perform(.accuracy)
        hand.pressApply()
        hand.perform(.accuracy)
        // Nobody does the other pages.
        hand.simulator.advance(by: 600)
        #expect(hand.test.phase == .summary)
        #expect(hand.texts.contains { $0.contains("Done keeps the calibration") })
        #expect(hand.kept.isEmpty)
        hand.pressNext()
        #expect(hand.timesDone == 1)
        #expect(hand.kept == [hand.panel.id])
    }

    @Test("Without one there is nothing to keep.")
    func nothingToKeep() {
        let hand = FieldTestHand()
        hand.performAll()
        hand.pressNext()
        #expect(hand.timesDone == 1)
        #expect(hand.kept.isEmpty)
    }

    // MARK: Coming and going

    @Test("It observes while it is shown, and leaves no observer and no call behind.")
    func observing() {
        let hand = FieldTestHand()
        #expect(hand.rawTouches.observers.count == 1)
        hand.go(to: .ghosts)
        hand.simulator.window.rootViewController = nil
        #expect(hand.rawTouches.observers.isEmpty)
        #expect(hand.simulator.application.nextDeadline == nil)
        let phase = hand.test.phase
        hand.simulator.advance(by: 60)
        #expect(hand.test.phase == phase)
    }

    @Test("Nobody holds it when it has gone.")
    func lifetime() {
        let hand = FieldTestHand()
        weak var controller: FieldTestViewController?
        do {
            let other = FieldTestViewController(rawTouches: hand.rawTouches)
            controller = other
            hand.simulator.window.rootViewController = other
        }
        #expect(controller != nil)
        hand.simulator.window.rootViewController = nil
        #expect(controller == nil)
    }

    @Test("A picture that is turned, or of another size, begins the test anew on the new stage.")
    func turned() {
        let hand = FieldTestHand()
        hand.go(to: .jitter)
        let turned = ScreenGeometry(scanoutWidth: 800, scanoutHeight: 480, rotation: .clockwise90)
        hand.simulator.application.screenChanged(to: turned)
        hand.simulator.window.layoutIfNeeded()
        #expect(hand.test.phase == .welcome)
        #expect(hand.test.stage.geometry == turned)
        #expect(hand.test.stage.millimeters == CGSize(width: 86, height: 154))
        // Half a turn changes no view's size.
        hand.go(to: .coverage)
        let half = ScreenGeometry(scanoutWidth: 800, scanoutHeight: 480, rotation: .clockwise270)
        hand.simulator.application.screenChanged(to: half)
        hand.frame([(0, CGPoint(x: 50, y: 50))])
        #expect(hand.test.phase == .welcome)
        #expect(hand.test.stage.geometry == half)
        #expect(hand.reports.isEmpty)
    }

    @Test("The panel that is touched first is tested; when it goes the test begins anew.")
    func panels() {
        let hand = FieldTestHand(panels: 2)
        var other = hand.rawTouches.panels[1]
        other.slotCount = 2
        hand.rawTouches.panels[1] = other
        var frame = TouchFrame(
            device: other.id, time: Timestamp(seconds: 1),
            contacts: [
                TouchContact(
                    slot: 0, trackingID: 1, state: .down, position: CGPoint(x: 0.5, y: 0.5))
            ])
        hand.simulator.advance(to: 1)
        hand.rawTouches.tell(frame, of: other)
        #expect(hand.test.device == other.id)
        #expect(hand.test.stage.slotCount == 2)
        hand.simulator.advance(to: 1.1)
        frame.time = Timestamp(seconds: 1.1)
        frame.contacts[0].state = .up
        hand.rawTouches.tell(frame, of: other)
        #expect(hand.test.phase == .testing(.coverage))
        hand.rawTouches.panels.removeLast()
        #expect(hand.test.phase == .welcome && hand.test.stage.slotCount == 10)
        hand.rawTouches.panels = []
        #expect(hand.texts.contains("No touch panel is plugged in"))
    }

    // MARK: Drawing

    @Test("A finger that paints has only the cells drawn that are new.")
    func damageOfCoverage() {
        let hand = FieldTestHand()
        hand.go(to: .coverage)
        let cell = hand.layout.cell(column: 10, row: 12)
        let place = CGPoint(x: cell.midX, y: cell.midY)
        hand.frame([(0, place)])
        _ = hand.simulator.render()
        let next = CGPoint(x: cell.midX + cell.width, y: cell.midY)
        hand.frame([(0, next)])
        // The cell, and two pixels of the bar at the upper edge.
        let pixels = hand.damagedPixels
        #expect(pixels > 0 && pixels <= (Int(cell.width) + 1) * (Int(cell.height) + 1) + 2 * 6)
        _ = hand.simulator.render()
        hand.frame([(0, CGPoint(x: next.x + 1, y: next.y))])
        #expect(hand.damagedPixels == 0)
    }

    // MARK: Layout

    @Test(
        "Words, buttons and targets are on the screen, and no word where a finger is wanted.",
        arguments: [
            (800.0, 480.0, 1.0), (480, 800, 1), (360, 640, 2), (400, 240, 2), (1_280, 720, 1),
            (1_024, 600, 1),
        ])
    func room(width: Double, height: Double, scale: Double) {
        let hand = FieldTestHand(
            FieldTestHand.Screen(width: width, height: height, scale: scale))
        let bounds = CGRect(x: 0, y: 0, width: width, height: height)
        for guided in GuidedTest.allCases {
            hand.go(to: guided)
            for label in hand.shownLabels where !hand.isOfPage(label) {
                let frame = label.convert(label.bounds, to: nil)
                #expect(bounds.contains(frame), "\(guided): \(label.text ?? "")")
                for target in hand.targets(of: guided) {
                    #expect(!frame.intersects(target), "\(guided): \(label.text ?? "")")
                }
            }
            for label in hand.shownLabels {
                let needed = label.sizeThatFits(CGSize(width: label.bounds.width, height: 0))
                #expect(needed.height <= label.bounds.height + 0.5, "\(label.text ?? "")")
                #expect(needed.width <= label.bounds.width + 0.5, "\(label.text ?? "")")
                if !hand.isOnButton(label) {
                    #expect(label.font.pointSize >= 14, "\(guided): \(label.text ?? "")")
                }
            }
        }
    }
}
