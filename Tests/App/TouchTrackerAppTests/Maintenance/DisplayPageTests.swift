import KioskServices
import Testing
import TouchKit
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

/// How the picture is turned, scaled and lit.
@Suite("Display page", .serialized)
@MainActor
struct DisplayPageTests {
    private func page(
        width: CGFloat = 800, height: CGFloat = 480, scale: CGFloat = 1, brightness: Double? = nil
    ) throws -> MaintenanceStage {
        let stage = MaintenanceStage(.touches, width: width, height: height, scale: scale)
        stage.panel.brightness = brightness
        stage.openMenu()
        try stage.tap(.display)
        return stage
    }

    private func titles(_ stage: MaintenanceStage) -> [String] {
        stage.views(UIButton.self).compactMap(\.currentTitle)
    }

    @Test(
        "Scales are offered that leave at least 320 points each way, and the one there is.",
        arguments: [
            ((800.0, 480.0), 1.0, ["1×", "1.5×"]), ((1_280, 720), 1, ["1×", "1.5×", "2×"]),
            ((400, 240), 2, ["1×", "1.5×", "2×"]), ((1_000, 1_000), 1, ["1×", "1.5×", "2×", "3×"]),
            ((640, 480), 1.25, ["1×", "1.25×", "1.5×"]),
        ])
    func scales(size: (Double, Double), scale: Double, offered: [String]) throws {
        let stage = try page(width: size.0, height: size.1, scale: scale)
        #expect(titles(stage).filter { $0.hasSuffix("×") } == offered)
        let chosen = stage.views(UIButton.self).filter(\.isSelected).compactMap(\.currentTitle)
        #expect(chosen.first == "0°" && chosen.count == 2)
        #expect(chosen.last?.hasPrefix("\(scale)".replacing(".0", with: "")) == true)
    }

    @Test("A turned picture that isn't kept within 15 seconds goes back.")
    func goesBack() throws {
        let stage = try page()
        try stage.tap("90°")
        #expect(stage.panel.rotation == .clockwise90)
        #expect(stage.overlay?.bounds.size == CGSize(width: 480, height: 800))
        #expect(stage.texts.contains("It goes back in 15 s"))
        stage.simulator.advance(by: 14.9)
        #expect(stage.texts.contains("It goes back in 1 s"))
        #expect(stage.panel.rotation == .clockwise90)
        stage.simulator.advance(by: 0.2)
        #expect(stage.panel.shown == ["90° 1.0", "0° 1.0"])
        #expect(stage.panel.kept == [])
        #expect(titles(stage).contains("90°"))
    }

    @Test("Kept, it stays.")
    func keep() throws {
        let stage = try page()
        try stage.tap("1.5×")
        try stage.tap("Keep")
        stage.simulator.advance(by: 30)
        #expect(stage.panel.shown == ["0° 1.5"])
        #expect(stage.panel.kept == ["0° 1.5"])
        #expect(
            stage.views(UIButton.self).filter(\.isSelected).map(\.currentTitle) == ["0°", "1.5×"])
        try stage.tap("1.5×")
        #expect(stage.panel.shown == ["0° 1.5"])
    }

    @Test(
        "It goes back at once when asked to, when the page is left, and when the menu goes.",
        arguments: ["Go back", "Back", "Done"])
    func goesBackAtOnce(title: String) throws {
        let stage = try page()
        try stage.tap("180°")
        try stage.tap(title)
        #expect(stage.panel.shown == ["180° 1.0", "0° 1.0"])
        stage.simulator.advance(by: 70)
        #expect(stage.panel.shown.count == 2)
        #expect(stage.panel.kept == [])
        #expect(stage.overlay == nil)
        #expect(stage.application.nextDeadline == nil)
    }

    @Test("After a picture has gone back the same scales are offered as before.")
    func scalesAfterwards() throws {
        let stage = try page()
        try stage.tap("1.5×")
        #expect(stage.overlay?.bounds.width == 800 / 1.5)
        try stage.tap("Go back")
        #expect(stage.overlay?.bounds.width == 800)
        #expect(titles(stage).filter { $0.hasSuffix("×") } == ["1×", "1.5×"])
        try stage.tap("1.5×")
        try stage.tap("Keep")
        #expect(titles(stage).filter { $0.hasSuffix("×") } == ["1×", "1.5×"])
    }

    @Test(
        "A display that goes while a picture is tried doesn't end the trial, but the menu goes with it.",
        arguments: [nil, "Keep", "Go back", "Back", "Done"])
    func displayGoes(title: String?) throws {
        let stage = try page()
        try stage.tap("90°")
        stage.application.resignActive()
        stage.application.becomeActive()
        #expect(stage.overlay != nil)
        if let title { try stage.tap(title) } else { stage.simulator.advance(by: 15.1) }
        #expect(stage.overlay == nil)
        #expect(stage.panel.rotation == (title == "Keep" ? .clockwise90 : .none))
        #expect(stage.panel.kept.count == (title == "Keep" ? 1 : 0))
        // The next time it is as ever.
        stage.endTurn()
        stage.openMenu()
        #expect(stage.isMenuShown)
        try stage.tap(.display)
        try stage.tap("180°")
        try stage.tap("Go back")
        #expect(stage.overlay != nil)
    }

    @Test("Nothing is kept where the program is ended during a trial.")
    func endDuringTrial() throws {
        let stage = try page()
        try stage.tap("90°")
        stage.application.terminate()
        #expect(stage.panel.kept == [])
    }

    @Test("Brightness is there where there is a backlight, and goes in steps between its ends.")
    func brightness() throws {
        #expect(try !titles(page()).contains("+"))
        let stage = try page(brightness: 0.85)
        #expect(stage.texts.contains("85 %"))
        try stage.tap("+")
        #expect(stage.panel.brightness == 1)
        #expect(stage.texts.contains("100 %"))
        let plus = try #require(stage.views(UIButton.self).first { $0.currentTitle == "+" })
        #expect(!plus.isEnabled)
        for _ in 0..<12 { try stage.tap("–") }
        #expect(stage.panel.brightness == 0)
        stage.panel.trouble = "The backlight can't be written"
        try stage.tap("+")
        #expect(stage.panel.brightness == 0)
        #expect(stage.texts.contains("The backlight can't be written"))
        // It may be unplugged while the page is shown.
        stage.panel.brightness = nil
        try stage.tap("+")
        #expect(!titles(stage).contains("+"))
    }

    @Test("Buttons are at least 44 points on the smallest screens.")
    func targets() throws {
        for (width, height) in [(400.0, 240.0), (360, 640)] {
            let stage = try page(width: width, height: height, brightness: 0.5)
            for button in stage.views(UIButton.self) {
                #expect(button.bounds.width >= 44 && button.bounds.height >= 44)
            }
            try stage.tap("180°")
            for button in stage.views(UIButton.self) {
                #expect(button.bounds.width >= 44 && button.bounds.height >= 44)
            }
        }
    }
}
