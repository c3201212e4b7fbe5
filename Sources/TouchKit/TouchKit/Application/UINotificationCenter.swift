/// A container for information that a notification center broadcasts to all registered observers.
///
/// The type is the counterpart of Foundation's `Notification`. The prefix avoids a name conflict in
/// files that also import Foundation.
@MainActor
public struct UINotification {
    /// The name of a notification.
    public struct Name: RawRepresentable, Hashable, Sendable {
        /// The name's string value.
        public let rawValue: String

        /// Creates a name from its string value.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Creates a name from its string value.
        public init(_ rawValue: String) {
            self.rawValue = rawValue
        }
    }

    /// A tag identifying the notification.
    public let name: Name
    /// The object that the poster passed to `post(name:object:)`, often the poster itself.
    public let object: AnyObject?
}

/// A notification dispatch mechanism that broadcasts notifications to registered observers. Each
/// application has its own center.
///
/// The class is the counterpart of Foundation's `NotificationCenter`, without operation queues.
/// Observers are called synchronously, in the order in which they were added.
@MainActor
public final class UINotificationCenter {
    /// An identifier of a registered observer, which you pass to `removeObserver(_:)`. The center
    /// retains the observer's closure until the observer is removed.
    public struct Token: Hashable, Sendable {
        fileprivate let number: Int
    }

    /// A registered closure with its name and object filters.
    private struct Observer {
        var token: Token
        var name: UINotification.Name?
        weak var object: AnyObject?
        var isForAnyObject: Bool
        var call: (UINotification) -> Void
    }

    /// The notification center of the shared application.
    public static var `default`: UINotificationCenter { UIApplication.shared.notificationCenter }

    private var observers: [Observer] = []
    /// The number of the next token.
    private var nextTokenNumber = 0

    /// Creates a center without observers.
    init() {}

    /// Adds an entry to the notification center to receive notifications that are passed to the
    /// provided block.
    ///
    /// - Parameters:
    ///   - name: The name of the notifications to deliver, or `nil` for all.
    ///   - object: The object whose notifications to deliver, held weakly, or `nil` for
    ///     notifications from all objects.
    ///   - body: The closure to call with each matching notification.
    /// - Returns: The token to pass to `removeObserver(_:)`.
    @discardableResult
    public func addObserver(
        forName name: UINotification.Name?, object: AnyObject? = nil,
        using body: @escaping (UINotification) -> Void
    ) -> Token {
        let token = Token(number: nextTokenNumber)
        nextTokenNumber += 1
        observers.append(
            Observer(
                token: token, name: name, object: object, isForAnyObject: object == nil,
                call: body))
        return token
    }

    /// Removes an observer. The observer is not called again, not even for a notification that is
    /// currently being posted.
    public func removeObserver(_ token: Token) {
        observers.removeAll { $0.token == token }
    }

    /// Posts a notification to all matching observers and returns after the last observer was
    /// called.
    ///
    /// - Parameters:
    ///   - name: The name of the notification.
    ///   - object: The object that posts the notification.
    public func post(name: UINotification.Name, object: AnyObject? = nil) {
        let notification = UINotification(name: name, object: object)
        for observer in observers where matches(observer, notification) {
            // An observer that was called before may have removed this observer.
            guard observers.contains(where: { $0.token == observer.token }) else { continue }
            observer.call(notification)
        }
    }

    /// Returns whether a notification matches the observer's name and object filters.
    private func matches(_ observer: Observer, _ notification: UINotification) -> Bool {
        guard observer.name == nil || observer.name == notification.name else { return false }
        if observer.isForAnyObject { return true }
        guard let object = observer.object else { return false }
        return object === notification.object
    }
}
