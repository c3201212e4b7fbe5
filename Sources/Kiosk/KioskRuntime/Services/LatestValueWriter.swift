import KioskSystem
import Synchronization

/// Writes values on a background thread, so that a slow disk does not block the caller.
///
/// If several values are submitted during a write, only the newest of them is written next.
@MainActor
package final class LatestValueWriter<Value: Sendable> {
    /// The state shared by the caller and the background thread.
    private final class SharedState: Sendable {
        struct State {
            var newest: Value?
            var isWriting = false
        }

        let state = Mutex(State())

        /// Stores the next value to write, and replaces a value that is not written yet.
        ///
        /// - Returns: Whether the caller must start the thread.
        func put(_ value: Value) -> Bool {
            state.withLock { state in
                state.newest = value
                defer { state.isWriting = true }
                return !state.isWriting
            }
        }

        /// Returns the newest value and removes it, or returns `nil` and marks writing as ended.
        func take() -> Value? {
            state.withLock { state in
                defer { state.newest = nil }
                state.isWriting = state.newest != nil
                return state.newest
            }
        }
    }

    private let name: String
    private let shared = SharedState()
    private let write: @Sendable (Value) -> Void
    private var thread: WorkerThread?

    /// Creates an idle writer.
    ///
    /// - Parameters:
    ///   - name: The name of the thread.
    ///   - write: Writes a value and reports its own errors.
    package init(name: String, _ write: @escaping @Sendable (Value) -> Void) {
        self.name = name
        self.write = write
    }

    /// Schedules a value for writing. If no thread can be created, the value is written
    /// synchronously.
    package func submit(_ value: Value) {
        guard shared.put(value) else { return }
        let run: @Sendable () -> Void = { [shared, write] in
            while let value = shared.take() { write(value) }
        }
        do {
            // An earlier thread has found no further value and is ending.
            thread = try WorkerThread(name: name, run)
        } catch {
            run()
        }
    }

    /// Waits until the newest value is written or writing has failed.
    package func finish() {
        thread?.join()
        thread = nil
    }
}

extension LatestValueWriter<String> {
    /// Creates a writer that replaces the text of a file.
    ///
    /// - Parameters:
    ///   - name: The name of the thread.
    ///   - file: The path of the file.
    ///   - subject: The name of the content in log messages.
    ///   - log: Receives errors.
    convenience init(name: String, file: String, of subject: String, log: Log) {
        self.init(name: name) { text in
            do {
                try FileContents.replace(file, with: Array(text.utf8))
            } catch {
                log.warning(
                    "\(subject) not saved: \(error); check the folder's permissions and free disk space"
                )
            }
        }
    }
}
