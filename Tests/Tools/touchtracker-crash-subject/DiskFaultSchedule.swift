import Glibc
import TouchTrackerTestSupport

/// The time and the kind of the disk fault in a run, derived from a seed.
struct DiskFaultSchedule {
    /// A named fault of the disk.
    private struct FaultCase {
        let name: String
        let fault: DiskFaultInjector.Fault
        /// Whether the drawing cannot be saved while the fault lasts.
        var isSevere = true
    }

    private static let faultCases = [
        FaultCase(
            name: "full",
            fault: .init(error: ENOSPC, calls: [.open, .write, .truncate], shortensWrites: true)),
        FaultCase(name: "full-log", fault: .init(error: ENOSPC, files: .log, calls: .write)),
        // The database is only written by checkpoints; the edits are in the log.
        FaultCase(
            name: "full-database",
            fault: .init(error: ENOSPC, files: .database, calls: [.write, .truncate]),
            isSevere: false),
        // The index file is created once, and then large enough for some time.
        FaultCase(
            name: "full-index",
            fault: .init(error: ENOSPC, files: .index, calls: [.write, .truncate, .open]),
            isSevere: false),
        FaultCase(
            name: "quota", fault: .init(error: EDQUOT, calls: .write, perMille: 700)),
        FaultCase(
            name: "write-once",
            fault: .init(error: EIO, times: 1, files: [.log, .database], calls: .write),
            isSevere: false),
        FaultCase(name: "write", fault: .init(error: EIO, calls: .write)),
        FaultCase(
            name: "sync-once", fault: .init(error: EIO, times: 1, calls: .synchronize),
            isSevere: false),
        FaultCase(
            name: "sync-some", fault: .init(error: EIO, times: 7, calls: .synchronize),
            isSevere: false),
        FaultCase(name: "sync", fault: .init(error: EIO, calls: .synchronize)),
        // Data that was read once is cached.
        FaultCase(name: "read", fault: .init(error: EIO, calls: .read), isSevere: false),
        FaultCase(name: "open", fault: .init(error: EMFILE, calls: [.open, .write])),
        FaultCase(name: "read-only", fault: .init(error: EROFS, calls: .changing)),
        FaultCase(name: "gone", fault: .init(error: EIO, calls: .all)),
        FaultCase(
            name: "flaky",
            fault: .init(error: EIO, calls: .all, perMille: 250, shortensWrites: true),
            isSevere: false),
        FaultCase(
            name: "short", fault: .init(calls: .write, perMille: 600, shortensWrites: true),
            isSevere: false),
        FaultCase(
            name: "slow", fault: .init(calls: [.synchronize, .write], milliseconds: 200),
            isSevere: false),
        FaultCase(
            name: "slow-and-full", fault: .init(error: ENOSPC, calls: .write, milliseconds: 200)),
    ]

    /// The index of the run's fault case.
    private let number: Int
    /// Whether the disk is repaired during the run, which happens in seven of eight runs.
    let isRepaired: Bool
    private let injector: DiskFaultInjector
    private let seed: UInt32
    /// The start and the end of the fault, in microseconds since the start of the run.
    private let faultStart: Int64
    private let faultEnd: Int64
    /// The end of the run, some time after the repair.
    private let runEnd: Int64
    private var isFailing = false
    private var isOver = false

    /// Chooses the fault case and its times. One in four faults starts before the app is launched.
    init(_ injector: DiskFaultInjector, seed: UInt64) {
        var random = SeededRandom(seed: seed ^ 0xD15C)
        self.injector = injector
        self.seed = UInt32(truncatingIfNeeded: random.next()) | 1
        number = Int(seed % UInt64(Self.faultCases.count))
        isRepaired = random.next(below: 8) > 0
        faultStart = random.next(below: 4) == 0 ? 0 : Int64(random.next(below: 400_000))
        faultEnd = faultStart + 300_000 + Int64(random.next(below: 900_000))
        runEnd = faultEnd + 200_000
    }

    /// Injects a fault that starts before the app is launched.
    mutating func prepare() {
        if faultStart == 0 { injectFault() }
    }

    /// Starts or ends the fault when its time has come.
    ///
    /// - Parameter time: The time since the start of the run, in microseconds.
    /// - Returns: Whether the run is over.
    mutating func advance(to time: Int64) -> Bool {
        if time >= faultStart { injectFault() }
        if time >= faultEnd, !isOver {
            if isRepaired { injector.clear() }
            isOver = true
        }
        return time >= runEnd
    }

    /// Writes the fault's properties and its number of affected calls to the log.
    func write(to log: CrashSubjectLog) {
        log.write(
            .figure("fault-\(Self.faultCases[number].name)", Int64(injector.affectedCallCount)))
        log.write(.figure("mended", isRepaired ? 1 : 0))
        log.write(.figure("severe", Self.faultCases[number].isSevere ? 1 : 0))
        log.write(.figure("from-the-start", faultStart == 0 ? 1 : 0))
    }

    private mutating func injectFault() {
        if isFailing { return }
        isFailing = true
        injector.inject(Self.faultCases[number].fault, seed: seed)
    }
}
