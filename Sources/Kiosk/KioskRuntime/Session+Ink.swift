import KioskDisplay
import KioskServices
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitPacing

/// What a session keeps of ink that is shown ahead of the flip (docs/ink.md).
struct FrontInk {
    /// Whether the next touch may bring ink: no finger is down, or the newest deliveries brought some.
    var isAwaited = true
    /// What a pass takes, in microseconds: as long as the longest one, of which an eighth is forgotten with
    /// each shorter one, and with each that wasn't begun because of it.
    private(set) var costMicroseconds: Int64 = 0
    /// Where the samples of a pass are, in points; its memory is kept.
    var places: [CGPoint] = []

    init() {
        places.reserveCapacity(FrameRecord.usualSamples)
    }

    /// A pass took so long.
    mutating func took(microseconds: Int64) {
        let forgotten = costMicroseconds - (costMicroseconds - microseconds) / 8
        costMicroseconds = max(microseconds, forgotten)
    }

    /// Whether a pass that begins now ends before the frame does. One slow pass mustn't mean none for ever.
    mutating func fits(from now: Timestamp, before latch: Timestamp) -> Bool {
        if now.advanced(byMicroseconds: costMicroseconds) <= latch { return true }
        costMicroseconds -= (costMicroseconds + 7) / 8
        return false
    }
}

extension Session {
    /// Whether news of the devices shall wake the loop though a frame is awaited or under way. A scene
    /// without ink rests as it does where ink waits for the flip.
    package var inkIsAwaited: Bool { frontInk?.isAwaited ?? false }

    /// Something was delivered: does more ink follow?
    func noteInk() {
        frontInk?.isAwaited = tracker.liveCount == 0 || application.needsInk
    }

    /// Delivers what waits, and writes the ink that comes of it straight into what is on the screen. The
    /// frame that is awaited or under way stays as it is; the next flip confirms the ink.
    ///
    /// One pass serves all that was read from the devices together. One that would run into the frame is
    /// left to it.
    func showInkAhead() {
        guard inkIsAwaited, !queue.isEmpty, let display else { return }
        let targets = renderer.inkTargets(among: display.frontBuffers)
        guard targets != FrontBuffers() else { return }
        let begun = clock()
        if let latch = pacer.wake, frontInk?.fits(from: begun, before: latch) == false {
            return
        }
        let first = record.samples.count
        frontInk?.places.removeAll(keepingCapacity: true)
        deliverTouches { frontInk?.places.append($0.position) }
        guard renderer.composeInk(application, for: targets) else { return }
        if let shown = targets.shown {
            record.inkBytesWritten += renderer.writeInk(to: display.buffer(shown))
        }
        if let coming = targets.coming {
            record.inkBytesWritten += renderer.writeInk(to: display.buffer(coming))
        }
        display.flushFront(damage: renderer.scanoutCover(of: renderer.damage))
        let written = clock()
        // What is only in a buffer that is yet to come is first seen with its flip.
        if targets.shown != nil { noteScans(of: first, on: display, written: written) }
        frontInk?.took(microseconds: written.microseconds(since: begun))
    }

    /// Notes when the samples of a pass are first seen: when their rows are scanned out next, or at once
    /// where nothing is scanned.
    private func noteScans(of first: Int, on display: any ScanoutDisplay, written: Timestamp) {
        let mode = display.mode
        let timing = pacer.lastVblank.map {
            ScanTiming(
                vblank: $0, periodMicroseconds: mode.periodMicroseconds,
                activeMicroseconds: mode.activeMicroseconds, rows: mode.height)
        }
        let count = frontInk?.places.count ?? 0
        for index in 0..<count {
            guard let place = frontInk?.places[index], let row = renderer.inkRow(at: place) else {
                continue
            }
            record.samples[first + index].scanned =
                display.hasVblank ? timing?.next(row: row, notBefore: written) : written
        }
    }
}
