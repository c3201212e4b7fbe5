import KioskDisplay
import KioskRuntime
import Testing
import TouchKit
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerTestSupport

/// Compares every buffer with a model that stores the picture of each buffer.
@Suite("Buffer age", .serialized)
@MainActor
struct BufferAgeTests {
    /// A display with any number of buffers that can refuse frames.
    private final class RefusingDisplay: ScanoutDisplay {
        let mode: DisplayMode
        let bufferCount: Int
        private let memory: [UnsafeMutableRawPointer]
        private let bytesPerRow: Int
        var shown: Int?
        /// The buffer that the next frame uses, or `nil` if none is free.
        var nextFree: Int?
        var refuses = false
        var presentedDamage = Region()

        init(width: Int, height: Int, bufferCount: Int) {
            mode = DisplayMode(width: width, height: height)
            self.bufferCount = bufferCount
            bytesPerRow = width * 4 + 64
            let bytes = bytesPerRow * height
            memory = (0..<bufferCount).map { number in
                let base = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
                // Arbitrary earlier content.
                base.initializeMemory(as: UInt8.self, repeating: UInt8(number + 1), count: bytes)
                return base
            }
        }

        deinit {
            for base in memory { base.deallocate() }
        }

        let name = "refusing"
        let driver: String? = nil
        let format = PixelFormat.xrgb8888
        let hasVblank = false
        let eventDescriptor: Int32? = nil
        let panelOrientation = PanelOrientation.normal

        func freeBufferIndex() -> Int? { nextFree }

        func buffer(_ index: Int) -> ScanoutBuffer {
            ScanoutBuffer(
                base: memory[index], bytesPerRow: bytesPerRow, width: mode.width,
                height: mode.height, format: format)
        }

        func present(_ index: Int, damage: Region) throws(DisplayError) -> PresentResult {
            if refuses {
                throw DisplayError(
                    .failed, subject: name, cause: "the test refuses the frame", remedy: "none")
            }
            shown = index
            presentedDamage.removeAll()
            presentedDamage.formUnion(damage)
            return .shown(at: .zero)
        }

        var frontBuffers: FrontBuffers { FrontBuffers(shown: shown) }
        func flushFrontBuffers(damage: Region) {}
        func readFlipEvents() throws(DisplayError) -> Timestamp? { nil }
        func waitForFlip() throws(DisplayError) -> Timestamp? { nil }
        func switchOff() throws(DisplayError) {}
        func lastVblankTime() -> Timestamp? { nil }
        func checkConnection() -> DisplayConnection { .unchanged }
        func suspend() {}
        func resume() throws(DisplayError) {}
        func close() {}

        func pixels(_ index: Int) -> [UInt32] {
            (0..<mode.height).flatMap { y in
                (0..<mode.width).map { x in
                    memory[index].load(fromByteOffset: y * bytesPerRow + x * 4, as: UInt32.self)
                        & 0x00FF_FFFF
                }
            }
        }
    }

    /// A view that adds and removes random squares.
    private final class SquaresView: UIView {
        override class var hasBackingStore: Bool { false }
        var squares: [CGRect] = []

        override func draw(_ rect: CGRect) {
            UIColor.red.setFill()
            for square in squares { UIRectFill(square) }
        }
    }

    private func pixels(_ canvas: Bitmap) -> [UInt32] {
        (0..<canvas.height).flatMap { y in
            (0..<canvas.width).map { x in canvas[x, y] & 0x00FF_FFFF }
        }
    }

    /// The expected content of a display's buffers.
    @MainActor
    private struct BufferModel {
        let width: Int
        let height: Int
        /// The canvas at the time each buffer was last written. A buffer that was never written is
        /// missing.
        private var written: [Int: [UInt32]] = [:]
        /// The canvas of the newest frame, or `nil` before the first frame.
        private var presented: [UInt32]?

        init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }

