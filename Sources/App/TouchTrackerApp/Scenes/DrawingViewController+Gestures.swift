import TouchKit

/// The gestures of the drawing scene and the rules that determine which gesture is recognized, as
/// described in docs/scenes.md.
extension DrawingViewController: UIGestureRecognizerDelegate {
    /// All gesture recognizers of the scene.
    private var recognizers: [UIGestureRecognizer] {
        [
            doubleTap, selectingTap, deselectingTap, strayTap, press, pickUpPan, pinch, rotation,
            twoTouchPan,
        ]
    }

    /// Configures all gesture recognizers of the scene and adds them to the drawing view.
    func addGestureRecognizers() {
        doubleTap.numberOfTapsRequired = 2
        selectingTap.require(toFail: doubleTap)
        deselectingTap.require(toFail: doubleTap)
        // If nothing is selected, a tap with the pen leaves a dot.
        deselectingTap.cancelsTouchesInView = false
        pickUpPan.maximumNumberOfTouches = 1
        pickUpPan.cancelsTouchesInView = false
        twoTouchPan.minimumNumberOfTouches = 2
        twoTouchPan.maximumNumberOfTouches = 2
        // A line is finished when its touch ends, even if another touch might still start a pinch.
        for recognizer in [pinch, rotation, twoTouchPan] { recognizer.delaysTouchesEnded = false }
        for recognizer in recognizers {
            recognizer.delegate = self
            drawingView.addGestureRecognizer(recognizer)
        }
        configureGesturesForTool()
    }

    /// Sets whether touches are delayed before they draw, and whether a double tap clears. With the
    /// line tool, touches are delayed until they can no longer become a tap, so that a tap leaves
    /// no dot. With the pen, ink appears at once, and a recognized tap removes it. While touches
    /// erase, no gesture is recognized.
    func configureGesturesForTool() {
        for tap in [doubleTap, selectingTap, deselectingTap, strayTap] {
            tap.delaysTouchesBegan = tool == .line
        }
        for recognizer in recognizers {
            let isOfLineTool = recognizer === strayTap || recognizer === doubleTap
            recognizer.isEnabled = !isErasing && (tool == .line || !isOfLineTool)
        }
    }

    /// Cancels the gestures that move a picked-up stroke, by disabling their recognizers and
    /// enabling them again.
    func cancelManipulationGestures() {
        for recognizer in [press, pickUpPan, pinch, rotation, twoTouchPan] {
            recognizer.isEnabled = false
            recognizer.isEnabled = true
        }
    }

    // MARK: Delegate

