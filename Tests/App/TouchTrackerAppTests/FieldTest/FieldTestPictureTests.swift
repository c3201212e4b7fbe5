import LabFieldTest
import Testing
import TouchKit
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

/// What every page of the field test looks like while somebody does it.
@Suite("Field test pictures", .serialized)
@MainActor
struct FieldTestPictureTests {
    private func expect(
        _ hand: FieldTestHand, _ name: String, _ screen: FieldTestHand.Screen,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try expectPicture(
            hand.simulator.render(), matches: "\(name)-\(screen.testDescription)",
            sourceLocation: sourceLocation)
    }

    @Test("The welcome page, with a panel and without.", arguments: FieldTestHand.screens)
    func welcome(screen: FieldTestHand.Screen) throws {
        let hand = FieldTestHand(screen)
        try expect(hand, "welcome", screen)
        hand.rawTouches.panels = []
        try expect(hand, "welcome-without-panel", screen)
    }

    @Test("Coverage, when some is painted.", arguments: FieldTestHand.screens)
    func coverage(screen: FieldTestHand.Screen) throws {
        let hand = FieldTestHand(screen)
        hand.go(to: .coverage)
        hand.perform(.coverage, part: 0.45)
        try expect(hand, "coverage", screen)
    }

    @Test("Accuracy, when four crosses are tapped.", arguments: FieldTestHand.screens)
    func accuracy(screen: FieldTestHand.Screen) throws {
        let hand = FieldTestHand(screen)
        hand.distort = { CGPoint(x: $0.x + 0.02, y: $0.y + 0.01) }
        hand.go(to: .accuracy)
        hand.perform(.accuracy, part: 0.5)
        try expect(hand, "accuracy", screen)
        hand.tap(hand.layout.crosses[4])
        for cross in hand.layout.crosses[5..<8] { hand.tap(cross) }
        try expect(hand, "accuracy-last", screen)
    }

    @Test("Linearity, when half of the second line is drawn.", arguments: FieldTestHand.screens)
    func linearity(screen: FieldTestHand.Screen) throws {
        let hand = FieldTestHand(screen)
        hand.go(to: .linearity)
        try expect(hand, "linearity-first", screen)
        hand.perform(.linearity, part: 0.5)
        try expect(hand, "linearity", screen)
    }

    @Test("Jitter, while a finger rests on the third spot.", arguments: FieldTestHand.screens)
    func jitter(screen: FieldTestHand.Screen) throws {
        let hand = FieldTestHand(screen)
        hand.go(to: .jitter)
        hand.perform(.jitter, part: 0.4)
        let spot = hand.layout.restSpots[2]
        hand.move(seconds: 1.6, lifts: false) { _, _ in spot }
        try expect(hand, "jitter", screen)
    }

    @Test(
        "Multi-touch, while ten hold, and while two come together.",
        arguments: FieldTestHand.screens)
    func multiTouch(screen: FieldTestHand.Screen) throws {
        let hand = FieldTestHand(screen)
        hand.go(to: .multiTouch)
        hand.hold(seconds: 2.4, lifts: false)
        try expect(hand, "multi-touch-holding", screen)
        hand.hold(seconds: 2)
        hand.nearing(0.4)
        try expect(hand, "multi-touch-nearing", screen)
    }

    @Test("Taps, when twelve are done.", arguments: FieldTestHand.screens)
    func tap(screen: FieldTestHand.Screen) throws {
        let hand = FieldTestHand(screen)
        hand.go(to: .tap)
        hand.perform(.tap, part: 0.35)
        hand.simulator.advance(by: 2.2)
        try expect(hand, "tap", screen)
    }

    @Test("Edge swipe, for each edge.", arguments: FieldTestHand.screens)
    func edgeSwipe(screen: FieldTestHand.Screen) throws {
        for (index, edge) in ScreenEdge.allCases.enumerated() {
            let hand = FieldTestHand(screen)
            hand.go(to: .edgeSwipe)
            hand.perform(.edgeSwipe, part: Double(index) / 4)
            try expect(hand, "edge-swipe-\(edge.rawValue)", screen)
        }
    }

    @Test("Latency, while a finger goes around.", arguments: FieldTestHand.screens)
    func latency(screen: FieldTestHand.Screen) throws {
        let hand = FieldTestHand(screen)
        hand.go(to: .latency)
        hand.perform(.latency, part: 0.6)
        try expect(hand, "latency", screen)
    }

