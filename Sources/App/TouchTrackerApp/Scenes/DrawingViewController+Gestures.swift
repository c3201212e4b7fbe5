import TouchKit

/// Who may recognize what, and what comes of it; why it is set up so is told in
/// docs/drawing-scene.md.
extension DrawingViewController: UIGestureRecognizerDelegate {
    func addGestureRecognizers() {
        doubleTap.numberOfTapsRequired = 2
        selectingTap.require(toFail: doubleTap)
        deselectingTap.require(toFail: doubleTap)
        // A pen's dot stays where nothing is selected.
        deselectingTap.cancelsTouchesInView = false
        drag.maximumNumberOfTouches = 1
        drag.cancelsTouchesInView = false
        move.minimumNumberOfTouches = 2
        move.maximumNumberOfTouches = 2
        // A stroke that one finger has drawn stays at once, even if the other might still pinch.
        for recognizer in [pinch, rotation, move] { recognizer.delaysTouchesEnded = false }
        for recognizer in [
            doubleTap, selectingTap, deselectingTap, strayTap, press, drag, pinch, rotation, move,
        ] {
            recognizer.delegate = self
            drawingView.addGestureRecognizer(recognizer)
        }
        delayTouchesForTool()
    }

    /// A line's first touch waits until it is no tap, so that a tap leaves no dot; a pen's ink flows at
    /// once, and a tap takes it away.
    func delayTouchesForTool() {
        for tap in [doubleTap, selectingTap, deselectingTap, strayTap] {
            tap.delaysTouchesBegan = tool == .line
        }
        strayTap.isEnabled = tool == .line
    }

    /// Breaks off the gestures that hold a stroke.
    func endGestures() {
        for recognizer in [press, drag, pinch, rotation, move] {
            recognizer.isEnabled = false
            recognizer.isEnabled = true
        }
    }

    // MARK: Delegate

