import KioskDisplay
import TouchKitGeometry
import TouchKitRaster

/// A virtual time source with a clock that can freeze and jump.
///
/// `real` is the elapsed time. `now` is the reading of the clock under test.
package final class SimulatedTime {
    /// The elapsed time, which never freezes or jumps.
    package private(set) var real = Timestamp(microseconds: 1_000_000)
    private var frozenAt: Timestamp?
    private var offset: Int64 = 0

    package init() {}

    /// The reading of the clock.
    package var now: Timestamp { frozenAt ?? real.advanced(byMicroseconds: offset) }
    /// Whether the clock is frozen.
    package var isFrozen: Bool { frozenAt != nil }

    /// Advances the elapsed time to `time`, or does nothing if `time` has passed.
    package func advance(to time: Timestamp) {
        real = max(real, time)
    }

    /// Advances the elapsed time, in microseconds.
    package func advance(by microseconds: Int64) {
        real = real.advanced(byMicroseconds: microseconds)
    }

    /// Freezes the clock at its present reading; the elapsed time continues.
    package func freeze() { frozenAt = now }
    /// Unfreezes the clock, which then includes the time for which it was frozen.
    package func thaw() { frozenAt = nil }
    /// Moves the clock forwards, or backwards if negative, in microseconds.
    package func jump(by microseconds: Int64) { offset += microseconds }

    /// Returns the elapsed time at which the clock will read `shown`, or `nil` while it is frozen.
    package func real(of shown: Timestamp) -> Timestamp? {
        isFrozen ? nil : shown.advanced(byMicroseconds: -offset)
    }
}

/// A display in memory and in virtual time whose timing errors are configurable.
package final class SimulatedDisplay: ScanoutDisplay {
    /// The timing behavior of a simulated display.
    package struct Behavior: Sendable {
        /// Whether flips are shown at vblanks. Otherwise flips are shown immediately.
        package var hasVblank = true
        /// The largest deviation of a flip from its vblank, in both directions, in microseconds.
        package var jitter: Int64 = 0
        /// The time before a vblank at which a commit must be complete, in microseconds.
        package var lead: Int64 = 0
        /// The average number of flips per flip that is shown one vblank late; 0 for no late flips.
        package var oneLateFlipIn = 0
        /// Returns the reported time of a flip for its true time; `nil` reports the true time.
        package var reportedTime: (@Sendable (_ truth: Timestamp) -> Timestamp)?

        /// Creates the behavior of a display without timing errors.
        package init() {}
    }

    /// The time between a flip and the moment its event becomes readable, in microseconds.
    private static let eventDelay: Int64 = 40
    /// The duration of a commit, in microseconds.
    private static let commitCost: Int64 = 50

    private let memory: HeadlessDisplay
    private let time: SimulatedTime
    private let start: Timestamp
    private var random = SeededRandom(seed: 60)
    private var flip: (shown: Timestamp, vblank: Int64)?
    private var lastVblank: Int64 = -1
    /// The timing behavior, which tests may change at any time.
    package var behavior: Behavior
    /// The number of completed flips.
    package private(set) var flips = 0
    /// Whether two flips were ever presented for the same vblank.
    package private(set) var hasPresentedTwiceInOneVblank = false

    /// Creates a display that is on; its first vblank is one period after the present time.
    package init(mode: DisplayMode, behavior: Behavior, time: SimulatedTime) throws {
        memory = try HeadlessDisplay(mode: mode, clock: { time.now })
        self.behavior = behavior
        self.time = time
        start = time.real
    }

    package var name: String { memory.name }
    package var mode: DisplayMode { memory.mode }
    package var format: PixelFormat { memory.format }
    /// The physical size that the display reports.
    package var millimeters: (width: Int, height: Int)?
    package var panelOrientation: PanelOrientation { memory.panelOrientation }
    package var driver: String? { nil }
    package var hasVblank: Bool { behavior.hasVblank }
    package var eventDescriptor: Int32? { nil }
    package var bufferCount: Int { memory.bufferCount }

    /// The indices of the buffer that is scanned out and of the buffer in the pending flip.
    package private(set) var frontBuffers = FrontBuffers()

    package func freeBufferIndex() -> Int? { flip == nil ? memory.freeBufferIndex() : nil }
    package func buffer(_ index: Int) -> ScanoutBuffer { memory.buffer(index) }

    /// The elapsed time at which the event of the pending flip becomes readable, or `nil` if no
    /// flip is pending.
    package var flipReadable: Timestamp? {
        flip?.shown.advanced(byMicroseconds: Self.eventDelay)
    }

    package func present(_ index: Int, damage: Region) throws(DisplayError) -> PresentResult {
        precondition(flip == nil, "one flip at a time")
        time.advance(by: Self.commitCost)
        _ = try memory.present(index, damage: damage)
        frontBuffers.pending = index
        guard behavior.hasVblank else {
            flip = (time.real, 0)
            return .pending
        }
        let ready = time.real.advanced(byMicroseconds: behavior.lead)
        let period = mode.periodNanoseconds
        var vblank = ready.microseconds(since: start) * 1_000 / period + 1
        if behavior.oneLateFlipIn > 0, random.next(below: behavior.oneLateFlipIn) == 0 {
            vblank += 1
        }
        if vblank <= lastVblank { hasPresentedTwiceInOneVblank = true }
        lastVblank = vblank
        var shown = start.advanced(byMicroseconds: (vblank * period + 500) / 1_000)
        if behavior.jitter > 0 {
            let off = Int64(random.next(below: Int(2 * behavior.jitter + 1))) - behavior.jitter
            shown = max(shown.advanced(byMicroseconds: off), time.real)
        }
        flip = (shown, vblank)
        return .pending
    }

    /// Completes the pending flip if its event is readable, and returns the reported time of the
    /// flip.
    package func completeFlip() -> Timestamp? {
        guard let flip, let readable = flipReadable, readable <= time.real else { return nil }
        self.flip = nil
        frontBuffers = FrontBuffers(shown: frontBuffers.pending)
        flips += 1
        let truth = time.now.advanced(
            byMicroseconds: flip.shown.microseconds(since: time.real))
        return behavior.reportedTime.map { $0(truth) } ?? truth
    }

    package func flushFrontBuffers(damage: Region) { memory.flushFrontBuffers(damage: damage) }

    /// Returns the picture that the display shows.
    package func screenshot() -> Bitmap { memory.screenshot() }

    package func readFlipEvents() throws(DisplayError) -> Timestamp? { completeFlip() }
    package func waitForFlip() throws(DisplayError) -> Timestamp? {
        if let readable = flipReadable { time.advance(to: readable) }
        return completeFlip()
    }
    package func switchOff() throws(DisplayError) {
        try memory.switchOff()
        frontBuffers = FrontBuffers()
    }
    /// Whether the display is switched off.
    package var isOff: Bool { memory.isOff }
    /// Returns `nil`, as displays whose driver does not report vblank times do.
    package func lastVblankTime() -> Timestamp? { nil }
    package func checkConnection() -> DisplayConnection { .unchanged }
    package func suspend() {}
    package func resume() throws(DisplayError) {}
    package func close() {}
}
