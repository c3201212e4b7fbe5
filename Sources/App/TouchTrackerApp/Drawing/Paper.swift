import TouchKit

/// The paper of a drawing: the color of the pixels that no stroke covers.
///
/// Ink that would be invisible on the paper, such as white on white, is drawn in a visible shade.
/// Strokes store their ink color, so another paper needs no change of the drawing.
package struct Paper: Hashable, Sendable {
    /// The color components of the paper, from 0 to 255.
    private let red, green, blue: UInt8

    /// White paper, the default of the app.
    package static let white = Paper(red: 255, green: 255, blue: 255)
    /// Light gray paper, on which all inks have their own color.
    package static let gray = Paper(red: 170, green: 170, blue: 170)
    /// Black paper.
    package static let black = Paper(red: 0, green: 0, blue: 0)

    /// The distance in RGB space, with components from 0 to 1, below which an ink is invisible on
    /// the paper. The value separates white and yellow, the most similar inks on white paper.
    private static let minimumDistance: CGFloat = 0.3
    /// The fraction of black or white in the shade of an ink that would be invisible.
    private static let shadeFraction: CGFloat = 0.35

    private init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Creates a paper from its name or its color: `white`, `gray` (or `grey`), `black`, or a color
    /// as `rrggbb` or `#rrggbb`. Returns `nil` for other text.
    package init?(_ text: String) {
        switch text {
        case "white": self = .white
        case "gray", "grey": self = .gray
        case "black": self = .black
        default:
            let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
            guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
                let number = UInt32(digits, radix: 16)
            else { return nil }
            self.init(
                red: UInt8(number >> 16), green: UInt8(number >> 8 & 0xFF),
                blue: UInt8(number & 0xFF))
        }
    }

    /// The color of the paper.
    package var uiColor: UIColor {
        UIColor(
            red: CGFloat(red) / 255, green: CGFloat(green) / 255, blue: CGFloat(blue) / 255,
            alpha: 1)
    }

    /// Whether black is easier to read on the paper than white, according to the relative luminance
    /// of WCAG 2.
    package var isLight: Bool {
        func linear(_ component: UInt8) -> CGFloat {
            // The square approximates the transfer function of sRGB.
            let value = CGFloat(component) / 255
            return value * value
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue) > 0.179
    }

    /// The ink with which the user draws at first: black on light paper, white on dark paper.
    package var defaultInk: InkColor { isLight ? .black : .white }

    /// Returns the color in which strokes with the ink `ink` are drawn: the color of the ink, or a
    /// shade of it if the color is too similar to the paper.
    package func color(of ink: InkColor) -> UIColor {
        let color = ink.uiColor
        var (r, g, b, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
        color.getRed(&r, green: &g, blue: &b, alpha: &alpha)
        let (dr, dg, db) = (
            r - CGFloat(red) / 255, g - CGFloat(green) / 255, b - CGFloat(blue) / 255
        )
        if dr * dr + dg * dg + db * db >= Self.minimumDistance * Self.minimumDistance {
            return color
        }
        let target: CGFloat = isLight ? 0 : 1
        func shade(_ component: CGFloat) -> CGFloat {
            component + (target - component) * Self.shadeFraction
        }
        return UIColor(red: shade(r), green: shade(g), blue: shade(b), alpha: 1)
    }

    /// A number that identifies the color, 0xRRGGBB.
    var rgb: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }
}
