import FieldTest
import Geometry
import Services
import Touch

/// What a field test on the screen needs from whoever runs the app.
@MainActor
public struct FieldTestSetup {
    /// What figures are good.
    public var limits: FieldTestLimits
    /// The screen's size as it is scanned out, in millimetres, where somebody knows it better than panel
    /// and display.
    public var millimeters: CGSize?
    /// Is told of the panels when a field test begins: what is touched from now on belongs to it.
    public var onBegin: (([PanelDescription]) -> Void)?
    /// Gets each report and the panel that it is of. Says where it is kept, or why nowhere, in one line for the
    /// people in front of the screen.
    public var onReport: ((FieldTestReport, PanelDescription?) -> String?)?
    /// Is told when a field test goes, with a report or without.
    public var onEnd: (() -> Void)?
    /// Gets a panel and the calibration that somebody asked for.
    public var onCalibration: ((DeviceID, TouchCalibration) -> Void)?
    /// Gets the panel whose calibration shall hold after the next start, too.
    public var onKeepCalibration: ((DeviceID) -> Void)?

    /// Makes a setup; without anything more, reports are only shown, and a calibration holds for the test.
    public init(limits: FieldTestLimits = FieldTestLimits()) {
        self.limits = limits
    }

    /// Makes the controller of a field test.
    ///
    /// - Parameter services: What the kiosk offers.
    public func makeController(services: KioskServices) -> FieldTestViewController {
        let controller = FieldTestViewController(
            rawTouches: services.rawTouches, frames: services.frames, display: services.display,
            millimeters: millimeters, limits: limits)
        controller.onBegin = onBegin
        controller.onReport = onReport
        controller.onEnd = onEnd
        controller.onCalibration = onCalibration
        controller.onKeepCalibration = onKeepCalibration
        return controller
    }
}
