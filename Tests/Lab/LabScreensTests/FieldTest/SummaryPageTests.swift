import LabFieldTest
import LabScreens
import Testing
import TouchKit
import TouchKitTesting

/// Tests the layout of the field test's last page.
@Suite("Summary page of the field test", .serialized)
@MainActor
struct SummaryPageTests {
    /// A QVGA screen of unknown size.
    private nonisolated static let smallest = FieldTestDriver.Screen(
        width: 320, height: 240, scale: 1)

    private nonisolated static let shortName = "0007-raspberry-pi-4-goodix"
    private nonisolated static let longName =
        "0007-raspberry-pi-4-model-b-rev-1-4-goodix-capacitive-touchscreen"

    /// Returns a field test that shows the summary, in which all tests are skipped.
    ///
    /// - Parameters:
    ///   - screen: The screen.
    ///   - reportStatus: The line about storing the report, or `nil` for none.
    private func makeDriver(
        _ screen: FieldTestDriver.Screen, reportStatus: String? = nil
    ) -> FieldTestDriver {
        let driver = FieldTestDriver(screen)
        driver.controller.setup.onReport = { _, _, showStatus in
            if let reportStatus { showStatus(reportStatus) }
        }
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

    @Test(
        "The name of the touchscreen and the report are shown beside or below a long verdict",
        arguments: [FieldTestDriver.Screen.landscape, .portrait, .tall, .small, smallest])
    func details(screen: FieldTestDriver.Screen) throws {
        let driver = makeDriver(screen, reportStatus: "Report \(Self.shortName)")
        let details = try #require(
            driver.visibleLabels.first { $0.text?.contains("\nReport 0007-") == true })
        #expect(details.frame.width >= 120 && details.frame.height >= 20)
        #expect(driver.layout.stage.bounds.contains(details.frame))
        for label in driver.visibleLabels where label !== details {
            #expect(
                !label.convert(label.bounds, to: nil).intersects(details.frame),
                "\(label.text ?? "")")
        }
    }

    @Test(
        "A long report name is shown whole",
        arguments: [
            (.landscape, longName), (.portrait, longName), (.tall, longName), (.small, shortName),
            (smallest, shortName),
        ] as [(FieldTestDriver.Screen, String)])
    func wholeName(screen: FieldTestDriver.Screen, name: String) throws {
        let reportStatus = "Report \(name)"
        let driver = makeDriver(screen, reportStatus: reportStatus)
        let details = try #require(
            driver.visibleLabels.first { $0.text?.contains(reportStatus) == true })
        let needed = details.sizeThatFits(CGSize(width: details.frame.width, height: 0))
        #expect(needed.height <= details.frame.height + 0.01)
        #expect(details.font.pointSize >= 11)
    }
}
