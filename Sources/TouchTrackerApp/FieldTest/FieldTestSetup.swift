import FieldTest
import Geometry
import Services
import Touch

/// What a field test on the screen needs from whoever runs the app.
@MainActor
public struct FieldTestSetup {
    /// What figures are good.
    public var limits: FieldTestLimits
    /// Gets each report.
    public var onReport: ((FieldTestReport) -> Void)?
    /// Gets a panel and the calibration that somebody asked for.
    public var onCalibration: ((DeviceID, TouchCalibration) -> Void)?

    /// Makes a setup; without anything, reports are only shown, and a calibration holds for the test.
    public init(
        limits: FieldTestLimits = FieldTestLimits(),
        onReport: ((FieldTestReport) -> Void)? = nil,
        onCalibration: ((DeviceID, TouchCalibration) -> Void)? = nil
    ) {
        self.limits = limits
        self.onReport = onReport
        self.onCalibration = onCalibration
    }

    /// Makes the controller of a field test.
    ///
    /// - Parameter services: What the kiosk offers.
    public func makeController(services: KioskServices) -> FieldTestViewController {
        let controller = FieldTestViewController(
            rawTouches: services.rawTouches, frames: services.frames, display: services.display,
            limits: limits)
        controller.onReport = onReport
        controller.onCalibration = onCalibration
        return controller
    }
}
