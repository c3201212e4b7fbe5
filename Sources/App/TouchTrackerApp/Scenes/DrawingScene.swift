import TouchKit

extension Scene {
    /// The drawing scene, in which the user draws lines and freehand strokes.
    package static let draw = Scene(
        name: "draw", title: "Draw",
        miniature: SceneMiniature(background: 2.0 / 3) { _ in
            let path = UIBezierPath.withRoundLines(width: 5)
            path.move(to: CGPoint(x: 12, y: 44))
            path.addCurve(
                to: CGPoint(x: 48, y: 26), controlPoint1: CGPoint(x: 18, y: 2),
                controlPoint2: CGPoint(x: 38, y: 60))
            UIColor.blue.setStroke()
            path.stroke()
            let line = UIBezierPath.withRoundLines(width: 5)
            line.move(to: CGPoint(x: 56, y: 46))
            line.addLine(to: CGPoint(x: 88, y: 14))
            UIColor.red.setStroke()
            line.stroke()
        },
        controllerFactory: { DrawingSceneController(options: $0) })
}

/// The view controller of the drawing scene, which is the default scene. The scene consists of the
/// drawing and a toolbar in front of it.
///
/// The drawing and the toolbar are independent of each other; this controller connects them.
package final class DrawingSceneController: UIViewController {
    /// The view controller of the drawing.
    package let drawingController: DrawingViewController
    /// The toolbar, or `nil` if the scene was created without a toolbar.
    package let toolbar: Toolbar?
    /// The palette of colors that the menu item *Color* of a selected stroke opens.
    package let palette: ColorPalette
    /// The sheet with all pages, or `nil` while it is closed.
    package private(set) var pagesView: PagesView?
    /// Called when the user taps the toolbar's button for pages. If `nil`, there is no such button.
    package var onPagesRequest: (() -> Void)? {
        didSet {
            toolbar?.hasPages = onPagesRequest != nil
            layoutSize = .zero
            viewIfLoaded?.setNeedsLayout()
        }
    }
    /// Called when the user has stopped drawing, moving a stroke or erasing, also if no edit was
    /// made.
    var onUserDrawingEnd: (() -> Void)?
    /// The banner that confirms that the drawing was cleared.
    package let clearedBanner = ClearedBanner()
    /// The size of the view at the last layout, in points.
    private var layoutSize = CGSize.zero

    /// Creates the view controller of the drawing scene.
    ///
    /// - Parameters:
    ///   - hasToolbar: Whether the scene has a toolbar.
    ///   - paper: The paper of the drawing.
    package init(hasToolbar: Bool = true, paper: Paper = .gray) {
        drawingController = DrawingViewController(paper: paper)
        toolbar = hasToolbar ? Toolbar(paper: paper) : nil
        palette = ColorPalette(paper: paper)
        super.init()
    }

    /// Creates the view controller of the drawing scene with the toolbar, the paper, the tool and
    /// the prediction that `options` select.
    package convenience init(options: AppOptions) {
        self.init(hasToolbar: options.hasToolbar, paper: options.paper)
        drawingController.tool = options.tool ?? .pen
        drawingController.drawingView.predictsInk = options.predictsInk
    }

    /// Creates the views of the drawing and the toolbar as siblings, so that touches on the toolbar
    /// are not delivered to the drawing.
    package override func loadView() {
        view = UIView(frame: UIScreen.main.bounds)
        addChild(drawingController)
        view.addSubview(drawingController.view)
        drawingController.didMove(toParent: self)
        if let toolbar { view.addSubview(toolbar) }
        view.addSubview(clearedBanner)
    }

    /// Sets the closures that connect the drawing, the toolbar and the palette.
    package override func viewDidLoad() {
        drawingController.onColorRequest = { [weak self] location, color, completion in
            self?.showPalette(at: location, color: color, completion)
        }
        drawingController.onClear = { [weak self] in self?.clearedBanner.show() }
        drawingController.onChange = { [weak self] in self?.handleChange() }
        drawingController.onUserDrawingChange = { [weak self] isUserDrawing in
            self?.toolbar?.updateVisibility(isUserDrawing: isUserDrawing)
            if !isUserDrawing { self?.onUserDrawingEnd?() }
        }
        clearedBanner.onUndo = { [weak self] in self?.undoClear() }
        guard let toolbar else { return }
        toolbar.onTool = { [weak self] in self?.drawingController.tool = $0 }
        toolbar.onEraser = { [weak self] in self?.drawingController.isErasing = true }
        toolbar.onColor = { [weak self] in self?.drawingController.color = $0 }
        toolbar.onWidth = { [weak self] in self?.drawingController.width = $0 }
        toolbar.onUndo = { [weak self] in self?.drawingController.undo() }
        toolbar.onRedo = { [weak self] in self?.drawingController.redo() }
        toolbar.onClear = { [weak self] in self?.drawingController.clear() }
        toolbar.onPages = { [weak self] in self?.onPagesRequest?() }
        updateToolbar()
    }

    /// Lays out the drawing in the whole view and the toolbar at the bottom.
    package override func viewDidLayoutSubviews() {
        // Showing or hiding the palette also triggers a layout.
        if view.bounds.size == layoutSize { return }
        layoutSize = view.bounds.size
        drawingController.view.frame = view.bounds
        toolbar?.layOut(in: view.bounds)
        clearedBanner.layOut(in: view.bounds, above: toolbar?.rowFrame.minY ?? view.bounds.maxY)
        pagesView?.frame = view.bounds
        palette.dismiss()
    }

    /// Shows a sheet with all pages in front of the drawing and the toolbar, or closes the sheet if
    /// `pagesView` is `nil`.
    package func showPages(_ pagesView: PagesView?) {
        self.pagesView?.removeFromSuperview()
        self.pagesView = pagesView
        guard let pagesView else { return }
        drawingController.cancelManipulation()
        drawingController.select(nil)
        palette.dismiss()
        pagesView.frame = view.bounds
        view.addSubview(pagesView)
        pagesView.layoutIfNeeded()
    }

    private func showPalette(
        at location: CGPoint, color: InkColor, _ completion: @escaping (InkColor) -> Void
    ) {
        palette.color = color
        palette.onColorSelected = completion
        palette.present(at: drawingController.view.convert(location, to: view), in: view)
    }

    private func handleChange() {
        // After another edit, the button would undo that edit.
        if !drawingController.drawing.isNewestEditClear { clearedBanner.hide() }
        updateToolbar()
    }

    private func undoClear() {
        if drawingController.drawing.isNewestEditClear { drawingController.undo() }
    }

    private func updateToolbar() {
        guard let toolbar else { return }
        toolbar.tool = drawingController.tool
        toolbar.isErasing = drawingController.isErasing
        toolbar.color = drawingController.color
        toolbar.width = drawingController.width
        toolbar.canUndo = drawingController.canUndo
        toolbar.canRedo = drawingController.canRedo
        toolbar.canClear = drawingController.canClear
    }
}
