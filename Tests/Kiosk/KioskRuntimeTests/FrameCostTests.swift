import CTouchTrackerAllocationCounter
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

/// Measures the cost of frames in pixels, bytes and allocations, never in seconds.
@Suite("Frame cost", .serialized)
@MainActor
struct FrameCostTests {
    /// Returns the number of different pixels, and the cells of 2 × 1 pixels that contain them.
    private func difference(_ old: Bitmap, _ new: Bitmap) -> (pixels: Int, cells: Set<Int>) {
        var pixels = 0
        var cells: Set<Int> = []
        for y in 0..<old.height {
            for x in 0..<old.width where old[x, y] != new[x, y] {
                pixels += 1
                cells.insert(y * 4_096 + x / 2)
            }
        }
        return (pixels, cells)
    }

    private func area(_ cells: Set<Int>, width: Int) -> Int {
        cells.reduce(0) { $0 + min(2, width - $1 % 4_096 * 2) }
    }

    nonisolated private static let screens: [(width: Int, height: Int, format: PixelFormat)] = [
        (800, 480, .xrgb8888), (376, 241, .argb8888), (1_366, 97, .xrgb8888), (376, 241, .rgb565),
        (641, 203, .rgb565),
    ]

    @Test(
        "The bytes written equal the repainted pixels of an independent model times the pixel size",
        arguments: Rotation.allCases,
        screens)
    func bytesFollowTheModel(
        rotation: Rotation, screen: (width: Int, height: Int, format: PixelFormat)
    ) throws {
        let (width, height, format) = screen
        let kiosk = try ScriptedKiosk(
            width: width, height: height, rotation: rotation, format: format
        ) {
            DrawingView(frame: $0)
        }
        var touchscreen = TouchFrameGenerator(width: width, height: height)
        var random = SeededRandom(seed: 7)
        var picture = kiosk.session.canvas.copy()
        // The first frame went to one buffer, so the other one missed all of it.
        let everything = difference(
            Bitmap(width: picture.width, height: picture.height), picture)
        #expect(everything.pixels == width * height)
        var missed: [Set<Int>] = [[], everything.cells]
        var buffer = 1
        var isDown = false
        for _ in 0..<40 {
            let x = Double(random.next(below: width))
            let y = Double(random.next(below: height))
            let lifts = isDown && random.next(below: 8) == 0
            let state: TouchContact.State = !isDown ? .down : lifts ? .up : .motion
            isDown = !lifts
            let shown = try kiosk.step(touchscreen.frame(0, state, x: x, y: y))
            let now = kiosk.session.canvas.copy()
            let change = difference(picture, now)
            picture = now
            #expect(shown == (change.pixels > 0))
            guard shown else { continue }
            let repainted = missed[buffer].union(change.cells)
            missed[1 - buffer].formUnion(change.cells)
            missed[buffer] = []
            buffer = 1 - buffer
            let record = try #require(kiosk.session.frameLog.newest)
            #expect(record.differingPixels == change.pixels)
            #expect(record.damagedPixels == area(change.cells, width: picture.width))
            #expect(record.repaintedPixels == area(repainted, width: picture.width))
            #expect(record.bytesWritten == record.repaintedPixels * format.bytesPerPixel)
            expectClipsCover(change.cells, kiosk)
        }
        #expect(kiosk.session.frameLog.frames > 15)
        try expectScreenShowsCanvas(kiosk)
    }

    /// Checks that the damage passed to the display contains all changes since the last flip.
    private func expectClipsCover(_ cells: Set<Int>, _ kiosk: ScriptedKiosk) {
        let geometry = kiosk.session.geometry
        let clips = kiosk.display.presentedDamage
        let uncovered = cells.filter { cell in
            let place = geometry.scanoutRect(
                PixelRect(x: cell % 4_096 * 2, y: cell / 4_096, width: 1, height: 1))
            return !clips.contains(x: place.minX, y: place.minY)
        }
        #expect(uncovered.isEmpty)
        #expect(clips.rects.count <= 32)
    }

    private func expectScreenShowsCanvas(_ kiosk: ScriptedKiosk) throws {
        let screen = kiosk.display.screenshot()
        let canvas = kiosk.session.canvas
        let format = kiosk.display.format
        var wrong = 0
        for y in 0..<canvas.height {
            for x in 0..<canvas.width {
                let place = kiosk.session.geometry.scanoutRect(
                    PixelRect(x: x, y: y, width: 1, height: 1))
                let stored = ScanoutModel.storedValue(
                    canvas[x, y], x: x, y: y, format: format, dithers: true)
                if screen[place.minX, place.minY] != format.color(of: stored) { wrong += 1 }
            }
        }
        #expect(wrong == 0)
    }

    @Test(
        "Dragging a line along the diagonal damages at most three times the pixels that differ",
        arguments: [20, 60, 240, 900], [false, true])
    func damageIsTight(steps: Int, wholePixels: Bool) throws {
        let kiosk = try ScriptedKiosk { DrawingView(frame: $0) }
        var touchscreen = TouchFrameGenerator(width: 800, height: 480)
        try kiosk.step(touchscreen.frame(0, .down, x: 0, y: 0))
        let frames = kiosk.session.frameLog.frames
        for step in 1...steps {
            var x = 799 * Double(step) / Double(steps)
            var y = 479 * Double(step) / Double(steps)
            if wholePixels {
                // A touchscreen of 800 × 480 units reports whole pixels, so the line's direction
                // varies.
                x.round()
                y.round()
            }
            guard try kiosk.step(touchscreen.frame(0, .motion, x: x, y: y)) else { continue }
            let record = try #require(kiosk.session.frameLog.newest)
            #expect(record.damagedPixels <= 3 * record.differingPixels)
        }
        #expect(kiosk.session.frameLog.frames - frames > steps / 2)
    }

    @Test(
        "Warm frames with ten moving contacts do not allocate",
        .requiresOptimizedBuild,
        arguments: Rotation.allCases, PixelFormat.allCases)
    func warmFramesAllocateNothing(rotation: Rotation, format: PixelFormat) throws {
        let kiosk = try ScriptedKiosk(rotation: rotation, format: format) {
            let view = DrawingView(frame: $0)
            view.isMultipleTouchEnabled = true
            return view
        }
        var touchscreen = TouchFrameGenerator(width: 800, height: 480)
        for slot in 0..<10 {
            try kiosk.step(touchscreen.frame(slot, .down, x: Double(slot * 70 + 30), y: 20))
        }
        var counted: UInt = 0
        for step in 0..<600 {
            let before = allocation_counter_value()
            let frame = touchscreen.frame(moving: 0..<10) { slot in
                (Double(slot * 70 + 30 + step % 50), Double(20 + (step * 7) % 440))
            }
            try kiosk.step(frame)
            if step >= 100 { counted += allocation_counter_value() - before }
        }
        #expect(kiosk.session.frameLog.frames > 500)
        #expect(counted == 0)
    }

    @Test(
        "The allocation counter counts an array",
        .requiresOptimizedBuild)
    func theCounterCounts() {
        let before = allocation_counter_value()
        let array = [Int](repeating: 1, count: 100)
        #expect(array.count == 100)
        #expect(allocation_counter_value() > before)
    }
}
