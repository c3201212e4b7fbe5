import Glibc
import KioskServices
import KioskSystem
import LabFieldTest
import LabRecorder
import LabRecordings
import LabReports
import Synchronization
import TouchKit
import TouchKitContacts
import TouchKitGeometry

/// A store that records the touches of field tests and saves the reports, with the recordings, in a
/// folder.
///
/// If a recording or report cannot be written, the field test continues. The log and the summary
/// page contain a message. Reports are stored on a thread of their own, because a slow disk would
/// block the main loop so long that the watchdog ends the kiosk.
@MainActor
package final class FieldTestReportStore {
    /// The start and the end of the file name of a recording that belongs to no report yet. The
    /// process ID and the recording's number are between them.
    private static let (recordingPrefix, recordingSuffix) = (".recording-", ".yaml")

    /// The path of the reports folder, or `nil` if reports are not stored.
    let folder: String?
    /// The report of the most recent field test, even if it could not be stored; `nil` before the
    /// first report.
    package private(set) var newestDocument: FieldTestDocument?
    /// The serial number and the operator for reports; the store adds the other conditions.
    package var conditions = TestConditions()
    /// The error that prevented storing the most recent report, or `nil` if there was none. The
    /// value is final after `waitUntilStored()`.
    package var storingError: LinuxError? { lastError.value.withLock { $0 } }
    private let lastError = StoringError()
    private let log: Log
    private let version: String
    private var recorder: Recorder?
    /// The number of recordings that this store has started.
    private var recordingCount = 0
    /// The thread that stores the most recent report or deletes the most recent recording, and ends
    /// after its predecessors.
    private var storingThread: WorkerThread?
    /// The paths of the device nodes whose events are recorded in the current recording.
    private var nodes: [String] = []

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - folder: The path of the reports folder, which is created with the first report, or `nil`
    ///     to store nothing.
    ///   - version: The program's version, for reports and recordings.
    ///   - log: The log for failures and for the paths of stored reports.
    package init(folder: String?, version: String, log: Log) {
        self.folder = folder
        self.version = version
        self.log = log
    }

    /// Returns the path of the file that receives the current recording.
    private func recordingPath(in folder: String) -> String {
        "\(folder)/\(Self.recordingPrefix)\(getpid())-\(recordingCount)\(Self.recordingSuffix)"
    }

    /// Returns the default path of the reports folder inside the state folder, or `nil` without a
    /// state folder.
    package static func defaultFolder(inStateFolder stateFolder: String?) -> String? {
        stateFolder.map { "\($0)/reports" }
    }

    /// Returns a setup whose field tests are recorded and stored by this store.
    ///
    /// - Parameters:
    ///   - services: The kiosk's services.
    ///   - limits: The pass and fail limits that determine the verdict on each measured value.
    ///   - millimeters: The physical size of the screen along the scanout axes, or `nil` to use the
    ///     size that the touchscreen or the display reports.
    ///   - storesCalibrations: Whether the kiosk has a file for calibrations.
    package func makeSetup(
        services: KioskContext, limits: FieldTestLimits, millimeters: CGSize? = nil,
        storesCalibrations: Bool
    ) -> FieldTestSetup {
        var setup = FieldTestSetup(limits: limits)
        setup.physicalSize = millimeters
        setup.onBegin = { self.startRecording(of: $0) }
        setup.onReport = { self.store($0, of: $1, onStatus: $2) }
        setup.onEnd = { self.discardRecording() }
        setup.onCalibration = { services.rawTouches.setCalibration($1, of: $0) }
        if storesCalibrations {
            // The kiosk logs a calibration that cannot be stored.
            setup.onStoreCalibration = { _ = services.rawTouches.storeCalibration(of: $0) }
        }
        return setup
    }

    /// Discards an unfinished recording and starts to record the touches on `touchscreens`.
    package func startRecording(of touchscreens: [TouchscreenDescription]) {
        discardRecording()
        nodes = touchscreens.map(\.node).filter { !$0.isEmpty }
        guard let folder, !nodes.isEmpty else { return }
        // If the folder cannot be created, writing the recording or the report fails with an error.
        _ = mkdir(folder, 0o777)
        // Later, a storing thread may use recordings of this process.
        if recordingCount == 0 {
            let leftovers = FieldTestArchive(folder: folder).leftovers(
                prefix: Self.recordingPrefix, suffix: Self.recordingSuffix)
            for path in leftovers { unlink(path) }
        }
        recordingCount += 1
        do {
            recorder = try Recorder(
                nodes: nodes, to: recordingPath(in: folder), writerVersion: version, log: log,
                onFailure: {})
        } catch {
            log.warning(
                "field test: cannot record touches: \(error); the report has no recording")
        }
    }

    /// Stops the current recording and deletes its file, on another thread. Does nothing if there
    /// is no recording.
    package func discardRecording() {
        guard let folder, let recorder else { return }
        self.recorder = nil
        let path = recordingPath(in: folder)
        // Safe: `self.recorder` is `nil`, so that only the thread uses the recorder from now on, or
        // this function if there is no thread.
        nonisolated(unsafe) let discarded = recorder
        do throws(LinuxError) {
            try startStoringThread { previous in
                discarded.discard()
                unlink(path)
                previous?.join()
            }
        } catch {
            discarded.discard()
            unlink(path)
        }
    }

    /// Waits until all reports have been stored or storing them has failed, and until discarded
    /// recordings have been deleted.
    package func waitUntilStored() {
        storingThread?.join()
        storingThread = nil
    }

    /// Runs `body` on a new thread. The closure's argument is the previous thread, for which the
    /// closure must wait, or `nil`.
    private func startStoringThread(
        _ body: @escaping @Sendable (_ previous: WorkerThread?) -> Void
    ) throws(LinuxError) {
        // Safe: only the new thread uses the previous one from now on.
        nonisolated(unsafe) let previous = storingThread
        storingThread = try WorkerThread(name: "report") { body(previous) }
    }

    /// Ends the current recording and stores it with the report, on another thread.
    ///
    /// - Parameters:
    ///   - report: The report of the finished field test.
    ///   - touchscreen: The tested touchscreen, or `nil` if there was none.
    ///   - onStatus: Called on the main thread with one line for the user: first that the report
    ///     is being stored, then its name, or the reason that it is not stored.
    package func store(
        _ report: FieldTestReport, of touchscreen: TouchscreenDescription?,
        onStatus: @escaping FieldTestSetup.StatusHandler
    ) {
        let recorder = recorder
        self.recorder = nil
        conditions.date = WallClock.utcText
        conditions.machine = SystemInformation.boardName
        conditions.kernel = SystemInformation.kernelRelease
        conditions.firmware = touchscreen.flatMap {
            SystemInformation.firmwareVersion(ofInput: $0.node)
        }
        let document = FieldTestDocument(
            subject: FieldTestDocument.Subject(
                conditions: conditions, node: touchscreen?.node ?? "",
                description: evdevDescription(of: touchscreen, recorder)),
            report: report, version: version)
        newestDocument = document
        guard let folder else {
            return onStatus("Not kept: no folder for reports is known")
        }
        // Safe: `self.recorder` is `nil`, so that only the thread uses the recorder from now on, or
        // this function if there is no thread.
        nonisolated(unsafe) let recording = recorder.map {
            FinishedRecording(
                recorder: $0, path: recordingPath(in: folder),
                metadata: metadata(of: report, from: $0), log: log)
        }
        onStatus("Storing the report …")
        do throws(LinuxError) {
            try startStoringThread { [log, lastError] previous in
                let bytes = recording?.takeBytes() ?? []
                previous?.join()
                let status = Self.store(document, recording: bytes, in: folder, lastError, log)
                RunLoop.main.perform { onStatus(status) }
            }
        } catch {
            lastError.value.withLock { $0 = error }
            _ = recording?.takeBytes()
            log.error("field test: cannot store the report: \(error)")
            onStatus("Not kept: \(error.code)")
        }
    }

    /// Stores a report with its recording, and returns one line for the user.
    private nonisolated static func store(
        _ document: FieldTestDocument, recording: [UInt8], in folder: String,
        _ lastError: StoringError, _ log: Log
    ) -> String {
        do throws(LinuxError) {
            let path = try FieldTestArchive(folder: folder).add(document, recording: recording)
            lastError.value.withLock { $0 = nil }
            log.info("field test: report stored in \(path)")
            return "Report \(path.split(separator: "/").last.map(String.init) ?? path)"
        } catch {
            lastError.value.withLock { $0 = error }
            log.error(
                "field test: cannot store the report: \(error); check that \(folder) is writable"
                    + " and that its disk has free space")
            return "Not kept: \(error.code)"
        }
    }

    /// Returns the evdev description of `touchscreen` from the recorder, or a description with only
    /// the name and the identity if the device was not recorded.
    private func evdevDescription(
        of touchscreen: TouchscreenDescription?, _ recorder: Recorder?
    ) -> EvdevDescription {
        if let touchscreen, let recorder, let index = nodes.firstIndex(of: touchscreen.node) {
            return recorder.devices[index]
        }
        let identity =
            touchscreen?.identity
            ?? EvdevDescription.Identity(bus: 0, vendor: 0, product: 0, version: 0)
        return EvdevDescription(
            name: touchscreen?.name ?? "", identity: identity, codes: [:], axes: [:],
            properties: [])
    }

    /// Returns the metadata of a field test for the end of its recording.
    private func metadata(
        of report: FieldTestReport, from recorder: Recorder
    ) -> Recording.FieldTestMetadata {
        let geometry = report.stage.geometry
        var metadata = Recording.FieldTestMetadata(
            width: geometry.scanoutWidth, height: geometry.scanoutHeight, scale: geometry.scale,
            rotation: geometry.rotation,
            millimeters: report.stage.isMeasured
                ? geometry.rotated(report.stage.millimeters) : nil,
            board: conditions.machine,
            duration: MonotonicClock.now().microseconds(since: recorder.start),
            scanout: report.plots.scanout)
        metadata.conditions = conditions
        metadata.sampling = report.stage.sampling
        metadata.calibration = report.stage.calibration
        return metadata
    }
}

/// The error of the most recent report, which the thread that stores the report sets.
private final class StoringError: Sendable {
    let value = Mutex<LinuxError?>(nil)
}

/// The recording of a finished field test.
private struct FinishedRecording {
    /// The maximum size of a recording in bytes, which is more than ten fingers produce in half an
    /// hour.
    private static let maximumSize = 256 << 20

    let recorder: Recorder
    /// The path of the recording's file.
    let path: String
    /// The properties of the field test, which are written at the end of the file.
    let metadata: Recording.FieldTestMetadata
    let log: Log

    /// Ends the recording and deletes its file.
    ///
    /// - Returns: The bytes of the file, or an empty array if it cannot be read.
    func takeBytes() -> [UInt8] {
        defer { unlink(path) }
        do {
            _ = try recorder.stop(metadata: metadata)
        } catch {
            log.warning("field test: the recording is incomplete: \(error)")
        }
        do {
            return try FileContents.read(path, maximumSize: Self.maximumSize)
        } catch {
            log.warning("field test: \(error); the report has no recording")
            return []
        }
    }
}
