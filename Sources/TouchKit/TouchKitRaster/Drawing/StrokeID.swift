/// The identifier of a stroke in a drawing cache. Valid until the stroke is removed.
///
/// The memory of removed strokes is reused. Using the identifier of a removed stroke traps.
package struct StrokeID: Hashable, Sendable {
    /// The index of the stroke's record.
    let slot: UInt32
    /// The number of times that the record has been reused.
    let generation: UInt16

    /// A small number that is unique among the existing strokes. Use it as an array index.
    package var number: Int { Int(slot) }
}

/// A position in the drawing order: strokes with higher levels are above strokes with lower levels.
///
/// Levels that the cache assigns are unique and never reused. Therefore a stroke that returns to
/// its previous level is between its previous neighbors again. A caller that assigns the level of
/// one stroke must assign the levels of all strokes.
package struct StrokeLevel: Hashable, Comparable, Sendable {
    /// The level as a number.
    let number: Int64

    /// Creates a level from a number within ±2⁶².
    package init(_ number: Int64) {
        precondition(-(1 << 62)...(1 << 62) ~= number, "stroke level: out of range")
        self.number = number
    }

    /// Returns whether `left` is below `right` in the drawing order.
    package static func < (left: StrokeLevel, right: StrokeLevel) -> Bool {
        left.number < right.number
    }
}

extension StrokeLevel {
    /// The range of the levels in use, from which the levels of new topmost and lowest strokes are
    /// derived.
    struct Interval {
        private var top: Int64 = 0
        private var bottom: Int64 = 0

        /// The level above all levels in use.
        var levelAbove: StrokeLevel { StrokeLevel(top + 1) }
        /// The level below all levels in use.
        var levelBelow: StrokeLevel { StrokeLevel(bottom - 1) }

        /// Returns whether all levels in use are below `level`.
        func areBelow(_ level: StrokeLevel) -> Bool { level.number > top }

        /// Extends the range, so that it includes `level`.
        mutating func extend(toInclude level: StrokeLevel) {
            top = max(top, level.number)
            bottom = min(bottom, level.number)
        }
    }
}

/// The data of a stroke except its points, in 24 bytes.
struct StrokeRecord: BitwiseCopyable {
    /// The position in the drawing order.
    var level: Int64
    /// The location of the points in the point storage. In an unused record: the next unused slot.
    var location: UInt32
    /// The line width, in pixels.
    var width: Float
    /// The color of the stroke.
    var color: PixelColor
    /// The number of times that the record has been reused.
    var generation: UInt16
    /// The index of the grid that contains the stroke. The cells of this grid are `32 << gridLevel`
    /// pixels wide.
    var gridLevel: UInt8
    /// Whether the record is in use, and whether its stroke is visible.
    var state: State

    /// The states of a stroke record.
    enum State: UInt8, BitwiseCopyable {
        /// The record contains no stroke.
        case unused
        /// The stroke is in the bitmap and in the index.
        case shown
        /// The stroke is neither in the bitmap nor in the index.
        case hidden
    }

    /// An upper bound for the distance between the center line and the center of a pixel that the
    /// stroke changes, in pixels.
    var reach: Float { max(width, 1) / 2 + 1 }
}
