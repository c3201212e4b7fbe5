import KioskServices
import TouchKit

/// A factory of the screens for technicians: the field test, the benchmark page and the touch
/// overlay.
///
/// The app opens these screens without depending on the modules that implement them. The executable
/// passes an implementation to the app. Without an implementation, the app offers none of these
/// screens.
@MainActor
package protocol TechnicianScreens {
    /// Returns the view controller of the field test, which guides the user through a test of the
    /// touchscreen.
    ///
    /// - Parameters:
    ///   - services: The kiosk's services.
    ///   - onDone: Called when the user dismisses the summary at the end of the test.
    func makeFieldTestController(
        services: KioskContext, onDone: @escaping () -> Void
    ) -> UIViewController

    /// Returns the benchmark page of the maintenance menu, which plays scripted touches and shows
    /// the cost of the frames.
    ///
    /// - Parameter services: The kiosk's services.
    func makeBenchmarkPage(services: KioskContext) -> any MaintenancePage

    /// Returns the touch overlay, a visible window above all other app windows that shows the
    /// contacts reported by the touchscreens.
    ///
    /// - Parameters:
    ///   - rawTouches: The source of the contacts as the touchscreens report them.
    ///   - frames: The records of the newest displayed frames.
    ///   - display: The source of information about the display, such as its physical size.
    func makeTouchOverlay(
        rawTouches: any RawTouches, frames: any FrameRecords, display: any DisplayInfoProvider
    ) -> UIWindow
}
