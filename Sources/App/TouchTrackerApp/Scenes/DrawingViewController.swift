import TouchKit

/// A drawing that fingers work on, without anything around it: fingers draw, a tap selects a stroke, a double tap clears, a long press picks a
/// stroke up to drag it, and two fingers on a selected one scale, turn and move it.
///
/// What the gestures may do is in `DrawingViewController+Gestures`, the menu in `+Menu`.
package final class DrawingViewController: UIViewController {
    /// What fingers do with a finished stroke: with one at a time.
    package enum Activity: Hashable {
        /// Nothing.
        case idle
        /// It is selected.
        case selected(Stroke.ID)
        /// A long press holds it, until the finger is lifted.
        case carrying(Stroke.ID, wasSelected: Bool)
        /// It is selected, and two fingers hold it: so many gestures are under way.
        case transforming(Stroke.ID, gestures: Int)
    }

    /// How near a finger has to come to a stroke's middle line to mean it, in points.
    static let reach: CGFloat = 20

    /// The drawing and the fingers that draw.
    package private(set) lazy var drawingView = DrawingView(frame: UIScreen.main.bounds)
    /// Is called when the tool, what can be undone, or the drawing has changed.
    package var onChange: (() -> Void)?
    /// Lets somebody choose another colour than a stroke has, at a place of the drawing view, and calls
    /// back with it; the menu offers colours as soon as it is set.
    package var chooseColor:
        (
            (_ place: CGPoint, _ color: InkColor, _ completion: @escaping (InkColor) -> Void) ->
                Void
        )?

    /// What they do now.
    package internal(set) var activity = Activity.idle
    /// Where the menu belongs, in the drawing view.
    var menuPlace = CGPoint.zero

    lazy var doubleTap = UITapGestureRecognizer(target: self, action: { $0.doubleTapped })
    lazy var selectingTap = UITapGestureRecognizer(target: self, action: { $0.tappedStroke })
    lazy var deselectingTap = UITapGestureRecognizer(target: self, action: { $0.tappedNothing })
    /// Keeps taps that come too fast for the other two from leaving dots: it waits for nobody, and does
    /// nothing.
    lazy var strayTap = UITapGestureRecognizer()
    lazy var press = UILongPressGestureRecognizer(target: self, action: { $0.pressed })
    lazy var drag = UIPanGestureRecognizer(target: self, action: { $0.dragged })
    lazy var pinch = UIPinchGestureRecognizer(target: self, action: { $0.pinched })
    lazy var rotation = UIRotationGestureRecognizer(target: self, action: { $0.rotated })
    lazy var move = UIPanGestureRecognizer(target: self, action: { $0.moved })

    /// Whether several fingers draw at once.
    private let isMultipleTouchEnabled: Bool

    /// Makes the controller of a scene in which every finger draws, or only one at a time.
    package init(isMultipleTouchEnabled: Bool = true) {
        self.isMultipleTouchEnabled = isMultipleTouchEnabled
        super.init()
    }

    /// Makes the drawing view.
    package override func loadView() {
        drawingView.isMultipleTouchEnabled = isMultipleTouchEnabled
        view = drawingView
    }

    /// Adds the gestures, and follows the drawing.
    package override func viewDidLoad() {
        addGestureRecognizers()
        drawing.observe { [weak self] _ in self?.drawingChanged() }
    }

    /// The menu shows what can be done now.
    package override func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
        canPerformOnStroke(action) ?? super.canPerformAction(action, withSender: sender)
    }

    /// The drawing.
    package var drawing: Drawing { drawingView.drawing }

    // MARK: Tools

    /// What the next finger draws with.
    package var tool: Tool {
        get { drawingView.tool }
        set {
            drawingView.tool = newValue
            delayTouchesForTool()
            onChange?()
        }
    }

    /// The colour of the next finger's stroke.
    package var color: InkColor {
        get { drawingView.color }
        set {
            drawingView.color = newValue
            onChange?()
        }
    }

    /// The width of the next finger's stroke.
    package var width: InkWidth {
        get { drawingView.width }
        set {
            drawingView.width = newValue
            onChange?()
        }
    }

    /// Is told when fingers begin to draw or to hold a stroke, and when none does any more.
    package var onBusy: ((_ fingersAreBusy: Bool) -> Void)? {
        get { drawingView.onBusy }
        set { drawingView.onBusy = newValue }
    }

    // MARK: Undo

    /// Whether there is anything to be undone.
    package var canUndo: Bool { drawing.canUndo }
    /// Whether there is anything to be done again.
    package var canRedo: Bool { drawing.canRedo }

    /// Undoes the newest edit. A stroke that fingers hold goes back first; strokes that they draw go on.
    package func undo() {
        breakOff()
        // Observers hear of a clear when it is done, which may be later (`Drawing.clear()`).
        let takesClearBack = drawing.newestIsRememberedClear
        if drawing.undo(), takesClearBack { onChange?() }
    }

    /// Does again what was undone last.
    package func redo() {
        breakOff()
        drawing.redo()
    }

    /// Takes all strokes out, which can be undone; those that fingers draw go on.
    package func clear() {
        breakOff()
        if drawing.clear(), drawing.newestIsRememberedClear { onChange?() }
    }

    // MARK: Activity

    /// The stroke that is selected, and that nobody holds.
    package var selected: Stroke.ID? {
        guard case .selected(let id) = activity else { return nil }
        return id
    }

    /// Whether fingers hold a stroke.
    package var isHolding: Bool {
        switch activity {
        case .idle, .selected: false
        case .carrying, .transforming: true
        }
    }

    /// Selects a stroke, or none.
    package func select(_ id: Stroke.ID?) {
        drawingView.select(id)
        activity = id.map { .selected($0) } ?? .idle
        if id == nil { UIMenuController.shared.hideMenu(from: drawingView) }
    }

    /// Takes a stroke out of the fingers that hold it, back to where it was.
    func putBack() {
        switch activity {
        case .idle, .selected: break
        case .carrying(let id, let wasSelected): letGo(id, isSelected: wasSelected)
        case .transforming(let id, _): letGo(id, isSelected: true)
        }
    }

    private func letGo(_ id: Stroke.ID, isSelected: Bool) {
        drawingView.putBack()
        select(isSelected ? id : nil)
    }

    /// Puts back what fingers hold, and lets their gestures end.
    private func breakOff() {
        guard isHolding else { return }
        putBack()
        endGestures()
    }

    private func drawingChanged() {
        switch activity {
        case .idle:
            break
        case .selected(let id), .carrying(let id, _), .transforming(let id, _):
            if drawing.stroke(id) == nil {
                breakOff()
                select(nil)
            }
        }
        onChange?()
    }
}
