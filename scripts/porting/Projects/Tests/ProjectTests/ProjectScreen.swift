import KioskTesting
import Testing
import TouchKit
import TouchKitTesting

/// A simulated screen that shows one view of a ported project.
@MainActor
struct ProjectScreen {
    /// The touches, the clock and the window.
    let simulator = TouchSimulator.withImages(screenSize: CGSize(width: 320, height: 480), scale: 1)

    /// Creates an empty screen. Views need one when they are created.
    init(background: UIColor = .white) {
        simulator.window.backgroundColor = background
    }

    /// Shows a view.
    func show(_ view: UIView) {
        simulator.window.addSubview(view)
        simulator.advance(by: 0.1)
        _ = simulator.render()
    }

    /// Puts a finger on the first point and moves it to the others, one every `interval` seconds.
    func press(along points: [CGPoint], interval: Double = 0.02) {
        simulator.down(0, at: points[0])
        move(along: points, interval: interval)
    }

    /// Moves the finger that is down, with a frame after each point.
    func move(along points: [CGPoint], interval: Double = 0.02) {
        for point in points {
            simulator.advance(by: interval)
            simulator.move(0, to: point)
            _ = simulator.render()
        }
        simulator.advance(by: interval)
    }

    /// Lifts the finger.
    func lift() {
        simulator.up(0)
        simulator.advance(by: 0.05)
    }

    /// Puts a finger on the first point, moves it to the others and lifts it.
    func drag(along points: [CGPoint]) {
        press(along: points)
        lift()
    }

    /// Taps a point.
    func tap(_ point: CGPoint) {
        simulator.down(0, at: point)
        simulator.advance(by: 0.05)
        lift()
    }

    /// Returns the number of pixels whose channels differ from those of a color (0xRRGGBB) by at most
    /// `tolerance`.
    func pixelCount(of color: UInt32, tolerance: Int = 8) -> Int {
        let picture = simulator.render()
        var count = 0
        for y in 0..<picture.height {
            for x in 0..<picture.width
            where Self.difference(picture[x, y], color) <= tolerance {
                count += 1
            }
        }
        return count
    }

    /// Whether a pixel's channels differ from those of a color (0xRRGGBB) by at most 8.
    func hasColor(_ color: UInt32, at point: CGPoint) -> Bool {
        Self.difference(simulator.render()[Int(point.x), Int(point.y)], color) <= 8
    }

    /// Saves the picture in `out/ported/pictures`, to be compared with the project's README.
    func savePicture(_ name: String) throws {
        let folders = #filePath.split(separator: "/").dropLast(6)
        let repository = "/" + folders.joined(separator: "/")
        try simulator.savePNG(to: "\(repository)/out/ported/pictures/\(name).png")
    }

    private static func difference(_ pixel: UInt32, _ color: UInt32) -> Int {
        [0, 8, 16].map { shift in
            abs(Int(pixel >> shift & 255) - Int(color >> shift & 255))
        }.max() ?? 0
    }
}

/// Returns 21 points from one point to another, with equal distances.
func line(from start: CGPoint, to end: CGPoint) -> [CGPoint] {
    (0...20).map { step in
        CGPoint(
            x: start.x + (end.x - start.x) * CGFloat(step) / 20,
            y: start.y + (end.y - start.y) * CGFloat(step) / 20)
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips a test whose project is not converted.
    static func requiresProject(_ isConverted: Bool) -> Self {
        .enabled(
            if: isConverted, "the project's sources are missing; run scripts/ios-projects")
    }
}
