import TouchKitGeometry
import TouchTrackerApp
import TouchTrackerStore

/// Drawings of strokes as people draw them (`SampleStrokes`), as they are stored.
enum PeoplesStrokes {
    static let screen = CGSize(width: 800, height: 480)

    /// Stores a drawing of so many strokes in an empty folder.
    static func store(_ count: Int, in folder: String) throws {
        let store = try DrawingStore(folder: folder, access: .readWrite)
        var strokes = SampleStrokes(size: screen)
        try store.apply([.canvas(screen)])
        var left = count
        while left > 0 {
            let part = min(left, 5_000)
            try store.apply([.put((0..<part).map { _ in strokes.next().stored })])
            left -= part
        }
    }
}
