import Linux
import Synchronization

/// Writes texts on a thread of its own, for a disk may take its time: the newest one that isn't written
/// yet, so that whoever gives one never waits for another.
@MainActor
package final class NewestWriter {
    /// What the thread and whoever gives texts both see.
    private final class Desk: Sendable {
        struct State {
            var newest: String?
            var isWriting = false
        }

        let state = Mutex(State())

        /// Lays a text down.
        ///
        /// - Returns: Whether somebody has to begin writing.
        func lay(_ text: String) -> Bool {
            state.withLock { state in
                state.newest = text
                defer { state.isWriting = true }
                return !state.isWriting
            }
        }

        /// The newest text; where there is none, writing is over.
        func take() -> String? {
            state.withLock { state in
                defer { state.newest = nil }
                state.isWriting = state.newest != nil
                return state.newest
            }
        }
    }

    private let name: String
    private let desk = Desk()
    private let write: @Sendable (String) -> Void
    private var thread: WorkerThread?

    /// Makes one that has nothing to write.
    ///
    /// - Parameters:
    ///   - name: The thread's.
    ///   - write: Writes a text, and says what goes wrong.
    package init(name: String, _ write: @escaping @Sendable (String) -> Void) {
        self.name = name
        self.write = write
    }

    /// Writes a text soon, unless a newer one comes before. Where no thread can be had it is written at
    /// once.
    package func submit(_ text: String) {
        guard desk.lay(text) else { return }
        let run: @Sendable () -> Void = { [desk, write] in
            while let text = desk.take() { write(text) }
        }
        do {
            // The former thread, if there was one, has found nothing more to write: it is at its end.
            thread = try WorkerThread(name: name, run)
        } catch {
            run()
        }
    }

    /// Returns when the newest text is written, or was refused.
    package func finish() {
        thread?.join()
        thread = nil
    }
}
