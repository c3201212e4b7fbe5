import Glibc
import KioskDisplay
import KioskRuntime
import KioskSystem
import LabFieldTest
import LabScreens
import TouchTrackerApp
import TouchTrackerStore

/// A namespace for starting the kiosk with the app, and for exiting with an error message.
enum Wiring {
    /// Runs the app as a kiosk.
    ///
    /// - Parameters:
    ///   - app: The app's options.
    ///   - options: The kiosk's options.
    ///   - state: The state folder, or `nil` to store nothing.
    ///   - limits: The values at which measurements pass or fail in the field test that the
    ///     maintenance menu starts.
    ///   - status: The object that creates status reports. The function passes the drawing's
    ///     storage to it.
    /// - Throws: `Failure` if the kiosk cannot run.
    @MainActor
    static func run(
        _ app: AppOptions, _ options: KioskOptions, state: String?, limits: FieldTestLimits,
        status: StatusSource
    ) throws(Failure) {
        var chosen = app
        // Front-buffer ink is visible immediately, so a wrong prediction could not be corrected in
        // time.
        if options.ink == .front { chosen.predictsInk = false }
        let app = chosen
        let reports = FieldTestReportStore(
            folder: FieldTestReportStore.defaultFolder(inStateFolder: state),
            version: TouchTracker.version,
            log: options.log)
        // The folder is locked before the display is opened. If another kiosk is running, the error
        // message then contains the name of its process.
        let claim = try StateClaim(state)
        do {
            try Kiosk.run(options: options) { services in
                // The drawing is opened only when a display is available.
                let pageSource = claim.folder.map { folder in
                    PageSource(DrawingPages(folder: folder), report: { options.log.warning($0) }) {
                        path throws(StoreError) in
                        do throws(StoreError) {
                            let page = try DrawingPersistence(folder: path) {
                                options.log.warning($0)
                            }
                            (status.persistence, status.storageError) = (page, nil)
                            return page
                        } catch {
                            (status.persistence, status.storageError) = (nil, "\(error)")
                            throw error
                        }
                    }
                }
                let storage = openStorage(app, claim, pageSource, log: options.log)
                status.storageError = storage.error.map { "\($0)" }
                return AppDelegate(
                    options: app, persistence: storage.persistence, pageSource: pageSource,
                    storeError: storage.error, services: services,
                    authenticator: state.map {
                        StoredPatternAuthenticator(
                            lock: StateFolder.makeLock(in: $0, log: options.log))
                    },
                    technicianScreens: LabTechnicianScreens(
                        fieldTest: reports.makeSetup(
                            services: services, limits: limits,
                            storesCalibrations: options.calibrationFile != nil)))
            }
        } catch {
            throw failure(error, options)
        }
        reports.discardRecording()
        reports.waitUntilStored()
        withExtendedLifetime(claim) {}
    }

    /// Opens the drawing's storage. Logs a warning if the drawing cannot be saved.
    ///
    /// - Returns: The storage, or `nil` and the error if the drawing cannot be saved. The error is
    ///   `nil` if no state folder was specified.
    @MainActor
    private static func openStorage(
        _ app: AppOptions, _ claim: StateClaim, _ pageSource: PageSource?, log: Log
    ) -> (persistence: DrawingPersistence?, error: StoreError?) {
        guard let pageSource else {
            // Only the drawing scene saves data, so the warning does not apply to other scenes.
            if app.scene == .draw, let warning = claim.warning { log.warning(warning) }
            return (nil, claim.error)
        }
        do throws(StoreError) {
            return (try pageSource.openShownPage(), nil)
        } catch {
            log.warning("the drawing is not saved: \(error)")
            return (nil, error)
        }
    }

    /// Returns the failure for an error that ended a kiosk. If no configuration file can have
    /// caused the error, logs the message, which the failure then does not contain.
    static func failure(_ error: KioskError, _ options: KioskOptions) -> Failure {
        let failure = Failure(error)
        var isSelected = false
        if case .display(let criteria) = options.output {
            isSelected = criteria.card != nil || criteria.connector != nil
        }
        return error.mayDependOnConfiguration(selectingDisplay: isSelected)
            ? failure : failure.loggingMessage()
    }

    /// Writes the message of `failure` as one line to standard error, and exits with its status.
    static func exit(_ failure: Failure) -> Never {
        Glibc.exit(failure.loggingMessage().status.rawValue)
    }

    /// Exits after parsing of the command line has ended without a command.
    ///
    /// A requested text goes to standard output. An error is one line on standard error: the cause,
    /// what is accepted, and the help command.
    static func exit(parsing error: ParsingError) -> Never {
        if case .request(let text) = error {
            do throws(Failure) {
                try StandardOutput.write(text + "\n")
            } catch {
                exit(error)
            }
            Glibc.exit(ExitStatus.done.rawValue)
        }
        let arguments = Array(CommandLine.arguments.dropFirst())
        exit(Failure(status: .usage, message: UsageError(error, arguments: arguments).message))
    }
}
