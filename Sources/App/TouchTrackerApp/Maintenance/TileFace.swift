import TouchKit

/// Draws what a large button shows: a picture in the middle, and a title below it.
@MainActor
enum TileFace {
    private static let iconGrid: CGFloat = 24

    /// Draws an item's icon and title.
    static func draw(
        _ item: MaintenanceItem, in bounds: CGRect, tint: UIColor, _ context: CGContext
    ) {
        let room = drawTitle(item.title, in: bounds, tint: tint)
        // Whole steps, so that lines fill whole pixels.
        let step = min(room.width, room.height) * 0.72 / iconGrid
        let scale = min(max((step * 2).rounded(.down) / 2, 1), 4)
        context.saveGState()
        context.translateBy(
            x: (room.midX - iconGrid / 2 * scale).rounded(),
            y: (room.midY - iconGrid / 2 * scale).rounded())
        context.scaleBy(x: scale, y: scale)
        MaintenanceIcons.icon(of: item).stroke()
        context.restoreGState()
    }

    /// Draws a scene's picture and title.
    static func draw(
        _ scene: Scene, in bounds: CGRect, tint: UIColor, _ context: CGContext
    ) {
        let room = drawTitle(scene.title, in: bounds, tint: tint).insetBy(dx: 10, dy: 0)
        let scale = min(
            room.width / SceneMiniature.size.width, room.height / SceneMiniature.size.height)
        context.saveGState()
        context.translateBy(
            x: (room.midX - SceneMiniature.size.width / 2 * scale).rounded(),
            y: (room.midY - SceneMiniature.size.height / 2 * scale).rounded())
        context.scaleBy(x: scale, y: scale)
        SceneMiniature.draw(scene, context)
        context.restoreGState()
    }

    /// Draws a title at the bottom.
    ///
    /// - Returns: What it leaves for a picture.
    private static func drawTitle(_ title: String, in bounds: CGRect, tint: UIColor) -> CGRect {
        let wished = min(max(min(bounds.width, bounds.height) / 8, 14), 22)
        var font = UIFont.systemFont(ofSize: wished)
        var size = title.size(withAttributes: [.font: font])
        let most = bounds.width - 8
        if size.width > most, size.width > 0 {
            font = .systemFont(ofSize: max(wished * most / size.width, 9))
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