    @Test("Ghosts, with one and without.", arguments: FieldTestHand.screens)
    func ghosts(screen: FieldTestHand.Screen) throws {
        let hand = FieldTestHand(screen)
        hand.go(to: .ghosts)
        hand.perform(.ghosts, part: 0.4)
        try expect(hand, "ghosts", screen)
        let place = CGPoint(
            x: hand.layout.stage.bounds.width * 0.2, y: hand.layout.stage.bounds.height * 0.7)
        hand.frame([(0, place)])
        hand.simulator.advance(by: 0.3)
        try expect(hand, "ghosts-one", screen)
    }

    // MARK: Results

    @Test("The result of a good panel.", arguments: FieldTestHand.screens)
    func resultPass(screen: FieldTestHand.Screen) throws {
        let hand = FieldTestHand(screen)
        hand.go(to: .accuracy)
        hand.perform(.accuracy)
        #expect(hand.test.outcome(of: .accuracy)?.verdict == .pass)
        try expect(hand, "result-pass", screen)
    }

    @Test(
        "The result of a flipped axis, with what would mend it.",
        arguments: FieldTestHand.screens)
    func resultWithProposal(screen: FieldTestHand.Screen) throws {
        let hand = FieldTestHand(screen)
        hand.go(to: .accuracy)
        hand.distort = { CGPoint(x: 1 - $0.x, y: $0.y * 1.05 + 0.03) }
        hand.perform(.accuracy)
        #expect(hand.test.asksToApply)
        try expect(hand, "result-proposal", screen)
    }

    @Test("The result of a dead zone, in many words.", arguments: FieldTestHand.screens)
    func resultFail(screen: FieldTestHand.Screen) throws {
        let hand = FieldTestHand(screen)
        hand.go(to: .coverage)
        hand.isDead = { $0.x > 0.6 && $0.x < 0.66 || $0.x > 0.2 && $0.x < 0.3 && $0.y > 0.6 }
        hand.perform(.coverage)
        hand.pressNext()
        #expect(hand.test.outcome(of: .coverage)?.verdict == .fail)
        try expect(hand, "result-fail", screen)
    }

    @Test(
        "The result of what was done in part, and of what wasn't done.",
        arguments: FieldTestHand.screens)
    func resultDoubtful(screen: FieldTestHand.Screen) throws {
        let hand = FieldTestHand(screen)
        hand.go(to: .linearity)
        let rail = hand.layout.rails[0]
        hand.line(from: rail.from, to: rail.to, seconds: 3)
        hand.simulator.advance(by: 21)
        #expect(hand.test.outcome(of: .linearity)?.verdict == .doubtful)
        try expect(hand, "result-doubtful", screen)
        hand.pressNext()
        hand.pressNext()
        try expect(hand, "result-not-done", screen)
    }

    // MARK: Summary

    @Test("The summary of a good panel.", arguments: FieldTestHand.screens)
    func summaryPass(screen: FieldTestHand.Screen) throws {
        let hand = FieldTestHand(screen)
        hand.performAll()
        #expect(hand.reports.last?.verdict == .pass)
        try expect(hand, "summary-pass", screen)
    }

    @Test("The summary of a bad one.", arguments: FieldTestHand.screens)
    func summaryFail(screen: FieldTestHand.Screen) throws {
        let hand = FieldTestHand(screen)
        hand.go(to: .accuracy)
        hand.distort = { CGPoint(x: $0.x * 0.95 + 0.02, y: $0.y) }
        hand.perform(.accuracy)
        hand.distort = { $0 }
        hand.pressNext()
        hand.perform(.linearity)
        hand.simulator.advance(by: 2.2)
        hand.go(to: .tap)
        hand.perform(.tap, part: 0.9)
        hand.simulator.advance(by: 5)
        hand.go(to: .ghosts)
        hand.perform(.ghosts, part: 0.4)
        hand.tap(CGPoint(x: 100, y: 100))
        hand.simulator.advance(by: 12)
        #expect(hand.test.phase == .summary)
        try expect(hand, "summary-fail", screen)
    }

    @Test(
        "Pages on a small screen and on one of unknown size.",
        arguments: [FieldTestHand.Screen.small, .tall])
    func otherScreens(screen: FieldTestHand.Screen) throws {
        let hand = FieldTestHand(screen)
        try expect(hand, "welcome", screen)
        hand.tap(CGPoint(x: 60, y: 60))
        for guided in GuidedTest.allCases {
            hand.go(to: guided)
            try expect(hand, "begin-\(guided.rawValue)", screen)
        }
        hand.pressNext()
        try expect(hand, "result", screen)
        hand.pressNext()
        try expect(hand, "summary", screen)
    }
}
