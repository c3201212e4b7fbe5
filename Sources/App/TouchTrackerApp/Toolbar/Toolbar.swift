import TouchKit

/// The row of buttons at the bottom of a drawing: tool, color, width, undo, redo and clear.
///
/// The toolbar is independent of the drawing. Its owner sets the properties that the toolbar shows,
/// and receives the user's input through closures. Setting a property calls no closure. The toolbar
/// must be a sibling in front of the drawing view, not a subview, so that the recognizers of the
/// drawing view receive no touches on the toolbar.
///
/// ```swift
/// let toolbar = Toolbar()
/// toolbar.onUndo = { … }
/// view.addSubview(drawingView)
/// view.addSubview(toolbar)
/// toolbar.layOut(in: view.bounds)                  // again after each resize
/// toolbar.updateVisibility(isUserDrawing: true)    // hides the toolbar
/// ```
package final class Toolbar: UIView {
    /// A button of the toolbar.
    package enum Item: CaseIterable, Sendable {
        /// The button that opens a strip with a button for each tool and for the eraser.
        case tool
        /// The button that opens a strip with a button for each color. In a wide toolbar, the
        /// colors are part of the row, and this button is hidden.
        case color
        /// The button that opens a strip with a button for each line width. In a wide toolbar, the
        /// widths are part of the row, and this button is hidden.
        case width
        /// The button that undoes the newest edit.
        case undo
        /// The button that redoes the edit that was undone most recently.
        case redo
        /// The button that clears the drawing when it is held for a second.
        case clear
        /// The button that opens the sheet with all pages. The button is hidden if the drawing has
        /// no pages.
        case pages
    }

    // MARK: Shown state

    /// The tool that the toolbar shows as selected.
    package var tool = Tool.line { didSet { updateTool() } }
    /// Whether the toolbar shows the eraser as selected instead of a tool.
    package var isErasing = false { didSet { updateTool() } }
    /// The color that the toolbar shows as selected.
    package var color = InkColor.black {
        didSet {
            colorButton.face = .color(color, on: paper)
            colors.color = color
        }
    }
    /// The line width that the toolbar shows as selected.
    package var width = InkWidth.medium {
        didSet {
            widthButton.face = .width(width)
            widths.selection = .width(width)
        }
    }
    /// Whether the undo button is enabled, because there is an edit to undo.
    package var canUndo = false { didSet { undoButton.isEnabled = canUndo } }
    /// Whether the redo button is enabled, because there is an edit to redo.
    package var canRedo = false { didSet { redoButton.isEnabled = canRedo } }
    /// Whether the clear button is enabled, because there are strokes to clear.
    package var canClear = false { didSet { clearButton.isEnabled = canClear } }

    // MARK: Callbacks

    /// Called with the tool that the user has selected.
    package var onTool: ((Tool) -> Void)?
    /// Called when the user has selected the eraser.
    package var onEraser: (() -> Void)?
    /// Called with the color that the user has selected.
    package var onColor: ((InkColor) -> Void)?
    /// Called with the line width that the user has selected.
    package var onWidth: ((InkWidth) -> Void)?
    /// Called when the user taps the undo button.
    package var onUndo: (() -> Void)?
    /// Called when the user taps the redo button.
    package var onRedo: (() -> Void)?
    /// Called when the user has held the clear button for a second.
    package var onClear: (() -> Void)?
    /// Called when the user taps the button for pages.
    package var onPages: (() -> Void)?

    // MARK: Parts

    private let paper: Paper
    private let row = RoundedBackgroundView(frame: .zero)
    private let toolButton = IconButton(.tool(.line))
    private let colorButton: IconButton
    private let widthButton = IconButton(.width(.medium))
    private let undoButton = IconButton(.undo)
    private let redoButton = IconButton(.redo)
    private let clearButton = HoldToConfirmButton(.clear, hint: "Hold to clear")
    private let pagesButton = IconButton(.pages)
    private let colors: ColorPalette
    private let widths = Palette(faces: InkWidth.allCases.map { .width($0) })
    private let tools = Palette(faces: [.tool(.pen), .tool(.line), .eraser])

    /// The item, `tool`, `color` or `width`, whose strip of buttons is open above the row, or `nil`
    /// if no strip is open.
    private var openStrip: Item?
    /// The recognizer that detects touches outside the toolbar while a strip of tools, colors or
    /// line widths is open.
    private let outsideTouchObserver = TouchObserverGestureRecognizer()
    private var layout = ToolbarLayout(in: .zero)
    /// Whether the toolbar has a button for pages. Changing the value requires `layOut(in:)`.
    package var hasPages = false
    /// The state machine that hides the toolbar while the user draws.
    var visibility = ToolbarVisibility()

    /// Creates a toolbar that shows the inks in their colors on `paper`. Its frame must be set with
    /// `layOut(in:)`, not with `frame`.
    package init(frame: CGRect = .zero, paper: Paper = .gray) {
        self.paper = paper
        colorButton = IconButton(.color(.black, on: paper))
        colors = ColorPalette(paper: paper)
        super.init(frame: frame)
        isOpaque = false
        colors.color = color
        widths.selection = .width(width)
        tools.selection = .tool(tool)
        undoButton.isEnabled = false
        redoButton.isEnabled = false
        clearButton.isEnabled = false
        addSubview(row)
        for view in [
            toolButton, colorButton, widthButton, undoButton, redoButton, clearButton, pagesButton,
        ] {
            addSubview(view)
        }
        addSubview(colors)
        addSubview(widths)
        addSubview(tools)
        connect()
        observeTouches()
    }

    private func connect() {
        toolButton.addAction(for: .touchUpInside) { [weak self] _ in self?.toggle(.tool) }
        colorButton.addAction(for: .touchUpInside) { [weak self] _ in self?.toggle(.color) }
        widthButton.addAction(for: .touchUpInside) { [weak self] _ in self?.toggle(.width) }
        undoButton.addAction(for: .touchUpInside) { [weak self] _ in self?.onUndo?() }
        redoButton.addAction(for: .touchUpInside) { [weak self] _ in self?.onRedo?() }
        clearButton.addAction(for: .primaryActionTriggered) { [weak self] _ in self?.onClear?() }
        pagesButton.addAction(for: .touchUpInside) { [weak self] _ in self?.onPages?() }
        // A tap on a button without a strip closes the open strip.
        for button in [undoButton, redoButton, clearButton, pagesButton] {
            button.addAction(for: .touchDown) { [weak self] _ in self?.closeStrip() }
        }
        colors.onColorSelected = { [weak self] in self?.select($0) }
        widths.onSelect = { [weak self] in self?.select($0) }
        tools.onSelect = { [weak self] in self?.select($0) }
        outsideTouchObserver.onTouchBegan = { [weak self] touch in
            guard let self, touch.view?.isDescendant(of: self) != true else { return }
            closeStrip()
        }
    }

    // MARK: Choosing

    private func updateTool() {
        toolButton.face = isErasing ? .eraser : .tool(tool)
        tools.selection = toolButton.face
    }

    /// Selects the tool, the eraser or the line width that `face` shows.
    private func select(_ face: IconButton.Face) {
        switch face {
        case .tool(let tool):
            isErasing = false
            self.tool = tool
            closeStrip()
            onTool?(tool)
        case .eraser:
            isErasing = true
            closeStrip()
            onEraser?()
        case .width(let width):
            self.width = width
            closeStrip()
            onWidth?(width)
        case .color, .undo, .redo, .clear, .pages, .item, .scene: break
        }
    }

    private func select(_ color: InkColor) {
        self.color = color
        closeStrip()
        onColor?(color)
    }

    // MARK: Strips

    /// Opens the strip of tools, colors or line widths that belongs to the button `item`, or closes
    /// the strip if it is open.
    private func toggle(_ item: Item) {
        // A resize during the touch may have switched to the wide layout.
        guard item == .tool || !layout.isWide else { return }
        openStrip = openStrip == item ? nil : item
        if openStrip != nil { superview?.addGestureRecognizer(outsideTouchObserver) }
        updateStrips()
    }

    /// Closes the open strip of tools, colors or line widths, if there is one.
    func closeStrip() {
        guard openStrip != nil else { return }
        openStrip = nil
        updateStrips()
    }

    /// Updates the recognizer for outside touches and the layout after a strip of tools, colors or
    /// line widths was opened or closed.
    private func updateStrips() {
        if openStrip == nil {
            outsideTouchObserver.view?.removeGestureRecognizer(outsideTouchObserver)
        }
        layOutParts()
    }

    /// Closes the open strip of tools, colors or line widths. This also removes the recognizer for
    /// outside touches from the previous superview.
    package override func willMove(toSuperview newSuperview: UIView?) {
        super.willMove(toSuperview: newSuperview)
        closeStrip()
    }

    // MARK: Layout

    /// Places the toolbar at the bottom of the rectangle `bounds` of its superview, which is
    /// usually the bounds of the superview.
    package func layOut(in bounds: CGRect) {
        layout = ToolbarLayout(in: bounds, hasPages: hasPages)
        openStrip = nil
        updateStrips()
    }

    /// Sets the frames of all parts of the toolbar, and sets the frame of the toolbar to the
    /// smallest rectangle that contains its visible parts.
    private func layOutParts() {
        var colorFrame = layout.color
        var widthFrame = layout.width
        var totalFrame = layout.row
        let maximumSize = layout.maximumStripSize
        let toolFrame = layout.strip(tools.sizeThatFits(maximumSize), above: layout.tool)
        if openStrip == .tool { totalFrame = totalFrame.union(toolFrame) }
        if !layout.isWide {
            colorFrame = layout.strip(colors.sizeThatFits(maximumSize), above: layout.color)
            widthFrame = layout.strip(widths.sizeThatFits(maximumSize), above: layout.width)
            if openStrip == .color { totalFrame = totalFrame.union(colorFrame) }
            if openStrip == .width { totalFrame = totalFrame.union(widthFrame) }
        }
        frame = totalFrame
        func setFrame(of view: UIView, _ frame: CGRect) {
            view.frame = frame.offsetBy(dx: -totalFrame.minX, dy: -totalFrame.minY)
        }
        setFrame(of: row, layout.row)
        setFrame(of: toolButton, layout.tool)
        setFrame(of: colorButton, layout.color)
        setFrame(of: widthButton, layout.width)
        setFrame(of: undoButton, layout.undo)
        setFrame(of: redoButton, layout.redo)
        setFrame(of: clearButton, layout.clear)
        setFrame(of: pagesButton, layout.pages)
        pagesButton.isHidden = !hasPages
        setFrame(of: tools, toolFrame)
        setFrame(of: colors, colorFrame)
        setFrame(of: widths, widthFrame)
        tools.isHidden = openStrip != .tool
        toolButton.isSelected = openStrip == .tool
        show(colors, of: colorButton, isOpen: openStrip == .color)
        show(widths, of: widthButton, isOpen: openStrip == .width)
    }

    /// Updates the visibility of a palette and of the button that opens it. The parameter `isOpen`
    /// is whether the strip with this palette is open.
    private func show(_ palette: Palette, of button: IconButton, isOpen: Bool) {
        palette.isBackgroundHidden = layout.isWide
        palette.isHidden = !layout.isWide && !isOpen
        button.isHidden = layout.isWide
        button.isSelected = isOpen
    }

    /// Returns whether a point is in the row of buttons or in an open strip of tools, colors or
    /// line widths. Touches at other points are delivered to the drawing.
    package override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
        row.frame.contains(point)
            || (!tools.isHidden && tools.frame.contains(point))
            || (!colors.isHidden && colors.frame.contains(point))
            || (!widths.isHidden && widths.frame.contains(point))
    }

    // MARK: Frames

    /// The frame of the row of buttons in the coordinates of the superview.
    package var rowFrame: CGRect { layout.row }

    /// Returns the frame of a button in the coordinates of the superview, or `nil` if the button is
    /// hidden.
    package func frame(of item: Item) -> CGRect? {
        let button: UIView
        switch item {
        case .tool: button = toolButton
        case .color: button = colorButton
        case .width: button = widthButton
        case .undo: button = undoButton
        case .redo: button = redoButton
        case .clear: button = clearButton
        case .pages: button = pagesButton
        }
        return button.isHidden ? nil : convert(button.frame, to: superview)
    }

    /// Returns the frame of the button for `tool`, or for the eraser if `tool` is `nil`, in the
    /// coordinates of the superview; `nil` if the strip of tools is closed.
    package func frame(ofTool tool: Tool?) -> CGRect? {
        frame(of: tool.map { .tool($0) } ?? .eraser, in: tools)
    }

    /// Returns the touchable frame of the button for `color` in the coordinates of the superview,
    /// or `nil` if the colors are hidden.
    package func frame(of color: InkColor) -> CGRect? {
        frame(of: .color(color, on: paper), in: colors)
    }

    /// Returns the frame of the button for the line width `width` in the coordinates of the
    /// superview, or `nil` if the widths are hidden.
    package func frame(of width: InkWidth) -> CGRect? {
        frame(of: .width(width), in: widths)
    }

    private func frame(of face: IconButton.Face, in palette: Palette) -> CGRect? {
        palette.isHidden ? nil : palette.frame(of: face).map { palette.convert($0, to: superview) }
    }
}
