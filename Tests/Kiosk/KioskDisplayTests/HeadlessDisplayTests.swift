import KioskDisplay
import Testing
import TouchKitGeometry
import TouchKitRaster

@Suite("Headless display")
struct HeadlessDisplayTests {
    @Test("Rows are never just as long as their pixels.", arguments: [376, 480, 720, 1_366])
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

    @Test("Its buffers have the format that it was made with, and screenshots show it.")
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

    @Test("The free buffer is always the one that isn't shown.")
    func buffersTakeTurns() throws {
        let display = try HeadlessDisplay(
            mode: DisplayMode(width: 8, height: 8), clock: { Timestamp(microseconds: 5) })
        for turn in 0..<4 {
            let free = try #require(display.freeBuffer())
            #expect(free == turn % 2)
            #expect(
                try display.present(free, damage: Region())
                    == .shown(at: Timestamp(microseconds: 5)))
        }
    }

    @Test("A screenshot is what is shown, black before the first frame.")
    func screenshots() throws {
        let display = try HeadlessDisplay(mode: DisplayMode(width: 8, height: 2))
        #expect(display.screenshot()[3, 1] == 0xFF00_0000)
        let buffer = display.buffer(0)
        buffer.base.storeBytes(
            of: 0x0012_3456, toByteOffset: buffer.bytesPerRow + 12, as: UInt32.self)
        _ = try display.present(0, damage: Region())
        #expect(display.screenshot()[3, 1] == 0xFF12_3456)
    }
}

@Suite("Display request")
struct DisplayRequestTests {
    @Test(
        "Modes are read as people write them.",
        arguments: zip(
            ["800x480", "720x1280@60", "1x1"], [(800, 480, nil), (720, 1_280, 60), (1, 1, nil)]))
    func modes(text: String, wanted: (Int, Int, Int?)) throws {
        let mode = try #require(DisplayRequest.Mode(text))
        #expect(mode.width == wanted.0)
        #expect(mode.height == wanted.1)
        #expect(mode.refreshHertz == wanted.2)
        #expect(mode.name == text)
    }

    @Test(
        "What is no mode isn't read as one.",
        arguments: [
            "", "x", "800", "800x", "x480", "0x480", "800x480@", "800x480@0", "800x480@60@60",
            "-800x480", "+800x480", "99999x480", "800 x 480", "８００x480", "1e3x480",
            "99999999999999999999x1",
        ])
    func noModes(text: String) {
        #expect(DisplayRequest.Mode(text) == nil)
    }

    @Test("A mode matches by size, and by its rounded rate where one is asked for.")
    func matching() throws {
        let ntsc = DisplayMode(width: 800, height: 480, refreshMillihertz: 59_940)
        #expect(try #require(DisplayRequest.Mode("800x480")).matches(ntsc))
        #expect(try #require(DisplayRequest.Mode("800x480@60")).matches(ntsc))
        #expect(try !#require(DisplayRequest.Mode("800x480@75")).matches(ntsc))
        #expect(try !#require(DisplayRequest.Mode("480x800")).matches(ntsc))
        #expect(ntsc.name == "800x480@60")
        #expect(ntsc.periodMicroseconds == 16_683)
    }

    @Test("Rows are scanned out in the part of the period that isn't blanking.")
    func activePart() {
        let mode = DisplayMode(
            width: 800, height: 480, refreshMillihertz: 62_500, totalHeight: 500)
        #expect(mode.activeMicroseconds == 15_360)
        let whole = DisplayMode(width: 800, height: 480, refreshMillihertz: 62_500)
        #expect(whole.activeMicroseconds == whole.periodMicroseconds)
        #expect(
            DisplayMode(width: 8, height: 8, totalHeight: 0).totalHeight == 8,
            "a driver that doesn't tell")
    }

    @Test("What is written into the buffer on the screen is seen without a flip.")
    func frontBuffer() throws {
        let display = try HeadlessDisplay(mode: DisplayMode(width: 8, height: 2))
        #expect(display.frontBuffers == FrontBuffers())
        _ = try display.present(1, damage: Region())
        #expect(display.frontBuffers == FrontBuffers(shown: 1))
        #expect(display.frontBuffers.contains(1) && !display.frontBuffers.contains(0))
        display.buffer(1).base.storeBytes(of: 0x12_3456, as: UInt32.self)
        var damage = Region()
        damage.formUnion(PixelRect(x: 0, y: 0, width: 1, height: 1))
        display.flushFront(damage: damage)
        #expect(display.flushedDamage.rects == damage.rects)
        #expect(display.screenshot()[0, 0] == 0xFF12_3456)
    }

    @Test("A card that isn't there is told with what to do.")
    func missingCard() {
        do {
            let display = try KMSDisplay(DisplayRequest(card: "card77"))
            Issue.record("found \(display.name)")
        } catch {
            #expect(error.reason == .missing)
            #expect(error.subject == "/dev/dri/card77")
            #expect(error.description.split(separator: "\n").count == 1)
        }
    }

    @Test("A node that isn't a graphics card is told so.")
    func noCard() {
        do {
            let display = try KMSDisplay(DisplayRequest(card: "/dev/null"))
            Issue.record("found \(display.name)")
        } catch {
            #expect(
                error.description
                    == "/dev/null: it isn't a graphics card; name one of /dev/dri")
        }
    }
}
