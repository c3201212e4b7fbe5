import Synchronization

/// The main run loop, to which display links and timers are added.
///
/// TouchKit has only one run loop with one mode. The type exists so that code such as
/// `link.add(to: .main, forMode: .common)` compiles as in UIKit.
public struct RunLoop: Hashable, Sendable {
    /// A run loop mode; all modes have the same effect.
    public struct Mode: Hashable, Sendable {
        /// The default mode.
        public static let `default` = Mode()
        /// The common modes.
        public static let common = Mode()
    }

    /// The run loop of the main thread.
    public static let main = RunLoop()

    /// Schedules a block to be called on the main thread, in the order of the calls to this method.
    ///
    /// Use this method to pass results from another thread to the application. The method can be
    /// called on any thread.
    public func perform(_ block: @escaping @MainActor @Sendable () -> Void) {
        PostedCalls.main.post(block)
    }
}

/// A thread-safe queue of calls that other threads post to the main thread.
///
/// The main loop removes the calls from the queue and performs them.
package final class PostedCalls: Sendable {
    private struct State {
        var calls: [@MainActor @Sendable () -> Void] = []
        var wakeUp: (@Sendable () -> Void)?
    }

    /// The queue of the main thread.
    package static let main = PostedCalls()

    private let state = Mutex(State())

    /// Creates an empty queue.
    package init() {}

    /// Appends a call and wakes the main loop. The method can be called on any thread.
    package func post(_ call: @escaping @MainActor @Sendable () -> Void) {
        let wakeUp = state.withLock { state in
            state.calls.append(call)
            return state.wakeUp
        }
        wakeUp?()
    }

    /// Whether no posted call waits. The property can be read on any thread.
    package var isEmpty: Bool { state.withLock { $0.calls.isEmpty } }

    /// Sets the closure that is called on the posting thread after each `post(_:)` to wake the main
    /// loop, or removes it if `wakeUp` is `nil`.
    package func setWakeUpHandler(_ wakeUp: (@Sendable () -> Void)?) {
        state.withLock { $0.wakeUp = wakeUp }
    }

    /// Removes and returns all calls in the order in which they were posted. Calls posted
    /// afterwards are returned by the next invocation of this method.
    package func removeAll() -> [@MainActor @Sendable () -> Void] {
        state.withLock { state in
            if state.calls.isEmpty { return [] }
            defer { state.calls = [] }
            return state.calls
        }
    }
}
