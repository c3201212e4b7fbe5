import Foundation
import Testing
import TouchKitGeometry
import TouchTrackerStore
import TouchTrackerTestSupport

/// The memory of `touchtracker export`, which boards with little memory run beside a kiosk.
@Suite("Export memory", .serialized, .requiresOwnMemory)
struct ExportMemoryTests {
    /// The number of samples of the drawings. A debug build paints slowly.
    private static let sampleCount = Optimization.isEnabled ? 1_000_000 : 100_000
    /// The maximum peak memory in megabytes: an eighth of the memory of a small board.
    private static let maximumMegabytes = 64.0
    /// The maximum difference to the peak memory of the reference drawing, in megabytes.
    private static let maximumGrowth = 3.0
    /// The number of strokes of the reference drawing: as many as fill the caches of constant size
    /// with which SQLite reads and sorts.
    private static let referenceStrokeCount = 5_000

    /// Stores `count` strokes of equal length that fill the screen, with `sampleCount` samples.
    ///
    /// - Parameters:
    ///   - folder: The folder of the drawing.
    ///   - count: The number of strokes.
    ///   - isInOrder: Whether the order of the identifiers is the drawing order.
    private func store(in folder: String, _ count: Int, isInOrder: Bool) throws {
        let store = try DrawingStore(folder: folder, access: .readWrite)
        let points = (0..<Self.sampleCount / count).map { index in
            let angle = Double(index) * 0.01
            return TouchKitGeometry.CGPoint(
                x: 400 + 350 * sin(angle), y: 240 + 200 * sin(angle * 1.3))
        }
        // The first stroke is stored by the store, the others are copies of its row.
        try store.apply([
            .canvas(TouchKitGeometry.CGSize(width: 800, height: 480)),
            .put([
                StoredStroke(id: 1, level: 1, tool: "pen", color: "red", width: 4, points: points)
            ]),
        ])
        try store.database.run(
            """
            INSERT INTO stroke
                WITH RECURSIVE number(id) AS
                    (SELECT 2 UNION ALL SELECT id + 1 FROM number WHERE id < \(count))
                SELECT number.id, \(isInOrder ? "number.id" : "2000000 - number.id"), tool, color,
                    width, points, NULL FROM number, stroke WHERE stroke.id = 1 AND number.id <= \(count)
            """)
    }

    @Test(
        "The peak memory depends neither on the number nor on the length of the strokes",
        arguments: [1, 4, 20_000, 100_000])
    func peak(strokeCount: Int) throws {
        let temporary = TemporaryFolder()
        try temporary.makeFolder("drawing")
        try temporary.makeFolder("reference")
        let (folder, reference) = ("\(temporary.path)/drawing", "\(temporary.path)/reference")
        try store(in: folder, strokeCount, isInOrder: strokeCount < 100_000)
        try store(in: reference, Self.referenceStrokeCount, isInOrder: false)
        let memory = try PeakMemory()
        for name in ["drawing.svg", "drawing.png"] {
            let peak = try memory.megabytes(
                ["export", "--state", folder, "--out", "\(folder)/\(name)"])
            let referencePeak = try memory.megabytes(
                ["export", "--state", reference, "--out", "\(reference)/\(name)"])
            #expect(peak <= Self.maximumMegabytes, "\(strokeCount) strokes, \(name)")
            #expect(peak <= referencePeak + Self.maximumGrowth, "\(strokeCount) strokes, \(name)")
            print("\(name), \(strokeCount) strokes: \(peak) MB, reference \(referencePeak) MB")
        }
    }
}
