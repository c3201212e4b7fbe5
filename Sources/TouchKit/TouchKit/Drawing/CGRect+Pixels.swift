extension CGRect {
    /// Creates the rectangle in points that a rectangle of pixels covers.
    ///
    /// - Parameters:
    ///   - rect: The rectangle in pixels.
    ///   - scale: The number of pixels per point, greater than 0.
    init(pixels rect: PixelRect, scale: CGFloat) {
        self.init(
            x: CGFloat(rect.minX) / scale, y: CGFloat(rect.minY) / scale,
            width: CGFloat(rect.width) / scale, height: CGFloat(rect.height) / scale)
    }
}
