import ArgumentParser
import Glibc
import KioskInput
import KioskRuntime
import KioskSystem
import LabRecorder
import TouchTrackerApp

/// `touchtracker record FILE`: records the touchscreens' events while the kiosk runs.
struct Record: ConfigurableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Record the events of touchscreens until stopped.",
        discussion: """
            The kiosk runs meanwhile; where another program has the display (a kiosk that is \
            running), or with --no-display, it only records. The file is of the kind that \
            'libinput record' writes; 'touchtracker replay' and 'libinput replay' play it.
            """)

    @Argument(help: "The file to write; it must not exist.")
    var file: String

    @Option(
        help: ArgumentHelp(
            "A device to record: event3, or /dev/input/event3; may be given several times. Every touchscreen if not given.",
            valueName: "node"))
    var device: [String] = []

    @Flag(help: "Only record, draw nothing.")
    var noDisplay = false

    @OptionGroup var display: DisplayOptions

    @OptionGroup var config: ConfigOption

    @MainActor
    func start(_ settings: ConfiguredSettings) throws(Failure) {
        let log = Log.standardError()
        let nodes = try nodes()
        let signals = try StopSignals()
        let recorder: Recorder
        do {
            recorder = try Recorder(
                nodes: nodes, to: file, writerVersion: TouchTracker.version, log: log,
                // Same as a request to stop, so that the display is restored.
                onFailure: { kill(getpid(), SIGTERM) })
        } catch {
            throw Failure(error)
        }
        log.info("recording \(nodes.joined(separator: ", ")) to \(file); Ctrl-C ends it")
        let ending = run(signals, log)
        do {
            let summary = try recorder.stop()
            log.info(
                "recorded \(summary.events) events in \(summary.frames) frames to \(file)")
        } catch {
            throw Failure(error)
        }
        if let ending { throw ending }
    }

    /// Runs the kiosk, or waits for a signal if no display is available.
    ///
    /// - Returns: The failure that ended the kiosk, or `nil`.
    @MainActor
    private func run(_ signals: StopSignals, _ log: Log) -> Failure? {
        if noDisplay {
            signals.wait()
            return nil
        }
        do {
            try Kiosk.run(AppDelegate.self, options: display.options(log: log))
            return nil
        } catch {
            guard case .display(let trouble) = error else { return Failure(error) }
            log.warning("\(trouble); recording without a picture")
            signals.wait()
            return nil
        }
    }

    private func nodes() throws(Failure) -> [String] {
        if !device.isEmpty {
            return device.map { $0.contains("/") ? $0 : "/dev/input/\($0)" }
        }
        let inventory = InputInventory()
        let found = inventory.devices.filter { $0.use == .touch }.map(\.node)
        guard found.isEmpty else { return found }
        let reason = inventory.reason
        throw Failure(
            status: .unavailable,
            message: [reason?.cause ?? "no touchscreen can be read", reason?.remedy]
                .compactMap { $0 }.joined(separator: "; "))
    }
}

/// Blocks SIGTERM, SIGINT and SIGHUP until `wait()` receives one.
private final class StopSignals {
    private let signals: SignalDescriptor

    init() throws(Failure) {
        do {
            signals = try SignalDescriptor([.terminate, .interrupt, .hangUp])
        } catch {
            throw Failure(KioskError.system(error))
        }
    }

    /// Waits until a signal arrives.
    func wait() {
        repeat { Poll.waitUntilReadable(signals.descriptor) } while signals.next() == nil
    }
}
