import Display
import Geometry
import Raster

/// A display in memory that shows what it is given at the next of its vblanks, as a panel does.
final class VblankDisplay: ScanoutDisplay {
    private let memory: HeadlessDisplay
    private let start: Timestamp
    private let clock: () -> Timestamp
    /// The vblank at which the flip under way is shown.
    private(set) var flip: Timestamp?

    init(mode: DisplayMode, clock: @escaping () -> Timestamp) throws {
        self.clock = clock
        memory = try HeadlessDisplay(mode: mode, clock: clock)
        start = clock()
    }

    var name: String { memory.name }
    var mode: DisplayMode { memory.mode }
    var format: PixelFormat { memory.format }
    var panelOrientation: PanelOrientation { memory.panelOrientation }
    var driver: String? { nil }
    var hasVblank: Bool { true }
    var eventDescriptor: Int32? { nil }
    var bufferCount: Int { memory.bufferCount }

    func freeBuffer() -> Int? { flip == nil ? memory.freeBuffer() : nil }
    func buffer(_ index: Int) -> ScanoutBuffer { memory.buffer(index) }

    func present(_ index: Int, damage: Region) throws(DisplayError) -> PresentResult {
        _ = try memory.present(index, damage: damage)
        let period = mode.periodMicroseconds
        let passed = clock().microseconds(since: start) / period
        flip = start.advanced(byMicroseconds: (passed + 1) * period)
        return .pending
    }

    /// The flip that was shown by now.
    func takeFlip(by now: Timestamp) -> Timestamp? {
        guard let flip, flip <= now else { return nil }
        self.flip = nil
        return flip
    }

    func readEvents() throws(DisplayError) -> Timestamp? { nil }
    func checkConnection() -> DisplayConnection { .unchanged }
    func suspend() {}
    func resume() throws(DisplayError) {}
    func close() {}
}
