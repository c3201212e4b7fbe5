extension CGRect {
    /// Whole pixels of a picture, in points.
    ///
    /// - Parameters:
    ///   - rect: The pixels.
    ///   - scale: Pixels per point, above 0.
    init(pixels rect: PixelRect, scale: CGFloat) {
        self.init(
            x: CGFloat(rect.minX) / scale, y: CGFloat(rect.minY) / scale,
            width: CGFloat(rect.width) / scale, height: CGFloat(rect.height) / scale)
    }
}
