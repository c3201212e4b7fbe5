import Synchronization

/// Where UIKit's timers and display links are added to: there is one loop, and it has one mode. So
/// `link.add(to: .main, forMode: .common)` reads as on iOS.
public struct RunLoop: Hashable, Sendable {
    /// When the loop does what was added; always.
    public struct Mode: Hashable, Sendable {
        /// The usual mode.
        public static let `default` = Mode()
        /// All modes.
        public static let common = Mode()
    }

    /// The loop of the application.
    public static let main = RunLoop()

    /// Calls a closure on the main thread, soon, in the order in which they come: how another thread
    /// tells the application something. May be called on any thread.
    public func perform(_ block: @escaping @MainActor @Sendable () -> Void) {
        PostedCalls.main.post(block)
    }
}

/// Calls that other threads have asked for; whoever runs the application's loop makes them.
package final class PostedCalls: Sendable {
    private struct State {
        var calls: [@MainActor @Sendable () -> Void] = []
        var wake: (@Sendable () -> Void)?
    }

    /// Those of the main thread.
    package static let main = PostedCalls()

    private let state = Mutex(State())

    /// Makes a list of its own.
    package init() {}

    /// Asks for a call.
    package func post(_ call: @escaping @MainActor @Sendable () -> Void) {
        let wake = state.withLock { state in
            state.calls.append(call)
            return state.wake
        }
        wake?()
    }

    /// Is called, on any thread, when a call was asked for: it wakes the loop. Nil: nobody sleeps.
    package func setWake(_ wake: (@Sendable () -> Void)?) {
        state.withLock { $0.wake = wake }
    }

    /// Takes the calls that were asked for; those that they ask for themselves are for the next time.
    package func takeAll() -> [@MainActor @Sendable () -> Void] {
        state.withLock { state in
            if state.calls.isEmpty { return [] }
            defer { state.calls = [] }
            return state.calls
        }
    }
}