    /// Fingers on other views mean those; what takes hold of a stroke sees only fingers that came down
    /// on one, so that a finger resting elsewhere spoils nothing.
    package func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch
    ) -> Bool {
        guard touch.view === drawingView else { return false }
        let place = touch.location(in: drawingView)
        if gestureRecognizer === press || gestureRecognizer === drag {
            return !isHolding && hasStroke(at: place)
        }
        if isTransforming(gestureRecognizer) {
            return gestureRecognizer.numberOfTouches < 2 && isOnSelected(place)
        }
        return true
    }

    /// Strokes are selected and picked up where there are any, and while fingers hold none.
    package func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        if gestureRecognizer === doubleTap || gestureRecognizer === strayTap { return true }
        if gestureRecognizer === drag {
            if case .carrying = activity { return true }
            return false
        }
        if isTransforming(gestureRecognizer) {
            switch activity {
            case .selected, .transforming: return gestureRecognizer.numberOfTouches == 2
            case .idle, .carrying: return false
            }
        }
        let place = gestureRecognizer.location(in: drawingView)
        let canTake = !isHolding && hasStroke(at: place)
        return gestureRecognizer === deselectingTap ? !canTake : canTake
    }

    /// A press and the drag that follows it go together, and so do all that two fingers do; a stray tap
    /// stands in no other tap's way.
    package func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool {
        if gestureRecognizer === drag { return otherGestureRecognizer === press }
        if gestureRecognizer === strayTap {
            return otherGestureRecognizer is UITapGestureRecognizer
        }
        return isTransforming(gestureRecognizer) && isTransforming(otherGestureRecognizer)
    }

    private func isTransforming(_ recognizer: UIGestureRecognizer) -> Bool {
        recognizer === pinch || recognizer === rotation || recognizer === move
    }

    /// The nearest stroke within a finger's reach.
    func stroke(at place: CGPoint) -> Stroke.ID? {
        drawing.stroke(nearestTo: place, within: Self.reach)
    }

    /// Whether any stroke is within a finger's reach.
    private func hasStroke(at place: CGPoint) -> Bool {
        drawing.hasStroke(near: place, within: Self.reach)
    }

    /// Whether a place is within a finger's reach of the selected stroke, whatever lies over it.
    private func isOnSelected(_ place: CGPoint) -> Bool {
        switch activity {
        case .idle, .carrying:
            return false
        case .selected(let id):
            guard let stroke = drawing.stroke(id) else { return false }
            return stroke.distance(to: place) <= Self.reach
        case .transforming:
            return drawingView.distanceOfCarried(to: place) <= Self.reach
        }
    }

    // MARK: Taps

    func doubleTapped(_ tap: UITapGestureRecognizer) {
        clear()
    }

    func tappedStroke(_ tap: UITapGestureRecognizer) {
        if isHolding { return }
        let place = tap.location(in: drawingView)
        let id = stroke(at: place)
        select(id)
        if id != nil { showMenu(at: place) }
    }

    func tappedNothing(_ tap: UITapGestureRecognizer) {
        if !isHolding { select(nil) }
    }

    // MARK: Press and drag

    func pressed(_ press: UILongPressGestureRecognizer) {
        switch press.state {
        case .began: pickUp(at: press.location(in: drawingView))
        case .ended: putDown()
        case .cancelled: if case .carrying = activity { putBack() }
        case .possible, .changed, .failed: break
        }
    }

    func dragged(_ drag: UIPanGestureRecognizer) {
        let translation = drag.translation(in: drawingView)
        drag.setTranslation(.zero, in: drawingView)
        guard case .carrying = activity else { return }
        drawingView.carry(by: CGAffineTransform(translationX: translation.x, y: translation.y))
    }

    private func pickUp(at place: CGPoint) {
        guard !isHolding, let id = stroke(at: place) else { return }
        let wasSelected = selected == id
        select(nil)
        drawingView.pickUp(id)
        activity = .carrying(id, wasSelected: wasSelected)
    }

    private func putDown() {
        guard case .carrying(let id, let wasSelected) = activity else { return }
        drawingView.putDown()
        select(wasSelected ? id : nil)
    }

    // MARK: Two fingers

    func pinched(_ pinch: UIPinchGestureRecognizer) {
        let scale = CGAffineTransform(scaleX: pinch.scale, y: pinch.scale)
        pinch.scale = 1
        transform(pinch, by: scale.around(pinch.location(in: drawingView)))
    }

    func rotated(_ rotation: UIRotationGestureRecognizer) {
        let turn = CGAffineTransform(rotationAngle: rotation.rotation)
        rotation.rotation = 0
        transform(rotation, by: turn.around(rotation.location(in: drawingView)))
    }

    func moved(_ move: UIPanGestureRecognizer) {
        let translation = move.translation(in: drawingView)
        move.setTranslation(.zero, in: drawingView)
        transform(move, by: CGAffineTransform(translationX: translation.x, y: translation.y))
    }

    /// The first of the gestures takes the stroke up, the last one that ends puts it down.
    private func transform(_ recognizer: UIGestureRecognizer, by step: CGAffineTransform) {
        switch (recognizer.state, activity) {
        case (.began, .selected(let id)):
            UIMenuController.shared.hideMenu(from: drawingView)
            drawingView.pickUp(id)
            activity = .transforming(id, gestures: 1)
            drawingView.carry(by: step)
        case (.began, .transforming(let id, let gestures)):
            activity = .transforming(id, gestures: gestures + 1)
            drawingView.carry(by: step)
        case (.changed, .transforming):
            drawingView.carry(by: step)
        case (.ended, .transforming(let id, let gestures)):
            if gestures > 1 {
                activity = .transforming(id, gestures: gestures - 1)
            } else {
                drawingView.putDown()
                select(id)
            }
        case (.cancelled, .transforming):
            putBack()
        default:
            break
        }
    }
}

extension CGAffineTransform {
    /// The same about another place than the origin.
    fileprivate func around(_ place: CGPoint) -> CGAffineTransform {
        CGAffineTransform(translationX: -place.x, y: -place.y).concatenating(self)
            .concatenating(CGAffineTransform(translationX: place.x, y: place.y))
    }
}
