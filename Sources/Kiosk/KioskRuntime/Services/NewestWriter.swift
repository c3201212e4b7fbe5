import KioskSystem
import Synchronization

/// Writes values on a thread of its own, for a disk may take its time: the newest one that isn't written
/// yet, so that whoever gives one never waits for another.
@MainActor
package final class NewestWriter<Value: Sendable> {
    /// What the thread and whoever gives values both see.
    private final class Desk: Sendable {
        struct State {
            var newest: Value?
            var isWriting = false
        }

        let state = Mutex(State())

        /// Lays a value down.
        ///
        /// - Returns: Whether somebody has to begin writing.
        func lay(_ value: Value) -> Bool {
            state.withLock { state in
                state.newest = value
                defer { state.isWriting = true }
                return !state.isWriting
            }
        }

        /// The newest value; where there is none, writing is over.
        func take() -> Value? {
            state.withLock { state in
                defer { state.newest = nil }
                state.isWriting = state.newest != nil
                return state.newest
            }
        }
    }

    private let name: String
    private let desk = Desk()
    private let write: @Sendable (Value) -> Void
    private var thread: WorkerThread?

    /// Makes one that has nothing to write.
    ///
    /// - Parameters:
    ///   - name: The thread's.
    ///   - write: Writes a value, and says what goes wrong.
    package init(name: String, _ write: @escaping @Sendable (Value) -> Void) {
        self.name = name
        self.write = write
    }

    /// Writes a value soon, unless a newer one comes before. Where no thread can be had it is written at
    /// once.
    package func submit(_ value: Value) {
        guard desk.lay(value) else { return }
        let run: @Sendable () -> Void = { [desk, write] in
            while let value = desk.take() { write(value) }
        }
        do {
            // The former thread, if there was one, has found nothing more to write: it is at its end.
            thread = try WorkerThread(name: name, run)
        } catch {
            run()
        }
    }

    /// Returns when the newest value is written, or was refused.
    package func finish() {
        thread?.join()
        thread = nil
    }
}

extension NewestWriter<String> {
    /// Makes one that writes the text of a file, whole each time.
    ///
    /// - Parameters:
    ///   - name: The thread's.
    ///   - file: The file's path.
    ///   - subject: What stands in it, as the log says where it can't be written: "*subject* isn't kept: …".
    ///   - log: Gets why it can't be written.
    convenience init(name: String, file: String, of subject: String, log: Log) {
        self.init(name: name) { text in
            do {
                try WholeFile.replace(file, with: Array(text.utf8))
            } catch {
                log.warning(
                    "\(subject) isn't kept: \(error); see that its folder can be written and the disk has room"
                )
            }
        }
    }
}
