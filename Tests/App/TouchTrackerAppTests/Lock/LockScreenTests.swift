import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerLock
import TouchTrackerTestSupport

/// The screen that asks for the pattern.
@Suite("Lock screen", .serialized)
@MainActor
struct LockScreenTests {
    private func asking(_ scene: Scene = .draw) -> MaintenanceStage {
        let stage = MaintenanceStage(scene)
        stage.hold()
        return stage
    }

    @Test("The right pattern opens the menu.")
    func right() {
        let stage = asking()
        stage.draw(stage.keeper.right)
        #expect(stage.texts.contains("…") && !stage.isMenuShown)
        stage.simulator.advance(by: 0.31)
        #expect(stage.isMenuShown && !stage.isLockShown)
        #expect(stage.overlay?.isSecret == false)
        stage.expectNothingLeft()
    }

    @Test("A wrong one doesn't, says so for three seconds, and the next may be tried.")
    func wrong() {
        let stage = asking()
        stage.draw([1, 2, 3, 6])
        stage.simulator.advance(by: 0.31)
        #expect(stage.texts.contains("Wrong"))
        stage.draw(stage.keeper.right)
        stage.simulator.advance(by: 2.8)
        #expect(stage.keeper.asked == 1)
        stage.simulator.advance(by: 0.3)
        #expect(stage.texts.contains("Draw the pattern"))
        stage.draw(stage.keeper.right)
        stage.simulator.advance(by: 0.31)
        #expect(stage.isMenuShown)
    }

    @Test("Less than four dots are no try.")
    func tooFew() {
        let stage = asking()
        stage.draw([1, 2, 3])
        stage.simulator.advance(by: 1)
        #expect(stage.keeper.asked == 0)
        #expect(stage.texts.contains("Draw the pattern"))
    }

    @Test("While one has to wait no dot takes a finger; seconds are counted, one wake-up for each.")
    func waiting() throws {
        let stage = MaintenanceStage(.touches)
        stage.keeper.wait(seconds: 20)
        stage.hold()
        // Three went by while it was asked.
        #expect(stage.texts.contains("Wait 17 s"))
        let view = try #require(stage.patternView)
        #expect(!view.isEnabled)
        stage.draw(stage.keeper.right)
        #expect(stage.keeper.asked == 0)
        stage.tap(CGPoint(x: 100, y: 100))
        var said: [String] = []
        var wakes = 0
        while let next = stage.application.nextDeadline, said.last != "Draw the pattern" {
            stage.simulator.advance(to: next.seconds)
            wakes += 1
            let text = stage.texts.first ?? ""
            if said.last != text { said.append(text) }
        }
        #expect(said == (1...16).reversed().map { "Wait \($0) s" } + ["Draw the pattern"])
        #expect(wakes == 17)
        #expect(view.isEnabled)
    }

    @Test("Minutes are said as such.")
    func minutes() {
        let stage = MaintenanceStage(.touches)
        stage.keeper.wait(seconds: 303)
        stage.hold()
        #expect(stage.texts.contains("Wait 5:00 min"))
        stage.simulator.advance(by: 1)
        #expect(stage.texts.contains("Wait 4:59 min"))
    }

    @Test(
        "Wrong tries wait as long as the keeper says, and what is left is said after the verdict.")
    func waitsAfterWrong() {
        let stage = asking()
        stage.keeper.waits = [30]
        stage.draw([1, 2, 3, 6])
        stage.simulator.advance(by: 0.31)
        #expect(stage.texts.contains("Wrong"))
        stage.simulator.advance(by: 3)
        #expect(stage.texts.contains("Wait 27 s"))
    }

    @Test("What can't be judged is said, and can be tried again.")
    func unavailable() {
        let stage = asking()
        stage.keeper.trouble = "The lock's file can't be read"
        stage.draw(stage.keeper.right)
        stage.simulator.advance(by: 0.31)
        #expect(stage.texts.contains("The lock's file can't be read"))
        stage.keeper.trouble = nil
        stage.draw(stage.keeper.right)
        stage.simulator.advance(by: 0.31)
        #expect(stage.isMenuShown)
    }

    @Test("A try that came too early waits.")
    func tooEarly() {
        let stage = asking()
        stage.keeper.judging = nil
        stage.draw(stage.keeper.right)
        stage.keeper.wait(seconds: 9)
        stage.keeper.answerNow()
        #expect(stage.texts.contains("Wait 9 s"))
    }

    // MARK: Going away

    @Test("It goes on Cancel.")
    func cancel() throws {
        let stage = asking()
        try stage.tap("Cancel")
        #expect(stage.overlay == nil)
        stage.expectNothingLeft()
        // The toolbar comes back, and nothing else is waited for.
        stage.simulator.advance(by: 3)
        #expect(stage.application.nextDeadline == nil)
    }

