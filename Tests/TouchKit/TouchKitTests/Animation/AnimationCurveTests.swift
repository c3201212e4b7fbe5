import Glibc
import Testing
import TouchKit

/// Timing curves, compared with independently computed values.
@Suite("Animation curves")
struct AnimationCurveTests {
    @Test("Every curve starts at 0, ends at 1 and is constant outside 0…1.")
    func ends() {
        let curves: [AnimationCurve] = [
            .linear, .bezier(.easeIn), .bezier(.easeOut), .bezier(.easeInOut),
            .spring(SpringCurve(dampingRatio: 0.3, velocity: 4)),
        ]
        for curve in curves {
            #expect(curve.fraction(at: 0) == 0)
            #expect(curve.fraction(at: -1) == 0)
            #expect(curve.fraction(at: 1) == 1)
            #expect(curve.fraction(at: 2) == 1)
        }
    }

    @Test("Ease-in and ease-out are mirror images; ease-in-out is symmetric.")
    func symmetry() {
        for step in 0...50 {
            let x = Double(step) / 50
            let easeIn = AnimationCurve.bezier(.easeIn).fraction(at: x)
            let easeOut = AnimationCurve.bezier(.easeOut).fraction(at: 1 - x)
            #expect(abs(easeIn + easeOut - 1) < 1e-9)
            let there = AnimationCurve.bezier(.easeInOut).fraction(at: x)
            let back = AnimationCurve.bezier(.easeInOut).fraction(at: 1 - x)
            #expect(abs(there + back - 1) < 1e-9)
            #expect(AnimationCurve.linear.fraction(at: x) == x)
        }
        #expect(abs(AnimationCurve.bezier(.easeInOut).fraction(at: 0.5) - 0.5) < 1e-9)
    }

    /// Computes points of the curves directly from the Bézier polynomial.
    @Test(
        "The documented curves pass through the points of their Bézier polynomials.",
        arguments: [0.1, 0.25, 0.5, 0.7, 0.95])
    func documentedPoints(t: Double) {
        let b1 = 3 * (1 - t) * (1 - t) * t
        let b2 = 3 * (1 - t) * t * t
        let b3 = t * t * t
        let ease = AnimationCurve.bezier(.easeInOut).fraction(at: b1 * 0.42 + b2 * 0.58 + b3)
        #expect(abs(ease - (b2 + b3)) < 1e-9)
        let easeIn = AnimationCurve.bezier(.easeIn).fraction(at: b1 * 0.42 + b2 + b3)
        #expect(abs(easeIn - (b2 + b3)) < 1e-9)
        let easeOut = AnimationCurve.bezier(.easeOut).fraction(at: b2 * 0.58 + b3)
        #expect(abs(easeOut - (b2 + b3)) < 1e-9)
    }

    @Test("A spring follows a damped oscillation and has decayed at its end.")
    func spring() {
        for ratio in [0.1, 0.5, 0.9, 1] {
            let curve = SpringCurve(dampingRatio: ratio, velocity: 0)
            // The envelope of underdamped springs is slightly wider than the exponential.
            #expect(abs(curve.fraction(at: 0.999_999) - 1) < 0.005)
            #expect(abs(curve.fraction(at: 0.000_1)) < 0.01)
        }
        let quiet = SpringCurve(dampingRatio: 1, velocity: 0)
        #expect((1...99).allSatisfy { quiet.fraction(at: Double($0) / 100) < 1 })
        let lively = SpringCurve(dampingRatio: 0.2, velocity: 0)
        let highest = (1...999).map { lively.fraction(at: Double($0) / 1_000) }.max() ?? 0
        // The first overshoot of a damped oscillator: exp(-πζ / √(1 - ζ²)).
        let expected = exp(-Double.pi * 0.2 / (1 - 0.04).squareRoot())
        #expect(abs(highest - 1 - expected) < 0.002)
    }

