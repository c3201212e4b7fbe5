import ArgumentParser
import LabFaults
import TouchKitContacts

/// The options of fault injection.
struct FaultOptions: ParsableArguments {
    @Option(
        name: .customLong("fault"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Inject a fault; can be given several times: \(TouchFault.usages.joined(separator: ", ")).",
            valueName: "fault"),
        transform: { FaultChoice($0) })
    private var choices: [FaultChoice] = []

    @Option(
        help: ArgumentHelp(
            "The seed of random faults; the same seed gives the same result.",
            valueName: "number"))
    var seed: UInt64 = 1

    /// The valid faults, in the order of the command line.
    var faults: [TouchFault] { choices.compactMap(\.fault) }

    func validate() throws {
        guard let error = choices.lazy.compactMap(\.error).first else { return }
        throw ValidationError("--\(error)")
    }
}

/// A fault as written on the command line. An invalid one is kept with its error, because the
/// parser would replace the reason with its own text.
private struct FaultChoice {
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
