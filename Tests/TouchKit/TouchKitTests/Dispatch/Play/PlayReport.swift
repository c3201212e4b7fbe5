import Glibc
import Synchronization

/// Writes the seed of the current world to standard error if the program traps or the world exceeds
/// its time limit.
enum PlayReport {
    private static let seed = Atomic(-1)
    private static let step = Atomic(0)
    /// The time limit of one world in seconds, a hundred times the usual duration.
    private static let timeLimit: UInt32 = 120

    /// Installs the signal handlers.
    static func begin() {
        for trap in [SIGILL, SIGTRAP, SIGALRM] {
            signal(trap) { number in
                PlayReport.write()
                signal(number, SIG_DFL)
                raise(number)
            }
        }
    }

    static func playing(seed: Int, step: Int) {
        Self.seed.store(seed, ordering: .relaxed)
        Self.step.store(step, ordering: .relaxed)
        if step == 0 { alarm(timeLimit) }
    }

    static func end() {
        seed.store(-1, ordering: .relaxed)
        alarm(0)
        for trap in [SIGILL, SIGTRAP, SIGALRM] { signal(trap, SIG_DFL) }
    }

    /// Writes the report, with async-signal-safe calls only.
    private static func write() {
        let seed = seed.load(ordering: .relaxed)
        if seed < 0 { return }
        write("\nrandom play stopped: TOUCHTRACKER_PLAY_SEED=")
        write(seed)
        write(", step ")
        write(step.load(ordering: .relaxed))
        write("\n")
    }

    private static func write(_ text: StaticString) {
        _ = Glibc.write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
    }

    private static func write(_ number: Int) {
        if number >= 10 { write(number / 10) }
        var digit = UInt8(48 + number % 10)
        _ = Glibc.write(STDERR_FILENO, &digit, 1)
    }
}
