import KioskYAML

/// A problem of the machine, and its remedy.
package struct Finding: Hashable, Sendable {
    /// The effect of a finding, ordered from the worst. The raw value is the name in reports.
    package enum Severity: String, CaseIterable, Sendable {
        /// The kiosk does not work, or loses data.
        case failure
        /// The kiosk works worse than it could.
        case warning
        /// Nothing is wrong; a setting can improve the kiosk.
        case hint
    }

    /// The effect of the problem.
    package let severity: Severity
    /// The stable name of the problem for scripts, for example `cpu-governor`.
    package let name: String
    /// The problem in one line.
    package let cause: String
    /// The action that resolves the problem, in one line.
    package let remedy: String

    /// Creates a finding.
    package init(_ severity: Severity, _ name: String, _ cause: String, remedy: String) {
        self.severity = severity
        self.name = name
        self.cause = cause
        self.remedy = remedy
    }

    /// The finding as JSON.
    var json: JSON {
        .object([
            ("severity", .string(severity.rawValue)), ("name", .string(name)),
            ("cause", .string(cause)), ("remedy", .string(remedy)),
        ])
    }
}

/// The state of one part of the machine, from which findings follow without further access.
protocol MachineState {
    /// The findings about this part, in no particular order.
    var findings: [Finding] { get }
}
