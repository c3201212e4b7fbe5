import TouchKit
import TouchTrackerApp
import TouchTrackerStore
import TouchTrackerTestSupport

/// A complete drawing that was loaded from a store and converted to the app's types.
struct LoadedDrawing: Equatable {
    /// The valid strokes in drawing order, the lowest first.
    let strokes: [Stroke]
    let canvas: CGSize?
    let nextID: Stroke.ID
    /// The identifiers of the stored strokes that are invalid.
    let skippedIDs: [Int64]

    init(_ store: DrawingStore) throws {
        let stored = try store.load()
        strokes = stored.strokes.compactMap { Stroke($0) }
        canvas = stored.canvas
        nextID = Int(stored.nextID)
        skippedIDs =
            stored.skippedIDs + stored.strokes.filter { Stroke($0) == nil }.map(\.id)
    }
}
