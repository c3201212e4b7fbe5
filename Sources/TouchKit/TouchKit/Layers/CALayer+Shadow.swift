import Glibc
import TouchKitRaster

extension CALayer {
    /// The largest number of translucent shapes that approximate the blur of a shadow.
    private static let maximumShadowSteps = 16

    /// The rectangle that casts the shadow if the layer has a background or `shadowPath`, in the
    /// layer's coordinates, or `nil` without a shadow.
    private var shadowCaster: CGRect? {
        guard shadowOpacity > 0, !masksToBounds else { return nil }
        if let shadowPath { return shadowPath.isEmpty ? nil : shadowPath.boundingBox }
        return node.presentationBounds
    }

    /// The rectangle that the shadow can cover, in the layer's coordinates, or `nil` without a
    /// shadow.
    final var shadowExtent: CGRect? {
        guard let shadowCaster else { return nil }
        let reach = 2 * max(shadowRadius, 0)
        return shadowCaster.insetBy(dx: -reach, dy: -reach).offsetBy(
            dx: shadowOffset.width, dy: shadowOffset.height)
    }

    /// Records the shadow below the background.
    ///
    /// The blur is approximated by translucent rounded rectangles, from the largest to the
    /// smallest, whose coverage adds up to that of a Gaussian blur of an edge.
    func recordShadow(into context: DrawingContext, _ map: CGAffineTransform, opacity: CGFloat) {
        guard let shadowCaster, let shadowColor, shadowPath != nil || node.backgroundColor != nil
        else { return }
        let map = CGAffineTransform(
            translationX: shadowOffset.width, y: shadowOffset.height
        ).concatenating(map)
        let strength = min(CGFloat(shadowOpacity), 1) * opacity
        let radius = max(shadowRadius, 0)
        let pixels = min(radius * map.stretch * 2, CGFloat(Self.maximumShadowSteps))
        let steps = max(Int(pixels), 1)
        var covered: CGFloat = 0
        for step in 0..<steps where covered < 1 {
            // The distance of the shape's edge from the shadow's edge; positive is outside.
            let distance = radius * 2 * (1 - (2 * CGFloat(step) + 1) / CGFloat(steps))
            let rect = shadowCaster.insetBy(dx: -distance, dy: -distance)
            if rect.isNull || rect.isEmpty { return }
            // The ring up to the next shape gets the coverage of its middle.
            let middle = distance - radius * 2 / CGFloat(steps)
            let coverage = step == steps - 1 ? 1 : Self.coverage(at: middle, radius: radius)
            let alpha = (strength * coverage - covered) / (1 - covered)
            covered = strength * coverage
            context.list.fill(
                rect, cornerRadius: max(node.presentationCornerRadius + distance, 0), under: map,
                color: shadowColor.pixelColor(opacity: alpha, style: context.style))
        }
    }

    /// Returns the coverage of a blurred edge at a distance outside of the edge, 0…1.
    private static func coverage(at distance: CGFloat, radius: CGFloat) -> CGFloat {
        radius > 0 ? erfc(distance / radius / 2.0.squareRoot()) / 2 : 1
    }
}
