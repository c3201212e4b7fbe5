import KioskServices
import LabRobot
import TouchKit
import TouchTrackerApp

/// A view that covers the screen while the benchmark page plays a script. The view contains a new
/// scene for the script, and a caption with the remaining time.
final class BenchmarkScriptView: UIView {
    private let script: RobotScript.Name
    private let controller: UIViewController
    private let caption = UILabel(frame: .zero)
    /// Whether a script plays. The scene receives touches only while a script plays; at other times
    /// the touches are the user's and stop the benchmark.
    var isPlaying = false
    /// Called when the user touches the screen while no script plays.
    var onUserTouch: (() -> Void)?

    /// Creates a view that contains a new scene for `script`.
    init(_ script: RobotScript.Name, frame: CGRect) {
        self.script = script
        controller =
            script == .sparkles
            ? SparklesViewController() : Self.makeDrawing(script, size: frame.size)
        super.init(frame: frame)
        isMultipleTouchEnabled = true
        caption.textAlignment = .center
        caption.textColor = MaintenanceColors.buttonText
        caption.backgroundColor = MaintenanceColors.button
        caption.isUserInteractionEnabled = false
        addSubview(controller.view)
        addSubview(caption)
        updateCaption(remainingSeconds: nil)
    }

    /// Updates the caption: the script's name, the number of contacts and the remaining time.
    ///
    /// - Parameter remainingSeconds: The remaining time in seconds, or `nil` to omit it.
    func updateCaption(remainingSeconds: Int?) {
        let fingers = script.contactCount == 1 ? "1 finger" : "\(script.contactCount) fingers"
        let rest = remainingSeconds.map { ", \($0) s" } ?? ""
        let text = "\(script.title), \(fingers)\(rest). Touch to stop"
        if caption.text != text { caption.text = text }
    }

    /// Returns the touched view of the scene while a script plays, otherwise this view.
    override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        isPlaying ? super.hitTest(point, with: event) : self
    }

    /// Calls `onUserTouch` if no script plays.
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        if !isPlaying { onUserTouch?() }
    }

    /// Lays out the scene in all bounds, and the caption above it at the upper edge.
    override func layoutSubviews() {
        controller.view.frame = bounds
        let fontSize = min(max(min(bounds.width, bounds.height) / 20, 12), 20)
        caption.font = .systemFont(ofSize: fontSize)
        // A caption across the screen would hide ink that the script draws below it.
        let width = min((fontSize * 22).rounded(), bounds.width)
        caption.frame = CGRect(
            x: ((bounds.width - width) / 2).rounded(), y: 0, width: width,
            height: (fontSize * 1.6).rounded())
    }

    /// Creates an empty drawing with the benchmark pen. For the drag script the drawing contains a
    /// line in the center.
    private static func makeDrawing(
        _ script: RobotScript.Name, size: CGSize
    ) -> DrawingViewController {
        let controller = DrawingViewController()
        controller.view.frame = CGRect(origin: .zero, size: size)
        controller.useBenchmarkPen()
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
