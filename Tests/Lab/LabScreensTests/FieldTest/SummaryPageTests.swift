import LabFieldTest
import LabScreens
import Testing
import TouchKit
import TouchKitTesting

/// Tests the layout of the field test's last page.
@Suite("Summary page of the field test", .serialized)
@MainActor
struct SummaryPageTests {
    /// Returns a field test that shows the summary, in which all tests are skipped.
    private func makeDriver(_ screen: FieldTestDriver.Screen) -> FieldTestDriver {
        let driver = FieldTestDriver(screen)
        driver.skip(to: .ghosts)
        driver.pressNext()
        driver.pressNext()
        #expect(driver.test.phase == .summary)
        return driver
    }

    @Test(
        "Each icon is beside the title of its test",
        arguments: [FieldTestDriver.Screen.landscape, .portrait, .tall])
    func icons(screen: FieldTestDriver.Screen) throws {
        let driver = makeDriver(screen)
        driver.simulator.window.layoutIfNeeded()
        let page = try #require(
            driver.controller.view.subviews.first { "\(type(of: $0))" == "SummaryPage" })
        // The first icon belongs to the verdict on the touchscreen.
        let icons = page.subviews.filter { "\(type(of: $0))" == "VerdictIconView" }.dropFirst()
        #expect(icons.count == GuidedTest.allCases.count)
        for (icon, guided) in zip(icons, GuidedTest.allCases) {
            let title = try #require(
                page.subviews.first { ($0 as? UILabel)?.text == guided.title })
            #expect(abs(icon.frame.midY - title.frame.midY) < 0.01, "\(guided)")
        }
    }
}
