/// Constants that indicate the interface style for the app. The raw values are the same as in
/// UIKit.
public enum UIUserInterfaceStyle: Int, Sendable {
    /// An unspecified interface style: the style of the superview, and light for a window.
    case unspecified = 0
    /// The light interface style.
    case light = 1
    /// The dark interface style.
    case dark = 2
}

/// A collection of data that represents the environment for an individual element in your app's
/// user interface. Of UIKit's traits, only the user interface style is supported.
public final class UITraitCollection: Hashable, Sendable {
    /// The style associated with the user interface.
    public let userInterfaceStyle: UIUserInterfaceStyle

    /// Creates a trait collection that contains the specified interface style.
    public init(userInterfaceStyle: UIUserInterfaceStyle) {
        self.userInterfaceStyle = userInterfaceStyle
    }

    /// Returns whether both collections have the same traits.
    public static func == (left: UITraitCollection, right: UITraitCollection) -> Bool {
        left.userInterfaceStyle == right.userInterfaceStyle
    }

    /// Hashes the traits.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(userInterfaceStyle)
    }
}

extension UIView {
    /// The traits of the view: the style of the nearest view, from the view itself up, whose
    /// `overrideUserInterfaceStyle` is specified, or the light style.
    public var traitCollection: UITraitCollection {
        UITraitCollection(userInterfaceStyle: userInterfaceStyle)
    }

    /// The style in which the view is drawn: light or dark.
    var userInterfaceStyle: UIUserInterfaceStyle {
        var view: UIView? = self
        while let current = view {
            if current.overrideUserInterfaceStyle != .unspecified {
                return current.overrideUserInterfaceStyle
            }
            view = current.superview
        }
        return .light
    }
}
