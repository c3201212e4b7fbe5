import TouchKit

/// What a board boots into: the drawing over the whole screen, and the toolbar in front of it.
///
/// The drawing (`DrawingViewController`) and the toolbar know nothing of each other; they meet here.
package final class DrawingSceneController: UIViewController {
    /// The drawing.
    package let drawingController = DrawingViewController()
    /// The toolbar; nil on a bare slate.
    package let toolbar: Toolbar?
    /// Comes up at the finger that chose *Colour* in the menu.
    package let palette = ColorPalette()
    /// The size for which everything was laid out.
    private var size = CGSize.zero

    /// Makes the scene.
    ///
    /// - Parameter hasToolbar: Whether there is a toolbar; a bare slate if not.
    package init(hasToolbar: Bool = true) {
        toolbar = hasToolbar ? Toolbar() : nil
        super.init()
    }

    /// Puts the toolbar in front of the drawing, as its sibling: fingers on it are none of the
    /// drawing's.
    package override func loadView() {
        view = UIView(frame: UIScreen.main.bounds)
        addChild(drawingController)
        view.addSubview(drawingController.view)
        drawingController.didMove(toParent: self)
        if let toolbar { view.addSubview(toolbar) }
    }

    /// Connects the drawing, the toolbar and the palette.
    package override func viewDidLoad() {
        drawingController.chooseColor = { [weak self] place, color, completion in
            self?.showPalette(at: place, color: color, completion)
        }
        guard let toolbar else { return }
        toolbar.onTool = { [weak self] in self?.drawingController.tool = $0 }
        toolbar.onColor = { [weak self] in self?.drawingController.color = $0 }
        toolbar.onWidth = { [weak self] in self?.drawingController.width = $0 }
        toolbar.onUndo = { [weak self] in self?.drawingController.undo() }
        toolbar.onRedo = { [weak self] in self?.drawingController.redo() }
        toolbar.onClear = { [weak self] in self?.drawingController.clear() }
        drawingController.onBusy = { [weak toolbar] in toolbar?.fingersDraw($0) }
        drawingController.onChange = { [weak self] in self?.showState() }
        showState()
    }

    /// The drawing fills the screen, the toolbar lies at its bottom.
    package override func viewDidLayoutSubviews() {
        // A palette that comes or goes asks for layout, too.
        if view.bounds.size == size { return }
        size = view.bounds.size
        drawingController.view.frame = view.bounds
        toolbar?.layOut(in: view.bounds)
        palette.dismiss()
    }

    private func showPalette(
        at place: CGPoint, color: InkColor, _ completion: @escaping (InkColor) -> Void
    ) {
        palette.color = color
        palette.onChoose = completion
        palette.present(at: drawingController.view.convert(place, to: view), in: view)
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