    @Test("A spring starts with its initial velocity.", arguments: [0.4, 1])
    func springVelocity(ratio: Double) {
        let curve = SpringCurve(dampingRatio: ratio, velocity: 3)
        #expect(abs(curve.fraction(at: 1e-5) / 1e-5 - 3) < 0.01)
    }

    @Test("Springs with extreme or non-finite parameters have finite values.")
    func wildSprings() {
        for wild in [Double.nan, .infinity, -.infinity, -1, 0, 1e300] {
            let curves = [
                SpringCurve(dampingRatio: wild, velocity: wild),
                SpringCurve(dampingRatio: 1, frequency: wild, velocity: 0),
            ]
            for curve in curves {
                #expect((0...10).allSatisfy { curve.fraction(at: Double($0) / 10).isFinite })
            }
        }
    }
}

/// Interpolation between affine transforms.
@Suite("Transform interpolation")
struct TransformInterpolationTests {
    private func expectEqual(_ left: CGAffineTransform, _ right: CGAffineTransform) {
        let pairs = [
            (left.a, right.a), (left.b, right.b), (left.c, right.c), (left.d, right.d),
            (left.tx, right.tx), (left.ty, right.ty),
        ]
        #expect(pairs.allSatisfy { abs($0 - $1) < 1e-9 }, "\(left) and \(right)")
    }

    @Test("The interpolation reaches both ends exactly.")
    func ends() {
        let transforms = [
            CGAffineTransform.identity, CGAffineTransform(rotationAngle: 2.5),
            CGAffineTransform(scaleX: -1, y: 2), CGAffineTransform(scaleX: 0, y: 0),
            CGAffineTransform(a: 1, b: 2, c: 3, d: -4, tx: 5, ty: 6),
        ]
        for first in transforms {
            for last in transforms {
                expectEqual(CGAffineTransform.interpolate(first, last, at: 0), first)
                expectEqual(CGAffineTransform.interpolate(first, last, at: 1), last)
            }
        }
    }

    @Test("A rotation takes the shorter direction, also across 180°.")
    func turns() {
        let quarter = CGAffineTransform.interpolate(
            .identity, CGAffineTransform(rotationAngle: .pi / 2), at: 0.5)
        expectEqual(quarter, CGAffineTransform(rotationAngle: .pi / 4))
        let across = CGAffineTransform.interpolate(
            CGAffineTransform(rotationAngle: 3), CGAffineTransform(rotationAngle: -3), at: 0.5)
        expectEqual(across, CGAffineTransform(rotationAngle: .pi))
        let half = CGAffineTransform.interpolate(
            .identity, CGAffineTransform(rotationAngle: -.pi), at: 0.5)
        expectEqual(half, CGAffineTransform(rotationAngle: -.pi / 2))
    }

    @Test("Rotation, scale and translation are interpolated separately.")
    func parts() {
        let first = CGAffineTransform(translationX: 10, y: 0).rotated(by: 0.2)
        let last = CGAffineTransform(translationX: 30, y: 8).rotated(by: 1).scaledBy(x: 3, y: 2)
        let middle = CGAffineTransform.interpolate(first, last, at: 0.5)
        expectEqual(
            middle,
            CGAffineTransform(translationX: 20, y: 4).rotated(by: 0.6).scaledBy(x: 2, y: 1.5))
    }

    @Test("Mirroring changes the scale and does not rotate.")
    func mirror() {
        expectEqual(
            CGAffineTransform.interpolate(.identity, CGAffineTransform(scaleX: -1, y: 1), at: 0.25),
            CGAffineTransform(scaleX: 0.5, y: 1))
    }

    @Test("Scaling up from 0 does not rotate.")
    func outOfAPoint() {
        let turned = CGAffineTransform(rotationAngle: 1)
        expectEqual(
            CGAffineTransform.interpolate(CGAffineTransform(scaleX: 0, y: 0), turned, at: 0.5),
            turned.scaledBy(x: 0.5, y: 0.5))
    }
}
