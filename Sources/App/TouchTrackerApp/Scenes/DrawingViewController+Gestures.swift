import TouchKit

/// The gestures of the drawing scene and their arbitration; docs/scenes.md explains the rules.
extension DrawingViewController: UIGestureRecognizerDelegate {
    /// Configures all gesture recognizers and adds them to the drawing view.
    func addGestureRecognizers() {
        doubleTap.numberOfTapsRequired = 2
        selectingTap.require(toFail: doubleTap)
        deselectingTap.require(toFail: doubleTap)
        // If nothing is selected, a tap with the pen leaves a dot.
        deselectingTap.cancelsTouchesInView = false
        drag.maximumNumberOfTouches = 1
        drag.cancelsTouchesInView = false
        move.minimumNumberOfTouches = 2
        move.maximumNumberOfTouches = 2
        // A line is finished when its touch ends, even if another touch might still start a pinch.
        for recognizer in [pinch, rotation, move] { recognizer.delaysTouchesEnded = false }
        for recognizer in [
            doubleTap, selectingTap, deselectingTap, strayTap, press, drag, pinch, rotation, move,
        ] {
            recognizer.delegate = self
            drawingView.addGestureRecognizer(recognizer)
        }
        delayTouchesForTool()
    }

    /// Delays touches for the line tool until they cannot become a tap, so that a tap leaves no
    /// dot. With the pen, ink appears at once, and a recognized tap removes it.
    func delayTouchesForTool() {
        for tap in [doubleTap, selectingTap, deselectingTap, strayTap] {
            tap.delaysTouchesBegan = tool == .line
        }
        strayTap.isEnabled = tool == .line
    }

    /// Cancels the gestures that hold a stroke by disabling and enabling their recognizers.
    func cancelManipulationGestures() {
        for recognizer in [press, drag, pinch, rotation, move] {
            recognizer.isEnabled = false
            recognizer.isEnabled = true
        }
    }

    // MARK: Delegate

