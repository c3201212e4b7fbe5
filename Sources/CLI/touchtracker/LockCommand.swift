import Glibc
import KioskRuntime
import KioskSystem
import KioskYAML
import TouchTrackerLock

/// The command `touchtracker lock`, which sets or removes the unlock pattern of the maintenance
/// menu.
struct LockCommand: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "lock",
            abstract: "Set or remove the pattern that opens the maintenance menu.",
            discussion: """
                Without a pattern, the maintenance menu cannot be opened. Without --state and \
                $STATE_DIRECTORY, the pattern in /var/lib/touchtracker is used.
                """,
            subcommands: [LockSet.self, LockReset.self, LockStatus.self])
    }
}

/// The command `touchtracker lock set`, which reads and stores an unlock pattern.
struct LockSet: KioskCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "set",
            abstract: "Set the pattern by typing its dots twice.",
            discussion: """
                The dots are typed as digits, which are not shown, or read as two lines from a pipe. \
                Dots have the numbers 1 to 9, row by row from the upper left. A line also connects a \
                dot that it crosses. The new pattern replaces the old pattern, and the number of \
                wrong tries is reset.
                """)
    }

    @OptionGroup var state: StateFolder

    @Argument(help: .hidden)
    var pattern: [String] = []

    func validate() throws {
        if pattern.isEmpty { return }
        throw ValidationError(
            "the pattern is not an argument, because other users can read command lines; it is read from standard input"
        )
    }

    @MainActor
    func start() throws(Failure) {
        let lock = state.lock
        let entry = try PatternEntry()
        let pattern = try entry.read("The pattern's dots, as digits: ")
        guard pattern.count > 0 else {
            throw Self.inputFailure("no dots; use at least \(Pattern.minimumDotCount)")
        }
        guard pattern.count >= Pattern.minimumDotCount else {
            throw Self.inputFailure("too few dots; use at least \(Pattern.minimumDotCount)")
        }
        guard try pattern.isEqual(to: entry.read("Repeat the pattern: ")) else {
            throw Self.inputFailure("the patterns differ; nothing is changed")
        }
        do {
            try lock.set(pattern)
        } catch {
            throw Failure(setting: error)
        }
        pattern.removeAll()
        try StandardOutput.write("The pattern is set.\n")
    }

    private static func inputFailure(_ reason: String) -> Failure {
        Failure(status: .usage, message: "lock set: \(reason)")
    }
}

/// The command `touchtracker lock reset`, which removes the unlock pattern.
struct LockReset: KioskCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "reset",
            abstract: "Remove the pattern, and with it the maintenance menu. Needs root.")
    }

    @OptionGroup var state: StateFolder

    @MainActor
    func start() throws(Failure) {
        guard geteuid() == 0 else {
            throw Failure(
                status: .unavailable,
                message:
                    "lock reset: only root may remove the pattern; run the command as root")
        }
        do {
            try state.lock.reset()
        } catch {
            throw Failure(setting: error)
        }
    }
}

/// The command `touchtracker lock status`, which prints whether an unlock pattern is set and how
/// many attempts were wrong.
struct LockStatus: KioskCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "status",
            abstract: "Print whether a pattern is set and how many attempts were wrong.")
    }

    @Flag("json", help: "Write one JSON value, for scripts.")
    var json = false

    @OptionGroup var state: StateFolder

    @MainActor
    func start() throws(Failure) {
        let lock = state.lock
        var attempts: FailedAttempts?
        do {
            try lock.validatePatternFile()
            attempts = try lock.failedAttempts()
        } catch {
            // A missing pattern is a valid result.
            if error.cause != .notSet { throw Failure(status: .input, message: error.description) }
        }
        let wrong = Int(attempts?.count ?? 0)
        let wait = lock.lockoutSeconds
        try StandardOutput.write(
            json
                ? JSON.object([
                    ("isSet", .bool(attempts != nil)), ("wrongTries", .integer(wrong)),
                    ("secondsToWait", .number(wait)),
                ]).text + "\n"
                : """
                pattern: \(attempts == nil ? "not set" : "set")
                wrong tries: \(wrong)
                seconds to wait: \(Int(wait.rounded(.up)))

                """)
    }
}

extension StateFolder {
    /// The lock of the maintenance menu. Its files contain the unlock pattern and the number of
    /// wrong attempts, and are in the state folder, by default `/var/lib/touchtracker`.
    var lock: Lock { Self.makeLock(in: folder ?? Self.serviceFolder) }

    /// Removes the unlock pattern, because a file on the boot partition requests it. Logs an error
    /// instead of throwing, so that the kiosk starts nevertheless.
    package func resetLock(log: Log) {
        guard let folder else {
            log.warning(
                "reset-lock: no state folder; choose one with --state")
            return
        }
        do {
            try Self.makeLock(in: folder, log: log).reset()
            log.info("reset-lock: the unlock pattern was removed")
        } catch {
            log.error("reset-lock: cannot remove the pattern: \(error)")
        }
    }

    /// Creates the lock of the maintenance menu, whose files are in a state folder. If the systemd
    /// unit hides the kernel's boot ID from the process, the lock's clock uses the boot ID from the
    /// environment.
    ///
    /// - Parameters:
    ///   - folder: The state folder.
    ///   - log: The log for errors that do not prevent the lock from working.
    static func makeLock(in folder: String, log: Log = .standardError()) -> Lock {
        let clock = BootTimeClock(fallbackBootID: KioskEnvironment.current.bootID)
        return Lock(folder: folder, reportError: { log.warning("lock: \($0)") }) { clock.now() }
    }
}

extension Failure {
    /// Creates a failure for an error that occurred while the unlock pattern was set or removed.
    init(setting error: LockError) {
        self.init(status: .disk, message: error.description)
    }
}
