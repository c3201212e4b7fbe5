import ArgumentParser
import Glibc
import KioskDisplay
import KioskInput
import KioskRuntime
import KioskSystem
import KioskYAML
import LabReports
import TouchKitGeometry

/// `touchtracker devices`: lists displays and input devices, marks those that a kiosk would use,
/// and explains why others are not used.
struct Devices: ConfigurableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List displays and input devices and which of them would be used.",
        discussion:
            "Ends with 0 if a display and a touchscreen can be used, with 69 otherwise. Does not disturb a running kiosk."
    )

    @Flag(help: "Write one JSON value, for scripts.")
    var json = false

    @OptionGroup var selection: DisplaySelection

    @OptionGroup var state: StateFolder

    @OptionGroup var config: ConfigOption

    @MainActor
    func start(_ settings: ConfiguredSettings) throws(Failure) {
        let report = DevicesReport(
            display: DisplayInventory(probingFor: selection.request),
            backlight: BacklightReport(), input: InputInventory(),
            calibrations: StoredCalibrations(folder: state.folder ?? StateFolder.serviceFolder))
        try StandardOutput.write(json ? report.json.text + "\n" : report.text)
        guard report.isUsable else { throw Failure(status: .unavailable, message: nil) }
    }
}

/// The result of `touchtracker devices`.
package struct DevicesReport {
    package let display: DisplayInventory
    package let screenPower: ScreenPowerReport
    package let input: InputInventory
    package let calibrations: StoredCalibrations

    /// Creates a report.
    package init(
        display: DisplayInventory, backlight: BacklightReport, input: InputInventory,
        calibrations: StoredCalibrations = StoredCalibrations()
    ) {
        self.display = display
        screenPower = ScreenPowerReport(backlight: backlight, display: display)
        self.input = input
        self.calibrations = calibrations
    }

    /// Whether a kiosk could start now and receive touches.
    package var isUsable: Bool { display.error == nil && input.reason == nil }
}

/// The touchscreen calibrations that are stored on the board.
package struct StoredCalibrations {
    /// The file of calibrations.
    package var file = CalibrationFile()
    /// The error that prevented reading the file, or `nil`.
    package var readError: String?

    /// Creates an empty list of calibrations.
    package init() {}

    /// Reads the calibrations of a state folder.
    package init(folder: String) {
        do {
            file = try CalibrationFile(file: "\(folder)/\(CalibrationFile.name)")
        } catch {
            readError = error.description
        }
    }

    /// Returns the calibration that the kiosk would apply to a device, and whether it is stored on
    /// the board.
    package func calibration(of device: InputDeviceDiagnostics) -> (
        matrix: TouchCalibration, isStored: Bool
    ) {
        guard let key = device.key, let kept = file[key] else {
            return (device.calibration, false)
        }
        return (kept, true)
    }
}

/// Writes to standard output and reports errors.
enum StandardOutput {
    /// Writes text to standard output.
    ///
    /// - Throws: `Failure` if writing fails, for example on a full disk.
    static func write(_ text: String) throws(Failure) {
        let bytes = Array(text.utf8)
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes {
                Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count)
            }
            if count > 0 {
                written += count
            } else if count == 0 || Errno.last != .interrupted {
                throw Failure(
                    status: .disk,
                    message: "standard output: cannot write: \(Errno.last); write to another place")
            }
        }
    }
}
