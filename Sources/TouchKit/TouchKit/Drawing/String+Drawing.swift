/// Attributes that apply to a drawn text, the counterpart of `NSAttributedString.Key`.
///
/// There are no attributed strings: one font and one color apply to a whole text. The defaults are
/// the system font at 12 points and black, as in UIKit.
public enum TextAttribute: Hashable, Sendable {
    /// The font of the text, a `UIFont`.
    case font
    /// The color of the text, a `UIColor`.
    case foregroundColor
}

extension String {
    /// Draws the text with the given attributes at the specified point in the current graphics
    /// context.
    ///
    /// Only line feeds break lines.
    ///
    /// - Parameters:
    ///   - point: The top-left corner of the first line, in points.
    ///   - attributes: The font and color.
    @MainActor
    public func draw(at point: CGPoint, withAttributes attributes: [TextAttribute: Any]? = nil) {
        draw(from: point, width: .infinity, bottom: .infinity, attributes)
    }

    /// Draws the text with the given attributes inside the specified rectangle in the current
    /// graphics context.
    ///
    /// Lines are broken at word boundaries. Lines that would extend below the rectangle are not
    /// drawn.
    ///
    /// - Parameters:
    ///   - rect: The rectangle, in points.
    ///   - attributes: The font and color.
    @MainActor
    public func draw(in rect: CGRect, withAttributes attributes: [TextAttribute: Any]? = nil) {
        let rect = rect.standardized
        draw(from: rect.origin, width: rect.width, bottom: rect.maxY, attributes)
    }

    /// Calculates and returns the bounding box size the text occupies when drawn with the given
    /// attributes, in points.
    ///
    /// Only line feeds break lines. Returns zero if the application has no font.
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

    /// Draws the lines of the text that end above the y coordinate `bottom`; `corner` is the
    /// top-left corner of the first line.
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
            // The tolerance is for rounding errors in the sum of line heights.
            if top + lineHeight > bottom + 1e-6 { return false }
            context.draw(
                self, line, font: font, color: color,
                baseline: CGPoint(x: corner.x, y: top + ascender))
            top += lineHeight
            return true
        }
    }

    /// The font of text without a font attribute, as in UIKit; shared to avoid allocations.
    private static let defaultFont = UIFont.systemFont(ofSize: UIFont.smallSystemFontSize)

    /// Returns the font among `attributes`, or the default font.
    @MainActor
    private static func font(_ attributes: [TextAttribute: Any]?) -> UIFont {
        attributes?[.font] as? UIFont ?? defaultFont
    }
}
