import LabFaults
import TouchKitContacts

/// The command-line options for fault injection.
struct FaultOptions: ParsableArguments {
    @Option(
        "fault",
        help: ArgumentHelp(
            "Inject a fault (repeatable). Faults: \(TouchFault.usages.joined(separator: ", ")).",
            valueName: "fault"),
        transform: { ParsedFault($0) })
    private var parsedFaults: [ParsedFault] = []

    @Option(
        "seed",
        help: ArgumentHelp(
            "The seed of random faults, a whole number from 0; the same seed gives the same result.",
            valueName: "number"))
    var seed: UInt64 = 1

    /// The faults to inject, in the order of the command line.
    var faults: [TouchFault] { parsedFaults.compactMap(\.fault) }

    func validate() throws {
        guard let error = parsedFaults.lazy.compactMap(\.error).first else { return }
        throw ValidationError("--\(error)")
    }
}

/// A fault from the command line, or the error that occurred while the fault was parsed. The error
/// is stored, because the parser of an option returns no message.
private struct ParsedFault {
    private(set) var fault: TouchFault?
    private(set) var error: TouchFaultError?

    init(_ text: String) {
        do {
            fault = try TouchFault(parsing: text)
        } catch {
            self.error = error
        }
    }
}
