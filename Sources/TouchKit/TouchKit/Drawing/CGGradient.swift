import TouchKitRaster

/// A profile that specifies how to interpret a colour value. Only the screen's device RGB exists.
public struct CGColorSpace: Hashable, Sendable {}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Creates the device-dependent RGB colour space of the screen.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace() }

/// Core Graphics' colour type, which is the same as `UIColor` here.
public typealias CGColor = UIColor

extension UIColor {
    /// The Core Graphics colour: the receiver itself.
    public var cgColor: CGColor { self }
}

/// A definition for a smooth transition between colours for drawing radial and axial gradient
/// fills.
///
/// Colours are interpolated premultiplied by alpha. Creating a gradient costs about as much as
/// painting a small image: create it once and reuse it.
public final class CGGradient {
    /// The precomputed colour table.
    let gradient: Gradient

    /// Creates a gradient from colours and their locations; returns `nil` if there are no colours
    /// or the counts differ.
    ///
    /// - Parameters:
    ///   - space: Ignored.
    ///   - colors: The colours. Pattern colours count as black.
    ///   - locations: The location of each colour, 0…1 ascending, or `nil` to space the colours
    ///     evenly.
    public init?(colorsSpace space: CGColorSpace?, colors: [CGColor], locations: [CGFloat]?) {
        guard !colors.isEmpty, locations.map({ $0.count == colors.count }) ?? true else {
            return nil
        }
        var stops: [Gradient.Stop] = []
        for (index, color) in colors.enumerated() {
            let location = CGFloat(index) / CGFloat(max(colors.count - 1, 1))
            stops.append(
                Gradient.Stop(color.pixelColor(opacity: 1), at: locations?[index] ?? location))
        }
        gradient = Gradient(stops: stops)
    }
}

/// Drawing locations for gradients: whether the first and last colours extend beyond the ends.
public struct CGGradientDrawingOptions: OptionSet, Sendable {
    /// The option set as a bit mask.
    public let rawValue: UInt32

    /// Creates an option set from a bit mask.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The first colour fills the area before the start location.
    public static let drawsBeforeStartLocation = CGGradientDrawingOptions(rawValue: 1)
    /// The last colour fills the area after the end location.
    public static let drawsAfterEndLocation = CGGradientDrawingOptions(rawValue: 2)

    /// The rasterizer's option set with the same meaning.
    var extent: Paint.Extent {
        var extent: Paint.Extent = []
        if contains(.drawsBeforeStartLocation) { extent.insert(.beforeStart) }
        if contains(.drawsAfterEndLocation) { extent.insert(.afterEnd) }
        return extent
    }
}
