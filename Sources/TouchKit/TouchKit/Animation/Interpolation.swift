import Glibc
import TouchKitRaster

/// A value that an animation can interpolate.
package protocol Interpolatable: Equatable {
    /// Returns the value at `fraction` of the way from `start` to `end`; fractions outside 0…1
    /// extrapolate.
    static func interpolate(_ start: Self, _ end: Self, at fraction: Double) -> Self
    /// Returns the start value with which a running animation continues after its end value changed
    /// from `oldEnd` to `newEnd`. The start value moves by the same difference as the end value.
    static func shiftStart(_ start: Self, from oldEnd: Self, to newEnd: Self) -> Self
}

extension Interpolatable where Self: BinaryFloatingPoint {
    package static func interpolate(_ start: Self, _ end: Self, at fraction: Double) -> Self {
        start + (end - start) * Self(fraction)
    }

    package static func shiftStart(_ start: Self, from oldEnd: Self, to newEnd: Self) -> Self {
        start + (newEnd - oldEnd)
    }
}

extension Double: Interpolatable {}
#if TOUCHKIT_FOUNDATION
extension CGFloat: Interpolatable {}
#endif

extension CGPoint: Interpolatable {
    package static func interpolate(_ start: CGPoint, _ end: CGPoint, at fraction: Double)
        -> CGPoint
    {
        CGPoint(
            x: .interpolate(start.x, end.x, at: fraction),
            y: .interpolate(start.y, end.y, at: fraction))
    }

    package static func shiftStart(_ start: CGPoint, from oldEnd: CGPoint, to newEnd: CGPoint)
        -> CGPoint
    {
        CGPoint(x: start.x + (newEnd.x - oldEnd.x), y: start.y + (newEnd.y - oldEnd.y))
    }
}

extension CGRect: Interpolatable {
    package static func interpolate(_ start: CGRect, _ end: CGRect, at fraction: Double) -> CGRect {
        // A spring's overshoot would otherwise make the extent negative.
        CGRect(
            x: .interpolate(start.origin.x, end.origin.x, at: fraction),
            y: .interpolate(start.origin.y, end.origin.y, at: fraction),
            width: max(0, .interpolate(start.size.width, end.size.width, at: fraction)),
            height: max(0, .interpolate(start.size.height, end.size.height, at: fraction)))
    }

    package static func shiftStart(_ start: CGRect, from oldEnd: CGRect, to newEnd: CGRect)
        -> CGRect
    {
        CGRect(
            x: start.origin.x + (newEnd.origin.x - oldEnd.origin.x),
            y: start.origin.y + (newEnd.origin.y - oldEnd.origin.y),
            width: max(0, start.size.width + (newEnd.size.width - oldEnd.size.width)),
            height: max(0, start.size.height + (newEnd.size.height - oldEnd.size.height)))
    }
}

/// A background color during an animation, stored as pixel channels so that an animation step
/// allocates no object.
///
/// Interpolation weights the channels by opacity, so that a view that fades in has its final color
/// from the start.
package struct AnimatableColor: Interpolatable {
    /// The color, not premultiplied.
    var color: PixelColor

    /// Creates the animation value of a background color in a style. A `nil` color is transparent.
    init(_ color: UIColor?, style: UIUserInterfaceStyle) {
        self.color = (color ?? .clear).pixelColor(opacity: 1, style: style)
    }

    /// Creates the animation value of a pixel color.
    private init(_ color: PixelColor) {
        self.color = color
    }

    /// Returns the mixed color, weighting the channels of both colors by their opacity.
    package static func interpolate(
        _ start: AnimatableColor, _ end: AnimatableColor, at fraction: Double
    ) -> AnimatableColor {
        let first = Double(start.color.alpha) / 255 * (1 - fraction)
        let second = Double(end.color.alpha) / 255 * fraction
        let alpha = first + second
        guard alpha > 0 else {
            return AnimatableColor(.fractions(red: 0, green: 0, blue: 0, alpha: 0))
        }
        func channel(_ left: UInt8, _ right: UInt8) -> Double {
            (Double(left) * first + Double(right) * second) / 255 / alpha
        }
        return AnimatableColor(
            .fractions(
                red: channel(start.color.red, end.color.red),
                green: channel(start.color.green, end.color.green),
                blue: channel(start.color.blue, end.color.blue), alpha: alpha))
    }

    /// Returns the color with its alpha multiplied by `opacity`, which is clamped to 0…1.
    func pixelColor(opacity: CGFloat) -> PixelColor {
        var color = color
        color.alpha = UInt8((Double(color.alpha) * min(max(opacity, 0), 1)).rounded())
        return color
    }

    /// Returns `start` unchanged, because an offset between colors has no meaning.
    package static func shiftStart(
        _ start: AnimatableColor, from oldEnd: AnimatableColor, to newEnd: AnimatableColor
    ) -> AnimatableColor {
        start
    }
}
