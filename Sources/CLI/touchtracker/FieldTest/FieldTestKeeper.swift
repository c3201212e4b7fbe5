import Glibc
import KioskRuntime
import KioskServices
import KioskSystem
import LabFieldTest
import LabRecordings
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerApp

/// Keeps what field tests on the screen give: records what is touched meanwhile, and leaves it with the
/// report in a folder.
///
/// What can't be recorded or kept costs a line of the log and one on the screen, never the test.
@MainActor
package final class FieldTestKeeper {
    /// The recording of the test that is done now, before it has a place.
    private static let part = ".recording"
    /// Ten fingers for half an hour, in bytes.
    private static let largestRecording = 256 << 20

    /// Where reports are kept; nil where they aren't.
    let folder: String?
    /// The newest report.
    package private(set) var newest: FieldTestDocument?
    private let log: Log
    private var recorder: Recorder?
    private var nodes: [String] = []

    /// Makes a keeper.
    ///
    /// - Parameters:
    ///   - folder: Where reports are kept; made with the first one.
    ///   - log: Gets what goes wrong, and where reports are.
    package init(folder: String?, log: Log) {
        self.folder = folder
        self.log = log
    }

    private var recording: String? { folder.map { "\($0)/\(Self.part)-\(getpid()).yaml" } }

    /// Where reports are kept if nobody says otherwise: beside the drawing; nil where that isn't kept.
    static func folder(in state: String?) -> String? { state.map { "\($0)/reports" } }

    /// What field tests of an app need, with this keeper.
    ///
    /// - Parameters:
    ///   - services: What the kiosk offers.
    ///   - limits: What figures are good.
    ///   - millimeters: The screen's size as it is scanned out; nil where it isn't known better.
    func setup(
        services: KioskServices, limits: FieldTestLimits,
        millimeters: CGSize? = nil
    ) -> FieldTestSetup {
        var setup = FieldTestSetup(limits: limits)
        setup.millimeters = millimeters
        setup.onBegin = { self.begin($0) }
        setup.onReport = { self.keep($0, of: $1) }
        setup.onEnd = { self.abandon() }
        setup.onCalibration = { services.rawTouches.setCalibration($1, of: $0) }
        // What can't be kept has its line in the log.
        setup.onKeepCalibration = { _ = services.rawTouches.keepCalibration(of: $0) }
        return setup
    }

    /// A field test begins: what is touched from now on is recorded.
    package func begin(_ panels: [PanelDescription]) {
        abandon()
        nodes = panels.map(\.node).filter { !$0.isEmpty }
        guard let folder, let recording, !nodes.isEmpty else { return }
        // A folder that is there, or can't be made: whoever writes into it will say so.
        _ = mkdir(folder, 0o777)
        unlink(recording)
        do {
            recorder = try Recorder(
                nodes: nodes, to: recording, writerVersion: TouchTracker.version, log: log,
                failed: {})
        } catch {
            log.warning("what is touched in the field test isn't recorded: \(error)")
        }
    }

    /// The field test is over without a report.
    package func abandon() {
        guard let recorder else { return }
        self.recorder = nil
        do {
            _ = try recorder.stop()
        } catch {
            log.warning("the recording of the field test was cut off: \(error)")
        }
        if let recording { unlink(recording) }
    }

    /// The field test gave a report.
    ///
    /// - Parameters:
    ///   - report: The report.
    ///   - panel: What was tested.
    /// - Returns: Where it is, or why it is nowhere; for the people in front of the screen.
    package func keep(_ report: FieldTestReport, of panel: PanelDescription?) -> String {
        let recorder = recorder
        self.recorder = nil
        let document = FieldTestDocument(
            subject: FieldTestDocument.Subject(
                board: Machine.name, node: panel?.node ?? "",
                description: description(of: panel, recorder)),
            report: report)
        newest = document
        guard let folder else { return "Not kept: no folder for reports is known" }
        let bytes = finish(recorder, report)
        do throws(LinuxError) {
            let path = try FieldTestArchive(folder: folder).add(document, recording: bytes)
            log.info("the field test's report is in \(path)")
            return "Report \(path.split(separator: "/").last.map(String.init) ?? path)"
        } catch {
            log.error(
                "the field test's report isn't kept: \(error); see that \(folder) can be written and its disk has room"
            )
            return "Not kept: \(error.code)"
        }
    }

    /// What the panel says of itself; what is known of it where it isn't recorded.
    private func description(
        of panel: PanelDescription?, _ recorder: Recorder?
    ) -> EvdevDescription {
        if let panel, let recorder, let index = nodes.firstIndex(of: panel.node) {
            return recorder.devices[index]
        }
        let identity =
            panel?.identity
            ?? EvdevDescription.Identity(bus: 0, vendor: 0, product: 0, version: 0)
        return EvdevDescription(
            name: panel?.name ?? "", identity: identity, codes: [:], axes: [:], properties: [])
    }

    /// Completes the recording.
    ///
    /// - Returns: The file; empty where nothing was recorded.
    private func finish(_ recorder: Recorder?, _ report: FieldTestReport) -> [UInt8] {
        guard let recorder, let recording else { return [] }
        defer { unlink(recording) }
        let geometry = report.stage.geometry
        let size = report.stage.millimeters
        let turned = geometry.rotation.swapsAxes
        let notes = Recording.FieldTestNotes(
            width: geometry.scanoutWidth, height: geometry.scanoutHeight, scale: geometry.scale,
            rotation: geometry.rotation,
            millimeters: report.stage.isMeasured
                ? CGSize(
                    width: turned ? size.height : size.width,
                    height: turned ? size.width : size.height) : nil,
            board: Machine.name,
            duration: MonotonicClock.now().microseconds(since: recorder.start),
            scanout: report.plots.scanout)
        do {
            _ = try recorder.stop(notes: notes)
        } catch {
            log.warning("the recording of the field test was cut off: \(error)")
        }
        return WholeFile.read(recording, atMost: Self.largestRecording) ?? []
    }
}
