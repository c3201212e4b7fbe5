import ArgumentParser
import LabFaults
import TouchKitContacts

/// What is wrong with a panel that is played.
struct FaultOptions: ParsableArguments {
    @Option(
        name: .customLong("fault"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Let the panel be a bad one; may be said several times: \(PanelFault.usages.joined(separator: ", ")).",
            valueName: "fault"),
        transform: { FaultChoice($0) })
    private var choices: [FaultChoice] = []

    @Option(
        help: ArgumentHelp(
            "Choose among what faults do by chance; the same number does the same.",
            valueName: "number"))
    var seed: UInt64 = 1

    /// What is wrong, in order.
    var faults: [PanelFault] { choices.compactMap(\.fault) }

    func validate() throws {
        guard let error = choices.lazy.compactMap(\.error).first else { return }
        throw ValidationError("--\(error)")
    }
}

/// A fault as it was written. What makes no sense is kept: the parser's own words for it would hide its reason.
private struct FaultChoice {
    private(set) var fault: PanelFault?
    private(set) var error: PanelFaultError?

    init(_ text: String) {
        do {
            fault = try PanelFault(parsing: text)
        } catch {
            self.error = error
        }
    }
}
