/// The direction of a user interface.
public enum UIUserInterfaceLayoutDirection: Int, Sendable {
    /// From left to right.
    case leftToRight = 0
    /// From right to left.
    case rightToLeft = 1
}

/// A description of a view's content that determines whether the view is flipped.
public enum UISemanticContentAttribute: Int, Sendable {
    /// The default.
    case unspecified = 0
    /// Controls of playback, which are never flipped.
    case playback = 1
    /// Controls of a direction, which are never flipped.
    case spatial = 2
    /// From left to right.
    case forceLeftToRight = 3
    /// From right to left.
    case forceRightToLeft = 4
}

extension UIView {
    /// The description of the content: always unspecified. Assigned values are ignored, because
    /// user interfaces run from left to right.
    public var semanticContentAttribute: UISemanticContentAttribute {
        get { .unspecified }
        set {}
    }

    /// The direction of the view: from left to right.
    public var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
        .leftToRight
    }

    /// Returns the direction for an attribute: from right to left only if the attribute forces it.
    public static func userInterfaceLayoutDirection(
        for attribute: UISemanticContentAttribute
    ) -> UIUserInterfaceLayoutDirection {
        attribute == .forceRightToLeft ? .rightToLeft : .leftToRight
    }
}
