import Glibc
import KioskRuntime
import KioskSystem
import Synchronization

/// A writer of trace lines to standard output. A trace contains one line for each event, for
/// example for each contact. The writer buffers the lines by default, because traces are long.
final class TraceOutput: Sendable {
    private struct State {
        var text = ""
        /// The first write error, or `nil` if no write has failed. After an error, nothing is
        /// written.
        var failure: Failure?
    }

    private let state = Mutex(State())
    /// Whether each line is written immediately instead of being buffered.
    private let isLive: Bool

    init(isLive: Bool = false) {
        self.isLive = isLive
    }

    /// A closure that writes its argument as a line with `write(_:)`.
    var sink: @Sendable (String) -> Void { { self.write($0) } }

    /// Writes a line. After a write error, lines are discarded, so that a kiosk keeps running if
    /// the process that reads the trace exits. A later call of `finish()` throws the error.
    func write(_ line: String) {
        state.withLock { state in
            if state.failure != nil { return }
            state.text += line
            state.text += "\n"
            if isLive || state.text.utf8.count > 65_536 { Self.flush(&state) }
        }
    }

    /// Writes all buffered lines.
    ///
    /// - Throws: `Failure` if this or an earlier write failed.
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
