import KioskServices
import LabFieldTest
import TouchKitContacts
import TouchKitGeometry

/// What a field test on the screen needs from whoever runs the app.
@MainActor
package struct FieldTestSetup {
    /// What figures are good.
    package var limits: FieldTestLimits
    /// The screen's size as it is scanned out, in millimetres, where somebody knows it better than panel
    /// and display.
    package var millimeters: CGSize?
    /// Is told of the panels when a field test begins: what is touched from now on belongs to it.
    package var onBegin: (([PanelDescription]) -> Void)?
    /// Gets each report and the panel that it is of. Says where it is kept, or why nowhere, in one line for the
    /// people in front of the screen.
    package var onReport: ((FieldTestReport, PanelDescription?) -> String?)?
    /// Is told when a field test goes, with a report or without.
    package var onEnd: (() -> Void)?
    /// Gets a panel and the calibration that somebody asked for.
    package var onCalibration: ((DeviceID, TouchCalibration) -> Void)?
    /// Gets the panel whose calibration shall hold after the next start, too.
    package var onKeepCalibration: ((DeviceID) -> Void)?

    /// Makes a setup; without anything more, reports are only shown, and a calibration holds for the test.
    package init(limits: FieldTestLimits = FieldTestLimits()) {
        self.limits = limits
    }

    /// Makes the controller of a field test.
    ///
    /// - Parameter services: What the kiosk offers.
    package func makeController(services: KioskServices) -> FieldTestViewController {
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
