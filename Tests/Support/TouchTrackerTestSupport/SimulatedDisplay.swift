import KioskDisplay
import TouchKitGeometry
import TouchKitRaster

/// A virtual time: what really passes, and what the clock shows of it.
package final class SimulatedTime {
    /// What really passed.
    package private(set) var real = Timestamp(microseconds: 1_000_000)
    private var frozenAt: Timestamp?
    private var offset: Int64 = 0

    package init() {}

    /// What the clock shows.
    package var now: Timestamp { frozenAt ?? real.advanced(byMicroseconds: offset) }
    /// Whether the clock stands still.
    package var isFrozen: Bool { frozenAt != nil }

    /// Lets time pass until a real moment.
    package func advance(to time: Timestamp) {
        real = max(real, time)
    }

    /// Lets time pass, in microseconds.
    package func advance(by microseconds: Int64) {
        real = real.advanced(byMicroseconds: microseconds)
    }

    /// The clock stands still.
    package func freeze() { frozenAt = now }
    /// The clock shows the time again.
    package func thaw() { frozenAt = nil }
    /// The clock jumps, in microseconds.
    package func jump(by microseconds: Int64) { offset += microseconds }

    /// When the clock will show a time, in real time; nil while it stands still.
    package func real(of shown: Timestamp) -> Timestamp? {
        isFrozen ? nil : shown.advanced(byMicroseconds: -offset)
    }
}

/// A display in memory, in virtual time, that behaves as well or as badly as it is told to.
package final class SimulatedDisplay: ScanoutDisplay {
    /// How it behaves.
    package struct Manners: Sendable {
        /// Whether flips are shown at vblanks; else at once.
        package var hasVblank = true
        /// How far a vblank is off its time at most, to both sides, in microseconds.
        package var jitter: Int64 = 0
        /// How long before a vblank a frame has to be there, in microseconds.
        package var lead: Int64 = 0
        /// Of so many flips one is shown a vblank late; 0: none.
        package var oneLateOf = 0
        /// What it says when a flip was shown; nil: the truth.
        package var says: (@Sendable (_ truth: Timestamp) -> Timestamp)?
        /// From a flip until the loop can know of it, in microseconds.
        package var eventDelay: Int64 = 40
        /// What taking a frame costs, in microseconds.
        package var commitCost: Int64 = 50

        package init() {}
    }

    private let memory: HeadlessDisplay
    private let time: SimulatedTime
    private let start: Timestamp
    private var random: SeededRandom
    private var flip: (shown: Timestamp, vblank: Int64)?
    private var lastVblank: Int64 = -1
    /// How it behaves.
    package var manners: Manners
    /// Flips that were shown, and when, in real time; the newest 64.
    package private(set) var flips = 0
    /// Whether two flips were ever shown at one vblank.
    package private(set) var sharedAVblank = false

    /// Lights it up; its vblanks are counted from now on.
    package init(
        mode: DisplayMode, manners: Manners, time: SimulatedTime, seed: UInt64 = 60
    ) throws {
        memory = try HeadlessDisplay(mode: mode, clock: { time.now })
        self.manners = manners
        self.time = time
        start = time.real
        random = SeededRandom(seed: seed)
    }

    package var name: String { memory.name }
    package var mode: DisplayMode { memory.mode }
    package var format: PixelFormat { memory.format }
    package var panelOrientation: PanelOrientation { memory.panelOrientation }
    package var driver: String? { nil }
    package var hasVblank: Bool { manners.hasVblank }
    package var eventDescriptor: Int32? { nil }
    package var bufferCount: Int { memory.bufferCount }

    /// The buffer that is scanned out, and the one that the flip under way brings.
    package private(set) var frontBuffers = FrontBuffers()

    package func freeBuffer() -> Int? { flip == nil ? memory.freeBuffer() : nil }
    package func buffer(_ index: Int) -> ScanoutBuffer { memory.buffer(index) }

    /// When the loop could know of the flip under way, in real time.
    package var flipReadable: Timestamp? {
        flip?.shown.advanced(byMicroseconds: manners.eventDelay)
    }

    package func present(_ index: Int, damage: Region) throws(DisplayError) -> PresentResult {
        precondition(flip == nil, "one flip at a time")
        time.advance(by: manners.commitCost)
        _ = try memory.present(index, damage: damage)
        frontBuffers.coming = index
        guard manners.hasVblank else {
            flip = (time.real, 0)
            return .pending
        }
        let ready = time.real.advanced(byMicroseconds: manners.lead)
        let period = mode.periodNanoseconds
        var vblank = ready.microseconds(since: start) * 1_000 / period + 1
        if manners.oneLateOf > 0, random.next(below: manners.oneLateOf) == 0 { vblank += 1 }
        if vblank <= lastVblank { sharedAVblank = true }
        lastVblank = vblank
        var shown = start.advanced(byMicroseconds: (vblank * period + 500) / 1_000)
        if manners.jitter > 0 {
            let off = Int64(random.next(below: Int(2 * manners.jitter + 1))) - manners.jitter
            shown = max(shown.advanced(byMicroseconds: off), time.real)
        }
        flip = (shown, vblank)
        return .pending
    }

    /// The time of the flip, if the loop can know of it.
    package func takeFlip() -> Timestamp? {
        guard let flip, let readable = flipReadable, readable <= time.real else { return nil }
        self.flip = nil
        frontBuffers = FrontBuffers(shown: frontBuffers.coming)
        flips += 1
        let truth = time.now.advanced(
            byMicroseconds: flip.shown.microseconds(since: time.real))
        return manners.says.map { $0(truth) } ?? truth
    }

    package func flushFront(damage: Region) { memory.flushFront(damage: damage) }

    /// What is shown.
    package func screenshot() -> Bitmap { memory.screenshot() }

    package func readEvents() throws(DisplayError) -> Timestamp? { takeFlip() }
    package func finishFlip() throws(DisplayError) -> Timestamp? {
        if let readable = flipReadable { time.advance(to: readable) }
        return takeFlip()
    }
    package func switchOff() throws(DisplayError) {
        try memory.switchOff()
        frontBuffers = FrontBuffers()
    }
    /// Whether it was switched off and shows nothing.
    package var isOff: Bool { memory.isOff }
    /// One of those that don't say.
    package func newestVblank() -> Timestamp? { nil }
    package func checkConnection() -> DisplayConnection { .unchanged }
    package func suspend() {}
    package func resume() throws(DisplayError) {}
    package func close() {}
}
