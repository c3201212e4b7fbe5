import TouchTrackerLock

/// Who knows whether a pattern is the right one, and when the next may be tried.
///
/// The lock's screen asks one of these; `touchtracker` gives it the one that keeps the pattern on the
/// disk.
@MainActor
package protocol LockKeeper: AnyObject {
    /// Whether a pattern is set. It is looked up each time: it may be set while the kiosk runs.
    var hasPattern: Bool { get }
    /// How long no pattern may be tried yet, in seconds; 0 where one may be.
    var secondsToWait: Double { get }
    /// Judges a pattern, and says so on the main thread, some tenths of a second later: deliberately slow.
    ///
    /// The keeper wipes the pattern. One that is tried while another is judged isn't looked at.
    func check(_ pattern: Pattern, answer: @escaping @MainActor (LockAnswer) -> Void)
}

/// What became of a pattern that was tried.
package enum LockAnswer: Hashable, Sendable {
    /// It is the right one.
    case right
    /// It isn't; the next may be tried after so many seconds.
    case wrong(secondsToWait: Double)
    /// It wasn't looked at: it is too early, by so many seconds.
    case tooEarly(secondsToWait: Double)
    /// It can't be judged, and why: one line for whoever stands there.
    case unavailable(String)
}
