import KioskSystem
import TouchKitGeometry
import TouchKitRaster

/// A display in memory without a screen.
///
/// The display has two buffers with padded rows like those of real drivers, so that code that
/// assumes 4 × width bytes per row fails in tests.
package final class HeadlessDisplay: ScanoutDisplay {
    /// A reference-counted mapping, because an array cannot store a noncopyable value.
    private final class Buffer {
        let memory: MappedMemory
        init(length: Int) throws(LinuxError) { memory = try MappedMemory(anonymous: length) }
    }

    /// The display's size and refresh rate.
    package let mode: DisplayMode
    /// The pixel format of the buffers.
    package let format: PixelFormat
    /// The simulated panel orientation.
    package let panelOrientation: PanelOrientation
    private let bytesPerRow: Int
    private let buffers: [Buffer]
    private let clock: () -> Timestamp
    /// The index of the shown buffer, or `nil` before the first frame and while the display is off.
    private var shownIndex: Int?

    /// Whether the display is switched off.
    package private(set) var isOff = false
    /// The damage of the most recently presented frame, in scanout pixels.
    package private(set) var presentedDamage = Region()
    /// The damage of the most recent `flushFrontBuffers(damage:)`, in scanout pixels.
    package private(set) var flushedDamage = Region()

    /// Creates a display.
    ///
    /// - Parameters:
    ///   - mode: The size and refresh rate.
    ///   - format: The pixel format of the buffers.
    ///   - panelOrientation: The simulated panel orientation.
    ///   - clock: Returns the current time, for flip timestamps.
    /// - Throws: `DisplayError` if there is not enough memory.
    package init(
        mode: DisplayMode, format: PixelFormat = .xrgb8888,
        panelOrientation: PanelOrientation = .normal,
        clock: @escaping () -> Timestamp = MonotonicClock.now
    ) throws(DisplayError) {
        self.mode = mode
        self.format = format
        self.panelOrientation = panelOrientation
        self.clock = clock
        // Rows are padded to a cache line plus one additional cache line.
        bytesPerRow = (mode.width * format.bytesPerPixel + 63) / 64 * 64 + 64
        do {
            let length = bytesPerRow * mode.height
            buffers = [try Buffer(length: length), try Buffer(length: length)]
        } catch {
            throw DisplayError("mmap", "headless:\(mode.name)", error.code)
        }
    }

    /// The name in the form of the `--display` option, for example `headless:800x480@60`.
    package var name: String { "headless:\(mode.name)" }
    /// The name of the driver: always `nil`, because a headless display has none.
    package var driver: String? { nil }
    /// Whether flips complete at a vblank: always `false`, because flips complete immediately.
    package var hasVblank: Bool { false }
    /// The descriptor of flip events: always `nil`, because flips complete immediately.
    package var eventDescriptor: Int32? { nil }
    /// The number of buffers: two.
    package var bufferCount: Int { buffers.count }

    /// Returns the index of the buffer that is not shown.
    package func freeBufferIndex() -> Int? { shownIndex == 0 ? 1 : 0 }

    /// Returns the memory of the buffer at `index`.
    package func buffer(_ index: Int) -> ScanoutBuffer {
        ScanoutBuffer(
            base: buffers[index].memory.base, bytesPerRow: bytesPerRow, width: mode.width,
            height: mode.height, format: format)
    }

    /// Shows the buffer at `index` immediately.
    package func present(_ index: Int, damage: Region) throws(DisplayError) -> PresentResult {
        shownIndex = index
        isOff = false
        // Copied rectangle by rectangle, because the caller reuses the region's storage.
        presentedDamage.removeAll()
        presentedDamage.formUnion(damage)
        return .shown(at: clock())
    }

    /// The shown buffer. No flip is ever pending.
    package var frontBuffers: FrontBuffers { FrontBuffers(shown: shownIndex) }

    /// Records `damage` in `flushedDamage`.
    package func flushFrontBuffers(damage: Region) {
        flushedDamage.removeAll()
        flushedDamage.formUnion(damage)
    }

    /// Returns `nil`: Flips complete immediately.
    package func readFlipEvents() throws(DisplayError) -> Timestamp? { nil }

    /// Returns `nil`: Flips complete immediately.
    package func waitForFlip() throws(DisplayError) -> Timestamp? { nil }

    /// Switches the display off until a frame is presented.
    package func switchOff() throws(DisplayError) {
        shownIndex = nil
        isOff = true
    }

    /// Returns `nil`: A headless display has no vblank.
    package func lastVblankTime() -> Timestamp? { nil }

    /// Returns `.unchanged`: A headless display is always connected.
    package func checkConnection() -> DisplayConnection { .unchanged }

    /// Does nothing: No other program can use the display.
    package func suspend() {}

    /// Does nothing: No other program can use the display.
    package func resume() throws(DisplayError) {}

    /// Does nothing: There is no earlier state to restore.
    package func close() {}

    /// Returns a copy of the shown buffer in scanout order. The copy is black before the first
    /// frame and while the display is off.
    package func screenshot() -> Bitmap {
        let picture = Bitmap(width: mode.width, height: mode.height)
        guard let shownIndex else { return picture }
        let memory = buffer(shownIndex)
        for y in 0..<mode.height {
            for x in 0..<mode.width { picture[x, y] = memory[x, y] }
        }
        return picture
    }
}
