import KioskServices
import Testing
import TouchKit
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerAppTestSupport
import TouchTrackerTestSupport

/// The page that changes rotation, scale and brightness of the picture.
@Suite("Display page", .serialized)
@MainActor
struct DisplayPageTests {
    /// Launches the app and opens the display page.
    private func appWithPage(
        width: CGFloat = 800, height: CGFloat = 480, scale: CGFloat = 1, brightness: Double? = nil
    ) throws -> MaintenanceTestApp {
        let app = MaintenanceTestApp(.touches, width: width, height: height, scale: scale)
        app.screen.brightness = brightness
        app.openMenu()
        try app.tap(.display)
        return app
    }

    private func buttonTitles(_ app: MaintenanceTestApp) -> [String] {
        app.views(UIButton.self).compactMap(\.currentTitle)
    }

    @Test(
        "The page offers the present scale, and those at which each side has at least 320 points.",
        arguments: [
            ((800.0, 480.0), 1.0, ["1×", "1.5×"]), ((1_280, 720), 1, ["1×", "1.5×", "2×"]),
            ((400, 240), 2, ["1×", "1.5×", "2×"]), ((1_000, 1_000), 1, ["1×", "1.5×", "2×", "3×"]),
            ((640, 480), 1.25, ["1×", "1.25×", "1.5×"]),
        ])
    func scales(size: (Double, Double), scale: Double, expected: [String]) throws {
        let app = try appWithPage(width: size.0, height: size.1, scale: scale)
        #expect(buttonTitles(app).filter { $0.hasSuffix("×") } == expected)
        let selected = app.views(UIButton.self).filter(\.isSelected).compactMap(\.currentTitle)
        #expect(selected == ["0°", "\(scale)".replacing(".0", with: "") + "×"])
    }

    @Test("A new rotation that is not confirmed within 15 seconds reverts.")
    func timeout() throws {
        let app = try appWithPage()
        try app.tap("90°")
        #expect(app.screen.rotation == .clockwise90)
        #expect(app.overlay?.bounds.size == CGSize(width: 480, height: 800))
        #expect(app.texts.contains("It goes back in 15 s"))
        app.simulator.advance(by: 14.9)
        #expect(app.texts.contains("It goes back in 1 s"))
        #expect(app.screen.rotation == .clockwise90)
        app.simulator.advance(by: 0.2)
        #expect(app.screen.appliedSettings == ["90° 1.0", "0° 1.0"])
        #expect(app.screen.savedSettings == [])
        #expect(buttonTitles(app).contains("90°"))
    }

    @Test("A confirmed scale is saved.")
    func confirmation() throws {
        let app = try appWithPage()
        try app.tap("1.5×")
        try app.tap("Keep")
        app.simulator.advance(by: 30)
        #expect(app.screen.appliedSettings == ["0° 1.5"])
        #expect(app.screen.savedSettings == ["0° 1.5"])
        #expect(
            app.views(UIButton.self).filter(\.isSelected).map(\.currentTitle) == ["0°", "1.5×"])
        try app.tap("1.5×")
        #expect(app.screen.appliedSettings == ["0° 1.5"])
    }

    @Test(
        "A new rotation reverts by Go back, and when the page or the menu closes.",
        arguments: ["Go back", "Back", "Done"])
    func reverting(title: String) throws {
        let app = try appWithPage()
        try app.tap("180°")
        try app.tap(title)
        #expect(app.screen.appliedSettings == ["180° 1.0", "0° 1.0"])
        app.simulator.advance(by: 70)
        #expect(app.screen.appliedSettings.count == 2)
        #expect(app.screen.savedSettings == [])
        #expect(app.overlay == nil)
        #expect(app.application.nextDeadline == nil)
    }

    @Test("After a change was reverted or confirmed, the same scales are offered as before.")
    func scalesAfterChange() throws {
        let app = try appWithPage()
        try app.tap("1.5×")
        #expect(app.overlay?.bounds.width == 800 / 1.5)
        try app.tap("Go back")
        #expect(app.overlay?.bounds.width == 800)
        #expect(buttonTitles(app).filter { $0.hasSuffix("×") } == ["1×", "1.5×"])
        try app.tap("1.5×")
        try app.tap("Keep")
        #expect(buttonTitles(app).filter { $0.hasSuffix("×") } == ["1×", "1.5×"])
    }

    @Test(
        "If the display is lost during a pending change, the menu closes when the change ends.",
        arguments: [nil, "Keep", "Go back", "Back", "Done"])
    func displayLost(title: String?) throws {
        let app = try appWithPage()
        try app.tap("90°")
        app.application.resignActive()
        app.application.becomeActive()
        #expect(app.overlay != nil)
        if let title { try app.tap(title) } else { app.simulator.advance(by: 15.1) }
        #expect(app.overlay == nil)
        #expect(app.screen.rotation == (title == "Keep" ? .clockwise90 : .none))
        #expect(app.screen.savedSettings.count == (title == "Keep" ? 1 : 0))
        // The next change does not close the menu.
        app.performPendingCalls()
        app.openMenu()
        #expect(app.isMenuShown)
        try app.tap(.display)
        try app.tap("180°")
        try app.tap("Go back")
        #expect(app.overlay != nil)
    }

    @Test("A pending change is not saved when the app terminates.")
    func terminatedDuringChange() throws {
        let app = try appWithPage()
        try app.tap("90°")
        app.application.terminate()
        #expect(app.screen.savedSettings == [])
    }

    @Test("With a backlight, the page changes the brightness in steps of 10 %.")
    func brightness() throws {
        #expect(try !buttonTitles(appWithPage()).contains("+"))
        let app = try appWithPage(brightness: 0.85)
        #expect(app.texts.contains("85 %"))
        try app.tap("+")
        #expect(app.screen.brightness == 1)
        #expect(app.texts.contains("100 %"))
        let plus = try #require(app.views(UIButton.self).first { $0.currentTitle == "+" })
        #expect(!plus.isEnabled)
        for _ in 0..<12 { try app.tap("–") }
        #expect(app.screen.brightness == 0)
        app.screen.brightnessError = "The backlight cannot be set"
        try app.tap("+")
        #expect(app.screen.brightness == 0)
        #expect(app.texts.contains("The backlight cannot be set"))
        // A backlight that disappears while the page is open.
        app.screen.brightness = nil
        try app.tap("+")
        #expect(!buttonTitles(app).contains("+"))
    }

    @Test("Buttons are at least 44 points on the smallest screens.")
    func buttonSizes() throws {
        for (width, height) in [(400.0, 240.0), (360, 640)] {
            let app = try appWithPage(width: width, height: height, brightness: 0.5)
            for button in app.views(UIButton.self) {
                #expect(button.bounds.width >= 44 && button.bounds.height >= 44)
            }
            try app.tap("180°")
            #expect(buttonTitles(app).contains("Keep"))
            for button in app.views(UIButton.self) {
                #expect(button.bounds.width >= 44 && button.bounds.height >= 44)
            }
        }
    }
}
