import KioskDisplay
import KioskRuntime
import KioskServices
import KioskSystem
import TouchKitGeometry
import TouchKitRaster

/// One benchmark run, which observes the kiosk's main loop.
///
/// The run waits for the first frame and for the end of start-up work, starts the touch source,
/// collects the record of every displayed frame, waits for the last frames and stops the loop.
@MainActor
final class BenchmarkRun: MainLoopObserver {
    private enum Phase {
        /// Waiting for the first frame. The run fails if no frame is displayed before `until`,
        /// which is `nil` before the launch.
        case starting(until: Timestamp?)
        /// Waiting for start-up work to end; the touch source starts at `until`.
        case settling(until: Timestamp)
        /// The touch source plays.
        case playing
        /// The touch source has ended, and its last frames are displayed; the run finishes at
        /// `until`.
        case ending(until: Timestamp)
        /// The measurement is complete, or the run has failed.
        case done
    }

    /// The resource usage of the process at the start of the measurement.
    private struct UsageSnapshot {
        var wakeUps: UInt64
        var threadMicroseconds: Int64
        var processMicroseconds: Int64
    }

    /// The time reserved for start-up work, such as filling caches, in microseconds.
    private static let settlingDuration: Int64 = 1_000_000
    /// The time reserved for start-up work if a robot plays through the kernel, in microseconds.
    ///
    /// systemd-udevd starts worker processes for the robot's touchscreen and ends them 4 s later.
    /// On one processor, ending ten of them takes 20 ms, which would delay frames.
    private static let settlingDurationWithRobot: Int64 = 5_000_000
    /// The time within which the first frame must be displayed, in microseconds.
    private static let startTimeout: Int64 = 10_000_000
    /// The time in which the last touches reach the display, including a short animation, in
    /// microseconds.
    private static let endingDuration: Int64 = 300_000

    private let source: any BenchmarkTouchSource
    private let scanoutFolder: String
    private var phase = Phase.starting(until: nil)
    private var statistics: FrameStatistics
    private var start = Timestamp.zero
    private var startUsage = UsageSnapshot(
        wakeUps: 0, threadMicroseconds: 0, processMicroseconds: 0)
    /// The number of main-loop wake-ups that the benchmark itself caused.
    private var ownWakeUps: UInt64 = 0
    private let isPeakReset: Bool
    private weak var loop: MainLoop?
    private var display = ""
    private var hasVblank = true
    private var period: Int64 = 0
    /// The error that prevented the measurement, or `nil` if there was none.
    private(set) var failure: KioskError?
    /// The measurements, or `nil` before the end of the run.
    private(set) var result: BenchmarkResult?

    /// Creates a run.
    ///
    /// - Parameters:
    ///   - source: The source of the touches.
    ///   - frames: The largest expected number of frames.
    ///   - scanoutFolder: The folder of the device nodes whose mappings count as scanout memory.
    init(source: any BenchmarkTouchSource, frames: Int, scanoutFolder: String = "/dev/dri") {
        self.source = source
        self.scanoutFolder = scanoutFolder
        statistics = FrameStatistics(frames: frames)
        isPeakReset = ProcessUsage.resetPeakResident()
    }

    // MARK: MainLoopObserver

    func launched(_ session: Session, on display: any ScanoutDisplay, loop: MainLoop) {
        self.loop = loop
        self.display = Self.description(of: display)
        hasVblank = display.hasVblank
        period = session.frameMicroseconds ?? display.mode.periodMicroseconds
        phase = .starting(until: MonotonicClock.now().advanced(byMicroseconds: Self.startTimeout))
        session.onFrameShown = { [weak self] in self?.frameShown($0) }
    }

    var nextDeadline: Timestamp? {
        switch phase {
        case .playing, .done: nil
        case .starting(let until): until
        case .settling(let until), .ending(let until): until
        }
    }

    func timerFired(loop: MainLoop) {
        let now = MonotonicClock.now()
        switch phase {
        case .settling(let until) where until <= now:
            startMeasuring(at: now, loop)
        case .starting(let until?) where until <= now:
            fail(loop, cause: "no frame was displayed within 10 s")
        case .ending(let until) where until <= now:
            countOwnWakeUp(of: loop)
            finish(at: now, loop, interruption: nil)
            loop.stop()
        case .starting, .settling, .playing, .ending, .done:
            return
        }
    }

