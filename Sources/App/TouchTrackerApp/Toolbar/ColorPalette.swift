import TouchKit

/// The eight colours of ink, one disc beside the other.
///
/// It can be part of another view, or come up at a finger:
///
/// ```swift
/// let palette = ColorPalette()
/// palette.onChoose = { color in … }
/// palette.present(at: point, in: view)
/// ```
///
/// Presented, it goes away when a colour was chosen, and when a finger comes down anywhere else in the
/// view, which then does what it would have done without: as menus do. When the view gets another size,
/// dismiss it.
package final class ColorPalette: Palette {
    /// The least distance from the edges of the view that it is presented in, in points.
    static let margin: CGFloat = 4
    /// How far from the finger it comes up, in points: it isn't hidden by the fingertip.
    private static let distance: CGFloat = 24

    /// Is called with the colour that was chosen; a presented palette is gone already.
    package var onChoose: ((InkColor) -> Void)?
    /// The colour that is marked as chosen; nil for none.
    package var color: InkColor? {
        didSet { selection = color.flatMap { InkColor.allCases.firstIndex(of: $0) } }
    }
    /// Sees fingers elsewhere while it is presented.
    private var watch: TouchWatch?

    /// Makes a palette without an extent.
    package init() {
        super.init(faces: InkColor.allCases.map { .color($0) })
        onPick = { [weak self] in self?.choose(InkColor.allCases[$0]) }
    }

    private func choose(_ color: InkColor) {
        dismiss()
        onChoose?(color)
    }

    /// Where a colour's disc lies with all that a finger hits it by, in the palette's coordinates.
    package func frame(of color: InkColor) -> CGRect? {
        InkColor.allCases.firstIndex(of: color).map { frame(ofButton: $0) }
    }

    // MARK: At a finger

    /// Whether it was presented and is still there.
    package var isPresented: Bool { watch != nil }

    /// Shows it in front of a view's other subviews: above a place, or below where there is more room,
    /// and all of it inside the view as far as it fits.
    ///
    /// - Parameters:
    ///   - point: The place, in the view's coordinates.
    ///   - view: The view.
    package func present(at point: CGPoint, in view: UIView) {
        dismiss()
        let room = view.bounds.insetBy(dx: Self.margin, dy: Self.margin)
        let size = sizeThatFits(room.size)
        let above = point.y - Self.distance - size.height
        let below = point.y + Self.distance
        let isAbove = above >= room.minY || point.y > room.midY
        frame = CGRect(
            x: max(min(point.x - size.width / 2, room.maxX - size.width), room.minX).rounded(),
            y: max(min(isAbove ? above : below, room.maxY - size.height), room.minY).rounded(),
            width: size.width, height: size.height)
        view.addSubview(self)
        let watch = TouchWatch()
        watch.onTouch = { [weak self] touch in
            guard let self, touch.view?.isDescendant(of: self) != true else { return }
            dismiss()
        }
        view.addGestureRecognizer(watch)
        self.watch = watch
    }

    /// Takes a presented palette away; one that is part of another view stays.
    package func dismiss() {
        if isPresented { removeFromSuperview() }
    }

    /// However it left the view, nobody watches that view any longer.
    package override func didMoveToSuperview() {
        super.didMoveToSuperview()
        guard superview == nil, let watch else { return }
        watch.view?.removeGestureRecognizer(watch)
        self.watch = nil
    }
}
