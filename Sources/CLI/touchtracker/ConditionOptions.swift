import LabRecordings

/// The command-line options for properties of a measurement that the program cannot determine.
struct ConditionOptions: ParsableArguments {
    @Option(
        "serial",
        help: ArgumentHelp(
            "The serial number of the tested device, for the report, 1 to 100 characters.",
            valueName: "number"))
    var serial: ReportText?

    @Option(
        "operator",
        help: ArgumentHelp(
            "The name of the operator, for the report, 1 to 100 characters.",
            valueName: "name"))
    var operatorName: ReportText?

    /// The conditions of a measurement that contain only the values of the options.
    var conditions: TestConditions {
        var conditions = TestConditions()
        conditions.serial = serial?.text
        conditions.operatorName = operatorName?.text
        return conditions
    }
}

/// A value of the options `--serial` and `--operator`: a line of text for a report.
struct ReportText: ExpressibleByArgument {
    let text: String

    /// Creates a text of 1 to 100 characters without control characters, or returns `nil` for other
    /// text.
    init?(argument: String) {
        let hasControl = argument.unicodeScalars.contains {
            switch $0.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: true
            default: false
            }
        }
        guard !argument.isEmpty, argument.count <= 100, !hasControl else { return nil }
        text = argument
    }
}
