import KioskDisplay
import KioskServices
import KioskSystem
import TouchKitGeometry
import TouchKitRaster

/// One run of a benchmark, as the guest of a kiosk's loop: waits until the picture stands, lets the
/// source play, waits a little for what is still to be shown, and ends the loop.
@MainActor
final class BenchmarkRun: LoopGuest {
    private enum Phase {
        /// Nothing is on the screen yet; without a first frame it ends then.
        case starting(until: Timestamp?)
        /// What happens at a start goes on until then.
        case settling(until: Timestamp)
        /// Touches are played.
        case playing
        /// The last of them are being shown.
        case ending(until: Timestamp)
        /// Everything is measured.
        case done
    }

    /// What was used of the machine when the measuring began.
    private struct Usage {
        var wakeUps: UInt64
        var thread: Int64
        var process: Int64
    }

    /// A start has its own work, in microseconds: buttons appear, caches fill.
    private static let settling: Int64 = 1_000_000
    /// How long the first frame may take, in microseconds.
    private static let patience: Int64 = 10_000_000
    /// What the last touches did is on the screen by then, in microseconds: the flip, and a short
    /// animation.
    private static let grace: Int64 = 300_000

    private let source: any BenchmarkSource
    private let scanoutFolder: String
    private var phase = Phase.starting(until: nil)
    private var gauge: FrameGauge
    private var began = Timestamp.zero
    private var usageBefore = Usage(wakeUps: 0, thread: 0, process: 0)
    /// Wake-ups that were for the measuring.
    private var ownWakeUps: UInt64 = 0
    private let isPeakReset: Bool
    private weak var loop: MainLoop?
    private var display = ""
    private var period: Int64 = 0
    /// Why it couldn't begin.
    private(set) var failure: KioskError?
    /// What was measured; nil before the end.
    private(set) var result: BenchmarkResult?

    /// - Parameters:
    ///   - source: What is played.
    ///   - frames: How many frames are expected at most.
    ///   - scanoutFolder: Where the nodes are whose mappings are scanout memory.
    init(source: any BenchmarkSource, frames: Int, scanoutFolder: String = "/dev/dri") {
        self.source = source
        self.scanoutFolder = scanoutFolder
        gauge = FrameGauge(frames: frames)
        isPeakReset = ProcessUsage.resetPeak()
    }

    // MARK: The loop's guest

    func launched(_ session: Session, on display: any ScanoutDisplay, loop: MainLoop) {
        self.loop = loop
        self.display = Self.words(display)
        period = session.frameMicroseconds ?? display.mode.periodMicroseconds
        phase = .starting(until: MonotonicClock.now().advanced(byMicroseconds: Self.patience))
        session.onFrameShown = { [weak self] in self?.frameShown($0) }
    }

    var nextDeadline: Timestamp? {
        switch phase {
        case .playing, .done: nil
        case .starting(let until): until
        case .settling(let until), .ending(let until): until
        }
    }

    func timePassed(loop: MainLoop) {
        let now = MonotonicClock.now()
        switch phase {
        case .settling(let until) where until <= now:
            begin(at: now, loop)
        case .starting(let until?) where until <= now:
            fail(loop, cause: "its first frame wasn't shown in 10 s")
        case .ending(let until) where until <= now:
            countOwnWakeUp(loop)
            finish(at: now, loop, interruption: nil)
            loop.stop()
        case .starting, .settling, .playing, .ending, .done:
            return
        }
    }

    func displayWillGo() {
        guard let loop else { return }
        switch phase {
        case .starting, .settling:
            return fail(
                loop, cause: "it went away, or refused a frame, before anything was measured")
        case .playing, .ending, .done:
            break
        }
        finish(at: MonotonicClock.now(), loop, interruption: .displayLost)
        loop.stop()
    }

    func loopEnded(_ loop: MainLoop) {
        finish(at: MonotonicClock.now(), loop, interruption: .signal)
        // One that came with the last turn still means that nothing more is wanted.
        if loop.isInterrupted, result?.interruption == nil { result?.interruption = .signal }
    }

    /// A turn of the loop that was for the measuring alone doesn't count.
    private func countOwnWakeUp(_ loop: MainLoop) {
        if !loop.frameIsDue { ownWakeUps += 1 }
    }

    private func fail(_ loop: MainLoop, cause: String) {
        failure = .display(
            DisplayError(
                .failed, subject: display, cause: cause, remedy: "see the messages above"))
        phase = .done
        loop.stop()
    }

    // MARK: Measuring

    private func frameShown(_ record: FrameRecord) {
        switch phase {
        case .starting:
            phase = .settling(
                until: MonotonicClock.now().advanced(byMicroseconds: Self.settling))
        case .playing, .ending:
            gauge.take(record)
        case .settling, .done:
            return
        }
    }

    private func begin(at now: Timestamp, _ loop: MainLoop) {
        began = now
        gauge.begin(at: now)
        do {
            try source.start(at: now, loop: loop) { [weak self] in self?.playingEnded() }
        } catch {
            failure = error
            phase = .done
            loop.stop()
            return
        }
        phase = .playing
        usageBefore = Usage(
            wakeUps: loop.wakeUps, thread: ThreadClock.cpuMicroseconds(),
            process: ProcessUsage.processMicroseconds())
    }

    private func playingEnded() {
        guard case .playing = phase else { return }
        // The source woke the loop to say so.
        if let loop { countOwnWakeUp(loop) }
        phase = .ending(until: MonotonicClock.now().advanced(byMicroseconds: Self.grace))
    }

    /// Takes everything down, once.
    private func finish(
        at now: Timestamp, _ loop: MainLoop, interruption: BenchmarkResult.Interruption?
    ) {
        let hasBegun: Bool
        switch phase {
        case .done: return
        case .starting, .settling: hasBegun = false
        case .playing, .ending: hasBegun = true
        }
        phase = .done
        let thread = ThreadClock.cpuMicroseconds() - usageBefore.thread
        let ending = source.stop()
        var result = BenchmarkResult()
        if hasBegun {
            let process = ProcessUsage.processMicroseconds() - usageBefore.process
            result = gauge.result
            let wakeUps = loop.wakeUps - usageBefore.wakeUps
            result.wakeUps = wakeUps - min(wakeUps, ownWakeUps)
            result.processorMicroseconds = thread
            result.processProcessorMicroseconds = process - ending.cpuMicroseconds
            result.durationMicroseconds = now.microseconds(since: began)
        }
        result.interruption = ending.trouble.map { .robot($0) } ?? interruption
        result.display = display
        result.periodMicroseconds = period
        result.input = source.words
        result.isThroughKernel = source.isThroughKernel
        result.isPeakOfThisRun = isPeakReset
        result.peakResidentKilobytes = ProcessUsage.peakResidentKilobytes()
        if let mappings = ProcessUsage.mappings(below: scanoutFolder) {
            result.scanoutKilobytes = mappings.size
            result.scanoutResidentKilobytes = mappings.resident
        }
        result.robotLatenessMicroseconds = ending.worstLatenessMicroseconds
        self.result = result
    }

    /// A display, as far as it matters to frames.
    private static func words(_ display: any ScanoutDisplay) -> String {
        let driver = display.driver.map { ", driver \($0)" } ?? ""
        let pace = display.hasVblank ? "vblank" : "no vblank: a timer keeps the pace"
        let mode = display.name.hasSuffix(display.mode.name) ? "" : " \(display.mode.name)"
        return "\(display.name)\(mode), \(display.format.rawValue)\(driver), \(pace)"
    }
}
