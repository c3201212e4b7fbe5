import ArgumentParser
import Glibc
import KioskDisplay
import KioskInput
import KioskRuntime
import KioskSystem
import KioskYAML
import TouchKitGeometry

/// `touchtracker devices`: what is there, what would be used, and why the rest isn't.
struct Devices: ConfigurableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List displays and input devices, and say which would be used.",
        discussion:
            "Ends with 0 where a display and a touchscreen can be used, with 69 otherwise. Disturbs nothing."
    )

    @Flag(help: "Write one JSON value, for scripts.")
    var json = false

    @OptionGroup var selection: DisplaySelection

    @OptionGroup var state: StateFolder

    @OptionGroup var config: ConfigOption

    @MainActor
    func start(_ settings: ConfiguredSettings) throws(Failure) {
        let report = DevicesReport(
            display: DisplayInventory(lookingFor: selection.request),
            backlight: BacklightReport(), input: InputInventory(),
            kept: KeptTouch(folder: state.folder ?? StateFolder.ofUnit))
        try StandardOutput.write(json ? report.json.text + "\n" : report.text)
        guard report.isUsable else { throw Failure(status: .unavailable, message: nil) }
    }
}

/// All that `touchtracker devices` found.
package struct DevicesReport {
    package let display: DisplayInventory
    package let screenCare: ScreenCareReport
    package let input: InputInventory
    package let kept: KeptTouch

    /// Joins what was found.
    package init(
        display: DisplayInventory, backlight: BacklightReport, input: InputInventory,
        kept: KeptTouch = KeptTouch()
    ) {
        self.display = display
        screenCare = ScreenCareReport(backlight: backlight, display: display)
        self.input = input
        self.kept = kept
    }

    /// Whether a kiosk could be started now and be touched.
    package var isUsable: Bool { display.trouble == nil && input.reason == nil }
}

/// How touch devices are corrected by what was found out on the board.
package struct KeptTouch {
    /// What is kept.
    package var file = CalibrationFile()
    /// Why that isn't known; nil where it is.
    package var complaint: String?

    /// Makes one with nothing.
    package init() {}

    /// Reads what is kept in a state folder.
    package init(folder: String) {
        do {
            file = try CalibrationFile(file: "\(folder)/\(CalibrationFile.name)")
        } catch {
            complaint = error.description
        }
    }

    /// The correction that the kiosk would apply to a device, and whether it is kept.
    package func calibration(of device: InputReport) -> (matrix: TouchCalibration, isKept: Bool) {
        guard let key = device.key, let kept = file[key] else {
            return (device.calibration, false)
        }
        return (kept, true)
    }
}

/// What scripts read.
enum StandardOutput {
    /// Writes a text.
    ///
    /// - Throws: `Failure` where it can't be written: a full disk.
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
                    message: "standard output: \(Errno.last); write it somewhere else")
            }
        }
    }
}
