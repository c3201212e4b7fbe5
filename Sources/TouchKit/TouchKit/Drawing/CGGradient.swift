import TouchKitRaster

/// The colours that numbers stand for; there is one such space only, that of the screen.
public struct CGColorSpace: Hashable, Sendable {}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The screen's colours.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace() }

/// Core Graphics' name of a colour.
public typealias CGColor = UIColor

extension UIColor {
    /// The colour itself.
    public var cgColor: CGColor { self }
}

/// Colours along a line, for `CGContext.drawLinearGradient` and `drawRadialGradient`.
///
/// Between two of them, channels multiplied by alpha are mixed. Keep a gradient: making one costs as
/// much as painting a small picture.
public final class CGGradient {
    /// The table of colours.
    let gradient: Gradient

    /// Makes a gradient; nil where there are no colours, or not as many places.
    ///
    /// - Parameters:
    ///   - space: Not needed.
    ///   - colors: The colours; of a pattern, black is taken.
    ///   - locations: Where each of them is, 0…1, in order; nil for equal distances.
    public init?(colorsSpace space: CGColorSpace?, colors: [CGColor], locations: [CGFloat]?) {
        guard !colors.isEmpty, locations.map({ $0.count == colors.count }) ?? true else {
            return nil
        }
        var stops: [Gradient.Stop] = []
        for (index, color) in colors.enumerated() {
            let place = CGFloat(index) / CGFloat(max(colors.count - 1, 1))
            stops.append(
                Gradient.Stop(color.pixelColor(opacity: 1), at: locations?[index] ?? place))
        }
        gradient = Gradient(stops: stops)
    }
}

/// How a gradient goes on beyond its ends.
public struct CGGradientDrawingOptions: OptionSet, Sendable {
    /// Both ends' bits.
    public let rawValue: UInt32

    /// Makes options from their bits.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The first colour goes on before the start.
    public static let drawsBeforeStartLocation = CGGradientDrawingOptions(rawValue: 1)
    /// The last colour goes on after the end.
    public static let drawsAfterEndLocation = CGGradientDrawingOptions(rawValue: 2)

    /// The renderer's name of them.
    var extent: Paint.Extent {
        var extent: Paint.Extent = []
        if contains(.drawsBeforeStartLocation) { extent.insert(.beforeStart) }
        if contains(.drawsAfterEndLocation) { extent.insert(.afterEnd) }
        return extent
    }
}
