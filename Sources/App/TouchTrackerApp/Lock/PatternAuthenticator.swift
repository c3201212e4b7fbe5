import TouchTrackerLock

/// An object that checks unlock patterns for the lock screen.
@MainActor
package protocol PatternAuthenticator: AnyObject {
    /// Whether a pattern is set. The value is read at each access, because a pattern may be set
    /// while the kiosk runs.
    var hasPattern: Bool { get }
    /// The remaining lockout delay in seconds, or 0 if there is no lockout.
    var lockoutSeconds: Double { get }
    /// Checks a pattern and calls `completion` with the result on the main thread, some tenths of a
    /// second later because the check is deliberately expensive.
    ///
    /// The authenticator wipes the pattern. A pattern passed during another check is not checked;
    /// its result is `tooEarly`.
    func check(
        _ pattern: Pattern, completion: @escaping @MainActor (AuthenticationResult) -> Void)
}

/// The result of the check of an unlock pattern.
package enum AuthenticationResult: Hashable, Sendable {
    /// The pattern is correct.
    case correct
    /// The pattern is wrong. Further attempts are refused for `lockoutSeconds`.
    case wrong(lockoutSeconds: Double)
    /// The attempt was refused without a check, because the lockout lasts another `lockoutSeconds`.
    case tooEarly(lockoutSeconds: Double)
    /// The pattern could not be checked; the payload is an error message of one line for the user.
    case unavailable(String)
}
