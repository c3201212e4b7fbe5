import TouchKitContacts

/// An error in the text form of a fault.
package struct TouchFaultError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text that was parsed.
    package let text: String
    /// The cause of the error.
    package let cause: String
    /// The action that the user can take.
    package let remedy: String

    /// One line in the form `fault TEXT: cause; remedy`.
    package var description: String { "fault \(text): \(cause); \(remedy)" }
}

extension TouchFault: CustomStringConvertible {
    /// The syntax of each fault, with parameters in uppercase, such as `dead-column=X[,WIDTH]`.
    package static var usages: [String] { forms.map(\.usage) }

    /// Creates a fault from its text form on the command line, such as `dead-column=30,5` or
    /// `flip-x`.
    ///
    /// - Throws: `TouchFaultError` if the text is not a valid fault.
    package init(parsing text: String) throws(TouchFaultError) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let form = Self.forms.first(where: { $0.name == parts.first.map(String.init) }) else {
            throw TouchFaultError(
                text: text, cause: "unknown fault",
                remedy: "choose one of \(Self.usages.joined(separator: ", "))")
        }
        let arguments =
            parts.count > 1
            ? parts[1].split(separator: ",", omittingEmptySubsequences: false) : []
        let remedy = "write \(form.usage)"
        guard form.counts.contains(arguments.count) else {
            throw TouchFaultError(
                text: text, cause: "\(Self.countText(arguments.count)) given", remedy: remedy)
        }
        var values: [Double] = []
        for (argument, parameter) in zip(arguments, form.parameters) {
            guard let value = Self.number(argument), !parameter.isWhole || value == value.rounded()
            else {
                let kind = parameter.isWhole ? "whole number" : "number"
                throw TouchFaultError(
                    text: text, cause: "\(parameter.subject), \"\(argument)\", is not a \(kind)",
                    remedy: remedy)
            }
            guard parameter.range.contains(value) else {
                let ends = [parameter.range.lowerBound, parameter.range.upperBound].map(
                    Self.numberText)
                throw TouchFaultError(
                    text: text,
                    cause: "\(parameter.subject) must be from \(ends[0]) to \(ends[1])"
                        + parameter.unit,
                    remedy: remedy)
            }
            values.append(value)
        }
        self = form.make(values)
    }

    /// The text form of the fault. `init(parsing:)` accepts it unless a number other than 0 is
    /// between -0.0001 and 0.0001, which is written with an exponent.
    package var description: String {
        switch self {
        case .deadColumn(let x, let width): Self.text("dead-column", x, width)
        case .deadRow(let y, let height): Self.text("dead-row", y, height)
        case .swapAxes: "swap-axes"
        case .flipX: "flip-x"
        case .flipY: "flip-y"
        case .offset(let dx, let dy): Self.text("offset", dx, dy)
        case .scale(let x, let y): Self.text("scale", x, y)
        case .jitter(let millimeters): Self.text("jitter", millimeters)
        case .lostSlot(let slot): Self.text("lost-slot", Double(slot))
        case .swappedSlots(let seconds): Self.text("swapped-slots", seconds)
        case .ghost(let seconds): Self.text("ghost", seconds)
        case .mergeDistance(let millimeters): Self.text("merge-distance", millimeters)
        case .slowRate(let hertz): Self.text("slow-rate", hertz)
        case .gaps(let milliseconds, let seconds): Self.text("gaps", milliseconds, seconds)
        case .stuck(let x, let y): Self.text("stuck", x, y)
        case .stuckAnywhere: "stuck"
        case .doubleTapBounce(let percent): Self.text("double-tap-bounce", percent)
        case .bend(let millimeters): Self.text("bend", millimeters)
        }
    }

    // MARK: Syntax

    /// One numeric parameter of a fault.
    private struct Parameter {
        /// The parameter's name for error messages.
        let subject: String
        let range: ClosedRange<Double>
        /// The unit for error messages, with a leading space.
        let unit: String
        var isWhole = false
    }

    /// The syntax of one fault.
    private struct Form {
        let usage: String
        /// The valid numbers of arguments.
        let counts: Set<Int>
        let parameters: [Parameter]
        let make: @Sendable ([Double]) -> TouchFault

        /// The fault's name, which precedes `=` or `[`.
        var name: String {
            String(usage.prefix { $0.isLetter || $0 == "-" })
        }
    }

    private static let position = Parameter(
        subject: "the position", range: 0...100, unit: " percent")
    private static let size = Parameter(subject: "the width", range: 0.1...200, unit: " mm")
    private static let distance = Parameter(subject: "the distance", range: -200...200, unit: " mm")
    private static let factor = Parameter(subject: "the factor", range: 0.1...10, unit: "")
    private static let seconds = Parameter(subject: "the time", range: 0.1...3_600, unit: " s")

    private static let forms: [Form] = [
        Form(usage: "dead-column=X[,WIDTH]", counts: [1, 2], parameters: [position, size]) {
            .deadColumn(x: $0[0], width: $0.count > 1 ? $0[1] : 5)
        },
        Form(usage: "dead-row=Y[,WIDTH]", counts: [1, 2], parameters: [position, size]) {
            .deadRow(y: $0[0], height: $0.count > 1 ? $0[1] : 5)
        },
        Form(usage: "swap-axes", counts: [0], parameters: []) { _ in .swapAxes },
        Form(usage: "flip-x", counts: [0], parameters: []) { _ in .flipX },
        Form(usage: "flip-y", counts: [0], parameters: []) { _ in .flipY },
        Form(usage: "offset=DX,DY", counts: [2], parameters: [distance, distance]) {
            .offset(dx: $0[0], dy: $0[1])
        },
        Form(usage: "scale=SX,SY", counts: [2], parameters: [factor, factor]) {
            .scale(x: $0[0], y: $0[1])
        },
        Form(
            usage: "jitter=MM", counts: [1],
            parameters: [Parameter(subject: "the deviation", range: 0...50, unit: " mm")]
        ) { .jitter(millimeters: $0[0]) },
        Form(
            usage: "lost-slot=N", counts: [1],
            parameters: [
                Parameter(
                    subject: "the slot", range: 0...Double(SlotDecoder.maximumSlotCount - 1),
                    unit: "", isWhole: true)
            ]
        ) { .lostSlot(Int($0[0])) },
        Form(usage: "swapped-slots[=SECONDS]", counts: [0, 1], parameters: [seconds]) {
            .swappedSlots(seconds: $0.first ?? 1)
        },
        Form(usage: "ghost[=SECONDS]", counts: [0, 1], parameters: [seconds]) {
            .ghost(seconds: $0.first ?? 2)
        },
        Form(
            usage: "merge-distance=MM", counts: [1],
            parameters: [Parameter(subject: "the distance", range: 0.1...200, unit: " mm")]
        ) { .mergeDistance(millimeters: $0[0]) },
        Form(
            usage: "slow-rate=HZ", counts: [1],
            parameters: [Parameter(subject: "the rate", range: 1...1_000, unit: " Hz")]
        ) { .slowRate(hertz: $0[0]) },
        Form(
            usage: "gaps=MS[,SECONDS]", counts: [1, 2],
            parameters: [Parameter(subject: "the gap", range: 1...10_000, unit: " ms"), seconds]
        ) { .gaps(milliseconds: $0[0], seconds: $0.count > 1 ? $0[1] : 2) },
        Form(usage: "stuck[=X,Y]", counts: [0, 2], parameters: [position, position]) {
            $0.count == 2 ? .stuck(x: $0[0], y: $0[1]) : .stuckAnywhere
        },
        Form(
            usage: "double-tap-bounce[=PERCENT]", counts: [0, 1],
            parameters: [Parameter(subject: "the percentage", range: 0...100, unit: " percent")]
        ) { .doubleTapBounce(percent: $0.first ?? 100) },
        Form(usage: "bend=MM", counts: [1], parameters: [distance]) { .bend(millimeters: $0[0]) },
    ]

    private static func countText(_ count: Int) -> String {
        switch count {
        case 0: "no number"
        case 1: "one number"
        default: "\(count) numbers"
        }
    }

    /// Returns the number that `text` represents, or `nil` if `text` is not a number. Unlike
    /// `Double.init`, the function accepts only digits, a decimal point and a minus sign.
    private static func number(_ text: Substring) -> Double? {
        guard text.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." || $0 == "-" }) else {
            return nil
        }
        return Double(text)
    }

    private static func numberText(_ value: Double) -> String {
        value == value.rounded() ? "\(Int(value))" : "\(value)"
    }

    private static func text(_ name: String, _ values: Double...) -> String {
        name + "=" + values.map(numberText).joined(separator: ",")
    }
}
