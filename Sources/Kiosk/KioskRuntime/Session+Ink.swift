import KioskDisplay
import KioskServices
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitPacing

/// The timing of ink passes in a session. An ink pass writes new ink directly into the buffer that
/// the display scans out, between two frames (docs/frame-pacing.md).
struct FrontInkTiming {
    /// Whether the next touch frame may produce ink, because no touch is active or the most
    /// recently delivered touches produced ink.
    var isExpected = true
    /// The expected duration, in microseconds, of an ink pass (the writing of new ink between two
    /// frames). A longer pass raises the value to the duration of that pass. A shorter pass lowers
    /// the value by an eighth of the difference, and a skipped pass lowers the value by an eighth.
    private(set) var expectedMicroseconds: Int64 = 0
    /// The positions of the touch samples in the current ink pass (the writing of new ink between
    /// two frames), in points. Each pass reuses the array's memory.
    var positions: [CGPoint] = []

    init() {
        positions.reserveCapacity(FrameRecord.usualSampleCapacity)
    }

    /// Records the duration of an ink pass in microseconds.
    mutating func record(microseconds: Int64) {
        let reduced = expectedMicroseconds - (expectedMicroseconds - microseconds) / 8
        expectedMicroseconds = max(microseconds, reduced)
    }

    /// Returns whether an ink pass that starts at `now` is expected to end by `latch`, the time at
    /// which the next frame starts. Each `false` result lowers the expected duration, so that one
    /// slow pass does not disable front-buffer ink permanently.
    mutating func fits(from now: Timestamp, before latch: Timestamp) -> Bool {
        if now.advanced(byMicroseconds: expectedMicroseconds) <= latch { return true }
        expectedMicroseconds -= (expectedMicroseconds + 7) / 8
        return false
    }
}

extension Session {
    /// Whether input wakes the main loop to write front-buffer ink, even while a frame is scheduled
    /// or pending.
    package var expectsInk: Bool { frontInk?.isExpected ?? false }

    /// Updates whether the next touch frame may produce ink. Called after touches were delivered.
    func updateInkExpectation() {
        frontInk?.isExpected = tracker.liveCount == 0 || application.needsInk
    }

    /// Delivers queued touches and writes their ink directly into the front buffers. The scheduled
    /// or pending frame is not changed. The next frame contains the ink too.
    ///
    /// One ink pass handles all touch frames that were read together. A pass that would end after
    /// the start of the next frame is skipped, and the next frame shows the ink.
    func writeFrontInk() {
        guard expectsInk, !queue.isEmpty, let display else { return }
        let targets = renderer.inkTargets(among: display.frontBuffers)
        guard targets != FrontBuffers() else { return }
        let begun = clock()
        if let latch = pacer.wakeTime, frontInk?.fits(from: begun, before: latch) == false {
            return
        }
        let first = record.samples.count
        frontInk?.positions.removeAll(keepingCapacity: true)
        deliverTouches { frontInk?.positions.append($0.position) }
        guard renderer.composeInk(application, for: targets) else { return }
        if let shown = targets.shown {
            record.inkBytesWritten += renderer.writeInk(to: display.buffer(shown))
        }
        if let coming = targets.pending {
            record.inkBytesWritten += renderer.writeInk(to: display.buffer(coming))
        }
        display.flushFrontBuffers(damage: renderer.scanoutCover(of: renderer.damage))
        let written = clock()
        // Ink in the pending buffer alone becomes visible with the page flip, which records the
        // time.
        if targets.shown != nil { recordScanTimes(of: first, on: display, written: written) }
        frontInk?.record(microseconds: written.microseconds(since: begun))
    }

    /// Records the time at which each sample of an ink pass becomes visible: the next scanout of
    /// the sample's row, or `written` on a display without vblanks.
    ///
    /// - Parameters:
    ///   - first: The index of the pass's first sample in `record.samples`.
    ///   - display: The display that shows the ink.
    ///   - written: The time at which the ink was written into the front buffers.
    private func recordScanTimes(of first: Int, on display: any ScanoutDisplay, written: Timestamp)
    {
        let mode = display.mode
        let timing = pacer.lastVblank.map {
            ScanTiming(
                vblank: $0, periodMicroseconds: mode.periodMicroseconds,
                activeMicroseconds: mode.activeMicroseconds, rows: mode.height)
        }
        let count = frontInk?.positions.count ?? 0
        for index in 0..<count {
            guard let position = frontInk?.positions[index], let row = renderer.inkRow(at: position)
            else {
                continue
            }
            record.samples[first + index].scanned =
                display.hasVblank ? timing?.next(row: row, notBefore: written) : written
        }
    }
}
