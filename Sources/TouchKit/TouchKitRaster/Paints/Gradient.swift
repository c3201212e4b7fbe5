/// Colours along a line: a table that is looked up for every pixel.
package final class Gradient {
    /// The table's entries: on a screen's width of 8-bit colours, more can't be told apart for up to
    /// four full changes of a channel.
    package static let count = 1_024

    /// A colour at a place of the line.
    package struct Stop {
        /// The colour.
        package var color: PixelColor
        /// The place, 0 (the beginning) … 1 (the end); what lies outside is pulled to the nearest end.
        package var location: Double

        /// Makes a stop.
        package init(_ color: PixelColor, at location: Double) {
            self.color = color
            self.location = location
        }
    }

    /// The colours, premultiplied, 0xAARRGGBB.
    package let table: UnsafeMutablePointer<UInt32>
    /// Whether none of them lets anything through.
    package let isOpaque: Bool

    /// Makes the table; between two stops, premultiplied channels are mixed by the distance to both.
    ///
    /// - Parameter stops: At least one, in order; one that lies before the one ahead of it is taken to
    ///   be at the same place. Before the first and after the last there is that one's colour.
    package init(stops: [Stop]) {
        precondition(!stops.isEmpty, "a gradient has a colour")
        table = .allocate(capacity: Self.count)
        var ends: [(place: Double, color: SIMD4<Double>)] = []
        for stop in stops {
            let place = stop.location.isNaN ? 0 : min(max(stop.location, 0), 1)
            ends.append((max(place, ends.last?.place ?? 0), Self.premultiplied(stop.color)))
        }
        var next = 0
        for index in 0..<Self.count {
            let place = Double(index) / Double(Self.count - 1)
            while next < ends.count, ends[next].place <= place { next += 1 }
            let after = ends[min(next, ends.count - 1)]
            let before = ends[max(next - 1, 0)]
            let span = after.place - before.place
            let part = span > 0 ? min(max((place - before.place) / span, 0), 1) : 0
            let color = before.color + (after.color - before.color) * part
            (table + index).initialize(to: Self.pixel(color))
        }
        isOpaque = stops.allSatisfy { $0.color.alpha == 255 }
    }

    deinit {
        table.deinitialize(count: Self.count)
        table.deallocate()
    }

    /// Blue, green, red, alpha: 0…255.
    private static func premultiplied(_ color: PixelColor) -> SIMD4<Double> {
        let alpha = Double(color.alpha)
        let channels = SIMD4(Double(color.blue), Double(color.green), Double(color.red), 255)
        return channels * (alpha / 255)
    }

    private static func pixel(_ color: SIMD4<Double>) -> UInt32 {
        var pixel: UInt32 = 0
        for channel in 0..<4 { pixel |= UInt32(color[channel] + 0.5) << UInt32(8 * channel) }
        return pixel
    }
}
