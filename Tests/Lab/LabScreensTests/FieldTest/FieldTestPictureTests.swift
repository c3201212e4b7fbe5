import LabFieldTest
import LabScreens
import Testing
import TouchKit
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

/// Compares the pages of the field test with golden pictures: each page at its beginning on a small
/// and on a portrait screen, and after touches on a landscape screen. Results and summaries, whose
/// texts wrap, are also compared on a portrait screen.
@Suite("Field test pictures", .serialized)
@MainActor
struct FieldTestPictureTests {
    private func expect(
        _ driver: FieldTestDriver, _ name: String,
        _ screen: FieldTestDriver.Screen = .landscape,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try expectPicture(
            driver.simulator.render(), matches: "\(name)-\(screen.testDescription)",
            sourceLocation: sourceLocation)
    }

    /// Returns a driver on the landscape screen that has performed a share of a test.
    private func driver(performing test: GuidedTest, share: Double) -> FieldTestDriver {
        let driver = FieldTestDriver()
        driver.skip(to: test)
        driver.perform(test, share: share)
        return driver
    }

    @Test("The welcome page with and without a touchscreen")
    func welcome() throws {
        let driver = FieldTestDriver()
        try expect(driver, "welcome")
        driver.rawTouches.touchscreens = []
        try expect(driver, "welcome-without-panel")
    }

    @Test("The coverage page, partly painted")
    func coverage() throws {
        try expect(driver(performing: .coverage, share: 0.45), "coverage")
    }

    @Test("The accuracy page after four and after eight taps")
    func accuracy() throws {
        let driver = FieldTestDriver()
        driver.distort = { CGPoint(x: $0.x + 0.02, y: $0.y + 0.01) }
        driver.skip(to: .accuracy)
        driver.perform(.accuracy, share: 0.5)
        try expect(driver, "accuracy")
        driver.tap(driver.layout.crosses[4])
        for cross in driver.layout.crosses[5..<8] { driver.tap(cross) }
        try expect(driver, "accuracy-last")
    }

    @Test(
        "The linearity page at the start and halfway along the second line")
    func linearity() throws {
        let driver = FieldTestDriver()
        driver.skip(to: .linearity)
        try expect(driver, "linearity-first")
        driver.perform(.linearity, share: 0.5)
        try expect(driver, "linearity")
    }

    @Test("The jitter page while a finger rests on the third spot")
    func jitter() throws {
        let driver = driver(performing: .jitter, share: 0.4)
        let spot = driver.layout.restSpots[2]
        driver.move(seconds: 1.6, lifts: false) { _, _ in spot }
        try expect(driver, "jitter")
    }

    @Test(
        "The multi-touch page with ten held fingers, and with two that move together")
    func multiTouch() throws {
        let driver = FieldTestDriver()
        driver.skip(to: .multiTouch)
        driver.holdTenFingers(seconds: 2.4, lifts: false)
        try expect(driver, "multi-touch-holding")
        driver.holdTenFingers(seconds: 2)
        driver.pinchTogether(share: 0.4)
        try expect(driver, "multi-touch-nearing")
    }

    @Test("The tap page after ten taps and a missed one")
    func tap() throws {
        let driver = driver(performing: .tap, share: 0.35)
        driver.simulator.advance(by: 2.2)
        try expect(driver, "tap")
    }

    @Test("The edge swipe page for each edge")
    func edgeSwipe() throws {
        for (index, edge) in ScreenEdge.allCases.enumerated() {
            let driver = driver(performing: .edgeSwipe, share: Double(index) / 4)
            try expect(driver, "edge-swipe-\(edge.rawValue)")
        }
    }

    @Test("The latency page while a finger follows the circle")
    func latency() throws {
        try expect(driver(performing: .latency, share: 0.6), "latency")
    }

    @Test("The ghost page without and with a ghost")
    func ghosts() throws {
        let driver = driver(performing: .ghosts, share: 0.4)
        try expect(driver, "ghosts")
        let position = CGPoint(
            x: driver.layout.stage.bounds.width * 0.2, y: driver.layout.stage.bounds.height * 0.7)
        driver.reportFrame([(0, position)])
        driver.simulator.advance(by: 0.3)
        try expect(driver, "ghosts-one")
    }

