import Glibc
import KioskInput
import KioskRuntime
import KioskSystem
import LabRecorder
import TouchTrackerApp

/// The command `touchtracker record FILE`, which records the events of touchscreens while the kiosk
/// runs.
struct Record: ConfigurableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "record", abstract: "Record the events of touchscreens until stopped.",
            discussion: """
                The kiosk runs during the recording. With --no-display, or if another program such as \
                a running kiosk uses the display, the command only records. The file has the format \
                of 'libinput record'; 'touchtracker replay' and 'libinput replay' can play the file.
                """)
    }

    @Argument(
        help: ArgumentHelp("The file to write, which must not exist.", valueName: "file"))
    var output: PathArgument

    @Option(
        "device",
        help: ArgumentHelp(
            "A device to record (repeatable), for example event3 or /dev/input/event3. By default, every touchscreen is recorded.",
            valueName: "node"))
    var device: [PathArgument] = []

    @Flag("no-display", help: "Only record, draw nothing.")
    var noDisplay = false

    @OptionGroup var display: DisplayOptions

    @OptionGroup var config: ConfigOption

    var readsExitRequests: Bool { true }

    @MainActor
    func start(_ settings: ConfiguredSettings) throws(Failure) {
        let log = Log.standardError()
        let file = output.path
        let nodes = try findNodes()
        let signals = try StopSignals()
        let recorder: Recorder
        do {
            recorder = try Recorder(
                nodes: nodes, to: file, writerVersion: TouchTracker.version, log: log,
                // Stops the kiosk in the same way as a SIGTERM from another process, so that the
                // kiosk restores the display.
                onFailure: { kill(getpid(), SIGTERM) })
        } catch {
            throw Failure(error)
        }
        log.info("recording \(nodes.joined(separator: ", ")) to \(file); press Ctrl-C to stop")
        let failure = run(signals, log)
        do {
            let summary = try recorder.stop()
            log.info(
                "recorded \(summary.events) events in \(summary.frames) frames to \(file)")
        } catch {
            throw Failure(error)
        }
        if let failure { throw failure }
    }

    /// Runs the kiosk until a signal ends it. With `--no-display`, or if no display is available,
    /// only waits for a signal.
    ///
    /// - Returns: The failure that ended the kiosk, or `nil` if a signal ended the kiosk or the
    ///   wait.
    @MainActor
    private func run(_ signals: StopSignals, _ log: Log) -> Failure? {
        if noDisplay {
            signals.wait()
            return nil
        }
        do {
            try Kiosk.run(AppDelegate.self, options: display.makeKioskOptions(log: log))
            return nil
        } catch {
            guard case .display(let displayError) = error else { return Failure(error) }
            log.warning("\(displayError); recording continues without a display")
            signals.wait()
            return nil
        }
    }

    private func findNodes() throws(Failure) -> [String] {
        if !device.isEmpty {
            return device.map { $0.path.contains("/") ? $0.path : "/dev/input/\($0.path)" }
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

/// A signal descriptor for SIGTERM, SIGINT and SIGHUP. The signals are blocked during this object's
/// lifetime, so that they do not end the process before the recording is complete.
private final class StopSignals {
    private let signals: SignalDescriptor

    init() throws(Failure) {
        do {
            signals = try SignalDescriptor(SignalDescriptor.Signal.exitRequests)
        } catch {
            throw Failure(KioskError.system(error))
        }
    }

    /// Waits until SIGTERM, SIGINT or SIGHUP arrives.
    func wait() {
        repeat { Poll.waitUntilReadable(signals.descriptor) } while signals.next() == nil
    }
}
