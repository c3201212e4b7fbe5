/// Constants that describe how an accessibility element behaves. No assistive technology reads
/// them.
public struct UIAccessibilityTraits: OptionSet, Hashable, Sendable {
    /// The traits as a bit mask.
    public let rawValue: UInt64

    /// Creates a set of traits from a bit mask.
    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// The element has no traits.
    public static let none = UIAccessibilityTraits([])
    /// The element is a button.
    public static let button = UIAccessibilityTraits(rawValue: 1 << 0)
    /// The element is a link.
    public static let link = UIAccessibilityTraits(rawValue: 1 << 1)
    /// The element is an image.
    public static let image = UIAccessibilityTraits(rawValue: 1 << 2)
    /// The element is selected.
    public static let selected = UIAccessibilityTraits(rawValue: 1 << 3)
    /// The element is static text.
    public static let staticText = UIAccessibilityTraits(rawValue: 1 << 6)
    /// The element is not enabled and ignores touches.
    public static let notEnabled = UIAccessibilityTraits(rawValue: 1 << 8)
    /// The element frequently updates its label or value.
    public static let updatesFrequently = UIAccessibilityTraits(rawValue: 1 << 9)
    /// The element allows continuous adjustment through a range of values.
    public static let adjustable = UIAccessibilityTraits(rawValue: 1 << 12)
    /// The element is a header.
    public static let header = UIAccessibilityTraits(rawValue: 1 << 16)
}

/// The accessibility properties that an app has assigned to a responder. The properties are an
/// object of their own, which keeps responders without such properties small.
final class AccessibilityProperties {
    var isElement = false
    var label: String?
    var hint: String?
    var value: String?
    var identifier: String?
    var traits = UIAccessibilityTraits.none
}
