import Glibc
import TouchKitGeometry

/// A model of the position errors of a touchscreen, fitted to taps on known targets. The fit
/// selects the simplest model that explains the taps, and calculates their scatter.
///
/// For each of the eight axis orientations the candidates are: no further error; an offset; offset
/// and scale of each axis; any affine map. The fit selects the candidate with the lowest Bayesian
/// information criterion (G. Schwarz, Ann. Statist. 6, 1978), so that the scatter of taps is not
/// mistaken for an error of the touchscreen.
package struct AccuracyFit: Hashable, Sendable {
    /// A tap on a cross, with both positions in millimeters from the top left corner.
    package struct Tap: Hashable, Sendable {
        /// The position of the cross.
        package var target: CGPoint
        /// The reported position of the tap.
        package var reported: CGPoint

        /// Creates a tap.
        package init(target: CGPoint, reported: CGPoint) {
            self.target = target
            self.reported = reported
        }
    }

    /// The orientation of the touchscreen's axes.
    package let orientation: AxisOrientation
    /// The map from true to reported positions, in millimeters.
    package let transform: CGAffineTransform
    /// The root mean square distance of the taps from the model, in millimeters.
    package let scatter: Double
    /// The taps excluded as outliers.
    package let outliers: [Tap]
    /// The size of the screen in millimeters.
    package let size: CGSize

    /// The factor by which each parameter of a model counts more than in the Bayesian information
    /// criterion. A factor above 1 avoids calibrations that hardly reduce the error.
    private static let parameterWeight = 1.6
    /// The smallest scatter assumed for taps, in millimeters; a better fit is meaningless.
    private static let minimumScatter = 0.15

    /// Fits a model to taps, or returns `nil` if there are fewer than six taps.
    package init?(_ taps: [Tap], size: CGSize) {
        var taps = taps
        var outliers: [Tap] = []
        guard var best = Self.best(taps, size) else { return nil }
        while outliers.count < 2, taps.count > 6 {
            let errors = taps.map { Self.distance($0.target.applying(best.transform), $0.reported) }
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
            taps.map { Self.distance($0.target.applying(best.transform), $0.reported) })
        self.outliers = outliers
        self.size = size
    }

    /// Returns the distance in millimeters between the true position `position` and the position
    /// that the touchscreen reports for it according to the model.
    package func error(at position: CGPoint) -> Double {
        Self.distance(position, position.applying(transform))
    }

    /// The largest error at the crosses of the accuracy test, in millimeters.
    package var worstError: Double {
        [0.1, 0.5, 0.9].flatMap { y in
            [0.1, 0.5, 0.9].map { x in
                error(at: CGPoint(x: x * size.width, y: y * size.height))
            }
        }.max() ?? 0
    }

    /// The displacement of the center of the screen, in millimeters. The orientation of the axes
    /// does not contribute to the displacement.
    package var offset: CGVector {
        let middle = CGPoint(x: size.width / 2, y: size.height / 2)
        let reported = middle.applying(transform)
        return CGVector(dx: reported.x - middle.x, dy: reported.y - middle.y)
    }

    /// The scale factors along the reported x and y axes.
    package var scale: (x: Double, y: Double) {
        let upright = Self.transform(of: orientation, size)
        let rest = upright.inverted().concatenating(transform)
        return (
            (rest.a * rest.a + rest.b * rest.b).squareRoot(),
            (rest.c * rest.c + rest.d * rest.d).squareRoot()
        )
    }

    /// Whether the model has no error except scatter.
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
            let turned = taps.map {
                Tap(target: $0.target.applying(upright), reported: $0.reported)
            }
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

    /// Returns the candidate corrections for one orientation, with the number of parameters of each
    /// candidate.
    private static func corrections(_ taps: [Tap]) -> [(CGAffineTransform, Int)] {
        let count = Double(taps.count)
        let dx = taps.reduce(0) { $0 + $1.reported.x - $1.target.x } / count
        let dy = taps.reduce(0) { $0 + $1.reported.y - $1.target.y } / count
        var models: [(CGAffineTransform, Int)] = [
            (.identity, 0), (CGAffineTransform(translationX: dx, y: dy), 2),
        ]
        if let x = line(taps.map { ($0.target.x, $0.reported.x) }),
            let y = line(taps.map { ($0.target.y, $0.reported.y) }),
            isPlausible(x.slope, y.slope, 0, 0)
        {
            models.append(
                (CGAffineTransform(a: x.slope, b: 0, c: 0, d: y.slope, tx: x.start, ty: y.start), 4)
            )
        }
        if let x = plane(taps, { $0.reported.x }), let y = plane(taps, { $0.reported.y }),
            isPlausible(x.x, y.y, x.y, y.x)
        {
            models.append(
                (CGAffineTransform(a: x.x, b: y.x, c: x.y, d: y.y, tx: x.start, ty: y.start), 6))
        }
        return models
    }

    /// Returns whether scale and shear are plausible; larger values fit another orientation better.
    private static func isPlausible(
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
        var squares = minimumScatter * minimumScatter * count
        for tap in taps {
            let error = distance(tap.target.applying(transform), tap.reported)
            squares += error * error
        }
        return count * log(squares / count) + parameterWeight * Double(parameters) * log(count)
    }

    /// Returns the least-squares line through `pairs`, or `nil` if its slope is zero or undefined.
    private static func line(_ pairs: [(x: Double, y: Double)]) -> (slope: Double, start: Double)? {
        let count = Double(pairs.count)
        let meanX = pairs.reduce(0) { $0 + $1.x } / count
        let meanY = pairs.reduce(0) { $0 + $1.y } / count
        let xx = pairs.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
        let xy = pairs.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) }
        guard xx > 0, xy != 0 else { return nil }
        return (xy / xx, meanY - xy / xx * meanX)
    }

    /// Returns the least-squares plane over the targets, or `nil` if the targets lie on one line.
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

    /// Returns the transform that applies `orientation` to positions in millimeters.
    static func transform(of orientation: AxisOrientation, _ size: CGSize) -> CGAffineTransform {
        if orientation == .upright { return .identity }
        return CGAffineTransform(mapping: { position in
            let turned = orientation.apply(
                CGPoint(x: position.x / size.width, y: position.y / size.height))
            return CGPoint(x: turned.x * size.width, y: turned.y * size.height)
        })
    }

    static func distance(_ one: CGPoint, _ other: CGPoint) -> Double {
        hypot(one.x - other.x, one.y - other.y)
    }
}

extension CGAffineTransform {
    /// Creates the transform that is equal to `map`, which must be an affine function.
    init(mapping map: (CGPoint) -> CGPoint) {
        let origin = map(.zero)
        let x = map(CGPoint(x: 1, y: 0))
        let y = map(CGPoint(x: 0, y: 1))
        self.init(
            a: x.x - origin.x, b: x.y - origin.y, c: y.x - origin.x, d: y.y - origin.y,
            tx: origin.x, ty: origin.y)
    }
}
