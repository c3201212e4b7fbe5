import KioskSystem
import Synchronization

/// A writer that writes values on a background thread, so that a slow disk does not block the
/// caller.
///
/// If several values are submitted during a write, only the newest value is written next.
@MainActor
package final class LatestValueWriter<Value: Sendable> {
    /// The state shared by the caller and the background thread.
    private final class SharedState: Sendable {
        struct State {
            var newest: Value?
            var isWriting = false
        }

        let state = Mutex(State())

        /// Stores the next value to write, in place of a stored value whose writing has not begun.
        ///
        /// - Returns: Whether the caller must start a background thread to write the value.
        func enqueue(_ value: Value) -> Bool {
            state.withLock { state in
                state.newest = value
                defer { state.isWriting = true }
                return !state.isWriting
            }
        }

        /// Returns the stored value and removes it, or returns `nil` and records that the
        /// background thread ends.
        func dequeue() -> Value? {
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
    ///   - name: The name of the background thread.
    ///   - write: The closure that writes a value, on the background thread, and reports errors.
    package init(name: String, _ write: @escaping @Sendable (Value) -> Void) {
        self.name = name
        self.write = write
    }

    /// Schedules a value for writing on the background thread. If the thread cannot be created,
    /// writes the value before returning.
    package func submit(_ value: Value) {
        guard shared.enqueue(value) else { return }
        let run: @Sendable () -> Void = { [shared, write] in
            while let value = shared.dequeue() { write(value) }
        }
        do {
            // Replacing `thread` joins the previous thread, which has no further value and is
            // ending.
            thread = try WorkerThread(name: name, run)
        } catch {
            run()
        }
    }

    /// Waits until the newest value has been written or writing has failed.
    package func finish() {
        thread?.join()
        thread = nil
    }
}

extension LatestValueWriter<String> {
    /// Creates a writer that replaces the text of a file.
    ///
    /// - Parameters:
    ///   - name: The name of the background thread.
    ///   - file: The path of the file to replace.
    ///   - subject: The name for the file's contents in log messages.
    ///   - log: The log for errors.
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
