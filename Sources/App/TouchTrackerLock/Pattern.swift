import Glibc

/// Dots of a lock in the order in which a finger joined them: a secret, so its memory is wiped when it
/// goes, and nothing prints it.
///
/// Dots have the numbers 1 to 9, row by row from the upper left. Each is joined once; one that a straight
/// line jumps over is joined before the line's end: 1 and 3 join 2, 1 and 8 nothing.
///
/// It isn't copied: whoever hands it on hands on the one there is.
package final class Pattern {
    /// The most dots that can be joined: all.
    package static let mostDots = 9
    /// The fewest dots that make a lock: with fewer, too few patterns are left to guess.
    package static let fewestDots = 4

    /// One byte a dot, in memory that is wiped and never moved.
    private let dots: UnsafeMutablePointer<UInt8>
    /// How many dots are joined.
    package private(set) var count = 0

    /// Makes a pattern without a dot.
    package init() {
        dots = .allocate(capacity: Self.mostDots)
        dots.initialize(repeating: 0, count: Self.mostDots)
    }

    deinit {
        removeAll()
        dots.deallocate()
    }

    /// A dot by its place in the order, from 0.
    package subscript(place: Int) -> Int {
        precondition(0..<count ~= place, "a pattern of \(count) dots has no dot \(place)")
        return Int(dots[place])
    }

    /// The dot that was joined last; nil where none was.
    package var last: Int? { count == 0 ? nil : Int(dots[count - 1]) }

    /// Whether a dot is joined.
    package func contains(_ dot: Int) -> Bool {
        for place in 0..<count where Int(dots[place]) == dot { return true }
        return false
    }

    /// Joins a dot, and before it the loose one that the line to it jumps over. One that is joined
    /// already, or no dot at all, changes nothing.
    ///
    /// - Returns: How many dots were joined: 0, 1 or 2.
    @discardableResult
    package func join(_ dot: Int) -> Int {
        guard 1...9 ~= dot, !contains(dot) else { return 0 }
        let before = count
        if let last, let between = Self.dot(between: last, and: dot), !contains(between) {
            append(between)
        }
        append(dot)
        return count - before
    }

    /// Forgets all dots, and wipes their memory.
    package func removeAll() {
        explicit_bzero(dots, Self.mostDots)
        count = 0
    }

    /// Whether another pattern has the same dots in the same order.
    package func isSame(as other: Pattern) -> Bool {
        guard count == other.count else { return false }
        for place in 0..<count where dots[place] != other.dots[place] { return false }
        return true
    }

    /// Lends the dots as the digits 1 to 9 with a zero behind them, as C reads a text; wiped afterwards.
    func withDigits<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        let size = Self.mostDots + 1
        let text = UnsafeMutablePointer<CChar>.allocate(capacity: size)
        text.initialize(repeating: 0, count: size)
        defer {
            explicit_bzero(text, size)
            text.deallocate()
        }
        for place in 0..<count { text[place] = CChar(UInt8(ascii: "0") + dots[place]) }
        return body(text)
    }

    private func append(_ dot: Int) {
        dots[count] = UInt8(dot)
        count += 1
    }

    /// The dot in the middle of two others, if there is one.
    private static func dot(between first: Int, and second: Int) -> Int? {
        let columns = (first - 1) % 3 + (second - 1) % 3
        let rows = (first - 1) / 3 + (second - 1) / 3
        guard columns % 2 == 0, rows % 2 == 0 else { return nil }
        return rows / 2 * 3 + columns / 2 + 1
    }
}
