/// An action that can be taken when the user taps a button in an alert.
@MainActor
public final class UIAlertAction {
    /// Styles to apply to action buttons in an alert. The raw values are the same as in UIKit.
    public enum Style: Int, Sendable {
        /// The default style.
        case `default` = 0
        /// A style that indicates the action cancels the operation and leaves data unchanged.
        case cancel = 1
        /// A style that indicates the action might change or delete data.
        case destructive = 2
    }

    /// The title of the action's button.
    public let title: String?
    /// The style that is applied to the action's button.
    public let style: Style
    /// A Boolean value indicating whether the action is currently enabled.
    public var isEnabled = true {
        didSet { enabledDidChange?() }
    }
    /// Called after `isEnabled` was assigned.
    var enabledDidChange: (() -> Void)?
    private let handler: ((UIAlertAction) -> Void)?

    /// Creates an action.
    ///
    /// - Parameters:
    ///   - title: The text to use for the button title.
    ///   - style: The style of the button.
    ///   - handler: A closure that is called with the action after the alert was dismissed.
    public init(
        title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil
    ) {
        self.title = title
        self.style = style
        self.handler = handler
    }

    /// Calls the handler.
    func perform() {
        handler?(self)
    }
}
