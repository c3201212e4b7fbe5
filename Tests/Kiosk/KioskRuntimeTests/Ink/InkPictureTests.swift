import KioskDisplay
import KioskRuntime
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerApp
import TouchTrackerTestSupport

/// Compares runs with front-buffer ink with runs in which ink waits for the flip. Only the time at
/// which ink is visible may differ.
@Suite("Pictures with front-buffer ink", .serialized)
@MainActor
struct InkPictureTests {
    /// A picture passed to the display.
    private struct Shown {
        let time: Timestamp
        let bytes: [UInt8]
    }

    /// With a period of exactly 16,000 µs, rounding cannot shift the frames of one run by a
    /// microsecond, which would move the animated square.
    private static let mode = DisplayMode(
        width: 112, height: 72, refreshMillihertz: 62_500, totalHeight: 80)
    private static let fingers = 4

    /// Two drawing views, for the pen and the line tool, and a translucent square that moves over
    /// both.
    private func fill(_ window: UIWindow) -> UIView {
        let bounds = window.bounds
        let pens = DrawingView(frame: bounds)
        pens.tool = .pen
        pens.predictsInk = false
        pens.isMultipleTouchEnabled = true
        window.addSubview(pens)
        let lines = DrawingView(
            frame: CGRect(
                x: bounds.width * 0.7, y: 0, width: bounds.width * 0.3, height: bounds.height))
        lines.isMultipleTouchEnabled = true
        window.addSubview(lines)
        let square = UIView(frame: CGRect(x: 0, y: 10, width: 24, height: 24))
        square.backgroundColor = .blue
        square.alpha = 0.5
        square.isUserInteractionEnabled = false
        window.addSubview(square)
        return square
    }

    /// Plays random contacts, then none until all animations have ended.
    private func play(
        _ ink: KioskOptions.InkPath, rotation: Rotation, format: PixelFormat, seed: UInt64
    ) throws -> (kiosk: VblankKiosk, shown: [Shown]) {
        var square: UIView?
        let kiosk = try VblankKiosk(
            mode: Self.mode, rotation: rotation, format: format, ink: ink
        ) { square = fill($0) }
        var shown: [Shown] = []
        kiosk.display.onPresent = { index in
            shown.append(Shown(time: kiosk.now, bytes: kiosk.display.bytes(index)))
        }
        var touchscreen = TouchFrameGenerator(width: 112, height: 72)
        var random = SeededRandom(seed: seed)
        var places = [(x: Double, y: Double)?](repeating: nil, count: Self.fingers)
        // A debug build takes fifty times as long per picture.
        for step in 0..<(Optimization.isEnabled ? 360 : 100) {
            try kiosk.advance(byMicroseconds: Int64(3_000 + random.next(below: 3_000)))
            if step % 50 == 25, let square {
                // Like a posted call, by the clock and not by the last delivery.
                kiosk.application.advance(to: kiosk.now)
                UIView.animate(withDuration: 0.25) { square.center.x = 112 - square.center.x }
                try kiosk.work()
            }
            for slot in 0..<Self.fingers {
                try act(slot, &places[slot], &touchscreen, &random, kiosk)
            }
        }
        for slot in 0..<Self.fingers where places[slot] != nil {
            try kiosk.report(touchscreen.frame(slot, .up, x: 0, y: 0))
        }
        try kiosk.advance(byMicroseconds: 500_000)
        return (kiosk, shown)
    }

    private func act(
        _ slot: Int, _ place: inout (x: Double, y: Double)?,
        _ touchscreen: inout TouchFrameGenerator,
        _ random: inout SeededRandom, _ kiosk: VblankKiosk
    ) throws {
        guard let old = place else {
            if random.next(below: 12) > 0 { return }
            let new = (x: random.number(in: 0...111.9), y: random.number(in: 0...71.9))
            place = new
            return try kiosk.report(touchscreen.frame(slot, .down, x: new.x, y: new.y))
        }
        switch random.next(below: 30) {
        case 0:
            place = nil
            try kiosk.report(touchscreen.frame(slot, .up, x: old.x, y: old.y))
        case 1:
            place = nil
            try kiosk.report(touchscreen.frame(slot, .cancel, x: old.x, y: old.y))
        default:
            let new = (
                x: min(max(old.x + random.number(in: -9...9), 0), 111.9),
                y: min(max(old.y + random.number(in: -9...9), 0), 71.9)
            )
            place = new
            try kiosk.report(touchscreen.frame(slot, .motion, x: new.x, y: new.y))
        }
    }

    @Test(
        "Each flip shows the same bytes with and without front-buffer ink",
        arguments: Rotation.allCases, PixelFormat.allCases)
    func flipsAreEqual(rotation: Rotation, format: PixelFormat) throws {
        let seed = UInt64(rotation.rawValue)
        let flip = try play(.flip, rotation: rotation, format: format, seed: seed)
        let front = try play(.front, rotation: rotation, format: format, seed: seed)
        #expect(flip.shown.count > 20)
        #expect(flip.kiosk.session.frameLog.inkBytesWritten == 0)
        #expect(front.kiosk.session.frameLog.inkBytesWritten > 2_000)
        // Ink that was added and removed again needs another frame, which can delay the next one.
        var wrong = 0
        var common = 0
        let pictures = Dictionary(uniqueKeysWithValues: front.shown.map { ($0.time, $0.bytes) })
        for picture in flip.shown {
            guard let other = pictures[picture.time] else { continue }
            common += 1
            if other != picture.bytes { wrong += 1 }
        }
        #expect(common * 20 >= flip.shown.count * 19)
        #expect(wrong == 0)
        let shown = try #require(front.kiosk.display.frontBuffers.shown)
        let shownIndex = try #require(flip.kiosk.display.frontBuffers.shown)
        #expect(front.kiosk.display.bytes(shown) == flip.kiosk.display.bytes(shownIndex))
    }

    @Test(
        "A frame's bytes are its repainted pixels times the pixel size, also with front-buffer ink")
    func bytesApart() throws {
        var records = 0
        var ink = 0
        let kiosk = try VblankKiosk(mode: Self.mode, format: .rgb565, ink: .front) { _ = fill($0) }
        kiosk.session.onFrameShown = { record in
            records += 1
            ink += record.inkBytesWritten
            #expect(record.bytesWritten == record.repaintedPixels * 2)
            #expect(record.inkBytesWritten % 2 == 0)
        }
        var touchscreen = TouchFrameGenerator(width: 112, height: 72)
        try kiosk.report(touchscreen.frame(0, .down, x: 10, y: 10))
        for step in 0..<200 {
            try kiosk.advance(byMicroseconds: 4_000)
            try kiosk.report(
                touchscreen.frame(0, .motion, x: 10 + Double(step % 60), y: 10 + Double(step % 50)))
        }
        try kiosk.advance(byMicroseconds: 100_000)
        #expect(records > 40)
        #expect(ink > 0 && ink == kiosk.session.frameLog.inkBytesWritten)
    }
}
