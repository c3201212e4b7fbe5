import KioskDisplay
import KioskRuntime
import KioskServices
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerApp
import TouchTrackerTestSupport

/// Tests ink that is written into the shown buffer before the flip.
@Suite("Front-buffer ink", .serialized)
@MainActor
struct FrontInkTimingTests {
    private static let mode = DisplayMode(width: 160, height: 96, totalHeight: 100)
    private let period = Self.mode.periodMicroseconds

    /// A kiosk with a drawing view and the pen.
    private func makeKiosk(
        _ tool: Tool = .pen, ink: KioskOptions.InkPath = .front, rotation: Rotation? = nil
    ) throws -> VblankKiosk {
        try VblankKiosk(mode: Self.mode, rotation: rotation, ink: ink) { window in
            let view = DrawingView(frame: window.bounds)
            view.isMultipleTouchEnabled = true
            view.tool = tool
            view.predictsInk = false
            window.addSubview(view)
        }
    }

    /// Returns the pixels in which the bytes of two buffers differ.
    private func differing(_ old: [UInt8], _ new: [UInt8]) -> Int {
        stride(from: 0, to: old.count, by: 4).count { old[$0..<$0 + 4] != new[$0..<$0 + 4] }
    }

    /// Advances to shortly after a flip, when the next frame is still far away.
    private func goToFlip(_ kiosk: VblankKiosk) throws {
        try kiosk.advance(
            byMicroseconds: period - kiosk.now.microseconds % period + 100)
    }

    @Test("Only the pen's new ink is in the shown buffer before the flip")
    func aheadOfTheFlip() throws {
        let kiosk = try makeKiosk()
        var touchscreen = TouchFrameGenerator(width: 160, height: 96)
        try goToFlip(kiosk)
        let frames = kiosk.session.frameLog.frames
        let shown = try #require(kiosk.display.frontBuffers.shown)
        let before = kiosk.display.bytes(shown)
        try kiosk.report(touchscreen.frame(0, .down, x: 40, y: 30))
        #expect(kiosk.display.frontBuffers == FrontBuffers(shown: shown))
        #expect(kiosk.display.buffer(shown)[40, 30] == 0xFF00_0000)
        #expect(kiosk.display.buffer(shown)[70, 30] == kiosk.session.canvas[70, 30])
        let dot = kiosk.display.bytes(shown)
        #expect(differing(before, dot) > 60)
        #expect(differing(before, dot) < 200)
        try kiosk.advance(byMicroseconds: 1_000)
        try kiosk.report(touchscreen.frame(0, .motion, x: 70, y: 30))
        #expect(kiosk.display.buffer(shown)[70, 30] == 0xFF00_0000)
        #expect(kiosk.session.frameLog.frames == frames, "no frame was shown yet")
        try goToFlip(kiosk)
        #expect(kiosk.session.frameLog.frames == frames + 1)
        #expect(kiosk.display.scanoutBuffer?[70, 30] == 0xFF00_0000)
        let record = try #require(kiosk.session.frameLog.newest)
        #expect(record.samples.count == 2)
        #expect(record.inkBytesWritten > 0)
        #expect(record.bytesWritten == record.repaintedPixels * 4)
        #expect(record.differingPixels > 300)
        #expect(kiosk.session.frameLog.inkBytesWritten == record.inkBytesWritten)
    }

    @Test("With ink that waits for the flip, nothing is written to the shown buffer")
    func flip() throws {
        let kiosk = try makeKiosk(ink: .flip)
        var touchscreen = TouchFrameGenerator(width: 160, height: 96)
        try goToFlip(kiosk)
        let shown = try #require(kiosk.display.frontBuffers.shown)
        let before = kiosk.display.bytes(shown)
        try kiosk.report(touchscreen.frame(0, .down, x: 40, y: 30))
        try kiosk.advance(byMicroseconds: 1_000)
        #expect(kiosk.display.bytes(shown) == before)
        try goToFlip(kiosk)
        #expect(kiosk.display.scanoutBuffer?[40, 30] == 0xFF00_0000)
        #expect(kiosk.session.frameLog.inkBytesWritten == 0)
        #expect(kiosk.session.frameLog.newest?.samples.first?.scanned == nil)
    }

    @Test("The line tool's preview waits for the flip and does not wake the loop")
    func heldLine() throws {
        let front = try makeKiosk(.line)
        let flip = try makeKiosk(.line, ink: .flip)
        var counts: [Int] = []
        for kiosk in [front, flip] {
            var touchscreen = TouchFrameGenerator(width: 160, height: 96)
            try goToFlip(kiosk)
            let begin = kiosk.wakeUps
            try kiosk.report(touchscreen.frame(0, .down, x: 40, y: 30))
            for step in 1...100 {
                try kiosk.advance(byMicroseconds: 4_000)
                try kiosk.report(touchscreen.frame(0, .motion, x: 40 + Double(step), y: 60))
            }
            counts.append(kiosk.wakeUps - begin)
        }
        #expect(front.session.frameLog.inkBytesWritten == 0)
        #expect(counts[0] == counts[1])
    }

