import TouchKit

/// The view controller of the drawing, without a toolbar. A tap selects a stroke, a double tap with
/// the line tool clears the drawing, a long press picks up a stroke for dragging, and two touches
/// on a selected stroke scale, rotate and move it.
///
/// The gestures are configured in `DrawingViewController+Gestures`, the edit menu in
/// `DrawingViewController+Menu`.
package final class DrawingViewController: UIViewController {
    /// The current manipulation of a finished stroke by the user. Only one stroke can be
    /// manipulated at a time.
    package enum Activity: Hashable {
        /// No stroke is selected or picked up.
        case idle
        /// A stroke is selected, but not picked up. The value is the identifier of the stroke.
        case selected(Stroke.ID)
        /// A long press has picked up a stroke, which follows the touch until it ends. The value
        /// `wasSelected` is whether the stroke was selected before.
        case dragging(Stroke.ID, wasSelected: Bool)
        /// Gestures with two touches have picked up the selected stroke. The value `gestures` is
        /// the number of these gestures that have begun but not ended.
        case transforming(Stroke.ID, gestures: Int)
    }

    /// The maximum distance between a touch and the center line of a stroke at which the touch hits
    /// the stroke, in points.
    static let hitDistance: CGFloat = 20

    /// The view that shows the drawing and draws new strokes.
    package private(set) lazy var drawingView = makeDrawingView()
    /// Called after a change of the drawing, of the tool, of the color or width for new strokes, or
    /// of the availability of undo or redo.
    package var onChange: (() -> Void)?
    /// Called when the user has cleared the drawing.
    package var onClear: (() -> Void)?
    /// Called when the tool, the color or the width for new strokes has changed.
    package var onSettingsChange: ((DrawingSettings) -> Void)?
    /// Called when the user wants to change the color of a stroke. The arguments are a location in
    /// the drawing view, the current color, and a completion handler to call with the new color. If
    /// the closure is `nil`, the edit menu does not offer the action.
    package var onColorRequest:
        (
            (_ location: CGPoint, _ color: InkColor, _ completion: @escaping (InkColor) -> Void) ->
                Void
        )?

    /// The current manipulation of a stroke by the user.
    package internal(set) var activity = Activity.idle
    /// The location at which the edit menu of the selected stroke is shown, in the coordinates of
    /// the drawing view.
    var menuLocation = CGPoint.zero

    /// The recognizer of the double tap that clears the drawing. The recognizer is disabled for the
    /// pen, because two quick taps are no request to clear.
    lazy var doubleTap = UITapGestureRecognizer(target: self, action: { $0.handleDoubleTap })
    /// The recognizer of a tap on a stroke, which selects the stroke.
    lazy var selectingTap = UITapGestureRecognizer(target: self, action: { $0.handleTapOnStroke })
    /// The recognizer of a tap that is not on a stroke, which deselects the selected stroke.
    lazy var deselectingTap = UITapGestureRecognizer(
        target: self, action: { $0.handleTapBesideStrokes })
    /// A recognizer of a tap that must not draw a dot. The recognizer has no action. When it
    /// recognizes a fast tap, the touch is cancelled, although the other tap recognizers still wait
    /// for a second tap.
    lazy var strayTap = UITapGestureRecognizer()
    /// The recognizer of the long press that picks up a stroke.
    lazy var press = UILongPressGestureRecognizer(target: self, action: { $0.handlePress })
    /// The recognizer of the pan that moves a stroke after `press` has picked it up.
    lazy var pickUpPan = UIPanGestureRecognizer(target: self, action: { $0.handlePickUpPan })
    /// The recognizer of the pinch that scales the selected stroke.
    lazy var pinch = UIPinchGestureRecognizer(target: self, action: { $0.handlePinch })
    /// The recognizer of the gesture that rotates the selected stroke.
    lazy var rotation = UIRotationGestureRecognizer(target: self, action: { $0.handleRotation })
    /// The recognizer of the pan with two touches that moves the selected stroke.
    lazy var twoTouchPan = UIPanGestureRecognizer(target: self, action: { $0.handleTwoTouchPan })

    /// The paper of the drawing.
    private let paper: Paper

    /// Creates a view controller for a drawing on `paper`.
    package init(paper: Paper = .gray) {
        self.paper = paper
        super.init()
    }

    /// Sets the drawing view as the view of the controller.
    package override func loadView() {
        view = drawingView
    }

    private func makeDrawingView() -> DrawingView {
        let drawingView = DrawingView(frame: UIScreen.main.bounds)
        drawingView.isMultipleTouchEnabled = true
        drawingView.paper = paper
        drawingView.color = paper.defaultInk
        return drawingView
    }

    /// Adds the gesture recognizers and starts to observe the drawing.
    package override func viewDidLoad() {
        addGestureRecognizers()
        drawing.observe { [weak self] _ in self?.handleDrawingChange() }
        drawingView.onRestoringPaused = { [weak self] in self?.onChange?() }
    }

    /// Returns whether an action of the edit menu is available.
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
            drawingView.isErasing = false
            configureGesturesForTool()
            settingsDidChange()
        }
    }

    /// Whether touches erase strokes. Choosing a tool ends erasing. The value is not stored.
    package var isErasing: Bool {
        get { drawingView.isErasing }
        set {
            if newValue == isErasing { return }
            cancelManipulation()
            select(nil)
            drawingView.isErasing = newValue
            configureGesturesForTool()
            onChange?()
        }
    }

    /// The color of new strokes.
    package var color: InkColor {
        get { drawingView.color }
        set {
            drawingView.color = newValue
            settingsDidChange()
        }
    }

    /// The line width of new strokes.
    package var width: InkWidth {
        get { drawingView.width }
        set {
            drawingView.width = newValue
            settingsDidChange()
        }
    }

    /// The tool, the color and the width for new strokes.
    package var settings: DrawingSettings {
        get { DrawingSettings(tool: tool, color: color, width: width) }
        set {
            if newValue == settings { return }
            drawingView.color = newValue.color
            drawingView.width = newValue.width
            tool = newValue.tool
        }
    }

    private func settingsDidChange() {
        onChange?()
        onSettingsChange?(settings)
    }

    /// Called when the user starts or stops drawing or moving a stroke, with `true` for a start and
    /// `false` for a stop.
    package var onUserDrawingChange: ((_ isUserDrawing: Bool) -> Void)? {
        get { drawingView.onUserDrawingChange }
        set { drawingView.onUserDrawingChange = newValue }
    }

    // MARK: Undo

    /// Whether there is an edit to undo.
    package var canUndo: Bool { drawing.canUndo }
    /// Whether there is an undone edit to redo.
    package var canRedo: Bool { drawing.canRedo }
    /// Whether there are strokes to clear, and no stored stroke remains to be restored.
    package var canClear: Bool { drawing.canClear }

    /// Undoes the newest edit. If a stroke is picked up, it first returns to its original location.
    /// Strokes whose touches have not ended are not affected.
    package func undo() {
        cancelManipulation()
        drawing.undo()
    }

    /// Redoes the edit that was undone most recently. If a stroke is picked up, it first returns to
    /// its original location.
    package func redo() {
        cancelManipulation()
        drawing.redo()
    }

    /// Deletes all finished strokes as one edit. Strokes whose touches have not ended are not
    /// affected.
    package func clear() {
        cancelManipulation()
        if drawing.clear() { onClear?() }
    }

    // MARK: Activity

    /// The identifier of the selected stroke, or `nil` if no stroke is selected or a stroke is
    /// picked up.
    package var selectedStrokeID: Stroke.ID? {
        guard case .selected(let id) = activity else { return nil }
        return id
    }

    /// Whether the user has picked up a finished stroke to move, rotate or scale it.
    package var isStrokePickedUp: Bool {
        switch activity {
        case .idle, .selected: false
        case .dragging, .transforming: true
        }
    }

    /// Selects the stroke with the identifier `id`, or ends the selection if `id` is `nil`.
    package func select(_ id: Stroke.ID?) {
        drawingView.select(id)
        activity = id.map { .selected($0) } ?? .idle
        if id == nil { UIMenuController.shared.hideMenu(from: drawingView) }
    }

    /// Ends the manipulation of a picked-up stroke and restores its original location and shape.
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

    /// Restores the original location and shape of a picked-up stroke, and cancels the gestures
    /// that move it. Does nothing if no stroke is picked up.
    func cancelManipulation() {
        guard isStrokePickedUp else { return }
        revertStroke()
        cancelManipulationGestures()
    }

    /// Ends the manipulation of a stroke that no longer exists, and calls `onChange`. The method is
    /// called after each change of the drawing.
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
