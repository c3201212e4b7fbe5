import TouchKit

/// A view that shows a drawing and draws a stroke for each touch: a straight line, red until the
/// touch ends, or freehand ink in the selected color.
package final class DrawingView: UIView {
    /// The color of a selected or picked-up stroke, a bright green that differs from all ink
    /// colors.
    package static let selectionColor = UIColor(red: 0, green: 0.9, blue: 0.25, alpha: 1)

    /// The time after which a predicted tip is removed if its touch is not updated, in seconds: two
    /// frames at 60 Hz. Touchscreens that report less often get no prediction.
    private static let maximumTipAge = 0.030

    /// The tool for new strokes.
    package var tool = Tool.line
    /// The color of new strokes.
    package var color = InkColor.black
    /// The line width of new strokes.
    package var width = InkWidth.medium
    /// Whether a pen's ink is extended to the predicted location of its touch. Otherwise it ends at
    /// the newest measured location.
    package var predictsInk = true
    /// Called when the user starts or stops drawing or moving a stroke.
    package var onBusyChange: ((_ isUserDrawing: Bool) -> Void)?

    /// The displayed drawing, created on first access, when the screen's scale is known.
    package private(set) lazy var drawing = makeDrawing()

    /// A stroke that a touch is drawing.
    private struct UnfinishedStroke {
        /// The shape of an unfinished stroke.
        enum Ink {
            case line(begin: CGPoint, end: CGPoint)
            case pen(PenInk)
        }

        let touch: UITouch
        let color: InkColor
        let width: CGFloat
        var ink: Ink
    }

    /// The unfinished strokes in the order in which their touches began. They are drawn in this
    /// order.
    private var unfinishedStrokes: [UnfinishedStroke] = []
    /// The layer with the ink of unfinished pen strokes, or `nil` before the first use of the pen.
    private var wet: WetInk?
    /// The stroke that is being moved by touches and drawn above everything else, or `nil` if there
    /// is none.
    package private(set) var pickedUpStroke: TransformedStroke?
    private let path = UIBezierPath()
    private var newTouches: [UITouch] = []
    /// The display link that restores stored strokes, or `nil` if there are none to restore.
    private var restoringLink: CADisplayLink?
    /// The display link that draws pen ink once per frame, or `nil` if there is no unfinished pen
    /// stroke. The link is paused while there are no new samples and no tips.
    private var inkLink: CADisplayLink?
    /// Whether pen ink was removed since ink was last drawn.
    private var hasRemovedInk = false
    /// The last value passed to `onBusyChange`.
    private var lastReportedBusy = false

    /// Creates a view with an empty drawing.
    package override init(frame: CGRect) {
        super.init(frame: frame)
        path.lineCapStyle = .round
        path.lineJoinStyle = .round
    }

    /// Always `true`, because the edit menu of a selected stroke requires a first responder.
    package override var canBecomeFirstResponder: Bool { true }

    /// The number of strokes that touches are drawing.
    package var unfinishedStrokeCount: Int { unfinishedStrokes.count }

    // MARK: Touches

    /// Begins a stroke for each new touch.
    package override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        // Touches of subviews that don't handle them are also delivered here.
        for touch in touches where touch.view === self { newTouches.append(touch) }
        if newTouches.isEmpty { return }
        // A set has no order. Sorting makes the picture independent of the set's iteration order.
        newTouches.sort { $0.location(in: self).x < $1.location(in: self).x }
        for touch in newTouches {
            let location = touch.location(in: self)
            unfinishedStrokes.append(
                UnfinishedStroke(
                    touch: touch, color: color, width: width.points, ink: makeInk(at: location)))
            updateStroke(unfinishedStrokes.count - 1, event)
        }
        newTouches.removeAll(keepingCapacity: true)
        scheduleInkUpdate()
        notifyIfBusyChanged()
    }

    /// Extends the strokes of the touches.
    package override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        for index in unfinishedStrokes.indices
        where touches.contains(unfinishedStrokes[index].touch) {
            updateStroke(index, event)
        }
        scheduleInkUpdate()
    }

    /// Adds the strokes of the touches to the drawing.
    package override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        for index in unfinishedStrokes.indices
        where touches.contains(unfinishedStrokes[index].touch) {
            updateStroke(index, event)
            addToDrawing(unfinishedStrokes[index])
        }
        removeStrokes(of: touches)
    }

    /// Discards the strokes of the touches.
    package override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        for stroke in unfinishedStrokes where touches.contains(stroke.touch) { hide(stroke) }
        removeStrokes(of: touches)
    }

    /// Starts the ink of a stroke with the current tool.
    private func makeInk(at location: CGPoint) -> UnfinishedStroke.Ink {
        switch tool {
        case .line:
            return .line(begin: location, end: location)
        case .pen:
            let ink = PenInk(
                at: location, color: color.uiColor, width: width.points, on: makeWetInkIfNeeded())
            return .pen(ink)
        }
    }

    private func makeWetInkIfNeeded() -> WetInk {
        if let wet { return wet }
        let wet = WetInk(size: bounds.size, scale: contentScaleFactor)
        self.wet = wet
        return wet
    }

    /// Extends a stroke to its touch's location, with all coalesced samples for a pen.
    private func updateStroke(_ index: Int, _ event: UIEvent?) {
        let touch = unfinishedStrokes[index].touch
        switch unfinishedStrokes[index].ink {
        case .line(let begin, let end):
            setNeedsDisplay(lineFrom: begin, to: end, width: unfinishedStrokes[index].width)
            let location = touch.location(in: self)
            unfinishedStrokes[index].ink = .line(begin: begin, end: location)
            setNeedsDisplay(lineFrom: begin, to: location, width: unfinishedStrokes[index].width)
        case .pen(let ink):
            guard let samples = event?.coalescedTouches(for: touch) else {
                return ink.append(touch.location(in: self))
            }
            for sample in samples { ink.append(sample.location(in: self)) }
            ink.setTip(predictsInk ? predictedLocation(of: touch, event) : nil)
        }
    }

    private func predictedLocation(of touch: UITouch, _ event: UIEvent?) -> CGPoint? {
        event?.predictedTouches(for: touch)?.last?.location(in: self)
    }

    /// Adds a finished stroke to the drawing and removes its ink.
    private func addToDrawing(_ stroke: UnfinishedStroke) {
        switch stroke.ink {
        case .line(let begin, let end):
            drawing.add([begin, end], tool: .line, color: stroke.color, width: stroke.width)
        case .pen(let ink):
            // The drawing retains the points, so they are copied into an array without spare
            // capacity.
            let points = ink.samples.map { $0 }
            ink.setTip(nil)
            ink.show()
            drawing.add(
                points, tool: .pen, color: stroke.color, width: stroke.width, drawnAs: ink.stroke)
        }
        hide(stroke)
    }

    /// Removes the ink of an unfinished stroke from the screen.
    private func hide(_ stroke: UnfinishedStroke) {
        switch stroke.ink {
        case .line(let begin, let end):
            setNeedsDisplay(lineFrom: begin, to: end, width: stroke.width)
        case .pen(let ink):
            ink.remove()
        }
    }

    private func removeStrokes(of touches: Set<UITouch>) {
        hasRemovedInk = true
        scheduleInkUpdate()
        unfinishedStrokes.removeAll { touches.contains($0.touch) }
        notifyIfBusyChanged()
    }

    // MARK: Ink

    /// Draws new ink at once as front-buffer ink if `predictsInk` is off; otherwise in the next
    /// frame, once for any number of updates.
    private func scheduleInkUpdate() {
        guard let wet else { return }
        guard predictsInk else { return showInk(wet) }
        if let inkLink {
            inkLink.isPaused = false
            return
        }
        let link = CADisplayLink(target: self, action: { $0.updateInk })
        link.add(to: .main, forMode: .common)
        inkLink = link
    }

    /// Draws the ink that was added since the last frame, and removes tips of touches that have not
    /// been updated for too long. A stationary touch causes no calls that would remove its tip.
    private func updateInk(_ link: CADisplayLink) {
        guard let wet else { return }
        var hasTips = false
        for stroke in unfinishedStrokes {
            guard case .pen(let ink) = stroke.ink else { continue }
            if link.timestamp - stroke.touch.timestamp > Self.maximumTipAge { ink.setTip(nil) }
            if ink.tip != nil { hasTips = true }
        }
        showInk(wet)
        link.isPaused = !hasTips
        if unfinishedStrokes.isEmpty {
            // The application retains the link, which retains this view.
            link.invalidate()
            inkLink = nil
        }
    }

    /// Draws the new ink into `wet` and invalidates the changed part of the view.
    private func showInk(_ wet: WetInk) {
        for stroke in unfinishedStrokes {
            if case .pen(let ink) = stroke.ink { ink.show() }
        }
        // Front-buffer ink can only be added. Tips are removed later, so they require a frame, like
        // other removals.
        if predictsInk || hasRemovedInk {
            setNeedsDisplay(changesOf: wet)
        } else {
            setNeedsInk(changesOf: wet)
        }
        hasRemovedInk = false
    }

    /// Whether the user is drawing or moving a stroke.
    package var isBusy: Bool { !unfinishedStrokes.isEmpty || pickedUpStroke != nil }

    private func notifyIfBusyChanged() {
        let isBusy = isBusy
        if isBusy == lastReportedBusy { return }
        lastReportedBusy = isBusy
        onBusyChange?(isBusy)
    }

    // MARK: Selecting and moving strokes

    /// Shows a stroke in the selection color instead of the previously selected one. `nil` selects
    /// no stroke.
    func select(_ id: Stroke.ID?) {
        drawing.highlight(id, in: Self.selectionColor)
        invalidateChanges()
    }

    /// Removes a stroke from the drawing's picture and draws it separately, so that moving it does
    /// not repaint the strokes below it.
    package func pickUp(_ id: Stroke.ID) {
        guard let stroke = drawing.stroke(id) else { return }
        drawing.exclude(id)
        invalidateChanges()
        let pickedUpStroke = TransformedStroke(stroke)
        setNeedsDisplay(pickedUpStroke)
        self.pickedUpStroke = pickedUpStroke
        notifyIfBusyChanged()
    }

    /// Appends a transform to those already applied to the picked-up stroke.
    package func transformPickedUpStroke(by step: CGAffineTransform) {
        guard let pickedUpStroke else { return }
        setNeedsDisplay(pickedUpStroke)
        pickedUpStroke.apply(step)
        setNeedsDisplay(pickedUpStroke)
    }

    /// Returns the distance from `point` to the picked-up stroke in points, or infinity if there is
    /// none.
    func distanceOfPickedUpStroke(to point: CGPoint) -> CGFloat {
        pickedUpStroke?.distance(to: point) ?? .infinity
    }

    /// Ends moving the picked-up stroke and records its new points as one edit, unless they are
    /// unchanged.
    package func dropPickedUpStroke() {
        guard let pickedUpStroke = removePickedUpStroke() else { return }
        drawing.reshape(pickedUpStroke.stroke.id, to: pickedUpStroke.points)
        drawing.exclude(nil)
        invalidateChanges()
        notifyIfBusyChanged()
    }

    /// Ends moving the picked-up stroke and shows it in its original place and shape.
    func returnPickedUpStroke() {
        guard removePickedUpStroke() != nil else { return }
        drawing.exclude(nil)
        invalidateChanges()
        notifyIfBusyChanged()
    }

    /// Stops showing the picked-up stroke and returns it, or returns `nil` if there is none.
    private func removePickedUpStroke() -> TransformedStroke? {
        guard let pickedUpStroke else { return nil }
        setNeedsDisplay(pickedUpStroke)
        self.pickedUpStroke = nil
        return pickedUpStroke
    }

    // MARK: Drawing

    /// Draws the finished strokes, then pen ink, then unfinished lines in red, and the picked-up
    /// stroke on top.
    package override func draw(_ rect: CGRect) {
        drawing.picture.resize(to: bounds.size, scale: contentScaleFactor)
        drawing.picture.draw(at: bounds.origin)
        if let wet, wet.count > 0 {
            wet.resize(to: bounds.size, scale: contentScaleFactor)
            wet.draw(at: bounds.origin)
        }
        UIColor.red.setStroke()
        for stroke in unfinishedStrokes {
            guard case .line(let begin, let end) = stroke.ink else { continue }
            trace(lineFrom: begin, to: end, width: stroke.width)
            path.stroke()
        }
        if let pickedUpStroke {
            Self.selectionColor.setStroke()
            pickedUpStroke.path.stroke()
        }
    }

    private func makeDrawing() -> Drawing {
        let drawing = Drawing(
            size: bounds.size, scale: contentScaleFactor, backgroundColor: Drawing.paper)
        drawing.observe { [weak self] _ in self?.invalidateChanges() }
        drawing.onPictureRestored = { [weak self] in self?.invalidateChanges() }
        drawing.onRestoringNeeded = { [weak self] in self?.startRestoring() }
        return drawing
    }

    private func startRestoring() {
        if restoringLink != nil { return }
        let link = CADisplayLink(target: self, action: { $0.continueRestoring })
        link.add(to: .main, forMode: .common)
        restoringLink = link
    }

    /// Restores as many strokes as one frame allows; `startRestoring()` resumes after a pause.
    private func continueRestoring(_ link: CADisplayLink) {
        if drawing.continueRestoring(isUserDrawing: isBusy) { return }
        link.invalidate()
        restoringLink = nil
    }

    /// Invalidates the changed part of the drawing's picture.
    private func invalidateChanges() {
        setNeedsDisplay(changesOf: drawing.picture)
    }

    private func setNeedsDisplay(_ pickedUpStroke: TransformedStroke) {
        if let frame = pickedUpStroke.frame {
            setNeedsDisplay(frame)
        } else {
            setNeedsDisplay(strokeOf: pickedUpStroke.path)
        }
    }

    private func setNeedsDisplay(lineFrom begin: CGPoint, to end: CGPoint, width: CGFloat) {
        trace(lineFrom: begin, to: end, width: width)
        setNeedsDisplay(strokeOf: path)
    }

    private func trace(lineFrom begin: CGPoint, to end: CGPoint, width: CGFloat) {
        path.lineWidth = width
        path.removeAllPoints()
        path.move(to: begin)
        path.addLine(to: end)
    }
}
