import Display
import Geometry
import Raster

/// A display in memory that shows what it is given at the next of its vblanks, as a panel does.
package final class VblankDisplay: ScanoutDisplay {
    private let memory: HeadlessDisplay
    private let start: Timestamp
    private let clock: () -> Timestamp
    /// The vblank at which the flip under way is shown.
    package private(set) var flip: Timestamp?

    /// Lights it up; its vblanks are counted from now on.
    package init(mode: DisplayMode, clock: @escaping () -> Timestamp) throws {
        self.clock = clock
        memory = try HeadlessDisplay(mode: mode, clock: clock)
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
        let period = mode.periodMicroseconds
        let passed = clock().microseconds(since: start) / period
        flip = start.advanced(byMicroseconds: (passed + 1) * period)
        return .pending
    }

    /// The flip that was shown by now.
    package func takeFlip(by now: Timestamp) -> Timestamp? {
        guard let flip, flip <= now else { return nil }
        self.flip = nil
        return flip
    }

    package func readEvents() throws(DisplayError) -> Timestamp? { nil }
    package func checkConnection() -> DisplayConnection { .unchanged }
    package func suspend() {}
    package func resume() throws(DisplayError) {}
    package func close() {}
}
