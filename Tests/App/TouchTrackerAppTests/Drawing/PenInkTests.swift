import CTouchTrackerAllocationCounter
import Glibc
import Testing
import TouchKit
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

@Suite("Pen ink", .serialized)
@MainActor
struct PenInkTests {
    /// A view that shows wet ink on gray, or finished strokes.
    final class PaperView: UIView {
        var drawing: StrokeDrawing?
        var wet: WetInk?
        override func draw(_ rect: CGRect) {
            if let drawing { drawing.draw(at: bounds.origin) } else { wet?.draw(at: bounds.origin) }
        }
    }

    let simulator = TouchSimulator(screenSize: CGSize(width: 400, height: 300))
    let view: PaperView
    let wet: WetInk

    init() {
        view = PaperView(frame: simulator.window.bounds)
        view.backgroundColor = .lightGray
        simulator.window.addSubview(view)
        wet = WetInk(size: view.bounds.size, scale: 1)
        view.wet = wet
    }

    /// A spiral as a 125 Hz touchscreen with the given number of steps per point reports it.
    static func spiral(turns: Double = 4, seconds: Double = 2, steps: Double = 32) -> [CGPoint] {
        let count = Int(seconds * 125)
        return (0...count).map { index in
            let part = Double(index) / Double(count)
            let angle = part * turns * 2 * Double.pi
            let radius = 15 + 120 * part
            let x = 200 + radius * cos(angle)
            let y = 150 + radius * sin(angle)
            return CGPoint(x: (x * steps).rounded() / steps, y: (y * steps).rounded() / steps)
        }
    }

    private func picture() -> Bitmap {
        if let drawing = view.drawing {
            view.setNeedsDisplay(changesOf: drawing)
        } else {
            view.setNeedsDisplay(changesOf: wet)
        }
        return simulator.render()
    }

    /// Returns the picture of the finished stroke with the given samples.
    private func finishedPicture(
        _ samples: [CGPoint]
    ) throws -> (drawing: StrokeDrawing, stroke: StrokeDrawing.Stroke) {
        let path = UIBezierPath()
        path.lineWidth = 10
        PenInk.smooth(samples, into: path)
        let drawing = StrokeDrawing(size: view.bounds.size, scale: 1, backgroundColor: .lightGray)
        return (drawing, try #require(drawing.add(path, color: .black)))
    }

    private func ink(_ samples: [CGPoint], color: UIColor = .black) -> PenInk {
        let ink = PenInk(at: samples[0], color: color, width: 10, on: wet)
        for sample in samples.dropFirst() { ink.add(sample) }
        return ink
    }

    @Test(
        "A spiral with 125 samples per second has no corners at any speed.",
        arguments: [8.0, 2, 1, 0.5])
    func spiralHasNoCorner(seconds: Double) throws {
        let samples = Self.spiral(seconds: seconds)
        let (finished, stroke) = try finishedPicture(samples)
        let turn = largestTurnAngle(of: finished.points(of: stroke))
        let raw = largestTurnAngle(of: samples)
        print("\(samples.count) samples: turns by \(turn)° at most, the samples by \(raw)°")
        #expect(turn < 6)
        #expect(turn < raw * 0.6)
        view.drawing = finished
        if seconds == 2 { try expectPicture(picture(), matches: "pen-spiral") }
    }

    @Test("Samples that are rounded to whole points give no visible corners.")
    func wholePoints() throws {
        let samples = Self.spiral(steps: 1)
        let (finished, stroke) = try finishedPicture(samples)
        let turn = largestTurnAngle(of: finished.points(of: stroke))
        let raw = largestTurnAngle(of: samples)
        print("whole points: turns by \(turn)° at most, the samples by \(raw)°")
        #expect(turn < 14)
        #expect(turn < raw / 3)
    }

    @Test(
        "Wet ink has the same pixels as the finished stroke, for any number of samples per update.",
        arguments: [0, 1, 2, 3, 40, 250], [1, 4])
    func wetIsWhatStays(last: Int, atOnce: Int) throws {
        let samples = Array(Self.spiral()[...last])
        let ink = PenInk(at: samples[0], color: .black, width: 10, on: wet)
        for (index, sample) in samples.enumerated().dropFirst() {
            ink.append(sample)
            // A tip that is removed leaves no pixels.
            if index % 3 == 0 { ink.setTip(CGPoint(x: sample.x + 9, y: sample.y - 14)) }
            if index % atOnce == 0 { ink.show() }
        }
        ink.setTip(nil)
        ink.show()
        #expect(ink.samples == samples)
        let drawn = picture()
        let (finished, _) = try finishedPicture(samples)
        view.drawing = finished
        view.setNeedsDisplay()
        #expect(simulator.render().isEqual(to: drawn))
    }

    @Test("A new sample changes pixels near the touch only, for any length of the stroke.")
    func sampleCostsLittle() {
        let samples = Self.spiral(
            turns: Optimization.isEnabled ? 12 : 3, seconds: Optimization.isEnabled ? 20 : 5)
        let ink = PenInk(at: samples[0], color: .red, width: 10, on: wet)
        var most = 0.0
        for (index, sample) in samples.enumerated().dropFirst() {
            wet.consumeChanges { _ in }
            ink.add(sample)
            var area = 0.0
            wet.consumeChanges { area += $0.width * $0.height }
            // The damage is the new segment and the old end, or the whole newest segment at a knot.
            if index % 7 == 0 { most = max(most, area) }
        }
        #expect(most < 3_000)
        #expect(most > 0)
    }

    @Test("Removed ink leaves no pixels.")
    func remove() {
        let empty = picture()
        let first = ink(Self.spiral())
        let second = ink([CGPoint(x: 5, y: 5), CGPoint(x: 380, y: 290)], color: .red)
        let both = picture()
        first.remove()
        #expect(!picture().isEqual(to: both))
        second.remove()
        #expect(picture().isEqual(to: empty))
        #expect(wet.count == 0)
    }

    @Test("A single sample is a dot, and a repeated sample changes nothing.")
    func dot() {
        let dot = ink([CGPoint(x: 50, y: 50)])
        let one = picture()
        #expect(one[50, 50] == 0xFF00_0000)
        #expect(one[50, 46] == 0xFF00_0000)
        #expect(one[50, 40] == 0xFFAA_AAAA)
        dot.add(CGPoint(x: 50, y: 50))
        #expect(dot.samples.count == 1)
        #expect(picture().isEqual(to: one))
    }

    @Test("After warm-up, a sample allocates nothing.", .requiresOptimizedBuild)
    func allocatesNothing() {
        let samples = Self.spiral(turns: 8, seconds: 7)
        for _ in 0..<3 { ink(samples).remove() }
        let ink = PenInk(at: samples[0], color: .red, width: 10, on: wet)
        for sample in samples.prefix(400) { ink.add(sample) }
        let before = allocation_counter_value()
        for sample in samples.dropFirst(400) { ink.add(sample) }
        let allocated = allocation_counter_value() - before
        #expect(allocated == 0)
        #expect(samples.count > 800)
    }
}
