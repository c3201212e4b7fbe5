import LabFaults
import Testing
import TouchKitContacts
import TouchKitGeometry

@Suite("Faults of place")
struct MisplacedContactsTests {
    private let trial = FaultTrial()
    /// From left to right, a third from the top.
    private let across = [
        Stroke(from: CGPoint(x: 0, y: 0.3), to: CGPoint(x: 1, y: 0.3), stay: 1_010)
    ]

    private func place(_ place: CGPoint, _ faults: PanelFault...) throws -> CGPoint {
        let frames = trial.run(FaultTrial.frames([Stroke(at: place, stay: 30)]), faults)
        #expect(frames.count == 4)
        return try #require(frames.places.last)
    }

    private func isNear(_ first: CGPoint, _ x: Double, _ y: Double) -> Bool {
        abs(first.x - x) < 1e-12 && abs(first.y - y) < 1e-12
    }

    @Test("Axes are exchanged and mirrored, and each mirror twice is none.")
    func axes() throws {
        let point = CGPoint(x: 0.2, y: 0.7)
        #expect(try place(point, .swapAxes) == CGPoint(x: 0.7, y: 0.2))
        #expect(isNear(try place(point, .flipX), 0.8, 0.7))
        #expect(isNear(try place(point, .flipY), 0.2, 0.3))
        #expect(isNear(try place(point, .flipX, .flipX), 0.2, 0.7))
    }

    @Test("Faults apply in the order in which they are given.")
    func order() throws {
        let point = CGPoint(x: 0.2, y: 0.7)
        #expect(isNear(try place(point, .swapAxes, .flipX), 0.3, 0.2))
        #expect(isNear(try place(point, .flipX, .swapAxes), 0.7, 0.8))
        #expect(isNear(try place(point, .offset(dx: 10, dy: 0), .scale(x: 2, y: 1)), 0.1, 0.7))
        #expect(isNear(try place(point, .scale(x: 2, y: 1), .offset(dx: 10, dy: 0)), 0.1, 0.7))
    }

    @Test("An offset is in millimetres, a scale about the middle; both end at the edge.")
    func offsetAndScale() throws {
        let point = CGPoint(x: 0.2, y: 0.7)
        #expect(isNear(try place(point, .offset(dx: -3, dy: 4.5)), 0.17, 0.745))
        #expect(isNear(try place(point, .scale(x: 1.1, y: 0.5)), 0.17, 0.6))
        #expect(isNear(try place(point, .offset(dx: -30, dy: 40)), 0, 1))
        #expect(isNear(try place(point, .scale(x: 4, y: 4)), 0, 1))
    }

    @Test("A millimetre is one of the panel's, which needn't be square.")
    func millimeters() throws {
        var trial = FaultTrial()
        trial.panel.size = .sevenInches
        let frames = trial.run(
            [Stroke(at: CGPoint(x: 0.5, y: 0.5), stay: 30)], .offset(dx: 3, dy: 2))
        #expect(isNear(try #require(frames.places.first), 0.5 + 3 / 155, 0.5 + 2 / 86))
    }

    @Test("A bend leaves the places of accuracy tests alone, and is largest between them.")
    func bend() throws {
        let crosses = [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]
        let heights = [0.27, 0.3, 0.33, 0.3, 0.27, 0.3, 0.33, 0.3, 0.27, 0.3, 0.33]
        for (x, y) in zip(crosses, heights) {
            let frames = trial.run(
                [Stroke(at: CGPoint(x: x, y: 0.3), stay: 30)], .bend(millimeters: 3))
            #expect(isNear(try #require(frames.places.first), x, y))
        }
    }

    @Test(
        "Noise has no direction, and the deviation that was asked for on each axis.",
        arguments: 1...20 as ClosedRange<UInt64>)
    func jitter(seed: UInt64) {
        var trial = FaultTrial()
        trial.seed = seed
        let places = trial.run(
            [Stroke(at: CGPoint(x: 0.4, y: 0.6), stay: 20_000)], .jitter(millimeters: 0.8)
        ).places
        #expect(places.count == 2_000)
        for errors in [places.map { ($0.x - 0.4) * 100 }, places.map { ($0.y - 0.6) * 100 }] {
            let mean = errors.reduce(0, +) / 2_000
            let square = errors.reduce(0) { $0 + $1 * $1 } / 2_000
            // Four of the mean's own deviations, and of the deviation's: 0.8 / √2000, 0.8 / √4000.
            #expect(abs(mean) < 4 * 0.8 / 44.7)
            #expect(abs(square.squareRoot() - 0.8) < 4 * 0.8 / 63.2)
            // Normal, not uniform: one in 370 is farther than three deviations.
            #expect((1...20).contains(errors.filter { abs($0) > 2.4 }.count))
        }
    }

    @Test("A lift is where the contact was reported last.")
    func lift() throws {
        let frames = trial.run(across, .jitter(millimeters: 2))
        let before = try #require(frames.dropLast().last?.contacts.first)
        let lift = try #require(frames.last?.contacts.first)
        #expect(lift.state == .up)
        #expect(lift.position == before.position)
    }

    @Test("Places are such as the panel's units have, and the units say the same.")
    func deviceUnits() throws {
        var trial = FaultTrial()
        let x = SlotDecoder.Axis(minimum: 100, maximum: 899)
        let y = SlotDecoder.Axis(minimum: 0, maximum: 479)
        trial.panel.axes = FaultyPanel.Axes(x: x, y: y)
        for fault in [PanelFault.flipX, .jitter(millimeters: 1), .offset(dx: 60, dy: -60)] {
            for frame in trial.run(across, fault) {
                for contact in frame.contacts {
                    let raw = try #require(contact.rawPosition)
                    #expect((100...899).contains(raw.x) && (0...479).contains(raw.y))
                    #expect(
                        contact.position
                            == CGPoint(x: x.normalize(raw.x), y: y.normalize(raw.y)))
                }
            }
        }
        let edge = trial.run(across, .offset(dx: 0, dy: 80))
        #expect(edge.contacts(.motion).allSatisfy { $0.contact.rawPosition?.y == 479 })
    }
}