    @Test(
        "Ink during a pending flip goes into both buffers and stays visible after the flip")
    func duringAFlip() throws {
        let kiosk = try makeKiosk()
        var touchscreen = TouchFrameGenerator(width: 160, height: 96)
        try goToFlip(kiosk)
        try kiosk.report(touchscreen.frame(0, .down, x: 40, y: 30))
        while kiosk.display.flip == nil { try kiosk.advance(byMicroseconds: 100) }
        let front = kiosk.display.frontBuffers
        let shown = try #require(front.shown)
        let coming = try #require(front.pending)
        let inkBefore = kiosk.session.frameLog.inkBytesWritten
        try kiosk.report(touchscreen.frame(0, .motion, x: 90, y: 50))
        #expect(kiosk.display.buffer(shown)[90, 50] == 0xFF00_0000)
        #expect(kiosk.display.buffer(coming)[90, 50] == 0xFF00_0000)
        #expect(kiosk.display.flip != nil)
        try goToFlip(kiosk)
        #expect(kiosk.display.scanoutBuffer?.base == kiosk.display.buffer(coming).base)
        #expect(kiosk.display.scanoutBuffer?[90, 50] == 0xFF00_0000)
        #expect(kiosk.session.frameLog.inkBytesWritten == inkBefore, "the next frame's ink")
        try goToFlip(kiosk)
        #expect(kiosk.session.frameLog.inkBytesWritten > inkBefore)
        #expect(kiosk.display.scanoutBuffer?[90, 50] == 0xFF00_0000)
        #expect((0..<2).allSatisfy { kiosk.display.buffer($0)[90, 50] == 0xFF00_0000 })
    }

