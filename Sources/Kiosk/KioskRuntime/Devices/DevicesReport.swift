import KioskDisplay
import KioskInput
import KioskYAML
import TouchKitContacts
import TouchKitGeometry

/// The report of the command `devices`: the displays and input devices of this machine, and whether
/// a kiosk could use them.
package struct DevicesReport {
    package let display: DisplayInventory
    package let screenPower: ScreenPowerReport
    package let input: InputInventory
    package let calibrations: StoredCalibrations
    /// The display on which the kiosk of this machine draws, or `nil` if there is none.
    package let kioskDisplay: String?

    /// Creates a report from the displays, backlights, input devices and stored calibrations of
    /// this machine, and the display on which its kiosk draws.
    package init(
        display: DisplayInventory, backlight: BacklightReport, input: InputInventory,
        calibrations: StoredCalibrations = StoredCalibrations(), kioskDisplay: String? = nil
    ) {
        self.kioskDisplay = kioskDisplay
        self.display = display
        screenPower = ScreenPowerReport(backlight: backlight, display: display)
        self.input = input
        self.calibrations = calibrations
    }

    /// Whether the running kiosk, or a kiosk that starts now, has a display and a touchscreen.
    package var isUsable: Bool { isDisplayUsable && input.reason == nil }

    /// Whether the running kiosk, or a kiosk that starts now, has a display.
    var isDisplayUsable: Bool { display.error == nil || isDisplayHeldByKiosk }

    /// Whether the display cannot be used only because the running kiosk draws on it, or because
    /// the user may not open the card. Other errors, for example a missing format, would also occur
    /// without the kiosk.
    var isDisplayHeldByKiosk: Bool {
        guard kioskDisplay != nil, let reason = display.error?.reason else { return false }
        return reason == .taken || reason == .notPermitted
    }

    /// Returns whether the running kiosk draws on a display of the card at `index`.
    func isUsedByKiosk(card index: Int) -> Bool {
        kioskDisplay?.hasPrefix("\(display.cards[index].path) ") == true
            || kioskDisplay?.hasPrefix("\(display.cards[index].name) ") == true
    }
}

/// The touchscreen calibrations that are stored on the board.
package struct StoredCalibrations {
    /// The contents of the calibration file. If the file is missing or cannot be read, the contents
    /// are empty.
    package var file = CalibrationFile()
    /// The message of the error that prevented reading the calibration file, or `nil` if there was
    /// no error.
    package var readError: String?

    /// Creates stored calibrations without any entry, for a board without a calibration file.
    package init() {}

    /// Reads the calibration file in the state folder at the path `folder`.
    package init(folder: String) {
        do {
            file = try CalibrationFile(file: "\(folder)/\(CalibrationFile.name)")
        } catch {
            readError = error.description
        }
    }

    /// Returns the calibration that the kiosk would apply to a device, and whether the calibration
    /// comes from the calibration file instead of udev.
    package func calibration(of device: InputDeviceDiagnostics) -> (
        matrix: TouchCalibration, isStored: Bool
    ) {
        guard let key = device.key, let stored = file[key] else {
            return (device.calibration, false)
        }
        return (stored, true)
    }
}
