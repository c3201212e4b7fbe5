import TouchKitContacts

/// Why a text names no fault of a panel.
package struct PanelFaultError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was written.
    package let text: String
    /// What is wrong with it.
    package let cause: String
    /// What to write instead.
    package let remedy: String

    /// One line: the thing, the cause, the remedy.
    package var description: String { "fault \(text): \(cause); \(remedy)" }
}

extension PanelFault: CustomStringConvertible {
    /// How each fault is written, its numbers in capitals: `dead-column=X[,WIDTH]` …
    package static var usages: [String] { forms.map(\.usage) }

    /// Reads a fault as the command line says it: `dead-column=30,5`, `flip-x` …
    ///
    /// - Throws: `PanelFaultError`, with one line that names the text, the cause and the remedy.
    package init(parsing text: String) throws(PanelFaultError) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let form = Self.forms.first(where: { $0.name == parts.first.map(String.init) }) else {
            throw PanelFaultError(
                text: text, cause: "there is no such fault",
                remedy: "choose one of \(Self.usages.joined(separator: ", "))")
        }
        let words =
            parts.count > 1
            ? parts[1].split(separator: ",", omittingEmptySubsequences: false) : []
        let remedy = "write \(form.usage)"
        guard form.counts.contains(words.count) else {
            throw PanelFaultError(
                text: text, cause: "it has \(Self.count(of: words.count))", remedy: remedy)
        }
        var values: [Double] = []
        for (word, number) in zip(words, form.numbers) {
            guard let value = Self.number(word), !number.isWhole || value == value.rounded() else {
                let kind = number.isWhole ? "whole number" : "number"
                throw PanelFaultError(
                    text: text, cause: "\(number.subject), \"\(word)\", is no \(kind)",
                    remedy: remedy)
            }
            guard number.range.contains(value) else {
                let ends = [number.range.lowerBound, number.range.upperBound].map(Self.word)
                throw PanelFaultError(
                    text: text,
                    cause: "\(number.subject) can be from \(ends[0]) to \(ends[1])\(number.unit)",
                    remedy: remedy)
            }
            values.append(value)
        }
        self = form.make(values)
    }

    /// What the command line says of it; `init(parsing:)` reads it.
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

    // MARK: How each is written

    private struct Number {
        let subject: String
        let range: ClosedRange<Double>
        let unit: String
        var isWhole = false
    }

    private struct Form {
        let usage: String
        /// How many numbers there may be.
        let counts: Set<Int>
        let numbers: [Number]
        let make: @Sendable ([Double]) -> PanelFault

        /// What stands before `=` or `[`.
        var name: String {
            String(usage.prefix { $0.isLetter || $0 == "-" })
        }
    }

    private static let place = Number(subject: "the place", range: 0...100, unit: " percent")
    private static let size = Number(subject: "the width", range: 0.1...200, unit: " mm")
    private static let shift = Number(subject: "the distance", range: -200...200, unit: " mm")
    private static let factor = Number(subject: "the factor", range: 0.1...10, unit: "")
    private static let seconds = Number(subject: "the time", range: 0.1...3_600, unit: " s")

    private static let forms: [Form] = [
        Form(usage: "dead-column=X[,WIDTH]", counts: [1, 2], numbers: [place, size]) {
            .deadColumn(x: $0[0], width: $0.count > 1 ? $0[1] : 5)
        },
        Form(usage: "dead-row=Y[,WIDTH]", counts: [1, 2], numbers: [place, size]) {
            .deadRow(y: $0[0], height: $0.count > 1 ? $0[1] : 5)
        },
        Form(usage: "swap-axes", counts: [0], numbers: []) { _ in .swapAxes },
        Form(usage: "flip-x", counts: [0], numbers: []) { _ in .flipX },
        Form(usage: "flip-y", counts: [0], numbers: []) { _ in .flipY },
        Form(usage: "offset=DX,DY", counts: [2], numbers: [shift, shift]) {
            .offset(dx: $0[0], dy: $0[1])
        },
        Form(usage: "scale=SX,SY", counts: [2], numbers: [factor, factor]) {
            .scale(x: $0[0], y: $0[1])
        },
        Form(
            usage: "jitter=MM", counts: [1],
            numbers: [Number(subject: "the deviation", range: 0...50, unit: " mm")]
        ) { .jitter(millimeters: $0[0]) },
        Form(
            usage: "lost-slot=N", counts: [1],
            numbers: [
                Number(
                    subject: "the slot", range: 0...Double(SlotDecoder.largestSlotCount - 1),
                    unit: "", isWhole: true)
            ]
        ) { .lostSlot(Int($0[0])) },
        Form(usage: "swapped-slots[=SECONDS]", counts: [0, 1], numbers: [seconds]) {
            .swappedSlots(seconds: $0.first ?? 1)
        },
        Form(usage: "ghost[=SECONDS]", counts: [0, 1], numbers: [seconds]) {
            .ghost(seconds: $0.first ?? 2)
        },
        Form(
            usage: "merge-distance=MM", counts: [1],
            numbers: [Number(subject: "the distance", range: 0.1...200, unit: " mm")]
        ) { .mergeDistance(millimeters: $0[0]) },
        Form(
            usage: "slow-rate=HZ", counts: [1],
            numbers: [Number(subject: "the rate", range: 1...1_000, unit: " Hz")]
        ) { .slowRate(hertz: $0[0]) },
        Form(
            usage: "gaps=MS[,SECONDS]", counts: [1, 2],
            numbers: [Number(subject: "the gap", range: 1...10_000, unit: " ms"), seconds]
        ) { .gaps(milliseconds: $0[0], seconds: $0.count > 1 ? $0[1] : 2) },
        Form(usage: "stuck[=X,Y]", counts: [0, 2], numbers: [place, place]) {
            $0.count == 2 ? .stuck(x: $0[0], y: $0[1]) : .stuckAnywhere
        },
        Form(
            usage: "double-tap-bounce[=PERCENT]", counts: [0, 1],
            numbers: [Number(subject: "the part", range: 0...100, unit: " percent")]
        ) { .doubleTapBounce(percent: $0.first ?? 100) },
        Form(usage: "bend=MM", counts: [1], numbers: [shift]) { .bend(millimeters: $0[0]) },
    ]

    private static func count(of numbers: Int) -> String {
        switch numbers {
        case 0: "no number"
        case 1: "one number"
        default: "\(numbers) numbers"
        }
    }

    /// Digits, a point and a sign: no words that `Double` would understand, and no exponents.
    private static func number(_ word: Substring) -> Double? {
        guard word.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." || $0 == "-" }) else {
            return nil
        }
        return Double(word)
    }

    private static func word(_ value: Double) -> String {
        value == value.rounded() ? "\(Int(value))" : "\(value)"
    }

    private static func text(_ name: String, _ values: Double...) -> String {
        name + "=" + values.map(word).joined(separator: ",")
    }
}
