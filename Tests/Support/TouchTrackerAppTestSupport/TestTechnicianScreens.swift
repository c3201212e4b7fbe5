import KioskServices
import TouchKit
import TouchTrackerApp

/// Technician screens without content, for tests of the app that opens them.
@MainActor
package final class TestTechnicianScreens: TechnicianScreens {
    /// An empty field test.
    package final class FieldTestController: UIViewController {}

    /// An empty benchmark page.
    package final class BenchmarkPage: UIView, MaintenancePage {
        package let title = "Benchmark"
        package var onMessage: ((String) -> Void)?
        package func pageWillClose() {}
    }

    /// Creates the screens.
    package init() {}

    package func makeFieldTestController(
        services: KioskContext, onDone: @escaping () -> Void
    ) -> UIViewController {
        FieldTestController()
    }

    package func makeBenchmarkPage(services: KioskContext) -> any MaintenancePage {
        BenchmarkPage(frame: .zero)
    }

    package func makeTouchOverlay(
        rawTouches: any RawTouches, frames: any FrameRecords, display: any DisplayInfoProvider
    ) -> UIWindow {
        UIWindow(frame: UIScreen.main.bounds)
    }
}
