import ArgumentParser
import KioskRuntime

/// When a screen that nobody touches gets darker.
struct ScreenCareSelection: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Dim the backlight after so many seconds without a touch, 5 to 86400.",
            valueName: "seconds|off"))
    var dimAfter = IdleTime.off

    @Option(
        help: ArgumentHelp(
            "Put the backlight out after so many seconds without a touch, 5 to 86400.",
            valueName: "seconds|off"))
    var backlightOffAfter = IdleTime.off

    @Option(
        help: ArgumentHelp(
            "Switch the display off after so many seconds without a touch, 5 to 86400.",
            valueName: "seconds|off"))
    var screenOffAfter = IdleTime.off

    @Option(
        help: ArgumentHelp(
            "How bright a dimmed backlight is, in percent of the brightness that is set, 0 to 100.",
            valueName: "percent"))
    var dimTo = Percent(value: 20)

    func validate() throws {
        let steps = [
            ("--dim-after", dimAfter), ("--backlight-off-after", backlightOffAfter),
            ("--screen-off-after", screenOffAfter),
        ].compactMap { option, time in time.seconds.map { (option, $0) } }
        for (earlier, later) in zip(steps, steps.dropFirst()) where earlier.1 > later.1 {
            throw ValidationError(
                "\(earlier.0) \(earlier.1) would come after \(later.0) \(later.1): give it no longer a time, or say 'off'"
            )
        }
    }

    /// What the options come to.
    var options: ScreenCareOptions {
        ScreenCareOptions(
            dimAfter: dimAfter.seconds.map(Double.init),
            backlightOffAfter: backlightOffAfter.seconds.map(Double.init),
            screenOffAfter: screenOffAfter.seconds.map(Double.init),
            dimTo: Double(dimTo.value) / 100)
    }

    /// The file that keeps the brightness over an end in the dark: beside the drawing, so that it is there after
    /// another boot too; where there is no such folder, in the unit's own, which is in memory.
    static func brightnessFile(state: String?) -> String? {
        (state ?? RuntimeFolders().requests).map { "\($0)/brightness" }
    }
}

/// How long nobody has to touch anything.
struct IdleTime: ExpressibleByArgument {
    static let off = IdleTime(seconds: nil)

    /// In whole seconds; nil: however long.
    let seconds: Int?

    init(seconds: Int?) {
        self.seconds = seconds
    }

    init?(argument: String) {
        if argument == "off" {
            self = .off
            return
        }
        guard let seconds = Int(argument), ScreenCareOptions.idleTimes.contains(Double(seconds))
        else { return nil }
        self.seconds = seconds
    }

    var defaultValueDescription: String { seconds.map { "\($0)" } ?? "off" }
}

/// A part of something, 0 to 100.
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
