import Glibc
import TouchKitRaster

/// A value that has others between it and another one.
package protocol Interpolatable: Equatable {
    /// The value at a part of the way; beyond the ends for parts outside 0…1.
    static func between(_ from: Self, _ to: Self, at fraction: Double) -> Self
    /// What begins an animation after the value that it leads to was changed: as far from the new
    /// end as it was from the old one.
    static func shifted(_ from: Self, by old: Self, _ new: Self) -> Self
}

extension Double: Interpolatable {
    package static func between(_ from: Double, _ to: Double, at fraction: Double) -> Double {
        from + (to - from) * fraction
    }

    package static func shifted(_ from: Double, by old: Double, _ new: Double) -> Double {
        from + (new - old)
    }
}

extension CGPoint: Interpolatable {
    package static func between(_ from: CGPoint, _ to: CGPoint, at fraction: Double) -> CGPoint {
        CGPoint(
            x: .between(from.x, to.x, at: fraction), y: .between(from.y, to.y, at: fraction))
    }

    package static func shifted(_ from: CGPoint, by old: CGPoint, _ new: CGPoint) -> CGPoint {
        CGPoint(x: from.x + (new.x - old.x), y: from.y + (new.y - old.y))
    }
}

extension CGRect: Interpolatable {
    package static func between(_ from: CGRect, _ to: CGRect, at fraction: Double) -> CGRect {
        // A spring that swings beyond an end of no extent would turn the rectangle inside out.
        CGRect(
            x: .between(from.origin.x, to.origin.x, at: fraction),
            y: .between(from.origin.y, to.origin.y, at: fraction),
            width: max(0, .between(from.size.width, to.size.width, at: fraction)),
            height: max(0, .between(from.size.height, to.size.height, at: fraction)))
    }

    package static func shifted(_ from: CGRect, by old: CGRect, _ new: CGRect) -> CGRect {
        CGRect(
            x: from.origin.x + (new.origin.x - old.origin.x),
            y: from.origin.y + (new.origin.y - old.origin.y),
            width: max(0, from.size.width + (new.size.width - old.size.width)),
            height: max(0, from.size.height + (new.size.height - old.size.height)))
    }
}

/// A background: a colour as pixels have it, so that a step makes no object. Between two colours
/// their channels are weighted by opacity: what fades in has its colour from the beginning.
package struct Backdrop: Interpolatable {
    var color: PixelColor

    init(_ color: UIColor?) {
        self.color = (color ?? .clear).pixelColor(opacity: 1)
    }

    private init(_ color: PixelColor) {
        self.color = color
    }

    package static func between(_ from: Backdrop, _ to: Backdrop, at fraction: Double) -> Backdrop {
        let first = Double(from.color.alpha) / 255 * (1 - fraction)
        let second = Double(to.color.alpha) / 255 * fraction
        let alpha = first + second
        guard alpha > 0 else { return Backdrop(.fractions(red: 0, green: 0, blue: 0, alpha: 0)) }
        func channel(_ left: UInt8, _ right: UInt8) -> Double {
            (Double(left) * first + Double(right) * second) / 255 / alpha
        }
        return Backdrop(
            .fractions(
                red: channel(from.color.red, to.color.red),
                green: channel(from.color.green, to.color.green),
                blue: channel(from.color.blue, to.color.blue), alpha: alpha))
    }

    /// The colour as pixels get it, made fainter by an opacity of 0…1.
    func pixelColor(opacity: CGFloat) -> PixelColor {
        var color = color
        color.alpha = UInt8((Double(color.alpha) * min(max(opacity, 0), 1)).rounded())
        return color
    }

    /// Colours have no distance that could be kept: it goes on from where it began.
    package static func shifted(_ from: Backdrop, by old: Backdrop, _ new: Backdrop) -> Backdrop {
        from
    }
}
