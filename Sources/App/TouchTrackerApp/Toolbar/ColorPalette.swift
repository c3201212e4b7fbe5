import TouchKit

/// A palette with a button for each ink color.
///
/// The palette can be a subview of another view, or be presented at a point:
///
/// ```swift
/// let palette = ColorPalette()
/// palette.onColorSelected = { color in … }
/// palette.present(at: point, in: view)
/// ```
///
/// A presented palette disappears when a color is selected or when a touch begins elsewhere in the
/// view; the view receives that touch, too. Dismiss the palette when the view is resized.
package final class ColorPalette: Palette {
    /// The minimum distance between a presented palette and the edges of its view, in points.
    static let margin: CGFloat = 4
    /// The vertical distance between a presented palette and its presentation point, in points, so
    /// that the fingertip does not cover the palette.
    private static let distance: CGFloat = 24

    /// Called with the color that the user has selected. A presented palette is dismissed before
    /// this call.
    package var onColorSelected: ((InkColor) -> Void)?
    /// The color that is marked as selected, or `nil` if no color is selected.
    package var color: InkColor? {
        didSet { selection = color.map { .color($0, on: paper) } }
    }
    private let paper: Paper
    /// The recognizer that detects touches elsewhere in the presenting view, or `nil` while the
    /// palette is not presented.
    private var touchObserver: TouchObserverGestureRecognizer?

    /// Creates a palette with an empty frame, which shows the inks in their colors on `paper`.
    package init(paper: Paper = .gray) {
        self.paper = paper
        super.init(faces: InkColor.allCases.map { .color($0, on: paper) })
        onSelect = { [weak self] face in
            if case .color(let color, _) = face { self?.select(color) }
        }
    }

    private func select(_ color: InkColor) {
        dismiss()
        onColorSelected?(color)
    }

    /// Returns the touchable frame of the button for `color`, in the coordinates of the palette.
    package func frame(of color: InkColor) -> CGRect? {
        frame(of: .color(color, on: paper))
    }

    // MARK: Presentation

    /// Whether the palette has been presented and not been dismissed yet.
    package var isPresented: Bool { touchObserver != nil }

    /// Shows the palette in front of the other subviews of a view. The palette is above a point, or
    /// below the point if there is too little space above it but more space below it. The palette
    /// is placed inside the view as far as it fits.
    ///
    /// - Parameters:
    ///   - point: The point, in the coordinates of the view.
    ///   - view: The view that presents the palette.
    package func present(at point: CGPoint, in view: UIView) {
        dismiss()
        let availableArea = view.bounds.insetBy(dx: Self.margin, dy: Self.margin)
        let size = sizeThatFits(availableArea.size)
        let above = point.y - Self.distance - size.height
        let below = point.y + Self.distance
        let isAbove = above >= availableArea.minY || point.y > availableArea.midY
        frame = CGRect(
            x: max(
                min(point.x - size.width / 2, availableArea.maxX - size.width), availableArea.minX
            ).rounded(),
            y: max(
                min(isAbove ? above : below, availableArea.maxY - size.height), availableArea.minY
            ).rounded(),
            width: size.width, height: size.height)
        view.addSubview(self)
        let touchObserver = TouchObserverGestureRecognizer()
        touchObserver.onTouchBegan = { [weak self] touch in
            guard let self, touch.view?.isDescendant(of: self) != true else { return }
            dismiss()
        }
        view.addGestureRecognizer(touchObserver)
        self.touchObserver = touchObserver
    }

    /// Removes a presented palette from its view. Does nothing if the palette was added as a
    /// subview without `present(at:in:)`.
    package func dismiss() {
        if isPresented { removeFromSuperview() }
    }

    /// Stops observing touches in the presenting view if the palette has been removed, for any
    /// reason.
    package override func didMoveToSuperview() {
        super.didMoveToSuperview()
        guard superview == nil, let touchObserver else { return }
        touchObserver.view?.removeGestureRecognizer(touchObserver)
        self.touchObserver = nil
    }
}