    func displayWillClose() {
        guard let loop else { return }
        switch phase {
        case .starting, .settling:
            return fail(
                loop, cause: "disconnected, or rejected a frame, before the measurement started")
        case .playing, .ending, .done:
            break
        }
        finish(at: MonotonicClock.now(), loop, interruption: .displayLost)
        loop.stop()
    }

    func loopEnded(_ loop: MainLoop) {
        finish(at: MonotonicClock.now(), loop, interruption: .signal)
        // A signal in the last iteration of the loop still means that the user wants no further
        // runs.
        if loop.isInterrupted, result?.interruption == nil { result?.interruption = .signal }
    }

    /// Counts the current wake-up as the benchmark's own, unless a frame is due at the same
    /// wake-up.
    private func countOwnWakeUp(of loop: MainLoop) {
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
            let duration =
                source.isThroughKernel ? Self.settlingDurationWithRobot : Self.settlingDuration
            phase = .settling(until: MonotonicClock.now().advanced(byMicroseconds: duration))
        case .playing, .ending:
            statistics.add(record)
        case .settling, .done:
            return
        }
    }

    private func startMeasuring(at now: Timestamp, _ loop: MainLoop) {
        start = now
        statistics.restart(at: now)
        do {
            try source.start(at: now, loop: loop) { [weak self] in self?.sourceEnded() }
        } catch {
            failure = error
            phase = .done
            loop.stop()
            return
        }
        phase = .playing
        startUsage = UsageSnapshot(
            wakeUps: loop.wakeUps, threadMicroseconds: ThreadClock.cpuMicroseconds(),
            processMicroseconds: ProcessUsage.cpuMicroseconds())
    }

    private func sourceEnded() {
        guard case .playing = phase else { return }
        // The source woke the loop for this call.
        if let loop { countOwnWakeUp(of: loop) }
        phase = .ending(until: MonotonicClock.now().advanced(byMicroseconds: Self.endingDuration))
    }

    /// Stops the source and stores the result. Does nothing after the first call.
    private func finish(
        at now: Timestamp, _ loop: MainLoop, interruption: BenchmarkResult.Interruption?
    ) {
        let hasStarted: Bool
        switch phase {
        case .done: return
        case .starting, .settling: hasStarted = false
        case .playing, .ending: hasStarted = true
        }
        phase = .done
        let thread = ThreadClock.cpuMicroseconds() - startUsage.threadMicroseconds
        let sourceReport = source.stop()
        var result = BenchmarkResult()
        if hasStarted {
            let process = ProcessUsage.cpuMicroseconds() - startUsage.processMicroseconds
            result = statistics.result
            let wakeUps = loop.wakeUps - startUsage.wakeUps
            result.wakeUps = wakeUps - min(wakeUps, ownWakeUps)
            result.mainThreadCPUMicroseconds = thread
            result.processCPUMicroseconds = process - sourceReport.cpuMicroseconds
            result.durationMicroseconds = now.microseconds(since: start)
        }
        result.interruption = sourceReport.failure.map { .robot($0) } ?? interruption
        result.display = display
        result.hasVblank = hasVblank
        result.periodMicroseconds = period
        result.input = source.description
        result.isThroughKernel = source.isThroughKernel
        result.isPeakOfThisRun = isPeakReset
        result.peakResidentKilobytes = ProcessUsage.peakResidentKilobytes()
        if let mappings = ProcessUsage.mappedFileKilobytes(below: scanoutFolder) {
            result.scanoutKilobytes = mappings.size
            result.scanoutResidentKilobytes = mappings.resident
        }
        result.robotLatenessMicroseconds = sourceReport.maximumLatenessMicroseconds
        self.result = result
    }

    /// Returns the name, mode, format, driver and frame timing of a display as text.
    private static func description(of display: any ScanoutDisplay) -> String {
        let driver = display.driver.map { ", driver \($0)" } ?? ""
        let timing = display.hasVblank ? "vblank" : "no vblank: frames are paced by a timer"
        let mode = display.name.hasSuffix(display.mode.name) ? "" : " \(display.mode.name)"
        return "\(display.name)\(mode), \(display.format.rawValue)\(driver), \(timing)"
    }
}