    @Test("The byte count is that of the writes to the display's memory, which is never read")
    func nothingIsRead() throws {
        var canvases: [[UInt32]] = []
        for poison in [nil, 0x5A, 0xA5] as [UInt8?] {
            let kiosk = try makeKiosk()
            var touchscreen = TouchFrameGenerator(width: 160, height: 96)
            try kiosk.report(touchscreen.frame(0, .down, x: 20, y: 30))
            try goToFlip(kiosk)
            try goToFlip(kiosk)
            if let poison {
                for index in 0..<2 {
                    let buffer = kiosk.display.buffer(index)
                    buffer.base.initializeMemory(
                        as: UInt8.self, repeating: poison, count: buffer.bytesPerRow * 96)
                }
            }
            let shown = try #require(kiosk.display.frontBuffers.shown)
            let before = kiosk.display.bytes(shown)
            try kiosk.report(touchscreen.frame(0, .motion, x: 90, y: 50))
            let after = kiosk.display.bytes(shown)
            let canvas = kiosk.session.canvas
            canvases.append(
                (0..<96).flatMap { y in (0..<160).map { x in canvas[x, y] } })
            var strays = 0
            for y in 0..<96 {
                for x in 0..<160 {
                    let place = y * kiosk.display.buffer(shown).bytesPerRow + x * 4
                    let isSame = after[place..<place + 4] == before[place..<place + 4]
                    if !isSame, kiosk.display.buffer(shown)[x, y] != canvas[x, y] { strays += 1 }
                }
            }
            #expect(strays == 0)
            try goToFlip(kiosk)
            let written = kiosk.session.frameLog.newest?.inkBytesWritten ?? 0
            // Neither the ink nor the background has the color of the marker bytes.
            if poison != nil { #expect(written == differing(before, after) * 4) }
            #expect(written > 0)
        }
        #expect(canvases[0] == canvases[1])
        #expect(canvases[0] == canvases[2])
    }

    @Test(
        "Ink that would delay the frame is left to it; one slow write disables no later ones"
    )
    func leftToTheFrame() throws {
        let kiosk = try makeKiosk()
        var touchscreen = TouchFrameGenerator(width: 160, height: 96)
        try goToFlip(kiosk)
        var flushes = 0
        var cost: Int64 = 7_000
        kiosk.display.onFlush = {
            flushes += 1
            kiosk.advanceClock(microseconds: cost)
        }
        // The frame starts half a period before its vblank.
        try kiosk.report(touchscreen.frame(0, .down, x: 20, y: 20))
        #expect(flushes == 1)
        try kiosk.report(touchscreen.frame(0, .motion, x: 40, y: 20))
        #expect(flushes == 1, "less than 7 ms are left")
        let frames = kiosk.session.frameLog.frames
        try goToFlip(kiosk)
        #expect(kiosk.session.frameLog.frames == frames + 1)
        #expect(kiosk.session.missedVblanks == 0)
        #expect(kiosk.display.scanoutBuffer?[40, 20] == 0xFF00_0000)
        let samples = try #require(kiosk.session.frameLog.newest).samples
        #expect(samples.map { $0.scanned != nil } == [true, false])
        cost = 100
        for step in 0..<40 {
            try kiosk.advance(byMicroseconds: 5_000)
            try kiosk.report(touchscreen.frame(0, .motion, x: 40 + Double(step), y: 40))
        }
        #expect(flushes > 20)
        #expect(kiosk.session.missedVblanks == 0)
    }

    @Test("After a rotation, no ink is written before the first frame in the new geometry")
    func turning() throws {
        let kiosk = try makeKiosk()
        var touchscreen = TouchFrameGenerator(width: 160, height: 96)
        try goToFlip(kiosk)
        kiosk.session.changeGeometry(
            to: ScreenGeometry(scanoutWidth: 160, scanoutHeight: 96, rotation: .halfTurn),
            at: kiosk.now)
        try kiosk.work()
        let shown = try #require(kiosk.display.frontBuffers.shown)
        let before = kiosk.display.bytes(shown)
        try kiosk.report(touchscreen.frame(0, .down, x: 40, y: 30))
        #expect(kiosk.display.bytes(shown) == before)
        while kiosk.display.flip == nil { try kiosk.advance(byMicroseconds: 100) }
        let coming = try #require(kiosk.display.frontBuffers.pending)
        try kiosk.report(touchscreen.frame(0, .motion, x: 90, y: 50))
        #expect(kiosk.display.bytes(shown) == before, "the old picture is shown until the flip")
        #expect(kiosk.display.buffer(coming)[90, 50] == 0xFF00_0000)
        try goToFlip(kiosk)
        #expect(kiosk.display.scanoutBuffer?[90, 50] == 0xFF00_0000)
    }

    @Test("A disconnected display receives no ink, and the next one starts with a whole picture")
    func displaysComeAndGo() throws {
        let kiosk = try makeKiosk()
        var touchscreen = TouchFrameGenerator(width: 160, height: 96)
        try kiosk.report(touchscreen.frame(0, .down, x: 40, y: 30))
        kiosk.session.hideDisplay(at: kiosk.now)
        try kiosk.report(touchscreen.frame(0, .motion, x: 60, y: 30))
        let display = try VblankDisplay(mode: Self.mode) { kiosk.now }
        kiosk.session.showDisplay(display, geometry: kiosk.session.geometry)
        try kiosk.report(touchscreen.frame(1, .down, x: 90, y: 30))
        #expect(display.frontBuffers.shown == nil)
        let record = try #require(kiosk.session.frameLog.newest)
        #expect(record.repaintedPixels == 160 * 96)
        #expect(record.inkBytesWritten == 0)
    }

    @Test(
        "Ink without a confirming frame is counted as written after a disconnect or a rotation",
        arguments: [true, false])
    func unconfirmedInkCounts(goes: Bool) throws {
        let kiosk = try makeKiosk()
        var touchscreen = TouchFrameGenerator(width: 160, height: 96)
        try goToFlip(kiosk)
        try kiosk.report(touchscreen.frame(0, .down, x: 40, y: 30))
        let written = kiosk.session.inkBytesWritten
        #expect(written > 0)
        #expect(kiosk.session.frameLog.inkBytesWritten == 0, "its frame was not shown yet")
        if goes {
            kiosk.session.hideDisplay(at: kiosk.now)
        } else {
            kiosk.session.changeGeometry(
                to: ScreenGeometry(scanoutWidth: 160, scanoutHeight: 96, rotation: .halfTurn),
                at: kiosk.now)
        }
        #expect(kiosk.session.inkBytesWritten == written)
        #expect(kiosk.session.frameLog.inkBytesWritten == written)
        if goes { return }
        try goToFlip(kiosk)
        try goToFlip(kiosk)
        // The frame in the new geometry contains none of that ink.
        #expect(kiosk.session.frameLog.newest?.inkBytesWritten == 0)
        #expect(kiosk.session.inkBytesWritten == written)
    }

    @Test(
        "The damage passed to the display covers the written ink in every rotation",
        arguments: Rotation.allCases)
    func clips(rotation: Rotation) throws {
        let kiosk = try makeKiosk(rotation: rotation)
        var touchscreen = TouchFrameGenerator(width: 160, height: 96)
        try goToFlip(kiosk)
        let shown = try #require(kiosk.display.frontBuffers.shown)
        try kiosk.report(touchscreen.frame(0, .down, x: 40, y: 30))
        for step in 1...3 {
            let before = kiosk.display.bytes(shown)
            try kiosk.report(
                touchscreen.frame(0, .motion, x: 40 + Double(step * 20), y: 30 + Double(step * 15)))
            let after = kiosk.display.bytes(shown)
            let row = kiosk.display.buffer(shown).bytesPerRow
            let clips = kiosk.display.flushedDamage
            var uncovered = 0
            for place in stride(from: 0, to: before.count, by: 4)
            where before[place..<place + 4] != after[place..<place + 4] {
                if !clips.contains(x: place % row / 4, y: place / row) { uncovered += 1 }
            }
            #expect(uncovered == 0)
            #expect(clips.area < 160 * 96 / 3)
            #expect(before != after)
        }
    }
}
