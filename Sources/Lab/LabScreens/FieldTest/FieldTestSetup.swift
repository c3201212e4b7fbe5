import KioskServices
import LabFieldTest
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerApp

/// The limits and callbacks of the field tests that an app opens.
@MainActor
package struct FieldTestSetup {
    /// The limits for the verdicts.
    package var limits: FieldTestLimits
    /// The physical size of the screen along the scanout axes in millimetres, or `nil` to use the
    /// size that the touchscreen or the display reports.
    package var millimeters: CGSize?
    /// Called with the connected touchscreens when a field test begins or restarts, and when they
    /// change before the first touch.
    package var onBegin: (([TouchscreenDescription]) -> Void)?
    /// Called with the report at the end of a field test, and with the tested touchscreen. Returns
    /// one line for the user: where the report is stored, or why it is not.
    package var onReport: ((FieldTestReport, TouchscreenDescription?) -> String?)?
    /// Called when a field test is closed, even if it produced no report.
    package var onEnd: (() -> Void)?
    /// Called with a device and its new calibration when the user applies the proposed calibration.
    package var onCalibration: ((DeviceID, TouchCalibration) -> Void)?
    /// Called with a device whose new calibration is to be stored permanently.
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
        let controller = FieldTestViewController(
            rawTouches: services.rawTouches, frames: services.frames, display: services.display,
            millimeters: millimeters, limits: limits)
        controller.onBegin = onBegin
        controller.onReport = onReport
        controller.onEnd = onEnd
        controller.onCalibration = onCalibration
        controller.onStoreCalibration = onStoreCalibration
        return controller
    }
}
