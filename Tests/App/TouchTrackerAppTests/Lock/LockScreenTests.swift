import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerAppTestSupport
import TouchTrackerLock
import TouchTrackerTestSupport

/// The lock screen, on which the user draws the unlock pattern.
@Suite("Lock screen", .serialized)
@MainActor
struct LockScreenTests {
    /// Launches the app and opens the lock.
    private func appWithLock(_ scene: Scene = .draw) -> MaintenanceTestApp {
        let app = MaintenanceTestApp(scene)
        app.holdThreeFingers()
        return app
    }

    @Test("The correct pattern opens the menu.")
    func correctPattern() {
        let app = appWithLock()
        app.drawPattern(app.authenticator.correctDots)
        #expect(app.texts.contains("…") && !app.isMenuShown)
        app.simulator.advance(by: 0.31)
        #expect(app.isMenuShown && !app.isLockShown)
        #expect(app.overlay?.isSecret == false)
        app.expectNoTouchesLeft()
    }

    @Test("A wrong pattern shows a message for three seconds; then another one can be drawn.")
    func wrongPattern() {
        let app = appWithLock()
        app.drawPattern([1, 2, 3, 6])
        app.simulator.advance(by: 0.31)
        #expect(app.texts.contains("Wrong"))
        app.drawPattern(app.authenticator.correctDots)
        app.simulator.advance(by: 2.8)
        #expect(app.authenticator.checkCount == 1)
        app.simulator.advance(by: 0.3)
        #expect(app.texts.contains("Draw the pattern"))
        app.drawPattern(app.authenticator.correctDots)
        app.simulator.advance(by: 0.31)
        #expect(app.isMenuShown)
    }

    @Test("A pattern with fewer than four dots is not checked.")
    func tooFewDots() {
        let app = appWithLock()
        app.drawPattern([1, 2, 3])
        app.simulator.advance(by: 1)
        #expect(app.authenticator.checkCount == 0)
        #expect(app.texts.contains("Draw the pattern"))
    }

    @Test(
        "During a lockout the dots are disabled and the seconds are counted down, one timer each.")
    func lockout() throws {
        let app = MaintenanceTestApp(.touches)
        app.authenticator.lockOut(forSeconds: 20)
        app.holdThreeFingers()
        // The hold itself took three seconds.
        #expect(app.texts.contains("Wait 17 s"))
        let view = try #require(app.patternView)
        #expect(!view.isEnabled)
        app.drawPattern(app.authenticator.correctDots)
        #expect(app.authenticator.checkCount == 0)
        app.tap(CGPoint(x: 100, y: 100))
        var messages: [String] = []
        var timerCount = 0
        while let next = app.application.nextDeadline, messages.last != "Draw the pattern" {
            app.simulator.advance(to: next.seconds)
            timerCount += 1
            let text = app.texts.first ?? ""
            if messages.last != text { messages.append(text) }
        }
        #expect(messages == (1...16).reversed().map { "Wait \($0) s" } + ["Draw the pattern"])
        #expect(timerCount == 17)
        #expect(view.isEnabled)
    }

    @Test("A lockout of a minute or more is shown in minutes and seconds.")
    func minutes() {
        let app = MaintenanceTestApp(.touches)
        app.authenticator.lockOut(forSeconds: 303)
        app.holdThreeFingers()
        #expect(app.texts.contains("Wait 5:00 min"))
        app.simulator.advance(by: 1)
        #expect(app.texts.contains("Wait 4:59 min"))
    }

    @Test(
        "After a wrong pattern the result is shown first, and then the rest of the lockout delay.")
    func lockoutAfterWrongPattern() {
        let app = appWithLock()
        app.authenticator.lockoutDelays = [30]
        app.drawPattern([1, 2, 3, 6])
        app.simulator.advance(by: 0.31)
        #expect(app.texts.contains("Wrong"))
        app.simulator.advance(by: 3)
        #expect(app.texts.contains("Wait 27 s"))
    }

    @Test("If a pattern cannot be checked, the error is shown and another attempt is possible.")
    func unavailable() {
        let app = appWithLock()
        app.authenticator.errorMessage = "The lock's file can't be read"
        app.drawPattern(app.authenticator.correctDots)
        app.simulator.advance(by: 0.31)
        #expect(app.texts.contains("The lock's file can't be read"))
        app.authenticator.errorMessage = nil
        app.drawPattern(app.authenticator.correctDots)
        app.simulator.advance(by: 0.31)
        #expect(app.isMenuShown)
    }

    @Test("An attempt during a lockout shows the remaining lockout delay.")
    func tooEarly() {
        let app = appWithLock()
        app.authenticator.checkDuration = nil
        app.drawPattern(app.authenticator.correctDots)
        app.authenticator.lockOut(forSeconds: 9)
        app.authenticator.finishCheck()
        #expect(app.texts.contains("Wait 9 s"))
    }

    // MARK: Closing

    @Test("Cancel closes the lock.")
    func cancel() throws {
        let app = appWithLock()
        try app.tap("Cancel")
        #expect(app.overlay == nil)
        app.expectNoTouchesLeft()
        // The toolbar reappears, and no timer is left.
        app.simulator.advance(by: 3)
        #expect(app.application.nextDeadline == nil)
    }

    @Test(
        "The lock closes 30 seconds after the last touch, also during a lockout.",
        arguments: [0.0, 300])
    func idle(lockoutSeconds: Double) {
        let app = appWithLock(.touches)
        app.authenticator.lockOut(forSeconds: lockoutSeconds)
        app.simulator.advance(by: 20)
        app.tap(CGPoint(x: 5, y: 5))
        app.simulator.advance(by: 29.8)
        #expect(app.overlay != nil)
        app.simulator.advance(by: 0.3)
        #expect(app.overlay == nil)
        #expect(app.application.nextDeadline == nil)
    }