        /// Checks the newest frame, which wrote `canvas` to the buffer `index`, and records it.
        mutating func check(
            _ session: Session, _ display: RefusingDisplay, _ index: Int, _ canvas: [UInt32],
            step: Int
        ) throws {
            let record = try #require(session.frameLog.newest)
            #expect(display.pixels(index) == canvas, "step \(step)")
            #expect(record.bytesWritten == record.repaintedPixels * 4)
            // Different pixels must be written. Pixels that changed and changed back may be.
            let missed = cells(written[index], canvas)
            #expect(record.repaintedPixels >= missed.count * 2)
            if written[index] == nil { #expect(record.repaintedPixels == width * height) }
            let uncovered = cells(presented, canvas).filter {
                !display.presentedDamage.contains(x: $0 % 4_096 * 2, y: $0 / 4_096)
            }
            #expect(uncovered.isEmpty, "step \(step)")
            presented = canvas
            written[index] = canvas
        }

        /// Returns the cells of 2 × 1 pixels in which two pictures differ.
        private func cells(_ old: [UInt32]?, _ new: [UInt32]) -> Set<Int> {
            var cells: Set<Int> = []
            for index in new.indices where old?[index] != new[index] {
                cells.insert(index / width * 4_096 + index % width / 2)
            }
            return cells
        }
    }

    @Test(
        "Each buffer receives all damage since its last frame, also after refused frames",
        arguments: [2, 3, 5], 0..<6)
    func bufferAge(bufferCount: Int, seed: Int) throws {
        let width = 96
        let height = 40
        var random = SeededRandom(seed: UInt64(seed * 10 + bufferCount))
        let geometry = ScreenGeometry(scanoutWidth: width, scanoutHeight: height)
        let application = UIApplication(screen: UIScreen(geometry: geometry))
        let window = UIWindow(frame: application.screen.bounds)
        let view = SquaresView(frame: window.bounds)
        window.addSubview(view)
        window.makeKeyAndVisible()
        application.becomeActive()
        var display = RefusingDisplay(width: width, height: height, bufferCount: bufferCount)
        var now = Timestamp.zero
        let session = Session(
            application: application, display: display, geometry: geometry, clock: { .zero })
        var model = BufferModel(width: width, height: height)
        var frames = 0
        for step in 0..<150 {
            change(view, &random)
            switch random.next(below: 12) {
            case 0:
                // Another display, or the same one after other programs drew to it.
                session.hideDisplay(at: .zero)
                display = RefusingDisplay(width: width, height: height, bufferCount: bufferCount)
                session.showDisplay(display, geometry: geometry)
                model = BufferModel(width: width, height: height)
            case 1, 2: display.nextFree = nil
            default: display.nextFree = random.next(below: bufferCount)
            }
            if display.nextFree == display.shown { display.nextFree = nil }
            display.refuses = random.next(below: 10) == 0
            let before = session.frameLog.frames
            now = now.advanced(byMicroseconds: 20_000)
            guard session.workArrived(at: now) == .draw else { continue }
            do {
                _ = try session.drawFrame()
            } catch {
                // The kiosk also releases the display and acquires it again. Meanwhile other
                // programs may have drawn to it.
                #expect(display.refuses)
                session.hideDisplay(at: .zero)
                session.showDisplay(display, geometry: geometry)
                model = BufferModel(width: width, height: height)
                continue
            }
            let canvas = pixels(session.canvas)
            guard let index = display.nextFree, session.frameLog.frames > before else { continue }
            frames += 1
            try model.check(session, display, index, canvas, step: step)
        }
        #expect(frames > 40)
    }

    private func change(_ view: SquaresView, _ random: inout SeededRandom) {
        if view.squares.count > 3 {
            view.setNeedsDisplay(view.squares.removeFirst())
        }
        if random.next(below: 4) > 0 {
            let square = CGRect(
                x: Double(random.next(below: 90)), y: Double(random.next(below: 36)),
                width: Double(1 + random.next(below: 12)),
                height: Double(1 + random.next(below: 6)))
            view.squares.append(square)
            view.setNeedsDisplay(square)
        }
    }
}
