/// The circumstances of a measurement, for its report. Unknown properties are `nil`.
package struct TestConditions: Hashable, Sendable {
    /// The date and time of the measurement in UTC, for example `2026-11-23T20:15:00Z`, as the
    /// machine's clock states.
    package var date: String?
    /// The name of the machine.
    package var machine: String?
    /// The release of the machine's kernel.
    package var kernel: String?
    /// The version of the touchscreen's firmware that its driver reports.
    package var firmware: String?
    /// The serial number of the tested device, as specified by the user.
    package var serial: String?
    /// The name of the operator, as specified by the user.
    package var operatorName: String?

    /// Creates conditions of which nothing is known.
    package init() {}

    /// The known conditions with their titles, in the order of reports.
    package var facts: [(title: String, value: String)] {
        [
            ("Date", date), ("Machine", machine), ("Kernel", kernel), ("Firmware", firmware),
            ("Serial number", serial), ("Operator", operatorName),
        ].compactMap { title, value in value.map { (title: title, value: $0) } }
    }
}
