import TouchKit

/// A controller for drawing without a toolbar. A tap selects a stroke, a double tap clears the
/// drawing, a long press picks up a stroke for dragging, and two touches on a selected stroke
/// scale, rotate and move it.
///
/// The gestures are configured in `DrawingViewController+Gestures`, the edit menu in
/// `DrawingViewController+Menu`.
package final class DrawingViewController: UIViewController {
    /// The manipulation of a finished stroke. Only one stroke can be manipulated at a time.
    package enum Activity: Hashable {
        /// No stroke is selected or picked up.
        case idle
        /// A stroke is selected.
        case selected(Stroke.ID)
        /// A long press has picked up a stroke, which follows the touch until it ends.
        /// `wasSelected` is whether the stroke was selected before.
        case dragging(Stroke.ID, wasSelected: Bool)
        /// Gestures with two touches have picked up the selected stroke. `gestures` is the number
        /// of these gestures that are active.
        case transforming(Stroke.ID, gestures: Int)
    }

    /// The distance from a stroke's center line within which a touch hits the stroke, in points.
    static let hitDistance: CGFloat = 20

    /// The view that shows the drawing and draws new strokes.
    package private(set) lazy var drawingView = DrawingView(frame: UIScreen.main.bounds)
    /// Called when the drawing, the tool, its color or width, or the availability of undo or redo
    /// changes.
    package var onChange: (() -> Void)?
    /// Called when the user wants to change a stroke's color, with a location in the drawing view,
    /// the current color and a completion handler. The edit menu offers colors only if the closure
    /// is set.
    package var onColorRequest:
        (
            (_ location: CGPoint, _ color: InkColor, _ completion: @escaping (InkColor) -> Void) ->
                Void
        )?

    /// The current manipulation of a stroke.
    package internal(set) var activity = Activity.idle
    /// The location at which the edit menu of the selected stroke is shown, in the drawing view's
    /// coordinates.
    var menuLocation = CGPoint.zero

    /// The recognizer of the double tap that clears the drawing.
    lazy var doubleTap = UITapGestureRecognizer(target: self, action: { $0.handleDoubleTap })
    /// The recognizer of a tap on a stroke, which selects the stroke.
    lazy var selectingTap = UITapGestureRecognizer(target: self, action: { $0.handleTapOnStroke })
    /// The recognizer of a tap that is not on a stroke, which deselects the selected stroke.
    lazy var deselectingTap = UITapGestureRecognizer(
        target: self, action: { $0.handleTapBesideStrokes })
    /// A tap recognizer without an action. Its recognition cancels the touch of a fast tap while
    /// the other tap recognizers still wait for a second tap, so that the touch does not draw a
    /// dot.
    lazy var strayTap = UITapGestureRecognizer()
    /// The recognizer of the long press that picks up a stroke.
    lazy var press = UILongPressGestureRecognizer(target: self, action: { $0.handlePress })
    /// The recognizer of the pan that moves a stroke after `press` has picked it up.
    lazy var pickUpPan = UIPanGestureRecognizer(target: self, action: { $0.handlePickUpPan })
    /// The recognizer of the pinch that scales the selected stroke.
    lazy var pinch = UIPinchGestureRecognizer(target: self, action: { $0.handlePinch })
    /// The recognizer of the rotation of the selected stroke.
    lazy var rotation = UIRotationGestureRecognizer(target: self, action: { $0.handleRotation })
    /// The recognizer of the pan with two touches that moves the selected stroke.
    lazy var twoTouchPan = UIPanGestureRecognizer(target: self, action: { $0.handleTwoTouchPan })

    /// Whether several touches can draw at the same time.
    private let isMultipleTouchEnabled: Bool

    /// Creates a controller that draws with all touches, or with one touch at a time.
    package init(isMultipleTouchEnabled: Bool = true) {
        self.isMultipleTouchEnabled = isMultipleTouchEnabled
        super.init()
    }

    /// Installs the drawing view.
    package override func loadView() {
        drawingView.isMultipleTouchEnabled = isMultipleTouchEnabled
        view = drawingView
    }

    /// Adds the gesture recognizers and observes the drawing.
    package override func viewDidLoad() {
        addGestureRecognizers()
        drawing.observe { [weak self] _ in self?.handleDrawingChange() }
    }

    /// Returns whether a menu action is available for the selected stroke.
    package override func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
        canPerformOnStroke(action) ?? super.canPerformAction(action, withSender: sender)
    }

    /// The displayed drawing.
    package var drawing: Drawing { drawingView.drawing }

    // MARK: Tools

    /// The tool for new strokes.
    package var tool: Tool {
        get { drawingView.tool }
        set {
            drawingView.tool = newValue
            delayTouchesForTool()
            onChange?()
        }
    }

    /// The color of new strokes.
    package var color: InkColor {
        get { drawingView.color }
        set {
            drawingView.color = newValue
            onChange?()
        }
    }

    /// The line width of new strokes.
    package var width: InkWidth {
        get { drawingView.width }
        set {
            drawingView.width = newValue
            onChange?()
        }
    }

    /// Called when the user starts or stops drawing or moving a stroke.
    package var onUserDrawingChange: ((_ isUserDrawing: Bool) -> Void)? {
        get { drawingView.onUserDrawingChange }
        set { drawingView.onUserDrawingChange = newValue }
    }

    // MARK: Undo

    /// Whether there is an edit to undo.
    package var canUndo: Bool { drawing.canUndo }
    /// Whether there is an undone edit to redo.
    package var canRedo: Bool { drawing.canRedo }

    /// Undoes the newest edit. A picked-up stroke first returns to its original location;
    /// unfinished strokes are not affected.
    package func undo() {
        cancelManipulation()
        // Observers are not notified of a pending clear, so undoing the clear does not notify them
        // either.
        let undoesPendingClear = drawing.isNewestEditPendingClear
        if drawing.undo(), undoesPendingClear { onChange?() }
    }

    /// Redoes the edit that was undone last.
    package func redo() {
        cancelManipulation()
        drawing.redo()
    }

    /// Deletes all finished strokes as one edit; unfinished strokes are not affected.
    package func clear() {
        cancelManipulation()
        if drawing.clear(), drawing.isNewestEditPendingClear { onChange?() }
    }

    // MARK: Activity

    /// The identifier of the stroke that is selected and not picked up, or `nil` if there is none.
    package var selectedStrokeID: Stroke.ID? {
        guard case .selected(let id) = activity else { return nil }
        return id
    }

    /// Whether a finished stroke is picked up.
    package var isStrokePickedUp: Bool {
        switch activity {
        case .idle, .selected: false
        case .dragging, .transforming: true
        }
    }

    /// Selects the stroke with the identifier `id`, or removes the selection if `id` is `nil`.
    package func select(_ id: Stroke.ID?) {
        drawingView.select(id)
        activity = id.map { .selected($0) } ?? .idle
        if id == nil { UIMenuController.shared.hideMenu(from: drawingView) }
    }

    /// Ends the manipulation of a picked-up stroke and restores its original shape.
    func revertStroke() {
        switch activity {
        case .idle, .selected: break
        case .dragging(let id, let wasSelected): revertStroke(id, isSelected: wasSelected)
        case .transforming(let id, _): revertStroke(id, isSelected: true)
        }
    }

    private func revertStroke(_ id: Stroke.ID, isSelected: Bool) {
        drawingView.revertPickedUpStroke()
        select(isSelected ? id : nil)
    }

    /// Restores the original shape of a picked-up stroke and cancels the gestures that move it.
    private func cancelManipulation() {
        guard isStrokePickedUp else { return }
        revertStroke()
        cancelManipulationGestures()
    }

    /// Ends the manipulation of a stroke that no longer exists, and calls `onChange`. Called after
    /// each change of the drawing.
    private func handleDrawingChange() {
        switch activity {
        case .idle:
            break
        case .selected(let id), .dragging(let id, _), .transforming(let id, _):
            if drawing.stroke(id) == nil {
                cancelManipulation()
                select(nil)
            }
        }
        onChange?()
    }
}
