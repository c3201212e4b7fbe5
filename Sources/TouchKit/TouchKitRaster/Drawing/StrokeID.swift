/// A stroke of a drawing cache, from when it is added until it is removed.
///
/// A removed stroke's memory is used again; an id that outlives its stroke is noticed.
package struct StrokeID: Hashable, Sendable {
    /// Its record's number.
    let slot: UInt32
    /// How often the record was used before.
    let generation: UInt16

    /// A number of its own among the strokes that are there, small and given again when it was
    /// removed: what an array goes by.
    package var number: Int { Int(slot) }
}

/// A stroke's place in the drawing order: those with higher levels lie above.
///
/// No two strokes are given the same level, and none is given twice, so a stroke that was brought
/// to the front goes back between its old neighbours when it gets its old level again. Who chooses
/// levels himself, chooses them all.
package struct StrokeLevel: Hashable, Comparable, Sendable {
    let number: Int64

    /// Makes a level of a number within ±2⁶².
    package init(_ number: Int64) {
        precondition(-(1 << 62)...(1 << 62) ~= number, "there is room above and below a level")
        self.number = number
    }

    /// Whether a stroke on the first level lies below one on the second.
    package static func < (left: StrokeLevel, right: StrokeLevel) -> Bool {
        left.number < right.number
    }
}

/// What the cache keeps of a stroke beside its points: 24 bytes.
struct StrokeRecord: BitwiseCopyable {
    /// Its place in the drawing order.
    var level: Int64
    /// Where its points are; in a record that isn't in use, the next such record.
    var place: UInt32
    /// The line's width, in pixels.
    var width: Float
    var color: PixelColor
    /// How often the record was used before.
    var generation: UInt16
    /// The cells of the index that hold it are `32 << gridLevel` pixels wide.
    var gridLevel: UInt8
    var state: State

    enum State: UInt8, BitwiseCopyable {
        /// The record is free.
        case unused
        /// In the picture and in the index.
        case shown
        /// In neither, but kept.
        case hidden
    }

    /// How far from its middle line the stroke may leave something in a pixel's middle, rounded up.
    var reach: Float { max(width, 1) / 2 + 1 }
}
