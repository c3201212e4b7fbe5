/// Something that happened, told to whoever wants to know.
///
/// Named so that a file may import Foundation as well, which has a `Notification` of its own.
@MainActor
public struct UINotification {
    /// What kind of thing happened.
    public struct Name: RawRepresentable, Hashable, Sendable {
        /// The name's text.
        public let rawValue: String

        /// Makes a name from its text.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Makes a name from its text.
        public init(_ rawValue: String) {
            self.rawValue = rawValue
        }
    }

    /// What happened.
    public let name: Name
    /// To what.
    public let object: AnyObject?
}

/// Foundation's `NotificationCenter`, as far as controls need it: one for each application.
///
/// Observers are called at once, in the order in which they were added.
@MainActor
public final class UINotificationCenter {
    /// What an observer is taken back by. The center holds the observer until then.
    public struct Token: Hashable, Sendable {
        fileprivate let number: Int
    }

    private struct Observer {
        var token: Token
        var name: UINotification.Name?
        weak var object: AnyObject?
        var isForAnyObject: Bool
        var call: (UINotification) -> Void
    }

    /// The running application's.
    public static var `default`: UINotificationCenter { UIApplication.shared.notificationCenter }

    private var observers: [Observer] = []
    private var next = 0

    init() {}

    /// Calls a closure whenever something happens.
    ///
    /// - Parameters:
    ///   - name: What; anything for nil.
    ///   - object: To what, held weakly; to anything for nil.
    ///   - body: Is called.
    /// - Returns: What the observer is taken back by.
    @discardableResult
    public func addObserver(
        forName name: UINotification.Name?, object: AnyObject? = nil,
        using body: @escaping (UINotification) -> Void
    ) -> Token {
        let token = Token(number: next)
        next += 1
        observers.append(
            Observer(
                token: token, name: name, object: object, isForAnyObject: object == nil,
                call: body))
        return token
    }

    /// Takes an observer back; it isn't called any more, even by a notification under way.
    public func removeObserver(_ token: Token) {
        observers.removeAll { $0.token == token }
    }

    /// Tells the observers that something happened.
    public func post(name: UINotification.Name, object: AnyObject? = nil) {
        let notification = UINotification(name: name, object: object)
        for observer in observers where isMeant(observer, notification) {
            // An observer before it may have taken it back.
            guard observers.contains(where: { $0.token == observer.token }) else { continue }
            observer.call(notification)
        }
    }

    private func isMeant(_ observer: Observer, _ notification: UINotification) -> Bool {
        guard observer.name == nil || observer.name == notification.name else { return false }
        if observer.isForAnyObject { return true }
        guard let object = observer.object else { return false }
        return object === notification.object
    }
}
