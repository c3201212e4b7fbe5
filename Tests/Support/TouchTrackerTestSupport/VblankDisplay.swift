import KioskDisplay
import TouchKitGeometry
import TouchKitRaster

/// A display in memory that shows what it is given at the next of its vblanks, as a panel does.
package final class VblankDisplay: ScanoutDisplay {
    private let memory: HeadlessDisplay
    private let start: Timestamp
    private let clock: () -> Timestamp
    /// The vblank at which the flip under way is shown.
    package private(set) var flip: Timestamp?
    /// The buffer that is scanned out, and the one that the flip under way brings.
    package private(set) var frontBuffers = FrontBuffers()
    /// Is told of each buffer that is given to be shown, as it is then.
    package var onPresent: ((Int) -> Void)?
    /// Is told when something was written ahead of a flip.
    package var onFlush: (() -> Void)?
    /// The damage that was written ahead of a flip last, in scanout pixels.
    package var flushedDamage: Region { memory.flushedDamage }

    /// Lights it up; its vblanks are counted from now on.
    package init(
        mode: DisplayMode, format: PixelFormat = .xrgb8888, clock: @escaping () -> Timestamp
    ) throws {
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
    package var eventDescriptor: Int32? { nil }
    package var bufferCount: Int { memory.bufferCount }

    package func freeBuffer() -> Int? { flip == nil ? memory.freeBuffer() : nil }
    package func buffer(_ index: Int) -> ScanoutBuffer { memory.buffer(index) }

    package func present(_ index: Int, damage: Region) throws(DisplayError) -> PresentResult {
        _ = try memory.present(index, damage: damage)
        frontBuffers.coming = index
        onPresent?(index)
        // In nanoseconds, as displays do: microseconds lose one of three vblanks' parts.
        let period = mode.periodNanoseconds
        let passed = clock().microseconds(since: start) * 1_000 / period
        flip = start.advanced(byMicroseconds: ((passed + 1) * period + 500) / 1_000)
        return .pending
    }

    /// The flip that was shown by now.
    package func takeFlip(by now: Timestamp) -> Timestamp? {
        guard let flip, flip <= now else { return nil }
        self.flip = nil
        frontBuffers = FrontBuffers(shown: frontBuffers.coming)
        return flip
    }

    package func flushFront(damage: Region) {
        memory.flushFront(damage: damage)
        onFlush?()
    }

    /// All bytes of a buffer, with those at the rows' ends that nobody sees.
    package func bytes(_ index: Int) -> [UInt8] {
        let buffer = buffer(index)
        return Array(
            UnsafeRawBufferPointer(start: buffer.base, count: buffer.bytesPerRow * buffer.height))
    }

    /// What is scanned out now, whether or not the loop has read of it; nothing before the first flip.
    package var scannedOut: ScanoutBuffer? {
        let isFlipped = flip.map { $0 <= clock() } ?? false
        return (isFlipped ? frontBuffers.coming : frontBuffers.shown).map { buffer($0) }
    }

    package func readEvents() throws(DisplayError) -> Timestamp? { nil }
    package func finishFlip() throws(DisplayError) -> Timestamp? {
        flip.flatMap { takeFlip(by: $0) }
    }
    package func switchOff() throws(DisplayError) {
        try memory.switchOff()
        frontBuffers = FrontBuffers()
    }
    /// Whether it was switched off and shows nothing.
    package var isOff: Bool { memory.isOff }
    package func newestVblank() -> Timestamp? {
        let period = mode.periodNanoseconds
        let passed = clock().microseconds(since: start) * 1_000 / period
        return start.advanced(byMicroseconds: (passed * period + 500) / 1_000)
    }
    package func checkConnection() -> DisplayConnection { .unchanged }
    package func suspend() {}
    package func resume() throws(DisplayError) {}
    package func close() {}
}
