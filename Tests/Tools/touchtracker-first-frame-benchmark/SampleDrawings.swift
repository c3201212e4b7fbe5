import LabScreens
import TouchKitGeometry
import TouchTrackerApp
import TouchTrackerStore
import TouchTrackerTestSupport

/// Stored drawings of realistic strokes (`SampleStrokes`).
enum SampleDrawings {
    /// The size of the screen on which the strokes are drawn, in points.
    static let screen = CGSize(width: 800, height: 480)

    /// Stores a drawing of `count` strokes in an empty folder.
    static func store(_ count: Int, in folder: String) throws {
        let store = try DrawingStore(folder: folder, access: .readWrite)
        var strokes = SampleStrokes(size: screen)
        try store.apply([.canvas(screen)])
        var left = count
        while left > 0 {
            let part = min(left, 5_000)
            try store.apply([.put((0..<part).map { _ in strokes.nextStroke().stored })])
            left -= part
        }
    }
}
