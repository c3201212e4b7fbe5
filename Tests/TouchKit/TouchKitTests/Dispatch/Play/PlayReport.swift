import Glibc
import Synchronization

/// Says which world is being played when the program traps, or when a world doesn't come to an end:
/// nobody else would be left to say it.
enum PlayReport {
    private static let seed = Atomic(-1)
    private static let step = Atomic(0)
    /// How long a world may take, in seconds: a hundred times as long as it does.
    private static let patience: UInt32 = 120

    /// Worlds are played from now on.
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
        if step == 0 { alarm(patience) }
    }

    static func end() {
        seed.store(-1, ordering: .relaxed)
        alarm(0)
        for trap in [SIGILL, SIGTRAP, SIGALRM] { signal(trap, SIG_DFL) }
    }

    /// Only what may be called in a signal handler.
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
