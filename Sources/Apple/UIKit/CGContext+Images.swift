extension CGContext {
    /// Draws an image in a rectangle of the context's coordinate system, upside down where the y
    /// axis points down, as Core Graphics does in contexts of UIKit. The context must be current.
    public func draw(_ image: CGImage, in rect: CGRect) {
        saveGState()
        translateBy(x: 0, y: rect.minY + rect.maxY)
        scaleBy(x: 1, y: -1)
        image.draw(in: rect)
        restoreGState()
    }

    /// Sets whether edges are antialiased. They always are, so that the call has no effect.
    public func setShouldAntialias(_ shouldAntialias: Bool) {}

    /// Sets whether edges may be antialiased. They always are, so that the call has no effect.
    public func setAllowsAntialiasing(_ allowsAntialiasing: Bool) {}
}

extension UIGraphicsImageRendererFormat {
    /// Returns a new format with the scale of the main screen.
    public static func `default`() -> UIGraphicsImageRendererFormat {
        UIGraphicsImageRendererFormat()
    }
}
