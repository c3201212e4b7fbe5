import KioskRuntime

/// The command-line options for dimming and blanking.
struct ScreenPowerSelection: ParsableArguments {
    /// The idle times that options accept, in seconds.
    static let idleTimes =
        Int(ScreenPowerOptions.idleTimes.lowerBound)...Int(ScreenPowerOptions.idleTimes.upperBound)

    @Option(
        "dim-after", in: Self.idleTimes, acceptsOff: true,
        help: ArgumentHelp(
            "Dim the backlight after this many seconds without a touch, 5 to 86400, or 'off'.",
            valueName: "seconds|off"))
    var dimAfter: Int?

    @Option(
        "backlight-off-after", in: Self.idleTimes, acceptsOff: true,
        help: ArgumentHelp(
            "Switch the backlight off after this many seconds without a touch, 5 to 86400, or 'off'.",
            valueName: "seconds|off"))
    var backlightOffAfter: Int?

    @Option(
        "screen-off-after", in: Self.idleTimes, acceptsOff: true,
        help: ArgumentHelp(
            "Switch the display off after this many seconds without a touch, 5 to 86400, or 'off'.",
            valueName: "seconds|off"))
    var screenOffAfter: Int?

    @Option(
        "dim-to", in: 0...100,
        help: ArgumentHelp(
            "The brightness of a dimmed backlight in percent of the normal brightness, 0 to 100.",
            valueName: "percent"))
    var dimTo = 20

    func validate() throws {
        let steps = [
            ("--dim-after", dimAfter), ("--backlight-off-after", backlightOffAfter),
            ("--screen-off-after", screenOffAfter),
        ].compactMap { option, time in time.map { (option, $0) } }
        for (earlier, later) in zip(steps, steps.dropFirst()) where earlier.1 > later.1 {
            throw ValidationError(
                "\(earlier.0) \(earlier.1) exceeds \(later.0) \(later.1): use a shorter time or 'off'"
            )
        }
    }

    /// The kiosk's screen power options from the command line.
    var options: ScreenPowerOptions {
        ScreenPowerOptions(
            dimAfter: dimAfter.map(Double.init),
            backlightOffAfter: backlightOffAfter.map(Double.init),
            screenOffAfter: screenOffAfter.map(Double.init),
            dimTo: Double(dimTo) / 100)
    }

    /// Returns the path of the file that stores the normal brightness while the backlight is
    /// dimmed. The file is in the state folder, where it survives a reboot. Without a state folder,
    /// the file is in the service's runtime directory.
    ///
    /// - Parameter state: The state folder, or `nil` if none is known.
    /// - Returns: The path, or `nil` if there is neither a state folder nor a runtime directory.
    static func brightnessFile(state: String?) -> String? {
        (state ?? KioskEnvironment.current.runtimeFolders.requests).map { "\($0)/brightness" }
    }
}
