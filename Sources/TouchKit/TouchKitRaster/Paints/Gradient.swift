/// A color gradient as a table of premultiplied colors.
package final class Gradient {
    /// The number of table entries: enough for four full changes of an 8-bit channel without
    /// visible steps.
    package static let count = 1_024

    /// A color at a position of the gradient.
    package struct Stop {
        /// The color.
        package var color: PixelColor
        /// The position, from 0 (start) to 1 (end). Values outside of 0…1 are clamped.
        package var location: Double

        /// Creates a stop.
        package init(_ color: PixelColor, at location: Double) {
            self.color = color
            self.location = location
        }
    }

    /// The address of the `count` colors of the table, as premultiplied pixels 0xAARRGGBB.
    package let table: UnsafeMutablePointer<UInt32>

    /// Creates the table by interpolating premultiplied colors linearly between the stops.
    ///
    /// - Parameter stops: At least one stop, ordered by location. A stop with a smaller location
    ///   than its predecessor is moved to the predecessor's location. The first color extends to
    ///   the start of the gradient, and the last color to its end.
    package init(stops: [Stop]) {
        precondition(!stops.isEmpty, "gradient: at least one color stop is required")
        table = .allocate(capacity: Self.count)
        var ends: [(position: Double, color: SIMD4<Double>)] = []
        for stop in stops {
            let position = stop.location.isNaN ? 0 : min(max(stop.location, 0), 1)
            ends.append((max(position, ends.last?.position ?? 0), Self.premultiplied(stop.color)))
        }
        var next = 0
        for index in 0..<Self.count {
            let position = Double(index) / Double(Self.count - 1)
            while next < ends.count, ends[next].position <= position { next += 1 }
            let after = ends[min(next, ends.count - 1)]
            let before = ends[max(next - 1, 0)]
            let span = after.position - before.position
            let part = span > 0 ? min(max((position - before.position) / span, 0), 1) : 0
            let color = before.color + (after.color - before.color) * part
            (table + index).initialize(to: Self.pixel(color))
        }
    }

    deinit {
        table.deinitialize(count: Self.count)
        table.deallocate()
    }

    /// Returns the premultiplied channels of a color in the order blue, green, red and alpha,
    /// 0…255.
    private static func premultiplied(_ color: PixelColor) -> SIMD4<Double> {
        let alpha = Double(color.alpha)
        let channels = SIMD4(Double(color.blue), Double(color.green), Double(color.red), 255)
        return channels * (alpha / 255)
    }

    /// Returns the pixel 0xAARRGGBB for premultiplied channels.
    private static func pixel(_ color: SIMD4<Double>) -> UInt32 {
        var pixel: UInt32 = 0
        for channel in 0..<4 { pixel |= UInt32(color[channel] + 0.5) << UInt32(8 * channel) }
        return pixel
    }
}
