import TouchKit

/// The drawing scene as it is shown: the drawing over the whole screen, and the toolbar in front of it.
///
/// The drawing and the toolbar know nothing of each other; they meet here.
public final class DrawingSceneController: UIViewController {
    /// The drawing.
    public let drawingController = DrawingViewController()
    /// The toolbar; nil on a bare slate.
    public let toolbar: Toolbar?
    /// Comes up at the finger that chose *Colour* in the menu.
    private let palette = ColorPalette()

    /// Makes the scene.
    ///
    /// - Parameter hasToolbar: Whether there is a toolbar; a bare slate if not.
    public init(hasToolbar: Bool = true) {
        toolbar = hasToolbar ? Toolbar() : nil
        super.init()
    }

    /// Puts the toolbar in front of the drawing, as its sibling: fingers on it are none of the
    /// drawing's.
    public override func loadView() {
        let view = UIView(frame: UIScreen.main.bounds)
        view.addSubview(drawingController.view)
        if let toolbar { view.addSubview(toolbar) }
        self.view = view
    }

    /// Connects the drawing, the toolbar and the palette.
    public override func viewDidLoad() {
        drawingController.chooseColor = { [unowned self] place, completion in
            palette.onChoose = completion
            palette.present(at: drawingController.view.convert(place, to: view), in: view)
        }
        guard let toolbar else { return }
        toolbar.onTool = { [unowned self] in drawingController.tool = $0 }
        toolbar.onColor = { [unowned self] in drawingController.color = $0 }
        toolbar.onWidth = { [unowned self] in drawingController.width = $0 }
        toolbar.onUndo = { [unowned self] in drawingController.undo() }
        toolbar.onRedo = { [unowned self] in drawingController.redo() }
        toolbar.onClear = { [unowned self] in drawingController.clear() }
        drawingController.onInk = { toolbar.fingersDraw($0) }
        drawingController.onChange = { [unowned self] in showState() }
        showState()
    }

    /// The drawing fills the screen, the toolbar lies at its bottom.
    public override func viewDidLayoutSubviews() {
        drawingController.view.frame = view.bounds
        toolbar?.layOut(in: view.bounds)
        palette.dismiss()
    }

    private func showState() {
        guard let toolbar else { return }
        toolbar.tool = drawingController.tool
        toolbar.color = drawingController.color
        toolbar.width = drawingController.width
        toolbar.canUndo = drawingController.canUndo
        toolbar.canRedo = drawingController.canRedo
    }
}
