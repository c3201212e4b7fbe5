import TouchTrackerLock

/// An object that checks unlock patterns for the lock screen.
@MainActor
package protocol PatternAuthenticator: AnyObject {
    /// Whether an unlock pattern has been set. The value is determined at each access, because a
    /// pattern may be set while the kiosk runs.
    var hasPattern: Bool { get }
    /// The remaining lockout delay (the wait after wrong patterns), in seconds, or 0 if a pattern
    /// may be checked now.
    var lockoutSeconds: Double { get }
    /// Checks a pattern and calls `completion` with the result on the main thread. The call comes
    /// some tenths of a second later, because the check is deliberately expensive.
    ///
    /// The authenticator erases the pattern from memory. A pattern that is passed while another
    /// check is running is not checked; its result is `tooEarly`.
    func check(
        _ pattern: Pattern, completion: @escaping @MainActor (AuthenticationResult) -> Void)
}

/// The result of checking an unlock pattern.
package enum AuthenticationResult: Hashable, Sendable {
    /// The pattern is correct.
    case correct
    /// The pattern is wrong. A lockout delay may have begun.
    case wrong
    /// The pattern was not checked, because a lockout delay or another check is in progress.
    case tooEarly
    /// The pattern could not be checked. The value is an error message of one line for the user.
    case unavailable(String)
}
