/// The protocol of interactions that views can have.
@MainActor
public protocol UIInteraction: AnyObject {}

extension UIView {
    /// Has no effect, because there are no pencils, drags and context menus.
    public func addInteraction(_ interaction: any UIInteraction) {}

    /// Has no effect.
    public func removeInteraction(_ interaction: any UIInteraction) {}
}

/// An interaction for taps on a pencil, which never occur.
@MainActor
public final class UIPencilInteraction: UIInteraction {
    /// The action of a tap that the user prefers.
    public enum PreferredAction: Int, Sendable {
        /// No action.
        case ignore = 0
        /// A change between the current tool and the eraser.
        case switchEraser = 1
        /// A change between the current tool and the previous one.
        case switchPrevious = 2
        /// The display of the color palette.
        case showColorPalette = 3
    }

    /// The action that the user prefers: always none.
    public static var preferredTapAction: PreferredAction { .ignore }

    /// The delegate, whose method is never called.
    public weak var delegate: (any UIPencilInteractionDelegate)?
    /// Whether the interaction is enabled. The value has no effect.
    public var isEnabled = true

    /// Creates an interaction.
    public init() {}
}

/// The delegate of a pencil interaction.
@MainActor
public protocol UIPencilInteractionDelegate: AnyObject {
    /// Called on iOS after a tap on the pencil. Never called here.
    func pencilInteractionDidTap(_ interaction: UIPencilInteraction)
}

extension UIPencilInteractionDelegate {
    /// Provides a default implementation that does nothing.
    public func pencilInteractionDidTap(_ interaction: UIPencilInteraction) {}
}
