import KioskDisplay
import Testing
import TouchKitGeometry
import TouchKitRaster

@Suite("Headless display")
struct HeadlessDisplayTests {
    @Test("Rows are padded.", arguments: [376, 480, 720, 1_366])
    func rowsArePadded(width: Int) throws {
        let display = try HeadlessDisplay(mode: DisplayMode(width: width, height: 3))
        for index in 0..<display.bufferCount {
            let buffer = display.buffer(index)
            #expect(buffer.bytesPerRow > width * 4)
            #expect(buffer.bytesPerRow % 64 == 0)
            #expect(buffer.width == width)
        }
        #expect(display.buffer(0).base != display.buffer(1).base)
    }

    @Test("The buffers have the requested pixel format, and screenshots convert it.")
    func formats() throws {
        let display = try HeadlessDisplay(
            mode: DisplayMode(width: 376, height: 2), format: .rgb565)
        #expect(display.format == .rgb565)
        let buffer = display.buffer(0)
        #expect(buffer.format == .rgb565)
        #expect(buffer.bytesPerRow > 376 * 2 && buffer.bytesPerRow < 376 * 4)
        buffer.base.storeBytes(of: 0xF81F, toByteOffset: buffer.bytesPerRow + 6, as: UInt16.self)
        _ = try display.present(0, damage: Region())
        #expect(display.screenshot()[3, 1] == 0xFFFF_00FF)
    }

    @Test("The free buffer is always the one that is not shown.")
    func alternatesBuffers() throws {
        let display = try HeadlessDisplay(
            mode: DisplayMode(width: 8, height: 8), clock: { Timestamp(microseconds: 5) })
        for turn in 0..<4 {
            let free = try #require(display.freeBufferIndex())
            #expect(free == turn % 2)
            #expect(
                try display.present(free, damage: Region())
                    == .shown(at: Timestamp(microseconds: 5)))
        }
    }

    @Test("A screenshot shows the presented buffer, and is black before the first frame.")
    func screenshots() throws {
        let display = try HeadlessDisplay(mode: DisplayMode(width: 8, height: 2))
        #expect(display.screenshot()[3, 1] == 0xFF00_0000)
        let buffer = display.buffer(0)
        buffer.base.storeBytes(
            of: 0x0012_3456, toByteOffset: buffer.bytesPerRow + 12, as: UInt32.self)
        _ = try display.present(0, damage: Region())
        #expect(display.screenshot()[3, 1] == 0xFF12_3456)
    }

    @Test("Pixels written into the front buffer are visible without a flip.")
    func frontBuffer() throws {
        let display = try HeadlessDisplay(mode: DisplayMode(width: 8, height: 2))
        #expect(display.frontBuffers == FrontBuffers())
        _ = try display.present(1, damage: Region())
        #expect(display.frontBuffers == FrontBuffers(shown: 1))
        #expect(display.frontBuffers.contains(1) && !display.frontBuffers.contains(0))
        display.buffer(1).base.storeBytes(of: 0x12_3456, as: UInt32.self)
        var damage = Region()
        damage.formUnion(PixelRect(x: 0, y: 0, width: 1, height: 1))
        display.flushFrontBuffers(damage: damage)
        #expect(display.flushedDamage.rects == damage.rects)
        #expect(display.screenshot()[0, 0] == 0xFF12_3456)
    }
}
