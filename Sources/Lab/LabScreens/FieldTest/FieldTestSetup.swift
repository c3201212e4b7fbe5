import KioskServices
import LabFieldTest
import TouchKitContacts
import TouchKitGeometry

/// The limits and callbacks that an app passes to the field tests that it opens.
@MainActor
package struct FieldTestSetup {
    /// A closure that displays one line about a report.
    package typealias StatusHandler = @MainActor @Sendable (String) -> Void

    /// The pass and fail limits that determine the verdict on each measured value.
    package var limits: FieldTestLimits
    /// The physical size of the screen along the scanout axes in millimeters, or `nil` to use the
    /// size that the touchscreen or the display reports.
    package var physicalSize: CGSize?
    /// Called with the connected touchscreens when a field test begins or restarts, and when a
    /// touchscreen is connected or disconnected before the first touch.
    package var onBegin: (([TouchscreenDescription]) -> Void)?
    /// Called at the end of a field test with the report, the tested touchscreen, which is `nil` if
    /// no touchscreen is connected, and a closure. The closure displays one line, such as where the
    /// report is stored, and can be called several times, until the next field test begins.
    package var onReport:
        ((FieldTestReport, TouchscreenDescription?, @escaping StatusHandler) -> Void)?
    /// Called when a field test is closed, even if it produced no report.
    package var onEnd: (() -> Void)?
    /// Called with a device and its new calibration when the user applies the proposed calibration.
    package var onCalibration: ((DeviceID, TouchCalibration) -> Void)?
    /// Called with a device when its new calibration must be stored permanently, or `nil` if
    /// calibrations cannot be stored.
    package var onStoreCalibration: ((DeviceID) -> Void)?

    /// Creates a setup without callbacks: reports are only displayed, and calibrations apply only
    /// within the field test.
    package init(limits: FieldTestLimits = FieldTestLimits()) {
        self.limits = limits
    }

    /// Returns a view controller that runs a field test with this setup.
    ///
    /// - Parameter services: The kiosk's services.
    package func makeController(services: KioskContext) -> FieldTestViewController {
        FieldTestViewController(
            rawTouches: services.rawTouches, frames: services.frames, display: services.display,
            setup: self)
    }
}
