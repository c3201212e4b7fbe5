extension UIView {
    /// What `intrinsicContentSize` says of a dimension in which a view has no size of its own.
    public static let noIntrinsicMetric: CGFloat = -1

    /// Takes the size that suits it best, its upper left corner where it was.
    public func sizeToFit() {
        let corner = frame.origin
        let size = sizeThatFits(bounds.size)
        frame = CGRect(origin: corner, size: size)
    }

    /// A length in points, made as much longer as it takes to end with a pixel of the screen.
    static func roundedUpToPixels(_ length: CGFloat) -> CGFloat {
        let scale = UIApplication.newest?.screen.scale ?? 1
        // What sums of advances may be off mustn't cost a pixel.
        return (length * scale - 1e-6).rounded(.up) / scale
    }
}
