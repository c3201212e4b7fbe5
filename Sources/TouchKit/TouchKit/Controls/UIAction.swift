/// A menu element that performs its action in a closure. Of UIKit's properties, only the title and
/// the handler are supported.
@MainActor
public final class UIAction {
    /// The title of the action.
    public let title: String
    /// The object that performed the action most recently.
    public private(set) weak var sender: AnyObject?
    private let handler: (UIAction) -> Void

    /// Creates an action.
    ///
    /// - Parameters:
    ///   - title: The title of the action.
    ///   - handler: The closure to call, with the action as its argument.
    public init(title: String = "", handler: @escaping (UIAction) -> Void) {
        self.title = title
        self.handler = handler
    }

    /// Sets `sender` and calls the handler.
    func perform(from sender: AnyObject) {
        self.sender = sender
        handler(self)
    }
}
