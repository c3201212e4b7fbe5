import KioskServices
import Testing
import TouchKit
import TouchKitGeometry
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

/// The app in a simulator, with a lock and all kiosk services, for tests of the lock, the
/// maintenance menu and its tools.
///
/// Create it inside a test, because `UIApplication.shared` is the application created last.
@MainActor
package final class MaintenanceTestApp {
    /// The simulator that runs the app.
    package let simulator: TouchSimulator
    /// The authenticator of the lock.
    package let authenticator = TestPatternAuthenticator()
    /// The control of rotation, scale and brightness.
    package let screen: TestScreenControl
    /// The recorder of requests to the machine.
    package let machine = TestMachineControl()
    /// The frame records that the app reads.
    package let frames = TestFrameRecords()
    /// The playback of synthetic touches.
    package let playback = TestTouchPlayback()
    /// The touchscreens and their uncalibrated touch frames.
    package let rawTouches: ScriptedRawTouches
    /// The delegate of the app.
    package let delegate: AppDelegate

    /// Launches the app.
    ///
    /// - Parameters:
    ///   - scene: The first scene.
    ///   - width: The width of the screen, in points.
    ///   - height: The height of the screen, in points.
    ///   - scale: The scale in pixels per point.
    ///   - hasServices: Whether the app has the kiosk's services.
    ///   - hasLock: Whether the app has an authenticator, so that the menu can be opened.
    ///   - hasPattern: Whether an unlock pattern is set.
    ///   - showsTouchOverlay: Whether the app shows the touch overlay.
    ///   - technicianScreens: Creates the screens for technicians, or `nil` to offer none.
    ///   - glyphs: The source of the font's glyphs.
    ///   - touchscreens: The touchscreens that are connected at launch.
    ///   - setOptions: Changes further options of the app.
    package init(
        _ scene: Scene = .draw, width: CGFloat = 800, height: CGFloat = 480, scale: CGFloat = 1,
        hasServices: Bool = true, hasLock: Bool = true, hasPattern: Bool = true,
        showsTouchOverlay: Bool = false,
        technicianScreens: (any TechnicianScreens)? = TestTechnicianScreens(),
        glyphs: any GlyphSource = BuiltInFont(), touchscreens: [TouchscreenDescription] = [],
        setOptions: (inout AppOptions) -> Void = { _ in }
    ) {
        simulator = TouchSimulator(
            screenSize: CGSize(width: width, height: height), scale: scale, glyphs: glyphs)
        screen = TestScreenControl(
            width: Int(width * scale), height: Int(height * scale), scale: scale)
        rawTouches = ScriptedRawTouches(touchscreens: touchscreens)
        let services =
            hasServices
            ? KioskContext(
                screen: screen, machine: machine, frames: frames, playback: playback,
                rawTouches: rawTouches, display: ScriptedDisplayInformation()) : nil
        var options = AppOptions(
            scene: scene, showsTouchOverlay: showsTouchOverlay, paper: .gray, tool: .line)
        setOptions(&options)
        delegate = AppDelegate(
            options: options,
            services: services, authenticator: hasLock ? authenticator : nil,
            technicianScreens: technicianScreens)
        authenticator.hasPattern = hasPattern
        simulator.application.launch(delegate)
    }

    /// The application of the simulator.
    package var application: UIApplication { simulator.application }

    // MARK: Contents of the screen

    /// The window of the lock, the menu or a tool, in front of alerts, or `nil` without such a
    /// window.
    package var overlay: UIWindow? {
        let overlays = application.windows.filter { $0.windowLevel > .alert }
        #expect(overlays.count < 2)
        return overlays.last
    }

    /// The window of the scenes.
    package var sceneWindow: UIWindow? {
        application.windows.first { $0.rootViewController != nil && $0.windowLevel == .normal }
    }

    /// The view controller of the visible scene.
    package var scene: UIViewController? { sceneWindow?.rootViewController }

    /// The texts of all visible labels in `overlay`, without empty ones.
    package var texts: [String] {
        views(UILabel.self).compactMap(\.text).filter { !$0.isEmpty }
    }

    /// Whether the lock is visible.
    package var isLockShown: Bool { !views(PatternView.self).isEmpty }
    /// Whether the top level of the maintenance menu is visible.
    package var isMenuShown: Bool { texts.contains("Maintenance") }
    /// The view with the lock's dots, or `nil` without the lock.
    package var patternView: PatternView? { views(PatternView.self).first }

    /// Returns the visible views of a type in `overlay`, after its layout.
    package func views<View: UIView>(_ type: View.Type) -> [View] {
        overlay?.layoutIfNeeded()
        return overlay.map { Self.views(type, in: $0) } ?? []
    }

    private static func views<View: UIView>(_ type: View.Type, in view: UIView) -> [View] {
        if view.isHidden { return [] }
        let own = (view as? View).map { [$0] } ?? []
        return own + view.subviews.flatMap { views(type, in: $0) }
    }

    /// Returns the center of the visible button with a title, in window coordinates.
    package func center(ofButton title: String) throws -> CGPoint {
        let button = try #require(views(UIButton.self).first { $0.currentTitle == title })
        return button.convert(CGPoint(x: button.bounds.midX, y: button.bounds.midY), to: nil)
    }

    /// Returns the center of the visible button with the given contents, in window coordinates.
    package func center(of face: IconButton.Face) throws -> CGPoint {
        let button = try #require(views(IconButton.self).first { $0.face == face })
        return button.convert(CGPoint(x: button.bounds.midX, y: button.bounds.midY), to: nil)
    }

    // MARK: Input

    /// Puts three contacts down for `seconds` and lifts them: the gesture that opens the lock.
    package func holdThreeFingers(seconds: Double = 3.05) {
        let bounds = application.windows.first.map(\.bounds) ?? .zero
        for finger in 0..<3 {
            simulator.down(
                50 + finger,
                at: CGPoint(
                    x: bounds.width * (0.3 + 0.2 * CGFloat(finger)), y: bounds.height * 0.5))
            simulator.advance(by: 0.02)
        }
        simulator.advance(by: seconds)
        for finger in 0..<3 { simulator.up(50 + finger) }
    }

    /// Connects dots of the lock with one contact. Does nothing without the lock.
    package func drawPattern(_ dots: [Int]) {
        guard let view = patternView, let first = dots.first else { return }
        simulator.down(60, at: view.convert(view.center(ofDot: first), to: nil))
        for dot in dots.dropFirst() {
            simulator.advance(by: 0.03)
            simulator.move(60, to: view.convert(view.center(ofDot: dot), to: nil))
        }
        simulator.up(60)
    }

    /// Opens the lock and draws the correct pattern, which opens the menu.
    package func openMenu() {
        holdThreeFingers()
        drawPattern(authenticator.correctDots)
        simulator.advance(by: 0.4)
    }

    /// Taps a position in window coordinates.
    package func tap(_ position: CGPoint) {
        simulator.down(61, at: position)
        simulator.advance(by: 0.06)
        simulator.up(61)
        performPendingCalls()
    }

    /// Taps the visible button with a title.
    package func tap(_ title: String) throws { try tap(center(ofButton: title)) }

    /// Taps the button of a menu item.
    package func tap(_ item: MaintenanceItem) throws { try tap(center(of: .item(item))) }

    /// Holds the button of a menu item for `seconds`.
    package func hold(_ item: MaintenanceItem, seconds: Double) throws {
        simulator.down(62, at: try center(of: .item(item)))
        simulator.advance(by: seconds)
        simulator.up(62)
    }

    /// Performs the calls that were deferred to the run loop, for example a change of the screen's
    /// geometry.
    package func performPendingCalls() { simulator.advance(by: 0) }

    /// Rotates the screen at scale 1.
    package func rotateScreen(to rotation: Rotation) {
        screen.set(rotation: rotation, scale: 1)
        performPendingCalls()
    }

    // MARK: Expectations

    /// Expects that the app follows no touch and that every view received the end of its touches.
    package func expectNoTouchesLeft(sourceLocation: SourceLocation = #_sourceLocation) {
        let audit = application.touchAudit
        #expect(audit.liveTouches == 0, sourceLocation: sourceLocation)
        #expect(audit.total.unfinished == 0, sourceLocation: sourceLocation)
        #expect(audit.unbalancedViews == 0, sourceLocation: sourceLocation)
        #expect(audit.trackedRecords == 0, sourceLocation: sourceLocation)
    }
}
