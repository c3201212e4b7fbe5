import KioskRuntime

/// The command-line options for dimming and blanking.
struct ScreenPowerSelection: ParsableArguments {
    @Option(idleTime: "dim-after", action: "Dim the backlight")
    var dimAfter: Int?

    @Option(idleTime: "backlight-off-after", action: "Switch the backlight off")
    var backlightOffAfter: Int?

    @Option(idleTime: "screen-off-after", action: "Switch the display off")
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

extension Option {
    /// Creates an option with an idle time in seconds, whose value is `nil` if the command line
    /// does not contain the option.
    ///
    /// - Parameter action: What the kiosk does after the idle time, in the imperative.
    convenience init(idleTime name: String, action: String) where Value == Int? {
        let times = ScreenPowerOptions.idleTimes
        self.init(
            name, in: Int(times.lowerBound)...Int(times.upperBound), acceptsOff: true,
            help: ArgumentHelp(
                "\(action) after this many seconds without a touch, 5 to 86400, or 'off'.",
                valueName: "seconds|off"))
    }
}
