import KioskServices
import LabFieldTest
import LabScreens
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerAppTestSupport
import TouchTrackerTestSupport

@Suite("FieldTestViewController", .serialized)
@MainActor
struct FieldTestViewControllerTests {
    // MARK: A whole test

    @Test(
        "A good touchscreen passes all tests and gives one report",
        arguments: FieldTestDriver.screens)
    func goodTouchscreen(screen: FieldTestDriver.Screen) {
        let driver = FieldTestDriver(screen)
        driver.performAll()
        #expect(driver.test.phase == .summary)
        #expect(driver.reports.count == 1)
        #expect(driver.reports.first?.verdict == .pass)
        for outcome in driver.reports.first?.outcomes ?? [] {
            #expect(outcome.verdict == .pass, "\(outcome.test): \(outcome.finding)")
        }
        #expect(driver.doneCount == 0)
        driver.pressNext()
        driver.tap(CGPoint(x: 60, y: 60))
        #expect(driver.doneCount == 1 && driver.reports.count == 1)
    }

    @Test("A page that is not touched ends at its deadline without touch frames")
    func deadlines() {
        let driver = FieldTestDriver()
        driver.skip(to: .coverage)
        driver.simulator.advance(by: 29)
        #expect(driver.test.phase == .testing(.coverage))
        driver.simulator.advance(by: 1.1)
        guard case .result(.coverage, _) = driver.test.phase else {
            Issue.record("\(driver.test.phase)")
            return
        }
        driver.simulator.advance(by: 2.1)
        #expect(driver.test.phase == .testing(.accuracy))
        driver.simulator.advance(by: 400)
        #expect(driver.test.phase == .summary)
        #expect(driver.reports.count == 1)
        // The summary schedules nothing.
        #expect(driver.simulator.application.nextDeadline == nil)
    }

    @Test("A touch frame that arrives late counts for the time of its timestamp")
    func lateFrames() throws {
        let driver = FieldTestDriver()
        driver.skip(to: .accuracy)
        let deadline = try #require(driver.test.nextDeadline)
        driver.simulator.advance(to: deadline.seconds - 0.15)
        driver.reportFrame([(0, driver.layout.crosses[0])])
        let time = deadline.advanced(byMicroseconds: -1_000)
        driver.simulator.advance(to: deadline.seconds + 0.03)
        #expect(driver.test.accuracy?.taps.count == 0)
        driver.reportFrame([(0, nil)], at: time)
        #expect(driver.test.accuracy?.taps.count == 1)
        #expect(driver.test.accuracy?.taps.compactMap { $0 }.count == 1)
    }

    @Test("Frames that a busy machine reads late have the intervals of their timestamps")
    func pendingFrames() throws {
        let driver = FieldTestDriver()
        driver.skip(to: .latency)
        driver.drawCircle(seconds: 1, lifts: false)
        // The main loop reads nothing for 0.3 s, while the controller's calls are performed.
        let began = driver.simulator.time
        var count = 0
        driver.rawTouches.onRead = { [unowned driver] in
            while case let time = began + Double(count) * FieldTestDriver.reportInterval,
                time <= driver.simulator.time
            {
                driver.reportFrame(
                    [(0, CGPoint(x: 200 + count % 2 * 40, y: 200))], at: Timestamp(seconds: time))
                count += 1
            }
        }
        driver.simulator.advance(by: 0.3)
        driver.rawTouches.read()
        #expect(count == 38)
        driver.rawTouches.onRead = nil
        driver.reportFrame([(0, nil)])
        driver.pressNext()
        let measurements = driver.test.outcome(of: .latency)?.measurements
        let gap = try #require(measurements?.first { $0.limit.name == "latency.gap-ms" })
        #expect(abs(gap.value - 8) < 0.01)
    }

    @Test("If all pages are skipped, the summary lists all tests as not done")
    func skipping() {
        let driver = FieldTestDriver()
        driver.tap(CGPoint(x: 60, y: 60))
        for _ in 0..<2 * GuidedTest.allCases.count { driver.pressNext() }
        #expect(driver.test.phase == .summary)
        #expect(driver.reports.first?.verdict == .incomplete)
        #expect(driver.texts.filter { $0 == "Not done" }.count == GuidedTest.allCases.count)
        #expect(driver.texts.contains("Incomplete") && driver.texts.contains("Done"))
    }

    // MARK: Inputs

