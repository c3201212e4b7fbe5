import ArgumentParser
import Glibc
import KioskDisplay
import KioskRuntime
import KioskSystem
import LabFieldTest
import TouchTrackerApp
import TouchTrackerStore

/// Joins app and runtime. The only place that prints errors and exits.
enum Wiring {
    /// Runs the app as a kiosk, the drawing kept in a folder, if there is one; the menu's field test has these
    /// limits.
    @MainActor
    static func run(
        _ app: AppOptions, _ options: KioskOptions, state: String?, limits: FieldTestLimits,
        status: StatusSource
    ) throws(Failure) {
        var chosen = app
        // What is written into the picture being shown can't be taken back before it is seen.
        if options.ink == .front { chosen.predictsInk = false }
        let app = chosen
        let reports = FieldTestKeeper(
            folder: FieldTestKeeper.folder(in: state), log: options.log)
        // Before the display is touched: who has the folder has a display, too.
        let claim = try StateClaim(state)
        do {
            try Kiosk.run(options: options) { services in
                // The drawing is opened once there is a screen to show it on.
                let saving = saving(app, claim, log: options.log)
                status.saver = saving.saver
                status.trouble = saving.trouble.map { "\($0)" }
                return AppDelegate(
                    options: app, saver: saving.saver, trouble: saving.trouble, services: services,
                    lock: state.map {
                        PatternKeeper(lock: StateFolder.lock(in: $0, log: options.log))
                    },
                    fieldTest: reports.setup(services: services, limits: limits))
            }
        } catch {
            throw Failure(error)
        }
        reports.abandon()
        withExtendedLifetime(claim) {}
    }

    /// What keeps the drawing. Where it can't be kept, a line in the log says why, and one draws without.
    @MainActor
    private static func saving(
        _ app: AppOptions, _ claim: StateClaim, log: Log
    ) -> (saver: DrawingSaver?, trouble: StoreError?) {
        guard let folder = claim.folder else {
            // Whoever shows another scene doesn't want to hear of it; the screen tells who draws later.
            if app.scene == .draw, let complaint = claim.complaint { log.warning(complaint) }
            return (nil, claim.trouble)
        }
        do throws(StoreError) {
            return (try DrawingSaver(folder: folder) { log.warning($0) }, nil)
        } catch {
            log.warning("the drawing isn't saved: \(error)")
            return (nil, error)
        }
    }

    /// Ends the program with one line.
    static func exit(_ failure: Failure) -> Never {
        if let message = failure.message {
            Log.standardError().error("touchtracker: \(message)")
        }
        Glibc.exit(failure.status.rawValue)
    }

    /// Ends the program over a command line: help and version go to standard output, trouble is one
    /// line.
    static func exit(parsing error: any Error) -> Never {
        let code = TouchTracker.exitCode(for: error)
        if code.isSuccess {
            print(TouchTracker.message(for: error))
            Glibc.exit(ExitStatus.done.rawValue)
        }
        let message =
            TouchTracker.message(for: error)
            .split(separator: "\n").first.map(String.init) ?? "the command line makes no sense"
        exit(
            Failure(
                status: .usage, message: "\(message); see touchtracker --help"))
    }
}
