import TouchKit

/// A view that shows a drawing and draws a stroke for each touch. A stroke is a straight line,
/// which is red until the touch ends, or freehand ink in the selected color.
package final class DrawingView: UIView {
    /// `false`: the view draws the current pixels of the drawing and the ink whenever a part is
    /// repainted.
    package override class var hasBackingStore: Bool { false }

    /// The color in which a selected or picked-up stroke is shown, a bright green that differs from
    /// all ink colors.
    package static let selectionColor = UIColor(red: 0, green: 0.9, blue: 0.25, alpha: 1)

    /// The time after the last update of a touch at which the predicted end of its ink is removed,
    /// in seconds. The time is slightly shorter than two frames at 60 Hz. If a touchscreen has a
    /// longer report interval, the predicted end disappears between its reports.
    private static let maximumTipAge = 0.030

    /// The paper, which must be set before `drawing` is used.
    package var paper = Paper.gray
    /// The tool for new strokes.
    @exclusivity(unchecked) package var tool = Tool.line
    /// Whether touches erase strokes instead of drawing.
    @exclusivity(unchecked) package var isErasing = false
    /// The touches that erase strokes.
    @exclusivity(unchecked) var erasers: [EraserTouch] = []
    /// The color of new strokes.
    @exclusivity(unchecked) package var color = InkColor.black
    /// The line width of new strokes.
    @exclusivity(unchecked) package var width = InkWidth.medium
    /// Whether pen ink extends to the predicted location of its touch. If `false`, the ink ends at
    /// the newest measured location.
    @exclusivity(unchecked) package var predictsInk = true
    /// Called when the user starts or stops drawing or moving a stroke, with `true` for a start and
    /// `false` for a stop.
    @exclusivity(unchecked) package var onUserDrawingChange: ((_ isUserDrawing: Bool) -> Void)?

    /// Called when no stored strokes or parts of the picture remain to be restored for now.
    var onRestoringPaused: (() -> Void)?

    /// The displayed drawing. The drawing is created on first access, because the scale of the
    /// screen is not known earlier.
    package private(set) lazy var drawing = makeDrawing()

    /// A stroke that the user is drawing with a touch.
    private struct UnfinishedStroke {
        /// The shape of an unfinished stroke: a line with its two ends, or pen ink.
        enum Shape {
            case line(begin: CGPoint, end: CGPoint)
            case pen(PenInk)
        }

        let touch: UITouch
        let color: InkColor
        let width: CGFloat
        var shape: Shape
        /// The stroke of the drawing that the stroke continues, or `nil`.
        var continued: Stroke.ID?
    }

    /// The unfinished strokes (strokes under touches that have not ended), in the order in which
    /// their touches began. They are drawn in this order.
    @exclusivity(unchecked) private var unfinishedStrokes: [UnfinishedStroke] = []
    /// The layer that draws the ink of unfinished pen strokes, or `nil` if the pen has not been
    /// used yet.
    @exclusivity(unchecked) private var wetInk: WetInk?
    /// The finished stroke that is drawn above all other strokes.
    @exclusivity(unchecked) var movedStroke = MovedStroke.none
    private let path = UIBezierPath()
    @exclusivity(unchecked) private var newTouches: [UITouch] = []
    /// The locations of a touch since its previous delivery. The array is stored to reuse its
    /// memory.
    @exclusivity(unchecked) private var locations: [CGPoint] = []
    /// The display link that restores a part of the stored strokes in each frame, or `nil` while
    /// there is nothing to restore.
    @exclusivity(unchecked) private var restoringLink: CADisplayLink?
    /// The display link that draws pen ink once per frame, or `nil` if there is no unfinished pen
    /// stroke. The link is paused while no touch has new samples and no ink extends to a predicted
    /// location.
    @exclusivity(unchecked) private var inkLink: CADisplayLink?
    /// Whether pen ink has been removed since ink was last drawn.
    @exclusivity(unchecked) private var hasRemovedInk = false
    /// The last value passed to `onUserDrawingChange`.
    @exclusivity(unchecked) private var lastReportedIsUserDrawing = false

    /// Creates a view with an empty drawing.
    package override init(frame: CGRect) {
        super.init(frame: frame)
        path.lineCapStyle = .round
        path.lineJoinStyle = .round
    }

    /// The value `true`, because the edit menu of a selected stroke requires a first responder.
    package override var canBecomeFirstResponder: Bool { true }

    /// The number of strokes whose touches have not ended yet.
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
            if isErasing {
                beginErasing(with: touch)
                continue
            }
            let location = touch.location(in: self)
            unfinishedStrokes.append(
                UnfinishedStroke(
                    touch: touch, color: color, width: width.points, shape: makeShape(at: location))
            )
            updateStroke(unfinishedStrokes.count - 1, event, PointMap(to: self))
        }
        newTouches.removeAll(keepingCapacity: true)
        scheduleInkUpdate()
        reportUserDrawingIfChanged()
    }

    /// Extends the strokes of the touches to the new locations.
    package override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        continueErasing(with: touches, event)
        let map = PointMap(to: self)
        for index in unfinishedStrokes.indices
        where touches.contains(unfinishedStrokes[index].touch) {
            updateStroke(index, event, map)
        }
        scheduleInkUpdate()
    }

    /// Ends the strokes of the touches and adds them to the drawing.
    package override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        continueErasing(with: touches, event)
        endErasing(with: touches)
        let map = PointMap(to: self)
        for index in unfinishedStrokes.indices
        where touches.contains(unfinishedStrokes[index].touch) {
            updateStroke(index, event, map)
            addToDrawing(unfinishedStrokes[index])
        }
        removeStrokes(of: touches)
    }

    /// Discards the strokes of the cancelled touches.
    package override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        endErasing(with: touches)
        for stroke in unfinishedStrokes where touches.contains(stroke.touch) { hide(stroke) }
        removeStrokes(of: touches)
    }

    /// Returns the initial shape of a stroke that begins at `location` with the current tool: a
    /// line of length zero, or pen ink with one sample.
    private func makeShape(at location: CGPoint) -> UnfinishedStroke.Shape {
        switch tool {
        case .line:
            return .line(begin: location, end: location)
        case .pen:
            let ink = PenInk(
                at: location, color: paper.color(of: color), width: width.points,
                on: makeWetInkIfNeeded())
            return .pen(ink)
        }
    }

    private func makeWetInkIfNeeded() -> WetInk {
        if let wetInk {
            // Ink outside the layer causes no repaint, in which the layer would get its new size.
            wetInk.resize(to: bounds.size, scale: contentScaleFactor)
            return wetInk
        }
        let wetInk = WetInk(size: bounds.size, scale: contentScaleFactor)
        self.wetInk = wetInk
        return wetInk
    }

    /// Extends the unfinished stroke at `index` to the location of its touch. A pen stroke also
    /// gets all coalesced samples and, if `predictsInk` is `true`, a new predicted end. `map`
    /// converts points of the screen to the view's coordinate system.
    private func updateStroke(_ index: Int, _ event: UIEvent?, _ map: PointMap?) {
        let touch = unfinishedStrokes[index].touch
        switch unfinishedStrokes[index].shape {
        case .line(let begin, let end):
            let location = touch.location(in: self)
            unfinishedStrokes[index].shape = .line(begin: begin, end: location)
            setNeedsDisplay(
                lineFrom: begin, to: location, movedFrom: end,
                width: unfinishedStrokes[index].width)
        case .pen(let ink):
            guard let event, let map else { return ink.append(touch.location(in: self)) }
            locations.removeAll(keepingCapacity: true)
            if !event.appendCoalescedLocations(of: touch, map, to: &locations) {
                locations.append(touch.location(in: self))
            }
            for location in locations { ink.append(location) }
            if ink.samples.count >= PenInk.maximumSampleCount {
                return continueInNewStroke(index, ink)
            }
            ink.setTip(predictsInk ? event.predictedLocation(of: touch, map) : nil)
        }
    }

    /// Adds the unfinished pen stroke at `index` to the drawing, and begins another stroke of the
    /// same touch at its end.
    private func continueInNewStroke(_ index: Int, _ ink: PenInk) {
        guard let end = ink.samples.last else { return }
        unfinishedStrokes[index].continued = addToDrawing(unfinishedStrokes[index])
        hasRemovedInk = true
        let next = PenInk(at: end, color: ink.color, width: ink.width, on: makeWetInkIfNeeded())
        unfinishedStrokes[index].shape = .pen(next)
    }

    /// Adds a stroke whose touch has ended to the drawing, and removes its temporary representation
    /// from the screen.
    ///
    /// - Returns: The stroke's identifier, or `nil` if the stroke cannot be drawn.
    @discardableResult
    private func addToDrawing(_ stroke: UnfinishedStroke) -> Stroke.ID? {
        defer { hide(stroke) }
        switch stroke.shape {
        case .line(let begin, let end):
            return drawing.add([begin, end], tool: .line, color: stroke.color, width: stroke.width)
        case .pen(let ink):
            // The drawing retains the points, so they are copied into an array without spare
            // capacity.
            var points: [CGPoint] = []
            points.reserveCapacity(ink.samples.count)
            points.append(contentsOf: ink.samples)
            ink.setTip(nil)
            ink.show()
            return drawing.add(
                points, tool: .pen, color: stroke.color, width: stroke.width, drawnAs: ink.stroke,
                continuing: stroke.continued)
        }
    }

    /// Removes a stroke that is not part of the drawing from the screen.
    private func hide(_ stroke: UnfinishedStroke) {
        switch stroke.shape {
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
        reportUserDrawingIfChanged()
    }

    // MARK: Ink

    /// Schedules the drawing of new pen ink for the next frame. Several calls before that frame
    /// have the same effect as one call. If `predictsInk` is `false`, the ink is drawn immediately,
    /// if possible directly into the buffer that the display shows.
    private func scheduleInkUpdate() {
        guard let wetInk else { return }
        guard predictsInk else { return showInk(wetInk) }
        if let inkLink {
            inkLink.isPaused = false
            return
        }
        let link = CADisplayLink(target: self, action: { $0.updateInk })
        link.add(to: .main, forMode: .common)
        inkLink = link
    }

    /// Draws the ink that has been added since the last frame. Also removes the predicted end of
    /// each stroke whose touch has not been updated for `maximumTipAge`, because a stationary touch
    /// has no further events.
    private func updateInk(_ link: CADisplayLink) {
        guard let wetInk else { return }
        var hasTips = false
        for stroke in unfinishedStrokes {
            guard case .pen(let ink) = stroke.shape else { continue }
            if link.timestamp - stroke.touch.timestamp > Self.maximumTipAge { ink.setTip(nil) }
            if ink.tip != nil { hasTips = true }
        }
        showInk(wetInk)
        link.isPaused = !hasTips
        if unfinishedStrokes.isEmpty {
            // The application retains the link, which retains this view.
            link.invalidate()
            inkLink = nil
        }
    }

    /// Draws the new ink into the wet-ink layer and invalidates the changed part of the view.
    private func showInk(_ wetInk: WetInk) {
        for stroke in unfinishedStrokes {
            if case .pen(let ink) = stroke.shape { ink.show() }
        }
        // The front buffer cannot erase ink. Predicted ends and removed strokes must be erased, so
        // they are drawn in a full frame.
        if predictsInk || hasRemovedInk {
            setNeedsDisplay(changesOf: wetInk)
        } else {
            setNeedsInk(changesOf: wetInk)
        }
        hasRemovedInk = false
    }

    /// Whether the user is drawing a stroke, moving a picked-up stroke or erasing.
    package var isUserDrawing: Bool {
        !unfinishedStrokes.isEmpty || pickedUpStroke != nil || !erasers.isEmpty
    }

    /// Calls `onUserDrawingChange` if the user has started or stopped drawing or moving a stroke.
    func reportUserDrawingIfChanged() {
        let isUserDrawing = isUserDrawing
        if isUserDrawing == lastReportedIsUserDrawing { return }
        lastReportedIsUserDrawing = isUserDrawing
        onUserDrawingChange?(isUserDrawing)
    }

    // MARK: Drawing

    /// Draws the finished strokes, then pen ink, then unfinished lines in red, and finally the
    /// moved stroke above all of them.
    package override func draw(_ rect: CGRect) {
        drawing.picture.resize(to: bounds.size, scale: contentScaleFactor)
        drawing.scheduleRepaint()
        drawing.picture.draw(at: bounds.origin)
        if let wetInk, wetInk.count > 0 {
            wetInk.resize(to: bounds.size, scale: contentScaleFactor)
            wetInk.draw(at: bounds.origin)
        }
        UIColor.red.setStroke()
        for stroke in unfinishedStrokes {
            guard case .line(let begin, let end) = stroke.shape else { continue }
            setPath(toLineFrom: begin, to: end, width: stroke.width)
            path.stroke()
        }
        Self.selectionColor.setStroke()
        movedStroke.stroke?.path.stroke()
        drawErasers()
    }

    private func makeDrawing() -> Drawing {
        let drawing = Drawing(size: bounds.size, scale: contentScaleFactor, paper: paper)
        drawing.observe { [weak self] _ in
            self?.removeDroppedStroke()
            self?.invalidateChanges()
        }
        drawing.onPictureRestored = { [weak self] in self?.pictureRestored() }
        drawing.onRestoringNeeded = { [weak self] in self?.startRestoring() }
        return drawing
    }

    private func startRestoring() {
        if restoringLink != nil { return }
        let link = CADisplayLink(target: self, action: { $0.continueRestoring })
        link.add(to: .main, forMode: .common)
        restoringLink = link
    }

    /// Restores a part of the stored strokes, within the work limit for one frame. Ends the display
    /// link when no work remains. `drawing.onRestoringNeeded` starts another display link when more
    /// work arrives.
    private func continueRestoring(_ link: CADisplayLink) {
        if drawing.continueRestoring(isUserDrawing: isUserDrawing) { return }
        link.invalidate()
        restoringLink = nil
        onRestoringPaused?()
    }

    /// Invalidates the part of the view in which the drawing's picture has changed, and removes a
    /// dropped stroke that the picture now contains.
    private func pictureRestored() {
        invalidateChanges()
        if !drawing.picture.isRepaintPending { removeDroppedStroke() }
    }

    /// Invalidates the part of the view in which the drawing's picture has changed.
    func invalidateChanges() {
        setNeedsDisplay(changesOf: drawing.picture)
    }

    private func setNeedsDisplay(lineFrom begin: CGPoint, to end: CGPoint, width: CGFloat) {
        setPath(toLineFrom: begin, to: end, width: width)
        setNeedsDisplay(strokeOf: path)
    }

    private func setPath(toLineFrom begin: CGPoint, to end: CGPoint, width: CGFloat) {
        path.lineWidth = width
        path.removeAllPoints()
        path.move(to: begin)
        path.addLine(to: end)
    }
}
