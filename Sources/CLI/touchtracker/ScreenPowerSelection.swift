import KioskRuntime

/// The command-line options for dimming and blanking.
struct ScreenPowerSelection: ParsableArguments {
    @Option(
        "dim-after",
        help: ArgumentHelp(
            "Dim the backlight after this many seconds without a touch, 5 to 86400, or 'off'.",
            valueName: "seconds|off"))
    var dimAfter = IdleTime.off

    @Option(
        "backlight-off-after",
        help: ArgumentHelp(
            "Switch the backlight off after this many seconds without a touch, 5 to 86400, or 'off'.",
            valueName: "seconds|off"))
    var backlightOffAfter = IdleTime.off

    @Option(
        "screen-off-after",
        help: ArgumentHelp(
            "Switch the display off after this many seconds without a touch, 5 to 86400, or 'off'.",
            valueName: "seconds|off"))
    var screenOffAfter = IdleTime.off

    @Option(
        "dim-to",
        help: ArgumentHelp(
            "The brightness of a dimmed backlight in percent of the normal brightness, 0 to 100.",
            valueName: "percent"))
    var dimTo = Percent(value: 20)

    func validate() throws {
        let steps = [
            ("--dim-after", dimAfter), ("--backlight-off-after", backlightOffAfter),
            ("--screen-off-after", screenOffAfter),
        ].compactMap { option, time in time.seconds.map { (option, $0) } }
        for (earlier, later) in zip(steps, steps.dropFirst()) where earlier.1 > later.1 {
            throw ValidationError(
                "\(earlier.0) \(earlier.1) exceeds \(later.0) \(later.1): use a shorter time or 'off'"
            )
        }
    }

    /// The kiosk's screen power options from the command line.
    var options: ScreenPowerOptions {
        ScreenPowerOptions(
            dimAfter: dimAfter.seconds.map(Double.init),
            backlightOffAfter: backlightOffAfter.seconds.map(Double.init),
            screenOffAfter: screenOffAfter.seconds.map(Double.init),
            dimTo: Double(dimTo.value) / 100)
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

/// The idle time after which the screen is dimmed or switched off, or a new page begins: a number
/// of seconds, or `off` for never.
struct IdleTime: ExpressibleByArgument {
    static let off = IdleTime(seconds: nil)

    /// The time in seconds, or `nil` for `off`.
    let seconds: Int?

    init(seconds: Int?) {
        self.seconds = seconds
    }

    init?(argument: String) {
        if argument == "off" {
            self = .off
            return
        }
        guard let seconds = Int(argument), ScreenPowerOptions.idleTimes.contains(Double(seconds))
        else { return nil }
        self.seconds = seconds
    }

    var defaultValueDescription: String { seconds.map { "\($0)" } ?? "off" }
}

/// A value of the option `--dim-to`: a percentage from 0 to 100.
struct Percent: ExpressibleByArgument {
    let value: Int

    init(value: Int) {
        self.value = value
    }

    init?(argument: String) {
        guard let value = Int(argument), (0...100).contains(value) else { return nil }
        self.value = value
    }

    var defaultValueDescription: String { "\(value)" }
}
