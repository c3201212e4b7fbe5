/// A wrong argument of the command line.
struct UsageError: Error, CustomStringConvertible {
    /// The cause.
    let description: String
}

/// The arguments of the command line.
struct Arguments {
    private static let remedy = "see scripts/port-from-ios --help"

    /// The files and folders to convert.
    private(set) var sources: [String] = []
    /// The value of `--name`.
    private(set) var name: String?
    /// The value of `--output`.
    private(set) var output: String?
    /// The value of `--touchtracker`.
    private(set) var touchtracker = "."
    /// Whether only the converted files are written, into the output folder, for the plugin.
    private(set) var writesSourcesOnly = false

    /// Parses the arguments.
    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--name": name = try Self.value(of: argument, in: &rest)
            case "--output": output = try Self.value(of: argument, in: &rest)
            case "--touchtracker": touchtracker = try Self.value(of: argument, in: &rest)
            case "--sources-only": writesSourcesOnly = true
            default:
                if argument.hasPrefix("-") {
                    throw UsageError(description: "\(argument): unknown option; \(Self.remedy)")
                }
                sources.append(argument)
            }
        }
        if sources.isEmpty {
            throw UsageError(description: "no source; \(Self.remedy)")
        }
    }

    private static func value(
        of option: String, in rest: inout ArraySlice<String>
    ) throws -> String {
        guard let value = rest.popFirst(), !value.hasPrefix("-") else {
            throw UsageError(description: "\(option): missing value; \(remedy)")
        }
        return value
    }
}
