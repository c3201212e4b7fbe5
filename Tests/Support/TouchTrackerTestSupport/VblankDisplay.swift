import KioskDisplay
import TouchKitGeometry
import TouchKitRaster

/// A display in memory with a vblank: a presented buffer is shown at the next vblank of the given
/// clock.
package final class VblankDisplay: ScanoutDisplay {
    private let memory: HeadlessDisplay
    private let start: Timestamp
    private let clock: () -> Timestamp
    /// The vblank at which the pending flip is shown, or `nil` if no flip is pending.
    package private(set) var flip: Timestamp?
    /// Whether the display reports flips. If `false`, a pending flip never completes.
    package var reportsFlips = true
    /// The indices of the buffer that is scanned out and of the buffer in the pending flip.
    package private(set) var frontBuffers = FrontBuffers()
    /// Called with the index of each presented buffer, before the buffer is shown.
    package var onPresent: ((Int) -> Void)?
    /// Called after front-buffer ink has been flushed.
    package var onFlush: (() -> Void)?
    /// The result of `checkConnection()`.
    package var connection = DisplayConnection.unchanged
    /// The error of `suspend()`, or `nil` if it succeeds.
    package var suspendError: DisplayError?
    /// The error of `resume()`, or `nil` if it succeeds.
    package var resumeError: DisplayError?
    /// The calls of `suspend()`, `resume()` and `close()`, in order.
    package private(set) var calls: [String] = []
    /// The damage of the latest front-buffer flush, in scanout pixels.
    package var flushedDamage: Region { memory.flushedDamage }

    /// Creates a display that is on; its first vblank is one period after the clock's current time.
    package init(
        mode: DisplayMode, format: PixelFormat = .xrgb8888, clock: @escaping () -> Timestamp
    ) throws(DisplayError) {
        self.clock = clock
        memory = try HeadlessDisplay(mode: mode, format: format, clock: clock)
        start = clock()
    }

    package var name: String { memory.name }
    package var mode: DisplayMode { memory.mode }
    package var format: PixelFormat { memory.format }
    package var panelOrientation: PanelOrientation { memory.panelOrientation }
    package var driver: String? { nil }
    package var hasVblank: Bool { true }
    package var eventDescriptor: Int32?
    package var bufferCount: Int { memory.bufferCount }

    package func freeBufferIndex() -> Int? { flip == nil ? memory.freeBufferIndex() : nil }
    package func buffer(_ index: Int) -> ScanoutBuffer { memory.buffer(index) }

    package func present(_ index: Int, damage: Region) throws(DisplayError) -> PresentResult {
        _ = try memory.present(index, damage: damage)
        frontBuffers.pending = index
        onPresent?(index)
        // Microseconds would accumulate an error: 60 Hz is a period of 16,666.67 µs.
        let period = mode.periodNanoseconds
        let passed = clock().microseconds(since: start) * 1_000 / period
        flip = start.advanced(byMicroseconds: ((passed + 1) * period + 500) / 1_000)
        return .pending
    }

    /// Completes the pending flip if its vblank is not after `now` and the display reports flips,
    /// and returns that vblank.
    package func completeFlip(by now: Timestamp) -> Timestamp? {
        guard reportsFlips, let flip, flip <= now else { return nil }
        self.flip = nil
        frontBuffers = FrontBuffers(shown: frontBuffers.pending)
        return flip
    }

    package func flushFrontBuffers(damage: Region) {
        memory.flushFrontBuffers(damage: damage)
        onFlush?()
    }

    /// Returns all bytes of a buffer, including the padding at the end of each row.
    package func bytes(_ index: Int) -> [UInt8] {
        let buffer = buffer(index)
        return Array(
            UnsafeRawBufferPointer(start: buffer.base, count: buffer.bytesPerRow * buffer.height))
    }

    /// The buffer that is scanned out now, even if its flip event has not been read; `nil` before
    /// the first flip.
    package var scanoutBuffer: ScanoutBuffer? {
        let isFlipped = flip.map { $0 <= clock() } ?? false
        return (isFlipped ? frontBuffers.pending : frontBuffers.shown).map { buffer($0) }
    }

    package func readFlipEvents() throws(DisplayError) -> Timestamp? { nil }
    package func waitForFlip() throws(DisplayError) -> Timestamp? {
        flip.flatMap { completeFlip(by: $0) }
    }
    package func switchOff() throws(DisplayError) {
        try memory.switchOff()
        frontBuffers = FrontBuffers()
    }
    /// Whether the display is switched off.
    package var isOff: Bool { memory.isOff }
    package func lastVblankTime() -> Timestamp? {
        let period = mode.periodNanoseconds
        let passed = clock().microseconds(since: start) * 1_000 / period
        return start.advanced(byMicroseconds: (passed * period + 500) / 1_000)
    }
    package func checkConnection() -> DisplayConnection { connection }
    package func suspend() throws(DisplayError) {
        calls.append("suspend")
        if let suspendError { throw suspendError }
    }
    package func resume() throws(DisplayError) {
        calls.append("resume")
        if let resumeError { throw resumeError }
    }
    package func close() { calls.append("close") }
}
