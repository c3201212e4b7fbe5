import Foundation
import TouchKit

extension NSAttributedString.Key {
    /// The font of the text, a `UIFont`.
    public static let font = NSAttributedString.Key("NSFont")
    /// The color of the text, a `UIColor`.
    public static let foregroundColor = NSAttributedString.Key("NSColor")
    /// The paragraph style, which is ignored.
    public static let paragraphStyle = NSAttributedString.Key("NSParagraphStyle")

    /// Returns the attributes that TouchKit draws: font and color.
    static func textAttributes(_ attributes: [Self: Any]?) -> [TextAttribute: Any] {
        var result: [TextAttribute: Any] = [:]
        result[.font] = attributes?[.font]
        result[.foregroundColor] = attributes?[.foregroundColor]
        return result
    }
}

@MainActor
extension NSString {
    /// Returns the size of the text drawn with the given attributes, in points.
    public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
        text.size(withAttributes: NSAttributedString.Key.textAttributes(attributes))
    }

    /// Draws the text at the specified point in the current graphics context.
    public func draw(
        at point: CGPoint, withAttributes attributes: [NSAttributedString.Key: Any]? = nil
    ) {
        text.draw(
            at: point, withAttributes: NSAttributedString.Key.textAttributes(attributes))
    }

    /// Draws the text in the specified rectangle in the current graphics context.
    public func draw(
        in rect: CGRect, withAttributes attributes: [NSAttributedString.Key: Any]? = nil
    ) {
        text.draw(in: rect, withAttributes: NSAttributedString.Key.textAttributes(attributes))
    }

    /// The text as a Swift string.
    private var text: String { substring(from: 0) }
}

@MainActor
extension NSAttributedString {
    /// The size of the text, in points. The attributes of the first character apply to all.
    public func size() -> CGSize { string.size(withAttributes: textAttributes) }

    /// Draws the text at the specified point in the current graphics context, with the attributes
    /// of its first character.
    public func draw(at point: CGPoint) { string.draw(at: point, withAttributes: textAttributes) }

    /// Draws the text in the specified rectangle in the current graphics context, with the
    /// attributes of its first character.
    public func draw(in rect: CGRect) { string.draw(in: rect, withAttributes: textAttributes) }

    private var textAttributes: [TextAttribute: Any] {
        let attributes = length == 0 ? nil : attributes(at: 0, effectiveRange: nil)
        return NSAttributedString.Key.textAttributes(attributes)
    }
}

@MainActor
extension String {
    /// Returns the size of the text drawn with the given attributes, in points.
    @_disfavoredOverload
    public func size(withAttributes attributes: [NSAttributedString.Key: Any]?) -> CGSize {
        size(withAttributes: NSAttributedString.Key.textAttributes(attributes))
    }

    /// Draws the text at the specified point in the current graphics context.
    @_disfavoredOverload
    public func draw(at point: CGPoint, withAttributes attributes: [NSAttributedString.Key: Any]?) {
        draw(at: point, withAttributes: NSAttributedString.Key.textAttributes(attributes))
    }

    /// Draws the text in the specified rectangle in the current graphics context.
    @_disfavoredOverload
    public func draw(in rect: CGRect, withAttributes attributes: [NSAttributedString.Key: Any]?) {
        draw(in: rect, withAttributes: NSAttributedString.Key.textAttributes(attributes))
    }
}
