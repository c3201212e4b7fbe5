import KioskServices
import TouchKit

/// A factory of the screens for technicians: the field test, the benchmark page and the touch
/// overlay.
///
/// The app opens these screens without depending on the modules that implement them. The executable
/// passes an implementation; without an implementation, the app offers none of these screens.
@MainActor
package protocol TechnicianScreens {
    /// Returns a view controller that guides the user through a test of the touchscreen.
    ///
    /// - Parameters:
    ///   - services: The kiosk's services.
    ///   - onDone: Called when the user dismisses the summary at the end of the test.
    func makeFieldTestController(
        services: KioskContext, onDone: @escaping () -> Void
    ) -> UIViewController

    /// Returns a maintenance page that plays scripted touches and shows the cost of the frames.
    ///
    /// - Parameter services: The kiosk's services.
    func makeBenchmarkPage(services: KioskContext) -> any MaintenancePage

    /// Returns a visible window above all others that shows the contacts that touchscreens report.
    ///
    /// - Parameters:
    ///   - rawTouches: The contacts as the touchscreens report them.
    ///   - frames: The records of the newest frames.
    ///   - display: Information about the display, such as its physical size.
    func makeTouchOverlay(
        rawTouches: any RawTouches, frames: any FrameRecords, display: any DisplayInfoProvider
    ) -> UIWindow
}
