/// The configuration file of the package, `board/package/touchtracker.yaml`, generated from the
/// options of `touchtracker run`.
struct InstalledConfiguration {
    private static let header = """
        # The configuration of the kiosk; see touchtracker.yaml(5) and docs/installation.md.
        #
        # Every key is the long name of an option of `touchtracker run`. Each is shown with its default,
        # or with an example. Remove the "# " to change it. A touchtracker.yaml on the boot partition
        # overrides it, key by key, except touch-poll-ms, cpu-governor and touch-autosuspend. After a
        # change, run: systemctl restart touchtracker; for these three: systemctl start
        # touchtracker-tuning

        """
    private static let fieldTest = """

        # The limits of the field test for pass and fail; docs/field-test.md lists all of them.
        # field-test:
        #   limits:
        #     jitter.peak-mm: {pass: 1, fail: 2}

        """
    private static let width = 100

    /// The text of the file.
    let text: String

    /// Creates the file.
    init(options: [RunOptions.Option]) {
        text = Self.header + options.map(Self.paragraph).joined() + Self.fieldTest
    }

    /// Returns the description of an option with a setting that is not in force.
    private static func paragraph(for option: RunOptions.Option) -> String {
        var lines = [""]
        var line = "#"
        for word in option.description.split(separator: " ") {
            if line.count + 1 + word.count > width {
                lines.append(line)
                line = "#"
            }
            line += " \(word)"
        }
        return (lines + [line, "# \(option.names[0]): \(value(of: option))", ""])
            .joined(separator: "\n")
    }

    private static func value(of option: RunOptions.Option) -> String {
        if option.isFlag { return option.defaultValue == "--\(option.names[0])" ? "on" : "off" }
        let value = option.defaultValue ?? option.example ?? ""
        return option.isRepeatable ? "[\(value)]" : value
    }
}