    /// Ignores touches on other views. Recognizers that manipulate a stroke receive only touches on
    /// a stroke, so that a touch resting elsewhere does not disturb them.
    package func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch
    ) -> Bool {
        guard touch.view === drawingView else { return false }
        let location = touch.location(in: drawingView)
        if gestureRecognizer === press || gestureRecognizer === drag {
            return !isStrokeHeld && hasStroke(at: location)
        }
        if isTransforming(gestureRecognizer) {
            return gestureRecognizer.numberOfTouches < 2 && isOnSelected(location)
        }
        return true
    }

    /// Allows selecting and picking up only at a stroke, and only while no stroke is held.
    package func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        if gestureRecognizer === doubleTap || gestureRecognizer === strayTap { return true }
        if gestureRecognizer === drag {
            if case .dragging = activity { return true }
            return false
        }
        if isTransforming(gestureRecognizer) {
            switch activity {
            case .selected, .transforming: return gestureRecognizer.numberOfTouches == 2
            case .idle, .dragging: return false
            }
        }
        let location = gestureRecognizer.location(in: drawingView)
        let canSelect = !isStrokeHeld && hasStroke(at: location)
        return gestureRecognizer === deselectingTap ? !canSelect : canSelect
    }

    /// Allows `press` and `drag` together, the two-touch gestures together, and `strayTap` with all
    /// taps.
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

    /// Returns whether a recognizer is one of the two-touch recognizers.
    private func isTransforming(_ recognizer: UIGestureRecognizer) -> Bool {
        recognizer === pinch || recognizer === rotation || recognizer === move
    }

    /// Returns the identifier of the nearest stroke within the hit distance of a location, or `nil`
    /// if there is none.
    func stroke(at location: CGPoint) -> Stroke.ID? {
        drawing.stroke(nearestTo: location, within: Self.hitDistance)
    }

    /// Returns whether any stroke is within the hit distance of a location.
    private func hasStroke(at location: CGPoint) -> Bool {
        drawing.hasStroke(near: location, within: Self.hitDistance)
    }

    /// Returns whether a location is within the hit distance of the selected stroke, even if other
    /// strokes cover it.
    private func isOnSelected(_ location: CGPoint) -> Bool {
        switch activity {
        case .idle, .dragging:
            return false
        case .selected(let id):
            guard let stroke = drawing.stroke(id) else { return false }
            return stroke.distance(to: location) <= Self.hitDistance
        case .transforming:
            return drawingView.distanceOfPickedUpStroke(to: location) <= Self.hitDistance
        }
    }

    // MARK: Taps

    /// Clears the drawing.
    func doubleTapped(_ tap: UITapGestureRecognizer) {
        clear()
    }

    /// Selects the tapped stroke and shows its menu.
    func tappedStroke(_ tap: UITapGestureRecognizer) {
        if isStrokeHeld { return }
        let location = tap.location(in: drawingView)
        let id = stroke(at: location)
        select(id)
        if id != nil { showMenu(at: location) }
    }

    /// Deselects the selected stroke.
    func tappedNothing(_ tap: UITapGestureRecognizer) {
        if !isStrokeHeld { select(nil) }
    }

    // MARK: Press and drag

    /// Picks up the pressed stroke when the press begins, drops it when the press ends, and returns
    /// it to its original place when the press is cancelled.
    func pressed(_ press: UILongPressGestureRecognizer) {
        switch press.state {
        case .began: pickUp(at: press.location(in: drawingView))
        case .ended: dropStroke()
        case .cancelled: if case .dragging = activity { returnStroke() }
        case .possible, .changed, .failed: break
        }
    }

    /// Moves the picked-up stroke by the translation of the pan.
    func dragged(_ drag: UIPanGestureRecognizer) {
        let translation = drag.translation(in: drawingView)
        drag.setTranslation(.zero, in: drawingView)
        guard case .dragging = activity else { return }
        drawingView.transformPickedUpStroke(
            by: CGAffineTransform(translationX: translation.x, y: translation.y))
    }

    private func pickUp(at location: CGPoint) {
        guard !isStrokeHeld, let id = stroke(at: location) else { return }
        let wasSelected = selected == id
        select(nil)
        drawingView.pickUp(id)
        activity = .dragging(id, wasSelected: wasSelected)
    }

    /// Drops the picked-up stroke, and selects it again if it was selected before the press.
    private func dropStroke() {
        guard case .dragging(let id, let wasSelected) = activity else { return }
        drawingView.dropPickedUpStroke()
        select(wasSelected ? id : nil)
    }

    // MARK: Two-touch gestures

    /// Scales the selected stroke around the touches' center.
    func pinched(_ pinch: UIPinchGestureRecognizer) {
        let scale = CGAffineTransform(scaleX: pinch.scale, y: pinch.scale)
        pinch.scale = 1
        transform(pinch, by: scale.around(pinch.location(in: drawingView)))
    }

    /// Rotates the selected stroke around the touches' center.
    func rotated(_ rotation: UIRotationGestureRecognizer) {
        let turn = CGAffineTransform(rotationAngle: rotation.rotation)
        rotation.rotation = 0
        transform(rotation, by: turn.around(rotation.location(in: drawingView)))
    }

    /// Moves the selected stroke by the translation of a pan with two touches.
    func moved(_ move: UIPanGestureRecognizer) {
        let translation = move.translation(in: drawingView)
        move.setTranslation(.zero, in: drawingView)
        transform(move, by: CGAffineTransform(translationX: translation.x, y: translation.y))
    }

    /// Applies one step of a two-touch gesture to the selected stroke. The first gesture to begin
    /// picks up the stroke; the last one to end drops it.
    private func transform(_ recognizer: UIGestureRecognizer, by step: CGAffineTransform) {
        switch (recognizer.state, activity) {
        case (.began, .selected(let id)):
            UIMenuController.shared.hideMenu(from: drawingView)
            drawingView.pickUp(id)
            activity = .transforming(id, gestures: 1)
            drawingView.transformPickedUpStroke(by: step)
        case (.began, .transforming(let id, let gestures)):
            activity = .transforming(id, gestures: gestures + 1)
            drawingView.transformPickedUpStroke(by: step)
        case (.changed, .transforming):
            drawingView.transformPickedUpStroke(by: step)
        case (.ended, .transforming(let id, let gestures)):
            if gestures > 1 {
                activity = .transforming(id, gestures: gestures - 1)
            } else {
                drawingView.dropPickedUpStroke()
                select(id)
            }
        case (.cancelled, .transforming):
            returnStroke()
        default:
            break
        }
    }
}

extension CGAffineTransform {
    /// Returns a transform that applies this one relative to `center` instead of the origin.
    fileprivate func around(_ center: CGPoint) -> CGAffineTransform {
        CGAffineTransform(translationX: -center.x, y: -center.y).concatenating(self)
            .concatenating(CGAffineTransform(translationX: center.x, y: center.y))
    }
}
