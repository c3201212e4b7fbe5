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
    /// Shows wet ink on grey, or finished strokes.
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

    /// A spiral as a panel of 125 Hz reports it, which counts in so many steps a point.
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

    /// The stroke that stays of samples, in a drawing of its own.
    private func finish(
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
        "A spiral at 125 samples a second has no corner, however fast it is drawn.",
        arguments: [8.0, 2, 1, 0.5])
    func spiralHasNoCorner(seconds: Double) throws {
        let samples = Self.spiral(seconds: seconds)
        let (finished, stroke) = try finish(samples)
        let turn = largestTurn(of: finished.points(of: stroke))
        let raw = largestTurn(of: samples)
        print("\(samples.count) samples: turns by \(turn)° at most, the samples by \(raw)°")
        #expect(turn < 6)
        #expect(turn < raw * 0.6)
        view.drawing = finished
        if seconds == 2 { try expectPicture(picture(), matches: "pen-spiral") }
    }

    @Test("What a panel rounds to whole points isn't seen as corners.")
    func wholePoints() throws {
        let samples = Self.spiral(steps: 1)
        let (finished, stroke) = try finish(samples)
        let turn = largestTurn(of: finished.points(of: stroke))
        let raw = largestTurn(of: samples)
        print("whole points: turns by \(turn)° at most, the samples by \(raw)°")
        #expect(turn < 14)
        #expect(turn < raw / 3)
    }

    @Test(
        "While it is drawn, the ink has the very pixels of the stroke that would stay, however many samples come at once.",
        arguments: [0, 1, 2, 3, 40, 250], [1, 4])
    func wetIsWhatStays(last: Int, atOnce: Int) throws {
        let samples = Array(Self.spiral()[...last])
        let ink = PenInk(at: samples[0], color: .black, width: 10, on: wet)
        for (index, sample) in samples.enumerated().dropFirst() {
            ink.append(sample)
            // A tip that is taken back leaves nothing.
            if index % 3 == 0 { ink.setTip(CGPoint(x: sample.x + 9, y: sample.y - 14)) }
            if index % atOnce == 0 { ink.show() }
        }
        ink.setTip(nil)
        ink.show()
        #expect(ink.samples == samples)
        let drawn = picture()
        let (finished, _) = try finish(samples)
        view.drawing = finished
        view.setNeedsDisplay()
        #expect(simulator.render().isEqual(to: drawn))
    }

    @Test("A sample changes the picture near the finger only, however long the stroke is.")
    func sampleCostsLittle() {
        let samples = Self.spiral(
            turns: Optimization.isOn ? 12 : 3, seconds: Optimization.isOn ? 20 : 5)
        let ink = PenInk(at: samples[0], color: .red, width: 10, on: wet)
        var most = 0.0
        for (index, sample) in samples.enumerated().dropFirst() {
            wet.takeChanges { _ in }
            ink.add(sample)
            var area = 0.0
            wet.takeChanges { area += $0.width * $0.height }
            // The fresh piece and the old end; at a joint, the whole newest piece is told.
            if index % 7 == 0 { most = max(most, area) }
        }
        #expect(most < 3_000)
        #expect(most > 0)
    }

    @Test("Taken away, nothing of it is left.")
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

    @Test("A single sample is a dot, and the same one again changes nothing.")
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

    @Test("Once warm, a sample allocates nothing.", .enabled(if: Optimization.isOn))
    func allocatesNothing() {
        guard allocation_counter_is_active() else { return }
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
