/// An option with a value, for example `--rotate 90`.
///
/// An option without default is required, unless its type is optional. An option whose value is an
/// array can be repeated. Reading the value of a required option before the arguments are parsed is
/// a programming error.
@propertyWrapper
final class Option<Value>: Parameter {
    private var value: Value?
    private let storeValue: (_ value: inout Value?, _ text: String, _ isFirst: Bool) -> Bool
    private let describeDefault: () -> String?
    private let listValues: () -> [String]

    private init(
        _ name: String, help: ArgumentHelp, value: Value?, isRepeatable: Bool = false,
        acceptsHyphen: Bool = false, default describeDefault: @escaping () -> String?,
        values: @escaping () -> [String],
        store: @escaping (inout Value?, String, Bool) -> Bool
    ) {
        self.value = value
        storeValue = store
        self.describeDefault = describeDefault
        listValues = values
        super.init(
            .option, name, help: help, isRequired: value == nil, isRepeatable: isRepeatable,
            acceptsHyphen: acceptsHyphen)
    }

    var wrappedValue: Value {
        guard let value else { preconditionFailure("--\(name): no value has been parsed") }
        return value
    }

    override var defaultText: String? { describeDefault() }
    override var acceptedValues: [String] { listValues() }

    override func parse(_ text: String) -> Bool {
        storeValue(&value, text, !isGiven)
    }
}

extension Option where Value: ExpressibleByArgument {
    /// Creates an option with a default.
    convenience init(wrappedValue: Value, _ name: String, help: ArgumentHelp) {
        self.init(
            name, help: help, value: wrappedValue,
            default: { wrappedValue.defaultValueDescription },
            values: valueList(of: Value.self), store: singleValueParser())
    }

    /// Creates a required option.
    convenience init(_ name: String, help: ArgumentHelp) {
        self.init(
            name, help: help, value: nil, default: { nil }, values: valueList(of: Value.self),
            store: singleValueParser())
    }
}

/// Returns a closure that returns the accepted values of a type.
private func valueList<Value: ExpressibleByArgument>(of: Value.Type) -> () -> [String] {
    { Value.allValueStrings }
}

/// Returns a closure that stores the value of an option that cannot be repeated.
private func singleValueParser<Value: ExpressibleByArgument>()
    -> (inout Value?, String, Bool) -> Bool
{
    { value, text, _ in
        guard let parsed = Value(argument: text) else { return false }
        value = parsed
        return true
    }
}

extension Option {
    /// Creates an option whose value is `nil` if the command line does not contain the option.
    convenience init<Wrapped: ExpressibleByArgument>(
        _ name: String, help: ArgumentHelp
    ) where Value == Wrapped? {
        self.init(
            name, help: help, value: .some(nil), default: { nil },
            values: { Wrapped.allValueStrings }
        ) { value, text, _ in
            guard let parsed = Wrapped(argument: text) else { return false }
            value = .some(parsed)
            return true
        }
    }

    /// Creates an option that can be repeated.
    convenience init<Element: ExpressibleByArgument>(
        wrappedValue: [Element], _ name: String, help: ArgumentHelp
    ) where Value == [Element] {
        self.init(
            name, help: help, value: wrappedValue, isRepeatable: true, default: { nil },
            values: { Element.allValueStrings }
        ) { value, text, isFirst in
            guard let parsed = Element(argument: text) else { return false }
            value = (isFirst ? [] : value ?? []) + [parsed]
            return true
        }
    }

    /// Creates an option that can be repeated and whose values may begin with a hyphen.
    ///
    /// - Parameter transform: The closure that converts a value.
    convenience init<Element>(
        wrappedValue: [Element], _ name: String, help: ArgumentHelp,
        transform: @escaping (String) -> Element
    ) where Value == [Element] {
        self.init(
            name, help: help, value: wrappedValue, isRepeatable: true, acceptsHyphen: true,
            default: { nil }, values: { [] }
        ) { value, text, isFirst in
            value = (isFirst ? [] : value ?? []) + [transform(text)]
            return true
        }
    }
}

/// Returns the whole number in a text, or `nil` if there is none in `range`.
private func wholeNumber(in range: ClosedRange<Int>, from text: String) -> Int? {
    Int(text).flatMap { range.contains($0) ? $0 : nil }
}

