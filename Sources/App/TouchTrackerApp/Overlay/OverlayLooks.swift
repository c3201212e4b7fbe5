import TouchKit

/// Colours and fonts of the overlay: to be read at arm's length, on any ground.
@MainActor
enum OverlayLooks {
    /// A finger's lines, marks and tag.
    static let colors = [
        UIColor(red: 0.9, green: 0.1, blue: 0.15, alpha: 1),
        UIColor(red: 0.1, green: 0.35, blue: 1, alpha: 1),
        UIColor(red: 0, green: 0.6, blue: 0.25, alpha: 1),
        UIColor(red: 0.85, green: 0.4, blue: 0, alpha: 1),
        UIColor(red: 0.6, green: 0.15, blue: 0.85, alpha: 1),
    ]
    static let plate = UIColor(white: 0.1, alpha: 1)
    static let markRim = UIColor.white
    static let font = UIFont.systemFont(ofSize: 14)
    static let tagFont = UIFont.systemFont(ofSize: 16, weight: .bold)
    static let text: [TextAttribute: Any] = [.font: font, .foregroundColor: UIColor.white]
    static let quiet: [TextAttribute: Any] = [
        .font: font, .foregroundColor: UIColor(white: 0.7, alpha: 1),
    ]
    static let tag: [TextAttribute: Any] = [.font: tagFont, .foregroundColor: UIColor.white]

    static func color(_ finger: Int) -> UIColor { colors[finger % colors.count] }
}
