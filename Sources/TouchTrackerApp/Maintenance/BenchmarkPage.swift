import Services
import TouchKit

/// Measures the running kiosk for ten seconds, while fingers draw on a pad.
final class BenchmarkPage: MaintenancePage {
    /// How long it measures, in seconds.
    static let duration = 10
    /// How often it reads the records, in seconds: a ring of 256 has room for as many at 500 Hz.
    private static let period = 0.5
    private static let read = Selector("read") { (page: BenchmarkPage) in page.read }

    private enum State {
        case ready
        case running(FrameFigures, missedBefore: Int, reads: Int)
        case done(FrameFigures)
    }

    private let frames: any FrameRecords
    private var state = State.ready
    private var pad: DrawingView?
    private let hint = UILabel(frame: .zero)
    private let results = BenchmarkResults(frame: .zero)
    private let againButton = PlateButton("Again")

    /// Makes a page that reads records.
    init(frames: any FrameRecords) {
        self.frames = frames
        super.init(title: "Benchmark")
        hint.textAlignment = .center
        hint.textColor = MaintenanceColors.ink
        againButton.addAction(for: .touchUpInside) { [weak self] _ in self?.makeReady() }
        addSubview(results)
        addSubview(againButton)
        addSubview(hint)
        makeReady()
    }

    /// Measures no longer.
    override func leave() {
        Self.cancelPreviousPerformRequests(withTarget: self)
        if case .running = state { state = .ready }
    }

    private func makeReady() {
        state = .ready
        // The one that drawings are made with: it costs what they cost.
        let pad = DrawingView(frame: bounds)
        pad.tool = .pen
        pad.isMultipleTouchEnabled = true
        pad.onBusy = { [weak self] in self?.padIsBusy($0) }
        insertSubview(pad, belowSubview: hint)
        self.pad = pad
        hint.text = "Draw here with all fingers, for \(Self.duration) seconds"
        showState()
    }

    /// It begins with the first finger.
    private func padIsBusy(_ isBusy: Bool) {
        guard isBusy, case .ready = state else { return }
        state = .running(
            FrameFigures(after: frames.records, period: frames.periodMicroseconds),
            missedBefore: frames.missedVblanks, reads: 0)
        hint.text = "\(Self.duration) s"
        perform(Self.read, with: nil, afterDelay: Self.period)
    }

    private func read() {
        guard case .running(var figures, let missedBefore, var reads) = state else { return }
        figures.take(frames.records)
        figures.missedVblanks = frames.missedVblanks - missedBefore
        reads += 1
        let rest = Double(Self.duration) - Double(reads) * Self.period
        if rest <= 0 {
            state = .done(figures)
            showState()
        } else {
            state = .running(figures, missedBefore: missedBefore, reads: reads)
            hint.text = "\(Int(rest.rounded(.up))) s"
            perform(Self.read, with: nil, afterDelay: Self.period)
        }
    }

    private func showState() {
        if case .done(let figures) = state {
            results.show(figures)
            pad?.removeFromSuperview()
            pad = nil
        }
        let isDone = pad == nil
        hint.isHidden = isDone
        results.isHidden = !isDone
        againButton.isHidden = !isDone
        setNeedsLayout()
    }

    /// The pad has all of it, later the results and a button below them.
    override func layoutSubviews() {
        pad?.frame = bounds
        let size = min(max(min(bounds.width, bounds.height) / 16, 15), 24)
        hint.font = .systemFont(ofSize: size)
        hint.frame = CGRect(x: 0, y: 8, width: bounds.width, height: size * 2)
        let height: CGFloat = bounds.height < 240 ? 44 : 64
        againButton.titleLabel?.font = .systemFont(ofSize: size)
        againButton.frame = CGRect(
            x: (bounds.midX - 80).rounded(), y: bounds.maxY - height, width: 160, height: height)
        results.frame = CGRect(
            x: 0, y: 0, width: bounds.width, height: bounds.height - height - 6)
    }
}

/// Figures, one below the other, a verdict over them and what they mean below.
private final class BenchmarkResults: UIView {
    private let verdict = UILabel(frame: .zero)
    private let remark = UILabel(frame: .zero)
    private var lines: [(name: UILabel, value: UILabel)] = []

    override init(frame: CGRect) {
        super.init(frame: frame)
        for label in [verdict, remark] {
            label.textAlignment = .center
            label.numberOfLines = 0
            label.lineBreakMode = .byWordWrapping
            addSubview(label)
        }
        remark.text = "Measured on what these fingers drew, on this page."
        remark.textColor = MaintenanceColors.quiet
    }

    func show(_ figures: FrameFigures) {
        verdict.text = figures.verdict
        verdict.textColor =
            switch figures.holds {
            case true?: MaintenanceColors.good
            case false?: MaintenanceColors.trouble
            case nil: .white
            }
        for line in lines {
            line.name.removeFromSuperview()
            line.value.removeFromSuperview()
        }
        lines = figures.lines.map { line in
            let name = UILabel(frame: .zero)
            name.text = line.name
            name.textColor = MaintenanceColors.quiet
            let value = UILabel(frame: .zero)
            value.text = line.value
            value.textColor = .white
            value.textAlignment = .right
            addSubview(name)
            addSubview(value)
            return (name, value)
        }
        setNeedsLayout()
    }

    override func layoutSubviews() {
        // On an upright screen each value stands below its name.
        let isUpright = bounds.height > bounds.width
        let rowLines: CGFloat = isUpright ? 3 : 1.5
        // Two lines of verdict, the figures, and the remark: so many lines in all.
        let most = bounds.height / (3 + CGFloat(lines.count) * rowLines + 3)
        let size = min(max(min(bounds.width / (isUpright ? 17 : 26), most), 11), 24)
        verdict.font = .boldSystemFont(ofSize: size)
        remark.font = .systemFont(ofSize: max(size * 0.8, 11))
        let width = min(bounds.width - 16, size * 30)
        let left = bounds.midX - width / 2
        let room = CGSize(width: bounds.width, height: 0)
        let height = verdict.sizeThatFits(room).height
        let remarkHeight = remark.sizeThatFits(room).height
        let all = height + CGFloat(lines.count) * size * rowLines + remarkHeight + size
        var top = max((bounds.height - all) / 2, 0).rounded()
        verdict.frame = CGRect(x: 0, y: top, width: bounds.width, height: height)
        top += height + size * 0.5
        for line in lines {
            line.name.font = .systemFont(ofSize: size)
            line.value.font = .systemFont(ofSize: size)
            line.name.textAlignment = isUpright ? .center : .left
            line.value.textAlignment = isUpright ? .center : .right
            line.name.frame = CGRect(x: left, y: top, width: width, height: size * 1.5)
            line.value.frame = line.name.frame.offsetBy(
                dx: 0, dy: isUpright ? (size * 1.3).rounded() : 0)
            top += (size * rowLines).rounded()
        }
        remark.frame = CGRect(
            x: 0, y: top + size * 0.5, width: bounds.width, height: remarkHeight)
    }
}
