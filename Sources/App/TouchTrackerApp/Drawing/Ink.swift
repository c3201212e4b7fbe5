import TouchKit

/// What a finger draws with. Raw values are stored with drawings and never change.
package enum Tool: String, CaseIterable, Hashable, Sendable {
    /// A straight line from where the finger came down to where it is.
    case line
    /// Free hand.
    case pen
}

/// What a stroke is coloured with, in the order of a palette. Raw values are stored with drawings and
/// never change.
///
/// The shades are chosen to be told apart on light grey from a metre away, and none is the red of a
/// line that is held or the green of one that is selected.
package enum InkColor: String, CaseIterable, Hashable, Sendable {
    /// Black, as ink is unless chosen otherwise.
    case black
    /// A dark red.
    case red
    /// Orange.
    case orange
    /// A full yellow.
    case yellow
    /// A dark green.
    case green
    /// Blue.
    case blue
    /// Purple.
    case purple
    /// White.
    case white

    /// The colour on the screen.
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

    /// What a person calls it.
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

    /// Made once: a colour is an object.
    private static let shades = (
        red: UIColor(red: 0.76, green: 0.09, blue: 0.16, alpha: 1),
        orange: UIColor(red: 1, green: 0.5, blue: 0, alpha: 1),
        yellow: UIColor(red: 1, green: 0.9, blue: 0.1, alpha: 1),
        green: UIColor(red: 0, green: 0.42, blue: 0.2, alpha: 1),
        blue: UIColor(red: 0.1, green: 0.3, blue: 0.85, alpha: 1),
        purple: UIColor(red: 0.5, green: 0.1, blue: 0.6, alpha: 1)
    )
}

/// How thick a stroke is. Raw values are stored and never change.
package enum InkWidth: String, CaseIterable, Hashable, Sendable {
    /// 4 points.
    case thin
    /// 10 points, as strokes are unless chosen otherwise.
    case medium
    /// 20 points.
    case thick

    /// The width in points.
    package var points: CGFloat {
        switch self {
        case .thin: 4
        case .medium: 10
        case .thick: 20
        }
    }

    /// What a person calls it.
    package var name: String {
        switch self {
        case .thin: "Thin"
        case .medium: "Medium"
        case .thick: "Thick"
        }
    }
}