extension Option {
    /// Creates an option with a default that accepts whole numbers in a range.
    convenience init(
        wrappedValue: Int, _ name: String, in range: ClosedRange<Int>, help: ArgumentHelp
    ) where Value == Int {
        self.init(
            name, help: help, value: wrappedValue, default: { "\(wrappedValue)" }, values: { [] }
        ) { value, text, _ in
            guard let number = wholeNumber(in: range, from: text) else { return false }
            value = number
            return true
        }
    }

    /// Creates an option that accepts whole numbers in a range and whose value is `nil` if the
    /// command line does not contain the option.
    ///
    /// - Parameter acceptsOff: Whether the default has the name `off`, which is then accepted too.
    convenience init(
        _ name: String, in range: ClosedRange<Int>, acceptsOff: Bool = false, help: ArgumentHelp
    ) where Value == Int? {
        self.init(
            name, help: help, value: .some(nil), default: { acceptsOff ? "off" : nil },
            values: { [] }
        ) { value, text, _ in
            let number = wholeNumber(in: range, from: text)
            guard number != nil || acceptsOff && text == "off" else { return false }
            value = .some(number)
            return true
        }
    }

    /// Creates an option that can be repeated and accepts whole numbers in a range.
    convenience init(
        wrappedValue: [Int], _ name: String, in range: ClosedRange<Int>, help: ArgumentHelp
    ) where Value == [Int] {
        self.init(
            name, help: help, value: wrappedValue, isRepeatable: true, default: { nil },
            values: { [] }
        ) { value, text, isFirst in
            guard let number = wholeNumber(in: range, from: text) else { return false }
            value = (isFirst ? [] : value ?? []) + [number]
            return true
        }
    }
}

/// A flag without a value, for example `--json`.
@propertyWrapper
final class Flag: Parameter {
    private static let oppositePrefix = "no-"

    private(set) var wrappedValue: Bool
    /// Whether the flag has an opposite, for example `--no-overlay` for `--overlay`.
    private let isInvertible: Bool
    private let defaultValue: Bool

    /// Creates a flag with a default.
    init(wrappedValue: Bool, _ name: String, isInvertible: Bool = false, help: ArgumentHelp) {
        self.wrappedValue = wrappedValue
        self.isInvertible = isInvertible
        defaultValue = wrappedValue
        super.init(.flag, name, help: help)
    }

    override var spellings: [String] {
        isInvertible ? ["--\(name)", "--\(Self.oppositePrefix)\(name)"] : ["--\(name)"]
    }

    override var defaultText: String? {
        isInvertible ? spellings[defaultValue ? 0 : 1] : nil
    }

    override func parse(_ text: String) -> Bool {
        wrappedValue = text == name
        return true
    }
}

/// A positional argument.
@propertyWrapper
final class Argument<Value>: Parameter {
    private var value: Value?
    private let storeValue: (_ value: inout Value?, _ text: String) -> Bool

    private init(
        help: ArgumentHelp, value: Value?, isRepeatable: Bool = false,
        store: @escaping (inout Value?, String) -> Bool
    ) {
        self.value = value
        storeValue = store
        super.init(
            .positional, help.valueName ?? "", help: help, isRequired: value == nil,
            isRepeatable: isRepeatable)
    }

    var wrappedValue: Value {
        guard let value else { preconditionFailure("<\(name)>: no value has been parsed") }
        return value
    }

    override func parse(_ text: String) -> Bool {
        storeValue(&value, text)
    }
}

extension Argument {
    /// Creates a required argument.
    convenience init(help: ArgumentHelp) where Value: ExpressibleByArgument {
        self.init(help: help, value: nil) { value, text in
            value = Value(argument: text)
            return value != nil
        }
    }

    /// Creates an argument whose value is `nil` if the command line does not contain the argument.
    convenience init<Wrapped: ExpressibleByArgument>(
        help: ArgumentHelp
    ) where Value == Wrapped? {
        self.init(help: help, value: .some(nil)) { value, text in
            guard let parsed = Wrapped(argument: text) else { return false }
            value = .some(parsed)
            return true
        }
    }

    /// Creates an argument that accepts any number of values.
    convenience init(wrappedValue: [String], help: ArgumentHelp) where Value == [String] {
        self.init(help: help, value: wrappedValue, isRepeatable: true) { value, text in
            value = (value ?? []) + [text]
            return true
        }
    }
}

/// Parameters that several commands share.
@propertyWrapper
struct OptionGroup<Value: ParsableArguments> {
    let wrappedValue: Value

    /// Creates the parameters of the group.
    init() {
        let group = Value()
        wrappedValue = group
        ParameterCollector.current?.validations.append { try group.validate() }
    }
}
