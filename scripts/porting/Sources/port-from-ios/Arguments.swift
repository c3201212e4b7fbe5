/// A wrong argument of the command line.
struct UsageError: Error, CustomStringConvertible {
    /// The cause.
    let description: String
}

/// The arguments of the command line.
struct Arguments {
    /// The text that `--help` prints.
    static let usage = """
        usage: scripts/port-from-ios SOURCE... [--name NAME] [--output FOLDER] [--touchtracker FOLDER]

        Converts Swift sources of an iOS project and writes a package whose library compiles with
        TouchKit. SOURCE is a file or a folder; the folders .build, Carthage and Pods, folders whose
        names end with Tests, and Package.swift are skipped. Prints what cannot be converted, with
        file and line.

          --name NAME             the name of the library; the default is the first SOURCE's name
          --output FOLDER         the package; the default is out/ported/NAME
          --touchtracker FOLDER   the folder of TouchTracker; the default is this repository

        Exit codes: 0 everything was converted, 64 usage, 65 something cannot be converted (the
        rest is written), 74 a file cannot be read or written
        """

    /// The files and folders to convert.
    private(set) var sources: [String] = []
    /// The value of `--name`.
    private(set) var name: String?
    /// The value of `--output`.
    private(set) var output: String?
    /// The value of `--touchtracker`.
    private(set) var touchtracker = "."
    /// Whether `--help` is present.
    private(set) var showsHelp = false
    /// Whether only the converted files are written, into the output folder, for the plugin.
    private(set) var writesSourcesOnly = false

    /// Parses the arguments.
    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "-h", "--help": showsHelp = true
            case "--name": name = try Self.value(of: argument, in: &rest)
            case "--output": output = try Self.value(of: argument, in: &rest)
            case "--touchtracker": touchtracker = try Self.value(of: argument, in: &rest)
            case "--sources-only": writesSourcesOnly = true
            default:
                if argument.hasPrefix("-") {
                    throw UsageError(description: "\(argument): unknown option; see --help")
                }
                sources.append(argument)
            }
        }
        if sources.isEmpty && !showsHelp {
            throw UsageError(description: "no source; see --help")
        }
    }

    private static func value(
        of option: String, in rest: inout ArraySlice<String>
    ) throws -> String {
        guard let value = rest.popFirst(), !value.hasPrefix("-") else {
            throw UsageError(description: "\(option): missing value; see --help")
        }
        return value
    }
}
