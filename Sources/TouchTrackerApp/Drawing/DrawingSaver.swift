import Store
import Synchronization
import TouchKit

/// Brings the drawing that was stored back, and stores what is done to it from then on, on a thread of
/// its own.
@MainActor
public final class DrawingSaver {
    /// What was stored when the saver was made.
    public let saved: SavedDrawing

    private let writer: StoreWriter
    private let report: @Sendable (String) -> Void
    private var canvas: CGSize?

    /// Opens the drawing in a folder; an empty one is made where there is none.
    ///
    /// - Parameters:
    ///   - folder: The folder. It has to be there.
    ///   - report: Gets a line when the drawing can't be stored any more, and one when it can be again;
    ///     called on another thread.
    /// - Throws: `StoreError` where the drawing can't be opened or read.
    public init(
        folder: String, report: @escaping @Sendable (String) -> Void
    ) throws(StoreError) {
        let store = try DrawingStore(folder: folder, access: .readWrite)
        let path = store.path
        saved = try SavedDrawing(store)
        canvas = saved.canvas
        self.report = report
        let complaints = SavingComplaints(report: report)
        do {
            writer = try StoreWriter(store: store) { complaints.hear($0) }
        } catch {
            throw StoreError(.failed(error.description), path: path)
        }
    }

    /// Puts what was stored into an empty drawing, which can't be undone, and stores every change of
    /// it, and how large its picture is. A `DrawingView` draws what was put into its drawing by itself;
    /// another view has to ask for it: see `Drawing.didRestore`.
    public func follow(_ drawing: Drawing) {
        drawing.restore(saved.strokes, nextID: saved.nextID)
        storeCanvas(of: drawing)
        drawing.observe { [self, weak drawing] change in
            guard let drawing else { return }
            writer.store([Self.storeChange(change, of: drawing)])
            storeCanvas(of: drawing)
        }
    }

    private func storeCanvas(of drawing: Drawing) {
        if drawing.picture.size == canvas { return }
        canvas = drawing.picture.size
        writer.store([.canvas(drawing.picture.size)])
    }

    /// Waits until everything is stored. What is done afterwards isn't stored any more.
    public func finish() {
        let count = writer.finish()
        if count > 0 { report("the last \(count) changes of the drawing couldn't be saved") }
    }

    /// What a change of a drawing is on the disk: each stroke it is about, as it is now.
    private static func storeChange(_ change: DrawingChange, of drawing: Drawing) -> StoreChange {
        let isUndone = if case .undone = change { true } else { false }
        switch change.edit {
        case .added(let stroke):
            return isUndone ? .remove([Int64(stroke.id)]) : put([stroke.id], of: drawing)
        case .deleted(let id):
            return isUndone ? put([id], of: drawing) : .remove([Int64(id)])
        case .cleared(let ids):
            return isUndone ? put(ids, of: drawing) : .removeAll
        case .recolored(let id, _, _), .broughtToFront(let id, _, _), .reshaped(let id, _, _):
            return put([id], of: drawing)
        }
    }

    private static func put(_ ids: [Stroke.ID], of drawing: Drawing) -> StoreChange {
        .put(ids.compactMap { drawing.stroke($0)?.stored })
    }
}

/// Makes lines of what a writer reports.
private final class SavingComplaints: Sendable {
    private let report: @Sendable (String) -> Void
    private let isFailing = Mutex(false)

    init(report: @escaping @Sendable (String) -> Void) {
        self.report = report
    }

    func hear(_ event: StoreWriter.Event) {
        switch event {
        case .failed(let error):
            isFailing.withLock { $0 = true }
            report("the drawing isn't being saved: \(error)")
        case .saved:
            let wasFailing = isFailing.withLock { isFailing in
                defer { isFailing = false }
                return isFailing
            }
            if wasFailing { report("the drawing is saved again") }
        }
    }
}
