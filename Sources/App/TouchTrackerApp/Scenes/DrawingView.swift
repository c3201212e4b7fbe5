import TouchKit

/// Shows a drawing, and lets every finger draw: a straight line from where it came down to where it
/// is, red while it is held; or free hand, in its colour at once.
package final class DrawingView: UIView {
    /// The colour of a selected stroke, and of one that fingers carry: a bright green, no ink's.
    package static let selectionColor = UIColor(red: 0, green: 0.9, blue: 0.25, alpha: 1)

    /// How long a tip stays without news of its finger, in seconds: two frames at 60 Hz; a panel that
    /// reports more rarely isn't predicted.
    private static let longestTip = 0.030

    /// What the next finger draws with.
    package var tool = Tool.line
    /// The colour of the next finger's stroke.
    package var color = InkColor.black
    /// The width of the next finger's stroke.
    package var width = InkWidth.medium
    /// Whether a pen's ink goes on to where its finger is expected when the picture is seen; what is
    /// measured then takes its place. False: it ends where the finger was measured last.
    package var predictsInk = true
    /// Is told when fingers begin to draw or to carry a stroke, and when none does any more.
    package var onBusy: ((_ fingersAreBusy: Bool) -> Void)?

    /// The drawing. Made when it is needed first: the screen's scale is known then.
    package private(set) lazy var drawing = makeDrawing()

    /// A stroke that a finger draws.
    private struct HeldStroke {
        enum Ink {
            case line(begin: CGPoint, end: CGPoint)
            case pen(PenInk)
        }

        let touch: UITouch
        let color: InkColor
        let width: CGFloat
        var ink: Ink
    }

    /// In the order in which their fingers came down, as they are drawn.
    private var held: [HeldStroke] = []
    /// Ink of pens that are down, over the drawing; made when a pen is used first.
    private var wet: WetInk?
    /// The stroke that fingers carry, over everything.
    package private(set) var carried: CarriedStroke?
    private let path = UIBezierPath()
    private var newTouches: [UITouch] = []
    /// Puts strokes back that were drawn before, while there are any; nil most of the time.
    private var restoring: CADisplayLink?
    /// Draws pens' ink with each frame; nil while no pen is down, paused while there is neither news nor a
    /// tip.
    private var inkLink: CADisplayLink?
    /// Whether ink went since the frame before.
    private var takesInkAway = false
    /// What `onBusy` was told last.
    private var wasBusy = false

    /// Makes a grey, empty drawing.
    package override init(frame: CGRect) {
        super.init(frame: frame)
        path.lineCapStyle = .round
        path.lineJoinStyle = .round
    }

    /// The menu of a selected stroke asks for it.
    package override var canBecomeFirstResponder: Bool { true }

    /// The number of strokes that fingers draw.
    package var heldCount: Int { held.count }

    // MARK: Touches

    /// A stroke begins under each finger.
    package override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        // What views in it don't want, comes here as well.
        for touch in touches where touch.view === self { newTouches.append(touch) }
        if newTouches.isEmpty { return }
        // A set has no order; fingers that came down together are taken from the left, so that the
        // same touches always give the same picture.
        newTouches.sort { $0.location(in: self).x < $1.location(in: self).x }
        for touch in newTouches {
            let place = touch.location(in: self)
            held.append(
                HeldStroke(
                    touch: touch, color: color, width: width.points, ink: makeInk(at: place)))
            follow(held.count - 1, event)
        }
        newTouches.removeAll(keepingCapacity: true)
        inkChanged()
        tellWhetherBusy()
    }

    /// The strokes follow their fingers.
    package override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        for index in held.indices where touches.contains(held[index].touch) {
            follow(index, event)
        }
        inkChanged()
    }

    /// The strokes stay.
    package override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        for index in held.indices where touches.contains(held[index].touch) {
            follow(index, event)
            finish(held[index])
        }
        letGo(of: touches)
    }

    /// The strokes vanish.
    package override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        for stroke in held where touches.contains(stroke.touch) { takeAway(stroke) }
        letGo(of: touches)
    }

    private func makeInk(at place: CGPoint) -> HeldStroke.Ink {
        switch tool {
        case .line:
            return .line(begin: place, end: place)
        case .pen:
            let ink = PenInk(
                at: place, color: color.uiColor, width: width.points, on: wetInk())
            return .pen(ink)
        }
    }

    private func wetInk() -> WetInk {
        if let wet { return wet }
        let wet = WetInk(size: bounds.size, scale: contentScaleFactor)
        self.wet = wet
        return wet
    }

    /// Draws on to where a finger is; a pen goes through everything that was measured meanwhile.
    private func follow(_ index: Int, _ event: UIEvent?) {
        let touch = held[index].touch
        switch held[index].ink {
        case .line(let begin, let end):
            setNeedsDisplay(lineFrom: begin, to: end, width: held[index].width)
            let place = touch.location(in: self)
            held[index].ink = .line(begin: begin, end: place)
            setNeedsDisplay(lineFrom: begin, to: place, width: held[index].width)
        case .pen(let ink):
            guard let samples = event?.coalescedTouches(for: touch) else {
                return ink.append(touch.location(in: self))
            }
            for sample in samples { ink.append(sample.location(in: self)) }
            ink.setTip(predictsInk ? predictedPlace(of: touch, event) : nil)
        }
    }

    private func predictedPlace(of touch: UITouch, _ event: UIEvent?) -> CGPoint? {
        event?.predictedTouches(for: touch)?.last?.location(in: self)
    }

    private func finish(_ stroke: HeldStroke) {
        switch stroke.ink {
        case .line(let begin, let end):
            drawing.add([begin, end], tool: .line, color: stroke.color, width: stroke.width)
        case .pen(let ink):
            // Copied to size: the ink's array has room for a long stroke, and this one stays.
            let points = ink.samples.map { $0 }
            ink.setTip(nil)
            ink.show()
            drawing.add(
                points, tool: .pen, color: stroke.color, width: stroke.width, drawnAs: ink.stroke)
        }
        takeAway(stroke)
    }

    private func takeAway(_ stroke: HeldStroke) {
        switch stroke.ink {
        case .line(let begin, let end):
            setNeedsDisplay(lineFrom: begin, to: end, width: stroke.width)
        case .pen(let ink):
            ink.remove()
        }
    }

    private func letGo(of touches: Set<UITouch>) {
        takesInkAway = true
        inkChanged()
        held.removeAll { touches.contains($0.touch) }
        tellWhetherBusy()
    }

    // MARK: Ink

    /// Ink goes on, or goes away. Ahead of a frame it is shown at once; else with the frame, once, in
    /// however many deliveries it came.
    private func inkChanged() {
        guard let wet else { return }
        guard predictsInk else { return showInk(wet) }
        if let inkLink {
            inkLink.isPaused = false
            return
        }
        let link = CADisplayLink(target: self, action: { $0.stepInk })
        link.add(to: .main, forMode: .common)
        inkLink = link
    }

    /// Draws what pens did since the frame before. A finger that rests isn't reported: nobody else would
    /// take the tip back of one that was measured too long ago.
    private func stepInk(_ link: CADisplayLink) {
        guard let wet else { return }
        var hasTips = false
        for stroke in held {
            guard case .pen(let ink) = stroke.ink else { continue }
            if link.timestamp - stroke.touch.timestamp > Self.longestTip { ink.setTip(nil) }
            if ink.tip != nil { hasTips = true }
        }
        showInk(wet)
        link.isPaused = !hasTips
        if held.isEmpty {
            // It holds this view, and is held by the application.
            link.invalidate()
            inkLink = nil
        }
    }

    private func showInk(_ wet: WetInk) {
        for stroke in held {
            if case .pen(let ink) = stroke.ink { ink.show() }
        }
        // What is added may be shown ahead of the frame. What goes may not, nor may a tip, which will.
        if predictsInk || takesInkAway {
            setNeedsDisplay(changesOf: wet)
        } else {
            setNeedsInk(changesOf: wet)
        }
        takesInkAway = false
    }

    /// Whether fingers draw or carry a stroke.
    package var isBusy: Bool { !held.isEmpty || carried != nil }

    private func tellWhetherBusy() {
        let isBusy = isBusy
        if isBusy == wasBusy { return }
        wasBusy = isBusy
        onBusy?(isBusy)
    }

    // MARK: Selecting and carrying

    /// Shows a stroke as selected, the one before not any more; none for nil.
    func select(_ id: Stroke.ID?) {
        drawing.highlight(id, in: Self.selectionColor)
        showChanges()
    }

    /// Takes a stroke out of the drawing, to be carried over it: what lies below isn't drawn anew as it
    /// moves.
    package func pickUp(_ id: Stroke.ID) {
        guard let stroke = drawing.stroke(id) else { return }
        drawing.lift(id)
        showChanges()
        let carried = CarriedStroke(stroke)
        setNeedsDisplay(carried)
        self.carried = carried
        tellWhetherBusy()
    }

    /// Moves the carried stroke on, from where it is.
    package func carry(by step: CGAffineTransform) {
        guard let carried else { return }
        setNeedsDisplay(carried)
        carried.move(by: step)
        setNeedsDisplay(carried)
    }

    /// How far a place is from the carried stroke, in points; infinite if there is none.
    func distanceOfCarried(to place: CGPoint) -> CGFloat {
        carried?.distance(to: place) ?? .infinity
    }

    /// Leaves the carried stroke where it is now: one edit, or none if it is where it was.
    package func putDown() {
        guard let carried = takeCarried() else { return }
        drawing.reshape(carried.stroke.id, to: carried.points)
        drawing.lift(nil)
        showChanges()
        tellWhetherBusy()
    }

    /// Puts the carried stroke back where it was.
    func putBack() {
        guard takeCarried() != nil else { return }
        drawing.lift(nil)
        showChanges()
        tellWhetherBusy()
    }

    private func takeCarried() -> CarriedStroke? {
        guard let carried else { return nil }
        setNeedsDisplay(carried)
        self.carried = nil
        return carried
    }

    // MARK: Drawing

    /// Draws the finished strokes, over them the ink of pens and, red, lines that are held, and above
    /// all a stroke that is carried.
    package override func draw(_ rect: CGRect) {
        drawing.picture.resize(to: bounds.size, scale: contentScaleFactor)
        drawing.picture.draw(at: bounds.origin)
        if let wet, wet.count > 0 {
            wet.resize(to: bounds.size, scale: contentScaleFactor)
            wet.draw(at: bounds.origin)
        }
        UIColor.red.setStroke()
        for stroke in held {
            guard case .line(let begin, let end) = stroke.ink else { continue }
            trace(lineFrom: begin, to: end, width: stroke.width)
            path.stroke()
        }
        if let carried {
            Self.selectionColor.setStroke()
            carried.path.stroke()
        }
    }

    private func makeDrawing() -> Drawing {
        let drawing = Drawing(
            size: bounds.size, scale: contentScaleFactor, backgroundColor: Drawing.paper)
        drawing.observe { [weak self] _ in self?.showChanges() }
        drawing.didRestore = { [weak self] in self?.showChanges() }
        drawing.needsRestoring = { [weak self] in self?.startRestoring() }
        return drawing
    }

    private func startRestoring() {
        if restoring != nil { return }
        let link = CADisplayLink(target: self, action: { $0.continueRestoring })
        link.add(to: .main, forMode: .common)
        restoring = link
    }

    /// So much in each frame that fingers don't notice; what comes later starts it again.
    private func continueRestoring(_ link: CADisplayLink) {
        if drawing.continueRestoring(fingersAreBusy: isBusy) { return }
        link.invalidate()
        restoring = nil
    }

    private func showChanges() {
        setNeedsDisplay(changesOf: drawing.picture)
    }

    private func setNeedsDisplay(_ carried: CarriedStroke) {
        if let frame = carried.frame {
            setNeedsDisplay(frame)
        } else {
            setNeedsDisplay(strokeOf: carried.path)
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
