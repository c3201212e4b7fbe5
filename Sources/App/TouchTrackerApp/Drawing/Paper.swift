import TouchKit

/// The paper of a drawing: the color of the pixels that no stroke covers.
///
/// Ink that would be invisible on the paper, such as white on white, is drawn in a visible shade.
/// Strokes store their ink color, so another paper needs no change of the drawing.
package struct Paper: Hashable, Sendable {
    /// The color of the paper, 0xRRGGBB.
    let rgb: UInt32
    /// The color of the paper.
    package let uiColor: UIColor
    /// The color of each ink on the paper, created once so that drawing allocates no memory.
    private let colors: [InkColor: UIColor]

    /// White paper, the default of the app.
    package static let white = Paper(rgb: 0xFFFFFF)
    /// Light gray paper, on which all inks have their own color.
    package static let gray = Paper(rgb: 0xAAAAAA)
    /// Black paper.
    package static let black = Paper(rgb: 0)

    /// The distance in RGB space, with components from 0 to 1, below which an ink is invisible on
    /// the paper. The value separates white and yellow, the most similar inks on white paper.
    private static let minimumDistance: CGFloat = 0.3
    /// The fraction of black or white in the shade of an ink that would be invisible.
    private static let shadeFraction: CGFloat = 0.35

    private init(rgb: UInt32) {
        self.rgb = rgb
        uiColor = UIColor(
            red: CGFloat(rgb >> 16) / 255, green: CGFloat(rgb >> 8 & 0xFF) / 255,
            blue: CGFloat(rgb & 0xFF) / 255, alpha: 1)
        isLight = Self.luminance(of: uiColor) > Self.middleLuminance
        var colors: [InkColor: UIColor] = [:]
        for ink in InkColor.allCases {
            colors[ink] = Self.color(of: ink, on: uiColor, isLight: isLight)
        }
        self.colors = colors
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
            self.init(rgb: number)
        }
    }

    /// Whether black is easier to read on the paper than white, according to the relative luminance
    /// of WCAG 2.
    package let isLight: Bool

    /// The relative luminance that has the same contrast ratio to black and to white.
    private static let middleLuminance: CGFloat = 0.179

    /// The ink with which the user draws at first: black on light paper, white on dark paper.
    package var defaultInk: InkColor { isLight ? .black : .white }

    /// Returns the color in which strokes with the ink `ink` are drawn: the color of the ink, or a
    /// shade of it if the color is too similar to the paper.
    package func color(of ink: InkColor) -> UIColor { colors[ink] ?? ink.uiColor }

    private static func color(of ink: InkColor, on paper: UIColor, isLight: Bool) -> UIColor {
        let (color, background) = (components(of: ink.uiColor), components(of: paper))
        let difference = color - background
        if (difference * difference).sum() >= minimumDistance * minimumDistance {
            return ink.uiColor
        }
        let target = SIMD3<CGFloat>(repeating: isLight ? 0 : 1)
        let shade = color + (target - color) * shadeFraction
        return UIColor(red: shade.x, green: shade.y, blue: shade.z, alpha: 1)
    }

    private static func luminance(of color: UIColor) -> CGFloat {
        // The square approximates the transfer function of sRGB.
        let linear = components(of: color) * components(of: color)
        return (linear * SIMD3(0.2126, 0.7152, 0.0722)).sum()
    }

    private static func components(of color: UIColor) -> SIMD3<CGFloat> {
        var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
        color.getRed(&red, green: &green, blue: &blue, alpha: &alpha)
        return SIMD3(red, green, blue)
    }

    /// Returns whether two papers have the same color.
    package static func == (left: Paper, right: Paper) -> Bool { left.rgb == right.rgb }

    /// Hashes the color into `hasher`.
    package func hash(into hasher: inout Hasher) { hasher.combine(rgb) }
}
