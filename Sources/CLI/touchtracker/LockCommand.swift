import ArgumentParser
import Glibc
import KioskSystem
import TouchTrackerLock

/// `touchtracker lock …`: the pattern that opens the maintenance menu.
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

/// `touchtracker lock set`: keeps a pattern.
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
            "a pattern isn't given on the command line, where others can read it: it is asked for")
    }

    @MainActor
    func start() throws(Failure) {
        let lock = state.lock
        let entry = try PatternEntry()
        let pattern = try entry.read("The pattern's dots, as digits: ")
        guard pattern.count > 0 else { throw Self.refusal("no dots were given") }
        guard pattern.count >= Pattern.fewestDots else {
            throw Self.refusal("these are too few dots; join at least \(Pattern.fewestDots)")
        }
        guard try pattern.isSame(as: entry.read("The same again: ")) else {
            throw Self.refusal("these aren't the same dots twice; nothing is changed")
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

/// `touchtracker lock status`: what there is, and nothing about the pattern itself.
struct LockStatus: KioskCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Say whether a pattern is set, and how many wrong ones were tried.")

    @Flag(help: "Write one JSON value, for scripts.")
    var json = false

    @OptionGroup var state: StateFolder

    @MainActor
    func start() throws(Failure) {
        let lock = state.lock
        var tries: Tries?
        do {
            try lock.checkPattern()
            tries = try lock.tries()
        } catch {
            // That none is set is an answer.
            if error.cause != .notSet { throw Failure(status: .input, message: error.description) }
        }
        let wrong = Int(tries?.wrong ?? 0)
        let wait = lock.secondsToWait
        try StandardOutput.write(
            json
                ? JSON.object([
                    ("isSet", .bool(tries != nil)), ("wrongTries", .integer(wrong)),
                    ("secondsToWait", .number(wait)),
                ]).text + "\n"
                : """
                pattern: \(tries == nil ? "not set" : "set")
                wrong tries: \(wrong)
                seconds to wait: \(Int(wait.rounded(.up)))

                """)
    }
}

extension StateFolder {
    /// The lock that is kept there.
    var lock: Lock { Self.lock(in: folder ?? Self.ofUnit) }

    /// Removes the pattern, as the boot partition asked for; what goes wrong costs a line of the log, never the
    /// start.
    package func resetLock(log: Log) {
        guard let folder else {
            log.warning(
                "reset-lock: no folder with a lock is known; name one with --state")
            return
        }
        do {
            try Self.lock(in: folder, log: log).reset()
            log.info("reset-lock: the maintenance menu's pattern is removed")
        } catch {
            log.error("reset-lock: the pattern isn't removed: \(error)")
        }
    }

    /// The lock of a state folder. The boot's number is in the environment where the unit hides the
    /// kernel's from the kiosk.
    ///
    /// - Parameter log: Gets a line for trouble that keeps nobody from the answer.
    static func lock(in folder: String, log: Log = .standardError()) -> Lock {
        let clock = BootClock(orNamed: getenv("TOUCHTRACKER_BOOT_ID").map { String(cString: $0) })
        return Lock(folder: folder, report: { log.warning("the lock: \($0)") }) { clock.now() }
    }
}

extension Failure {
    /// What kept a lock from being changed.
    init(setting error: LockError) {
        self.init(status: .disk, message: error.description)
    }
}
