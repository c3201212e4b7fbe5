import CTouchTrackerAllocationCounter
import Glibc
import KioskDisplay
import KioskRuntime
import KioskServices
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitPacing
import TouchKitRaster
import TouchTrackerApp
import TouchTrackerTestSupport

/// Tests when front-buffer ink becomes visible, and its cost.
@Suite("Timing of front-buffer ink", .serialized)
@MainActor
struct InkTimeTests {
    private func fill(_ window: UIWindow) {
        let view = DrawingView(frame: window.bounds)
        view.isMultipleTouchEnabled = true
        view.tool = .pen
        view.predictsInk = false
        window.addSubview(view)
    }

    /// A period of 16 ms, of which 12.8 ms scan 100 rows.
    private static let mode = DisplayMode(
        width: 120, height: 100, refreshMillihertz: 62_500, totalHeight: 125)

    @Test(
        "Front-buffer ink is visible at the next scan of its row, in every rotation",
        arguments: Rotation.allCases, [0, 400])
    func rows(rotation: Rotation, cost: Int64) throws {
        let kiosk = try VblankKiosk(mode: Self.mode, rotation: rotation, ink: .front, fill: fill)
        var records: [FrameRecord] = []
        kiosk.session.onFrameShown = { records.append($0) }
        kiosk.display.onFlush = { kiosk.advanceClock(microseconds: cost) }
        var touchscreen = TouchFrameGenerator(width: 120, height: 100)
        var random = SeededRandom(seed: 3)
        var expected: [Timestamp: Timestamp] = [:]
        try kiosk.report(touchscreen.frame(0, .down, x: 60, y: 50))
        for _ in 0..<60 {
            try kiosk.advance(byMicroseconds: Int64(2_000 + random.next(below: 9_000)))
            let x = Double(random.next(below: 120)) + 0.5
            let y = Double(random.next(below: 100)) + 0.5
            let time = kiosk.now
            let ink = kiosk.display.flushedDamage
            try kiosk.report(touchscreen.frame(0, .motion, x: x, y: y))
            if kiosk.display.flushedDamage.rects == ink.rects { continue }
            // Vblanks are at multiples of 16 ms.
            let written = time.microseconds + cost
            var scan = written / 16_000 * 16_000 + 12_800 * Int64(y) / 100
            if scan < written { scan += 16_000 }
            expected[time] = Timestamp(microseconds: scan)
        }
        try kiosk.advance(byMicroseconds: 50_000)
        var found: [Timestamp: Timestamp] = [:]
        for record in records {
            for sample in record.samples {
                guard let scanned = sample.scanned else { continue }
                found[sample.time] = scanned
                #expect(
                    record.latencyMicroseconds(of: sample)
                        == scanned.microseconds(since: sample.time))
            }
        }
        #expect(expected.count > 25)
        for (time, scan) in expected { #expect(found[time] == scan) }
    }

