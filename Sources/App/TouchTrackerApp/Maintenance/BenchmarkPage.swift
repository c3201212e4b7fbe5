import KioskServices
import TouchKit

/// Measures the running kiosk while it plays scripts to itself, on a drawing of its own.
final class BenchmarkPage: MaintenancePage {
    /// How long each script plays, in seconds.
    static let duration = 10
    /// How many reports a second they have: what panels mostly have.
    static let rateHz = 120
    /// What is played, in this order.
    static let scripts = [
        RehearsalScript.circle, .scribble, .drag, .sparkles,
    ]
    /// How often it reads the records, in seconds: a ring of 256 has room for as many at 500 Hz.
    private static let period = 0.5
    /// How long a script waits for its stage to be drawn, and for its last frame to be seen, in seconds.
    private static let pause = 0.3
    private static let begin = Selector("begin") { (page: BenchmarkPage) in page.begin }
    private static let read = Selector("read") { (page: BenchmarkPage) in page.read }
    private static let finish = Selector("finish") { (page: BenchmarkPage) in page.finish }

    private enum State {
        case ready
        /// The stage of a script is shown, and drawn for the first time.
        case preparing
        case running(FrameFigures, missedBefore: Int, reads: Int)
        case done
    }

    private let frames: any FrameRecords
    private let rehearsals: any Rehearsals
    private var state = State.ready
    private var results: [BenchmarkResult] = []
    private var stage: BenchmarkStage?
    private let hint = UILabel(frame: .zero)
    private let table = BenchmarkTable(frame: .zero)
    private let startButton = PlateButton("Start")

    /// Makes a page.
    ///
    /// - Parameters:
    ///   - frames: What it reads.
    ///   - rehearsals: Who plays.
    init(frames: any FrameRecords, rehearsals: any Rehearsals) {
        self.frames = frames
        self.rehearsals = rehearsals
        super.init(title: "Benchmark")
        hint.textAlignment = .center
        hint.textColor = .white
        hint.numberOfLines = 0
        hint.lineBreakMode = .byWordWrapping
        startButton.addAction(for: .touchUpInside) { [weak self] _ in self?.start() }
        addSubview(hint)
        addSubview(table)
        addSubview(startButton)
        show("")
    }

    /// Measures no longer.
    override func leave() {
        Self.cancelPreviousPerformRequests(withTarget: self)
        rehearsals.stop()
        removeStage()
        state = .ready
    }

    // MARK: One script after the other

    private func start() {
        guard stage == nil else { return }
        results.removeAll()
        prepare()
    }

    private func prepare() {
        guard let window else { return }
        let stage = BenchmarkStage(Self.scripts[results.count], frame: window.bounds)
        stage.onTouch = { [weak self] in self?.stopped() }
        window.addSubview(stage)
        self.stage = stage
        state = .preparing
        perform(Self.begin, with: nil, afterDelay: Self.pause)
    }

    private func begin() {
        state = .running(
            FrameFigures(after: frames.records, period: frames.periodMicroseconds),
            missedBefore: frames.missedVblanks, reads: 0)
        stage?.showRest(seconds: Self.duration)
        stage?.isPlaying = true
        perform(Self.read, with: nil, afterDelay: Self.period)
        rehearsals.start(
            Self.scripts[results.count], rateHz: Self.rateHz, seconds: Double(Self.duration)
        ) { [weak self] in self?.ended($0) }
    }

    private func read() {
        guard case .running(var figures, let missedBefore, var reads) = state else { return }
        figures.take(frames.records)
        reads += 1
        state = .running(figures, missedBefore: missedBefore, reads: reads)
        let rest = Double(Self.duration) - Double(reads) * Self.period
        stage?.showRest(seconds: Int(max(rest, 0).rounded(.up)))
        perform(Self.read, with: nil, afterDelay: Self.period)
    }

    private func ended(_ end: RehearsalEnd) {
        stage?.isPlaying = false
        switch end {
        case .played:
            perform(Self.finish, with: nil, afterDelay: Self.pause)
        case .touched, .displayLost:
            stopped()
        }
    }

    /// What was measured of this script is worth nothing.
    private func stopped() {
        showEnd("Stopped by a touch")
    }

    private func finish() {
        guard case .running(var figures, let missedBefore, _) = state else { return }
        figures.take(frames.records)
        figures.missedVblanks = frames.missedVblanks - missedBefore
        results.append(BenchmarkResult(script: Self.scripts[results.count], figures: figures))
        Self.cancelPreviousPerformRequests(withTarget: self)
        removeStage()
        if results.count < Self.scripts.count { prepare() } else { showEnd("") }
    }

    // MARK: What is shown

    private func removeStage() {
        stage?.removeFromSuperview()
        stage = nil
    }

    private func showEnd(_ words: String) {
        Self.cancelPreviousPerformRequests(withTarget: self)
        removeStage()
        state = .done
        show(words)
    }

    /// What can be started, or what came of it.
    private func show(_ words: String) {
        let seconds = Self.scripts.count * (Self.duration + 1)
        let promise =
            "The kiosk draws by itself for \(seconds) seconds, on a drawing of its own. A touch stops it."
        hint.text = words.isEmpty ? promise : "\(words). \(promise)"
        hint.isHidden = !results.isEmpty
        table.isHidden = results.isEmpty
        if !results.isEmpty { table.show(results, words: words) }
        startButton.setTitle(results.isEmpty ? "Start" : "Again", for: .normal)
        setNeedsLayout()
    }

    /// The button is at the bottom, what is said above it.
    override func layoutSubviews() {
        if let stage, let window { stage.frame = window.bounds }
        let size = min(max(min(bounds.width, bounds.height) / 16, 13), 24)
        let height: CGFloat = bounds.height < 240 ? 44 : 64
        startButton.titleLabel?.font = .systemFont(ofSize: size)
        startButton.frame = CGRect(
            x: (bounds.midX - 80).rounded(), y: bounds.maxY - height, width: 160, height: height)
        let room = CGRect(
            x: 0, y: 0, width: bounds.width, height: bounds.height - height - 6)
        table.frame = room
        hint.font = .systemFont(ofSize: size)
        hint.frame = room.insetBy(dx: 8, dy: 0)
    }
}

/// What one script cost.
struct BenchmarkResult {
    /// What was played.
    let script: RehearsalScript
    /// What it cost.
    let figures: FrameFigures
}

extension RehearsalScript {
    /// Its name on the screen.
    var title: String {
        switch self {
        case .circle: "Circle"
        case .scribble: "Scribble"
        case .tapStorm: "Tap storm"
        case .pinchRotate: "Pinch, rotate"
        case .drag: "Drag"
        case .sparkles: "Sparkles"
        }
    }

    /// The most fingers that are down at a time.
    var fingers: Int {
        switch self {
        case .circle, .drag: 1
        case .pinchRotate: 2
        case .tapStorm: 4
        case .scribble, .sparkles: 10
        }
    }
}
