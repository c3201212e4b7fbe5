import TouchKit

/// The row of buttons at the bottom of a drawing: tool, colour, width, undo, redo, clear.
///
/// It knows nothing of the drawing: what is chosen and possible is set from outside, what fingers choose is
/// told through closures (setting something tells nobody). Put it in front of the drawing view as a
/// sibling, not into it: then the drawing's recognizers never see a finger that is on the toolbar.
///
/// ```swift
/// let toolbar = Toolbar()
/// toolbar.onUndo = { … }
/// view.addSubview(drawingView)
/// view.addSubview(toolbar)
/// toolbar.layOut(in: view.bounds)          // and again whenever these change
/// toolbar.fingersDraw(true)                // the first finger draws: it makes room at once
/// ```
package final class Toolbar: UIView {
    /// One of its buttons.
    package enum Item: CaseIterable, Sendable {
        /// Changes between the tools.
        case tool
        /// Opens the strip of colours; not there where they stand in the row.
        case color
        /// Opens the strip of widths; not there where they stand in the row.
        case width
        /// Takes the last step back.
        case undo
        /// Makes the step again that was taken back last.
        case redo
        /// Clears the drawing, held for a second.
        case clear
    }

    // MARK: What it shows

    /// The tool.
    package var tool = Tool.line { didSet { toolButton.face = .tool(tool) } }
    /// The colour.
    package var color = InkColor.black {
        didSet {
            colorButton.face = .color(color)
            colors.color = color
        }
    }
    /// The width.
    package var width = InkWidth.medium {
        didSet {
            widthButton.face = .width(width)
            widths.width = width
        }
    }
    /// Whether there is a step to take back.
    package var canUndo = false { didSet { undoButton.isEnabled = canUndo } }
    /// Whether there is a step to make again.
    package var canRedo = false { didSet { redoButton.isEnabled = canRedo } }

    // MARK: What it tells

    /// Is called with the tool that was chosen.
    package var onTool: ((Tool) -> Void)?
    /// Is called with the colour that was chosen.
    package var onColor: ((InkColor) -> Void)?
    /// Is called with the width that was chosen.
    package var onWidth: ((InkWidth) -> Void)?
    /// Is called when a step shall be taken back.
    package var onUndo: (() -> Void)?
    /// Is called when a step shall be made again.
    package var onRedo: (() -> Void)?
    /// Is called when the drawing shall be cleared.
    package var onClear: (() -> Void)?

    // MARK: Parts

    private let row = PlateView(frame: .zero)
    private let toolButton = IconButton(.tool(.line))
    private let colorButton = IconButton(.color(.black))
    private let widthButton = IconButton(.width(.medium))
    private let undoButton = IconButton(.undo)
    private let redoButton = IconButton(.redo)
    private let clearButton = HoldButton(.clear, hint: "Hold to clear")
    private let colors = ColorPalette()
    private let widths = WidthPalette()

    /// The button whose strip is open, `color` or `width`.
    private var openStrip: Item?
    /// Sees fingers elsewhere while a strip is open.
    private let outside = TouchWatch()
    private var layout = ToolbarLayout(in: .zero)
    var presence = ToolbarPresence()

    /// Makes a toolbar; `layOut(in:)` gives it its place.
    package override init(frame: CGRect) {
        super.init(frame: frame)
        isOpaque = false
        colors.color = color
        widths.width = width
        undoButton.isEnabled = false
        redoButton.isEnabled = false
        addSubview(row)
        for view in [toolButton, colorButton, widthButton, undoButton, redoButton, clearButton] {
            addSubview(view)
        }
        addSubview(colors)
        addSubview(widths)
        connect()
        watchFingers()
    }

    private func connect() {
        toolButton.addAction(for: .touchUpInside) { [weak self] _ in self?.changeTool() }
        colorButton.addAction(for: .touchUpInside) { [weak self] _ in self?.toggle(.color) }
        widthButton.addAction(for: .touchUpInside) { [weak self] _ in self?.toggle(.width) }
        undoButton.addAction(for: .touchUpInside) { [weak self] _ in self?.onUndo?() }
        redoButton.addAction(for: .touchUpInside) { [weak self] _ in self?.onRedo?() }
        clearButton.addAction(for: .primaryActionTriggered) { [weak self] _ in self?.onClear?() }
        // Whoever does something else has done with choosing.
        for button in [toolButton, undoButton, redoButton, clearButton] {
            button.addAction(for: .touchDown) { [weak self] _ in self?.closeStrip() }
        }
        colors.onChoose = { [weak self] in self?.choose($0) }
        widths.onChoose = { [weak self] in self?.choose($0) }
        outside.onTouch = { [weak self] touch in
            guard let self, touch.view?.isDescendant(of: self) != true else { return }
            closeStrip()
        }
    }

    // MARK: Choosing

    private func changeTool() {
        tool = tool == .line ? .pen : .line
        onTool?(tool)
    }

    private func choose(_ color: InkColor) {
        self.color = color
        closeStrip()
        onColor?(color)
    }

    private func choose(_ width: InkWidth) {
        self.width = width
        closeStrip()
        onWidth?(width)
    }

    // MARK: Strips

    /// Opens a button's strip, or closes it if it is open.
    private func toggle(_ item: Item) {
        // The screen may have grown under the finger.
        guard !layout.isWide else { return }
        openStrip = openStrip == item ? nil : item
        if openStrip != nil { superview?.addGestureRecognizer(outside) }
        stripsChanged()
    }

    /// Closes the strip that is open, if one is.
    func closeStrip() {
        guard openStrip != nil else { return }
        openStrip = nil
        stripsChanged()
    }

    private func stripsChanged() {
        if openStrip == nil { outside.view?.removeGestureRecognizer(outside) }
        place()
    }

    /// Taken out of a view, it watches that view no longer.
    package override func willMove(toSuperview newSuperview: UIView?) {
        super.willMove(toSuperview: newSuperview)
        closeStrip()
    }

    // MARK: Place

    /// Puts it at the bottom of a rectangle of its superview, usually the superview's bounds.
    package func layOut(in bounds: CGRect) {
        layout = ToolbarLayout(in: bounds)
        openStrip = nil
        stripsChanged()
    }

    /// Brings all parts to where the layout has them. It is as large as what is to be seen of it.
    private func place() {
        var colorPlace = layout.color
        var widthPlace = layout.width
        var whole = layout.row
        if !layout.isWide {
            let room = layout.stripRoom
            colorPlace = layout.strip(colors.sizeThatFits(room), above: layout.color)
            widthPlace = layout.strip(widths.sizeThatFits(room), above: layout.width)
            if openStrip == .color { whole = whole.union(colorPlace) }
            if openStrip == .width { whole = whole.union(widthPlace) }
        }
        frame = whole
        func put(_ view: UIView, _ place: CGRect) {
            view.frame = place.offsetBy(dx: -whole.minX, dy: -whole.minY)
        }
        put(row, layout.row)
        put(toolButton, layout.tool)
        put(colorButton, layout.color)
        put(widthButton, layout.width)
        put(undoButton, layout.undo)
        put(redoButton, layout.redo)
        put(clearButton, layout.clear)
        put(colors, colorPlace)
        put(widths, widthPlace)
        show(colors, of: colorButton, isOpen: openStrip == .color)
        show(widths, of: widthButton, isOpen: openStrip == .width)
    }

    private func show(_ palette: Palette, of button: IconButton, isOpen: Bool) {
        palette.isPlain = layout.isWide
        palette.isHidden = !layout.isWide && !isOpen
        button.isHidden = layout.isWide
        button.isSelected = isOpen
    }

    /// What it has of its box: the row and the strip that is open. Fingers beside them are the drawing's.
    package override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
        row.frame.contains(point)
            || (!colors.isHidden && colors.frame.contains(point))
            || (!widths.isHidden && widths.frame.contains(point))
    }

    // MARK: Asking

    /// Where a button lies, in the superview's coordinates; nil for one that isn't there.
    package func frame(of item: Item) -> CGRect? {
        let button: UIView
        switch item {
        case .tool: button = toolButton
        case .color: button = colorButton
        case .width: button = widthButton
        case .undo: button = undoButton
        case .redo: button = redoButton
        case .clear: button = clearButton
        }
        return button.isHidden ? nil : convert(button.frame, to: superview)
    }

    /// Where a colour's disc lies, in the superview's coordinates; nil while its strip is closed.
    package func frame(of color: InkColor) -> CGRect? {
        colors.isHidden ? nil : colors.frame(of: color).map { colors.convert($0, to: superview) }
    }

    /// Where a width's button lies, in the superview's coordinates; nil while its strip is closed.
    package func frame(of width: InkWidth) -> CGRect? {
        widths.isHidden ? nil : widths.frame(of: width).map { widths.convert($0, to: superview) }
    }
}
