import KioskServices
import LabBenchmark
import LabRobot
import TouchKit
import TouchTrackerApp

/// The maintenance page that plays scripts of synthetic touches and measures the frames of the
/// running kiosk. The scripts use separate drawings; the user's drawing does not change.
final class BenchmarkPage: UIView, MaintenancePage {
    /// The text in the title bar of the page.
    let title = "Benchmark"
    /// The closure that `MaintenancePage` requires for one-line messages to the user. The benchmark
    /// page has no messages.
    var onMessage: ((String) -> Void)?
    /// The duration of each script, in seconds.
    static let duration = 10
    /// The number of touch frames per second, a usual rate of touchscreens.
    static let rateHz = 120
    /// The scripts in the order of playback.
    static let scripts = [
        RobotScript.Name.circle, .scribble, .drag, .sparkles,
    ]
    /// The interval between readings of the frame records, in seconds. The kiosk stores 256
    /// records, enough for this interval at 500 Hz.
    private static let readInterval = 0.5
    /// The delay in seconds before a script, in which the script's view is drawn, and after a
    /// script, in which the last frame is shown.
    private static let pause = 0.3
    private static let beginScript = Selector("beginScript") { (page: BenchmarkPage) in
        page.beginScript
    }
    private static let readRecords = Selector("readRecords") { (page: BenchmarkPage) in
        page.readRecords
    }
    private static let finishScript = Selector("finishScript") { (page: BenchmarkPage) in
        page.finishScript
    }

    private let frames: any FrameRecords
    private let playback: any TouchPlayback
    /// The number of missed vblanks before the current script and the number of readings so far, or
    /// `nil` if no script plays.
    private var running: (missedBefore: Int, reads: Int)?
    /// The measurements of the current script, or `nil` if no script plays.
    private var measurements: FrameStatistics?
    /// The results of the finished scripts, in the order of `scripts`.
    private var results: [BenchmarkResult] = []
    /// The view of the current script, or `nil` if no benchmark runs.
    private var scriptView: BenchmarkScriptView?
    private let hint = UILabel(frame: .zero)
    private let table = BenchmarkTable(frame: .zero)
    private let startButton = FilledButton("Start")

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - frames: The source of the records of the newest frames.
    ///   - playback: The player of synthetic touches.
    init(frames: any FrameRecords, playback: any TouchPlayback) {
        self.frames = frames
        self.playback = playback
        super.init(frame: .zero)
        hint.textAlignment = .center
        hint.textColor = .white
        hint.numberOfLines = 0
        hint.lineBreakMode = .byWordWrapping
        startButton.addAction(for: .touchUpInside) { [weak self] _ in self?.start() }
        addSubview(hint)
        addSubview(table)
        addSubview(startButton)
        updateContent(reason: "")
    }

    /// Stops a running script when the page closes.
    func pageWillClose() {
        Self.cancelPreviousPerformRequests(withTarget: self)
        playback.stop()
        removeScriptView()
    }

    // MARK: Playback

    private func start() {
        guard scriptView == nil else { return }
        results.removeAll()
        prepareScript()
    }

    /// Shows the view of the next script and schedules its playback.
    private func prepareScript() {
        guard let window else { return }
        let view = BenchmarkScriptView(Self.scripts[results.count], frame: window.bounds)
        view.onUserTouch = { [weak self] in self?.stopEarly() }
        window.addSubview(view)
        scriptView = view
        perform(Self.beginScript, with: nil, afterDelay: Self.pause)
    }

    private func beginScript() {
        measurements = FrameStatistics(frames: 0, after: frames.records)
        running = (missedBefore: frames.missedVblanks, reads: 0)
        scriptView?.updateCaption(remainingSeconds: Self.duration)
        scriptView?.isPlaying = true
        perform(Self.readRecords, with: nil, afterDelay: Self.readInterval)
        playback.start(
            Self.scripts[results.count], rateHz: Self.rateHz, seconds: Double(Self.duration)
        ) { [weak self] in self?.playbackEnded($0) }
    }

