import Glibc
import TouchKitGeometry

/// What becomes of true places on a panel, told from taps on known ones: the plainest of the models that
/// explain the taps, and how much they scatter about it.
///
/// Models, for each of the eight orientations of the axes: nothing else wrong; an offset; offset and scale
/// of each axis; any affine map. Chosen is the one with the least Bayesian information criterion
/// (G. Schwarz, Ann. Statist. 6, 1978), so that the scatter of a hand isn't taken for a fault of the panel.
package struct AccuracyFit: Hashable, Sendable {
    /// One tap on a cross, both places in millimetres from the top left.
    package struct Tap: Hashable, Sendable {
        /// The cross's place.
        package var target: CGPoint
        /// Where the panel saw the tap.
        package var seen: CGPoint

        /// Makes a tap.
        package init(target: CGPoint, seen: CGPoint) {
            self.target = target
            self.seen = seen
        }
    }

    /// The orientation of the axes.
    package let orientation: AxisOrientation
    /// From true places to reported ones, in millimetres.
    package let transform: CGAffineTransform
    /// How far taps are from where the model has them, in millimetres: root of the mean square.
    package let scatter: Double
    /// The taps that fit nothing, left out.
    package let outliers: [Tap]
    /// The screen, in millimetres.
    package let size: CGSize

    /// How much more than by the criterion a parameter has to explain: a calibration that nobody needs does
    /// more harm than one that isn't proposed for a millimetre.
    private static let caution = 1.6
    /// The least scatter that a hand is believed to have, in millimetres: better fits mean nothing.
    private static let finest = 0.15

    /// Fits; nil with fewer than six taps.
    package init?(_ taps: [Tap], size: CGSize) {
        var taps = taps
        var outliers: [Tap] = []
        guard var best = Self.best(taps, size) else { return nil }
        while outliers.count < 2, taps.count > 6 {
            let errors = taps.map { Self.distance($0.target.applying(best.transform), $0.seen) }
            guard let worst = errors.indices.max(by: { errors[$0] < errors[$1] }),
                let usual = Statistics.median(errors),
                errors[worst] > 4, errors[worst] > 4 * max(usual, 0.3)
            else { break }
            outliers.append(taps.remove(at: worst))
            guard let next = Self.best(taps, size) else { break }
            best = next
        }
        orientation = best.orientation
        transform = best.transform
        scatter = Statistics.rootMeanSquare(
            taps.map { Self.distance($0.target.applying(best.transform), $0.seen) })
        self.outliers = outliers
        self.size = size
    }

    /// How far a true place is reported from itself, in millimetres.
    package func error(at place: CGPoint) -> Double {
        Self.distance(place, place.applying(transform))
    }

    /// The largest of these errors at the crosses of the accuracy test, in millimetres.
    package var worstError: Double {
        [0.1, 0.5, 0.9].flatMap { y in
            [0.1, 0.5, 0.9].map { x in
                error(at: CGPoint(x: x * size.width, y: y * size.height))
            }
        }.max() ?? 0
    }

    /// How far the middle of the screen is reported from itself, without what the axes' orientation does,
    /// in millimetres.
    package var offset: CGVector {
        let middle = CGPoint(x: size.width / 2, y: size.height / 2)
        let seen = middle.applying(transform)
        return CGVector(dx: seen.x - middle.x, dy: seen.y - middle.y)
    }

    /// How much larger than it is a length seems, along the reported x and y.
    package var scale: (x: Double, y: Double) {
        let upright = Self.transform(of: orientation, size)
        let rest = upright.inverted().concatenating(transform)
        return (
            (rest.a * rest.a + rest.b * rest.b).squareRoot(),
            (rest.c * rest.c + rest.d * rest.d).squareRoot()
        )
    }

    /// Whether nothing is wrong but the scatter.
    package var isIdentity: Bool { transform == .identity }

    // MARK: Models

    private struct Model {
        var orientation: AxisOrientation
        var transform: CGAffineTransform
        var criterion: Double
    }

    private static func best(_ taps: [Tap], _ size: CGSize) -> Model? {
        guard taps.count >= 6 else { return nil }
        var best: Model?
        for orientation in AxisOrientation.all {
            let upright = transform(of: orientation, size)
            let turned = taps.map { Tap(target: $0.target.applying(upright), seen: $0.seen) }
            for (rest, parameters) in corrections(turned) {
                let whole = upright.concatenating(rest)
                let model = Model(
                    orientation: orientation, transform: whole,
                    criterion: criterion(taps, whole, parameters))
                if best.map({ model.criterion < $0.criterion }) ?? true { best = model }
            }
        }
        return best
    }

    /// What may be wrong beyond the orientation, and with how many parameters.
    private static func corrections(_ taps: [Tap]) -> [(CGAffineTransform, Int)] {
        let count = Double(taps.count)
        let dx = taps.reduce(0) { $0 + $1.seen.x - $1.target.x } / count
        let dy = taps.reduce(0) { $0 + $1.seen.y - $1.target.y } / count
        var models: [(CGAffineTransform, Int)] = [
            (.identity, 0), (CGAffineTransform(translationX: dx, y: dy), 2),
        ]
        if let x = line(taps.map { ($0.target.x, $0.seen.x) }),
            let y = line(taps.map { ($0.target.y, $0.seen.y) }),
            isBelievable(x.slope, y.slope, 0, 0)
        {
            models.append(
                (CGAffineTransform(a: x.slope, b: 0, c: 0, d: y.slope, tx: x.start, ty: y.start), 4)
            )
        }
        if let x = plane(taps, { $0.seen.x }), let y = plane(taps, { $0.seen.y }),
            isBelievable(x.x, y.y, x.y, y.x)
        {
            models.append(
                (CGAffineTransform(a: x.x, b: y.x, c: x.y, d: y.y, tx: x.start, ty: y.start), 6))
        }
        return models
    }

    /// Whether a panel may be so much out of scale and out of square: what is more isn't told from nine
    /// taps, but from another orientation.
    private static func isBelievable(
        _ scaleX: Double, _ scaleY: Double, _ shearX: Double, _ shearY: Double
    ) -> Bool {
        let scales = 0.6...1.6
        return scales.contains(scaleX) && scales.contains(scaleY) && abs(shearX) < 0.4
            && abs(shearY) < 0.4
    }

    private static func criterion(
        _ taps: [Tap], _ transform: CGAffineTransform, _ parameters: Int
    ) -> Double {
        let count = Double(taps.count) * 2
        var squares = finest * finest * count
        for tap in taps {
            let error = distance(tap.target.applying(transform), tap.seen)
            squares += error * error
        }
        return count * log(squares / count) + caution * Double(parameters) * log(count)
    }

    /// The line of least squares through pairs; nil where it has no slope.
    private static func line(_ pairs: [(x: Double, y: Double)]) -> (slope: Double, start: Double)? {
        let count = Double(pairs.count)
        let meanX = pairs.reduce(0) { $0 + $1.x } / count
        let meanY = pairs.reduce(0) { $0 + $1.y } / count
        let xx = pairs.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
        let xy = pairs.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) }
        guard xx > 0, xy != 0 else { return nil }
        return (xy / xx, meanY - xy / xx * meanX)
    }

    /// The plane of least squares over the targets; nil where they lie on a line.
    private static func plane(
        _ taps: [Tap], _ value: (Tap) -> Double
    ) -> (x: Double, y: Double, start: Double)? {
        let count = Double(taps.count)
        let meanX = taps.reduce(0) { $0 + $1.target.x } / count
        let meanY = taps.reduce(0) { $0 + $1.target.y } / count
        let mean = taps.reduce(0) { $0 + value($1) } / count
        var xx = 0.0
        var xy = 0.0
        var yy = 0.0
        var xv = 0.0
        var yv = 0.0
        for tap in taps {
            let x = tap.target.x - meanX
            let y = tap.target.y - meanY
            let v = value(tap) - mean
            xx += x * x
            xy += x * y
            yy += y * y
            xv += x * v
            yv += y * v
        }
        let determinant = xx * yy - xy * xy
        guard determinant > 1e-9 * xx * yy else { return nil }
        let slopeX = (xv * yy - yv * xy) / determinant
        let slopeY = (yv * xx - xv * xy) / determinant
        return (slopeX, slopeY, mean - slopeX * meanX - slopeY * meanY)
    }

    /// What an orientation does to places in millimetres.
    static func transform(of orientation: AxisOrientation, _ size: CGSize) -> CGAffineTransform {
        if orientation == .upright { return .identity }
        return CGAffineTransform(mapping: { place in
            let turned = orientation.apply(
                CGPoint(x: place.x / size.width, y: place.y / size.height))
            return CGPoint(x: turned.x * size.width, y: turned.y * size.height)
        })
    }

    static func distance(_ one: CGPoint, _ other: CGPoint) -> Double {
        hypot(one.x - other.x, one.y - other.y)
    }
}

extension CGAffineTransform {
    /// The transform that does what an affine map does.
    init(mapping map: (CGPoint) -> CGPoint) {
        let origin = map(.zero)
        let x = map(CGPoint(x: 1, y: 0))
        let y = map(CGPoint(x: 0, y: 1))
        self.init(
            a: x.x - origin.x, b: x.y - origin.y, c: y.x - origin.x, d: y.y - origin.y,
            tx: origin.x, ty: origin.y)
    }
}
