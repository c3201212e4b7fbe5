import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerOrientation

/// Calibrations computed from two taps on touchscreens with any mounting, scale and offset.
@Suite("OrientationFit")
struct OrientationFitTests {
    /// The mounting of a touchscreen: maps positions of the screen to reported positions.
    struct Mounting: Sendable, CustomTestStringConvertible {
        var swapsAxes: Bool
        var flipsX: Bool
        var flipsY: Bool
        /// The scale of reported lengths along the reported axes.
        var scale = CGVector(dx: 1, dy: 1)
        /// The distance of the reported center of the screen from the center of the touchscreen.
        var offset = CGVector(dx: 0, dy: 0)

        /// The eight mounting orientations.
        static let all = [false, true].flatMap { swaps in
            [(false, false), (true, false), (false, true), (true, true)].map {
                Mounting(swapsAxes: swaps, flipsX: $0.0, flipsY: $0.1)
            }
        }

        /// Returns the reported position for a position of the screen, both 0…1 along each axis.
        func report(_ position: CGPoint) -> CGPoint {
            let swapped = swapsAxes ? CGPoint(x: position.y, y: position.x) : position
            let x = (flipsX ? 0.5 - swapped.x : swapped.x - 0.5) * scale.dx
            let y = (flipsY ? 0.5 - swapped.y : swapped.y - 0.5) * scale.dy
            return CGPoint(x: 0.5 + x + offset.dx, y: 0.5 + y + offset.dy)
        }

        /// The calibration that corrects the orientation, without scale and offset.
        var calibration: TouchCalibration {
            let x = flipsX ? -1.0 : 1
            let y = flipsY ? -1.0 : 1
            return swapsAxes
                ? TouchCalibration(
                    a: 0, b: y, c: flipsY ? 1 : 0, d: x, e: 0, f: flipsX ? 1 : 0)
                : TouchCalibration(
                    a: x, b: 0, c: flipsX ? 1 : 0, d: 0, e: y, f: flipsY ? 1 : 0)
        }

        var testDescription: String {
            "swapped \(swapsAxes), flipped \(flipsX) \(flipsY), scale \(scale), offset \(offset)"
        }
    }

    static let screens = [
        ScreenGeometry(scanoutWidth: 800, scanoutHeight: 480),
        ScreenGeometry(scanoutWidth: 720, scanoutHeight: 1_280),
        ScreenGeometry(scanoutWidth: 480, scanoutHeight: 480),
        ScreenGeometry(scanoutWidth: 320, scanoutHeight: 240, scale: 2),
        ScreenGeometry(scanoutWidth: 720, scanoutHeight: 1_280, rotation: .clockwise90),
        ScreenGeometry(scanoutWidth: 800, scanoutHeight: 480, rotation: .halfTurn),
        ScreenGeometry(scanoutWidth: 1_920, scanoutHeight: 1_080, rotation: .clockwise270),
    ]

    /// Taps the first two marks on a touchscreen, and returns the calibration that the third tap
    /// has to confirm, or `nil` if there is none.
    ///
    /// - Parameter error: Returns a tap's distance from its mark along one axis, as a fraction of
    ///   the screen's shorter side.
    static func calibrationAfterTwoTaps(
        _ mounting: Mounting, on geometry: ScreenGeometry, error: () -> Double = { 0 }
    ) -> TouchCalibration? {
        var tester = CalibrationTester(geometry)
        let marks = tester.calibration.marks
        let length = Double(min(geometry.bounds.width, geometry.bounds.height))
        for mark in [marks.first, marks.second] {
            let position = CGPoint(x: mark.x + error() * length, y: mark.y + error() * length)
            tester.tap(mounting.report(geometry.normalized(point: position)))
        }
        guard case .confirming(let calibration, _) = tester.calibration.phase else { return nil }
        return calibration
    }

    @Test(
        "Each mounting orientation is found exactly, on every screen and with every rotation.",
        arguments: Mounting.all, screens)
    func allEight(mounting: Mounting, geometry: ScreenGeometry) throws {
        let found = Self.calibrationAfterTwoTaps(mounting, on: geometry)
        #expect(found == mounting.calibration)
    }

    @Test(
        "Taps with an error of 2 % of the screen give the same calibration.",
        arguments: Mounting.all, 1...25)
    func inaccurateTaps(mounting: Mounting, seed: Int) throws {
        var random = RepeatableRandom(seed: UInt64(seed))
        for geometry in Self.screens {
            let found = Self.calibrationAfterTwoTaps(mounting, on: geometry) {
                random.number(in: -0.02...0.02)
            }
            #expect(found == mounting.calibration, "\(geometry)")
        }
    }

