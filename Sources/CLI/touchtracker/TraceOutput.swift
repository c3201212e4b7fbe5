import Glibc
import KioskSystem
import Synchronization

/// Lines on standard output, gathered: a line for each contact is many.
final class TraceOutput: Sendable {
    private struct State {
        var text = ""
        /// Why nothing more can be written.
        var failure: Failure?
    }

    private let state = Mutex(State())
    /// Whether each line is written at once, for somebody who looks on.
    private let isLive: Bool

    init(isLive: Bool = false) {
        self.isLive = isLive
    }

    /// `write(_:)`, for whoever wants a function.
    var sink: @Sendable (String) -> Void { { self.write($0) } }

    /// Takes a line. What can't be written is dropped, and `finish()` says so: a kiosk goes on when
    /// nobody listens any more.
    func write(_ line: String) {
        state.withLock { state in
            if state.failure != nil { return }
            state.text += line
            state.text += "\n"
            if isLive || state.text.utf8.count > 65_536 { Self.flush(&state) }
        }
    }

    /// Writes what is left.
    ///
    /// - Throws: `Failure` where this or something before couldn't be written.
    func finish() throws(Failure) {
        let failure = state.withLock { state in
            Self.flush(&state)
            return state.failure
        }
        if let failure { throw failure }
    }

    private static func flush(_ state: inout State) {
        if state.failure != nil { return }
        do {
            try StandardOutput.write(state.text)
        } catch {
            state.failure = error
        }
        state.text = ""
    }
}
