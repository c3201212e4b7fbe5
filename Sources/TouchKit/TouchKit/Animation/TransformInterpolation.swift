import Glibc

/// A transform as what one would say of it: stretched, slanted, turned and shifted, in this order.
private struct TransformParts {
    var scaleX: Double
    var scaleY: Double
    var slant: Double
    var angle: Double
    var shift: CGPoint

    /// Takes a transform apart; nil where it flattens the plane, which has no one answer.
    init?(_ transform: CGAffineTransform) {
        let determinant = transform.a * transform.d - transform.b * transform.c
        guard determinant.isFinite, abs(determinant) > 1e-12 else { return nil }
        var width = (transform.a * transform.a + transform.b * transform.b).squareRoot()
        // A mirrored one is turned over about the axis that needs the lesser turn.
        if determinant < 0 && transform.a < transform.d { width = -width }
        scaleX = width
        scaleY = determinant / width
        angle = atan2(transform.b / width, transform.a / width)
        slant = (transform.a * transform.c + transform.b * transform.d) / (width * scaleY)
        shift = CGPoint(x: transform.tx, y: transform.ty)
    }

    /// The transform that has these parts.
    var transform: CGAffineTransform {
        let sine = sin(angle)
        let cosine = cos(angle)
        return CGAffineTransform(
            a: scaleX * cosine, b: scaleX * sine,
            c: scaleY * (slant * cosine - sine), d: scaleY * (slant * sine + cosine),
            tx: shift.x, ty: shift.y)
    }

    static func between(
        _ from: TransformParts, _ to: TransformParts, at fraction: Double
    ) -> TransformParts {
        var turn = to.angle - from.angle
        if turn > .pi { turn -= 2 * .pi }
        if turn < -.pi { turn += 2 * .pi }
        var parts = from
        parts.scaleX = .between(from.scaleX, to.scaleX, at: fraction)
        parts.scaleY = .between(from.scaleY, to.scaleY, at: fraction)
        parts.slant = .between(from.slant, to.slant, at: fraction)
        parts.angle = from.angle + turn * fraction
        parts.shift = .between(from.shift, to.shift, at: fraction)
        return parts
    }
}

extension CGAffineTransform: Interpolatable {
    /// Turns the short way round, and stretches and shifts evenly. Where one end flattens the plane,
    /// as a scale of 0 does, the numbers themselves are interpolated: it grows out of a point.
    package static func between(
        _ from: CGAffineTransform, _ to: CGAffineTransform, at fraction: Double
    ) -> CGAffineTransform {
        if let first = TransformParts(from), let last = TransformParts(to) {
            return TransformParts.between(first, last, at: fraction).transform
        }
        return CGAffineTransform(
            a: .between(from.a, to.a, at: fraction), b: .between(from.b, to.b, at: fraction),
            c: .between(from.c, to.c, at: fraction), d: .between(from.d, to.d, at: fraction),
            tx: .between(from.tx, to.tx, at: fraction), ty: .between(from.ty, to.ty, at: fraction))
    }

    package static func shifted(
        _ from: CGAffineTransform, by old: CGAffineTransform, _ new: CGAffineTransform
    ) -> CGAffineTransform {
        guard TransformParts(old) != nil else { return from }
        return from.concatenating(old.inverted()).concatenating(new)
    }
}
