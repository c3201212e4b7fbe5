import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerOrientation

/// Two taps against panels of all kinds: what comes out must lead fingers to where they are.
@Suite("What two taps say of a panel")
struct OrientationFitTests {
    /// A panel that is mounted wrongly: where it reports a place of the screen.
    struct Mounting: Sendable, CustomTestStringConvertible {
        var swapsAxes: Bool
        var flipsX: Bool
        var flipsY: Bool
        /// By how much more than it is a length seems, along the reported axes.
        var scale = CGVector(dx: 1, dy: 1)
        /// Where the middle of the screen is reported, from the middle of the panel.
        var offset = CGVector(dx: 0, dy: 0)

        static let all = [false, true].flatMap { swaps in
            [(false, false), (true, false), (false, true), (true, true)].map {
                Mounting(swapsAxes: swaps, flipsX: $0.0, flipsY: $0.1)
            }
        }

        func report(_ place: CGPoint) -> CGPoint {
            let turned = swapsAxes ? CGPoint(x: place.y, y: place.x) : place
            let x = (flipsX ? 0.5 - turned.x : turned.x - 0.5) * scale.dx
            let y = (flipsY ? 0.5 - turned.y : turned.y - 0.5) * scale.dy
            return CGPoint(x: 0.5 + x + offset.dx, y: 0.5 + y + offset.dy)
        }

        /// What undoes it.
        var undoing: TouchCalibration {
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

    /// Does the wizard on a panel as far as the question.
    ///
    /// - Parameter missing: How far the hand misses, in points of the picture.
    static func find(
        _ mounting: Mounting, on geometry: ScreenGeometry,
        missing: (CGVector, CGVector) = (.init(dx: 0, dy: 0), .init(dx: 0, dy: 0))
    ) -> OrientationWizard.Phase {
        var hand = Hand(geometry)
        let marks = hand.wizard.marks
        for (mark, miss) in [(marks.first, missing.0), (marks.second, missing.1)] {
            let place = CGPoint(x: mark.x + miss.dx, y: mark.y + miss.dy)
            hand.tap(mounting.report(geometry.normalized(point: place)))
        }
        return hand.wizard.phase
    }

    @Test(
        "Each of the eight ways round is found exactly, on every screen, however it is turned.",
        arguments: Mounting.all, screens)
    func allEight(mounting: Mounting, geometry: ScreenGeometry) throws {
        guard case .confirming(let found, _) = Self.find(mounting, on: geometry) else {
            Issue.record("nothing was found")
            return
        }
        #expect(found == mounting.undoing)
    }

    @Test(
        "A hand that misses by two hundredths of the screen finds the same.",
        arguments: Mounting.all, 1...25)
    func hands(mounting: Mounting, seed: Int) throws {
        var random = RepeatableRandom(seed: UInt64(seed))
        for geometry in Self.screens {
            let miss = 0.02 * Double(min(geometry.bounds.width, geometry.bounds.height))
            func noise() -> CGVector {
                CGVector(
                    dx: random.number(in: -miss...miss), dy: random.number(in: -miss...miss))
            }
            guard
                case .confirming(let found, _) = Self.find(
                    mounting, on: geometry, missing: (noise(), noise()))
            else {
                Issue.record("nothing was found on \(geometry)")
                continue
            }
            #expect(found == mounting.undoing)
        }
    }

    @Test(
        "Panels that are out of scale and out of place as well are mended, whatever hands miss.",
        arguments: Mounting.all, 1...50)
    func scaled(mounting: Mounting, seed: Int) throws {
        var random = RepeatableRandom(seed: UInt64(seed))
        var mounting = mounting
        // Axes that differ by less than half as much again.
        let common = random.number(in: 0.65...1.5)
        mounting.scale = CGVector(
            dx: common * random.number(in: 0.88...1.12), dy: common * random.number(in: 0.88...1.12)
        )
        mounting.offset = CGVector(
            dx: random.number(in: -0.15...0.15), dy: random.number(in: -0.15...0.15))
        for geometry in Self.screens {
            let least = Double(min(geometry.bounds.width, geometry.bounds.height))
            let miss = 0.01 * least
            func noise() -> CGVector {
                CGVector(
                    dx: random.number(in: -miss...miss), dy: random.number(in: -miss...miss))
            }
            guard
                case .confirming(let found, _) = Self.find(
                    mounting, on: geometry, missing: (noise(), noise()))
            else {
                Issue.record("nothing was found on \(geometry)")
                continue
            }
            // What hands miss and what isn't mended grows from the marks to the edges: 1.83 + 0.83 times along
            // the longer side.
            let limit = (0.03 + 0.01) * 2.67 * least + 0.5
            for place in Self.grid(geometry) {
                let seen = geometry.point(
                    normalized: mounting.report(geometry.normalized(point: place)),
                    calibration: found)
                #expect(abs(seen.x - place.x) <= limit, "\(geometry) \(place) \(seen)")
                #expect(abs(seen.y - place.y) <= limit, "\(geometry) \(place) \(seen)")
            }
        }
    }

    private static func grid(_ geometry: ScreenGeometry) -> [CGPoint] {
        [0, 0.25, 0.5, 0.75, 1].flatMap { y in
            [0, 0.25, 0.5, 0.75, 1].map { x in
                CGPoint(x: x * geometry.bounds.width, y: y * geometry.bounds.height)
            }
        }
    }

    @Test("Whatever is found of one way round, the third mark tells it from the other seven.")
    func thirdMark() {
        for geometry in Self.screens {
            for mounting in Mounting.all {
                for other in Mounting.all where other.undoing != mounting.undoing {
                    var hand = Hand(geometry)
                    let marks = hand.wizard.marks
                    // Taps of one panel, and then as if it were another.
                    hand.tap(mounting.report(geometry.normalized(point: marks.first)))
                    hand.tap(mounting.report(geometry.normalized(point: marks.second)))
                    hand.tap(other.report(geometry.normalized(point: marks.third)))
                    guard case .confirming = hand.wizard.phase else {
                        Issue.record("\(other) passes for \(mounting) on \(geometry)")
                        continue
                    }
                    hand.tap(mounting.report(geometry.normalized(point: marks.third)))
                    #expect(hand.outcome == .confirmed(mounting.undoing))
                }
            }
        }
    }

    @Test("Taps at one place, and taps that fit no panel, are refused with a reason.")
    func refused() {
        let geometry = Self.screens[0]
        func taps(_ first: CGPoint, _ second: CGPoint) -> OrientationWizard.Phase {
            var hand = Hand(geometry)
            hand.tap(first)
            hand.tap(second)
            return hand.wizard.phase
        }
        let place = CGPoint(x: 0.4, y: 0.3)
        #expect(taps(place, place) == .first(.tooClose))
        #expect(taps(place, CGPoint(x: 0.5, y: 0.4)) == .first(.tooClose))
        // On a line along an axis.
        #expect(taps(place, CGPoint(x: 0.8, y: 0.3)) == .first(.unclear))
        #expect(taps(place, CGPoint(x: 0.4, y: 0.9)) == .first(.unclear))
        // As far across as down: with either order of the axes one of them is stretched as much.
        #expect(taps(CGPoint(x: 0.2, y: 0.2), CGPoint(x: 0.75, y: 0.75)) == .first(.unclear))
        // Far larger than the screen.
        #expect(taps(CGPoint(x: 0, y: 0), CGPoint(x: 0.9, y: 1.9)) == .first(.unclear))
    }
}
