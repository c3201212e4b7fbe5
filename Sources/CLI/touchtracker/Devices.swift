import KioskDisplay
import KioskInput
import KioskRuntime
import KioskYAML

/// The command `touchtracker devices`, which lists displays and input devices, marks the devices
/// that a kiosk would use, and explains why a kiosk would not use the rest.
struct Devices: ConfigurableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "devices",
            abstract: "List displays and input devices and which of them would be used.",
            discussion:
                "Exits with 0 if a display and a touchscreen can be used, or are used by the kiosk of this machine, otherwise with 69. Does not affect a running kiosk."
        )
    }

    @Flag("json", help: "Write one JSON value, for scripts.")
    var json = false

    @OptionGroup var selection: DisplaySelection

    @OptionGroup var state: StateFolder

    @OptionGroup var config: ConfigOption

    @MainActor
    func start(_ settings: ConfiguredSettings) throws(Failure) {
        let report = DevicesReport(
            display: DisplayInventory(probingFor: selection.criteria),
            backlight: BacklightReport(), input: InputInventory(),
            calibrations: StoredCalibrations(folder: state.folder ?? StateFolder.serviceFolder),
            kioskDisplay: StatusClient(service: "touchtracker").usedDisplay)
        try StandardOutput.write(json ? report.json.text + "\n" : report.text)
        guard report.isUsable else { throw Failure(status: .unavailable, message: nil) }
    }
}
