import ArgumentParser
import Glibc
import KioskRuntime
import KioskSystem
import LabReports
import TouchTrackerLock

/// `touchtracker lock`: sets or removes the unlock pattern of the maintenance menu.
struct LockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lock",
        abstract: "Set or remove the pattern that opens the maintenance menu.",
        discussion: """
            Without a pattern there is no maintenance menu. Without --state and $STATE_DIRECTORY it is \
            the lock of this board, in /var/lib/touchtracker.
            """,
        subcommands: [LockSet.self, LockReset.self, LockStatus.self])
}

/// `touchtracker lock set`: stores a pattern.
struct LockSet: KioskCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set the pattern, by typing its dots twice.",
        discussion: """
            The dots are typed as digits, which aren't shown; or two lines are read from a pipe. Dots have \
            the numbers 1 to 9, row by row from the upper left; a dot that a line jumps over is joined \
            too. A pattern that was set before is replaced, and wrong tries are forgotten.
            """)

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
        guard pattern.count > 0 else { throw Self.refusal("no dots") }
        guard pattern.count >= Pattern.minimumDotCount else {
            throw Self.refusal("too few dots; use at least \(Pattern.minimumDotCount)")
        }
        guard try pattern.isEqual(to: entry.read("The same again: ")) else {
            throw Self.refusal("the patterns differ; nothing is changed")
        }
        do {
            try lock.set(pattern)
        } catch {
            throw Failure(setting: error)
        }
        pattern.removeAll()
        try StandardOutput.write("The pattern is set.\n")
    }

    private static func refusal(_ reason: String) -> Failure {
        Failure(status: .usage, message: "lock set: \(reason)")
    }
}

/// `touchtracker lock reset`: removes the pattern.
struct LockReset: KioskCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "Remove the pattern, and with it the maintenance menu. Needs root.")

    @OptionGroup var state: StateFolder

    @MainActor
    func start() throws(Failure) {
        guard geteuid() == 0 else {
            throw Failure(
                status: .unavailable,
                message:
                    "lock reset: only root may remove the pattern; run it with sudo, or as root")
        }
        do {
            try state.lock.reset()
        } catch {
            throw Failure(setting: error)
        }
    }
}

/// `touchtracker lock status`: prints whether a pattern is set and how many attempts were wrong.
struct LockStatus: KioskCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Print whether a pattern is set and how many attempts were wrong.")

    @Flag(help: "Write one JSON value, for scripts.")
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
    /// The lock of the state folder.
    var lock: Lock { Self.lock(in: folder ?? Self.serviceFolder) }

    /// Removes the pattern because of a request on the boot partition. Errors are logged and do not
    /// prevent the start.
    package func resetLock(log: Log) {
        guard let folder else {
            log.warning(
                "reset-lock: no state folder; choose one with --state")
            return
        }
        do {
            try Self.lock(in: folder, log: log).reset()
            log.info("reset-lock: the unlock pattern was removed")
        } catch {
            log.error("reset-lock: cannot remove the pattern: \(error)")
        }
    }

    /// Returns the lock of a state folder. The systemd unit passes the boot ID in the environment
    /// if it hides the kernel's file.
    ///
    /// - Parameters:
    ///   - folder: The state folder.
    ///   - log: Receives errors that do not prevent a result.
    static func lock(in folder: String, log: Log = .standardError()) -> Lock {
        let clock = BootTimeClock(fallbackBootID: KioskEnvironment.current.bootID)
        return Lock(folder: folder, reportError: { log.warning("lock: \($0)") }) { clock.now() }
    }
}

extension Failure {
    /// Creates a failure from an error of the lock.
    init(setting error: LockError) {
        self.init(status: .disk, message: error.description)
    }
}
