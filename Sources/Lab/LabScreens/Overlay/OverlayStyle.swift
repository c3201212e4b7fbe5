import TouchKit

/// The colors and fonts of the touch overlay, legible at arm's length on any background.
@MainActor
enum OverlayStyle {
    /// The colors of crosshairs, trails and tags. Consecutive contacts use consecutive colors, and
    /// the first color follows the last color.
    static let contactColors = [
        UIColor(red: 0.9, green: 0.1, blue: 0.15, alpha: 1),
        UIColor(red: 0.1, green: 0.35, blue: 1, alpha: 1),
        UIColor(red: 0, green: 0.6, blue: 0.25, alpha: 1),
        UIColor(red: 0.85, green: 0.4, blue: 0, alpha: 1),
        UIColor(red: 0.6, green: 0.15, blue: 0.85, alpha: 1),
    ]
    /// The background color of the readout.
    static let readoutBackground = UIColor(white: 0.1, alpha: 1)
    /// The color of the rim around each mark of a trail.
    static let markRim = UIColor.white
    /// The font of the readout.
    static let readoutFont = UIFont.systemFont(ofSize: 14)
    /// The font of the slot number in a contact's tag.
    static let tagFont = UIFont.systemFont(ofSize: 16, weight: .bold)
    /// The attributes of values in the readout.
    static let valueAttributes: [TextAttribute: Any] = [
        .font: readoutFont, .foregroundColor: UIColor.white,
    ]
    /// The attributes of column titles in the readout.
    static let titleAttributes: [TextAttribute: Any] = [
        .font: readoutFont, .foregroundColor: UIColor(white: 0.7, alpha: 1),
    ]
    /// The attributes of the slot number in a contact's tag.
    static let tagAttributes: [TextAttribute: Any] = [
        .font: tagFont, .foregroundColor: UIColor.white,
    ]

    /// Returns the color of the contact in row `number` of the table.
    static func color(ofContact number: Int) -> UIColor {
        contactColors[number % contactColors.count]
    }
}
