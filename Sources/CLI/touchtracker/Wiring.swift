import ArgumentParser
import Glibc
import KioskDisplay
import KioskRuntime
import KioskSystem
import LabFieldTest
import LabScreens
import TouchTrackerApp
import TouchTrackerStore

/// Connects the app and the runtime. The only place that prints errors and exits.
enum Wiring {
    /// Runs the app as a kiosk.
    ///
    /// - Parameters:
    ///   - app: The app's options.
    ///   - options: The kiosk's options.
    ///   - state: The state folder, or `nil` to store nothing.
    ///   - limits: The limits of the menu's field test.
    ///   - status: Receives the drawing's storage for status reports.
    /// - Throws: `Failure` if the kiosk cannot run.
    @MainActor
    static func run(
        _ app: AppOptions, _ options: KioskOptions, state: String?, limits: FieldTestLimits,
        status: StatusSource
    ) throws(Failure) {
        var chosen = app
        // Predicted ink in a front buffer could not be corrected before it is visible.
        if options.ink == .front { chosen.predictsInk = false }
        let app = chosen
        let reports = FieldTestReportStore(
            folder: FieldTestReportStore.defaultFolder(inStateFolder: state),
            version: TouchTracker.version,
            log: options.log)
        // The folder is locked before the display is opened, because a process that uses the folder
        // also uses the display.
        let claim = try StateClaim(state)
        do {
            try Kiosk.run(options: options) { services in
                // The drawing is opened once there is a display.
                let saving = saving(app, claim, log: options.log)
                status.persistence = saving.persistence
                status.storageError = saving.error.map { "\($0)" }
                return AppDelegate(
                    options: app, persistence: saving.persistence, storeError: saving.error,
                    services: services,
                    authenticator: state.map {
                        StoredPatternAuthenticator(lock: StateFolder.lock(in: $0, log: options.log))
                    },
                    technicianScreens: LabTechnicianScreens(
                        fieldTest: reports.makeSetup(services: services, limits: limits)))
            }
        } catch {
            throw Failure(error)
        }
        reports.discardRecording()
        withExtendedLifetime(claim) {}
    }

    /// Returns the drawing's storage, or `nil` with a logged warning if the drawing cannot be
    /// saved.
    @MainActor
    private static func saving(
        _ app: AppOptions, _ claim: StateClaim, log: Log
    ) -> (persistence: DrawingPersistence?, error: StoreError?) {
        guard let folder = claim.folder else {
            // Only the drawing scene needs the warning.
            if app.scene == .draw, let warning = claim.warning { log.warning(warning) }
            return (nil, claim.error)
        }
        do throws(StoreError) {
            return (try DrawingPersistence(folder: folder) { log.warning($0) }, nil)
        } catch {
            log.warning("the drawing is not saved: \(error)")
            return (nil, error)
        }
    }

    /// Ends the program with one line on standard error.
    static func exit(_ failure: Failure) -> Never {
        if let message = failure.message {
            Log.standardError().error("touchtracker: \(message)")
        }
        Glibc.exit(failure.status.rawValue)
    }

    /// Ends the program after a parser result: help and version go to standard output, an error is
    /// one line.
    static func exit(parsing error: any Error) -> Never {
        let code = TouchTracker.exitCode(for: error)
        if code.isSuccess {
            print(TouchTracker.message(for: error))
            Glibc.exit(ExitStatus.done.rawValue)
        }
        let message =
            TouchTracker.message(for: error)
            .split(separator: "\n").first.map(String.init) ?? "invalid command line"
        exit(
            Failure(
                status: .usage, message: "\(message); see touchtracker --help"))
    }
}
