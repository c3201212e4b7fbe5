// swift-format-ignore: AlwaysUseLowerCamelCase
/// A transform of a layer.
///
/// TouchKit draws in two dimensions: a transform has only the six entries of an affine transform.
public struct CATransform3D: Hashable, Sendable {
    /// The entry at position [1,1] in the matrix: the factor of x in x'.
    public var m11: CGFloat
    /// The entry at position [1,2] in the matrix: the factor of x in y'.
    public var m12: CGFloat
    /// The entry at position [2,1] in the matrix: the factor of y in x'.
    public var m21: CGFloat
    /// The entry at position [2,2] in the matrix: the factor of y in y'.
    public var m22: CGFloat
    /// The entry at position [4,1] in the matrix: the horizontal translation.
    public var m41: CGFloat
    /// The entry at position [4,2] in the matrix: the vertical translation.
    public var m42: CGFloat

    /// The entry at position [3,4] in the matrix: the perspective, which has no effect.
    public var m34: CGFloat = 0

    /// Creates the transform whose entries are all 0.
    public init() {
        self.init(CGAffineTransform(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0))
    }

    /// Creates a transform from an affine transform.
    init(_ transform: CGAffineTransform) {
        m11 = transform.a
        m12 = transform.b
        m21 = transform.c
        m22 = transform.d
        m41 = transform.tx
        m42 = transform.ty
    }

    /// The transform as an affine transform.
    var affineTransform: CGAffineTransform {
        CGAffineTransform(a: m11, b: m12, c: m21, d: m22, tx: m41, ty: m42)
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The identity transform.
public let CATransform3DIdentity = CATransform3D(.identity)

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns a transform that scales by the specified factors. The factor of z is ignored.
public func CATransform3DMakeScale(
    _ sx: CGFloat, _ sy: CGFloat, _ sz: CGFloat
) -> CATransform3D {
    CATransform3D(CGAffineTransform(scaleX: sx, y: sy))
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns a transform that translates by the specified distances. The distance in z is ignored.
public func CATransform3DMakeTranslation(
    _ tx: CGFloat, _ ty: CGFloat, _ tz: CGFloat
) -> CATransform3D {
    CATransform3D(CGAffineTransform(translationX: tx, y: ty))
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns a transform that rotates around the z axis.
///
/// - Parameters:
///   - angle: The angle in radians; positive values rotate clockwise on the screen.
///   - x: The x component of the axis. Only 0 is supported.
///   - y: The y component of the axis. Only 0 is supported.
///   - z: The z component of the axis. A negative value rotates in the opposite direction.
public func CATransform3DMakeRotation(
    _ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat
) -> CATransform3D {
    precondition(
        x == 0 && y == 0, "CATransform3DMakeRotation: the axis must be perpendicular to the screen")
    return CATransform3D(CGAffineTransform(rotationAngle: z < 0 ? -angle : angle))
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns the transform that first applies `a` and then `b`.
public func CATransform3DConcat(_ a: CATransform3D, _ b: CATransform3D) -> CATransform3D {
    CATransform3D(a.affineTransform.concatenating(b.affineTransform))
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns a transform with the same effect as an affine transform.
public func CATransform3DMakeAffineTransform(_ m: CGAffineTransform) -> CATransform3D {
    CATransform3D(m)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns the affine transform with the same effect.
public func CATransform3DGetAffineTransform(_ t: CATransform3D) -> CGAffineTransform {
    t.affineTransform
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns whether a transform is the identity transform.
public func CATransform3DIsIdentity(_ t: CATransform3D) -> Bool { t == CATransform3DIdentity }

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns whether two transforms are equal.
public func CATransform3DEqualToTransform(_ a: CATransform3D, _ b: CATransform3D) -> Bool { a == b }

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns the inverse of a transform, or the transform if it is singular.
public func CATransform3DInvert(_ t: CATransform3D) -> CATransform3D {
    CATransform3D(t.affineTransform.inverted())
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns the transform that first scales by the specified factors and then applies `t`.
public func CATransform3DScale(
    _ t: CATransform3D, _ sx: CGFloat, _ sy: CGFloat, _ sz: CGFloat
) -> CATransform3D {
    CATransform3DConcat(CATransform3DMakeScale(sx, sy, sz), t)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns the transform that first translates by the specified distances and then applies `t`.
public func CATransform3DTranslate(
    _ t: CATransform3D, _ tx: CGFloat, _ ty: CGFloat, _ tz: CGFloat
) -> CATransform3D {
    CATransform3DConcat(CATransform3DMakeTranslation(tx, ty, tz), t)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns the transform that first rotates around the z axis, as `CATransform3DMakeRotation`, and
/// then applies `t`.
public func CATransform3DRotate(
    _ t: CATransform3D, _ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat
) -> CATransform3D {
    CATransform3DConcat(CATransform3DMakeRotation(angle, x, y, z), t)
}
