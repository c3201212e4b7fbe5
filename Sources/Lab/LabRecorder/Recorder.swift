import KioskInput
import KioskSystem
import LabRecordings
import Synchronization
import TouchKitContacts
import TouchKitGeometry

/// A recorder that writes the events of touch devices to a file in the YAML format of `libinput
/// record`.
///
/// A worker thread reads and writes, so that a slow SD card does not delay frames. The recorder
/// does not grab the devices: other programs continue to receive their events.
package final class Recorder {
    /// The number of devices, events and frames in a recording.
    package struct Summary: Hashable, Sendable {
        /// The number of devices.
        package var devices = 0
        /// The number of events of all devices.
        package var events = 0
        /// The number of frames (`SYN_REPORT` events) of all devices.
        package var frames = 0
    }

    /// The descriptions of the devices, in the order of the `nodes` passed to the initializer.
    package let devices: [EvdevDescription]
    /// The time from which the recording's event times are counted.
    package let start: Timestamp
    private let thread: WorkerThread
    private let stopRequest: EventDescriptor
    private let state: RecorderThreadState

    /// Opens devices, creates the file and starts recording.
    ///
    /// - Parameters:
    ///   - nodes: The paths of the device nodes, such as `/dev/input/event3`; not
    ///     empty.
    ///   - path: The file's path. An existing file is not overwritten.
    ///   - writerVersion: The program's version, stored in the file.
    ///   - log: The log that receives warnings during the recording.
    ///   - onFailure: Called on the recorder's thread when a device can no longer be read or the
    ///     file can no longer be written; `stop()` then throws the error.
    /// - Throws: `RecorderError` if a device cannot be read or the file cannot be created.
    package init(
        nodes: [String], to path: String, writerVersion: String, log: Log,
        onFailure: @escaping @Sendable () -> Void
    ) throws(RecorderError) {
        var devices: [any RecordedNode] = []
        for node in nodes {
            do {
                devices.append(try EvdevNode(path: node))
            } catch {
                throw .device(node, error.code)
            }
        }
        let file = try RecordingFile(path: path, parts: devices.count)
        let state = RecorderThreadState()
        let start = MonotonicClock.now()
        self.devices = devices.map { $0.description }
        self.start = start
        do {
            let stopRequest = try EventDescriptor()
            let task = try RecorderTask(
                devices: devices, file: file, writerVersion: writerVersion, start: start,
                stopRequest: stopRequest, log: log)
            thread = try WorkerThread(name: "recorder", transferring: task) {
                let result = $0.run(
                    isDiscarded: { state.isDiscarded.withLock { $0 } },
                    metadata: { state.metadata.withLock { $0 } })
                state.result.withLock { $0 = result }
                if case .failure = result { onFailure() }
            }
            self.stopRequest = stopRequest
        } catch {
            throw .system(error)
        }
        self.state = state
    }

    deinit {
        // `WorkerThread.deinit` waits for the thread.
        stopRequest.raise()
    }

    /// Stops recording and completes the file.
    ///
    /// - Parameter metadata: The metadata of a field test, stored at the end of the file.
    /// - Returns: The number of recorded devices, events and frames.
    /// - Throws: `RecorderError` if reading or writing failed; the file then lacks its end and the
    ///   events of all devices except the first.
    package func stop(
        metadata: Recording.FieldTestMetadata? = nil
    ) throws(RecorderError) -> Summary {
        state.metadata.withLock { $0 = metadata }
        stopRequest.raise()
        thread.join()
        switch state.result.withLock({ $0 }) {
        case .success(let summary): return summary
        case .failure(let error): throw error
        case nil: return Summary()
        }
    }

    /// Stops recording without completing the file, which the caller must delete.
    package func discard() {
        state.isDiscarded.withLock { $0 = true }
        stopRequest.raise()
        thread.join()
    }
}

/// The values that the recorder and its thread exchange.
private final class RecorderThreadState: Sendable {
    /// The result of the thread, or `nil` while the thread runs.
    let result = Mutex<Result<Recorder.Summary, RecorderError>?>(nil)
    /// The metadata that the thread writes at the end of the file, or `nil` for none.
    let metadata = Mutex<Recording.FieldTestMetadata?>(nil)
    /// Whether the file is deleted after the recording, so that the thread does not complete it.
    let isDiscarded = Mutex(false)
}