    /// Returns whether a recognizer receives a touch. The result is `false` for touches on other
    /// views. Recognizers that move or transform a stroke receive only touches on a stroke, so that
    /// a touch that rests elsewhere does not disturb them.
    package func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch
    ) -> Bool {
        guard touch.view === drawingView else { return false }
        let location = touch.location(in: drawingView)
        if gestureRecognizer === press || gestureRecognizer === pickUpPan {
            return !isStrokePickedUp && hasStroke(at: location)
        }
        if isTransforming(gestureRecognizer) {
            return gestureRecognizer.numberOfTouches < 2 && isOnSelected(location)
        }
        return true
    }

    /// Returns whether a recognizer may begin. Selecting and picking up are possible only at a
    /// stroke, and only while no stroke is picked up. Moving and transforming require a stroke that
    /// is picked up or selected.
    package func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        if gestureRecognizer === doubleTap || gestureRecognizer === strayTap { return true }
        if gestureRecognizer === pickUpPan {
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
        let canSelect = !isStrokePickedUp && hasStroke(at: location)
        return gestureRecognizer === deselectingTap ? !canSelect : canSelect
    }

    /// Returns whether two recognizers may recognize their gestures simultaneously. This is the
    /// case for `press` and `pickUpPan`, for the gestures with two touches, and for `strayTap` and
    /// every other tap.
    package func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool {
        if gestureRecognizer === pickUpPan { return otherGestureRecognizer === press }
        if gestureRecognizer === strayTap {
            return otherGestureRecognizer is UITapGestureRecognizer
        }
        return isTransforming(gestureRecognizer) && isTransforming(otherGestureRecognizer)
    }

    /// Returns whether `recognizer` recognizes one of the gestures with two touches, which scale,
    /// rotate and move the selected stroke.
    private func isTransforming(_ recognizer: UIGestureRecognizer) -> Bool {
        recognizer === pinch || recognizer === rotation || recognizer === twoTouchPan
    }

    /// Returns the identifier of the stroke nearest to `location` within `hitDistance`, or `nil` if
    /// there is none.
    func stroke(at location: CGPoint) -> Stroke.ID? {
        drawing.stroke(nearestTo: location, within: Self.hitDistance)
    }

    /// Returns whether any stroke is within `hitDistance` of `location`.
    private func hasStroke(at location: CGPoint) -> Bool {
        drawing.hasStroke(near: location, within: Self.hitDistance)
    }

    /// Returns whether `location` is within `hitDistance` of the selected stroke, even if other
    /// strokes cover it.
    private func isOnSelected(_ location: CGPoint) -> Bool {
        switch activity {
        case .idle, .dragging:
            return false
        case .selected(let id):
            return drawing.distance(toTouchOf: id, from: location) <= Self.hitDistance
        case .transforming:
            return drawingView.distanceOfPickedUpStroke(to: location) <= Self.hitDistance
        }
    }

    // MARK: Taps

    /// Clears the drawing. The method is the action of the double tap.
    func handleDoubleTap(_ tap: UITapGestureRecognizer) {
        clear()
    }

    /// Selects the tapped stroke and shows its edit menu.
    func handleTapOnStroke(_ tap: UITapGestureRecognizer) {
        if isStrokePickedUp { return }
        let location = tap.location(in: drawingView)
        let id = stroke(at: location)
        select(id)
        if id != nil { showMenu(at: location) }
    }

    /// Deselects the selected stroke when the user taps beside all strokes.
    func handleTapBesideStrokes(_ tap: UITapGestureRecognizer) {
        if !isStrokePickedUp { select(nil) }
    }

    // MARK: Press and drag

    /// Picks up the pressed stroke when the press begins, and drops the stroke when the press ends.
    /// If the press is cancelled, the stroke returns to its original location.
    func handlePress(_ press: UILongPressGestureRecognizer) {
        switch press.state {
        case .began: pickUp(at: press.location(in: drawingView))
        case .ended: dropStroke()
        case .cancelled: if case .dragging = activity { revertStroke() }
        case .possible, .changed, .failed: break
        }
    }

    /// Moves the picked-up stroke by the translation of `pan`.
    func handlePickUpPan(_ pan: UIPanGestureRecognizer) {
        let translation = pan.translation(in: drawingView)
        pan.setTranslation(.zero, in: drawingView)
        guard case .dragging = activity else { return }
        drawingView.transformPickedUpStroke(
            by: CGAffineTransform(translationX: translation.x, y: translation.y))
    }

    private func pickUp(at location: CGPoint) {
        guard !isStrokePickedUp, let id = stroke(at: location) else { return }
        let wasSelected = selectedStrokeID == id
        select(nil)
        drawingView.pickUp(id)
        activity = .dragging(id, wasSelected: wasSelected)
    }

    /// Drops the picked-up stroke at its new location. The stroke is selected again if it was
    /// selected before the press.
    private func dropStroke() {
        guard case .dragging(let id, let wasSelected) = activity else { return }
        drawingView.dropPickedUpStroke()
        select(wasSelected ? id : nil)
    }

    // MARK: Two-touch gestures

    /// Scales the selected stroke around the center of the two touches.
    func handlePinch(_ pinch: UIPinchGestureRecognizer) {
        let scale = CGAffineTransform(scaleX: pinch.scale, y: pinch.scale)
        pinch.scale = 1
        transform(pinch, by: scale.around(pinch.location(in: drawingView)))
    }

    /// Rotates the selected stroke around the center of the two touches.
    func handleRotation(_ rotation: UIRotationGestureRecognizer) {
        let turn = CGAffineTransform(rotationAngle: rotation.rotation)
        rotation.rotation = 0
        transform(rotation, by: turn.around(rotation.location(in: drawingView)))
    }

    /// Moves the selected stroke by the translation of a pan with two touches.
    func handleTwoTouchPan(_ pan: UIPanGestureRecognizer) {
        let translation = pan.translation(in: drawingView)
        pan.setTranslation(.zero, in: drawingView)
        transform(pan, by: CGAffineTransform(translationX: translation.x, y: translation.y))
    }

    /// Applies one step of a gesture with two touches to the selected stroke. The first such
    /// gesture that begins picks up the stroke, and the last one that ends drops it.
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
            revertStroke()
        default:
            break
        }
    }
}

extension CGAffineTransform {
    /// Returns a transform that has the same effect around `center` as this transform has around
    /// the origin.
    fileprivate func around(_ center: CGPoint) -> CGAffineTransform {
        CGAffineTransform(translationX: -center.x, y: -center.y).concatenating(self)
            .concatenating(CGAffineTransform(translationX: center.x, y: center.y))
    }
}
