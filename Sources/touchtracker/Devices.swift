import ArgumentParser
import Display
import Glibc
import Input
import Linux

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

    @OptionGroup var config: ConfigOption

    @MainActor
    func start(_ settings: ConfiguredSettings) throws(Failure) {
        let report = DevicesReport(
            display: DisplayInventory(lookingFor: selection.request),
            backlight: BacklightReport(), input: InputInventory())
        try StandardOutput.write(json ? report.json.text + "\n" : report.text)
        guard report.isUsable else { throw Failure(status: .unavailable, message: nil) }
    }
}

/// All that `touchtracker devices` found.
package struct DevicesReport {
    package let display: DisplayInventory
    package let screenCare: ScreenCareReport
    package let input: InputInventory

    /// Joins what was found.
    package init(
        display: DisplayInventory, backlight: BacklightReport, input: InputInventory
    ) {
        self.display = display
        screenCare = ScreenCareReport(backlight: backlight, display: display)
        self.input = input
    }

    /// Whether a kiosk could be started now and be touched.
    package var isUsable: Bool { display.trouble == nil && input.reason == nil }
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
