import KioskServices
import TouchKit

/// What a script of the benchmark plays on: over the whole screen, what people would play on, with nothing
/// of theirs in it; and a line that says what goes on.
final class BenchmarkStage: UIView {
    private let script: RehearsalScript
    private let controller: UIViewController
    private let caption = UILabel(frame: .zero)
    /// Whether scripts play: before and after, touches are a person's, and not for what is played on.
    var isPlaying = false
    /// Is told of a person's touch while nothing is played.
    var onTouch: (() -> Void)?

    /// Makes the stage of a script.
    init(_ script: RehearsalScript, frame: CGRect) {
        self.script = script
        controller =
            script == .sparkles
            ? SparklesViewController() : Self.makeDrawing(script, size: frame.size)
        super.init(frame: frame)
        isMultipleTouchEnabled = true
        caption.textAlignment = .center
        caption.textColor = MaintenanceColors.ink
        caption.backgroundColor = MaintenanceColors.plate
        caption.isUserInteractionEnabled = false
        addSubview(controller.view)
        addSubview(caption)
        showRest(seconds: nil)
    }

    /// Says for how long it goes on.
    func showRest(seconds: Int?) {
        let fingers = script.fingers == 1 ? "1 finger" : "\(script.fingers) fingers"
        let rest = seconds.map { ", \($0) s" } ?? ""
        let text = "\(script.title), \(fingers)\(rest). Touch to stop"
        if caption.text != text { caption.text = text }
    }

    /// What is played on gets touches only while it is played.
    override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        isPlaying ? super.hitTest(point, with: event) : self
    }

    /// A person's touch ends it.
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        if !isPlaying { onTouch?() }
    }

    /// The caption is above what is played.
    override func layoutSubviews() {
        controller.view.frame = bounds
        let size = min(max(min(bounds.width, bounds.height) / 20, 12), 20)
        caption.font = .systemFont(ofSize: size)
        // No wider than its words, or whoever draws below it would be covered; nor than the screen.
        let width = min((size * 22).rounded(), bounds.width)
        caption.frame = CGRect(
            x: ((bounds.width - width) / 2).rounded(), y: 0, width: width,
            height: (size * 1.6).rounded())
    }

    /// An empty drawing with a pen; or with a stroke through its middle, for who wants to take hold of one.
    private static func makeDrawing(
        _ script: RehearsalScript, size: CGSize
    ) -> DrawingViewController {
        let controller = DrawingViewController()
        controller.view.frame = CGRect(origin: .zero, size: size)
        controller.takeBenchmarkPen()
        if script == .drag {
            let middle = size.height / 2
            controller.drawing.add(
                [
                    CGPoint(x: size.width * 0.3, y: middle),
                    CGPoint(x: size.width * 0.7, y: middle),
                ], tool: .line, color: .blue, width: InkWidth.thick.points)
        }
        return controller
    }
}
