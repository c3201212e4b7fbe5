import KioskServices
import Testing
import TouchKit
import TouchKitGeometry
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

/// The app in a simulator, with a lock and all that a kiosk offers, and hands for it. Make it inside a
/// test: the newest application is the shared one.
@MainActor
final class MaintenanceStage {
    let simulator: TouchSimulator
    let keeper = TestKeeper()
    let panel: TestPanel
    let system = TestSystem()
    let frames = TestFrames()
    let rehearsals = TestRehearsals()
    let rawTouches = ScriptedRawTouches()
    let delegate: AppDelegate

    init(
        _ scene: Scene = .draw, width: CGFloat = 800, height: CGFloat = 480, scale: CGFloat = 1,
        hasServices: Bool = true, hasLock: Bool = true, hasOverlay: Bool = false
    ) {
        simulator = TouchSimulator(
            screenSize: CGSize(width: width, height: height), scale: scale)
        panel = TestPanel(width: Int(width * scale), height: Int(height * scale), scale: scale)
        let services =
            hasServices
            ? KioskServices(
                panel: panel, system: system, frames: frames, rehearsals: rehearsals,
                rawTouches: rawTouches, display: ScriptedDisplayInformation()) : nil
        delegate = AppDelegate(
            options: AppOptions(scene: scene, hasOverlay: hasOverlay), services: services,
            lock: hasLock ? keeper : nil)
        simulator.application.launch(delegate)
    }

    var application: UIApplication { simulator.application }

    // MARK: What is shown

    /// The window in front of alerts.
    var overlay: UIWindow? {
        let overlays = application.windows.filter { $0.windowLevel > .alert }
        #expect(overlays.count < 2)
        return overlays.last
    }

    /// The scenes' window.
    var sceneWindow: UIWindow? {
        application.windows.first { $0.rootViewController != nil && $0.windowLevel == .normal }
    }

    var scene: UIViewController? { sceneWindow?.rootViewController }

    /// All that is written on the overlay.
    var texts: [String] {
        views(UILabel.self).compactMap(\.text).filter { !$0.isEmpty }
    }

    var isLockShown: Bool { !views(PatternView.self).isEmpty }
    var isMenuShown: Bool { texts.contains("Maintenance") }
    var patternView: PatternView? { views(PatternView.self).first }

    /// The views of a type that are to be seen on the overlay.
    func views<View: UIView>(_ type: View.Type) -> [View] {
        overlay?.layoutIfNeeded()
        return overlay.map { Self.views(type, in: $0) } ?? []
    }

    private static func views<View: UIView>(_ type: View.Type, in view: UIView) -> [View] {
        if view.isHidden { return [] }
        let own = (view as? View).map { [$0] } ?? []
        return own + view.subviews.flatMap { views(type, in: $0) }
    }

    // MARK: Hands

    /// Puts three fingers down for so many seconds, and lifts them.
    func hold(seconds: Double = 3.05) {
        let middle = application.windows.first.map(\.bounds) ?? .zero
        for finger in 0..<3 {
            simulator.down(
                50 + finger,
                at: CGPoint(
                    x: middle.width * (0.3 + 0.2 * CGFloat(finger)), y: middle.height * 0.5))
            simulator.advance(by: 0.02)
        }
        simulator.advance(by: seconds)
        for finger in 0..<3 { simulator.up(50 + finger) }
    }

    /// Joins dots of the lock.
    func draw(_ dots: [Int], finger: Int = 60) {
        guard let view = patternView, let first = dots.first else { return }
        simulator.down(finger, at: view.convert(view.center(ofDot: first), to: nil))
        for dot in dots.dropFirst() {
            simulator.advance(by: 0.03)
            simulator.move(finger, to: view.convert(view.center(ofDot: dot), to: nil))
        }
        simulator.up(finger)
    }

    /// Opens the menu as who has the pattern does.
    func openMenu() {
        hold()
        draw(keeper.right)
        simulator.advance(by: 0.4)
    }

    func place(ofButton title: String) throws -> CGPoint {
        let button = try #require(views(UIButton.self).first { $0.currentTitle == title })
        return button.convert(CGPoint(x: button.bounds.midX, y: button.bounds.midY), to: nil)
    }

    func place(of face: IconButton.Face) throws -> CGPoint {
        let button = try #require(views(IconButton.self).first { $0.face == face })
        return button.convert(CGPoint(x: button.bounds.midX, y: button.bounds.midY), to: nil)
    }

    func tap(_ place: CGPoint) {
        simulator.down(61, at: place)
        simulator.advance(by: 0.06)
        simulator.up(61)
        endTurn()
    }

    /// Lets happen what waits until no call is under way: a picture that shall be turned.
    func endTurn() { simulator.advance(by: 0) }

    /// Turns the picture.
    func turn(_ rotation: Rotation) {
        panel.show(rotation: rotation, scale: 1)
        endTurn()
    }

    func tap(_ title: String) throws { try tap(place(ofButton: title)) }
    func tap(_ item: MaintenanceItem) throws { try tap(place(of: .item(item))) }

    /// Holds an item for so long.
    func hold(_ item: MaintenanceItem, seconds: Double) throws {
        simulator.down(62, at: try place(of: .item(item)))
        simulator.advance(by: seconds)
        simulator.up(62)
    }

    /// Makes sure that nothing is left of any finger.
    func expectNothingLeft(sourceLocation: SourceLocation = #_sourceLocation) {
        let audit = application.touchAudit
        #expect(audit.live == 0, sourceLocation: sourceLocation)
        #expect(audit.total.open == 0, sourceLocation: sourceLocation)
        #expect(audit.unbalancedViews == 0, sourceLocation: sourceLocation)
        #expect(audit.tracked == 0, sourceLocation: sourceLocation)
    }
}
