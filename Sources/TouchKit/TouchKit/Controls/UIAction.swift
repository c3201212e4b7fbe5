/// A closure with a title, to be called when something is done with a control.
@MainActor
public final class UIAction {
    /// What it is called, for whoever shows it.
    public let title: String
    /// The object that called it last.
    public private(set) weak var sender: AnyObject?
    private let handler: (UIAction) -> Void

    /// Makes an action.
    ///
    /// - Parameters:
    ///   - title: What it is called.
    ///   - handler: Is called with the action itself.
    public init(title: String = "", handler: @escaping (UIAction) -> Void) {
        self.title = title
        self.handler = handler
    }

    /// Calls it.
    func perform(from sender: AnyObject) {
        self.sender = sender
        handler(self)
    }
}
