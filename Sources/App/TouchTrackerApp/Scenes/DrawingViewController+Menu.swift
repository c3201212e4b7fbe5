import TouchKit

/// The edit menu of a selected stroke. The drawing view is first responder and forwards the actions
/// to its controller.
extension DrawingViewController {
    private static let deleteAction = Selector("deleteStroke") { (scene: DrawingViewController) in
        scene.deleteStroke
    }
    private static let colorAction = Selector("colorStroke") { (scene: DrawingViewController) in
        scene.colorStroke
    }
    private static let frontAction = Selector("bringToFront") { (scene: DrawingViewController) in
        scene.bringToFront
    }

    /// Shows the edit menu of the selected stroke at a location in the coordinates of the drawing
    /// view.
    func showMenu(at location: CGPoint) {
        menuLocation = location
        drawingView.becomeFirstResponder()
        let menu = UIMenuController.shared
        menu.menuItems = [
            UIMenuItem(title: "Delete", action: Self.deleteAction),
            UIMenuItem(title: "Color", action: Self.colorAction),
            UIMenuItem(title: "Bring to Front", action: Self.frontAction),
        ]
        let side = Self.hitDistance
        menu.showMenu(
            from: drawingView,
            rect: CGRect(
                x: location.x - side / 2, y: location.y - side / 2, width: side, height: side))
    }

    /// Returns whether an action of the edit menu is available now, or `nil` if `action` does not
    /// concern a stroke. All actions require a selected stroke; the color action also requires
    /// `onColorRequest`.
    func canPerformOnStroke(_ action: Selector) -> Bool? {
        switch action {
        case Self.deleteAction, Self.frontAction: selectedStrokeID != nil
        case Self.colorAction: selectedStrokeID != nil && onColorRequest != nil
        default: nil
        }
    }

    private func deleteStroke() {
        if let selectedStrokeID { drawing.delete(selectedStrokeID) }
    }

    private func bringToFront() {
        if let selectedStrokeID { drawing.bringToFront(selectedStrokeID) }
    }

    /// Requests a new color for the selected stroke. When a color is chosen, the stroke is
    /// deselected, because the selection color would hide its new color.
    private func colorStroke() {
        guard let id = selectedStrokeID, let stroke = drawing.stroke(id) else { return }
        onColorRequest?(menuLocation, stroke.color) { [weak self] color in
            guard let self else { return }
            if self.selectedStrokeID == id { self.select(nil) }
            self.drawing.recolor(id, to: color)
        }
    }
}
