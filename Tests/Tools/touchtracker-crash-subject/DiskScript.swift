import Glibc
import TouchTrackerTestSupport

/// When the disk fails in a run, and how: drawn from a seed.
struct DiskScript {
    /// A disk's trouble.
    private struct Trouble {
        let name: String
        let fault: DiskControl.Fault
        /// Whether the drawing can't be saved as long as it lasts.
        var isSevere = true
    }

    private static let troubles = [
        Trouble(
            name: "full",
            fault: .init(error: ENOSPC, calls: [.open, .write, .truncate], isShort: true)),
        Trouble(name: "full-log", fault: .init(error: ENOSPC, files: .log, calls: .write)),
        // What is put into the database later is in the log.
        Trouble(
            name: "full-database",
            fault: .init(error: ENOSPC, files: .database, calls: [.write, .truncate]),
            isSevere: false),
        // It is made once, and large enough for a while.
        Trouble(
            name: "full-index",
            fault: .init(error: ENOSPC, files: .index, calls: [.write, .truncate, .open]),
            isSevere: false),
        Trouble(
            name: "quota", fault: .init(error: EDQUOT, calls: .write, perMille: 700)),
        Trouble(
            name: "write-once",
            fault: .init(error: EIO, times: 1, files: [.log, .database], calls: .write),
            isSevere: false),
        Trouble(name: "write", fault: .init(error: EIO, calls: .write)),
        Trouble(
            name: "sync-once", fault: .init(error: EIO, times: 1, calls: .synchronize),
            isSevere: false),
        Trouble(
            name: "sync-some", fault: .init(error: EIO, times: 7, calls: .synchronize),
            isSevere: false),
        Trouble(name: "sync", fault: .init(error: EIO, calls: .synchronize)),
        // What was read once is in memory.
        Trouble(name: "read", fault: .init(error: EIO, calls: .read), isSevere: false),
        Trouble(name: "open", fault: .init(error: EMFILE, calls: [.open, .write])),
        Trouble(name: "read-only", fault: .init(error: EROFS, calls: .changing)),
        Trouble(name: "gone", fault: .init(error: EIO, calls: .all)),
        Trouble(
            name: "flaky", fault: .init(error: EIO, calls: .all, perMille: 250, isShort: true),
            isSevere: false),
        Trouble(
            name: "short", fault: .init(calls: .write, perMille: 600, isShort: true),
            isSevere: false),
        Trouble(
            name: "slow", fault: .init(calls: [.synchronize, .write], milliseconds: 200),
            isSevere: false),
        Trouble(
            name: "slow-and-full", fault: .init(error: ENOSPC, calls: .write, milliseconds: 200)),
    ]

    /// Which of them.
    private let number: Int
    /// Whether it is mended; not in one of eight runs.
    let isMended: Bool
    private let control: DiskControl
    private let seed: UInt32
    /// When it fails and when it is mended, in microseconds of drawing.
    private let begin: Int64
    private let end: Int64
    /// When the hand ends: it goes on for a while with the mended disk.
    private let stop: Int64
    private var isFailing = false
    private var isOver = false

    /// Thinks of a fault: all in turn, one in four times before the app is launched.
    init(_ control: DiskControl, seed: UInt64) {
        var random = SeededRandom(seed: seed ^ 0xD15C)
        self.control = control
        self.seed = UInt32(truncatingIfNeeded: random.next()) | 1
        number = Int(seed % UInt64(Self.troubles.count))
        isMended = random.next(below: 8) > 0
        begin = random.next(below: 4) == 0 ? 0 : Int64(random.next(below: 400_000))
        end = begin + 300_000 + Int64(random.next(below: 900_000))
        stop = end + 200_000
    }

    /// Before the app is launched.
    mutating func prepare() {
        if begin == 0 { fail() }
    }

    /// Fails or mends the disk when it is time.
    ///
    /// - Parameter time: Microseconds since the hand began.
    /// - Returns: Whether the play is over.
    mutating func advance(to time: Int64) -> Bool {
        if time >= begin { fail() }
        if time >= end, !isOver {
            if isMended { control.mend() }
            isOver = true
        }
        return time >= stop
    }

    /// What came of it.
    func write(to log: HandLog) {
        log.write(.figure("fault-\(Self.troubles[number].name)", Int64(control.hits)))
        log.write(.figure("mended", isMended ? 1 : 0))
        log.write(.figure("severe", Self.troubles[number].isSevere ? 1 : 0))
        log.write(.figure("from-the-start", begin == 0 ? 1 : 0))
    }

    private mutating func fail() {
        if isFailing { return }
        isFailing = true
        control.begin(Self.troubles[number].fault, seed: seed)
    }
}
