import KioskSystem
import TouchKitGeometry
import TouchKitRaster

/// A display in memory: the same way down to the bytes, without a screen.
///
/// Two buffers with rows padded like a driver's, so that nobody gets away with width × 4.
package final class HeadlessDisplay: ScanoutDisplay {
    private final class Buffer {
        let memory: MappedMemory
        init(length: Int) throws(LinuxError) { memory = try MappedMemory(anonymous: length) }
    }

    /// Its size and rate.
    package let mode: DisplayMode
    /// How pixels lie in its buffers.
    package let format: PixelFormat
    /// How it seems to be mounted.
    package let panelOrientation: PanelOrientation
    private let bytesPerRow: Int
    private let buffers: [Buffer]
    private let clock: () -> Timestamp
    private var shown: Int?

    /// Whether it was switched off and shows nothing.
    package private(set) var isOff = false
    /// The damage that came with the newest frame, in scanout pixels.
    package private(set) var presentedDamage = Region()
    /// The damage that was written ahead of a flip last, in scanout pixels.
    package private(set) var flushedDamage = Region()

    /// Makes a display.
    ///
    /// - Parameters:
    ///   - mode: Its size and rate.
    ///   - format: How pixels lie in its buffers.
    ///   - panelOrientation: How it shall seem to be mounted.
    ///   - clock: The time, for flips.
    /// - Throws: `DisplayError` where there isn't enough memory.
    package init(
        mode: DisplayMode, format: PixelFormat = .xrgb8888,
        panelOrientation: PanelOrientation = .normal,
        clock: @escaping () -> Timestamp = MonotonicClock.now
    ) throws(DisplayError) {
        self.mode = mode
        self.format = format
        self.panelOrientation = panelOrientation
        self.clock = clock
        // One cache line more than the rows need: drivers pad for their own reasons.
        bytesPerRow = (mode.width * format.bytesPerPixel + 63) / 64 * 64 + 64
        do {
            let length = bytesPerRow * mode.height
            buffers = [try Buffer(length: length), try Buffer(length: length)]
        } catch {
            throw DisplayError("mmap", "headless:\(mode.name)", error.code)
        }
    }

    /// How it was asked for.
    package var name: String { "headless:\(mode.name)" }
    /// Nil: there is none.
    package var driver: String? { nil }
    /// False: nothing here has a pace of its own.
    package var hasVblank: Bool { false }
    /// Nil: flips complete at once.
    package var eventDescriptor: Int32? { nil }
    /// Two.
    package var bufferCount: Int { buffers.count }

    /// The buffer that isn't shown.
    package func freeBuffer() -> Int? { shown == 0 ? 1 : 0 }

    /// A buffer's memory.
    package func buffer(_ index: Int) -> ScanoutBuffer {
        ScanoutBuffer(
            base: buffers[index].memory.base, bytesPerRow: bytesPerRow, width: mode.width,
            height: mode.height, format: format)
    }

    /// Shows a buffer at once.
    package func present(_ index: Int, damage: Region) throws(DisplayError) -> PresentResult {
        shown = index
        isOff = false
        // Copied rectangle by rectangle: the giver goes on using its memory.
        presentedDamage.removeAll()
        presentedDamage.formUnion(damage)
        return .shown(at: clock())
    }

    /// The one that is shown: flips complete at once.
    package var frontBuffers: FrontBuffers { FrontBuffers(shown: shown) }

    /// Takes note of it: nothing here is copied anywhere.
    package func flushFront(damage: Region) {
        flushedDamage.removeAll()
        flushedDamage.formUnion(damage)
    }

    /// Nil: flips complete at once.
    package func readEvents() throws(DisplayError) -> Timestamp? { nil }

    /// Nil: flips complete at once.
    package func finishFlip() throws(DisplayError) -> Timestamp? { nil }

    /// Shows nothing, until a frame is presented.
    package func switchOff() throws(DisplayError) {
        shown = nil
        isOff = true
    }

    /// Memory has no vblank.
    package func newestVblank() -> Timestamp? { nil }

    /// Always as it was.
    package func checkConnection() -> DisplayConnection { .unchanged }

    /// Does nothing: nobody else wants it.
    package func suspend() {}

    /// Does nothing: nobody took it.
    package func resume() throws(DisplayError) {}

    /// Does nothing: nothing was taken.
    package func close() {}

    /// What is shown, as it lies in scanout memory; black before the first frame and while it is off.
    package func screenshot() -> Bitmap {
        let picture = Bitmap(width: mode.width, height: mode.height)
        guard let shown else { return picture }
        let memory = buffer(shown)
        for y in 0..<mode.height {
            for x in 0..<mode.width { picture[x, y] = memory[x, y] }
        }
        return picture
    }
}
