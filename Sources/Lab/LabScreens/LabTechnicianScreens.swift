import KioskServices
import TouchKit
import TouchTrackerApp

/// The provider of the screens for technicians that the app opens: the field test, the benchmark
/// page and the touch overlay.
package struct LabTechnicianScreens: TechnicianScreens {
    private let fieldTest: FieldTestSetup

    /// Creates the provider of the screens with a setup for the field tests.
    ///
    /// - Parameter fieldTest: The limits and callbacks of each field test.
    package init(fieldTest: FieldTestSetup = FieldTestSetup()) {
        self.fieldTest = fieldTest
    }

    /// Returns a view controller that guides the user through a test of the touchscreen.
    package func makeFieldTestController(
        services: KioskContext, onDone: @escaping () -> Void
    ) -> UIViewController {
        let controller = fieldTest.makeController(services: services)
        controller.onDone = onDone
        return controller
    }

    /// Returns a maintenance page that plays scripted touches and shows the time that each frame
    /// requires.
    package func makeBenchmarkPage(services: KioskContext) -> any MaintenancePage {
        BenchmarkPage(frames: services.frames, playback: services.playback)
    }

    /// Returns a visible window above all others that shows the contacts of all touchscreens.
    package func makeTouchOverlay(
        rawTouches: any RawTouches, frames: any FrameRecords, display: any DisplayInfoProvider
    ) -> UIWindow {
        TouchOverlay(rawTouches: rawTouches, frames: frames, display: display)
    }
}
