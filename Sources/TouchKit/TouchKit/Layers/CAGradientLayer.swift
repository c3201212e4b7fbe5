import TouchKitRaster

/// The kind of gradient that a gradient layer draws.
public struct CAGradientLayerType: RawRepresentable, Hashable, Sendable {
    /// The name as a string.
    public let rawValue: String

    /// Creates a kind from a string. An unknown name is drawn as `axial`.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The colors change along the line from the start point to the end point.
    public static let axial = CAGradientLayerType(rawValue: "axial")
    /// The colors change from the start point outwards; the end point is a corner of the rectangle
    /// around the last color's ellipse.
    public static let radial = CAGradientLayerType(rawValue: "radial")
}

/// A layer that draws a color gradient over its background color, filling the shape of the layer.
@MainActor
open class CAGradientLayer: CALayer {
    /// The colors, each a `CGColor`; other values are skipped.
    open var colors: [Any]? {
        didSet { gradientDidChange() }
    }
    /// The location of each color, 0…1 ascending, or `nil` to space the colors evenly.
    open var locations: [CGFloat]? {
        didSet { gradientDidChange() }
    }
    /// The position of the first color, as fractions of the bounds.
    open var startPoint = CGPoint(x: 0.5, y: 0) {
        didSet { if startPoint != oldValue { contentDidChange() } }
    }
    /// The position of the last color, as fractions of the bounds.
    open var endPoint = CGPoint(x: 0.5, y: 1) {
        didSet { if endPoint != oldValue { contentDidChange() } }
    }
    /// The kind of gradient.
    open var type = CAGradientLayerType.axial {
        didSet { if type != oldValue { contentDidChange() } }
    }
    /// The gradient of the colors, or `nil` without colors.
    private var gradient: CGGradient?
    /// The gradient in white with the opacity of the colors, for masks.
    private var maskGradient: CGGradient?

    private func gradientDidChange() {
        let colors = colors?.compactMap { $0 as? UIColor } ?? []
        let locations = locations?.count == colors.count ? locations : nil
        gradient = CGGradient(colorsSpace: nil, colors: colors, locations: locations)
        maskGradient = CGGradient(
            colorsSpace: nil,
            colors: colors.map {
                UIColor(white: 1, alpha: CGFloat($0.pixelColor(opacity: 1).alpha) / 255)
            }, locations: locations)
        contentDidChange()
    }

    // MARK: Recording

    override var paints: Bool { gradient != nil || super.paints }

    override func recordContent(into context: DrawingContext) {
        if let gradient {
            record(gradient, into: context.list, context.map, opacity: context.opacity)
        }
        super.recordContent(into: context)
    }

    override func recordMaskContent(
        into list: DisplayList, _ map: CGAffineTransform, opacity: CGFloat
    ) {
        if let maskGradient { record(maskGradient, into: list, map, opacity: opacity) }
    }

    private func record(
        _ gradient: CGGradient, into list: DisplayList, _ map: CGAffineTransform, opacity: CGFloat
    ) {
        let bounds = node.bounds
        if bounds.isEmpty { return }
        let radius = node.presentationCornerRadius
        let path = Path(.identity) { $0.addRoundedRect(bounds, cornerRadius: radius) }
        list.fill(
            path, map: map, rule: .nonzero,
            paint: paint(gradient.gradient, bounds, map, opacity: opacity))
    }

    private func paint(
        _ gradient: Gradient, _ bounds: CGRect, _ map: CGAffineTransform, opacity: CGFloat
    ) -> Paint {
        let extent: Paint.Extent = [.beforeStart, .afterEnd]
        guard type == .radial else {
            return .linear(
                gradient, from: point(startPoint, bounds), to: point(endPoint, bounds),
                extent: extent, map: map, opacity: opacity)
        }
        // A circle of radius 1 in a coordinate system that the radii stretch.
        let center = point(startPoint, bounds)
        let toBounds = CGAffineTransform(
            a: max(abs(endPoint.x - startPoint.x) * bounds.width, 1e-6), b: 0, c: 0,
            d: max(abs(endPoint.y - startPoint.y) * bounds.height, 1e-6), tx: center.x, ty: center.y
        )
        return .radial(
            gradient, from: Paint.Circle(center: .zero, radius: 0),
            to: Paint.Circle(center: .zero, radius: 1), extent: extent,
            map: toBounds.concatenating(map), opacity: opacity)
    }

    private func point(_ fractions: CGPoint, _ bounds: CGRect) -> CGPoint {
        CGPoint(
            x: bounds.minX + fractions.x * bounds.width,
            y: bounds.minY + fractions.y * bounds.height)
    }

    override func copyProperties(of other: CALayer) {
        super.copyProperties(of: other)
        guard let other = other as? CAGradientLayer else { return }
        colors = other.colors
        locations = other.locations
        startPoint = other.startPoint
        endPoint = other.endPoint
        type = other.type
    }
}
