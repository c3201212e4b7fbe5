import Glibc

/// An affine transformation matrix for use in drawing 2D graphics: `x' = a·x + c·y + tx`,
/// `y' = b·x + d·y + ty`.
public struct CGAffineTransform: Hashable, Sendable {
    /// The entry at position [1,1] in the matrix: the factor of x in x'.
    public var a: CGFloat
    /// The entry at position [1,2] in the matrix: the factor of x in y'.
    public var b: CGFloat
    /// The entry at position [2,1] in the matrix: the factor of y in x'.
    public var c: CGFloat
    /// The entry at position [2,2] in the matrix: the factor of y in y'.
    public var d: CGFloat
    /// The entry at position [3,1] in the matrix: the horizontal translation.
    public var tx: CGFloat
    /// The entry at position [3,2] in the matrix: the vertical translation.
    public var ty: CGFloat

    /// The identity transform.
    public static let identity = CGAffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    /// Creates an affine transform with the specified matrix values.
    public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    /// Creates an affine transformation matrix constructed from translation values you provide.
    public init(translationX tx: CGFloat, y ty: CGFloat) {
        self.init(a: 1, b: 0, c: 0, d: 1, tx: tx, ty: ty)
    }

    /// Creates an affine transformation matrix constructed from scaling values you provide.
    public init(scaleX sx: CGFloat, y sy: CGFloat) {
        self.init(a: sx, b: 0, c: 0, d: sy, tx: 0, ty: 0)
    }

    /// Creates an affine transformation matrix constructed from a rotation value in radians.
    /// Positive angles rotate clockwise on the screen.
    public init(rotationAngle angle: CGFloat) {
        let cosine = cos(angle)
        let sine = sin(angle)
        self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
    }

    /// Whether the transform is the identity transform.
    public var isIdentity: Bool { self == .identity }

    /// Returns the transform that first applies this transform and then `next`.
    public func concatenating(_ next: CGAffineTransform) -> CGAffineTransform {
        CGAffineTransform(
            a: a * next.a + b * next.c,
            b: a * next.b + b * next.d,
            c: c * next.a + d * next.c,
            d: c * next.b + d * next.d,
            tx: tx * next.a + ty * next.c + next.tx,
            ty: tx * next.b + ty * next.d + next.ty)
    }

    /// Returns the transform that first translates by (`x`, `y`) and then applies this transform.
    public func translatedBy(x: CGFloat, y: CGFloat) -> CGAffineTransform {
        CGAffineTransform(translationX: x, y: y).concatenating(self)
    }

    /// Returns the transform that first scales by `x` and `y` and then applies this transform.
    public func scaledBy(x: CGFloat, y: CGFloat) -> CGAffineTransform {
        CGAffineTransform(scaleX: x, y: y).concatenating(self)
    }

    /// Returns the transform that first rotates by `angle`, in radians, and then applies this
    /// transform.
    public func rotated(by angle: CGFloat) -> CGAffineTransform {
        CGAffineTransform(rotationAngle: angle).concatenating(self)
    }

    /// Returns the inverse transform, or this transform if it has no inverse, as in Core Graphics.
    public func inverted() -> CGAffineTransform {
        let determinant = a * d - b * c
        guard determinant != 0, determinant.isFinite else { return self }
        return CGAffineTransform(
            a: d / determinant,
            b: -b / determinant,
            c: -c / determinant,
            d: a / determinant,
            tx: (c * ty - d * tx) / determinant,
            ty: (b * tx - a * ty) / determinant)
    }
}

extension CGPoint {
    /// Returns the point resulting from an affine transformation of this point.
    public func applying(_ transform: CGAffineTransform) -> CGPoint {
        CGPoint(
            x: transform.a * x + transform.c * y + transform.tx,
            y: transform.b * x + transform.d * y + transform.ty)
    }
}

extension CGRect {
    /// Returns the bounding box of the transformed rectangle.
    public func applying(_ transform: CGAffineTransform) -> CGRect {
        guard !isNull else { return .null }
        if transform.isIdentity { return standardized }
        let corner = CGPoint(x: minX, y: minY).applying(transform)
        // The sides are transformed as vectors. The bounding box covers all corners that they span.
        let across = CGVector(dx: transform.a * width, dy: transform.b * width)
        let down = CGVector(dx: transform.c * height, dy: transform.d * height)
        return CGRect(
            x: corner.x + min(across.dx, 0) + min(down.dx, 0),
            y: corner.y + min(across.dy, 0) + min(down.dy, 0),
            width: abs(across.dx) + abs(down.dx),
            height: abs(across.dy) + abs(down.dy))
    }
}
