import TouchKit

/// The finished stroke that a drawing view draws separately from the drawing's picture.
enum MovedStroke {
    /// All finished strokes are drawn with the drawing's picture.
    case none
    /// The user is moving the stroke.
    case pickedUp(TransformedStroke)
    /// The stroke was dropped, and the drawing's picture does not contain it completely yet.
    case dropped(TransformedStroke)

    /// The stroke, or `nil` if there is none.
    var stroke: TransformedStroke? {
        switch self {
        case .none: nil
        case .pickedUp(let stroke), .dropped(let stroke): stroke
        }
    }
}

/// Selecting and moving finished strokes.
extension DrawingView {
    /// The finished stroke that the user is moving, or `nil` if there is none.
    package var pickedUpStroke: TransformedStroke? {
        if case .pickedUp(let stroke) = movedStroke { stroke } else { nil }
    }

    /// Shows the stroke with the identifier `id` in the selection color, and shows the previously
    /// selected stroke in its own color again. If `id` is `nil`, only ends the previous selection.
    func select(_ id: Stroke.ID?) {
        drawing.highlight(id, in: Self.selectionColor)
        invalidateChanges()
    }

    /// Picks up the stroke with the identifier `id` and the other strokes of its touch.
    ///
    /// The strokes are removed from the drawing's picture and drawn separately in the selection
    /// color. Moving them then does not repaint the strokes below.
    package func pickUp(_ id: Stroke.ID) {
        guard let stroke = drawing.joinedStroke(id) else { return }
        removeDroppedStroke()
        drawing.exclude(id)
        invalidateChanges()
        let pickedUpStroke = TransformedStroke(stroke)
        setNeedsDisplay(pickedUpStroke)
        movedStroke = .pickedUp(pickedUpStroke)
        reportUserDrawingIfChanged()
    }

    /// Applies `step` to the picked-up stroke, after the transforms that have already been applied.
    /// Does nothing if no stroke is picked up.
    package func transformPickedUpStroke(by step: CGAffineTransform) {
        guard let pickedUpStroke else { return }
        setNeedsDisplay(pickedUpStroke)
        pickedUpStroke.apply(step)
        setNeedsDisplay(pickedUpStroke)
    }

    /// Returns the distance from `point` to the picked-up stroke's center line, in points, or
    /// infinity if no stroke is picked up.
    func distanceOfPickedUpStroke(to point: CGPoint) -> CGFloat {
        pickedUpStroke?.distance(to: point) ?? .infinity
    }

    /// Drops the picked-up stroke at its new location. If its points have changed, the drawing
    /// records one edit.
    package func dropPickedUpStroke() {
        guard let pickedUpStroke = removePickedUpStroke() else { return }
        drawing.reshape(pickedUpStroke.stroke.id, to: pickedUpStroke.points)
        showInDrawing(pickedUpStroke)
    }

    /// Drops the picked-up stroke at its original location and in its original shape, without an
    /// edit.
    func revertPickedUpStroke() {
        guard let pickedUpStroke = removePickedUpStroke() else { return }
        showInDrawing(TransformedStroke(pickedUpStroke.stroke))
    }

    /// Shows the excluded stroke in the drawing's picture again. Until the picture contains the
    /// stroke completely, the view draws `stroke`, which has the same shape.
    private func showInDrawing(_ stroke: TransformedStroke) {
        drawing.exclude(nil)
        if drawing.picture.isRepaintPending {
            movedStroke = .dropped(stroke)
            setNeedsDisplay(stroke)
        }
        invalidateChanges()
        reportUserDrawingIfChanged()
    }

    /// Removes the picked-up stroke from the view and returns it, or returns `nil` if no stroke is
    /// picked up.
    private func removePickedUpStroke() -> TransformedStroke? {
        guard let pickedUpStroke else { return nil }
        setNeedsDisplay(pickedUpStroke)
        movedStroke = .none
        return pickedUpStroke
    }

    /// Stops drawing the dropped stroke in addition to the drawing's picture.
    func removeDroppedStroke() {
        guard case .dropped(let stroke) = movedStroke else { return }
        setNeedsDisplay(stroke)
        movedStroke = .none
    }

    private func setNeedsDisplay(_ stroke: TransformedStroke) {
        if let frame = stroke.frame {
            setNeedsDisplay(frame)
        } else {
            setNeedsDisplay(strokeOf: stroke.path)
        }
    }
}
