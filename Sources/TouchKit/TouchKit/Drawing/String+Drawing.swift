/// What can be said of text that is drawn: UIKit's `NSAttributedString.Key`, as far as it goes here.
///
/// There are no attributed strings; a whole text has one font and one colour. What isn't given is
/// 12 points and black, as in UIKit.
public enum TextAttribute: Hashable, Sendable {
    /// A `UIFont`.
    case font
    /// A `UIColor`.
    case foregroundColor
}

extension String {
    /// Draws the text in the running `draw(_:)`, the corner of its first line at a place.
    ///
    /// Lines end at line feeds only.
    @MainActor
    public func draw(at point: CGPoint, withAttributes attributes: [TextAttribute: Any]? = nil) {
        draw(from: point, width: .infinity, bottom: .infinity, attributes)
    }

    /// Draws the text in the running `draw(_:)`, its lines cut at words to the rectangle's width;
    /// lines that would end below the rectangle aren't drawn.
    @MainActor
    public func draw(in rect: CGRect, withAttributes attributes: [TextAttribute: Any]? = nil) {
        let rect = rect.standardized
        draw(from: rect.origin, width: rect.width, bottom: rect.maxY, attributes)
    }

    /// The extent of the text, in points, lines ending at line feeds only; zero where there is no
    /// font.
    @MainActor
    public func size(withAttributes attributes: [TextAttribute: Any]? = nil) -> CGSize {
        let font = Self.font(attributes)
        let lineHeight = font.lineHeight
        var size = CGSize.zero
        TextLayout.forEachLine(
            of: self, font: font, width: .infinity, maximumLines: 0, mode: .byWordWrapping
        ) { line in
            size.width = max(size.width, line.width)
            size.height += lineHeight
            return true
        }
        return size
    }

    @MainActor
    private func draw(
        from corner: CGPoint, width: CGFloat, bottom: CGFloat, _ attributes: [TextAttribute: Any]?
    ) {
        guard let context = DrawingContext.current else { return }
        let font = Self.font(attributes)
        let color = attributes?[.foregroundColor] as? UIColor ?? .black
        let lineHeight = font.lineHeight
        let ascender = font.ascender
        var top = corner.y
        TextLayout.forEachLine(
            of: self, font: font, width: width, maximumLines: 0, mode: .byWordWrapping
        ) { line in
            if top + lineHeight > bottom { return false }
            context.draw(
                self, line, font: font, color: color,
                baseline: CGPoint(x: corner.x, y: top + ascender))
            top += lineHeight
            return true
        }
    }

    /// What text without a font is drawn in, as in UIKit; made once.
    private static let defaultFont = UIFont.systemFont(ofSize: UIFont.smallSystemFontSize)

    @MainActor
    private static func font(_ attributes: [TextAttribute: Any]?) -> UIFont {
        attributes?[.font] as? UIFont ?? defaultFont
    }
}
