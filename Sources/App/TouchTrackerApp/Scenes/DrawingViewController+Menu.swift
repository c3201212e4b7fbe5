import TouchKit

/// The menu of a selected stroke. The drawing view is first responder; what it doesn't do itself comes
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

    /// Shows the menu at a finger, at a place of the drawing view.
    func showMenu(at place: CGPoint) {
        menuPlace = place
        drawingView.becomeFirstResponder()
        let menu = UIMenuController.shared
        menu.menuItems = [
            UIMenuItem(title: "Delete", action: Self.deleteAction),
            UIMenuItem(title: "Colour", action: Self.colorAction),
            UIMenuItem(title: "Bring to Front", action: Self.frontAction),
        ]
        let side = Self.reach
        menu.showMenu(
            from: drawingView,
            rect: CGRect(
                x: place.x - side / 2, y: place.y - side / 2, width: side, height: side))
    }

    /// A stroke's actions need a stroke, and a colour somebody who lets choose one; nil for actions of
    /// others.
    func canPerformOnStroke(_ action: Selector) -> Bool? {
        switch action {
        case Self.deleteAction, Self.frontAction: selected != nil
        case Self.colorAction: selected != nil && chooseColor != nil
        default: nil
        }
    }

    private func deleteStroke() {
        if let selected { drawing.delete(selected) }
    }

    private func bringToFront() {
        if let selected { drawing.bringToFront(selected) }
    }

    /// The stroke isn't selected any more when it has its colour: that is to be seen then.
    private func colorStroke() {
        guard let id = selected, let stroke = drawing.stroke(id) else { return }
        chooseColor?(menuPlace, stroke.color) { [weak self] color in
            guard let self else { return }
            if self.selected == id { self.select(nil) }
            self.drawing.recolor(id, to: color)
        }
    }
}
