import Glibc

/// An affine transform decomposed into scale, shear, rotation and translation, applied in this
/// order.
struct TransformParts {
    /// The horizontal scale factor; negative for a mirrored transform.
    var scaleX: Double
    /// The vertical scale factor; negative for a mirrored transform.
    var scaleY: Double
    /// The horizontal shear per unit of height.
    var shear: Double
    /// The rotation, in radians.
    var angle: Double
    /// The translation, in points.
    var translation: CGPoint

    /// The parts of the identity transform.
    static let identity = TransformParts(
        scaleX: 1, scaleY: 1, shear: 0, angle: 0, translation: .zero)
}

// The initializer is in an extension, so that the struct keeps its memberwise initializer.
extension TransformParts {
    /// Decomposes `transform`; returns `nil` for a singular transform, which has no unique
    /// decomposition.
    init?(_ transform: CGAffineTransform) {
        let determinant = transform.a * transform.d - transform.b * transform.c
        guard determinant.isFinite, abs(determinant) > 1e-12 else { return nil }
        var width = (transform.a * transform.a + transform.b * transform.b).squareRoot()
        // A mirrored transform can flip either axis; this code flips the axis that results in the
        // smaller rotation.
        if determinant < 0 && transform.a < transform.d { width = -width }
        scaleX = width
        scaleY = determinant / width
        angle = atan2(transform.b / width, transform.a / width)
        shear = (transform.a * transform.c + transform.b * transform.d) / (width * scaleY)
        translation = CGPoint(x: transform.tx, y: transform.ty)
    }

    /// The affine transform composed of the parts.
    var transform: CGAffineTransform {
        let sine = sin(angle)
        let cosine = cos(angle)
        return CGAffineTransform(
            a: scaleX * cosine, b: scaleX * sine,
            c: scaleY * (shear * cosine - sine), d: scaleY * (shear * sine + cosine),
            tx: translation.x, ty: translation.y)
    }

    /// Returns the parts at `fraction` of the way from `start` to `end`. The rotation takes the
    /// shorter direction.
    static func interpolate(
        _ start: TransformParts, _ end: TransformParts, at fraction: Double
    ) -> TransformParts {
        var rotation = end.angle - start.angle
        if rotation > .pi { rotation -= 2 * .pi }
        if rotation < -.pi { rotation += 2 * .pi }
        var parts = start
        parts.scaleX = .interpolate(start.scaleX, end.scaleX, at: fraction)
        parts.scaleY = .interpolate(start.scaleY, end.scaleY, at: fraction)
        parts.shear = .interpolate(start.shear, end.shear, at: fraction)
        parts.angle = start.angle + rotation * fraction
        parts.translation = .interpolate(start.translation, end.translation, at: fraction)
        return parts
    }
}

extension CGAffineTransform: Interpolatable {
    /// Returns the transform at `fraction` of the way from `start` to `end`, interpolating rotation
    /// (in the shorter direction), scale, shear and translation separately.
    ///
    /// If `start` or `end` is singular, for example a scale of 0, the matrix entries are
    /// interpolated instead.
    package static func interpolate(
        _ start: CGAffineTransform, _ end: CGAffineTransform, at fraction: Double
    ) -> CGAffineTransform {
        if let first = TransformParts(start), let last = TransformParts(end) {
            return TransformParts.interpolate(first, last, at: fraction).transform
        }
        return CGAffineTransform(
            a: .interpolate(start.a, end.a, at: fraction),
            b: .interpolate(start.b, end.b, at: fraction),
            c: .interpolate(start.c, end.c, at: fraction),
            d: .interpolate(start.d, end.d, at: fraction),
            tx: .interpolate(start.tx, end.tx, at: fraction),
            ty: .interpolate(start.ty, end.ty, at: fraction))
    }

    /// Returns `start` with the transform from `oldEnd` to `newEnd` appended, or `start` if
    /// `oldEnd` is singular.
    package static func shiftStart(
        _ start: CGAffineTransform, from oldEnd: CGAffineTransform, to newEnd: CGAffineTransform
    ) -> CGAffineTransform {
        guard TransformParts(oldEnd) != nil else { return start }
        return start.concatenating(oldEnd.inverted()).concatenating(newEnd)
    }
}
