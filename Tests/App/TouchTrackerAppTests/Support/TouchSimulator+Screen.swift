import Testing
import TouchKit
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

extension TouchSimulator {
    /// Creates a simulator, and then the delegate with which it launches the app.
    convenience init(
        launching delegate: @autoclosure () -> AppDelegate,
        size: CGSize = CGSize(width: 800, height: 480), scale: CGFloat = 1
    ) {
        self.init(screenSize: size, scale: scale)
        application.launch(delegate())
    }

    /// The visible drawing scene of the app, or `nil` if another scene is visible.
    var drawingScene: DrawingSceneController? {
        application.windows.compactMap { $0.rootViewController as? DrawingSceneController }.first
    }

    /// Whether no animation runs and no timer is pending.
    var isIdle: Bool { !application.needsFrames && application.nextDeadline == nil }

    /// Puts a contact down at a position on the screen, and lifts it after `seconds`.
    func tap(_ contact: Int, at point: CGPoint, for seconds: Double = 0.05) {
        down(contact, at: point)
        advance(by: seconds)
        up(contact)
    }

    /// Changes the screen's size, in pixels, and its scale.
    func resize(width: CGFloat, height: CGFloat, scale: CGFloat = 1) {
        application.changeScreenGeometry(
            to: ScreenGeometry(
                scanoutWidth: Int(width), scanoutHeight: Int(height), scale: scale))
    }

    /// Expects that drawing everything again changes no pixel.
    func expectUpToDatePicture(sourceLocation: SourceLocation = #_sourceLocation) {
        let incremental = render()
        application.invalidateEverything()
        #expect(differingPixels(render(), incremental) == 0, sourceLocation: sourceLocation)
    }
}
