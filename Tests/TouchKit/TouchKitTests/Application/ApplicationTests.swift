import Testing
import TouchKit
import TouchKitTesting

/// The application's life, its windows and its clock.
@Suite("Application", .serialized)
@MainActor
struct ApplicationTests {
    let stage = Stage()
    var simulator: TouchSimulator { stage.simulator }
    var application: UIApplication { stage.simulator.application }

    @Test("The delegate is made, told of the launch, of going and coming, and of the end.")
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
                notes.append("resigns \(application.touchAudit.live)")
            }
            func applicationWillTerminate(_ application: UIApplication) {
                notes.append("ends \(application.applicationState == .inactive)")
            }
        }
        let application = UIApplication(screen: simulator.application.screen)
        application.launch(Delegate.self)
        let delegate = try #require(application.delegate as? Delegate)
        #expect(delegate.notes == ["launched false", "active"])
        application.resignActive()
        application.resignActive()
        application.becomeActive()
        #expect(delegate.notes.dropFirst(2) == ["resigns 0", "active"])
        application.terminate()
        #expect(delegate.notes.dropFirst(4) == ["resigns 0", "ends true"])
    }

    @Test("The newest living application is the shared one.")
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

    @Test("Visible windows are held by the application, from the back to the front.")
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

    // MARK: Clock

    @Test("Calls are made in the order of their times, those of one time as they were asked for.")
    func callOrder() {
        application.schedule(after: 0.3) { stage.trace.note("c") }
        application.schedule(after: 0.1) { stage.trace.note("a") }
        application.schedule(after: 0.3) { stage.trace.note("d") }
        application.schedule(after: 0.2) {
            stage.trace.note("b")
            application.schedule(after: 0.05) { stage.trace.note("b2") }
        }
        let ticket = application.schedule(after: 0.25) { stage.trace.note("never") }
        application.cancelScheduled(ticket)
        #expect(application.nextDeadline == Timestamp(seconds: 0.1))
        simulator.advance(to: 1)
        #expect(stage.trace.lines == ["a@0.1", "b@0.2", "b2@0.25", "c@0.3", "d@0.3"])
        #expect(application.nextDeadline == nil)
    }

    @Test("R-8.6: a call after no time isn't made at once, and can't stop the clock by itself.")
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

    @Test("R-8.8: a touch comes before a call of the same time, and after one that was due before.")
    func touchesAndCalls() {
        let finger = TouchFrames()
        application.schedule(after: 0.5) { stage.trace.note("call") }
        stage.view.onBegan = { _, _ in stage.trace.note("touch") }
        application.deliver(finger.down(at: 0.5))
        application.advance(to: Timestamp(seconds: 0.5))
        application.schedule(after: 0.1) { stage.trace.note("second call") }
        stage.view.onEnded = { _, _ in stage.trace.note("lift") }
        application.deliver(finger.up(at: 0.7))
        #expect(
            stage.trace.lines.map { $0.split(separator: "@")[0] } == [
                "V.began{}", "touch", "call", "second call", "V.ended{}", "lift",
            ])
    }

    // MARK: Audit

    @Test("The audit adds up what views were told, and sees who is owed an end.")
    func audit() {
        simulator.down(1, at: CGPoint(10, 10))
        simulator.down(2, at: CGPoint(300, 300))
        var audit = application.touchAudit
        #expect(audit.total.began == 2 && audit.total.open == 2)
        #expect(audit.live == 2)
        #expect(audit.unbalancedViews == 0)
        simulator.up(1)
        simulator.cancel(2)
        audit = application.touchAudit
        #expect(audit.total.ended == 1 && audit.total.cancelled == 1 && audit.total.open == 0)
        #expect(audit.live == 0)
    }

    @Test("The audit sees a view that was told of more beginnings than ends.")
    func unbalanced() {
        stage.view.touchCounts.began += 1
        #expect(application.touchAudit.unbalancedViews == 1)
    }

    @Test("R-1.26: a view whose window keeps the end to itself has its touch cancelled.")
    func swallowedEnd() {
        let window = SpyWindow(frame: stage.window.frame)
        window.addSubview(stage.view)
        window.makeKeyAndVisible()
        simulator.down(1, at: CGPoint(10, 10))
        window.passesOn = false
        simulator.up(1)
        #expect(stage.trace.lines == ["V.began{1}@0", "V.cancelled{1}@0"])
        #expect(application.touchAudit.unbalancedViews == 0)
    }
}
