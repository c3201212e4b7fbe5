import KioskDisplay
import KioskServices
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitPacing

/// The timing of a session's front-buffer ink (docs/frame-pacing.md).
struct FrontInkTiming {
    /// Whether the next touch may bring ink: no touch is active, or the newest deliveries brought
    /// ink.
    var isExpected = true
    /// The expected duration of an ink pass in microseconds: the longest one, reduced by an eighth
    /// of the difference with each shorter or skipped pass.
    private(set) var expectedMicroseconds: Int64 = 0
    /// The positions of the samples of the present pass, in points. The memory is reused.
    var positions: [CGPoint] = []

    init() {
        positions.reserveCapacity(FrameRecord.usualSampleCapacity)
    }

    /// Records the duration of an ink pass.
    mutating func record(microseconds: Int64) {
        let reduced = expectedMicroseconds - (expectedMicroseconds - microseconds) / 8
        expectedMicroseconds = max(microseconds, reduced)
    }

    /// Returns whether an ink pass that starts now ends before the frame's latch time. Each refusal
    /// lowers the expected duration, so that one slow pass does not disable ink for good.
    mutating func fits(from now: Timestamp, before latch: Timestamp) -> Bool {
        if now.advanced(byMicroseconds: expectedMicroseconds) <= latch { return true }
        expectedMicroseconds -= (expectedMicroseconds + 7) / 8
        return false
    }
}

extension Session {
    /// Whether input wakes the loop to write front-buffer ink although a frame is scheduled or
    /// pending.
    package var expectsInk: Bool { frontInk?.isExpected ?? false }

    /// Updates whether more ink is expected, after a delivery.
    func updateInkExpectation() {
        frontInk?.isExpected = tracker.liveCount == 0 || application.needsInk
    }

    /// Delivers queued touches and writes their ink straight into the front buffers. The scheduled
    /// or pending frame is unchanged; the next flip confirms the ink.
    ///
    /// One pass handles all touch frames that were read together. A pass that would run into the
    /// frame is skipped; the frame then shows the ink.
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
        // Ink that is only in a pending buffer is first seen with its flip.
        if targets.shown != nil { recordScanTimes(of: first, on: display, written: written) }
        frontInk?.record(microseconds: written.microseconds(since: begun))
    }

    /// Records when the samples of a pass are first seen: when their rows are scanned out next, or
    /// immediately on a display without scanout timing.
    private func recordScanTimes(of first: Int, on display: any ScanoutDisplay, written: Timestamp) {
        let mode = display.mode
        let timing = pacer.lastVblank.map {
            ScanTiming(
                vblank: $0, periodMicroseconds: mode.periodMicroseconds,
                activeMicroseconds: mode.activeMicroseconds, rows: mode.height)
        }
        let count = frontInk?.positions.count ?? 0
        for index in 0..<count {
            guard let position = frontInk?.positions[index], let row = renderer.inkRow(at: position) else {
                continue
            }
            record.samples[first + index].scanned =
                display.hasVblank ? timing?.next(row: row, notBefore: written) : written
        }
    }
}