    @Test("The lock closes when the display is lost, and stays closed when it returns.")
    func displayLost() {
        let app = appWithLock()
        app.drawPattern([1, 2, 3, 6])
        app.simulator.advance(by: 0.1)
        app.application.resignActive()
        #expect(app.overlay == nil)
        app.simulator.advance(by: 5)
        app.application.becomeActive()
        #expect(app.overlay == nil)
        app.expectNoTouchesLeft()
    }

    @Test("A correct result after Cancel opens nothing, even if the lock was opened again.")
    func lateResult() throws {
        let app = appWithLock()
        app.authenticator.checkDuration = nil
        app.drawPattern(app.authenticator.correctDots)
        try app.tap("Cancel")
        app.holdThreeFingers()
        #expect(app.isLockShown)
        // The first check is still running, so no other pattern can be drawn.
        #expect(app.texts.contains("…"))
        #expect(app.patternView?.isEnabled == false)
        app.authenticator.finishCheck()
        #expect(app.isLockShown && !app.isMenuShown)
        #expect(app.texts.contains("Draw the pattern"))
        try app.tap("Cancel")
        app.holdThreeFingers()
        app.drawPattern(app.authenticator.correctDots)
        try app.tap("Cancel")
        app.authenticator.finishCheck()
        #expect(app.overlay == nil)
    }

    @Test(
        "Closing the lock while a pattern is being drawn cancels the touch and wipes the pattern.")
    func closedWhileDrawing() throws {
        let app = appWithLock()
        let view = try #require(app.patternView)
        app.simulator.down(1, at: view.convert(view.center(ofDot: 1), to: nil))
        app.simulator.move(1, to: view.convert(view.center(ofDot: 2), to: nil))
        #expect(view.pattern.dots == [1, 2])
        try app.tap("Cancel")
        #expect(view.pattern.count == 0 && view.state == .waiting)
        app.simulator.move(1, to: CGPoint(x: 10, y: 10))
        app.simulator.up(1)
        #expect(app.authenticator.checkCount == 0)
        app.expectNoTouchesLeft()
    }

    // MARK: Scene and screen

    @Test("The scene receives no touches while the lock is open.")
    func sceneTouches() throws {
        let app = MaintenanceTestApp(.pulse)
        let pulse = try #require(app.scene?.view as? PulseView)
        app.holdThreeFingers()
        let began = pulse.touchCounts.began
        app.drawPattern([1, 5, 9])
        app.tap(CGPoint(x: 400, y: 240))
        #expect(pulse.touchCounts.began == began)
        #expect(app.application.keyWindow === app.sceneWindow)
    }

    @Test("The lock covers the whole screen, also after the screen was rotated.")
    func rotatedScreen() throws {
        let app = appWithLock()
        app.simulator.down(1, at: CGPoint(x: 5, y: 5))
        app.rotateScreen(to: .clockwise90)
        let overlay = try #require(app.overlay)
        #expect(overlay.frame == CGRect(x: 0, y: 0, width: 480, height: 800))
        app.simulator.up(1)
        app.drawPattern(app.authenticator.correctDots)
        app.simulator.advance(by: 0.31)
        #expect(app.isMenuShown)
    }

    @Test(
        "On a small screen the message, the dots and the button are large and do not overlap.",
        arguments: [(320.0, 240.0), (240, 320)])
    func smallScreen(width: Double, height: Double) throws {
        let app = MaintenanceTestApp(.touches, width: width, height: height)
        app.holdThreeFingers()
        let dots = try #require(app.patternView).frame
        let button = try #require(app.views(FilledButton.self).first).frame
        let label = app.views(UILabel.self).first { $0.text == "Draw the pattern" }
        let message = try #require(label).frame
        for frame in [dots, button, message] {
            #expect(CGRect(x: 0, y: 0, width: width, height: height).contains(frame))
        }
        #expect(message.maxY <= button.minY)
        if width > height {
            #expect(message.maxX <= dots.minX && button.maxX <= dots.minX)
        } else {
            #expect(message.maxY <= dots.minY && dots.maxY <= button.minY)
        }
        #expect(dots.width > 0.75 * min(width, height))
        try app.tap("Cancel")
        #expect(app.overlay == nil)
    }

    @Test("The lock's gesture has no effect while the lock or the menu is open.")
    func repeatedGesture() {
        let app = appWithLock()
        let overlay = app.overlay
        app.holdThreeFingers()
        #expect(app.overlay === overlay)
        app.drawPattern(app.authenticator.correctDots)
        app.simulator.advance(by: 0.31)
        #expect(app.isMenuShown)
        app.holdThreeFingers()
        #expect(!app.isLockShown)
    }

    @Test("Touches on the lock appear in no log or trace, and no observer is notified of them.")
    func secrecy() throws {
        let app = appWithLock()
        var lines: [String] = []
        app.application.gestureLog = { lines.append($0) }
        app.application.touchTrace = { lines.append($0) }
        app.application.gestureObserver = { lines.append("\($0)") }
        app.drawPattern([1, 2, 3, 6, 5])
        app.tap(CGPoint(x: 100, y: 100))
        #expect(lines == [])
        app.simulator.advance(by: 4)
        try app.tap("Cancel")
        app.tap(CGPoint(x: 100, y: 100))
        #expect(!lines.isEmpty)
    }
}
