/// A type of values that a command line can contain.
protocol ExpressibleByArgument {
    /// Parses a value, or returns `nil` if `argument` is not valid.
    init?(argument: String)

    /// The text of a default value in the help text.
    var defaultValueDescription: String { get }

    /// All valid values, or empty if they cannot be enumerated.
    static var allValueStrings: [String] { get }
}

extension ExpressibleByArgument {
    var defaultValueDescription: String { "\(self)" }

    static var allValueStrings: [String] { [] }
}

extension ExpressibleByArgument where Self: RawRepresentable, RawValue: ExpressibleByArgument {
    init?(argument: String) {
        guard let value = RawValue(argument: argument) else { return nil }
        self.init(rawValue: value)
    }

    var defaultValueDescription: String { rawValue.defaultValueDescription }
}

extension ExpressibleByArgument where Self: CaseIterable {
    static var allValueStrings: [String] { allCases.map(\.defaultValueDescription) }
}

extension String: ExpressibleByArgument {
    init?(argument: String) {
        self = argument
    }
}

extension Int: ExpressibleByArgument {
    init?(argument: String) {
        self.init(argument)
    }
}

extension UInt64: ExpressibleByArgument {
    init?(argument: String) {
        self.init(argument)
    }
}