    @Test(
        "Ink of a flip is visible when its row is scanned after the flip, in every rotation",
        arguments: Rotation.allCases)
    func rowsOfFlips(rotation: Rotation) throws {
        let kiosk = try VblankKiosk(mode: Self.mode, rotation: rotation, ink: .flip, fill: fill)
        var rows: [Timestamp: Int64] = [:]
        var compared = 0
        kiosk.session.onFrameShown = { record in
            for sample in record.samples {
                guard let row = rows[sample.time] else { continue }
                compared += 1
                #expect(sample.rowMicroseconds == 12_800 * row / 100)
                let scan = record.flipped.advanced(byMicroseconds: 12_800 * row / 100)
                #expect(
                    record.rowLatencyMicroseconds(of: sample)
                        == scan.microseconds(since: sample.time))
            }
        }
        var touchscreen = TouchFrameGenerator(width: 120, height: 100)
        var random = SeededRandom(seed: 5)
        try kiosk.report(touchscreen.frame(0, .down, x: 60, y: 50))
        for _ in 0..<40 {
            try kiosk.advance(byMicroseconds: Int64(2_000 + random.next(below: 9_000)))
            // The touchscreen's positions are in scanout orientation.
            let y = Double(random.next(below: 100)) + 0.5
            rows[kiosk.now] = Int64(y)
            try kiosk.report(
                touchscreen.frame(0, .motion, x: Double(random.next(below: 120)) + 0.5, y: y))
        }
        try kiosk.advance(byMicroseconds: 50_000)
        #expect(compared == 40)
    }

    @Test("Samples without ink become visible with the flip")
    func withoutInk() throws {
        var records: [FrameRecord] = []
        let kiosk = try VblankKiosk(mode: Self.mode, ink: .front) { window in
            fill(window)
            let button = UIView(frame: CGRect(x: 60, y: 0, width: 60, height: 100))
            window.addSubview(button)
        }
        kiosk.session.onFrameShown = { records.append($0) }
        var touchscreen = TouchFrameGenerator(width: 120, height: 100)
        try kiosk.report(touchscreen.frame(0, .down, x: 20, y: 20))
        try kiosk.report(touchscreen.frame(1, .down, x: 90, y: 20))
        try kiosk.report(touchscreen.frame(0, .motion, x: 20, y: 40))
        try kiosk.advance(byMicroseconds: 50_000)
        let samples = records.flatMap(\.samples)
        #expect(samples.count == 3)
        // The second finger added no ink, so later ink comes with the frame.
        #expect(samples.map { $0.scanned != nil } == [true, false, false])
        let record = try #require(records.last)
        #expect(record.latencyMicroseconds(of: samples[1]) != nil)
    }

    @Test("Without vblank, ink is visible immediately")
    func withoutVblank() throws {
        var now = Timestamp.zero
        let display = try HeadlessDisplay(
            mode: DisplayMode(width: 120, height: 100), clock: { now })
        let geometry = ScreenGeometry(scanoutWidth: 120, scanoutHeight: 100)
        let application = UIApplication(screen: UIScreen(geometry: geometry))
        let window = UIWindow(frame: application.screen.bounds)
        fill(window)
        window.makeKeyAndVisible()
        application.becomeActive()
        let session = Session(
            application: application, display: display, geometry: geometry, ink: .front,
            clock: { now })
        #expect(session.workArrived(at: now) == .draw)
        _ = try session.drawFrame()
        now = Timestamp(microseconds: 3_000)
        var touchscreen = TouchFrameGenerator(width: 120, height: 100)
        var frame = touchscreen.frame(0, .down, x: 30, y: 40)
        frame.time = Timestamp(microseconds: 2_500)
        session.receive(frame)
        let action = session.workArrived(at: now)
        #expect(action != .draw)
        #expect(display.screenshot()[30, 40] == 0xFF00_0000)
        now = Timestamp(microseconds: 20_000)
        #expect(session.timerFired(at: now) == .draw)
        _ = try session.drawFrame()
        let record = try #require(session.frameLog.newest)
        #expect(
            record.samples == [
                ShownSample(
                    time: Timestamp(microseconds: 2_500), scanned: Timestamp(microseconds: 3_000),
                    delivered: Timestamp(microseconds: 3_000))
            ])
        #expect(display.screenshot()[30, 40] == 0xFF00_0000)
    }

    /// Returns the latency of a pen that circles for two seconds at 125 Hz, in microseconds from
    /// the measurement to the flip and to the scan of the row.
    private func circle(
        _ ink: KioskOptions.InkPath
    ) throws -> (toRecord: [Int64], toRow: [Int64], missed: Int) {
        let mode = DisplayMode(width: 800, height: 480, totalHeight: 500)
        let kiosk = try VblankKiosk(mode: mode, ink: ink, fill: fill)
        var rows: [Timestamp: Int64] = [:]
        var toRecord: [Int64] = []
        var toRow: [Int64] = []
        kiosk.session.onFrameShown = { record in
            for sample in record.samples {
                guard let row = rows[sample.time],
                    let latency = record.latencyMicroseconds(of: sample)
                else { continue }
                toRecord.append(latency)
                let scan = mode.activeMicroseconds * row / 480
                toRow.append(sample.scanned == nil ? latency + scan : latency)
                #expect(record.rowLatencyMicroseconds(of: sample) == toRow.last)
            }
        }
        var touchscreen = TouchFrameGenerator(width: 800, height: 480)
        for step in 0..<250 {
            let angle = Double(step) * 0.07
            let x = 400 + 200 * cos(angle)
            let y = 240 + 200 * sin(angle)
            rows[kiosk.now] = Int64(y)
            try kiosk.report(touchscreen.frame(0, step == 0 ? .down : .motion, x: x, y: y))
            try kiosk.advance(byMicroseconds: 8_000)
        }
        try kiosk.advance(byMicroseconds: 100_000)
        return (toRecord.sorted(), toRow.sorted(), kiosk.session.missedVblanks)
    }

    @Test("Front-buffer ink is visible 40 % sooner than ink that waits for the flip")
    func sooner() throws {
        let flip = try circle(.flip)
        let front = try circle(.front)
        #expect(flip.toRow.count == 250 && front.toRow.count == 250)
        #expect(flip.missed == 0 && front.missed == 0)
        let middle = 125
        #expect(Double(front.toRow[middle]) <= 0.6 * Double(flip.toRow[middle]))
        // Only samples during the frame's composition are left to the frame.
        #expect(front.toRow[249] <= flip.toRow[249])
        #expect(front.toRecord[middle] < flip.toRecord[middle])
    }

    @Test(
        "Front-buffer ink with ten contacts at 240 Hz does not allocate when warm",
        .requiresOptimizedBuild,
        arguments: Rotation.allCases)
    func allocations(rotation: Rotation) throws {
        // The growth of a stroke's point storage does not depend on the display of ink.
        #expect(try allocations(.front, rotation) == allocations(.flip, rotation))
    }

    private func allocations(
        _ ink: KioskOptions.InkPath, _ rotation: Rotation
    ) throws -> UInt {
        let mode = DisplayMode(width: 800, height: 480, totalHeight: 500)
        let kiosk = try VblankKiosk(mode: mode, rotation: rotation, ink: ink) { window in
            fill(window)
            // Thin enough to change new pixels until the end; a sample that changes none causes no
            // frame.
            (window.subviews.first as? DrawingView)?.width = .thin
        }
        var touchscreen = TouchFrameGenerator(width: 800, height: 480)
        for slot in 0..<10 {
            try kiosk.report(touchscreen.frame(slot, .down, x: Double(slot * 70 + 30), y: 20))
        }
        var counted: UInt = 0
        for step in 0..<720 {
            let frame = touchscreen.frame(moving: 0..<10) { slot in
                (Double(slot * 70 + 30 + step % 50), Double(20 + (step * 7) % 440))
            }
            let before = allocation_counter_value()
            try kiosk.report(frame)
            try kiosk.advance(byMicroseconds: 4_167)
            if step >= 240 { counted += allocation_counter_value() - before }
        }
        #expect((kiosk.session.frameLog.inkBytesWritten > 0) == (ink == .front))
        #expect(kiosk.session.frameLog.frames > 150)
        return counted
    }
}
