import KioskInput
import KioskSystem
import LabRecordings
import Synchronization
import TouchKitContacts
import TouchKitGeometry

/// Writes down what touch devices report, beside whoever else reads them, in the YAML of
/// `libinput record`.
///
/// Reading and writing happen on a thread of its own: a card that is slow to write mustn't hold up a
/// frame. Nothing is grabbed: a kiosk goes on getting its touches.
package final class Recorder {
    /// What was recorded.
    package struct Summary: Hashable, Sendable {
        /// The number of devices.
        package var devices = 0
        /// The number of events of all devices.
        package var events = 0
        /// The number of frames (`SYN_REPORT`) of all devices.
        package var frames = 0
    }

    /// What the devices say of themselves, in the order in which they were named.
    package let devices: [EvdevDescription]
    /// The moment that the recording's times are counted from.
    package let start: Timestamp
    private let thread: WorkerThread
    private let stopping: EventDescriptor
    private let outcome: RecorderOutcome

    /// Opens devices, makes the file and begins to record.
    ///
    /// - Parameters:
    ///   - nodes: The devices: `/dev/input/event3`. At least one.
    ///   - path: The file. It mustn't exist: nothing is overwritten.
    ///   - writerVersion: The program's version, for the file.
    ///   - log: Gets what happens meanwhile.
    ///   - failed: Called on the recorder's thread when the file can't be written any more; `stop()`
    ///     then says why.
    /// - Throws: `RecorderError` where a device can't be read or the file can't be made.
    package init(
        nodes: [String], to path: String, writerVersion: String, log: Log,
        failed: @escaping @Sendable () -> Void
    ) throws(RecorderError) {
        var devices: [EvdevNode] = []
        for node in nodes {
            do {
                devices.append(try EvdevNode(path: node))
            } catch {
                throw .device(node, error.code)
            }
        }
        let file = try RecordingFile(path: path, parts: devices.count)
        let outcome = RecorderOutcome()
        let start = MonotonicClock.now()
        self.devices = devices.map(\.description)
        self.start = start
        do {
            let stopping = try EventDescriptor()
            let work = try RecorderWork(
                devices: devices, file: file, writerVersion: writerVersion, start: start,
                stopping: stopping, log: log)
            thread = try WorkerThread(name: "recorder", handing: work) {
                let result = $0.run { outcome.notes }
                outcome.set(result)
                if case .failure = result { failed() }
            }
            self.stopping = stopping
        } catch {
            throw .system(error)
        }
        self.outcome = outcome
    }

    /// Ends the recording and completes the file.
    ///
    /// - Parameter notes: What a field test notes beside the touches.
    /// - Returns: What was recorded.
    /// - Throws: `RecorderError` where the file couldn't be written to its end; what is in it is
    ///   whole up to there.
    package func stop(
        notes: Recording.FieldTestNotes? = nil
    ) throws(RecorderError) -> Summary {
        outcome.notes = notes
        stopping.raise()
        thread.join()
        switch outcome.value {
        case .success(let summary): return summary
        case .failure(let error): throw error
        case nil: return Summary()
        }
    }
}

/// What the thread leaves behind for whoever joins it, and what it is told before.
final class RecorderOutcome: Sendable {
    private let stored = Mutex<Result<Recorder.Summary, RecorderError>?>(nil)
    private let storedNotes = Mutex<Recording.FieldTestNotes?>(nil)

    var value: Result<Recorder.Summary, RecorderError>? { stored.withLock { $0 } }

    func set(_ result: Result<Recorder.Summary, RecorderError>) {
        stored.withLock { $0 = result }
    }

    var notes: Recording.FieldTestNotes? {
        get { storedNotes.withLock { $0 } }
        set { storedNotes.withLock { $0 = newValue } }
    }
}