    // MARK: Results

    @Test("The result of a good touchscreen", arguments: FieldTestDriver.screens)
    func resultPass(screen: FieldTestDriver.Screen) throws {
        let driver = FieldTestDriver(screen)
        driver.skip(to: .accuracy)
        driver.perform(.accuracy)
        #expect(driver.test.outcome(of: .accuracy)?.verdict == .pass)
        try expect(driver, "result-pass", screen)
    }

    @Test(
        "The result of a flipped axis, with a proposed calibration",
        arguments: FieldTestDriver.screens)
    func resultWithProposal(screen: FieldTestDriver.Screen) throws {
        let driver = FieldTestDriver(screen)
        driver.skip(to: .accuracy)
        driver.distort = { CGPoint(x: 1 - $0.x, y: $0.y * 1.05 + 0.03) }
        driver.perform(.accuracy)
        #expect(driver.test.offersCalibration)
        try expect(driver, "result-proposal", screen)
    }

    @Test("The result of two dead zones, with a long text", arguments: FieldTestDriver.screens)
    func resultFail(screen: FieldTestDriver.Screen) throws {
        let driver = FieldTestDriver(screen)
        driver.skip(to: .coverage)
        driver.isDead = { $0.x > 0.6 && $0.x < 0.66 || $0.x > 0.2 && $0.x < 0.3 && $0.y > 0.6 }
        driver.perform(.coverage)
        driver.pressNext()
        #expect(driver.test.outcome(of: .coverage)?.verdict == .fail)
        try expect(driver, "result-fail", screen)
    }

    @Test(
        "The results of an incomplete and of a skipped test",
        arguments: FieldTestDriver.screens)
    func resultDoubtful(screen: FieldTestDriver.Screen) throws {
        let driver = FieldTestDriver(screen)
        driver.skip(to: .linearity)
        let rail = driver.layout.rails[0]
        driver.drawLine(from: rail.from, to: rail.to, seconds: 3)
        driver.simulator.advance(by: 21)
        #expect(driver.test.outcome(of: .linearity)?.verdict == .incomplete)
        try expect(driver, "result-doubtful", screen)
        driver.pressNext()
        driver.pressNext()
        try expect(driver, "result-not-done", screen)
    }

    // MARK: Summary

    @Test("The summary of a good touchscreen", arguments: FieldTestDriver.screens)
    func summaryPass(screen: FieldTestDriver.Screen) throws {
        let driver = FieldTestDriver(screen)
        driver.performAll()
        #expect(driver.reports.last?.verdict == .pass)
        try expect(driver, "summary-pass", screen)
    }

    @Test("The summary of a touchscreen with faults", arguments: FieldTestDriver.screens)
    func summaryFail(screen: FieldTestDriver.Screen) throws {
        let driver = FieldTestDriver(screen)
        driver.skip(to: .accuracy)
        driver.distort = { CGPoint(x: $0.x * 0.95 + 0.02, y: $0.y) }
        driver.perform(.accuracy)
        driver.distort = { $0 }
        driver.pressNext()
        driver.perform(.linearity)
        driver.simulator.advance(by: 2.2)
        driver.skip(to: .tap)
        driver.perform(.tap, share: 0.9)
        driver.simulator.advance(by: 5)
        driver.skip(to: .ghosts)
        driver.perform(.ghosts, share: 0.4)
        driver.tap(CGPoint(x: 100, y: 100))
        driver.simulator.advance(by: 12)
        #expect(driver.test.phase == .summary)
        try expect(driver, "summary-fail", screen)
    }

    @Test(
        "All pages on a small screen and on a screen of unknown size",
        arguments: [FieldTestDriver.Screen.small, .tall])
    func otherScreens(screen: FieldTestDriver.Screen) throws {
        let driver = FieldTestDriver(screen)
        try expect(driver, "welcome", screen)
        driver.tap(CGPoint(x: 60, y: 60))
        for guided in GuidedTest.allCases {
            driver.skip(to: guided)
            try expect(driver, "begin-\(guided.rawValue)", screen)
        }
        driver.pressNext()
        try expect(driver, "result", screen)
        driver.pressNext()
        try expect(driver, "summary", screen)
    }
}
