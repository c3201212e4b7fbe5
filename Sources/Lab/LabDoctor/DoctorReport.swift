import KioskSystem
import KioskYAML

/// The report of the command `touchtracker doctor`: all findings, worst first.
package struct DoctorReport: Sendable {
    /// The name of the board, or `nil` if unknown.
    package let board: String?
    /// The release of the kernel, or `nil` if unknown.
    package let kernel: String?
    /// The findings, worst first; of equal severity, in the order of the checks.
    package let findings: [Finding]

    /// Examines a machine.
    ///
    /// - Parameters:
    ///   - machine: The values that were read from the machine.
    ///   - omitted: The names of findings that are expected and therefore omitted.
    package init(_ machine: Machine, omitting omitted: Set<String> = []) {
        board =
            machine.files.line("/proc/device-tree/model")
            ?? machine.files.line("/sys/class/dmi/id/product_name")
        kernel = machine.files.line("/proc/sys/kernel/osrelease")
        let states: [any MachineState] = [
            DisplayState(machine), KernelLogState(machine), StorageState(machine),
            ServiceState(machine), TouchscreenState(machine), PowerState(machine),
            ProcessorState(machine), ClockState(machine),
        ]
        let all = states.flatMap(\.findings).filter { !omitted.contains($0.name) }
        findings = Finding.Severity.allCases.flatMap { severity in
            all.filter { $0.severity == severity }
        }
    }

    /// Whether nothing is wrong. Hints do not count.
    package var isHealthy: Bool { findings.allSatisfy { $0.severity == .hint } }

    /// The report as text for a terminal.
    package var text: String {
        let machine = [board, kernel.map { "kernel \($0)" }].compactMap { $0 }
        var lines = machine.isEmpty ? [] : [machine.joined(separator: ", "), ""]
        for finding in findings {
            // The longest name, "failure", has seven letters.
            let severity = finding.severity.rawValue
            let gap = String(repeating: " ", count: max(2, 9 - severity.count))
            lines.append("\(severity)\(gap)\(finding.name): \(finding.cause)")
            lines.append("         \(finding.remedy)")
        }
        if isHealthy { lines.append("nothing is wrong") }
        // Names of devices and processes are untrusted and may contain control sequences.
        return lines.map { Log.formatLine($0, level: nil) }.joined()
    }

    /// The report as JSON.
    package var json: JSON {
        .object([
            ("healthy", .bool(isHealthy)), ("board", JSON(board)), ("kernel", JSON(kernel)),
            ("findings", .array(findings.map(\.json))),
        ])
    }
}
