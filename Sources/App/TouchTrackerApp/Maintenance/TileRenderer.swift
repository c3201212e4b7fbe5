import TouchKit

/// A namespace for drawing the contents of a large tile button: a centered picture, and a title
/// below it.
@MainActor
enum TileRenderer {
    /// The side length of the square for which the icons are designed, in points.
    private static let iconSize: CGFloat = 24

    /// Draws the icon and the title of a menu item in `bounds`, with the current stroke color for
    /// the icon and `tint` for the title.
    static func draw(
        _ item: MaintenanceItem, in bounds: CGRect, tint: UIColor, _ context: CGContext
    ) {
        let area = drawTitle(item.title, in: bounds, tint: tint)
        // The scale is rounded down to a multiple of 0.5, so that the width of the 2-point lines of
        // the icon is a whole number of points.
        let fittingScale = min(area.width, area.height) * 0.72 / iconSize
        let scale = min(max((fittingScale * 2).rounded(.down) / 2, 1), 4)
        context.saveGState()
        context.translateBy(
            x: (area.midX - iconSize / 2 * scale).rounded(),
            y: (area.midY - iconSize / 2 * scale).rounded())
        context.scaleBy(x: scale, y: scale)
        MaintenanceIcons.icon(of: item).stroke()
        context.restoreGState()
    }

    /// Draws the miniature picture and the title of a scene in `bounds`, with `tint` as the color
    /// of the title.
    static func draw(
        _ scene: Scene, in bounds: CGRect, tint: UIColor, _ context: CGContext
    ) {
        let area = drawTitle(scene.title, in: bounds, tint: tint).insetBy(dx: 10, dy: 0)
        let scale = min(
            area.width / SceneMiniature.size.width, area.height / SceneMiniature.size.height)
        context.saveGState()
        context.translateBy(
            x: (area.midX - SceneMiniature.size.width / 2 * scale).rounded(),
            y: (area.midY - SceneMiniature.size.height / 2 * scale).rounded())
        context.scaleBy(x: scale, y: scale)
        scene.miniature.draw(in: context)
        context.restoreGState()
    }

    /// Draws a title at the bottom of `bounds`. A title that is too wide is drawn in a smaller
    /// font.
    ///
    /// - Returns: The area above the title, in which the picture is drawn.
    private static func drawTitle(_ title: String, in bounds: CGRect, tint: UIColor) -> CGRect {
        let preferredSize = min(max(min(bounds.width, bounds.height) / 8, 14), 22)
        var font = UIFont.systemFont(ofSize: preferredSize)
        var size = title.size(withAttributes: [.font: font])
        let maximumWidth = bounds.width - 16
        if size.width > maximumWidth, size.width > 0 {
            font = .systemFont(ofSize: max(preferredSize * maximumWidth / size.width, 9))
            size = title.size(withAttributes: [.font: font])
        }
        let margin = (bounds.height * 0.06).rounded()
        let top = (bounds.maxY - margin - size.height).rounded()
        title.draw(
            at: CGPoint(x: (bounds.midX - size.width / 2).rounded(), y: top),
            withAttributes: [.font: font, .foregroundColor: tint])
        return CGRect(
            x: bounds.minX + 4, y: bounds.minY + margin, width: bounds.width - 8,
            height: max(top - bounds.minY - margin * 1.5, 1))
    }
}
