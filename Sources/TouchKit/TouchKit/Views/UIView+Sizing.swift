extension UIView {
    /// The value of an `intrinsicContentSize` dimension for which a view has no intrinsic metric.
    public static let noIntrinsicMetric: CGFloat = -1

    /// Resizes the view to the size that `sizeThatFits(_:)` returns, keeping its upper-left corner.
    public func sizeToFit() {
        let corner = frame.origin
        let size = sizeThatFits(bounds.size)
        frame = CGRect(origin: corner, size: size)
    }

    /// Returns a length in points, rounded up to a whole number of pixels.
    static func roundedUpToPixel(_ length: CGFloat) -> CGFloat {
        let scale = UIApplication.sharedIfPresent?.screen.scale ?? 1
        // Rounding errors in sums of glyph advances must not add a pixel.
        return (length * scale - 1e-6).rounded(.up) / scale
    }
}
