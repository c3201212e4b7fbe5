import LabFaults
import Testing
import TouchKitContacts
import TouchKitGeometry

@Suite("MisplacedContacts")
struct MisplacedContactsTests {
    private let harness = FaultHarness()
    /// A contact that moves from left to right at 30 percent of the height.
    private let across = [
        ContactPath(from: CGPoint(x: 0, y: 0.3), to: CGPoint(x: 1, y: 0.3), duration: 1_010)
    ]

    /// Returns the reported position of a contact at `position`.
    private func report(_ position: CGPoint, _ faults: TouchFault...) throws -> CGPoint {
        let frames = harness.run(
            FaultHarness.frames([ContactPath(at: position, duration: 30)]), faults)
        #expect(frames.count == 4)
        return try #require(frames.positions.last)
    }

    private func isNear(_ first: CGPoint, _ x: Double, _ y: Double) -> Bool {
        abs(first.x - x) < 1e-12 && abs(first.y - y) < 1e-12
    }

    @Test("Axes are swapped and mirrored, and mirroring twice changes nothing")
    func axes() throws {
        let point = CGPoint(x: 0.2, y: 0.7)
        #expect(try report(point, .swapAxes) == CGPoint(x: 0.7, y: 0.2))
        #expect(isNear(try report(point, .flipX), 0.8, 0.7))
        #expect(isNear(try report(point, .flipY), 0.2, 0.3))
        #expect(isNear(try report(point, .flipX, .flipX), 0.2, 0.7))
    }

    @Test("Faults apply in their order")
    func order() throws {
        let point = CGPoint(x: 0.2, y: 0.7)
        #expect(isNear(try report(point, .swapAxes, .flipX), 0.3, 0.2))
        #expect(isNear(try report(point, .flipX, .swapAxes), 0.7, 0.8))
        let inner = CGPoint(x: 0.4, y: 0.7)
        #expect(isNear(try report(inner, .offset(dx: 10, dy: 0), .scale(x: 2, y: 1)), 0.5, 0.7))
        #expect(isNear(try report(inner, .scale(x: 2, y: 1), .offset(dx: 10, dy: 0)), 0.4, 0.7))
        // Each fault is limited to the touchscreen's area before the next one applies.
        #expect(isNear(try report(point, .scale(x: 2, y: 1), .offset(dx: 10, dy: 0)), 0.1, 0.7))
    }

    @Test("Offsets are in millimeters, scales are around the center, and both stop at the edge")
    func offsetAndScale() throws {
        let point = CGPoint(x: 0.2, y: 0.7)
        #expect(isNear(try report(point, .offset(dx: -3, dy: 4.5)), 0.17, 0.745))
        #expect(isNear(try report(point, .scale(x: 1.1, y: 0.5)), 0.17, 0.6))
        #expect(isNear(try report(point, .offset(dx: -30, dy: 40)), 0, 1))
        #expect(isNear(try report(point, .scale(x: 4, y: 4)), 0, 1))
    }

    @Test("Millimeters follow the size of a touchscreen that is not square")
    func millimeters() throws {
        var harness = FaultHarness()
        harness.touchscreen.size = .sevenInches
        let frames = harness.run(
            [ContactPath(at: CGPoint(x: 0.5, y: 0.5), duration: 30)], .offset(dx: 3, dy: 2))
        #expect(isNear(try #require(frames.positions.first), 0.5 + 3 / 155, 0.5 + 2 / 86))
    }

    @Test("A bend is 0 at the positions of accuracy tests and largest between them")
    func bend() throws {
        let crosses = [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]
        let heights = [0.27, 0.3, 0.33, 0.3, 0.27, 0.3, 0.33, 0.3, 0.27, 0.3, 0.33]
        for (x, y) in zip(crosses, heights) {
            let frames = harness.run(
                [ContactPath(at: CGPoint(x: x, y: 0.3), duration: 30)], .bend(millimeters: 3))
            #expect(isNear(try #require(frames.positions.first), x, y))
        }
    }

    @Test(
        "Noise has a mean of 0 and the given standard deviation on each axis",
        arguments: 1...20 as ClosedRange<UInt64>)
    func jitter(seed: UInt64) {
        var harness = FaultHarness()
        harness.seed = seed
        let positions = harness.run(
            [ContactPath(at: CGPoint(x: 0.4, y: 0.6), duration: 20_000)], .jitter(millimeters: 0.8)
        ).positions
        #expect(positions.count == 2_000)
        for errors in [positions.map { ($0.x - 0.4) * 100 }, positions.map { ($0.y - 0.6) * 100 }] {
            let mean = errors.reduce(0, +) / 2_000
            let square = errors.reduce(0) { $0 + $1 * $1 } / 2_000
            // Within four standard errors of the mean (0.8 / √2000) and of the deviation (0.8 /
            // √4000).
            #expect(abs(mean) < 4 * 0.8 / 44.7)
            #expect(abs(square.squareRoot() - 0.8) < 4 * 0.8 / 63.2)
            // In a normal distribution one value in 370 exceeds three standard deviations.
            #expect((1...20).contains(errors.filter { abs($0) > 2.4 }.count))
        }
    }

    @Test("A lift has the contact's last reported position")
    func lift() throws {
        let frames = harness.run(across, .jitter(millimeters: 2))
        let last = try #require(frames.dropLast().last?.contacts.first)
        let lift = try #require(frames.last?.contacts.first)
        #expect(lift.state == .up)
        #expect(lift.position == last.position)
    }

    @Test("Positions are rounded to device units and agree with them")
    func deviceUnits() throws {
        var harness = FaultHarness()
        let x = SlotDecoder.Axis(minimum: 100, maximum: 899)
        let y = SlotDecoder.Axis(minimum: 0, maximum: 479)
        harness.touchscreen.axes = TouchscreenProperties.Axes(x: x, y: y)
        for fault in [TouchFault.flipX, .jitter(millimeters: 1), .offset(dx: 60, dy: -60)] {
            let contacts = harness.run(across, fault).flatMap(\.contacts)
            #expect(contacts.count == 102)
            for contact in contacts {
                let raw = try #require(contact.rawPosition)
                #expect((100...899).contains(raw.x) && (0...479).contains(raw.y))
                #expect(
                    contact.position == CGPoint(x: x.normalize(raw.x), y: y.normalize(raw.y)))
            }
        }
        let edge = harness.run(across, .offset(dx: 0, dy: 80)).contacts(.motion)
        #expect(edge.count == 100)
        #expect(edge.allSatisfy { $0.contact.rawPosition?.y == 479 })
    }
}