    @Test("The latency test measures latencies to scanout from frames since the movement began")
    func scanout() throws {
        let driver = FieldTestDriver()
        driver.skip(to: .latency)
        driver.frames.addFrame(latency: 400_000)
        for _ in 0..<11 {
            driver.drawCircle(seconds: 0.5, lifts: false)
            driver.frames.addFrame(latency: 30_000)
        }
        let outcome = try #require(driver.test.outcome(of: .latency))
        let figure = try #require(
            outcome.measurements.first { $0.limit.name == "latency.scanout-ms" })
        #expect(figure.value == 30)
    }

    @Test("Without vblanks, the latency test measures no latency to scanout")
    func noVblank() throws {
        let driver = FieldTestDriver()
        driver.frames.hasVblank = false
        driver.skip(to: .latency)
        for _ in 0..<11 {
            driver.drawCircle(seconds: 0.5, lifts: false)
            driver.frames.addFrame(latency: 30_000)
        }
        let outcome = try #require(driver.test.outcome(of: .latency))
        #expect(outcome.measurements.map(\.limit.name) == ["latency.reports-hz", "latency.gap-ms"])
    }

    @Test("UITouches have no effect, only raw touch frames")
    func uiTouches() {
        let driver = FieldTestDriver()
        driver.simulator.down(1, at: CGPoint(x: 100, y: 100))
        driver.simulator.advance(by: 0.1)
        driver.simulator.up(1)
        #expect(driver.test.phase == .welcome)
    }

    // MARK: Calibration

    @Test("Applying the proposed calibration reports it once and corrects the touchscreen")
    func calibration() {
        let driver = FieldTestDriver()
        driver.skip(to: .accuracy)
        driver.distort = { CGPoint(x: 1 - $0.x, y: $0.y) }
        driver.perform(.accuracy)
        #expect(driver.test.offersCalibration)
        #expect(driver.texts.contains("Apply"))
        driver.pressApply()
        #expect(driver.test.phase == .testing(.accuracy))
        #expect(driver.calibrations.count == 1)
        driver.perform(.accuracy)
        #expect(driver.test.outcome(of: .accuracy)?.verdict == .pass)
        #expect(!driver.texts.contains("Apply"))
        #expect(driver.calibrations.count == 1)
    }

    /// Applies a calibration for a mirrored x axis, and waits for the summary.
    private func applyCalibration(_ driver: FieldTestDriver) {
        driver.skip(to: .accuracy)
        driver.distort = { CGPoint(x: 1 - $0.x, y: $0.y) }
        driver.perform(.accuracy)
        driver.pressApply()
        driver.perform(.accuracy)
        // All other pages end at their deadlines.
        driver.simulator.advance(by: 600)
        #expect(driver.test.phase == .summary)
    }

    @Test("An applied calibration is stored when the summary is dismissed, not before")
    func storedCalibration() {
        let driver = FieldTestDriver()
        applyCalibration(driver)
        #expect(driver.texts.contains { $0.contains("Done keeps the calibration") })
        #expect(driver.devicesToStore.isEmpty)
        driver.pressNext()
        #expect(driver.doneCount == 1)
        #expect(driver.devicesToStore == [driver.touchscreen.id])
    }

    @Test("If calibrations cannot be stored, the summary does not state that Done keeps one")
    func temporaryCalibration() {
        let driver = FieldTestDriver()
        driver.controller.setup.onStoreCalibration = nil
        applyCalibration(driver)
        #expect(driver.test.appliedCalibration != nil)
        #expect(!driver.texts.contains { $0.contains("Done keeps") })
        driver.pressNext()
        #expect(driver.doneCount == 1)
    }

    @Test("Without an applied calibration none is stored")
    func nothingToStore() {
        let driver = FieldTestDriver()
        driver.performAll()
        driver.pressNext()
        #expect(driver.doneCount == 1)
        #expect(driver.devicesToStore.isEmpty)
    }

    // MARK: Lifetime

    @Test("The controller observes touchscreens and schedules calls only while it is visible")
    func observing() {
        let driver = FieldTestDriver()
        #expect(driver.rawTouches.observers.count == 1)
        driver.skip(to: .ghosts)
        driver.simulator.window.rootViewController = nil
        #expect(driver.rawTouches.observers.isEmpty)
        #expect(driver.simulator.application.nextDeadline == nil)
        let phase = driver.test.phase
        driver.simulator.advance(by: 60)
        #expect(driver.test.phase == phase)
    }

    @Test("A removed controller is deallocated")
    func lifetime() {
        let driver = FieldTestDriver()
        weak var controller: FieldTestViewController?
        do {
            let other = FieldTestViewController(rawTouches: driver.rawTouches)
            controller = other
            driver.simulator.window.rootViewController = other
        }
        #expect(controller != nil)
        driver.simulator.window.rootViewController = nil
        #expect(controller == nil)
    }

    @Test("A change of the screen's geometry restarts the test with the new geometry")
    func rotated() {
        let driver = FieldTestDriver()
        driver.skip(to: .jitter)
        let rotated = ScreenGeometry(scanoutWidth: 800, scanoutHeight: 480, rotation: .clockwise90)
        driver.simulator.application.changeScreenGeometry(to: rotated)
        driver.simulator.window.layoutIfNeeded()
        #expect(driver.test.phase == .welcome)
        #expect(driver.test.stage.geometry == rotated)
        #expect(driver.test.stage.millimeters == CGSize(width: 86, height: 154))
        // A rotation by 180° changes the size of no view.
        driver.skip(to: .coverage)
        let opposite = ScreenGeometry(
            scanoutWidth: 800, scanoutHeight: 480, rotation: .clockwise270)
        driver.simulator.application.changeScreenGeometry(to: opposite)
        driver.reportFrame([(0, CGPoint(x: 50, y: 50))])
        #expect(driver.test.phase == .welcome)
        #expect(driver.test.stage.geometry == opposite)
        #expect(driver.reports.isEmpty)
    }

    @Test(
        "The touchscreen that is touched first is tested, and its disconnection restarts the test")
    func touchscreens() {
        let driver = FieldTestDriver(touchscreenCount: 2)
        var other = driver.rawTouches.touchscreens[1]
        other.slotCount = 2
        driver.rawTouches.touchscreens[1] = other
        var frame = TouchFrame(
            device: other.id, time: Timestamp(seconds: 1),
            contacts: [
                TouchContact(
                    slot: 0, trackingID: 1, state: .down, position: CGPoint(x: 0.5, y: 0.5))
            ])
        driver.simulator.advance(to: 1)
        driver.rawTouches.report(frame, of: other)
        #expect(driver.test.device == other.id)
        #expect(driver.test.stage.slotCount == 2)
        driver.simulator.advance(to: 1.1)
        frame.time = Timestamp(seconds: 1.1)
        frame.contacts[0].state = .up
        driver.rawTouches.report(frame, of: other)
        #expect(driver.test.phase == .testing(.coverage))
        driver.rawTouches.touchscreens.removeLast()
        #expect(driver.test.phase == .welcome && driver.test.stage.slotCount == 10)
        driver.rawTouches.touchscreens = []
        #expect(driver.texts.contains("No touch panel is plugged in"))
    }

    // MARK: Drawing

    @Test("On the coverage page only newly touched cells are redrawn")
    func damageOfCoverage() {
        let driver = FieldTestDriver()
        driver.skip(to: .coverage)
        let cell = driver.layout.cell(column: 10, row: 12)
        let position = CGPoint(x: cell.midX, y: cell.midY)
        driver.reportFrame([(0, position)])
        _ = driver.simulator.render()
        let next = CGPoint(x: cell.midX + cell.width, y: cell.midY)
        driver.reportFrame([(0, next)])
        // The cell, and two columns of the progress bar.
        let pixels = driver.damagedPixelCount
        #expect(pixels > 0 && pixels <= (Int(cell.width) + 1) * (Int(cell.height) + 1) + 2 * 6)
        _ = driver.simulator.render()
        driver.reportFrame([(0, CGPoint(x: next.x + 1, y: next.y))])
        #expect(driver.damagedPixelCount == 0)
    }

    // MARK: Layout

    @Test(
        "Texts and buttons lie on the screen, and no text covers a target",
        arguments: [
            (800.0, 480.0, 1.0), (480, 800, 1), (360, 640, 2), (400, 240, 2), (1_280, 720, 1),
            (1_024, 600, 1),
        ])
    func layout(width: Double, height: Double, scale: Double) {
        let driver = FieldTestDriver(
            FieldTestDriver.Screen(width: width, height: height, scale: scale))
        let bounds = CGRect(x: 0, y: 0, width: width, height: height)
        for guided in GuidedTest.allCases {
            driver.skip(to: guided)
            #expect(driver.visibleLabels.contains { !driver.belongsToPage($0) })
            for label in driver.visibleLabels where !driver.belongsToPage(label) {
                let frame = label.convert(label.bounds, to: nil)
                #expect(bounds.contains(frame), "\(guided): \(label.text ?? "")")
                for target in driver.targets(of: guided) {
                    #expect(!frame.intersects(target), "\(guided): \(label.text ?? "")")
                }
            }
            for label in driver.visibleLabels {
                let needed = label.sizeThatFits(CGSize(width: label.bounds.width, height: 0))
                #expect(needed.height <= label.bounds.height + 0.5, "\(label.text ?? "")")
                #expect(needed.width <= label.bounds.width + 0.5, "\(label.text ?? "")")
                if !driver.isOnButton(label) {
                    #expect(label.font.pointSize >= 14, "\(guided): \(label.text ?? "")")
                }
            }
        }
    }

    @Test(
        "A result with a proposal ends above the buttons, if necessary without the udev rule",
        arguments: [(320.0, 240.0, 1.0), (400, 240, 2), (800, 480, 1)])
    func proposal(width: Double, height: Double, scale: Double) {
        let driver = FieldTestDriver(
            FieldTestDriver.Screen(width: width, height: height, scale: scale))
        driver.skip(to: .accuracy)
        driver.distort = { CGPoint(x: 1 - $0.x, y: $0.y * 1.05 + 0.03) }
        driver.perform(.accuracy)
        #expect(driver.test.offersCalibration)
        for label in driver.visibleLabels where driver.belongsToPage(label) {
            let frame = label.convert(label.bounds, to: nil)
            #expect(frame.maxY <= driver.layout.nextButton.minY, "\(label.text ?? "")")
        }
        #expect(driver.texts.contains("Apply a calibration that mends this?"))
        #expect(driver.texts.contains { $0.hasPrefix("ACTION==") } == (height > 240))
    }
}
