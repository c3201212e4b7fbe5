import TouchKit

/// A drawing tool. Raw values are stored with drawings and must not change.
package enum Tool: String, CaseIterable, Hashable, Sendable {
    /// A tool that draws a straight line from the point where the touch began to its current
    /// location.
    case line
    /// A tool that draws a freehand stroke along the path of the touch.
    case pen

    /// The tool's name in the user interface.
    package var name: String {
        switch self {
        case .line: "Line"
        case .pen: "Pen"
        }
    }
}

/// A color of strokes. The cases are in the order of the palette. Raw values are stored with
/// drawings and must not change.
///
/// All colors can be distinguished on light gray from a distance of 1 m. On other papers, `Paper`
/// replaces a color that would be invisible. No color is similar to the red of an unfinished line
/// or the green of a selected stroke.
package enum InkColor: String, CaseIterable, Hashable, Sendable {
    /// Black, the default color on light paper.
    case black
    /// A dark red.
    case red
    /// Orange.
    case orange
    /// A bright yellow.
    case yellow
    /// A dark green.
    case green
    /// Blue.
    case blue
    /// Purple.
    case purple
    /// White, the default color on dark paper.
    case white

    /// The `UIColor` of the ink. Strokes are drawn in `Paper.color(of:)`, which depends on the
    /// paper.
    package var uiColor: UIColor {
        switch self {
        case .black: .black
        case .red: Self.shades.red
        case .orange: Self.shades.orange
        case .yellow: Self.shades.yellow
        case .green: Self.shades.green
        case .blue: Self.shades.blue
        case .purple: Self.shades.purple
        case .white: .white
        }
    }

    /// The color's name in the user interface.
    package var name: String {
        switch self {
        case .black: "Black"
        case .red: "Red"
        case .orange: "Orange"
        case .yellow: "Yellow"
        case .green: "Green"
        case .blue: "Blue"
        case .purple: "Purple"
        case .white: "White"
        }
    }

    /// The `UIColor` objects of all colors except black and white, created once.
    private static let shades = (
        red: UIColor(red: 0.76, green: 0.09, blue: 0.16, alpha: 1),
        orange: UIColor(red: 1, green: 0.5, blue: 0, alpha: 1),
        yellow: UIColor(red: 1, green: 0.9, blue: 0.1, alpha: 1),
        green: UIColor(red: 0, green: 0.42, blue: 0.2, alpha: 1),
        blue: UIColor(red: 0.1, green: 0.3, blue: 0.85, alpha: 1),
        purple: UIColor(red: 0.5, green: 0.1, blue: 0.6, alpha: 1)
    )
}

/// A line width. Raw values are stored with drawings and must not change.
package enum InkWidth: String, CaseIterable, Hashable, Sendable {
    /// A width of 4 points.
    case thin
    /// A width of 10 points, the default width.
    case medium
    /// A width of 20 points.
    case thick

    /// The width in points.
    package var points: CGFloat {
        switch self {
        case .thin: 4
        case .medium: 10
        case .thick: 20
        }
    }

    /// The width's name in the user interface.
    package var name: String {
        switch self {
        case .thin: "Thin"
        case .medium: "Medium"
        case .thick: "Thick"
        }
    }
}
