import Testing
import TouchKit
import TouchKitRaster
import TouchKitTesting

/// The simulator that sends synthetic touches in tests.
@Suite("Touch simulator", .serialized)
@MainActor
struct TouchSimulatorTests: StageSuite {
    let stage = Stage()

    @Test("A new simulator has time 0 and a visible key window of the screen's size at scale 1.")
    func beginning() {
        #expect(simulator.time == 0)
        #expect(simulator.displayRate == nil)
        #expect(stage.window.bounds == CGRect(x: 0, y: 0, width: 400, height: 400))
        #expect(stage.window.isKeyWindow && !stage.window.isHidden)
        #expect(UIScreen.main.scale == 1)
    }

    @Test("The size in pixels is rounded to the nearest integer.")
    func fractionalScale() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 100, height: 200), scale: 1.15)
        let picture = simulator.render()
        #expect(picture.width == 115 && picture.height == 230)
    }

    @Test("Locations are delivered without rounding.")
    func exactPlaces() {
        var seen: [CGPoint] = []
        stage.view.isMultipleTouchEnabled = true
        stage.view.onBegan = { touches, _ in seen += touches.map { $0.location(in: nil) } }
        let places = [CGPoint(0.1, 0.2), CGPoint(1.0 / 3, 199.999_999), CGPoint(77.7, 0)]
        for (index, place) in places.enumerated() { simulator.down(index, at: place) }
        #expect(seen == places)
    }

    @Test("Time advances by an interval or to a time, never backwards.")
    func time() {
        simulator.advance(by: 0.1)
        simulator.advance(by: 0.1)
        simulator.advance(by: 0.1)
        #expect(simulator.time == 0.3)
        simulator.advance(to: 0.35)
        #expect(simulator.time == 0.35)
        simulator.advance(to: 0.2)
        #expect(simulator.time == 0.35)
    }

    @Test("With a display rate, moves are delivered once per frame, and none is lost.")
    func displayRate() {
        var deliveries = 0
        var places: [CGFloat] = []
        stage.view.onMoved = { touches, event in
            deliveries += 1
            for touch in touches {
                places += (event?.coalescedTouches(for: touch) ?? []).map { $0.location(in: nil).x }
            }
        }
        simulator.displayRate = 50
        simulator.down(1, at: CGPoint(0, 0))
        for step in 1...100 {
            simulator.advance(to: Double(step) / 500)
            simulator.move(1, to: CGPoint(Double(step), 0))
        }
        simulator.up(1)
        simulator.advance(by: 0.1)
        #expect((9...12).contains(deliveries))
        #expect(places == (1...100).map { CGFloat($0) })
        #expect(stage.trace.lines.first?.hasPrefix("V.began") == true)
        #expect(stage.trace.lines.last?.hasPrefix("V.ended") == true)
    }

    @Test("Removing the display rate delivers pending touches.")
    func withoutDisplayRate() {
        simulator.displayRate = 60
        simulator.down(1, at: CGPoint(10, 10))
        simulator.move(1, to: CGPoint(20, 10))
        let waiting = stage.trace.lines.count
        simulator.displayRate = nil
        #expect(waiting == 1)
        stage.trace.expectLines("V.began{1}@0", "V.moved{1}@0")
    }

    @Test("R-8.8: A touch frame at the time of a scheduled call precedes the call.")
    func frameAtDueTime() {
        for rate in [nil, 60.0] {
            simulator.displayRate = rate
            let start = simulator.time
            let press = stage.add("L", UILongPressGestureRecognizer())
            simulator.down(1, at: CGPoint(50, 50))
            simulator.frame(at: start + 0.5) { $0.up(1) }
            simulator.advance(by: 1)
            #expect(!stage.trace.removeLines().contains { $0.hasPrefix("L!") })
            simulator.down(1, at: CGPoint(50, 50))
            simulator.advance(to: start + 2)
            simulator.frame { $0.up(1) }
            simulator.advance(by: 1)
            #expect(stage.trace.removeLines().filter { $0.hasPrefix("L!") }.count == 2)
            stage.view.removeGestureRecognizer(press)
        }
    }

    @Test("A frame at a past time is performed at the current time.")
    func frameInThePast() {
        simulator.advance(to: 1)
        simulator.frame(at: 0.5) { $0.down(1, at: CGPoint(50, 50)) }
        #expect(simulator.time == 1)
        stage.trace.expectLines("V.began{1}@1")
    }

    /// A delegate with a window and a record of its calls.
    final class Delegate: UIApplicationDelegate {
        let window = UIWindow()
        var calls: [String] = []
        required init() {}

        func application(
            _ application: UIApplication,
            didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool {
            calls.append("launched")
            window.makeKeyAndVisible()
            return UIApplication.shared === application
        }

        func applicationDidBecomeActive(_ application: UIApplication) { calls.append("active") }

        func applicationWillResignActive(_ application: UIApplication) {
            calls.append("resigns")
        }
    }

    @Test("Launching creates and notifies the delegate, even if another simulator is newer.")
    func launch() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 100, height: 50))
        let newer = TouchSimulator(screenSize: CGSize(width: 10, height: 10))
        let delegate = simulator.launch(Delegate.self)
        #expect(delegate.calls == ["launched", "active"])
        #expect(delegate.window.bounds.width == 100)
        #expect(simulator.application.windows == [simulator.window, delegate.window])
        #expect(newer.application.windows == [newer.window])
        simulator.resignActive()
        simulator.becomeActive()
        #expect(delegate.calls == ["launched", "active", "resigns", "active"])
    }

    @Test("R-1.25: Deactivation cancels touches and ignores new ones until activation.")
    func deactivation() {
        simulator.down(1, at: CGPoint(50, 50))
        simulator.resignActive()
        simulator.down(2, at: CGPoint(60, 60))
        simulator.becomeActive()
        simulator.up(2)
        stage.trace.expectLines("V.began{1}@0", "V.cancelled{1}@0")
    }

    @Test("The scale is the number of pixels per point.")
    func scale() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 30, height: 20), scale: 2)
        #expect(simulator.application.screen.scale == 2)
        #expect(simulator.window.bounds.size == CGSize(width: 30, height: 20))
        #expect(simulator.render().width == 60 && simulator.render().height == 40)
    }

    @Test("A lifted touch keeps its finger until the touch object is used for another contact.")
    func fingerAfterTheLift() throws {
        var touch: UITouch?
        stage.view.onBegan = { touches, _ in touch = touches.first }
        simulator.down(7, at: CGPoint(50, 50))
        let first = try #require(touch)
        simulator.up(7)
        #expect(simulator.finger(of: first) == 7)
        // A quick tap in the same place uses the same object.
        simulator.down(8, at: CGPoint(50, 50))
        #expect(touch === first)
        #expect(simulator.finger(of: first) == 8)
        let other = TouchSimulator(screenSize: CGSize(width: 10, height: 10))
        other.down(9, at: CGPoint(5, 5))
        #expect(other.finger(of: first) == nil)
    }

    @Test("Scheduled calls and touches of an older simulator use its own application.")
    func sharedApplication() {
        var applications: [UIApplication] = []
        let simulator = TouchSimulator(screenSize: CGSize(width: 100, height: 50))
        simulator.application.schedule(after: 0.1) { applications.append(UIApplication.shared) }
        let newer = TouchSimulator(screenSize: CGSize(width: 10, height: 10))
        #expect(UIApplication.shared === newer.application)
        simulator.advance(by: 1)
        #expect(applications == [simulator.application])
        #expect(CACurrentMediaTime() == 0)
    }

    @Test("Each frame lays out the windows, while the simulator's application is shared.")
    func layoutInFrames() {
        final class LayoutView: UIView {
            var applications: [UIApplication] = []

            override func layoutSubviews() {
                applications.append(UIApplication.shared)
            }
        }
        for rate in [nil, 60.0] {
            let simulator = TouchSimulator(screenSize: CGSize(width: 100, height: 50))
            simulator.displayRate = rate
            let view = LayoutView(frame: simulator.window.bounds)
            simulator.window.addSubview(view)
            UIView.animate(withDuration: 1) { view.alpha = 0.5 }
            let newer = TouchSimulator(screenSize: CGSize(width: 10, height: 10))
            for count in 1...2 {
                simulator.advance(by: 0.1)
                let expected = Array(repeating: simulator.application, count: count)
                #expect(view.applications == expected)
                view.setNeedsLayout()
            }
            #expect(UIApplication.shared === newer.application)
        }
    }

    @Test("The rendered picture is what the display would show.")
    func picture() {
        stage.view.backgroundColor = .red
        let first = simulator.render()
        #expect(first[199, 199] == 0xFFFF_0000)
        #expect(first[200, 200] == 0xFF00_0000)
        stage.view.center.x += 1
        let second = simulator.render()
        #expect(first[0, 0] == 0xFFFF_0000)
        #expect(second[0, 0] == 0xFF00_0000)
    }
}
