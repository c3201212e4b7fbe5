import TouchKit

/// Two views with every recognizer, their rules as switches, and a trace of what comes of it: to learn
/// the rules of gestures by trying them.
package final class ArenaViewController: UIViewController {
    /// The outer view.
    package let outer = ArenaView(
        title: "A", color: UIColor(red: 0, green: 0.35, blue: 0.8, alpha: 0.6),
        backgroundColor: UIColor(red: 0.8, green: 0.88, blue: 0.97, alpha: 1))
    /// The inner view, a subview of the outer one.
    package let inner = ArenaView(
        title: "B", color: UIColor(red: 0.75, green: 0.35, blue: 0, alpha: 0.6),
        backgroundColor: UIColor(red: 0.98, green: 0.89, blue: 0.74, alpha: 1))
    /// What happened.
    package let trace = ArenaTraceView(frame: .zero)
    /// Every recognizer, those of the outer view first.
    package private(set) var contenders: [ArenaContender] = []
    /// The switches.
    package private(set) lazy var panel = ArenaPanel(contenders: contenders, trace: trace)

    /// Makes the views, and lets the arena begin with a tap, a double tap and a pan on A and a press
    /// on B.
    package override func loadView() {
        outer.addSubview(inner)
        contenders = [outer, inner].flatMap { view in
            ArenaGesture.allCases.map { ArenaContender($0, on: view) }
        }
        for gesture in [ArenaGesture.tap, .doubleTap, .pan] {
            self[gesture, on: outer][.isEnabled] = true
        }
        self[.tap, on: outer][.afterDoubleTap] = true
        self[.press, on: inner][.isEnabled] = true
        view = ArenaStage(frame: UIScreen.main.bounds, outer: outer, inner: inner, panel: panel)
    }

    /// Looks on from now on.
    package override func viewDidLoad() {
        UIApplication.shared.gestureObserver = { [weak self] event in self?.observe(event) }
    }

    /// A recognizer of a view.
    package subscript(gesture: ArenaGesture, on view: ArenaView) -> ArenaContender {
        contenders[gesture.rawValue + (view === outer ? 0 : ArenaGesture.allCases.count)]
    }

    private func observe(_ event: GestureEvent) {
        if trace.trace.isFirst(event) {
            outer.clear()
            inner.clear()
        }
        trace.add(event)
    }
}

/// Puts the views beside the panel, or above it on an upright screen.
private final class ArenaStage: UIView {
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

    /// A lies at the screen's left edge, so that an edge pan can begin on it.
    override func layoutSubviews() {
        let size = bounds.size
        if size.width > size.height {
            let least: CGFloat = size.width < 600 ? 220 : 384
            let width = max((size.width * 0.52).rounded(), least)
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
