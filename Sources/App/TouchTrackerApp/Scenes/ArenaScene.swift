import TouchKit

extension Scene {
    /// The arena scene, in which the user can experiment with gesture recognizers.
    package static let arena = Scene(
        name: "arena", title: "Arena",
        miniature: SceneMiniature(background: 1) { _ in
            UIColor(red: 0.8, green: 0.88, blue: 0.97, alpha: 1).setFill()
            UIRectFill(CGRect(x: 6, y: 6, width: 44, height: 48))
            UIColor(red: 0.98, green: 0.89, blue: 0.74, alpha: 1).setFill()
            UIRectFill(CGRect(x: 16, y: 22, width: 28, height: 26))
            for row in 0..<4 {
                let isOn = row % 2 == 0
                (isOn ? UIColor(red: 0.3, green: 0.75, blue: 0.4, alpha: 1) : .lightGray).setFill()
                UIBezierPath(
                    roundedRect: CGRect(x: 58, y: 8 + CGFloat(row) * 12, width: 13, height: 7),
                    cornerRadius: 3.5
                ).fill()
                UIColor(white: 0.75, alpha: 1).setFill()
                UIRectFill(CGRect(x: 76, y: 10 + CGFloat(row) * 12, width: 18, height: 3))
            }
        },
        controllerFactory: { _ in ArenaViewController() })
}

/// The view controller of the arena scene: two nested views with all gesture recognizers, switches
/// for the settings of the recognizers, and a log of gesture events. The user can experiment with
/// the scene to learn the rules of gesture recognition.
package final class ArenaViewController: UIViewController {
    /// The outer view, with the title "A".
    package let outer = ArenaView(
        title: "A", color: UIColor(red: 0, green: 0.35, blue: 0.8, alpha: 0.6),
        backgroundColor: UIColor(red: 0.8, green: 0.88, blue: 0.97, alpha: 1))
    /// The inner view, with the title "B", which is a subview of the outer view.
    package let inner = ArenaView(
        title: "B", color: UIColor(red: 0.75, green: 0.35, blue: 0, alpha: 0.6),
        backgroundColor: UIColor(red: 0.98, green: 0.89, blue: 0.74, alpha: 1))
    /// The view that shows the log of gesture events.
    package let trace = ArenaTraceView(frame: .zero)
    /// The gesture recognizers of both views, beginning with the recognizers of the outer view.
    package private(set) var recognizers: [ArenaRecognizer] = []
    /// The control panel with the buttons, the switches and the log of gesture events.
    package private(set) lazy var panel = ArenaPanel(recognizers: recognizers, trace: trace)

    /// Creates the views. Initially, a tap, a double tap and a pan are enabled in the outer view,
    /// and a long press in the inner view.
    package override func loadView() {
        outer.addSubview(inner)
        recognizers = [outer, inner].flatMap { view in
            ArenaGesture.allCases.map { ArenaRecognizer($0, on: view) }
        }
        for gesture in [ArenaGesture.tap, .doubleTap, .pan] {
            self[gesture, on: outer][.isEnabled] = true
        }
        self[.tap, on: outer][.afterDoubleTap] = true
        self[.press, on: inner][.isEnabled] = true
        view = ArenaRootView(frame: UIScreen.main.bounds, outer: outer, inner: inner, panel: panel)
    }

    /// Starts to observe the gesture events of all recognizers and views in the app.
    package override func viewDidLoad() {
        UIApplication.shared.gestureObserver = { [weak self] event in self?.observe(event) }
    }

    /// The recognizer for a gesture on one of the two arena views.
    package subscript(gesture: ArenaGesture, on view: ArenaView) -> ArenaRecognizer {
        recognizers[gesture.rawValue + (view === outer ? 0 : ArenaGesture.allCases.count)]
    }

    private func observe(_ event: GestureEvent) {
        if trace.trace.isFirst(event) {
            outer.clear()
            inner.clear()
        }
        trace.add(event)
    }
}

/// The root view of the arena scene. It places the outer arena view beside the panel, or above the
/// panel if the screen is in portrait orientation.
private final class ArenaRootView: UIView {
    private let outer: UIView
    private let inner: UIView
    private let panel: UIView

    init(frame: CGRect, outer: UIView, inner: UIView, panel: UIView) {
        self.outer = outer
        self.inner = inner
        self.panel = panel
        super.init(frame: frame)
        backgroundColor = .white
        addSubview(outer)
        addSubview(panel)
    }

    /// Lays out the views. The outer arena view extends to the left edge of the screen, so that its
    /// edge pan can begin there.
    override func layoutSubviews() {
        let size = bounds.size
        if size.width > size.height {
            let minimumWidth: CGFloat = size.width < 600 ? 220 : 384
            let width = max((size.width * 0.52).rounded(), minimumWidth)
            outer.frame = CGRect(x: 0, y: 0, width: size.width - width - 4, height: size.height)
            panel.frame = CGRect(x: size.width - width, y: 0, width: width, height: size.height)
        } else {
            let height = (size.height * 0.42).rounded()
            outer.frame = CGRect(x: 0, y: 0, width: size.width, height: height)
            panel.frame = CGRect(
                x: 0, y: height + 4, width: size.width, height: size.height - height - 4)
        }
        inner.frame = CGRect(
            x: (outer.bounds.width * 0.25).rounded(), y: (outer.bounds.height * 0.35).rounded(),
            width: (outer.bounds.width * 0.6).rounded(),
            height: (outer.bounds.height * 0.5).rounded())
    }
}