    @Test(
        "Scale and offset of a touchscreen are corrected, also with inaccurate taps.",
        arguments: Mounting.all, 1...50)
    func scaled(mounting: Mounting, seed: Int) throws {
        var random = RepeatableRandom(seed: UInt64(seed))
        var mounting = mounting
        // The axes differ in scale by less than a factor of 1.5.
        let common = random.number(in: 0.65...1.5)
        mounting.scale = CGVector(
            dx: common * random.number(in: 0.88...1.12), dy: common * random.number(in: 0.88...1.12)
        )
        mounting.offset = CGVector(
            dx: random.number(in: -0.15...0.15), dy: random.number(in: -0.15...0.15))
        for geometry in Self.screens {
            let least = Double(min(geometry.bounds.width, geometry.bounds.height))
            guard
                let found = Self.calibrationAfterTwoTaps(
                    mounting, on: geometry, error: { random.number(in: -0.01...0.01) })
            else {
                Issue.record("no calibration on \(geometry)")
                continue
            }
            // The errors of the taps and the uncorrected error grow from the marks to the edges, by
            // a factor of 1.83 + 0.83 along the longer side.
            let tolerance = (0.03 + 0.01) * 2.67 * least + 0.5
            for position in Self.grid(geometry) {
                let result = geometry.point(
                    normalized: mounting.report(geometry.normalized(point: position)),
                    calibration: found)
                #expect(
                    abs(result.x - position.x) <= tolerance, "\(geometry) \(position) \(result)")
                #expect(
                    abs(result.y - position.y) <= tolerance, "\(geometry) \(position) \(result)")
            }
        }
    }

    /// Returns 5 × 5 positions from edge to edge of the screen, in points.
    private static func grid(_ geometry: ScreenGeometry) -> [CGPoint] {
        [0, 0.25, 0.5, 0.75, 1].flatMap { y in
            [0, 0.25, 0.5, 0.75, 1].map { x in
                CGPoint(x: x * geometry.bounds.width, y: y * geometry.bounds.height)
            }
        }
    }

    @Test("The third tap does not confirm the calibration of another mounting orientation.")
    func thirdMark() {
        for geometry in Self.screens {
            for mounting in Mounting.all {
                for other in Mounting.all where other.calibration != mounting.calibration {
                    var tester = CalibrationTester(geometry)
                    let marks = tester.calibration.marks
                    // Two taps on one touchscreen, and the third one as if mounted differently.
                    tester.tap(mounting.report(geometry.normalized(point: marks.first)))
                    tester.tap(mounting.report(geometry.normalized(point: marks.second)))
                    tester.tap(other.report(geometry.normalized(point: marks.third)))
                    guard case .confirming = tester.calibration.phase else {
                        Issue.record("\(other) confirms \(mounting) on \(geometry)")
                        continue
                    }
                    tester.tap(mounting.report(geometry.normalized(point: marks.third)))
                    #expect(tester.outcome == .confirmed(mounting.calibration))
                }
            }
        }
    }

    @Test("Taps that determine no calibration are refused with a reason.")
    func refused() {
        let geometry = Self.screens[0]
        func taps(_ first: CGPoint, _ second: CGPoint) -> OrientationCalibration.Phase {
            var tester = CalibrationTester(geometry)
            tester.tap(first)
            tester.tap(second)
            return tester.calibration.phase
        }
        let position = CGPoint(x: 0.4, y: 0.3)
        #expect(taps(position, position) == .first(.tooClose))
        #expect(taps(position, CGPoint(x: 0.5, y: 0.4)) == .first(.tooClose))
        // Two taps on a line parallel to an axis.
        #expect(taps(position, CGPoint(x: 0.8, y: 0.3)) == .first(.unclear))
        #expect(taps(position, CGPoint(x: 0.4, y: 0.9)) == .first(.unclear))
        // Equal distances along both axes: both axis orders need the same scaling.
        #expect(taps(CGPoint(x: 0.2, y: 0.2), CGPoint(x: 0.75, y: 0.75)) == .first(.unclear))
        // A distance that needs an implausible scale.
        #expect(taps(CGPoint(x: 0, y: 0), CGPoint(x: 0.9, y: 1.9)) == .first(.unclear))
    }
}