    private func readRecords() {
        guard var running else { return }
        measurements?.addNewFrames(of: frames.records)
        running.reads += 1
        self.running = running
        let remaining = Double(Self.duration) - Double(running.reads) * Self.readInterval
        scriptView?.updateCaption(remainingSeconds: Int(max(remaining, 0).rounded(.up)))
        perform(Self.readRecords, with: nil, afterDelay: Self.readInterval)
    }

    private func playbackEnded(_ end: TouchPlaybackEnd) {
        scriptView?.isPlaying = false
        switch end {
        case .played:
            perform(Self.finishScript, with: nil, afterDelay: Self.pause)
        case .touched, .displayLost:
            stopEarly()
        }
    }

    /// Ends the benchmark early and discards the measurement of the current script, which is
    /// incomplete or influenced by the user's touch.
    private func stopEarly() {
        endBenchmark(reason: "Stopped by a touch")
    }

    /// Stores the measurement of the current script and continues with the next one.
    private func finishScript() {
        guard let running else { return }
        measurements?.addNewFrames(of: frames.records)
        var result = measurements?.result ?? BenchmarkResult()
        result.contactCount = Self.scripts[results.count].contactCount
        result.missedVblanks = frames.missedVblanks - running.missedBefore
        result.periodMicroseconds = frames.periodMicroseconds ?? 0
        result.hasVblank = frames.hasVblank
        results.append(result)
        Self.cancelPreviousPerformRequests(withTarget: self)
        removeScriptView()
        if results.count < Self.scripts.count { prepareScript() } else { endBenchmark(reason: "") }
    }

    // MARK: Display

    private func removeScriptView() {
        scriptView?.removeFromSuperview()
        scriptView = nil
        measurements = nil
        running = nil
    }

    /// Ends the benchmark and shows the results of the finished scripts.
    ///
    /// - Parameter reason: The reason for an early end, or an empty string.
    private func endBenchmark(reason: String) {
        Self.cancelPreviousPerformRequests(withTarget: self)
        removeScriptView()
        updateContent(reason: reason)
    }

    /// Shows the results of the finished scripts, or a hint if there are none.
    ///
    /// - Parameter reason: The reason for an early end, or an empty string.
    private func updateContent(reason: String) {
        let seconds = Self.scripts.count * (Self.duration + 1)
        let promise =
            "The kiosk draws by itself for \(seconds) seconds, on a drawing of its own."
            + " A touch stops it."
        hint.text = reason.isEmpty ? promise : "\(reason). \(promise)"
        hint.isHidden = !results.isEmpty
        table.isHidden = results.isEmpty
        if !results.isEmpty { table.show(results, reason: reason) }
        startButton.setTitle(results.isEmpty ? "Start" : "Again", for: .normal)
        setNeedsLayout()
    }

    /// Lays out the button at the lower edge, and the results or the hint above it.
    override func layoutSubviews() {
        if let scriptView, let window { scriptView.frame = window.bounds }
        let fontSize = min(max(min(bounds.width, bounds.height) / 16, 13), 24)
        let buttonHeight: CGFloat = bounds.height < 240 ? 44 : 64
        startButton.titleLabel?.font = .systemFont(ofSize: fontSize)
        startButton.frame = CGRect(
            x: (bounds.midX - 80).rounded(), y: bounds.maxY - buttonHeight, width: 160,
            height: buttonHeight)
        let content = CGRect(
            x: 0, y: 0, width: bounds.width, height: bounds.height - buttonHeight - 6)
        table.frame = content
        hint.font = .systemFont(ofSize: fontSize)
        hint.frame = content.insetBy(dx: 8, dy: 0)
    }
}

extension RobotScript.Name {
    /// The script's name as the benchmark page shows it.
    var title: String {
        switch self {
        case .circle: "Circle"
        case .scribble: "Scribble"
        case .tapStorm: "Tap storm"
        case .pinchRotate: "Pinch, rotate"
        case .drag: "Drag"
        case .sparkles: "Sparkles"
        case .fling: "Fling"
        }
    }
}
