import Glibc
import TestSupport

/// When the disk fails in a run, and how: drawn from a seed.
struct DiskScript {
    /// What is wrong, by name.
    private static let faults: [(name: String, fault: DiskControl.Fault)] = [
        ("full", .init(error: ENOSPC, calls: [.open, .write, .truncate], isShort: true)),
        ("full-log", .init(error: ENOSPC, files: .log, calls: .write)),
        ("full-database", .init(error: ENOSPC, files: .database, calls: [.write, .truncate])),
        ("full-index", .init(error: ENOSPC, files: .index, calls: [.write, .truncate, .open])),
        ("quota", .init(error: EDQUOT, calls: .write, perMille: 700)),
        ("write-once", .init(error: EIO, times: 1, files: [.log, .database], calls: .write)),
        ("write", .init(error: EIO, calls: .write)),
        ("sync-once", .init(error: EIO, times: 1, calls: .synchronize)),
        ("sync-some", .init(error: EIO, times: 7, calls: .synchronize)),
        ("sync", .init(error: EIO, calls: .synchronize)),
        ("read", .init(error: EIO, calls: .read)),
        ("open", .init(error: EMFILE, calls: [.open, .write])),
        ("read-only", .init(error: EROFS, calls: .changing)),
        ("gone", .init(error: EIO, calls: .all)),
        ("flaky", .init(error: EIO, calls: .all, perMille: 250, isShort: true)),
        ("short", .init(calls: .write, perMille: 600, isShort: true)),
        ("slow", .init(calls: [.synchronize, .write], milliseconds: 120)),
        ("slow-and-full", .init(error: ENOSPC, calls: .write, milliseconds: 60)),
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
        number = Int(seed % UInt64(Self.faults.count))
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
        log.write(.figure("fault-\(Self.faults[number].name)", Int64(control.hits)))
        log.write(.figure("mended", isMended ? 1 : 0))
    }

    private mutating func fail() {
        if isFailing { return }
        isFailing = true
        control.begin(Self.faults[number].fault, seed: seed)
    }
}
