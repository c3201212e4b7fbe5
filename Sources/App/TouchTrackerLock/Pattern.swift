import Glibc

/// An unlock pattern: the dots of a 3 × 3 grid in the order in which a finger has connected them.
///
/// Dots have the numbers 1 to 9, row by row from the upper left. Each dot is connected at most
/// once. A line that crosses the center of an unconnected dot connects that dot first: the line
/// from 1 to 3 also connects 2; the line from 1 to 8 connects no other dot.
///
/// A pattern is a secret. The class is a reference type so that no copy is made. Deinitialization
/// erases the dots from memory, and no description prints them.
package final class Pattern {
    /// The number of dots in the grid, which is also the maximum number of dots in a pattern.
    package static let maximumDotCount = 9
    /// The minimum number of dots in a pattern that can be set. Patterns with fewer dots are easy
    /// to guess.
    package static let minimumDotCount = 4

    /// The numbers of the dots, one byte each, in memory that never moves and is erased in
    /// `deinit`.
    private let dots: UnsafeMutablePointer<UInt8>
    /// The number of connected dots in the pattern.
    package private(set) var count = 0

    /// Creates an empty pattern.
    package init() {
        dots = .allocate(capacity: Self.maximumDotCount)
        dots.initialize(repeating: 0, count: Self.maximumDotCount)
    }

    deinit {
        removeAll()
        dots.deallocate()
    }

    /// The number (1 to 9) of the dot at `position`, an index into the pattern that starts at 0.
    package subscript(position: Int) -> Int {
        precondition(0..<count ~= position, "a pattern of \(count) dots has no dot \(position)")
        return Int(dots[position])
    }

    /// The number of the dot that was connected last, or `nil` for an empty pattern.
    package var last: Int? { count == 0 ? nil : Int(dots[count - 1]) }

    /// Returns whether the pattern contains the dot with the number `dot`.
    package func contains(_ dot: Int) -> Bool {
        for index in 0..<count where Int(dots[index]) == dot { return true }
        return false
    }

    /// Connects the dot with the number `dot`. If the line from the last dot crosses the center of
    /// an unconnected dot, that dot is connected first.
    ///
    /// A dot that is already connected, or a number outside 1…9, has no effect.
    ///
    /// - Returns: The number of dots that were connected: 0, 1 or 2.
    @discardableResult
    package func connect(_ dot: Int) -> Int {
        guard 1...9 ~= dot, !contains(dot) else { return 0 }
        let before = count
        if let last, let between = Self.dot(between: last, and: dot), !contains(between) {
            append(between)
        }
        append(dot)
        return count - before
    }

    /// Removes all dots from the pattern and erases them from memory.
    package func removeAll() {
        explicit_bzero(dots, Self.maximumDotCount)
        count = 0
    }

    /// Returns whether `other` has the same dots in the same order.
    package func isEqual(to other: Pattern) -> Bool {
        guard count == other.count else { return false }
        for index in 0..<count where dots[index] != other.dots[index] { return false }
        return true
    }

    /// Calls `body` with the dots as a C string of the digits 1 to 9. The string is erased from
    /// memory after the call.
    func withDigits<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        let size = Self.maximumDotCount + 1
        let text = UnsafeMutablePointer<CChar>.allocate(capacity: size)
        text.initialize(repeating: 0, count: size)
        defer {
            explicit_bzero(text, size)
            text.deallocate()
        }
        for index in 0..<count { text[index] = CChar(UInt8(ascii: "0") + dots[index]) }
        return body(text)
    }

    private func append(_ dot: Int) {
        dots[count] = UInt8(dot)
        count += 1
    }

    /// Returns the number of the dot exactly halfway between the dots `first` and `second`, or
    /// `nil` if there is no dot at that point.
    private static func dot(between first: Int, and second: Int) -> Int? {
        let columns = (first - 1) % 3 + (second - 1) % 3
        let rows = (first - 1) / 3 + (second - 1) / 3
        guard columns % 2 == 0, rows % 2 == 0 else { return nil }
        return rows / 2 * 3 + columns / 2 + 1
    }
}
