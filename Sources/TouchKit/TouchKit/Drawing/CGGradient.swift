import TouchKitRaster

/// A profile that specifies how to interpret a color value. The only color space is the screen's
/// device RGB.
public struct CGColorSpace: Hashable, Sendable {}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Creates the device-dependent RGB color space of the screen.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace() }

/// Core Graphics' color type, which is the same as `UIColor` here.
public typealias CGColor = UIColor

extension UIColor {
    /// The Core Graphics color: the receiver itself.
    public var cgColor: CGColor { self }
}

/// A definition for a smooth transition between colors for drawing radial and axial gradient
/// fills.
///
/// Colors are interpolated premultiplied by alpha. Creating a gradient costs about as much as
/// painting a small image, so create each gradient once and reuse it.
public final class CGGradient {
    /// The precomputed color table.
    let gradient: Gradient

    /// Creates a gradient from colors and their locations; returns `nil` if there are no colors
    /// or the counts differ.
    ///
    /// - Parameters:
    ///   - space: A color space, which has no effect.
    ///   - colors: The colors. Pattern colors count as black.
    ///   - locations: The location of each color, 0…1 ascending, or `nil` to space the colors
    ///     evenly.
    public init?(colorsSpace space: CGColorSpace?, colors: [CGColor], locations: [CGFloat]?) {
        guard !colors.isEmpty, locations.map({ $0.count == colors.count }) ?? true else {
            return nil
        }
        var stops: [Gradient.Stop] = []
        for (index, color) in colors.enumerated() {
            let location =
                locations?[index] ?? CGFloat(index) / CGFloat(max(colors.count - 1, 1))
            stops.append(Gradient.Stop(color.pixelColor(opacity: 1), at: location))
        }
        gradient = Gradient(stops: stops)
    }
}

extension DrawingContext {
    /// Paints a gradient that varies along the line between two points, over the whole clip.
    func fill(
        _ gradient: CGGradient, from start: CGPoint, to end: CGPoint, _ extent: Paint.Extent
    ) {
        if let recording {
            return recording.append(.linearGradient(gradient, start, end, extent), self)
        }
        list.fillClip(
            paint: .linear(
                gradient.gradient, from: start, to: end, extent: extent, map: map,
                opacity: opacity))
    }

    /// Paints a gradient that varies between two circles, over the whole clip.
    func fill(
        _ gradient: CGGradient, from start: Paint.Circle, to end: Paint.Circle,
        _ extent: Paint.Extent
    ) {
        if let recording {
            return recording.append(.radialGradient(gradient, start, end, extent), self)
        }
        list.fillClip(
            paint: .radial(
                gradient.gradient, from: start, to: end, extent: extent, map: map,
                opacity: opacity))
    }
}

/// Drawing locations for gradients: whether the first and last colors extend beyond the ends.
public struct CGGradientDrawingOptions: OptionSet, Sendable {
    /// The option set as a bit mask.
    public let rawValue: UInt32

    /// Creates an option set from a bit mask.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The first color fills the area before the start location.
    public static let drawsBeforeStartLocation = CGGradientDrawingOptions(rawValue: 1)
    /// The last color fills the area after the end location.
    public static let drawsAfterEndLocation = CGGradientDrawingOptions(rawValue: 2)

    /// The rasterizer's option set with the same meaning.
    var extent: Paint.Extent {
        var extent: Paint.Extent = []
        if contains(.drawsBeforeStartLocation) { extent.insert(.beforeStart) }
        if contains(.drawsAfterEndLocation) { extent.insert(.afterEnd) }
        return extent
    }
}