    @Test(
        "It goes 30 seconds after the last touch, also while one has to wait.",
        arguments: [0.0, 300])
    func idle(wait: Double) {
        let stage = asking(.touches)
        stage.keeper.wait(seconds: wait)
        stage.simulator.advance(by: 20)
        stage.tap(CGPoint(x: 5, y: 5))
        stage.simulator.advance(by: 29.8)
        #expect(stage.overlay != nil)
        stage.simulator.advance(by: 0.3)
        #expect(stage.overlay == nil)
        #expect(stage.application.nextDeadline == nil)
    }

    @Test("It goes with the display, and doesn't come back with it.")
    func display() {
        let stage = asking()
        stage.draw([1, 2, 3, 6])
        stage.simulator.advance(by: 0.1)
        stage.application.resignActive()
        #expect(stage.overlay == nil)
        stage.simulator.advance(by: 5)
        stage.application.becomeActive()
        #expect(stage.overlay == nil)
        stage.expectNothingLeft()
    }

    @Test(
        "The right answer to somebody who went away opens nothing, not even for who asks meanwhile."
    )
    func lateAnswer() throws {
        let stage = asking()
        stage.keeper.judging = nil
        stage.draw(stage.keeper.right)
        try stage.tap("Cancel")
        stage.hold()
        #expect(stage.isLockShown)
        // The keeper is busy: no other one can be tried.
        #expect(stage.texts.contains("…"))
        #expect(stage.patternView?.isEnabled == false)
        stage.keeper.answerNow()
        #expect(stage.isLockShown && !stage.isMenuShown)
        #expect(stage.texts.contains("Draw the pattern"))
        try stage.tap("Cancel")
        stage.hold()
        stage.draw(stage.keeper.right)
        try stage.tap("Cancel")
        stage.keeper.answerNow()
        #expect(stage.overlay == nil)
    }

    @Test("A finger on the dots when it goes is taken back, and its pattern is wiped.")
    func fingerOnDots() throws {
        let stage = asking()
        let view = try #require(stage.patternView)
        stage.simulator.down(1, at: view.convert(view.center(ofDot: 1), to: nil))
        stage.simulator.move(1, to: view.convert(view.center(ofDot: 2), to: nil))
        #expect(view.pattern.dots == [1, 2])
        try stage.tap("Cancel")
        #expect(view.pattern.count == 0 && view.state == .waiting)
        stage.simulator.move(1, to: CGPoint(x: 10, y: 10))
        stage.simulator.up(1)
        #expect(stage.keeper.asked == 0)
        stage.expectNothingLeft()
    }

    // MARK: What lies below

    @Test("The scene gets no touch while it is there, and its timers go on.")
    func sceneBelow() throws {
        let stage = MaintenanceStage(.pulse)
        let pulse = try #require(stage.scene?.view as? PulseView)
        stage.hold()
        let began = pulse.touchCounts.began
        stage.draw([1, 5, 9])
        stage.tap(CGPoint(x: 400, y: 240))
        #expect(pulse.touchCounts.began == began)
        #expect(stage.application.keyWindow === stage.sceneWindow)
    }

    @Test("It covers the whole screen, and still does when the screen gets another size.")
    func anotherScreen() throws {
        let stage = asking()
        stage.simulator.down(1, at: CGPoint(x: 5, y: 5))
        stage.turn(.clockwise90)
        let overlay = try #require(stage.overlay)
        #expect(overlay.frame == CGRect(x: 0, y: 0, width: 480, height: 800))
        stage.simulator.up(1)
        stage.draw(stage.keeper.right)
        stage.simulator.advance(by: 0.31)
        #expect(stage.isMenuShown)
    }

    @Test("Asked again while it is there, it stays the same.")
    func twice() {
        let stage = asking()
        let overlay = stage.overlay
        stage.hold()
        #expect(stage.overlay === overlay)
        stage.draw(stage.keeper.right)
        stage.simulator.advance(by: 0.31)
        #expect(stage.isMenuShown)
        stage.hold()
        // Three fingers on the menu are three fingers on the menu.
        #expect(!stage.isLockShown)
    }

    @Test("No log, trace or observer is told anything of it.")
    func silence() throws {
        let stage = asking()
        var lines: [String] = []
        stage.application.gestureLog = { lines.append($0) }
        stage.application.touchTrace = { lines.append($0) }
        stage.application.gestureObserver = { lines.append("\($0)") }
        stage.draw([1, 2, 3, 6, 5])
        stage.tap(CGPoint(x: 100, y: 100))
        #expect(lines == [])
        stage.simulator.advance(by: 4)
        try stage.tap("Cancel")
        stage.tap(CGPoint(x: 100, y: 100))
        #expect(!lines.isEmpty)
    }
}
