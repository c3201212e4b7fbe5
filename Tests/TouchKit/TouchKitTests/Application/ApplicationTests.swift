import Testing
import TouchKit
import TouchKitTesting

/// The application's lifecycle, windows and clock.
@Suite("Application", .serialized)
@MainActor
struct ApplicationTests: StageSuite {
    let stage = Stage()
    var application: UIApplication { stage.simulator.application }

    @Test(
        "The delegate is created and notified of launch, activation, deactivation and termination.")
    func life() throws {
        final class Delegate: UIApplicationDelegate {
            var notes: [String] = []
            required init() {}
            func application(
                _ application: UIApplication,
                didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
            ) -> Bool {
                notes.append("launched \(application.applicationState == .active)")
                return true
            }
            func applicationDidBecomeActive(_ application: UIApplication) {
                notes.append("active")
            }
            func applicationWillResignActive(_ application: UIApplication) {
                notes.append("resigns \(application.touchAudit.liveTouches)")
            }
            func applicationWillTerminate(_ application: UIApplication) {
                notes.append("ends \(application.applicationState == .inactive)")
            }
        }
        let application = UIApplication(screen: simulator.application.screen)
        application.launch(Delegate())
        let delegate = try #require(application.delegate as? Delegate)
        #expect(delegate.notes == ["launched false", "active"])
        application.resignActive()
        application.resignActive()
        application.becomeActive()
        #expect(delegate.notes.dropFirst(2) == ["resigns 0", "active"])
        application.terminate()
        #expect(delegate.notes.dropFirst(4) == ["resigns 0", "ends true"])
    }

    @Test("The newest existing application is the shared one.")
    func sharedApplication() {
        let first = TouchSimulator(screenSize: CGSize(width: 10, height: 10))
        #expect(UIApplication.shared === first.application)
        do {
            let second = TouchSimulator(screenSize: CGSize(width: 20, height: 20))
            #expect(UIApplication.shared === second.application)
            #expect(UIScreen.main.bounds.width == 20)
        }
        #expect(UIApplication.shared === first.application)
        #expect(UIScreen.main.bounds.width == 10)
    }

    @Test("The application retains visible windows, ordered from back to front.")
    func windows() {
        let first = stage.window
        let alert = UIWindow()
        alert.windowLevel = .alert
        #expect(alert.isHidden)
        #expect(application.windows == [first])
        alert.isHidden = false
        let second = UIWindow()
        second.makeKeyAndVisible()
        #expect(application.windows == [first, second, alert])
        #expect(second.isKeyWindow && !first.isKeyWindow)
        first.makeKeyAndVisible()
        #expect(application.windows == [second, first, alert])
        second.isHidden = true
        #expect(application.windows == [first, alert])
    }

    @Test("After the key window is hidden, the former key window or the frontmost one is key.")
    func nextKeyWindow() {
        let first = stage.window
        let second = UIWindow()
        second.isHidden = false
        let third = UIWindow()
        third.makeKeyAndVisible()
        let alert = UIWindow()
        alert.windowLevel = .alert
        alert.makeKeyAndVisible()
        alert.isHidden = true
        #expect(third.isKeyWindow)
        // A window in front that was never key, such as an overlay, does not become key.
        let overlay = UIWindow()
        overlay.windowLevel = .statusBar
        overlay.isHidden = false
        third.isHidden = true
        #expect(second.isKeyWindow)
        first.isHidden = true
        #expect(second.isKeyWindow)
        second.isHidden = true
        #expect(application.keyWindow == nil)
    }

    // MARK: Clock

    @Test("Calls are made in order of time; equal times in order of scheduling.")
    func callOrder() {
        application.schedule(after: 0.3) { stage.trace.record("c") }
        application.schedule(after: 0.1) { stage.trace.record("a") }
        application.schedule(after: 0.3) { stage.trace.record("d") }
        application.schedule(after: 0.2) {
            stage.trace.record("b")
            application.schedule(after: 0.05) { stage.trace.record("b2") }
        }
        let ticket = application.schedule(after: 0.25) { stage.trace.record("never") }
        application.cancelScheduled(ticket)
        #expect(application.nextDeadline == Timestamp(seconds: 0.1))
        simulator.advance(to: 1)
        stage.trace.expectLines("a@0.1", "b@0.2", "b2@0.25", "c@0.3", "d@0.3")
        #expect(application.nextDeadline == nil)
    }

    @Test("R-8.6: a call after 0 seconds is not made immediately and cannot stop the clock.")
    func callsAfterNoTime() {
        var count = 0
        func again() {
            count += 1
            if count < 1_000_000 { application.schedule(after: 0, again) }
        }
        application.schedule(after: -1, again)
        #expect(count == 0)
        application.advance(to: Timestamp(microseconds: 100))
        #expect(count == 100)
    }

    @Test("R-8.8: a touch is delivered before a call due at the same time and after earlier calls.")
    func touchesAndCalls() {
        let finger = TouchFrames()
        application.schedule(after: 0.5) { stage.trace.record("call") }
        stage.view.onBegan = { _, _ in stage.trace.record("touch") }
        application.deliver(finger.down(at: 0.5))
        application.advance(to: Timestamp(seconds: 0.5))
        application.schedule(after: 0.1) { stage.trace.record("second call") }
        stage.view.onEnded = { _, _ in stage.trace.record("lift") }
        application.deliver(finger.up(at: 0.7))
        #expect(
            stage.trace.lines.map { $0.split(separator: "@")[0] } == [
                "V.began{}", "touch", "call", "second call", "V.ended{}", "lift",
            ])
    }

    // MARK: Audit

    @Test("The audit counts delivered touches and unfinished ones.")
    func audit() {
        simulator.play("1↓(10,10) 2↓(300,300)")
        var audit = application.touchAudit
        #expect(audit.total.began == 2 && audit.total.unfinished == 2)
        #expect(audit.liveTouches == 2)
        #expect(audit.unbalancedViews == 0)
        simulator.play("1↑ 2✕")
        audit = application.touchAudit
        #expect(audit.total.ended == 1 && audit.total.cancelled == 1 && audit.total.unfinished == 0)
        #expect(audit.liveTouches == 0)
    }

    @Test("The audit reports a view with more begun than ended touches.")
    func unbalanced() {
        stage.view.touchCounts.began += 1
        #expect(application.touchAudit.unbalancedViews == 1)
    }

    @Test("R-1.26: a touch is cancelled if the window does not forward its end.")
    func swallowedEnd() {
        let window = stage.interceptEvents()
        simulator.down(1, at: CGPoint(10, 10))
        window.passesOn = false
        simulator.up(1)
        stage.trace.expectLines("V.began{1}@0", "V.cancelled{1}@0")
        #expect(application.touchAudit.unbalancedViews == 0)
    }

    @Test(
        "R-1.26: A move that the window does not forward has no effect, also on a withheld touch.",
        arguments: [false, true])
    func swallowedMove(isWithheld: Bool) {
        let window = stage.interceptEvents()
        let tap = UITapGestureRecognizer()
        tap.delaysTouchesBegan = isWithheld
        stage.view.addGestureRecognizer(tap)
        simulator.down(1, at: CGPoint(10, 10))
        window.passesOn = false
        simulator.move(1, to: CGPoint(13, 10))
        window.passesOn = true
        simulator.advance(by: 1)
        #expect(
            stage.trace.removeLines().map { $0.split(separator: "@")[0] } == ["V.began{1}"])
        simulator.play("1→(15,10) 1↑")
        stage.trace.expectLines("V.moved{1}@1", "V.ended{1}@1")
    }
}
