import TouchTrackerStore

/// The app's view of the stored drawing: a state machine without a drawing, a writer or a log.
/// docs/store.md shows the states.
package struct PersistenceState: Hashable {
    /// The relation between the strokes in the store and those that the app has.
    package enum Strokes: Hashable {
        /// Stored strokes are being read. The values are the identifiers of invalid strokes, which
        /// stay in the store, and whether the store contains strokes that cannot be read.
        case reading(skippedIDs: [Int64] = [], hasUnreadable: Bool = false)
        /// All readable strokes have been read. If `isComplete` is `false`, invalid or unreadable
        /// strokes stay in the store.
        case read(isComplete: Bool)
        /// An empty database has replaced the drawing, so that the app must store all strokes.
        case replaced
    }

    /// The relation between the strokes in the store and those that the app has.
    package private(set) var strokes = Strokes.reading()
    /// The number of edits that have been submitted to the store.
    package private(set) var submittedEditCount = 0
    /// The number of submitted edits that are durable, that is, safely on disk.
    package private(set) var durableEditCount = 0
    /// The error with which reading or writing currently fails, or `nil` if both succeed.
    private var failure: StoreError?

    /// Creates the state of a drawing whose strokes have not been read.
    package init() {}

    /// The state of saving the drawing. If an empty database has replaced the drawing, the edit
    /// that stores all strokes counts as waiting.
    package var saving: DrawingPersistence.State {
        let waiting = submittedEditCount - durableEditCount + (strokes == .replaced ? 1 : 0)
        return failure.map { .failing($0) } ?? (waiting > 0 ? .saving(edits: waiting) : .saved)
    }

    /// Whether all stored strokes have been read and are valid.
    package var hasEveryStroke: Bool { strokes == .read(isComplete: true) }

    /// Whether no further strokes will be read.
    package var isReadingFinished: Bool {
        if case .reading = strokes { false } else { true }
    }

    /// Records an edit that is submitted to the store.
    ///
    /// - Parameter isComplete: Whether the edit stores the complete drawing.
    package mutating func recordSubmittedEdit(isComplete: Bool = false) {
        submittedEditCount += 1
        if isComplete { strokes = .read(isComplete: true) }
    }

    /// Records invalid strokes, which stay in the store.
    package mutating func recordSkippedStrokes(_ ids: [Int64]) {
        if ids.isEmpty { return }
        switch strokes {
        case .reading(let skippedIDs, let hasUnreadable):
            strokes = .reading(skippedIDs: skippedIDs + ids, hasUnreadable: hasUnreadable)
        case .read: strokes = .read(isComplete: false)
        case .replaced: break
        }
    }

    /// Records an event of the store's thread.
    ///
    /// - Returns: The identifiers of all skipped strokes, if the event ends reading.
    @discardableResult
    package mutating func record(_ event: StoreWriter.Event) -> [Int64] {
        switch (event, strokes) {
        case (.unreadable, .reading(let skippedIDs, _)):
            strokes = .reading(skippedIDs: skippedIDs, hasUnreadable: true)
        case (.allRead, .reading(let skippedIDs, let hasUnreadable)):
            strokes = .read(isComplete: skippedIDs.isEmpty && !hasUnreadable)
            return skippedIDs
        case (.recreated, _): strokes = .replaced
        case (.saved(let count, _), _): durableEditCount += count
        case (.failed(let error), _): failure = error
        case (.recovered, _): failure = nil
        case (.read, _), (.unreadable, _), (.allRead, _), (.quarantined, _), (.pictureFailed, _):
            break
        }
        return []
    }
}
